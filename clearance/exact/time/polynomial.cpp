// Notation: deg, lc: degree and leading coefficient; prem(u, v): the remainder of lc(v)^(deg u − deg v + 1)·u by v, for
//           which no division is needed.
#include <clearance/exact/time/polynomial.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace clearance::detail {
namespace {

Dyadic power(const Dyadic& x, int exponent) {
  Dyadic product = 1;
  for (int i = 0; i < exponent; ++i) product = product * x;
  return product;
}

// Quotient and remainder of lc(v)^(deg u − deg v + 1)·u by v; deg u ≥ deg v ≥ 0.
struct Division {
  std::vector<Dyadic> quotient, remainder;

  Division(const Polynomial& u, const Polynomial& v) {
    const std::size_t n = static_cast<std::size_t>(v.degree());
    for (int k = 0; k <= u.degree(); ++k) remainder.push_back(u[static_cast<std::size_t>(k)]);
    quotient.resize(remainder.size() - n);
    for (std::size_t k = quotient.size(); k-- > 0;) {
      const Dyadic lead = remainder[n + k];
      for (Dyadic& q : quotient) q = q * v.leading();
      quotient[k] = lead;
      remainder.pop_back();
      for (std::size_t i = 0; i < remainder.size(); ++i) {
        remainder[i] = remainder[i] * v.leading();
        if (i >= k) remainder[i] = remainder[i] - lead * v[i - k];
      }
    }
  }
};

// 1 / (n over k) for k from 0 to n, all times one whole number: the least common denominator where that is a double,
// which the degrees of contact functions are far below, else n!.
std::vector<Dyadic> inverse_binomials(std::uint64_t n) {
  constexpr std::uint64_t kLeastCommon = 36;
  std::vector<Dyadic> inverse(n + 1);
  if (n > kLeastCommon) {
    std::vector<Dyadic> factorial(n + 1, Dyadic(1));
    for (std::uint64_t k = 1; k <= n; ++k) factorial[k] = Dyadic(static_cast<double>(k)) * factorial[k - 1];
    for (std::uint64_t k = 0; k <= n; ++k) inverse[k] = factorial[k] * factorial[n - k];
    return inverse;
  }
  std::vector<std::uint64_t> binomial(n + 1, 1);
  std::uint64_t common = 1;
  for (std::uint64_t k = 1; k <= n; ++k) {
    binomial[k] = binomial[k - 1] * (n - k + 1) / k;
    common = std::lcm(common, binomial[k]);
  }
  for (std::uint64_t k = 0; k <= n; ++k) inverse[k] = static_cast<double>(common / binomial[k]);
  return inverse;
}

}  // namespace

Polynomial::Polynomial(std::vector<Dyadic> c) : c_(std::move(c)) {
  while (!c_.empty() && c_.back().sign() == 0) c_.pop_back();
}

Dyadic Polynomial::at(const Dyadic& t) const {
  Dyadic value;
  for (std::size_t k = c_.size(); k-- > 0;) value = value * t + c_[k];
  return value;
}

Polynomial Polynomial::derivative() const {
  std::vector<Dyadic> d;
  for (std::size_t k = 1; k < c_.size(); ++k) d.push_back(Dyadic(static_cast<double>(k)) * c_[k]);
  return Polynomial(std::move(d));
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  std::vector<Dyadic> sum(std::max(a.c_.size(), b.c_.size()));
  for (std::size_t k = 0; k < sum.size(); ++k)
    sum[k] = (k < a.c_.size() ? a.c_[k] : Dyadic()) + (k < b.c_.size() ? b.c_[k] : Dyadic());
  return Polynomial(std::move(sum));
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  std::vector<Dyadic> difference(std::max(a.c_.size(), b.c_.size()));
  for (std::size_t k = 0; k < difference.size(); ++k)
    difference[k] = (k < a.c_.size() ? a.c_[k] : Dyadic()) - (k < b.c_.size() ? b.c_[k] : Dyadic());
  return Polynomial(std::move(difference));
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return {};
  std::vector<Dyadic> product(a.c_.size() + b.c_.size() - 1);
  for (std::size_t i = 0; i < a.c_.size(); ++i)
    for (std::size_t k = 0; k < b.c_.size(); ++k) product[i + k] = product[i + k] + a.c_[i] * b.c_[k];
  return Polynomial(std::move(product));
}

Polynomial common_divisor(const Polynomial& a, const Polynomial& b) {
  Polynomial u = a.degree() >= b.degree() ? a : b, v = a.degree() >= b.degree() ? b : a;
  if (v.is_zero()) return u;
  Dyadic g = 1, h = 1;
  while (v.degree() > 0) {
    const int delta = u.degree() - v.degree();
    const Polynomial rest(Division(u, v).remainder);
    if (rest.is_zero()) return v;
    const Dyadic divisor = g * power(h, delta);
    std::vector<Dyadic> reduced;
    for (int k = 0; k <= rest.degree(); ++k)
      reduced.push_back(exact_quotient(rest[static_cast<std::size_t>(k)], divisor));
    u = std::exchange(v, Polynomial(std::move(reduced)));
    g = u.leading();
    if (delta > 0) h = exact_quotient(power(g, delta), power(h, delta - 1));
  }
  return Polynomial(Dyadic(1));
}

Polynomial square_free(const Polynomial& p) {
  if (p.degree() < 2) return p;
  const Polynomial repeated = common_divisor(p, p.derivative());
  if (repeated.degree() == 0) return p;
  return Polynomial(Division(p, repeated).quotient);
}

// ---- Over an interval -----------------------------------------------------------------------------------------------

BernsteinForm::BernsteinForm(const Polynomial& p, const Dyadic& low, const Dyadic& high) {
  if (p.is_zero()) return;
  const std::size_t n = static_cast<std::size_t>(p.degree());
  // a: the coefficients of p(low + width·x) in x, by Horner's scheme.
  std::vector<Dyadic> a(n + 1);
  for (std::size_t k = 0; k <= n; ++k) a[k] = p[k];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = n; i-- > k;) a[i] = a[i] + low * a[i + 1];
  const Dyadic width = high - low;
  Dyadic scale = 1;
  for (std::size_t k = 1; k <= n; ++k) {
    scale = scale * width;
    a[k] = a[k] * scale;
  }
  // bⱼ = Σ (j over i)/(n over i)·aᵢ, all times one number: the first of the j-th row of sums of neighbours.
  const std::vector<Dyadic> inverse = inverse_binomials(n);
  for (std::size_t k = 0; k <= n; ++k) a[k] = inverse[k] * a[k];
  while (!a.empty()) {
    b_.push_back(a.front());
    for (std::size_t i = 0; i + 1 < a.size(); ++i) a[i] = a[i] + a[i + 1];
    a.pop_back();
  }
}

int BernsteinForm::sign_changes() const {
  int changes = 0, last = 0;
  for (const Dyadic& b : b_) {
    if (b.sign() == 0) continue;
    if (last != 0 && b.sign() != last) ++changes;
    last = b.sign();
  }
  return changes;
}

int BernsteinForm::first_sign() const {
  for (const Dyadic& b : b_)
    if (b.sign() != 0) return b.sign();
  return 0;
}

// De Casteljau's scheme: the first, or the last, of each row of means.
BernsteinForm BernsteinForm::lower_half() const {
  BernsteinForm half;
  std::vector<Dyadic> row = b_;
  while (!row.empty()) {
    half.b_.push_back(row.front());
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = Dyadic(0.5) * (row[i] + row[i + 1]);
    row.pop_back();
  }
  return half;
}

BernsteinForm BernsteinForm::upper_half() const {
  BernsteinForm half;
  std::vector<Dyadic> row = b_;
  while (!row.empty()) {
    half.b_.push_back(row.back());
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = Dyadic(0.5) * (row[i] + row[i + 1]);
    row.pop_back();
  }
  std::reverse(half.b_.begin(), half.b_.end());
  return half;
}

// ---- Vectors of polynomials -----------------------------------------------------------------------------------------

namespace {

// At both ends it is.
bool is_surely_positive(const BernsteinForm& form, int halvings) {
  if (form.sign_changes() == 0) return true;
  if (halvings == 0) return false;
  const BernsteinForm lower = form.lower_half();
  return lower.sign_at_end() > 0 && is_surely_positive(lower, halvings - 1) &&
         is_surely_positive(form.upper_half(), halvings - 1);
}

}  // namespace

bool is_surely_positive(const Polynomial& p, const Dyadic& low, const Dyadic& high, int halvings) {
  return p.at(low).sign() > 0 && p.at(high).sign() > 0 && is_surely_positive(BernsteinForm(p, low, high), halvings);
}

PolynomialVec operator+(const PolynomialVec& a, const PolynomialVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
PolynomialVec operator-(const PolynomialVec& a, const PolynomialVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

Polynomial dot(const PolynomialVec& a, const PolynomialVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

PolynomialVec cross(const PolynomialVec& a, const PolynomialVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace clearance::detail
