// Question: is this the body of last time, in the place of last time?
// Method:   BLAKE2b with 128 bits (RFC 7693) over everything that answers depend on: points, triangles, radii, what
//           kind of body it is, and the numbers of its pose.
// Cannot:   see that two different lists of numbers are one body: that costs a second look, never a wrong answer.
#pragma once

#include <clearance/io/scenes/scene_file.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace clearance::detail {

struct Hash128 {
  std::uint64_t low = 0, high = 0;

  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};
std::string hex_of(const Hash128& hash);  // 32 digits
std::optional<Hash128> hash_in_hex(std::string_view text);

class Hasher {
 public:
  Hasher();

  void add_bytes(const void* bytes, std::size_t count);
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(T value) {
    add_bytes(&value, sizeof value);
  }
  void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
  void add(const Hash128& hash) { add(hash.low), add(hash.high); }
  // With its length, so that no two lists of texts look alike.
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    add_bytes(text.data(), text.size());
  }
  Hash128 finish();

 private:
  void compress(bool is_last);

  std::uint64_t state_[8];
  std::uint64_t count_ = 0;
  std::size_t filled_ = 0;
  unsigned char block_[128];
};

struct PartHash {
  Hash128 content, place;

  friend auto operator<=>(const PartHash&, const PartHash&) = default;
};

// In the order of the objects. What several objects share is read once.
std::vector<PartHash> part_hashes(const Scene& scene);
// For the objects behind those whose hashes are there.
void extend_part_hashes(const Scene& scene, std::vector<PartHash>& hashes);

}  // namespace clearance::detail
