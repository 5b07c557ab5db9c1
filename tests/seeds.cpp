// What a fuzzer starts from, and all it ever found, asked again on every run, and some random bytes besides: a wrong
// answer ends the program. Compiled once for each fuzzer of answers.
#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

TEST(Seeds, AreAnsweredRightly) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(CLEARANCE_TESTDATA "/fuzz/" CLEARANCE_FUZZED)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    EXPECT_EQ(LLVMFuzzerTestOneInput(data.data(), data.size()), 0);
    ++count;
  }
  EXPECT_GT(count, 5);
}

TEST(Seeds, SoAreRandomBytes) {
  clearance::detail::Random random(1);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::uint8_t> data(random.below(400));
    for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random.bits());
    EXPECT_EQ(LLVMFuzzerTestOneInput(data.data(), data.size()), 0);
  }
}

}  // namespace
