// Notation: that of RFC 7693, §3.1 and §3.2.
#include <clearance/io/verify/content_hash.h>

#include <clearance/base/workers.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace clearance::detail {
namespace {

constexpr std::uint64_t kStart[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                     0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                     0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};
constexpr std::uint8_t kOrder[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
constexpr std::size_t kBytes = 16;

void mix(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d, std::uint64_t x, std::uint64_t y) {
  a = a + b + x, d = std::rotr(d ^ a, 32);
  c = c + d, b = std::rotr(b ^ c, 24);
  a = a + b + y, d = std::rotr(d ^ a, 16);
  c = c + d, b = std::rotr(b ^ c, 63);
}

template <class T>
void add_list(Hasher& hasher, const std::vector<T>& list) {
  hasher.add(static_cast<std::uint64_t>(list.size()));
  hasher.add_bytes(list.data(), list.size() * sizeof(T));
}
static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(MeshTriangle) == 3 * sizeof(std::uint32_t));

Hash128 hash_of(const std::vector<ScenePart>& given) {
  Hasher hasher;
  for (const ScenePart& part : given) {
    add_list(hasher, part.points);
    add_list(hasher, part.triangles);
    hasher.add(part.radius);
  }
  return hasher.finish();
}

Hash128 content_of(const SceneObject& object, const Hash128& given) {
  Hasher hasher;
  hasher.add(given);
  hasher.add(object.kind);
  hasher.add(static_cast<std::uint64_t>(object.shape.index()));
  if (const Mesh* mesh = object.mesh()) hasher.add(mesh->is_solid());
  if (const HalfSpace* space = object.half_space()) {
    hasher.add(space->normal());
    hasher.add(space->offset());
  }
  hasher.add(object.padding);
  hasher.add(object.excess.value_or(-1));  // nothing that anybody said
  return hasher.finish();
}

Hash128 place_of(const Pose& pose) {
  Hasher hasher;
  hasher.add(pose.kind());
  if (pose.kind() == Pose::Kind::Quaternion) {
    const Quat q = pose.quaternion();
    for (const double component : {q.w, q.x, q.y, q.z}) hasher.add(component);
  } else {
    for (const Vec3 row : pose.rotation().row) hasher.add(row);
  }
  hasher.add(pose.translation());
  return hasher.finish();
}

}  // namespace

std::string hex_of(const Hash128& hash) {
  std::string text;
  for (const std::uint64_t half : {hash.high, hash.low})
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[half >> shift & 15];
  return text;
}

std::optional<Hash128> hash_in_hex(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  Hash128 hash;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(text[k]);
    if (digit == std::string_view::npos) return std::nullopt;
    std::uint64_t& half = k < 16 ? hash.high : hash.low;
    half = half << 4 | digit;
  }
  return hash;
}

Hasher::Hasher() {
  std::copy_n(kStart, 8, state_);
  state_[0] ^= 0x01010000u ^ kBytes;
}

void Hasher::add_bytes(const void* bytes, std::size_t count) {
  const auto* next = static_cast<const unsigned char*>(bytes);
  while (count > 0) {
    if (filled_ == sizeof block_) compress(false);
    const std::size_t taken = std::min(count, sizeof block_ - filled_);
    std::memcpy(block_ + filled_, next, taken);
    filled_ += taken, next += taken, count -= taken;
  }
}

void Hasher::compress(bool is_last) {
  count_ += filled_;
  std::uint64_t m[16], v[16];
  std::memcpy(m, block_, sizeof m);
  std::copy_n(state_, 8, v);
  std::copy_n(kStart, 8, v + 8);
  v[12] ^= count_;
  if (is_last) v[14] = ~v[14];
  for (int round = 0; round < 12; ++round) {
    const std::uint8_t* s = kOrder[round % 10];
    mix(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
    mix(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
    mix(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
    mix(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
    mix(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
    mix(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
    mix(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
    mix(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
  }
  for (int k = 0; k < 8; ++k) state_[k] ^= v[k] ^ v[k + 8];
  filled_ = 0;
}

Hash128 Hasher::finish() {
  std::fill(block_ + filled_, block_ + sizeof block_, static_cast<unsigned char>(0));
  compress(true);
  return {state_[0], state_[1]};
}

void extend_part_hashes(const Scene& scene, std::vector<PartHash>& out) {
  const std::size_t known = out.size();
  std::map<const void*, std::size_t> numbers;
  std::vector<const std::vector<ScenePart>*> given;
  std::vector<std::size_t> given_of;
  for (std::size_t k = known; k < scene.objects.size(); ++k) {
    const auto* const points = scene.objects[k].given.get();
    const auto [number, is_new] = numbers.emplace(points, given.size());
    if (is_new) given.push_back(points);
    given_of.push_back(number->second);
  }
  std::vector<Hash128> hashes(given.size());
  // A thread takes as long to start as a few small parts.
  detail::Workers workers(given.size() < 8 ? 1 : 0);
  workers.run(given.size(), [&](std::size_t k) { hashes[k] = hash_of(*given[k]); });
  for (std::size_t k = known; k < scene.objects.size(); ++k)
    out.push_back({content_of(scene.objects[k], hashes[given_of[k - known]]), place_of(scene.objects[k].pose)});
}

std::vector<PartHash> part_hashes(const Scene& scene) {
  std::vector<PartHash> out;
  extend_part_hashes(scene, out);
  return out;
}

}  // namespace clearance::detail
