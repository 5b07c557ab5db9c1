// Question: which integers are these doubles, on a common power of two?
// Method:   the largest says which power: on it, 118 bits hold doubles that are 2⁶⁵ times smaller, with all digits.
// Proves:   that they are exactly those, where holds() says so.
// Cannot:   write down numbers that are too far apart in size, as 1 and 1e-30 with all their digits.
#pragma once

#include <clearance/exact/integer.h>

#include <bit>
#include <cmath>

namespace clearance::detail {

// Multiples of 2^exponent() below 2^(exponent() + bits).
class Grid {
 public:
  // The one on which numbers up to `largest` > 0 are below 2^bits.
  Grid(double largest, int bits) : exponent_(std::ilogb(largest) + 1 - bits), bits_(bits) {}

  int exponent() const { return exponent_; }
  bool holds() const { return holds_; }
  // What is no multiple, or too large, makes holds() false.
  Integer<2> operator()(double value) {
    constexpr std::uint64_t kImplicit = std::uint64_t{1} << 52;
    const auto word = std::bit_cast<std::uint64_t>(value);
    const int raised = static_cast<int>(word >> 52 & 0x7ff);
    std::uint64_t mantissa = (word & (kImplicit - 1)) | (raised == 0 ? 0 : kImplicit);
    Integer<2> made;
    if (mantissa == 0) return made;
    int shift = (raised == 0 ? 1 : raised) - 1075 - exponent_;
    if (shift < 0) {
      const int low = std::countr_zero(mantissa);
      if (low < -shift) return holds_ = false, made;
      mantissa >>= -shift;
      shift = 0;
    }
    if (shift + static_cast<int>(std::bit_width(mantissa)) > bits_) return holds_ = false, made;
    made.limb[0] = shift < 64 ? mantissa << shift : 0;
    made.limb[1] = shift == 0 ? 0 : shift < 64 ? mantissa >> (64 - shift) : mantissa << (shift - 64);
    return std::signbit(value) ? -made : made;
  }
  IntegerVec<2> operator()(Vec3 v) {
    const Integer<2> x = (*this)(v.x), y = (*this)(v.y), z = (*this)(v.z);
    return {x, y, z};
  }

 private:
  int exponent_, bits_;
  bool holds_ = true;
};

// A direction to try, near this one, that Grid(1, 118) can write down. It is scaled by a power of two, so that one that
// is exact stays so, to a largest part in [1/2, 1); parts below 2⁻⁶⁴ are nothing, and what is no direction is zero.
inline Vec3 written_direction(Vec3 direction) {
  if (!is_finite(direction) || direction == Vec3{}) return {};
  const int up = -std::ilogb(norm_max(direction)) - 1;
  const auto part = [&](double value) {
    const double scaled = std::ldexp(value, up);
    return std::fabs(scaled) < 0x1p-64 ? 0 : scaled;
  };
  return {part(direction.x), part(direction.y), part(direction.z)};
}

}  // namespace clearance::detail
