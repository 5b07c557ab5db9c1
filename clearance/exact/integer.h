// Question: what number is exact, of known size, and costs no more than its multiplications?
// Method:   two's complement in a fixed number of 64-bit limbs, on the stack: no length to look at, nothing to reserve,
//           no branch. The width is part of the type, and a product is as wide as both factors together; who adds must
//           know that there is room (integer_pair.h has the count).
// Proves:   nothing overflows silently in a product; sums are the caller's.
// Cost:     a multiplication of a and b limbs is a·b machine multiplications.
#pragma once

#include <clearance/math/vec3.h>

#include <algorithm>
#include <cstdint>

namespace clearance::detail {

template <int kLimbs>
struct Integer {
  std::uint64_t limb[kLimbs] = {};  // the lowest first

  Integer() = default;
  explicit Integer(std::int64_t value) {
    limb[0] = static_cast<std::uint64_t>(value);
    for (int k = 1; k < kLimbs; ++k) limb[k] = fill(value < 0);
  }
  // The same value in more limbs.
  template <int kFewer>
  explicit Integer(const Integer<kFewer>& other) {
    static_assert(kFewer < kLimbs);
    for (int k = 0; k < kLimbs; ++k) limb[k] = k < kFewer ? other.limb[k] : fill(other.is_negative());
  }

  bool is_negative() const { return static_cast<std::int64_t>(limb[kLimbs - 1]) < 0; }
  bool is_zero() const {
    std::uint64_t any = 0;
    for (int k = 0; k < kLimbs; ++k) any |= limb[k];
    return any == 0;
  }
  int sign() const { return is_negative() ? -1 : is_zero() ? 0 : 1; }

  // Sums must fit.
  friend Integer operator+(const Integer& a, const Integer& b) {
    Integer sum;
    Wide carry = 0;
    for (int k = 0; k < kLimbs; ++k) {
      carry += static_cast<Wide>(a.limb[k]) + b.limb[k];
      sum.limb[k] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return sum;
  }
  friend Integer operator-(const Integer& a, const Integer& b) {
    Integer difference;
    std::uint64_t borrow = 0;
    for (int k = 0; k < kLimbs; ++k) {
      const Wide step = static_cast<Wide>(a.limb[k]) - b.limb[k] - borrow;
      difference.limb[k] = static_cast<std::uint64_t>(step);
      borrow = static_cast<std::uint64_t>(step >> 64) & 1;
    }
    return difference;
  }
  Integer operator-() const { return Integer() - *this; }

  template <int kOther>
  friend Integer<kLimbs + kOther> operator*(const Integer& a, const Integer<kOther>& b) {
    Integer<kLimbs + kOther> product;
    for (int i = 0; i < kLimbs; ++i) {
      std::uint64_t carry = 0;
      for (int j = 0; j < kOther; ++j) {
        const Wide step = static_cast<Wide>(a.limb[i]) * b.limb[j] + product.limb[i + j] + carry;
        product.limb[i + j] = static_cast<std::uint64_t>(step);
        carry = static_cast<std::uint64_t>(step >> 64);
      }
      product.limb[i + kOther] = carry;
    }
    // As unsigned numbers, a negative one is 2^(64·limbs) too large.
    if (a.is_negative()) product.subtract_above(b, kLimbs);
    if (b.is_negative()) product.subtract_above(a, kOther);
    return product;
  }

  // Takes other·2^(64·from) off, what is beyond the highest limb falling away.
  template <int kOther>
  void subtract_above(const Integer<kOther>& other, int from) {
    std::uint64_t borrow = 0;
    for (int k = from; k < kLimbs; ++k) {
      const Wide step = static_cast<Wide>(limb[k]) - other.limb[k - from] - borrow;
      limb[k] = static_cast<std::uint64_t>(step);
      borrow = static_cast<std::uint64_t>(step >> 64) & 1;
    }
  }

  // The highest limb that is more than the sign, or 0.
  int top() const {
    const std::uint64_t none = fill(is_negative());
    int k = kLimbs - 1;
    while (k > 0 && limb[k] == none) --k;
    return k;
  }
  // The value over 2^(64·from), its three highest limbs rounded: within two units in the last place, where from is
  // top() − 1 at least.
  double to_double(int from) const {
    const Integer magnitude = is_negative() ? -*this : *this;
    double sum = 0;
    const auto add = [&](int k, double unit) {
      if (k >= 0 && k < kLimbs) sum += static_cast<double>(magnitude.limb[k]) * unit;
    };
    add(from - 1, 0x1p-64), add(from, 1), add(from + 1, 0x1p64);
    return is_negative() ? -sum : sum;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static std::uint64_t fill(bool negative) { return negative ? ~std::uint64_t{0} : 0; }
};

// Products of one limb are the machine's own.
inline Integer<2> operator*(const Integer<1>& a, const Integer<1>& b) {
  __extension__ using Wide = __int128;
  __extension__ using UnsignedWide = unsigned __int128;
  const auto product = static_cast<UnsignedWide>(static_cast<Wide>(static_cast<std::int64_t>(a.limb[0])) *
                                                 static_cast<std::int64_t>(b.limb[0]));
  Integer<2> made;
  made.limb[0] = static_cast<std::uint64_t>(product);
  made.limb[1] = static_cast<std::uint64_t>(product >> 64);
  return made;
}

template <int kLimbs>
struct IntegerVec {
  Integer<kLimbs> x, y, z;

  bool is_zero() const { return x.is_zero() && y.is_zero() && z.is_zero(); }
  int top() const { return std::max(x.top(), std::max(y.top(), z.top())); }
  Vec3 to_doubles(int from) const { return {x.to_double(from), y.to_double(from), z.to_double(from)}; }
};

template <int kLimbs>
IntegerVec<kLimbs> operator+(const IntegerVec<kLimbs>& a, const IntegerVec<kLimbs>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <int kLimbs>
IntegerVec<kLimbs> operator-(const IntegerVec<kLimbs>& a, const IntegerVec<kLimbs>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <int kLimbs>
IntegerVec<kLimbs> operator-(const IntegerVec<kLimbs>& a) {
  return {-a.x, -a.y, -a.z};
}
template <int kScalar, int kLimbs>
IntegerVec<kScalar + kLimbs> operator*(const Integer<kScalar>& s, const IntegerVec<kLimbs>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
// As wide as the products: two bits of room are the caller's to have.
template <int kA, int kB>
Integer<kA + kB> dot(const IntegerVec<kA>& a, const IntegerVec<kB>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <int kA, int kB>
IntegerVec<kA + kB> cross(const IntegerVec<kA>& a, const IntegerVec<kB>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace clearance::detail
