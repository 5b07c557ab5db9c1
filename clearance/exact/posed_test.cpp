// The error bounds of posed.h are held against exact values; each test also asks that the worst error seen is a fair
// part of its bound, so that a wrong evaluation or a far too generous constant would show.
#include <clearance/exact/posed.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

Dyadic magnitude(const Dyadic& x) { return x.sign() < 0 ? -x : x; }

// a / b in doubles, at any scale.
double ratio(const Dyadic& a, const Dyadic& b) {
  std::int64_t exponent_a = 0, exponent_b = 0;
  const double top = a.fraction(exponent_a), bottom = b.fraction(exponent_b);
  return std::ldexp(top / bottom, static_cast<int>(std::clamp<std::int64_t>(exponent_a - exponent_b, -2000, 2000)));
}

double power(Random& random, int low, int high) {
  return std::ldexp(1.0, low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1))));
}

Vec3 any_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

// Components that differ wildly in size, some zero.
double nasty(Random& random) {
  switch (random.below(5)) {
    case 0:
      return 0;
    case 1:
      return random.uniform(-1, 1);
    case 2:
      return random.uniform(-1, 1) * power(random, -60, 0);
    case 3:
      return random.uniform(-1, 1) * power(random, -1070, 0);
    default:
      return random.below(2) == 0 ? 1 : -1;
  }
}

Quat any_quaternion(Random& random) {
  Quat q;
  do {
    q = {nasty(random), nasty(random), nasty(random), nasty(random)};
    if (random.below(2) == 0)
      q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double scale = random.below(3) == 0 ? power(random, -1070, 1020) : power(random, -2, 2);
    q = {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
  } while (q == Quat{0, 0, 0, 0});
  return q;
}

Pose any_pose(Random& random, double offset) {
  const Pose pose = rotation(any_quaternion(random), any_vector(random, offset));
  if (random.below(4) > 0) return pose;
  // A matrix pose, with columns as long as they may be.
  Mat3 matrix = pose.rotation();
  for (Vec3& row : matrix.row) row = (1 + random.uniform(-4e-5, 4e-5)) * row;
  const Result<Pose> taken = Pose::from_matrix(matrix, pose.translation());
  return taken.ok() ? *taken : pose;
}

// A vertex in a body of that size; often on an axis, where one term is all of |v|₁.
Vec3 any_vertex(Random& random, double size) {
  const double s = random.uniform(-size, size);
  switch (random.below(6)) {
    case 0:
      return {s, 0, 0};
    case 1:
      return {0, s, 0};
    case 2:
      return {0, 0, s};
    default:
      return any_vector(random, size);
  }
}

bool equal(const DyadicVec& a, const DyadicVec& b) { return is_zero(a - b); }

TEST(ExactPose, TurnsByHand) {
  // q = (1,0,0,1) of length √2 is a quarter turn about z.
  const ExactPose quarter(rotation({3, 0, 0, 3}, {10, 20, 30}));
  EXPECT_EQ(quarter.denominator().to_double(), 18);
  EXPECT_TRUE(equal(quarter.numerator({1, 2, 3}), quarter.denominator() * exact(Vec3{8, 21, 33})));
  EXPECT_TRUE(equal(quarter.edge({1, 0, 0}, {0, 1, 0}), quarter.denominator() * exact(Vec3{-1, -1, 0})));
  // q = (1,1,1,1) maps x to y to z to x.
  const ExactPose cyclic(rotation({1, 1, 1, 1}));
  EXPECT_TRUE(equal(cyclic.numerator({1, 2, 3}), cyclic.denominator() * exact(Vec3{3, 1, 2})));
  // q = (2,1,0,0): cos = 3/5, sin = 4/5 about x.
  const ExactPose fifths(rotation({2, 1, 0, 0}));
  EXPECT_EQ(fifths.denominator().to_double(), 5);
  EXPECT_TRUE(equal(fifths.numerator({0, 1, 0}), exact(Vec3{0, 3, 4})));
  EXPECT_TRUE(equal(fifths.numerator({0, 0, 1}), exact(Vec3{0, -4, 3})));
  const ExactPose matrix(Pose::from_matrix({{{0, -1, 0}, {1, 0, 0}, {0, 0, 1.00001}}}, {1, 1, 1}).value());
  EXPECT_EQ(matrix.denominator().to_double(), 1);
  EXPECT_TRUE(
      equal(matrix.numerator({2, 3, 1}), exact(Vec3{-2, 3, 0}) + DyadicVec{Dyadic(), Dyadic(), 1.0 + Dyadic(1.00001)}));
}

TEST(ExactPose, IsRigid) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const ExactPose pose(rotation(any_quaternion(random), any_vector(random, 100)));
    const Vec3 v0 = any_vertex(random, 1), v1 = any_vertex(random, power(random, -40, 40)), v2 = any_vertex(random, 3);
    const DyadicVec edge = pose.edge(v0, v1), straight = exact(v1) - exact(v0);
    const Dyadic squared = pose.denominator() * pose.denominator();
    ASSERT_EQ(compare(dot(edge, edge), squared * dot(straight, straight)), 0);
    ASSERT_TRUE(equal(edge, pose.numerator(v1) - pose.numerator(v0)));
    const DyadicVec n = exact(v2);
    ASSERT_EQ(compare(dot(n, edge), dot(pose.from_world(n), straight)), 0);
    // Not a reflection: the cross product turns with the edges.
    const DyadicVec other = exact(v2) - exact(v0);
    const DyadicVec normal = cross(straight, other);
    const Dyadic turned = dot(cross(edge, pose.edge(v0, v2)), pose.edge({}, {1, 0, 0}));
    ASSERT_EQ(compare(turned, pose.denominator() * squared * normal.x), 0);
  }
}

TEST(ExactPair, ScalesBothBodiesAlike) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const ExactPair pair(any_pose(random, 10), any_pose(random, 10));
    const Vec3 p = any_vertex(random, 1), q = any_vertex(random, 1);
    ASSERT_EQ(compare(pair.scale(), pair.a().denominator() * pair.b().denominator()), 0);
    ASSERT_TRUE(equal(pair.a().denominator() * pair.point_a(p), pair.scale() * pair.a().numerator(p)));
    ASSERT_TRUE(equal(pair.b().denominator() * pair.point_b(q), pair.scale() * pair.b().numerator(q)));
    ASSERT_TRUE(equal(pair.difference(p, q), pair.point_b(q) - pair.point_a(p)));
  }
}

TEST(PosedBounds, RotationError) {
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 30000; ++i) {
    const Pose pose = rotation(any_quaternion(random));
    const ExactPose truth(pose);
    const DyadicVec columns[3] = {truth.numerator({1, 0, 0}), truth.numerator({0, 1, 0}), truth.numerator({0, 0, 1})};
    for (int k = 0; k < 3; ++k) {
      const Vec3 approximate = {pose.rotation().row[0][k], pose.rotation().row[1][k], pose.rotation().row[2][k]};
      const DyadicVec error = truth.denominator() * exact(approximate) - columns[k];
      for (const Dyadic* e : {&error.x, &error.y, &error.z})
        worst = std::max(worst, ratio(magnitude(*e), truth.denominator()) / kRotationError);
    }
  }
  EXPECT_LE(worst, 1);
  EXPECT_GE(worst, 0.02);
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// One pair of posed vertices with everything the two bounds speak of.
struct Sample {
  Pose pose_a, pose_b;
  Vec3 a, b, t, n;
  double size;  // S
};

Sample any_sample(Random& random) {
  const double offset = random.below(3) == 0 ? power(random, -300, 900) : power(random, -3, 3);
  const double unit = random.below(3) == 0 ? power(random, -300, 900) : 1;
  Sample s;
  s.pose_a = any_pose(random, offset);
  s.pose_b = any_pose(random, offset);
  if (random.below(2) == 0) s.pose_b = *Pose::from_quaternion(any_quaternion(random), s.pose_a.translation());
  s.a = any_vertex(random, unit);
  s.b = any_vertex(random, unit * power(random, -4, 4));
  s.n = any_vertex(random, random.below(4) == 0 ? power(random, -60, 60) : 1);
  s.t = s.pose_b.translation() - s.pose_a.translation();
  s.size = norm_one(s.a) + norm_one(s.b) + norm_max(s.t);
  return s;
}

TEST(PosedBounds, DotError) {
  Random random(4);
  double worst = 0;
  int used = 0;
  for (int i = 0; i < 30000; ++i) {
    const Sample s = any_sample(random);
    const double length = norm_one(s.n), bound = kDotError * length * s.size;
    if (!(length >= kMinDirection && bound >= kMinBound && bound <= kMaxBound)) continue;
    const double value =
        (dot(transpose_times(s.pose_b.rotation(), s.n), s.b) - dot(transpose_times(s.pose_a.rotation(), s.n), s.a)) +
        dot(s.n, s.t);
    ASSERT_TRUE(std::isfinite(value));
    const ExactPair pair(s.pose_a, s.pose_b);
    const Dyadic error = pair.scale() * Dyadic(value) - dot(exact(s.n), pair.difference(s.a, s.b));
    const double part = ratio(magnitude(error), pair.scale() * Dyadic(bound));
    ASSERT_LE(part, 1);
    worst = std::max(worst, part);
    ++used;
  }
  EXPECT_GE(worst, 0.02);
  EXPECT_GE(used, 20000);
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

TEST(PosedBounds, DifferenceError) {
  Random random(5);
  double worst = 0;
  for (int i = 0; i < 30000; ++i) {
    const Sample s = any_sample(random);
    const double bound = kDifferenceError * s.size;
    if (!(bound >= kMinBound)) continue;
    const Vec3 value = (s.pose_b.rotation() * s.b + s.t) - s.pose_a.rotation() * s.a;
    const ExactPair pair(s.pose_a, s.pose_b);
    const DyadicVec error = pair.scale() * exact(value) - pair.difference(s.a, s.b);
    for (const Dyadic* e : {&error.x, &error.y, &error.z}) {
      const double part = ratio(magnitude(*e), pair.scale() * Dyadic(bound));
      ASSERT_LE(part, 1);
      worst = std::max(worst, part);
    }
  }
  EXPECT_GE(worst, 0.02);
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

}  // namespace
}  // namespace clearance::detail
