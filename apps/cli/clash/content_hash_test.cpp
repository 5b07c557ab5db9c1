#include <clearance/io/verify/content_hash.h>

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "../known_scenes_test.h"
#include "assemblies_test.h"

namespace clearance::cli {
using namespace detail;
namespace {

std::string hash_of_bytes(std::string_view bytes, std::size_t step) {
  Hasher hasher;
  for (std::size_t at = 0; at < bytes.size(); at += step)
    hasher.add_bytes(bytes.data() + at, std::min(step, bytes.size() - at));
  return hex_of(hasher.finish());
}

// What Python's hashlib.blake2b(bytes, digest_size=16) says, as two little-endian numbers, the second first.
TEST(ContentHash, IsBlake2b) {
  std::string bytes(768, '\0');
  std::iota(bytes.begin(), bytes.end(), '\0');
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{128}, std::size_t{1000}}) {
    EXPECT_EQ(hash_of_bytes("", step), "7076a68e75884d4e40bdefd94169e6ca");
    EXPECT_EQ(hash_of_bytes("abc", step), "1678287502c909212b8d2bc691b74acf");
    EXPECT_EQ(hash_of_bytes(bytes, step), "9ac157e857dbb973a20dfcf9602889e0");
  }
}

TEST(ContentHash, InHexadecimalAndBack) {
  const Hash128 hash{0x0123456789abcdefu, 0xfedcba9876543210u};
  EXPECT_EQ(hash_in_hex(hex_of(hash)), hash);
  for (const char* const text : {"", "00", "0123456789abcdef0123456789abcdeg", "0123456789ABCDEF0123456789abcdef"})
    EXPECT_FALSE(hash_in_hex(text)) << text;
}

TEST(ContentHash, EveryDifferenceCounts) {
  const std::vector<std::string> shapes{kBox,
                                        R"({"box":[1,1,1.0000000000000002]})",
                                        solid(),
                                        surface(),
                                        kBall,
                                        R"({"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.25}})",
                                        kTwoBoxes,
                                        kFloor,
                                        kWall,
                                        R"({"half_space":{"normal":[0,0,3],"offset":1}})",
                                        R"({"hull":[[0,0,0],[1,0,0]]})",
                                        R"({"hull":[[1,0,0],[0,0,0]]})"};
  std::vector<Placed> parts;
  for (const std::string& shape : shapes) parts.push_back({"p" + std::to_string(parts.size()), shape, "[0,0,0]"});
  std::set<Hash128> contents, places;
  for (const PartHash& hash : part_hashes(assembly(parts))) contents.insert(hash.content), places.insert(hash.place);
  EXPECT_EQ(contents.size(), shapes.size());
  EXPECT_EQ(places.size(), 1u);
  Scene scene = assembly({{"a", kBox, "[0,0,0]"}, {"b", kBox, "[5e-324,0,0]"}, {"c", kBox, "[0,0,0]"}});
  scene.objects[2].pose = rotation({2, 0, 0, 0});
  places.clear(), contents.clear();
  for (const PartHash& hash : part_hashes(scene)) places.insert(hash.place), contents.insert(hash.content);
  EXPECT_EQ(places.size(), 3u);
  EXPECT_EQ(contents.size(), 1u);
}

}  // namespace
}  // namespace clearance::cli
