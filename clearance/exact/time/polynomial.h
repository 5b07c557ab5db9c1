// Question: what is a polynomial in one variable, exactly, and what does it share with another?
// Method:   coefficients that never round. Common divisors by the subresultant sequence (Collins; Knuth 4.6.1, C), in
//           which every division is exact.
// Cost:     made for the contact functions of bodies in motion: degrees up to about ten.
#pragma once

#include <clearance/exact/dyadic.h>

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace clearance::detail {

class Polynomial {
 public:
  Polynomial() = default;  // zero
  Polynomial(Dyadic constant)
      : Polynomial(std::vector<Dyadic>{std::move(constant)}) {}  // NOLINT(google-explicit-constructor)
  // c[k] belongs to tᵏ.
  explicit Polynomial(std::vector<Dyadic> c);
  Polynomial(std::initializer_list<double> c) : Polynomial(std::vector<Dyadic>(c.begin(), c.end())) {}

  bool is_zero() const { return c_.empty(); }
  int degree() const { return static_cast<int>(c_.size()) - 1; }  // of zero: −1
  const Dyadic& operator[](std::size_t k) const { return c_[k]; }
  const Dyadic& leading() const { return c_.back(); }

  Dyadic at(const Dyadic& t) const;
  Polynomial derivative() const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);

 private:
  std::vector<Dyadic> c_;  // the last is not zero
};

// Up to a factor that is a number. Of two zeros: zero.
Polynomial common_divisor(const Polynomial& a, const Polynomial& b);

// Has the same real roots, each once. Of zero: zero.
Polynomial square_free(const Polynomial& p);

// ---- Over an interval -----------------------------------------------------------------------------------------------

// The coefficients of p over [low, high] in Bernstein's basis, all times one positive number: p lies between the least
// and the largest there, and has no more roots between low and high than these change their sign.
class BernsteinForm {
 public:
  BernsteinForm(const Polynomial& p, const Dyadic& low, const Dyadic& high);

  // How often the sign changes from one to the next, zeros left out. Of the roots between low and high, each counted as
  // often as it is one, there are as many or an even number less.
  int sign_changes() const;
  // The first sign that is not 0: p's own just above low. Of zero: 0.
  int first_sign() const;
  int sign_at_end() const { return b_.empty() ? 0 : b_.back().sign(); }

  // Over the lower and the upper half.
  BernsteinForm lower_half() const;
  BernsteinForm upper_half() const;

 private:
  BernsteinForm() = default;

  std::vector<Dyadic> b_;
};

// p > 0 from low to high, shown by halving so often: cheap where degrees are high. False may mean that it cannot tell.
bool is_surely_positive(const Polynomial& p, const Dyadic& low, const Dyadic& high, int halvings);

// ---- Vectors of polynomials -----------------------------------------------------------------------------------------

struct PolynomialVec {
  Polynomial x, y, z;
};
PolynomialVec operator+(const PolynomialVec& a, const PolynomialVec& b);
PolynomialVec operator-(const PolynomialVec& a, const PolynomialVec& b);
Polynomial dot(const PolynomialVec& a, const PolynomialVec& b);
PolynomialVec cross(const PolynomialVec& a, const PolynomialVec& b);

}  // namespace clearance::detail
