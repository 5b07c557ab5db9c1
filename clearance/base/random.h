// Question: where do tests, benchmarks and randomised algorithms get numbers that are the same on every machine?
// Method:   xoshiro256** seeded by splitmix64; the standard distributions are not portable, these are.
#pragma once

#include <cstdint>

namespace clearance::detail {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t bits() {
    const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate_left(state_[3], 45);
    return result;
  }

  // Uniform in [0, 1), 53 bits.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  // Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  // Uniform in 0 … count-1; the bias is below 2^-40 for every count a container can have.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits()) * count) >> 64);
  }

 private:
  static std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

}  // namespace clearance::detail
