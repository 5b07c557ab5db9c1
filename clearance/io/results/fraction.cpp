#include <clearance/io/results/fraction.h>

#include <clearance/exact/dyadic.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace clearance::detail {
namespace {

// ---- Writing -----------------------------------------------------------------------------------------------------

// A whole number ≥ 0 in decimal: nine digits a limb, the lowest first.
class Natural {
 public:
  explicit Natural(std::uint64_t value = 0) {
    for (; value > 0; value /= kBase) limbs_.push_back(static_cast<std::uint32_t>(value % kBase));
  }

  bool is_odd() const { return !limbs_.empty() && limbs_[0] % 2 == 1; }
  bool is_zero() const { return limbs_.empty(); }
  bool operator<(const Natural& other) const {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
    return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(), other.limbs_.rend());
  }

  Natural& operator+=(const Natural& other) {
    limbs_.resize(std::max(limbs_.size(), other.limbs_.size()) + 1);
    std::uint32_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      const std::uint32_t sum = limbs_[i] + other.limb(i) + carry;
      limbs_[i] = sum % kBase;
      carry = sum / kBase;
    }
    return trim();
  }
  // Of a number that is not larger.
  Natural& operator-=(const Natural& other) {
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      const std::uint32_t take = other.limb(i) + borrow;
      borrow = limbs_[i] < take ? 1 : 0;
      limbs_[i] = limbs_[i] + borrow * kBase - take;
    }
    return trim();
  }
  void double_it() { *this += Natural(*this); }
  void shift_left(std::int64_t bits) {
    constexpr int kAtOnce = 30;
    for (; bits > 0; bits -= kAtOnce) {
      const std::uint64_t factor = std::uint64_t{1} << std::min<std::int64_t>(bits, kAtOnce);
      std::uint64_t carry = 0;
      for (std::uint32_t& limb : limbs_) {
        const std::uint64_t value = limb * factor + carry;  // below 10⁹·2³⁰ + 2³⁰
        limb = static_cast<std::uint32_t>(value % kBase);
        carry = value / kBase;
      }
      for (; carry > 0; carry /= kBase) limbs_.push_back(static_cast<std::uint32_t>(carry % kBase));
    }
  }
  void halve() {
    std::uint32_t rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
      const std::uint32_t value = *limb + rest * kBase;  // below 2·10⁹
      *limb = value / 2;
      rest = value % 2;
    }
    trim();
  }

  std::string text() const {
    std::string out = is_zero() ? "0" : std::to_string(limbs_.back());
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
      if (limb == limbs_.rbegin()) continue;
      char digits[16];
      std::snprintf(digits, sizeof digits, "%09u", static_cast<unsigned>(*limb));
      out += digits;
    }
    return out;
  }

 private:
  static constexpr std::uint32_t kBase = 1'000'000'000;

  std::uint32_t limb(std::size_t i) const { return i < limbs_.size() ? limbs_[i] : 0; }
  Natural& trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    return *this;
  }

  std::vector<std::uint32_t> limbs_;
};

// Bits of |term| below the point.
int exponent_of(double term) {
  int exponent = 0;
  std::frexp(term, &exponent);
  return std::max(exponent, -1021) - 53;
}

// |value| as a sum of m·2^e, m of 53 bits at most and odd, the largest first.
struct Term {
  std::uint64_t m;
  std::int64_t e;
};

Dyadic power_of_two(std::int64_t e) {
  Dyadic power = 1.0;
  const double step = e < 0 ? 0x1p-1000 : 0x1p1000;
  std::int64_t left = e < 0 ? -e : e;
  for (; left >= 1000; left -= 1000) power = power * Dyadic(step);
  return power * Dyadic(std::ldexp(1.0, static_cast<int>(e < 0 ? -left : left)));
}

std::vector<Term> terms_of_magnitude(const Dyadic& value) {
  std::vector<Term> terms;
  for (Dyadic left = value.sign() < 0 ? -value : value; left.sign() != 0;) {
    std::int64_t e = 0;
    auto m = static_cast<std::uint64_t>(std::ldexp(left.fraction(e), 53));
    for (e -= 53; m % 2 == 0; m /= 2) ++e;
    left = left - Dyadic(static_cast<double>(m)) * power_of_two(e);
    terms.push_back({m, e});
  }
  return terms;
}

// Their sum times 2^shift, which is whole.
Natural whole(const std::vector<Term>& terms, std::int64_t shift) {
  Natural sum;
  std::int64_t at = 0;  // the exponent of the sum's last bit
  for (const Term& term : terms) {
    if (&term != terms.data()) sum.shift_left(at - term.e);
    sum += Natural(term.m);
    at = term.e;
  }
  sum.shift_left(at + shift);
  return sum;
}

// ---- Reading -----------------------------------------------------------------------------------------------------

bool parse_natural(std::string_view digits, Dyadic& out) {
  if (digits.empty() || digits.size() > kMostDigits) return false;
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
  constexpr std::size_t kAtOnce = 15;  // 10¹⁵ is below 2⁵³
  while (!digits.empty()) {
    const std::string_view group = digits.substr(0, kAtOnce);
    double value = 0, factor = 1;
    for (const char c : group) value = 10 * value + (c - '0'), factor *= 10;
    out = out * Dyadic(factor) + Dyadic(value);
    digits.remove_prefix(group.size());
  }
  return true;
}

// r / q for q > 0 within 2⁻⁵⁰ of itself; infinite beyond the range.
double rough_quotient(const Dyadic& r, const Dyadic& q) {
  std::int64_t er = 0, eq = 0;
  const double fr = r.fraction(er), fq = q.fraction(eq);
  return std::ldexp(fr / fq, static_cast<int>(std::clamp<std::int64_t>(er - eq, -4000, 4000)));
}

}  // namespace

// Whole multiples of the smallest unit in use, those of either sign apart.
std::string fraction_text(std::span<const double> terms) {
  int unit = 0;
  for (const double term : terms) unit = term == 0 ? unit : std::min(unit, exponent_of(term));
  Natural sums[2];
  for (const double term : terms) {
    if (term == 0) continue;
    const int exponent = exponent_of(term);
    Natural value(static_cast<std::uint64_t>(std::ldexp(std::fabs(term), -exponent)));
    for (int i = unit; i < exponent; ++i) value.double_it();
    sums[term < 0 ? 1 : 0] += value;
  }
  const bool negative = sums[0] < sums[1];
  Natural& p = sums[negative ? 1 : 0];
  p -= sums[negative ? 0 : 1];
  if (p.is_zero()) unit = 0;
  for (; unit < 0 && !p.is_odd(); ++unit) p.halve();
  Natural q(1);
  for (int i = unit; i < 0; ++i) q.double_it();
  return (negative ? "-" : "") + p.text() + "/" + q.text();
}

std::string fraction_text(const Rational& value) {
  const std::vector<Term> p = terms_of_magnitude(value.numerator), q = terms_of_magnitude(value.denominator);
  std::int64_t shift = 0;
  for (const std::vector<Term>* terms : {&p, &q})
    if (!terms->empty()) shift = std::max(shift, -terms->back().e);
  return (value.numerator.sign() < 0 ? "-" : "") + whole(p, shift).text() + "/" + whole(q, shift).text();
}

std::optional<Rational> parse_rational(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  Dyadic p, q;
  if (slash == std::string_view::npos || !parse_natural(text.substr(0, slash), p) ||
      !parse_natural(text.substr(slash + 1), q) || q.sign() == 0)
    return std::nullopt;
  return Rational{negative ? -p : p, q};
}

// Greedily: the double nearest to what is left, found in two steps, until nothing is.
std::vector<double> terms_of(const Rational& value, int most) {
  const Dyadic& q = value.denominator;
  Dyadic left = value.numerator;
  std::vector<double> terms;
  do {
    if (static_cast<int>(terms.size()) == most) return {};
    double term = rough_quotient(left, q);
    if (!std::isfinite(term)) return {};
    term += rough_quotient(left - Dyadic(term) * q, q);
    if (!std::isfinite(term)) return {};
    terms.push_back(term);
    left = left - Dyadic(term) * q;
  } while (left.sign() != 0);
  return terms;
}

std::vector<double> parse_fraction(std::string_view text, int most) {
  const std::optional<Rational> value = parse_rational(text);
  return value ? terms_of(*value, most) : std::vector<double>();
}

}  // namespace clearance::detail
