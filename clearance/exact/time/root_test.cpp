#include <clearance/exact/time/root.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Zero at p/q alone.
Polynomial line(double p, double q = 1) { return {-p, q}; }

TEST(Root, OfLinesAreTheNearestDoubles) {
  std::vector<Root> third = roots_between(line(1, 3), 0, 1);
  ASSERT_EQ(third.size(), 1u);
  const auto [lower, upper] = third[0].enclosure();
  EXPECT_LT(lower, upper);
  EXPECT_EQ(std::nextafter(lower, 1), upper);
  // fma rounds once: the signs of 3·lower − 1 and 3·upper − 1.
  EXPECT_LT(std::fma(3, lower, -1), 0);
  EXPECT_GT(std::fma(3, upper, -1), 0);

  std::vector<Root> tenth = roots_between(line(0.1), 0, 1);
  ASSERT_EQ(tenth.size(), 1u);
  EXPECT_EQ(tenth[0].enclosure().lower, 0.1);
  EXPECT_EQ(tenth[0].enclosure().upper, 0.1);
}

TEST(Root, EndsOfTheIntervalCount) {
  const Polynomial p = line(0) * line(1) * line(1, 2);
  std::vector<Root> all = roots_between(p, 0, 1);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].enclosure().upper, 0);
  EXPECT_EQ(all[1].enclosure().upper, 0.5);
  EXPECT_EQ(all[2].enclosure().lower, 1);
  EXPECT_EQ(roots_between(p, 1, 1).size(), 1u);
  EXPECT_EQ(roots_between(p, 0.75, 0.75).size(), 0u);
}

TEST(Root, SquareRootOfTwo) {
  std::vector<Root> roots = roots_between({-2, 0, 1}, 0, 2);
  ASSERT_EQ(roots.size(), 1u);
  const auto [lower, upper] = roots[0].enclosure();
  EXPECT_LT(std::fma(lower, lower, -2), 0);
  EXPECT_GT(std::fma(upper, upper, -2), 0);
  EXPECT_EQ(std::nextafter(lower, 2), upper);
}

TEST(Root, SignsOfOtherPolynomials) {
  std::vector<Root> roots = roots_between({-2, 0, 1}, 0, 2);
  ASSERT_EQ(roots.size(), 1u);
  Root& root = roots[0];
  EXPECT_EQ(root.sign_of({-2, 0, 1}), 0);
  EXPECT_EQ(root.sign_of(Polynomial({-2, 0, 1}) * line(7, 5)), 0);
  EXPECT_EQ(root.sign_of(line(7, 5)), 1);
  EXPECT_EQ(root.sign_of(line(1.5)), -1);
  EXPECT_EQ(root.sign_of({}), 0);
  EXPECT_EQ(root.sign_of({-3}), -1);
  // √2 to fifty bits, from both sides.
  EXPECT_EQ(root.sign_of(line(std::nextafter(std::sqrt(2.0), 0))), 1);
  EXPECT_EQ(root.sign_of(line(std::nextafter(std::sqrt(2.0), 2))), -1);
}

TEST(Root, OrderIsExact) {
  // (3t − 1) is common; so is √½ of two others.
  std::vector<Root> a = roots_between(line(1, 3) * Polynomial({-1, 0, 2}), 0, 1);
  std::vector<Root> b = roots_between(line(1, 3) * line(2, 3) * Polynomial({-1, 0, 2}) * Polynomial({1, 0, 1}), 0, 1);
  ASSERT_EQ(a.size(), 2u);
  ASSERT_EQ(b.size(), 3u);
  const int expected[2][3] = {{0, -1, -1}, {1, 1, 0}};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      Root x = a[i], y = b[k];
      EXPECT_EQ(compare(x, y), expected[i][k]) << i << " " << k;
      EXPECT_EQ(compare(y, x), -expected[i][k]) << i << " " << k;
    }
  // A third, and the double nearest to it.
  Root third = a[0], near(1.0 / 3);
  EXPECT_EQ(compare(near, third), std::fma(3, 1.0 / 3, -1) < 0 ? -1 : 1);
  Root half = roots_between(line(1, 2), 0, 1)[0], exactly(0.5);
  EXPECT_EQ(compare(half, exactly), 0);
}

// Roots that are known, some of them repeated: all are found, in order, each once.
TEST(Root, OfProductsAreThoseOfTheFactors) {
  Random random(5);
  for (int round = 0; round < 400; ++round) {
    Polynomial p({1});
    std::vector<std::pair<double, double>> known;
    for (std::uint64_t k = random.below(5); k > 0; --k) {
      const double q = 1 + static_cast<double>(random.below(12)), n = static_cast<double>(random.below(13));
      known.emplace_back(n, q);
      for (std::uint64_t often = 1 + random.below(2); often > 0; --often) p = p * line(n, q);
    }
    if (random.below(2) == 0) p = p * Polynomial({1 + random.unit(), 0, 1});
    std::sort(known.begin(), known.end(),
              [](const auto& x, const auto& y) { return x.first * y.second < y.first * x.second; });
    known.erase(std::unique(known.begin(), known.end(),
                            [](const auto& x, const auto& y) { return x.first * y.second == y.first * x.second; }),
                known.end());
    std::erase_if(known, [](const auto& x) { return x.first > x.second; });
    std::vector<Root> found = roots_between(p, 0, 1);
    ASSERT_EQ(found.size(), known.size()) << round;
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].sign_of(line(known[k].first, known[k].second)), 0) << round;
      EXPECT_EQ(found[k].sign_of(p), 0);
      const auto [lower, upper] = found[k].enclosure();
      EXPECT_LE(std::fma(known[k].second, lower, -known[k].first), 0);
      EXPECT_GE(std::fma(known[k].second, upper, -known[k].first), 0);
      EXPECT_GE(std::nextafter(lower, 2), upper);
    }
  }
}

// Between neighbouring roots the sign does not change, and at simple ones it does.
TEST(Root, OfAnyCoefficients) {
  Random random(6);
  for (int round = 0; round < 300; ++round) {
    std::vector<Dyadic> c;
    for (std::uint64_t k = 2 + random.below(7); k > 0; --k) c.emplace_back(random.uniform(-1, 1));
    const Polynomial p(std::move(c));
    std::vector<Root> roots = roots_between(p, -2, 2);
    double last = -2;
    int sign = p.at(last).sign();
    for (Root& root : roots) {
      const auto [lower, upper] = root.enclosure();
      ASSERT_GE(lower, last);
      for (int k = 1; k < 16; ++k) {
        const double t = last + (lower - last) * (k / 16.0);
        if (t > last && t < lower) {
          ASSERT_EQ(p.at(t).sign(), sign);
        }
      }
      sign = -sign;
      last = upper;
    }
    for (int k = 1; k < 16; ++k) ASSERT_EQ(p.at(last + (2 - last) * (k / 16.0)).sign(), sign);
  }
}

TEST(Root, PositiveThroughout) {
  EXPECT_TRUE(is_positive({1}, 0, 1));
  EXPECT_FALSE(is_positive({}, 0, 1));
  EXPECT_FALSE(is_positive({0, 1}, 0, 1));
  EXPECT_TRUE(is_positive({0, 1}, 0x1p-1074, 1));
  EXPECT_FALSE(is_positive({1, -1}, 0, 1));
  // (2t − 1)² touches zero between; a hair above it does not, though its coefficients change sign.
  EXPECT_FALSE(is_positive({1, -4, 4}, 0, 1));
  EXPECT_TRUE(is_positive({1 + 0x1p-52, -4, 4}, 0, 1));
  EXPECT_TRUE(is_positive({1, -4, 4}, 0.75, 1));
}

}  // namespace
}  // namespace clearance::detail
