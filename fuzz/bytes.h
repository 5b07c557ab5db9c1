// What the fuzzers make of their input: every input is a scene, since bytes read as 0 beyond the end.
#pragma once

#include <clearance/math/vec3.h>

#include <cstddef>
#include <cstdint>

namespace clearance {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool is_empty() const { return at_ == end_; }
  std::uint8_t next() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  // Of `count` bytes, the first one highest.
  std::uint32_t word(int count = 4) {
    std::uint32_t made = 0;
    for (; count > 0; --count) made = made << 8 | next();
    return made;
  }
  // A multiple of an eighth, so that bodies meet in faces, edges and corners.
  double eighths() { return (static_cast<double>(next() % 33) - 16) / 8; }
  Vec3 point_in_eighths() {
    const double x = eighths(), y = eighths(), z = eighths();
    return {x, y, z};
  }

 private:
  const std::uint8_t *at_, *end_;
};

}  // namespace clearance
