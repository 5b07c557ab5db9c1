// Statuses and brackets at the ends of the range of doubles. A scene scaled by a power of two, exactly, has the same
// status and a scaled distance, however small or large the numbers become on the way.
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::Placement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();

int pair_count() { return test::full_level() ? 8'000 : 800; }

Polytope scaled(const Polytope& body, int exponent) {
  std::vector<Vec3> points = test::vertices_of(body);
  for (Vec3& p : points) p = {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
  return test::hull(points);
}

Pair scaled(const Pair& pair, int exponent) {
  const auto moved = [&](const Pose& pose) {
    const Vec3 t = pose.translation();
    return rotation(pose.quaternion(),
                    {std::ldexp(t.x, exponent), std::ldexp(t.y, exponent), std::ldexp(t.z, exponent)});
  };
  return {scaled(pair.a, exponent), moved(pair.pose_a), scaled(pair.b, exponent), moved(pair.pose_b)};
}

// x·2^exponent, rounded down or up where that is not a double.
double scaled_down(double x, int exponent) {
  const double y = std::ldexp(x, exponent);
  return std::ldexp(y, -exponent) > x ? std::nextafter(y, -kInfinity) : y;
}
double scaled_up(double x, int exponent) { return -scaled_down(-x, exponent); }

// Both scenes answered and proved; the same status, and brackets with a common number.
Complaint about_scaled(const Pair& pair, int exponent) {
  const Pair other = scaled(pair, exponent);
  Status before, after;
  if (Complaint wrong = about_queries(pair, before); !wrong.empty()) return "as given: " + wrong;
  if (Complaint wrong = about_queries(other, after); !wrong.empty()) return "scaled: " + wrong;
  if (before != after) return std::string(to_string(before)) + " became " + to_string(after);
  const SignedDistance given = signed_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  const SignedDistance found = signed_distance(other.a, other.pose_a, other.b, other.pose_b);
  const double lower = scaled_down(given.lower, exponent), upper = scaled_up(given.upper, exponent);
  if (lower <= found.upper && found.lower <= upper) return "";
  return test::interval_text(lower, upper) + " became " + test::interval_text(found.lower, found.upper);
}

void expect_scaled(const Pair& pair, int exponent) {
  ASSERT_EQ(about_scaled(pair, exponent), "") << "times 2^" << exponent << "\n" << scene_of(pair);
}

TEST(Scale, PowersOfTwoOverTheWholeRange) {
  test::PairSource source(1);
  // 2^±498 is about 1e±150; 2^970 leaves room for coordinates of some tens below 1e300.
  constexpr int kExponents[] = {-498, -300, -100, 100, 300, 498, 970};
  for (int i = 0; i < pair_count(); ++i) {
    // Of ordinary size, so that no bit is lost at either end.
    const Placement placements[] = {Placement::Anywhere, Placement::NearContact, Placement::FaceToFace,
                                    Placement::Coincident, Placement::Lattice};
    const Pair pair = source.next(placements[static_cast<std::size_t>(i) % std::size(placements)]);
    if (test::has_tiny(pair.pose_b.translation())) continue;
    for (const int exponent : kExponents) {
      expect_scaled(pair, exponent);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// Small integers times the smallest doubles: every coordinate is denormal, every product underflows.
TEST(Scale, DenormalCoordinates) {
  Random random(2);
  for (int i = 0; i < pair_count(); ++i) {
    const auto body = [&] {
      return test::hull(test::random_lattice_points(random, 1 + static_cast<int>(random.below(8)), 3));
    };
    const Quat any = test::random_quaternion(random);
    const Pair pair{body(), rotation(i % 2 == 0 ? test::quarter_turn(random.below(24)) : any), body(),
                    rotation(test::quarter_turn(random.below(24)), test::random_lattice_point(random, 4))};
    for (const int exponent : {-1074, -1060, -1022, -540}) {
      expect_scaled(pair, exponent);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Scale, QuaternionsOfAnyLength) {
  test::PairSource source(3);
  for (int i = 0; i < pair_count(); ++i) {
    const Pair pair = source.next(Placement::NearContact);
    const Quat q = pair.pose_b.quaternion();
    Status status;
    ASSERT_EQ(about_queries(pair, status), "") << scene_of(pair);
    for (const int exponent : {-900, -500, 500, 1000}) {
      const Quat longer{std::ldexp(q.w, exponent), std::ldexp(q.x, exponent), std::ldexp(q.y, exponent),
                        std::ldexp(q.z, exponent)};
      const Pair same{pair.a, pair.pose_a, pair.b, rotation(longer, pair.pose_b.translation())};
      Status other;
      ASSERT_EQ(about_queries(same, other), "") << scene_of(same);
      ASSERT_EQ(status, other) << scene_of(same);
    }
  }
  // The shortest quaternion there is, and one near the longest.
  const Polytope cube = box({1, 1, 1});
  for (const double w : {kDenormal, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(intersects(cube, rotation({w, 0, 0, 0}), cube, translation({1, 0, 0})).status, Status::Touching);
    EXPECT_EQ(intersects(cube, rotation({w, w, 0, 0}), cube, translation({1, 0, 0})).status, Status::Touching);
  }
}

// A shift of both that is the same double leaves no trace, however large.
TEST(Scale, TheSameOffsetOfBoth) {
  test::PairSource source(4);
  for (int i = 0; i < pair_count(); ++i) {
    const Polytope &a = source.body(), &b = source.body();
    const Quat q_a = test::random_quaternion(source.random()), q_b = test::random_quaternion(source.random());
    Status near;
    ASSERT_EQ(about_queries(Pair{a, rotation(q_a), b, rotation(q_b)}, near), "");
    for (const double far : {1e5, 1e16, 1e100, 1e300}) {
      const Vec3 t = far * test::random_direction(source.random());
      const Pair pair{a, rotation(q_a, t), b, rotation(q_b, t)};
      Status status;
      ASSERT_EQ(about_queries(pair, status), "") << scene_of(pair);
      ASSERT_EQ(status, near) << scene_of(pair);
    }
  }
}

// ---- The ends of the range, by hand --------------------------------------------------------------------------------

Polytope cube(double half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
  return test::hull(corners);
}

void expect_status(const Pair& pair, Status expected) {
  Status status;
  EXPECT_EQ(about_queries(pair, status), "") << scene_of(pair);
  EXPECT_EQ(status, expected) << scene_of(pair);
}

TEST(Scale, CoordinatesAtTheLargestAllowed) {
  constexpr double kMost = kMaxCoordinate;
  const Polytope large = cube(kMost), smaller = cube(std::nextafter(kMost, 0));
  const Pose left = translation({-kMost, 0, 0}), right = translation({kMost, 0, 0});
  expect_status({large, left, large, right}, Status::Touching);
  expect_status({large, left, smaller, right}, Status::Separated);
  expect_status({large, left, large, translation({std::nextafter(kMost, 0), 0, 0})}, Status::Penetrating);
  expect_status({large, {}, large, {}}, Status::Penetrating);
  // Turned by half a right angle the corner reaches √2 as far.
  expect_status({large, rotation({1, 0, 0, std::sqrt(2) - 1}, {-kMost, 0, 0}), large, right}, Status::Penetrating);
}

TEST(Scale, DistancesNearTheLargest) {
  constexpr double kMost = kMaxCoordinate;
  const Polytope point = test::hull({{kMost, kMost, kMost}}), opposite = test::hull({{-kMost, -kMost, -kMost}});
  const Pair pair{point, translation({kMost, kMost, kMost}), opposite, translation({-kMost, -kMost, -kMost})};
  expect_status(pair, Status::Separated);
  // 4e300·√3 is far below the largest double: a finite bracket, and a tight one.
  const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  EXPECT_LE(gap.lower, 6.9282032302755092e300);
  EXPECT_GE(gap.upper, 6.9282032302755090e300);
}

TEST(Scale, TheSmallestAndTheLargestTogether) {
  const Polytope speck = cube(kDenormal), world = cube(kMaxCoordinate), dust = test::hull({{0, 0, 0}});
  expect_status({speck, {}, world, {}}, Status::Penetrating);
  expect_status({speck, translation({kMaxCoordinate, 0, 0}), world, {}}, Status::Penetrating);
  expect_status({dust, translation({kMaxCoordinate, 0, 0}), world, {}}, Status::Touching);
  expect_status({speck, {}, world, translation({kMaxCoordinate, 0, 0})}, Status::Penetrating);
  expect_status({dust, translation({-kDenormal, 0, 0}), world, translation({kMaxCoordinate, 0, 0})}, Status::Separated);
  expect_status({dust, {}, world, translation({kMaxCoordinate, 0, 0})}, Status::Touching);
  // A body with both in its own coordinates.
  const Polytope sliver = test::hull({{0, 0, 0}, {kMaxCoordinate, 0, 0}, {0, kDenormal, 0}, {0, 0, kDenormal}});
  expect_status({sliver, {}, dust, translation({1, 0, 0})}, Status::Touching);
  expect_status({sliver, {}, dust, translation({1, 0, -kDenormal})}, Status::Separated);
  expect_status({sliver, {}, speck, translation({1e299, 0, 0})}, Status::Penetrating);
  expect_status({sliver, {}, sliver, rotation({1, 0, 0, 1})}, Status::Touching);
}

// Only a caller who asks for no more than "beyond D" gets an infinite upper end.
TEST(Scale, UpperIsInfiniteOnlyBeyondALimit) {
  test::PairSource source(5);
  int beyond = 0;
  for (int i = 0; i < pair_count(); ++i) {
    const Pair base = source.next(Placement::Anywhere);
    const int most = i % 2 == 0 ? 60 : 900;  // the fast search stops early, the exact one need not
    const Pair pair =
        scaled(base, static_cast<int>(source.random().below(2 * static_cast<std::uint64_t>(most))) - most);
    const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    DistanceOptions options;
    options.only_below = gap.upper * source.random().uniform(0, 2);
    const Distance limited = distance(pair.a, pair.pose_a, pair.b, pair.pose_b, options);
    ASSERT_EQ(limited.status, gap.status);
    ASSERT_EQ(about_claim(claim_of(limited), pair), "") << scene_of(pair);
    ASSERT_TRUE(std::isfinite(gap.upper)) << scene_of(pair);
    if (std::isfinite(limited.upper)) continue;
    ++beyond;
    ASSERT_GE(limited.lower, options.only_below) << scene_of(pair);
    ASSERT_LE(limited.lower, gap.upper) << scene_of(pair);
    ASSERT_FALSE(limited.has_witness);
  }
  EXPECT_GT(beyond, pair_count() / 10);
}

}  // namespace
}  // namespace clearance
