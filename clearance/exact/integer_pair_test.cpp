// The middle tier against big numbers: signs of third degree of posed bodies, at poses of every kind.
#include <clearance/base/random.h>
#include <clearance/exact/integer_pair.h>
#include <clearance/exact/posed.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace clearance::detail {
namespace {

int rounds(int quick) {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 100 * quick : quick;
}

template <int kLimbs>
Dyadic exact(const Integer<kLimbs>& value) {
  const Integer<kLimbs> magnitude = value.is_negative() ? -value : value;
  Dyadic sum, unit = 1.0;
  for (int k = 0; k < kLimbs; ++k, unit = unit * Dyadic(0x1p64)) {
    const std::uint64_t limb = magnitude.limb[k];
    sum = sum + unit * (Dyadic(static_cast<double>(limb >> 32)) * Dyadic(0x1p32) +
                        Dyadic(static_cast<double>(limb & 0xffffffffu)));
  }
  return value.is_negative() ? -sum : sum;
}

template <int kLimbs>
Integer<kLimbs> some_integer(Random& random) {
  Integer<kLimbs> made;
  // Runs of ones and zeros, so that carries run far; any length.
  const int used = 1 + static_cast<int>(random.below(kLimbs));
  for (int k = 0; k < used; ++k)
    made.limb[k] = random.below(3) == 0 ? ~std::uint64_t{0} : random.below(3) == 0 ? 0 : random.bits();
  made.limb[kLimbs - 1] &= 0x0fffffffffffffff;  // room for a sum
  return random.below(2) == 0 ? made : -made;
}

TEST(Integer, SumsAndProductsAreThoseOfBigNumbers) {
  Random random(1);
  for (int round = 0; round < rounds(20000); ++round) {
    const Integer<3> a = some_integer<3>(random), b = some_integer<3>(random);
    const Integer<5> c = some_integer<5>(random);
    ASSERT_EQ(compare(exact(a + b), exact(a) + exact(b)), 0);
    ASSERT_EQ(compare(exact(a - b), exact(a) - exact(b)), 0);
    ASSERT_EQ(compare(exact(a * c), exact(a) * exact(c)), 0);
    const Integer<1> d = some_integer<1>(random), e = some_integer<1>(random);
    ASSERT_EQ(compare(exact(d * e), exact(d) * exact(e)), 0);
    ASSERT_EQ(compare(exact(Integer<6>(a)), exact(a)), 0);
    ASSERT_EQ(a.sign(), exact(a).sign());
    ASSERT_EQ((a - a).sign(), 0);
    if (a.is_zero()) continue;
    const int from = a.top();
    const double rounded = a.to_double(from) * std::ldexp(1.0, 64 * from), truth = exact(a).to_double();
    ASSERT_LE(std::fabs(rounded - truth), 0x1p-51 * std::fabs(truth));
  }
  EXPECT_EQ(Integer<2>(-1).sign(), -1);
  EXPECT_EQ(Integer<2>().sign(), 0);
}

TEST(Grid, TakesWhatIsAMultipleAndNothingElse) {
  const auto holds = [](double largest, double value) {
    Grid grid(largest, 118);
    const Integer<2> made = grid(value);
    if (grid.holds()) {
      const int half = grid.exponent() / 2;  // 2^exponent may be no double
      const Dyadic unit = Dyadic(std::ldexp(1.0, half)) * Dyadic(std::ldexp(1.0, grid.exponent() - half));
      EXPECT_EQ(compare(exact(made) * unit, value), 0) << value;
    }
    return grid.holds();
  };
  for (const double value : {0.0, 1.0, -1.0, 0.1, -0.3, 1e-16, 0x1p-117, 1.9999999999999998})
    EXPECT_TRUE(holds(1, value));
  for (const double value : {1e-30, 0x1p-118, 2.0, -2.0, 1e300, 5e-324}) EXPECT_FALSE(holds(1, value)) << value;
  EXPECT_TRUE(holds(5e-324, 5e-324));
  EXPECT_TRUE(holds(1e300, -1e300));
  EXPECT_TRUE(holds(1e-300, 1e-310));
}

TEST(Grid, WritesDownAnyDirection) {
  const double inf = std::numeric_limits<double>::infinity(), tiny = 5e-324, large = 1e308;
  EXPECT_EQ(written_direction({3, -1, 0x1p-70}), (Vec3{0.75, -0.25, 0}));
  EXPECT_EQ(written_direction({tiny, 0, -2 * tiny}), (Vec3{0.25, 0, -0.5}));
  for (const Vec3 direction : {Vec3{0.1, 0x1.fffffffffffffp-64, 1}, Vec3{-large, 1, 0.3 * large}, Vec3{tiny, 1, 0.3}}) {
    const Vec3 n = written_direction(direction);
    EXPECT_TRUE(norm_max(n) >= 0.5 && norm_max(n) < 1);
    Grid grid(1, 118);
    (void)grid(n);
    EXPECT_TRUE(grid.holds());
  }
  for (const Vec3 none : {Vec3{0, -0.0, 0}, Vec3{inf, 1, 0}, Vec3{1, std::nan(""), 0}})
    EXPECT_EQ(written_direction(none), Vec3{});
}

double tenth(Random& random) { return (static_cast<double>(random.below(41)) - 20) / 10; }
Vec3 tenths(Random& random) {
  const double x = tenth(random), y = tenth(random), z = tenth(random);
  return {x, y, z};
}
Vec3 anywhere(Random& random) {
  const double x = random.uniform(-2, 2), y = random.uniform(-2, 2), z = random.uniform(-2, 2);
  return {x, y, z};
}

Pose some_pose(Random& random, std::uint64_t kind) {
  const Vec3 t = random.below(2) == 0 ? tenths(random) : anywhere(random);
  const double h = std::sqrt(0.5);
  const auto small = [&] { return static_cast<double>(random.below(7)) - 3; };
  Quat q;
  switch (kind) {
    case 0:
      q = random.below(2) == 0 ? Quat{} : random.below(2) == 0 ? Quat{h, 0, -h, 0} : Quat{0.5, -0.5, 0.5, 0.5};
      break;
    case 1:
      q = {1, small(), small(), small()};
      break;
    case 2: {
      const double angle = static_cast<double>(random.below(16)) * std::acos(-1.0) / 8;
      q = {std::cos(angle), 0, 0, std::sin(angle)};
      break;
    }
    case 3:
      return Pose::from_matrix(rotation({1, small(), small(), small()}).rotation(), t).value();
    default:
      q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  }
  return Pose::from_quaternion(q, t).value();
}

struct Tally {
  int held = 0, zero = 0;
};

template <class Coordinates>
void expect_signs(const Pose& pose_a, const Pose& pose_b, Random& random, Tally& tally) {
  const std::uint64_t how = random.below(3);
  const auto half = [&] { return (static_cast<double>(random.below(5)) - 2) / 2; };
  const auto vertex = [&] {
    if (how > 0) return how == 1 ? tenths(random) : anywhere(random);
    const double x = half(), y = half(), z = half();
    return Vec3{x, y, z};
  };
  const Vec3 a[] = {vertex(), vertex(), vertex()}, b[] = {vertex(), vertex(), vertex()};
  Coordinates in(pose_a, pose_b, 12 + norm_max(pose_b.translation() - pose_a.translation()));
  const ExactPair truth(pose_a, pose_b);
  const auto e = in.edge_a(a[0], a[1]), f = in.edge_a(a[0], a[2]), g = in.edge_b(b[0], b[1]);
  const auto m = in.difference(a[0], b[0]), n = in.difference(a[1], b[1]), o = in.difference(a[2], b[2]);
  if (!in.holds()) return;
  ++tally.held;
  const DyadicVec d = truth.difference(a[0], b[0]);
  const auto edge_a = [&](int k) { return truth.a().edge(a[0], a[k]); };
  const int face = dot(cross(edge_a(1), edge_a(2)), d).sign();
  tally.zero += face == 0;
  ASSERT_EQ(dot(cross(e, f), m).sign(), face);
  ASSERT_EQ(dot(cross(e, g), m).sign(), dot(cross(edge_a(1), truth.b().edge(b[0], b[1])), d).sign());
  ASSERT_EQ(dot(cross(m, n), o).sign(),
            dot(cross(d, truth.difference(a[1], b[1])), truth.difference(a[2], b[2])).sign());
  // Lengths, too: a difference, in doubles, by its unit.
  int exponent = 0;
  const int from = m.top();
  const double unit = in.unit(exponent), length = norm(m.to_doubles(from)) * unit;
  const Vec3 world = (apply(pose_b, b[0]) - apply(pose_a, a[0]));
  ASSERT_NEAR(std::ldexp(length, exponent + 64 * from), norm(world), 1e-13);
}

TEST(IntegerPair, HasTheSignsOfBigNumbers) {
  Random random(2);
  Tally aligned, alike, turned, wide;
  for (int round = 0; round < rounds(9000); ++round) {
    const std::uint64_t kind = random.below(5);
    const Pose pose_a = some_pose(random, kind), other = some_pose(random, random.below(5));
    expect_signs<TurnedPair<1>>(pose_a, other, random, turned);
    expect_signs<TurnedPair<2>>(pose_a, other, random, wide);
    const Pose square_a = some_pose(random, 0), square_b = some_pose(random, 0);
    ASSERT_EQ(kind_of(square_a, square_b), PairKind::Aligned);
    expect_signs<AlignedPair>(square_a, square_b, random, aligned);
    if (pose_a.kind() == Pose::Kind::Matrix) continue;
    const Pose same = moved_to(pose_a, tenths(random)).value();
    expect_signs<AlikePair>(pose_a, same, random, alike);
  }
  const int all = rounds(9000);
  EXPECT_EQ(aligned.held, all);
  EXPECT_GT(alike.held, all / 2);
  EXPECT_GT(turned.held, all / 2);
  EXPECT_GT(wide.held, all * 9 / 10);
  EXPECT_GT(aligned.zero, all / 200);
}

// Of few digits, in one limb: the same signs, and points from which the differences are made.
TEST(IntegerPair, ShortOnesHaveTheSignsOfBigNumbers) {
  Random random(3);
  int held = 0, zero = 0;
  for (int round = 0; round < rounds(4000); ++round) {
    const auto pose = [&] { return moved_to(some_pose(random, 0), tenths(random)).value(); };
    const Pose pose_a = pose(), pose_b = pose();
    const std::uint64_t how = random.below(8);
    const auto half = [&] { return (static_cast<double>(random.below(5)) - 2) / 2; };
    const auto vertex = [&] {
      if (how > 3) return how == 7 ? anywhere(random) : tenths(random);
      const double x = half(), y = half(), z = half();
      return Vec3{x, y, z};
    };
    const Vec3 a[] = {vertex(), vertex(), vertex()}, b = vertex();
    ShortPair in(pose_a, pose_b, 8);
    const ExactPair truth(pose_a, pose_b);
    const IntegerVec<1> origin = in.point_a(a[0]);
    const Integer<3> side = dot(cross(in.point_a(a[1]) - origin, in.point_a(a[2]) - origin), in.point_b(b) - origin);
    if (!in.holds()) continue;
    ++held;
    const DyadicVec from = truth.point_a(a[0]);
    const int expected =
        dot(cross(truth.point_a(a[1]) - from, truth.point_a(a[2]) - from), truth.point_b(b) - from).sign();
    ASSERT_EQ(side.sign(), expected);
    ASSERT_TRUE((in.difference(a[0], b) - (in.point_b(b) - origin)).is_zero());
    zero += expected == 0;
  }
  EXPECT_GT(held, rounds(4000) / 2);
  EXPECT_GT(zero, rounds(4000) / 200);
}

TEST(IntegerPair, KindsOfPoses) {
  const double h = std::sqrt(0.5);
  const Pose quarter = rotation({h, 0, 0, h}), nearly = rotation({0.7071067811865476, 0, 0, 0.7071067811865475}),
             third = rotation({0.5, 0.5, 0.5, 0.5}), three = rotation({1, 1, 1, 0}), any = rotation({3, 1, 2, 0.5});
  EXPECT_EQ(kind_of(quarter, third), PairKind::Aligned);
  EXPECT_EQ(kind_of(quarter, Pose::from_matrix(quarter.rotation()).value()), PairKind::Aligned);
  EXPECT_EQ(kind_of(quarter, nearly), PairKind::Turned);
  EXPECT_EQ(kind_of(nearly, nearly), PairKind::Alike);
  EXPECT_EQ(kind_of(three, three), PairKind::Alike);
  EXPECT_EQ(kind_of(three, {}), PairKind::Turned);
  EXPECT_EQ(kind_of(any, Pose::from_matrix(any.rotation()).value()), PairKind::Turned);
}

// What does not fit says so, and nothing is concluded from it.
TEST(IntegerPair, SaysWhatDoesNotFit) {
  AlignedPair in({}, translation({0, 0, 1e-40}), 3);
  EXPECT_FALSE(in.holds());
  EXPECT_FALSE(ShortPair({}, translation({0, 0, 1e-16}), 3).holds());
  EXPECT_TRUE(ShortPair({}, translation({0, 0, 0.1}), 3).holds());
  AlignedPair fits({}, translation({0, 0, 1e-16}), 3);
  EXPECT_TRUE(fits.holds());
  fits.difference({1, 0, 0}, {1e-35, 0, 0});
  EXPECT_FALSE(fits.holds());
  const Pose hair = rotation({1, 6.123233995736766e-17, 0, 0});
  EXPECT_FALSE(TurnedPair<1>(hair, {}, 1).holds());
  EXPECT_TRUE(TurnedPair<2>(hair, {}, 1).holds());
  EXPECT_FALSE(TurnedPair<2>(rotation({1, 1e-30, 0, 0}), {}, 1).holds());
  // Far away, near each other: only the difference of the translations counts, and that exactly.
  AlignedPair far(translation({1e6, 0.1, 0}), translation({1e6 + 0.5, 0.3, 0}), 3);
  EXPECT_TRUE(far.holds());
}

}  // namespace
}  // namespace clearance::detail
