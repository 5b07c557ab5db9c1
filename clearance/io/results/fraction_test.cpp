#include <clearance/io/results/fraction.h>

#include <clearance/base/random.h>
#include <clearance/exact/dyadic.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

std::string text(std::vector<double> terms) { return fraction_text(terms); }

Dyadic sum(const std::vector<double>& terms) {
  Dyadic out;
  for (const double term : terms) out = out + Dyadic(term);
  return out;
}

TEST(Fraction, ByHand) {
  EXPECT_EQ(text({0}), "0/1");
  EXPECT_EQ(text({}), "0/1");
  EXPECT_EQ(text({3}), "3/1");
  EXPECT_EQ(text({-0.75}), "-3/4");
  EXPECT_EQ(text({1, -0x1p-81}), "2417851639229258349412351/2417851639229258349412352");
  EXPECT_EQ(text({0x1p60, 1}), "1152921504606846977/1");
  EXPECT_EQ(text({1e9, -1e9}), "0/1");
  EXPECT_EQ(text({0.5, -1.0}), "-1/2");
  EXPECT_EQ(text({1000000000, 0.5}), "2000000001/2");
  EXPECT_EQ(parse_fraction("-3/4", 4), std::vector<double>{-0.75});
  EXPECT_EQ(parse_fraction("0/7", 4), std::vector<double>{0});
  EXPECT_EQ(parse_fraction("9/12", 4), std::vector<double>{0.75});  // not in lowest terms
  EXPECT_EQ(parse_fraction("1152921504606846977/1", 4), (std::vector<double>{0x1p60, 1}));
  EXPECT_EQ(parse_fraction("2417851639229258349412351/2417851639229258349412352", 4),
            (std::vector<double>{1, -0x1p-81}));
}

TEST(Fraction, WhatIsNone) {
  for (const char* bad : {"", "/", "1", "1/", "/2", "1/0", "1/-2", "+1/2", " 1/2", "1/2 ", "1.5/2", "1/2/3", "--1/2",
                          "1/3", "2/7", "-1/10"})
    EXPECT_TRUE(parse_fraction(bad, 4).empty()) << bad;
  EXPECT_TRUE(parse_fraction(std::string(400, '9') + "/1", 4).empty());  // beyond doubles
  EXPECT_TRUE(parse_fraction("1/" + std::string(5000, '9'), 4).empty());
  EXPECT_TRUE(parse_fraction(text({1, 0x1p-60, 0x1p-120, 0x1p-180, 0x1p-240}), 4).empty());
  EXPECT_EQ(parse_fraction(text({1, 0x1p-60, 0x1p-120, 0x1p-180, 0x1p-240}), 5).size(), 5u);
}

TEST(Fraction, AnyRationalIsReadAndWritten) {
  const std::string long_one(kMostDigits, '7');
  for (const std::string& fraction :
       {std::string("1/3"), std::string("-22/7"), std::string("0/5"), "12345678901234567890123456789/" + long_one,
        "-" + long_one + "/9" + std::string(4000, '0') + "1"}) {
    const std::optional<Rational> value = parse_rational(fraction);
    ASSERT_TRUE(value);
    EXPECT_EQ(fraction_text(*value), fraction);
  }
  EXPECT_EQ(compare(parse_rational("22/7")->numerator, Dyadic(22.0)), 0);
  EXPECT_EQ(fraction_text(Rational{0.75, 0.1}), "27021597764222976/3602879701896397");  // both whole
  EXPECT_FALSE(parse_rational(long_one + "7/1"));
  EXPECT_FALSE(parse_rational("1/" + long_one + "7"));
  EXPECT_FALSE(parse_rational("1/" + std::string(kMostDigits, '0')));
  EXPECT_TRUE(terms_of(*parse_rational("1/3"), 100).empty());
  EXPECT_TRUE(terms_of(*parse_rational(long_one + "/1"), 4).empty());
}

TEST(Fraction, TheEndsOfTheRange) {
  const double largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::denorm_min();
  for (const std::vector<double>& terms :
       {std::vector{largest}, {smallest}, {-largest, smallest}, {largest, -1.0, smallest}, {0x1p-1022, -smallest}}) {
    const std::vector<double> again = parse_fraction(text(terms), 4);
    EXPECT_EQ(compare(sum(again), sum(terms)), 0);
    EXPECT_LE(again.size(), terms.size());
  }
}

TEST(Fraction, WhatIsWrittenComesBack) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> terms;
    const auto count = 1 + random.below(4);
    for (std::uint64_t i = 0; i < count; ++i)
      terms.push_back(std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(200)) - 150));
    const std::vector<double> again = parse_fraction(text(terms), 4);
    ASSERT_FALSE(again.empty()) << text(terms);
    EXPECT_EQ(compare(sum(again), sum(terms)), 0);
    EXPECT_EQ(text(again), text(terms));
    for (std::size_t i = 1; i < again.size(); ++i) EXPECT_LT(std::fabs(again[i]), std::fabs(again[i - 1]));
  }
}

}  // namespace
}  // namespace clearance::detail
