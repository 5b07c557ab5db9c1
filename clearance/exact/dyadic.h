// Question: what number type never rounds, never overflows and needs no library?
// Method:   integer × 2^exponent; sign and magnitude, 64-bit limbs, a few of them inline, the heap beyond.
//           Every finite double is one, and so are sums, differences and products: polynomials in doubles are exact.
//           There is no division but one that leaves no remainder; compare fractions by cross-multiplying with positive
//           denominators.
// Cost:     tens of nanoseconds for a few limbs, schoolbook multiplication; exponents are 64-bit, so nothing under- or
//           overflows before memory does.
#pragma once

#include <clearance/math/vec3.h>

#include <cstdint>
#include <memory>

namespace clearance {

class Dyadic {
 public:
  Dyadic() = default;
  Dyadic(double value);  // NOLINT(google-explicit-constructor): exact; the value must be finite
  Dyadic(const Dyadic& other);
  Dyadic(Dyadic&& other) noexcept;
  Dyadic& operator=(const Dyadic& other);
  Dyadic& operator=(Dyadic&& other) noexcept;
  ~Dyadic();

  int sign() const { return sign_; }

  friend Dyadic operator+(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b);
  Dyadic operator-() const;
  // a/b where that is a dyadic again, and b is not zero.
  friend Dyadic exact_quotient(const Dyadic& a, const Dyadic& b);
  // −1, 0, +1 as a < b, a = b, a > b.
  friend int compare(const Dyadic& a, const Dyadic& b);

  // value = fraction × 2^exponent with ½ ≤ |fraction| < 1, the fraction truncated toward zero to 53 bits
  // (relative error below 2⁻⁵²); 0 gives 0 and exponent 0.
  double fraction(std::int64_t& exponent) const;
  // The value truncated toward zero to a double; beyond the range ±infinity, below it a denormal or 0.
  double to_double() const;

 private:
  // A double takes up to two limbs, a difference of two turned bodies over both denominators about nine, and a product
  // of two of those still fits as long as the coordinates are of similar size; wider numbers go to the heap.
  static constexpr std::uint32_t kInline = 16;

  const std::uint64_t* limbs() const { return capacity_ == kInline ? inline_ : heap_; }
  std::uint64_t* limbs() { return capacity_ == kInline ? inline_ : heap_; }
  std::int64_t top() const { return exponent_ + 64 * static_cast<std::int64_t>(size_); }
  void reserve(std::uint64_t count);    // for a number still without limbs; their contents are not set
  void copy_from(const Dyadic& other);  // likewise
  void steal_from(Dyadic& other);       // likewise
  void release();
  void normalise();  // strips zero limbs at both ends; without limbs the sign is 0
  static Dyadic sum(const Dyadic& a, const Dyadic& b, int sign_of_b);
  static void add_magnitudes(Dyadic& out, const Dyadic& a, const Dyadic& b);
  static void subtract_magnitudes(Dyadic& out, const Dyadic& larger, const Dyadic& smaller);
  static int compare_magnitudes(const Dyadic& a, const Dyadic& b);

  int sign_ = 0;
  std::uint32_t size_ = 0;  // limbs in use; the top one is not zero
  std::uint32_t capacity_ = kInline;
  std::int64_t exponent_ = 0;  // of the lowest limb's lowest bit, a multiple of 64, so that sums never shift bits
  union {
    std::uint64_t inline_[kInline];
    std::uint64_t* heap_;
  };
};

struct DyadicVec {
  Dyadic x, y, z;
};

inline DyadicVec exact(Vec3 v) { return {v.x, v.y, v.z}; }
DyadicVec operator+(const DyadicVec& a, const DyadicVec& b);
DyadicVec operator-(const DyadicVec& a, const DyadicVec& b);
DyadicVec operator-(const DyadicVec& a);
DyadicVec operator*(const Dyadic& s, const DyadicVec& a);
Dyadic dot(const DyadicVec& a, const DyadicVec& b);
DyadicVec cross(const DyadicVec& a, const DyadicVec& b);
bool is_zero(const DyadicVec& a);
// The direction of a in doubles: components scaled by one common power of two so that the largest is in [½, 1), each
// truncated (relative error below 2⁻⁵²; components over 2⁻¹⁰⁰⁰ times smaller than the largest become 0).
Vec3 direction_of(const DyadicVec& a);

}  // namespace clearance
