#include <clearance/exact/time/polynomial.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

Polynomial random_polynomial(Random& random, int degree, std::uint64_t largest) {
  std::vector<Dyadic> c;
  for (int k = 0; k <= degree; ++k)
    c.emplace_back(static_cast<double>(random.below(2 * largest + 1)) - static_cast<double>(largest));
  return Polynomial(std::move(c));
}

bool are_equal(const Polynomial& a, const Polynomial& b) { return (a - b).is_zero(); }

// a·lc(b) = b·lc(a).
bool are_multiples(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return a.is_zero() && b.is_zero();
  return are_equal(a * Polynomial(b.leading()), b * Polynomial(a.leading()));
}

TEST(Polynomial, ZeroHasNoDegreeAndTrailingZerosVanish) {
  EXPECT_EQ(Polynomial().degree(), -1);
  EXPECT_TRUE(Polynomial({0, 0, 0}).is_zero());
  EXPECT_EQ(Polynomial({1, 2, 0}).degree(), 1);
  EXPECT_TRUE(Polynomial().derivative().is_zero());
  EXPECT_EQ(Polynomial().at(5).sign(), 0);
}

TEST(Polynomial, SumsAndProductsAreThoseOfTheValues) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const Polynomial a = random_polynomial(random, static_cast<int>(random.below(6)), 9);
    const Polynomial b = random_polynomial(random, static_cast<int>(random.below(6)), 9);
    const Dyadic t = random.uniform(-3, 3);
    EXPECT_EQ(compare((a + b).at(t), a.at(t) + b.at(t)), 0);
    EXPECT_EQ(compare((a - b).at(t), a.at(t) - b.at(t)), 0);
    EXPECT_EQ(compare((a * b).at(t), a.at(t) * b.at(t)), 0);
    // (a·b)' = a'·b + a·b'.
    EXPECT_TRUE(are_equal((a * b).derivative(), a.derivative() * b + a * b.derivative()));
  }
}

TEST(Polynomial, CommonDivisors) {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    const Polynomial shared = random_polynomial(random, static_cast<int>(random.below(4)), 5);
    const Polynomial a = random_polynomial(random, static_cast<int>(random.below(4)), 5) * shared;
    const Polynomial b = random_polynomial(random, static_cast<int>(random.below(4)), 5) * shared;
    if (a.is_zero() || b.is_zero()) continue;
    const Polynomial divisor = common_divisor(a, b);
    EXPECT_GE(divisor.degree(), shared.degree());
    // What is common to both and the shared factor is the factor.
    EXPECT_TRUE(are_multiples(common_divisor(divisor, shared), shared) || shared.degree() == 0);
    EXPECT_TRUE(are_multiples(common_divisor(a, b), common_divisor(b, a)));
    // The divisor divides.
    EXPECT_EQ(common_divisor(divisor, a).degree(), divisor.degree());
    EXPECT_EQ(common_divisor(divisor, b).degree(), divisor.degree());
  }
  EXPECT_EQ(common_divisor(Polynomial({-1, 1}), Polynomial({-2, 1})).degree(), 0);
  EXPECT_TRUE(common_divisor(Polynomial(), Polynomial()).is_zero());
  EXPECT_TRUE(are_equal(common_divisor(Polynomial(), Polynomial({1, 1})), Polynomial({1, 1})));
}

TEST(Polynomial, SquareFreeKeepsEachRootOnce) {
  const Polynomial third({-1, 3}), two({-2, 1}), none({1, 0, 1});
  EXPECT_TRUE(are_multiples(square_free(third * third * third * two * none * none), third * two * none));
  EXPECT_TRUE(are_multiples(square_free(third * two), third * two));
  EXPECT_EQ(square_free(Polynomial({5})).degree(), 0);
  EXPECT_TRUE(square_free(Polynomial()).is_zero());
}

TEST(Bernstein, CoefficientsEncloseTheValuesAndHalvesAreTheHalves) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const Polynomial p = random_polynomial(random, static_cast<int>(random.below(8)), 9);
    const double low = random.uniform(-2, 1), high = low + random.uniform(0.1, 2);
    const BernsteinForm form(p, low, high);
    if (form.sign_changes() == 0) {
      for (int k = 1; k < 32; ++k) {
        const int sign = p.at(low + (high - low) * (k / 32.0)).sign();
        ASSERT_TRUE(sign == 0 || sign == form.first_sign());
        if (!p.is_zero()) {
          ASSERT_NE(sign, 0);
        }
      }
    }
    const Dyadic middle = Dyadic(0.5) * (Dyadic(low) + Dyadic(high));
    const BernsteinForm lower(p, low, middle), upper(p, middle, high);
    EXPECT_EQ(form.lower_half().sign_changes(), lower.sign_changes());
    EXPECT_EQ(form.upper_half().sign_changes(), upper.sign_changes());
    EXPECT_EQ(form.lower_half().first_sign(), lower.first_sign());
    EXPECT_EQ(form.lower_half().sign_at_end(), p.at(middle).sign());
    EXPECT_EQ(form.upper_half().sign_at_end(), p.at(high).sign());
  }
}

// A turning plane below a body under an angular velocity, which has radii and a margin, needs degrees beyond 40, whose
// binomials have no common denominator that is a double: the checker of its timeline ended the program.
TEST(Bernstein, HighDegrees) {
  for (const int degree : {35, 36, 37, 41, 60, 90}) {
    std::vector<Dyadic> c(static_cast<std::size_t>(degree) + 1);
    c.front() = 1, c.back() = 1;
    const Polynomial positive{std::move(c)}, line{-0.5, 1};  // zero at 1/2
    EXPECT_EQ(BernsteinForm(positive, 0, 1).sign_changes(), 0) << degree;
    const BernsteinForm crossing(positive * line, 0, 1);
    EXPECT_EQ(crossing.sign_changes(), 1) << degree;
    EXPECT_EQ(crossing.first_sign(), -1) << degree;
    EXPECT_EQ(crossing.lower_half().sign_at_end(), 0) << degree;
    EXPECT_EQ(crossing.sign_at_end(), 1) << degree;
    EXPECT_TRUE(is_surely_positive(positive, -0.5, 1, 4)) << degree;
    EXPECT_FALSE(is_surely_positive(positive * line, 0, 1, 4)) << degree;
  }
}

}  // namespace
}  // namespace clearance::detail
