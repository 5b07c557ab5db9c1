// Question: what is an exact point of any space, and on which side of a hyperplane is it?
// Method:   homogeneous coordinates over Dyadic, so that meetings of flats, which are rational, need no division; the
//           weight is last, positive for points and 0 for directions. Beside each coordinate stands a double.
//           A side is the sign of one product: in doubles with a bound, else exactly.
// Proves:   every sign. Nothing is compared with a tolerance.
// Cost:     a few nanoseconds where doubles decide, some hundred otherwise.
// Notation: u = 2⁻⁵³.
#pragma once

#include <clearance/exact/dyadic.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace clearance::lab {

// Coordinates of a point or direction, or of a hyperplane. All of them times one positive number are the same thing.
template <int kSize>
class Homogeneous {
 public:
  Homogeneous() = default;
  explicit Homogeneous(std::array<Dyadic, kSize> x) : x_(std::move(x)) { set_near(); }

  const Dyadic& operator[](int k) const { return x_[static_cast<std::size_t>(k)]; }
  const std::array<Dyadic, kSize>& coordinates() const { return x_; }
  // All scaled by one power of two, so that the largest is below 1; each is within 2u of its own value, or within
  // 2⁻¹⁰⁰⁰ where it is that small.
  double near(int k) const { return near_[static_cast<std::size_t>(k)]; }
  // Of a point.
  const Dyadic& weight() const { return x_[kSize - 1]; }
  double rounded(int k) const;

  friend bool operator==(const Homogeneous& a, const Homogeneous& b) {
    for (int k = 0; k < kSize; ++k)
      if (compare(a[k] * b.weight(), b[k] * a.weight()) != 0) return false;
    return true;
  }

 private:
  void set_near();

  std::array<Dyadic, kSize> x_;
  std::array<double, kSize> near_{};
};

template <int kSize>
void Homogeneous<kSize>::set_near() {
  std::array<std::int64_t, kSize> exponent{};
  bool has_any = false;
  std::int64_t largest = 0;
  for (std::size_t k = 0; k < kSize; ++k) {
    near_[k] = x_[k].fraction(exponent[k]);
    if (near_[k] == 0) continue;
    if (!has_any || exponent[k] > largest) largest = exponent[k];
    has_any = true;
  }
  for (std::size_t k = 0; k < kSize; ++k) {
    const std::int64_t down = exponent[k] - largest;
    near_[k] = near_[k] == 0 || down < -1000 ? 0 : std::ldexp(near_[k], static_cast<int>(down));
  }
}

// The coordinate of a point, in doubles.
template <int kSize>
double Homogeneous<kSize>::rounded(int k) const {
  std::int64_t above = 0, below = 0;
  const double x = (*this)[k].fraction(above), w = weight().fraction(below);
  const std::int64_t shift = std::clamp<std::int64_t>(above - below, -2000, 2000);
  return std::ldexp(x / w, static_cast<int>(shift));
}

template <int kSize>
Dyadic product(const Homogeneous<kSize>& a, const Homogeneous<kSize>& b) {
  Dyadic sum;
  for (int k = 0; k < kSize; ++k)
    if (a[k].sign() != 0 && b[k].sign() != 0) sum = sum + a[k] * b[k];
  return sum;
}

// −1 or +1 where doubles show the sign of the product; 0 for "do not know".
// Each product is off by 2·2u + u of itself and each of n − 1 sums by u of it: below (n + 5)u·Σ|aₖbₖ|, for which 32u
// stands. What near() leaves out is below n·2⁻⁹⁹⁹.
template <int kSize>
int filtered_sign(const Homogeneous<kSize>& a, const Homogeneous<kSize>& b) {
  static_assert(kSize <= 16);
  double sum = 0, size = 0;
  for (int k = 0; k < kSize; ++k) {
    const double part = a.near(k) * b.near(k);
    sum += part;
    size += std::fabs(part);
  }
  const double bound = 0x1p-48 * size + 0x1p-990;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

template <int kSize>
int sign_of_product(const Homogeneous<kSize>& a, const Homogeneous<kSize>& b) {
  const int sign = filtered_sign(a, b);
  return sign != 0 ? sign : product(a, b).sign();
}

// Σ of factor × what it stands for; the factors are the caller's to make the weight positive.
template <int kSize>
Homogeneous<kSize> combination(const Dyadic& s, const Homogeneous<kSize>& a, const Dyadic& t,
                               const Homogeneous<kSize>& b) {
  std::array<Dyadic, kSize> x;
  for (int k = 0; k < kSize; ++k) x[static_cast<std::size_t>(k)] = s * a[k] + t * b[k];
  return Homogeneous<kSize>(std::move(x));
}

// The direction from one point to another, times both weights.
template <int kSize>
Homogeneous<kSize> direction(const Homogeneous<kSize>& from, const Homogeneous<kSize>& to) {
  return combination(from.weight(), to, -to.weight(), from);
}

template <int kSize>
Homogeneous<kSize> middle(const Homogeneous<kSize>& a, const Homogeneous<kSize>& b) {
  return combination(b.weight(), a, a.weight(), b);
}

template <int kSize>
Homogeneous<kSize> opposite(const Homogeneous<kSize>& a) {
  std::array<Dyadic, kSize> x;
  for (int k = 0; k < kSize; ++k) x[static_cast<std::size_t>(k)] = -a[k];
  return Homogeneous<kSize>(std::move(x));
}

}  // namespace clearance::lab
