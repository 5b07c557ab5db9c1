// Notation: |x| = Σ limb[i]·2^(exponent + 64 i), i = 0 … size−1, lowest and highest limb not zero; x = sign·|x|.
//           Exponents are multiples of 64, so numbers line up limb by limb and no addition shifts bits.
#include <clearance/exact/dyadic.h>

#include <clearance/base/assert.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace clearance {
namespace {

__extension__ using Wide = unsigned __int128;

// low[0 … count) += addend, with `carry` handed back.
std::uint64_t add_into(std::uint64_t* low, const std::uint64_t* addend, std::uint32_t count) {
  std::uint64_t carry = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Wide sum = static_cast<Wide>(low[i]) + addend[i] + carry;
    low[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return carry;
}

std::uint64_t subtract_from(std::uint64_t* low, const std::uint64_t* subtrahend, std::uint32_t count) {
  std::uint64_t borrow = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Wide difference = static_cast<Wide>(low[i]) - subtrahend[i] - borrow;
    low[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return borrow;
}

// row[0 … count) += factor × limbs; the limb above is handed back.
std::uint64_t multiply_into(std::uint64_t* row, const std::uint64_t* limbs, std::uint32_t count, std::uint64_t factor) {
  std::uint64_t carry = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    // (2⁶⁴−1)² + 2(2⁶⁴−1) = 2¹²⁸−1: never overflows.
    const Wide product = static_cast<Wide>(limbs[i]) * factor + row[i] + carry;
    row[i] = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
  return carry;
}

std::uint32_t limbs_between(std::int64_t low, std::int64_t high) {
  return static_cast<std::uint32_t>((high - low) / 64);
}

}  // namespace

Dyadic::Dyadic(double value) {
  CLEARANCE_ASSERT(std::isfinite(value));
  if (value == 0 || !std::isfinite(value)) return;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t stored = bits & 0xfffffffffffffu;
  const std::uint64_t mantissa = biased == 0 ? stored : stored | std::uint64_t{1} << 52;
  // value = ± mantissa × 2^(exponent of the last bit). The arithmetic shift rounds down to a multiple of 64.
  const int last_bit = std::max(biased, 1) - 1075;
  const int base = (last_bit >> 6) * 64, shift = last_bit - base;
  inline_[0] = mantissa << shift;
  inline_[1] = shift > 0 ? mantissa >> (64 - shift) : 0;
  sign_ = value < 0 ? -1 : 1;
  size_ = 2;
  exponent_ = base;
  normalise();
}

Dyadic::Dyadic(const Dyadic& other) { copy_from(other); }

Dyadic::Dyadic(Dyadic&& other) noexcept { steal_from(other); }

Dyadic& Dyadic::operator=(const Dyadic& other) {
  if (this == &other) return *this;
  release();
  copy_from(other);
  return *this;
}

Dyadic& Dyadic::operator=(Dyadic&& other) noexcept {
  if (this == &other) return *this;
  release();
  steal_from(other);
  return *this;
}

Dyadic::~Dyadic() { release(); }

void Dyadic::reserve(std::uint64_t count) {
  CLEARANCE_ASSERT(count <= std::numeric_limits<std::uint32_t>::max());
  size_ = static_cast<std::uint32_t>(count);
  if (count <= kInline) return;
  heap_ = new std::uint64_t[count];
  capacity_ = size_;
}

void Dyadic::copy_from(const Dyadic& other) {
  reserve(other.size_);
  std::copy_n(other.limbs(), other.size_, limbs());
  sign_ = other.sign_;
  exponent_ = other.exponent_;
}

void Dyadic::steal_from(Dyadic& other) {
  if (other.capacity_ == kInline) return copy_from(other);
  sign_ = other.sign_;
  size_ = other.size_;
  exponent_ = other.exponent_;
  heap_ = other.heap_;
  capacity_ = other.capacity_;
  other.capacity_ = kInline;
  other.size_ = 0;
  other.sign_ = 0;
}

void Dyadic::release() {
  if (capacity_ != kInline) delete[] heap_;
  capacity_ = kInline;
}

void Dyadic::normalise() {
  std::uint64_t* const x = limbs();
  while (size_ > 0 && x[size_ - 1] == 0) --size_;
  std::uint32_t zeros = 0;
  while (zeros < size_ && x[zeros] == 0) ++zeros;
  if (zeros > 0) {
    std::copy(x + zeros, x + size_, x);
    size_ -= zeros;
    exponent_ += 64 * static_cast<std::int64_t>(zeros);
  }
  if (size_ == 0) {
    sign_ = 0;
    exponent_ = 0;
  }
}

int Dyadic::compare_magnitudes(const Dyadic& a, const Dyadic& b) {
  if (a.size_ == 0 || b.size_ == 0) return (a.size_ > 0) - (b.size_ > 0);
  if (a.top() != b.top()) return a.top() < b.top() ? -1 : 1;
  const std::uint64_t *x = a.limbs() + a.size_, *y = b.limbs() + b.size_;
  for (std::uint32_t i = std::min(a.size_, b.size_); i > 0; --i) {
    if (*--x != *--y) return *x < *y ? -1 : 1;
  }
  // Equal so far, and the lowest limb is never zero: the longer one is larger.
  return (a.size_ > b.size_) - (a.size_ < b.size_);
}

void Dyadic::add_magnitudes(Dyadic& out, const Dyadic& a, const Dyadic& b) {
  out.exponent_ = std::min(a.exponent_, b.exponent_);
  out.reserve(limbs_between(out.exponent_, std::max(a.top(), b.top())) + std::uint64_t{1});
  std::uint64_t* const x = out.limbs();
  std::fill_n(x, out.size_, 0);
  std::copy_n(a.limbs(), a.size_, x + limbs_between(out.exponent_, a.exponent_));
  std::uint64_t* above = x + limbs_between(out.exponent_, b.top());
  // The limb at the very top is zero, so the carry ends there at the latest.
  if (add_into(above - b.size_, b.limbs(), b.size_) != 0)
    while (++*above++ == 0) continue;
  out.normalise();
}

void Dyadic::subtract_magnitudes(Dyadic& out, const Dyadic& larger, const Dyadic& smaller) {
  out.exponent_ = std::min(larger.exponent_, smaller.exponent_);
  out.reserve(limbs_between(out.exponent_, larger.top()));
  std::uint64_t* const x = out.limbs();
  const std::uint32_t below = limbs_between(out.exponent_, larger.exponent_);
  std::fill_n(x, below, 0);
  std::copy_n(larger.limbs(), larger.size_, x + below);
  std::uint64_t* above = x + limbs_between(out.exponent_, smaller.top());
  // larger ≥ smaller, so there is a limb to borrow from.
  if (subtract_from(above - smaller.size_, smaller.limbs(), smaller.size_) != 0)
    while ((*above++)-- == 0) continue;
  out.normalise();
}

Dyadic Dyadic::sum(const Dyadic& a, const Dyadic& b, int sign_of_b) {
  Dyadic out;
  if (sign_of_b == 0) {
    out.copy_from(a);
  } else if (a.sign_ == 0) {
    out.copy_from(b);
    out.sign_ = sign_of_b;
  } else if (a.sign_ == sign_of_b) {
    out.sign_ = a.sign_;
    add_magnitudes(out, a, b);
  } else if (const int order = compare_magnitudes(a, b); order != 0) {
    out.sign_ = order > 0 ? a.sign_ : sign_of_b;
    subtract_magnitudes(out, order > 0 ? a : b, order > 0 ? b : a);
  }
  return out;
}

Dyadic operator+(const Dyadic& a, const Dyadic& b) { return Dyadic::sum(a, b, b.sign_); }
Dyadic operator-(const Dyadic& a, const Dyadic& b) { return Dyadic::sum(a, b, -b.sign_); }

Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  Dyadic out;
  if (a.sign_ == 0 || b.sign_ == 0) return out;
  out.sign_ = a.sign_ * b.sign_;
  out.exponent_ = a.exponent_ + b.exponent_;
  out.reserve(std::uint64_t{a.size_} + b.size_);
  std::uint64_t* const x = out.limbs();
  const std::uint64_t* const factors = b.limbs();
  std::fill_n(x, a.size_, 0);
  for (std::uint32_t i = 0; i < b.size_; ++i) x[a.size_ + i] = multiply_into(x + i, a.limbs(), a.size_, factors[i]);
  out.normalise();
  return out;
}

// b = odd·2^shift, times a power of 2⁶⁴. From the lowest limb up, each limb of the quotient is the one that makes the
// rest's vanish: the rest's times the inverse of odd's lowest modulo 2⁶⁴ (Jebelean 1993).
Dyadic exact_quotient(const Dyadic& a, const Dyadic& b) {
  CLEARANCE_ASSERT(b.sign_ != 0);
  if (a.sign_ == 0 || b.sign_ == 0) return {};
  const int shift = std::countr_zero(b.limbs()[0]);
  // 2^(64 − shift), so that the quotient's exponent stays a multiple of 64.
  const Dyadic up = shift == 0 ? Dyadic(1) : Dyadic(std::ldexp(1, 64 - shift));
  Dyadic rest = up * a, odd = up * b;
  CLEARANCE_ASSERT((odd.limbs()[0] & 1) == 1);
  std::uint64_t inverse = odd.limbs()[0];  // right to three bits; each step doubles them
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd.limbs()[0] * inverse;

  Dyadic out;
  out.sign_ = a.sign_ * b.sign_;
  out.exponent_ = rest.exponent_ - odd.exponent_;
  CLEARANCE_ASSERT(rest.size_ >= odd.size_);
  out.reserve(std::uint64_t{rest.size_} - odd.size_ + 1);
  std::uint64_t *const x = rest.limbs(), *const quotient = out.limbs();
  for (std::uint32_t i = 0; i < out.size_; ++i) {
    quotient[i] = x[i] * inverse;
    std::uint64_t borrow = 0;
    for (std::uint32_t k = 0; i + k < rest.size_ && (k < odd.size_ || borrow != 0); ++k) {
      const Wide product = (k < odd.size_ ? static_cast<Wide>(odd.limbs()[k]) * quotient[i] : 0) + borrow;
      const auto low = static_cast<std::uint64_t>(product);
      borrow = static_cast<std::uint64_t>(product >> 64) + (x[i + k] < low ? 1 : 0);
      x[i + k] -= low;
    }
  }
  CLEARANCE_ASSERT(std::all_of(x, x + rest.size_, [](std::uint64_t limb) { return limb == 0; }));
  out.normalise();
  return out;
}

Dyadic Dyadic::operator-() const {
  Dyadic out(*this);
  out.sign_ = -sign_;
  return out;
}

int compare(const Dyadic& a, const Dyadic& b) {
  if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
  return a.sign_ * Dyadic::compare_magnitudes(a, b);
}

double Dyadic::fraction(std::int64_t& exponent) const {
  exponent = 0;
  if (sign_ == 0) return 0;
  const std::uint64_t* const x = limbs();
  const int zeros = std::countl_zero(x[size_ - 1]);
  std::uint64_t leading = x[size_ - 1] << zeros;
  if (zeros > 0 && size_ > 1) leading |= x[size_ - 2] >> (64 - zeros);
  exponent = top() - zeros;
  return sign_ * (static_cast<double>(leading >> 11) * 0x1p-53);
}

double Dyadic::to_double() const {
  std::int64_t exponent = 0;
  const double f = fraction(exponent);
  if (exponent > 1024) return sign_ * std::numeric_limits<double>::infinity();
  if (exponent < -1073) return 0;  // below the smallest denormal, 2⁻¹⁰⁷⁴
  // A denormal keeps only `exponent + 1074` bits: cut the others off here, since ldexp would round them.
  const int kept = static_cast<int>(std::min<std::int64_t>(53, exponent + 1074));
  return std::ldexp(std::trunc(std::ldexp(f, kept)), static_cast<int>(exponent) - kept);
}

DyadicVec operator+(const DyadicVec& a, const DyadicVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
DyadicVec operator-(const DyadicVec& a, const DyadicVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
DyadicVec operator-(const DyadicVec& a) { return {-a.x, -a.y, -a.z}; }
DyadicVec operator*(const Dyadic& s, const DyadicVec& a) { return {s * a.x, s * a.y, s * a.z}; }
Dyadic dot(const DyadicVec& a, const DyadicVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

DyadicVec cross(const DyadicVec& a, const DyadicVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

bool is_zero(const DyadicVec& a) { return a.x.sign() == 0 && a.y.sign() == 0 && a.z.sign() == 0; }

Vec3 direction_of(const DyadicVec& a) {
  std::int64_t exponents[3];
  const double fractions[3] = {a.x.fraction(exponents[0]), a.y.fraction(exponents[1]), a.z.fraction(exponents[2])};
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (int i = 0; i < 3; ++i)
    if (fractions[i] != 0) largest = std::max(largest, exponents[i]);
  double scaled[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i)
    if (fractions[i] != 0 && exponents[i] - largest >= -1000)
      scaled[i] = std::ldexp(fractions[i], static_cast<int>(exponents[i] - largest));
  return {scaled[0], scaled[1], scaled[2]};
}

}  // namespace clearance
