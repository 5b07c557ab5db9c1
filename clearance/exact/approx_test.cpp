// Every predicate on posed points goes through the same tests here, tier by tier: a filter may not know, but may never
// be wrong, and must know on ordinary input. Each predicate's own test file has what is solved by hand.
#include <clearance/exact/approx.h>

#include <clearance/base/random.h>
#include <clearance/exact/direction_sign.h>
#include <clearance/exact/distance_compare.h>
#include <clearance/exact/edge_cross_sign.h>
#include <clearance/exact/orientation_sign.h>
#include <clearance/exact/plane_side_sign.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

namespace clearance::detail {
namespace {

struct Case {
  Pose pose_a, pose_b;
  std::array<Vec3, 4> a, b;
  Vec3 n;
  double d = 0;

  PosedDifference m(std::size_t i) const { return {{a[i], pose_a}, {b[i], pose_b}}; }
  PosedTriangle face() const { return {a[1], a[2], a[3], pose_a}; }
  PosedEdge edge_a() const { return {a[1], a[2], pose_a}; }
  PosedEdge edge_b() const { return {b[1], b[2], pose_b}; }
};

using Sign = int (*)(const Case&);
struct Predicate {
  const char* name;
  Sign filter, exact, sign;
};

constexpr Predicate kPredicates[] = {
    {"direction", [](const Case& c) { return direction_filter(c.n, c.m(0)); },
     [](const Case& c) { return direction_exact(c.n, c.m(0)); },
     [](const Case& c) { return direction_sign(c.n, c.m(0)); }},
    {"plane_side", [](const Case& c) { return plane_side_filter(c.face(), c.m(0)); },
     [](const Case& c) { return plane_side_exact(c.face(), c.m(0)); },
     [](const Case& c) { return plane_side_sign(c.face(), c.m(0)); }},
    {"edge_cross", [](const Case& c) { return edge_cross_filter(c.edge_a(), c.edge_b(), c.m(0)); },
     [](const Case& c) { return edge_cross_exact(c.edge_a(), c.edge_b(), c.m(0)); },
     [](const Case& c) { return edge_cross_sign(c.edge_a(), c.edge_b(), c.m(0)); }},
    {"orientation", [](const Case& c) { return orientation_filter(c.m(0), c.m(1), c.m(2)); },
     [](const Case& c) { return orientation_exact(c.m(0), c.m(1), c.m(2)); },
     [](const Case& c) { return orientation_sign(c.m(0), c.m(1), c.m(2)); }},
    {"distance_pair", [](const Case& c) { return distance_compare_filter(c.m(0), c.m(1)); },
     [](const Case& c) { return distance_compare_exact(c.m(0), c.m(1)); },
     [](const Case& c) { return distance_compare_sign(c.m(0), c.m(1)); }},
    {"distance_length", [](const Case& c) { return distance_compare_filter(c.m(0), c.d); },
     [](const Case& c) { return distance_compare_exact(c.m(0), c.d); },
     [](const Case& c) { return distance_compare_sign(c.m(0), c.d); }},
};

Quat any_rotation(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

template <class Number>
Vec3 vector_of(Number&& number) {
  const double x = number(), y = number(), z = number();
  return {x, y, z};
}

template <class Number>
Case case_of(Quat qa, Quat qb, Number&& number) {
  Case c;
  c.pose_a = rotation(qa, vector_of(number));
  c.pose_b = rotation(qb, vector_of(number));
  for (Vec3& v : c.a) v = vector_of(number);
  for (Vec3& v : c.b) v = vector_of(number);
  c.n = vector_of(number);
  c.d = std::fabs(number());
  return c;
}

Case ordinary_case(Random& random) {
  return case_of(any_rotation(random), any_rotation(random), [&] { return random.uniform(-2, 2); });
}

double lattice(Random& random, int size) {
  return static_cast<double>(random.below(static_cast<std::uint64_t>(2 * size + 1))) - size;
}

// Small integers: planes, lines and lengths coincide often. One common turn, so that differences stay on the lattice.
Case lattice_case(Random& random, int size) {
  Quat q;
  do q = {lattice(random, 2), lattice(random, 2), lattice(random, 2), lattice(random, 2)};
  while (q == Quat{0, 0, 0, 0});
  Case c = case_of(q, q, [&] { return lattice(random, size); });
  if (random.below(2) == 0) c.pose_b = rotation(q, c.pose_a.translation());
  return c;
}

double neighbour(Random& random, double x) {
  return random.below(2) == 0 ? x : std::nextafter(x, random.below(2) == 0 ? -1e9 : 1e9);
}

// The lattice with single coordinates moved by one unit in the last place.
Case near_degenerate_case(Random& random) {
  Case c = lattice_case(random, 2);
  Vec3* const moved[] = {&c.a[0], &c.b[0], &c.a[1], &c.b[1]};
  Vec3& v = *moved[random.below(4)];
  v = {neighbour(random, v.x), neighbour(random, v.y), neighbour(random, v.z)};
  return c;
}

double any_double(Random& random, double most) {
  double value = 0;
  do value = std::bit_cast<double>(random.bits());
  while (!(std::fabs(value) <= most));
  return value;
}

// Counts of what the filter said, after holding it against the exact sign.
struct Tally {
  int unknown = 0, zeros = 0, cases = 0;
};

template <class Source>
Tally compare_tiers(const Predicate& predicate, int count, Source&& source) {
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Case c = source();
    const int filtered = predicate.filter(c), truth = predicate.exact(c);
    EXPECT_TRUE(filtered == 0 || filtered == truth) << predicate.name << " case " << i;
    EXPECT_EQ(predicate.sign(c), truth) << predicate.name << " case " << i;
    tally.unknown += filtered == 0;
    tally.zeros += truth == 0;
    ++tally.cases;
  }
  return tally;
}

TEST(Approx, OrientationConstantIsNearTheKnownOnes) {
  // Differences of plain points are off by u. With all components up to 1 the bound on the determinant is then
  // 46.03 u in the semi-static filters in use elsewhere (5.1107e-15), which track each axis apart; ours counts 48 u.
  const ApproxVec m{{1, 1, 1}, kUnit}, flipped{{1, -1, 1}, kUnit};
  const ApproxVec largest{{2, 2, 2}, 8 * kUnit};  // what a cross product of such vectors can be at most
  EXPECT_NEAR(cross(m, flipped).error, 8 * kUnit, 1e-10 * kUnit);
  EXPECT_NEAR(dot(largest, m).error, 48 * kUnit, 1e-10 * kUnit);
}

TEST(Approx, OverflowAndNaNProveNothing) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(proved_sign({infinity, 1}), 0);
  EXPECT_EQ(proved_sign({-infinity, 1}), 0);
  EXPECT_EQ(proved_sign({nan, 1}), 0);
  EXPECT_EQ(proved_sign({1, nan}), 0);
  EXPECT_EQ(proved_sign({1, infinity}), 0);
  EXPECT_EQ(proved_sign({1, 1}), 0);
  EXPECT_EQ(proved_sign({1, 0.5}), 1);
  EXPECT_EQ(proved_sign({-1, 0.5}), -1);
  // 2e308 − 1.5e308 − 1.5e308 < 0, though the first partial sum is infinite.
  const Pose here, there = translation({1e300, 1e300, 1e300});
  EXPECT_EQ(direction_filter({2e8, -1.5e8, -1.5e8}, {{{}, here}, {{}, there}}), 0);
  EXPECT_EQ(direction_sign({2e8, -1.5e8, -1.5e8}, {{{}, here}, {{}, there}}), -1);
}

// Each step alone, from inputs that are off by exactly what they say they may be.
TEST(Approx, EveryStepKeepsItsBound) {
  Random random(7);
  const auto within = [](const Dyadic& truth, double value, double error) {
    const Dyadic off = truth - Dyadic(value);
    return compare(off, Dyadic(error)) <= 0 && compare(off, Dyadic(-error)) >= 0;
  };
  for (int i = 0; i < 5000; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(900)) - 600);
    // Numbers of several sizes, or sums would be exact; errors none, small, or as large as the numbers.
    const auto number = [&] { return std::ldexp(scale, -static_cast<int>(random.below(9))) * random.uniform(-1, 1); };
    const double sizes[] = {0, 0, 0x1p-30, 1};
    const auto error = [&] { return scale * sizes[random.below(4)]; };
    const ApproxVec a{vector_of(number), error()}, b{vector_of(number), error()};
    const auto shifted = [&](const ApproxVec& v) {  // a truth at the edge of what v allows
      const auto shift = [&] { return Dyadic(random.below(2) == 0 ? v.error : -v.error); };
      const Dyadic x = shift(), y = shift(), z = shift();
      return exact(v.value) + DyadicVec{x, y, z};
    };
    const DyadicVec ta = shifted(a), tb = shifted(b);
    const ApproxVec difference = a - b, product = cross(a, b);
    const DyadicVec true_difference = ta - tb, true_product = cross(ta, tb);
    ASSERT_TRUE(within(true_difference.x, difference.value.x, difference.error));
    ASSERT_TRUE(within(true_difference.y, difference.value.y, difference.error));
    ASSERT_TRUE(within(true_product.x, product.value.x, product.error));
    ASSERT_TRUE(within(true_product.z, product.value.z, product.error));
    const Approx inner = dot(a, b);
    ASSERT_TRUE(within(dot(ta, tb), inner.value, inner.error));
    const Approx x{a.value.x, a.error}, y{b.value.x, b.error}, rest = x - y, multiple = x * y;
    ASSERT_TRUE(within(ta.x - tb.x, rest.value, rest.error));
    ASSERT_TRUE(within(ta.x * tb.x, multiple.value, multiple.error));
  }
}

TEST(Approx, FiltersAreNeverWrongOnTheLattice) {
  for (const Predicate& predicate : kPredicates) {
    Random random(1);
    const Tally tally = compare_tiers(predicate, 3000, [&] { return lattice_case(random, 1); });
    EXPECT_GE(tally.zeros, 100) << predicate.name;  // else the lattice would not test anything
    EXPECT_GE(tally.unknown, tally.zeros) << predicate.name;
  }
}

TEST(Approx, FiltersAreNeverWrongBesideDegeneracy) {
  for (const Predicate& predicate : kPredicates) {
    Random random(2);
    const Tally tally = compare_tiers(predicate, 3000, [&] { return near_degenerate_case(random); });
    EXPECT_GE(tally.unknown - tally.zeros, 10) << predicate.name;  // non-zero signs that only exact numbers see
    RecordProperty(predicate.name, std::to_string(tally.unknown) + " unknown, " + std::to_string(tally.zeros) +
                                       " of them zero, of " + std::to_string(tally.cases));
  }
}

TEST(Approx, FiltersAreNeverWrongAtAnyScale) {
  for (const Predicate& predicate : kPredicates) {
    Random random(3);
    for (const double scale : {1e-320, 1e-150, 1e-100, 1e-30, 1e30, 1e100, 1e150, 1e299}) {
      compare_tiers(predicate, 100, [&] {
        return case_of(any_rotation(random), any_rotation(random), [&] { return scale * random.uniform(-1, 1); });
      });
      compare_tiers(predicate, 100, [&] {  // and some coordinates ordinary, some not
        return case_of(any_rotation(random), any_rotation(random),
                       [&] { return (random.below(2) == 0 ? scale : 1) * random.uniform(-1, 1); });
      });
      compare_tiers(predicate, 100, [&] {
        const Quat q{0.3, -0.1, 0.2, 0.5};
        return case_of(q, q, [&] { return scale * lattice(random, 1); });
      });
    }
    compare_tiers(predicate, 300, [&] {
      return case_of(any_rotation(random), any_rotation(random), [&] { return any_double(random, kMaxCoordinate); });
    });
  }
}

TEST(Approx, FiltersKnowOrdinaryInput) {
  constexpr int kCases = 100000;
  for (const Predicate& predicate : kPredicates) {
    Random random(4);
    compare_tiers(predicate, 2000, [&] { return ordinary_case(random); });
    int unknown = 0;
    for (int i = 0; i < kCases; ++i) unknown += predicate.filter(ordinary_case(random)) == 0;
    EXPECT_LE(unknown, kCases / 10000) << predicate.name;
    RecordProperty(predicate.name, unknown);
  }
}

TEST(Approx, ScalingByAPowerOfTwoChangesNoSign) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Case c = i % 2 == 0 ? near_degenerate_case(random) : ordinary_case(random);
    Case scaled = c;
    const double factor = std::ldexp(1.0, static_cast<int>(random.below(1000)) - 500);
    scaled.pose_a = rotation(c.pose_a.quaternion(), factor * c.pose_a.translation());
    scaled.pose_b = rotation(c.pose_b.quaternion(), factor * c.pose_b.translation());
    for (auto* body : {&scaled.a, &scaled.b})
      for (Vec3& v : *body) v = factor * v;
    scaled.d = factor * c.d;
    for (const Predicate& predicate : kPredicates)
      ASSERT_EQ(predicate.sign(c), predicate.sign(scaled)) << predicate.name;
  }
}

// The signs with everything in machine integers: quarter turns of a small lattice need no more.
struct IntVec {
  std::int64_t x, y, z;
};
IntVec operator-(IntVec a, IntVec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
std::int64_t int_dot(IntVec a, IntVec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
IntVec int_cross(IntVec a, IntVec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
IntVec rounded(Vec3 v) { return {std::llround(v.x), std::llround(v.y), std::llround(v.z)}; }

TEST(Approx, ExactSignsAgreeWithIntegers) {
  constexpr Quat kTurns[] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, -1, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}, {0, 1, 1, 0}};
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    const Case c = case_of(kTurns[random.below(6)], kTurns[random.below(6)], [&] { return lattice(random, 4); });
    std::array<IntVec, 4> a, b, m;
    for (std::size_t k = 0; k < 4; ++k) {
      a[k] = rounded(apply(c.pose_a, c.a[k]));
      b[k] = rounded(apply(c.pose_b, c.b[k]));
      m[k] = b[k] - a[k];
    }
    const std::int64_t d = std::llround(c.d);
    const std::int64_t truths[] = {int_dot(rounded(c.n), m[0]),
                                   int_dot(int_cross(a[2] - a[1], a[3] - a[1]), m[0]),
                                   int_dot(int_cross(a[2] - a[1], b[2] - b[1]), m[0]),
                                   int_dot(int_cross(m[0], m[1]), m[2]),
                                   int_dot(m[0], m[0]) - int_dot(m[1], m[1]),
                                   int_dot(m[0], m[0]) - d * d};
    for (std::size_t k = 0; k < std::size(kPredicates); ++k)
      ASSERT_EQ(kPredicates[k].exact(c), (truths[k] > 0) - (truths[k] < 0)) << kPredicates[k].name;
  }
}

}  // namespace
}  // namespace clearance::detail
