#include <clearance/exact/dyadic.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
constexpr double kLargest = std::numeric_limits<double>::max();
__extension__ using Int128 = __int128;

// Any finite double: every exponent and every mantissa may come.
double any_double(Random& random) {
  double value = 0;
  do value = std::bit_cast<double>(random.bits());
  while (!std::isfinite(value));
  return value;
}

// Few significant bits and a wide range of exponents: sums then have long runs of equal bits and carries.
double sparse_double(Random& random) {
  return std::ldexp(static_cast<double>(random.below(7)) - 3, static_cast<int>(random.below(400)) - 200);
}

double any_kind(Random& random) {
  switch (random.below(4)) {
    case 0:
      return any_double(random);
    case 1:
      return sparse_double(random);
    case 2:
      return random.uniform(-1, 1);
    default:
      return kDenormal * random.uniform(-9, 9);
  }
}

bool equal(const Dyadic& a, const Dyadic& b) { return compare(a, b) == 0 && (a - b).sign() == 0; }

Dyadic power_of_two(int exponent) {  // by squaring, far beyond the range of doubles
  const double base = exponent < 0 ? 0.5 : 2;
  Dyadic out = 1.0, square = base;
  for (int e = std::abs(exponent); e > 0; e /= 2, square = square * square)
    if (e % 2 == 1) out = out * square;
  return out;
}

TEST(Dyadic, HoldsEveryDouble) {
  EXPECT_EQ(Dyadic().sign(), 0);
  EXPECT_EQ(Dyadic(-0.0).sign(), 0);
  EXPECT_EQ(Dyadic(-2.5).sign(), -1);
  for (const double x : {1.0, -1.0, kDenormal, -kDenormal, kLargest, -kLargest, 0x1p-1022, 0x1p64, 0x1p-64, 0.1})
    EXPECT_EQ(Dyadic(x).to_double(), x);
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double x = any_double(random);
    ASSERT_EQ(Dyadic(x).to_double(), x);
  }
}

TEST(Dyadic, KnowsSumsThatDoublesRound) {
  const Dyadic huge = 1e300, tiny = kDenormal;
  const Dyadic sum = huge + tiny;
  EXPECT_EQ(compare(sum, huge), 1);
  EXPECT_TRUE(equal(sum - huge, tiny));
  EXPECT_TRUE(equal(tiny - sum, -huge));
  // In units of 2⁻⁵⁶ the three doubles are 0x1999999999999a, twice that, and 0x4ccccccccccccc: the rest is 2 units.
  EXPECT_TRUE(equal(Dyadic(0.1) + Dyadic(0.2) - Dyadic(0.3), Dyadic(0x1p-55)));
  // (1 + 2⁻⁵²)² = 1 + 2⁻⁵¹ + 2⁻¹⁰⁴.
  EXPECT_TRUE(equal(Dyadic(1 + 0x1p-52) * Dyadic(1 + 0x1p-52), Dyadic(1.0) + Dyadic(0x1p-51) + Dyadic(0x1p-104)));
}

TEST(Dyadic, CarriesAndBorrowsThroughManyLimbs) {
  for (const int n : {1, 63, 64, 65, 640, 5000}) {
    const Dyadic big = power_of_two(n), ones = big - Dyadic(1.0);
    EXPECT_EQ(compare(ones, big), -1);
    EXPECT_TRUE(equal(ones + Dyadic(1.0), big)) << n;
    // (2ⁿ − 1)(2ⁿ + 1) = 2²ⁿ − 1: all ones.
    EXPECT_TRUE(equal(ones * (big + Dyadic(1.0)), power_of_two(2 * n) - Dyadic(1.0))) << n;
    EXPECT_TRUE(equal(ones - big, Dyadic(-1.0))) << n;
    EXPECT_TRUE(equal(power_of_two(-n) * big, Dyadic(1.0))) << n;
  }
}

TEST(Dyadic, MovesAndCopies) {
  for (const int n : {3, 5000}) {  // inline and on the heap
    const Dyadic source = power_of_two(n) - Dyadic(1.0);
    Dyadic copy = source, moved = std::move(copy);
    EXPECT_TRUE(equal(moved, source));
    copy = moved;
    EXPECT_TRUE(equal(copy, source));
    Dyadic& self = copy;
    copy = self;
    EXPECT_TRUE(equal(copy, source));
    moved = Dyadic(7.0);
    EXPECT_TRUE(equal(moved, Dyadic(7.0)));
    moved = std::move(copy);
    EXPECT_TRUE(equal(moved, source));
    moved = moved * moved - moved;
    EXPECT_TRUE(equal(moved, source * source - source));
  }
}

TEST(Dyadic, FractionsAreTruncated) {
  std::int64_t exponent = 7;
  EXPECT_EQ(Dyadic().fraction(exponent), 0);
  EXPECT_EQ(exponent, 0);
  EXPECT_EQ(Dyadic(-3.0).fraction(exponent), -0.75);
  EXPECT_EQ(exponent, 2);
  EXPECT_EQ((Dyadic(1.0) + Dyadic(0x1p-53)).fraction(exponent), 0.5);
  EXPECT_EQ((Dyadic(1.0) - Dyadic(0x1p-200)).fraction(exponent), 1 - 0x1p-53);
  EXPECT_EQ(exponent, 0);
  EXPECT_EQ((power_of_two(100000) + Dyadic(1.0)).fraction(exponent), 0.5);
  EXPECT_EQ(exponent, 100001);
  EXPECT_EQ(power_of_two(-100000).fraction(exponent), 0.5);
  EXPECT_EQ(exponent, -99999);
}

TEST(Dyadic, DoublesAreTruncated) {
  const Dyadic least = kDenormal;
  EXPECT_EQ((least * Dyadic(1.75)).to_double(), kDenormal);
  EXPECT_EQ((least * Dyadic(-1.75)).to_double(), -kDenormal);
  EXPECT_EQ((least * Dyadic(0.99)).to_double(), 0);
  EXPECT_EQ((Dyadic(0x1p-1022) - least * Dyadic(0.5)).to_double(), 0x1p-1022 - kDenormal);
  EXPECT_EQ((Dyadic(1.0) - least).to_double(), 1 - 0x1p-53);
  EXPECT_EQ((Dyadic(-1.0) + least).to_double(), -1 + 0x1p-53);
  EXPECT_EQ((power_of_two(1024) - Dyadic(1.0)).to_double(), kLargest);
  EXPECT_EQ(power_of_two(1024).to_double(), kInfinity);
  EXPECT_EQ((-power_of_two(9999)).to_double(), -kInfinity);
  EXPECT_EQ(power_of_two(-9999).to_double(), 0);
}

TEST(Dyadic, DirectionsShareOnePowerOfTwo) {
  const Dyadic huge = power_of_two(5000), tiny = power_of_two(-5000);
  EXPECT_EQ(direction_of({huge, -(huge * Dyadic(0.75)), tiny}), (Vec3{0.5, -0.375, 0}));
  EXPECT_EQ(direction_of({tiny, Dyadic(), tiny * Dyadic(-3.0)}), (Vec3{0.25, 0, -0.75}));
  EXPECT_EQ(direction_of({}), (Vec3{0, 0, 0}));
  EXPECT_TRUE(is_zero(DyadicVec{}));
  EXPECT_FALSE(is_zero(DyadicVec{Dyadic(), Dyadic(), tiny}));
}

TEST(Dyadic, ObeysTheLawsOfArithmetic) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    const Dyadic a = any_kind(random), b = any_kind(random), c = Dyadic(any_kind(random)) * Dyadic(any_kind(random));
    ASSERT_TRUE(equal(a + b, b + a));
    ASSERT_TRUE(equal((a + b) + c, a + (b + c)));
    ASSERT_TRUE(equal(a * (b + c), a * b + a * c));
    ASSERT_TRUE(equal((a * b) * c, a * (b * c)));
    ASSERT_TRUE(equal((a - b) * (a + b), a * a - b * b));
    ASSERT_EQ((a - a).sign(), 0);
    ASSERT_EQ(compare(a, b), (a - b).sign());
    ASSERT_EQ(compare(a, b), -compare(b, a));
    ASSERT_EQ((a * c).sign(), a.sign() * c.sign());
    const DyadicVec u = {a, b, c}, v = {b + c, a, a * b};
    ASSERT_EQ(dot(cross(u, v), u).sign(), 0);
    ASSERT_EQ(dot(cross(u, v), v).sign(), 0);
    // |u × v|² + (u·v)² = |u|²|v|² (Lagrange).
    ASSERT_TRUE(equal(dot(cross(u, v), cross(u, v)) + dot(u, v) * dot(u, v), dot(u, u) * dot(v, v)));
  }
}

TEST(Dyadic, AgreesWithMachineIntegers) {
  Random random(3);
  const auto exact_of = [](Int128 value) {  // by 32-bit parts, which doubles hold
    const bool negative = value < 0;
    if (negative) value = -value;
    Dyadic out;
    for (int shift = 96; shift >= 0; shift -= 32)
      out = out * Dyadic(0x1p32) + Dyadic(static_cast<double>(static_cast<std::uint32_t>(value >> shift)));
    return negative ? -out : out;
  };
  for (int i = 0; i < 20000; ++i) {
    const auto pick = [&] { return static_cast<std::int64_t>(random.bits()) >> (11 + random.below(50)); };
    const std::int64_t a = pick(), b = pick(), c = pick(), d = pick();
    const Dyadic x = static_cast<double>(a), y = static_cast<double>(b), z = static_cast<double>(c),
                 w = static_cast<double>(d);
    const Int128 expected = Int128{a} * b - Int128{c} * d;
    ASSERT_TRUE(equal(x * y - z * w, exact_of(expected)));
    ASSERT_EQ((x * y - z * w).sign(), (expected > 0) - (expected < 0));
  }
}

TEST(Dyadic, SumsInAnyOrderCancel) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    std::vector<double> terms;
    for (int k = 0; k < 40; ++k) terms.push_back(any_kind(random));
    Dyadic forward, backward;
    for (const double x : terms) forward = forward + Dyadic(x);
    for (auto x = terms.rbegin(); x != terms.rend(); ++x) backward = backward - Dyadic(*x);
    ASSERT_EQ((forward + backward).sign(), 0);
    // Truncation is exact when asked of a double plus less than one unit in its last place.
    const double x = terms[0];
    if (std::fabs(x) >= 0x1p-900) {
      ASSERT_EQ((Dyadic(x) * (Dyadic(1.0) + Dyadic(0x1p-54))).to_double(), x);
    }
  }
}

TEST(Dyadic, QuotientsThatLeaveNoRemainder) {
  Random random(77);
  for (int round = 0; round < 4000; ++round) {
    Dyadic a = any_kind(random), b = any_kind(random);
    // Longer numbers, odd and even.
    for (std::uint64_t k = random.below(6); k > 0; --k) a = a * any_kind(random) + any_kind(random);
    for (std::uint64_t k = random.below(6); k > 0; --k) b = b * any_kind(random) + any_kind(random);
    if (b.sign() == 0) continue;
    ASSERT_EQ(compare(exact_quotient(a * b, b), a), 0) << round;
  }
  EXPECT_EQ(compare(exact_quotient(Dyadic(1), Dyadic(1024)), Dyadic(0x1p-10)), 0);
  EXPECT_EQ(exact_quotient(Dyadic(), Dyadic(3)).sign(), 0);
}

}  // namespace
}  // namespace clearance::detail
