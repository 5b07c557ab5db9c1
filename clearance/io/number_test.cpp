#include <clearance/io/number.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Number, ReadsWhatFilesHold) {
  EXPECT_EQ(parse_double("1"), 1.0);
  EXPECT_EQ(parse_double("+1.5"), 1.5);
  EXPECT_EQ(parse_double("-2."), -2.0);
  EXPECT_EQ(parse_double(".25"), 0.25);
  EXPECT_EQ(parse_double("1e-3"), 1e-3);
  EXPECT_EQ(parse_double("1E+3"), 1000.0);
  EXPECT_TRUE(std::signbit(parse_double("-0").value_or(1)));
  EXPECT_TRUE(std::isnan(parse_double("nan").value_or(1)));
  EXPECT_EQ(parse_double("-inf"), -kInfinity);
}

TEST(Number, RefusesWhatIsNone) {
  for (const char* text : {"", "+", "-", ".", "e5", "1e", "1,5", "1 ", " 1", "0x10", "++1", "+-1", "1.2.3", "one"})
    EXPECT_FALSE(parse_double(text)) << text;
  for (const char* text : {"", "1.5", "1e3", "9223372036854775808", "--1", "7/"})
    EXPECT_FALSE(parse_integer(text)) << text;
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_integer("+12"), 12);
}

// std::from_chars says "out of range" at both ends and leaves the value alone.
TEST(Number, BeyondTheRangeIsInfiniteBelowItIsZero) {
  EXPECT_EQ(parse_double("1e400"), kInfinity);
  EXPECT_EQ(parse_double("-1e99999999999999999999"), -kInfinity);
  EXPECT_EQ(parse_double("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(parse_double("-1e-99999999999999999999").value_or(1)));
  EXPECT_EQ(parse_double("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_double("1" + std::string(400, '0')), kInfinity);
  EXPECT_EQ(parse_double("0." + std::string(400, '0') + "1e401"), 1.0);
  EXPECT_EQ(parse_double("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_double("2e-324"), 0.0);
}

TEST(Number, WritingAndReadingGivesTheSameBits) {
  Random random(7);
  for (int i = 0; i < 100000; ++i) {
    const double value = std::bit_cast<double>(random.bits());
    if (!std::isfinite(value)) continue;
    const std::string text = double_text(value);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(parse_double(text).value_or(kInfinity)), std::bit_cast<std::uint64_t>(value))
        << text;
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value);
  }
  EXPECT_EQ(double_text(1), "1");
  EXPECT_EQ(double_text(0.1), "0.1");
}

// What WebAssembly reads, against what is read here.
TEST(Number, BothConversionsReadTheSame) {
  Random random(11);
  const auto same = [](const std::string& text) {
    const std::optional<double> by_c = decimal_by_c(text), value = parse_double(text);
    ASSERT_EQ(by_c.has_value(), value.has_value()) << text;
    const auto bits = [](const std::optional<double>& x) { return std::bit_cast<std::uint64_t>(x.value_or(0)); };
    EXPECT_EQ(bits(by_c), bits(value)) << text;
  };
  for (const char* text : {"",
                           "-",
                           ".",
                           "1.",
                           ".5",
                           "-.5",
                           "1e",
                           "1e+",
                           "1e5x",
                           "1e-3",
                           "0x10",
                           " 1",
                           "1 ",
                           "--1",
                           "1.2.",
                           "e5",
                           "-0",
                           "1e400",
                           "-1e400",
                           "2e-324",
                           "3e-324",
                           "1,5",
                           "1e99999999999999999999",
                           "1e-99999999999999999999"})
    same(text);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random.bits());
    if (!std::isfinite(value)) continue;
    same(double_text(value));
    EXPECT_EQ(parse_double(text_by_c(value)), value) << text_by_c(value);
    same(double_text(value) + "e" + std::to_string(static_cast<int>(random.bits() % 700) - 350));
  }
  // Halfway between two doubles, and beyond by a digit far behind.
  same("9007199254740993");
  same("9007199254740993.00000000000000000000000000000000000000000000000000000000000001");
}

}  // namespace
}  // namespace clearance::detail
