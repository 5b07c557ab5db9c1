#include <clearance/mesh/local_point.h>

#include <clearance/convex/bodies_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

// |rough − exact| ≤ error in every coordinate, and exact is where the pose says: R·x + t is the world point again.
void expect_sound(LocalPoint& x, const Pose& pose, const DyadicVec& world, const Dyadic& denominator) {
  const LocalPoint::Fraction& f = x.exactly();
  ASSERT_GT(f.denominator.sign(), 0);
  const auto within = [&](double rough, const Dyadic& numerator) {
    const Dyadic off = Dyadic(rough) * f.denominator - numerator, most = Dyadic(x.error()) * f.denominator;
    return compare(off, most) <= 0 && compare(-off, most) <= 0;
  };
  EXPECT_TRUE(within(x.rough().x, f.numerator.x));
  EXPECT_TRUE(within(x.rough().y, f.numerator.y));
  EXPECT_TRUE(within(x.rough().z, f.numerator.z));
  const ExactPose exact_pose(pose);
  const DyadicVec c0 = exact_pose.edge({}, {1, 0, 0}), c1 = exact_pose.edge({}, {0, 1, 0}),
                  c2 = exact_pose.edge({}, {0, 0, 1});
  const DyadicVec back =
      f.numerator.x * c0 + f.numerator.y * c1 + f.numerator.z * c2 + f.denominator * exact_pose.numerator({});
  EXPECT_TRUE(is_zero(denominator * back - f.denominator * exact_pose.denominator() * world));
}

Pose random_matrix_pose(Random& random) {
  // A rotation, each entry off by up to 1e-5.
  Mat3 m = random_pose(random).rotation();
  for (Vec3& row : m.row) row = row + random_vector(random, 1e-5);
  return Pose::from_matrix(m, random_vector(random, 10)).value();
}

TEST(LocalPoint, IsWhereThePoseSays) {
  const Pose quarter = rotation({1, 0, 0, 1}, {5, 6, 7});  // (x, y, z) ↦ (5 − y, 6 + x, 7 + z)
  const LocalPoint x(quarter, Vec3{4, 8, 7});
  EXPECT_LE(norm_max(x.rough() - Vec3{2, 1, 0}), x.error());
  EXPECT_LE(x.error(), 1e-13);
  const Pose identity;
  LocalPoint still(identity, Vec3{0.1, 0.2, 0.3});
  EXPECT_EQ(still.rough(), (Vec3{0.1, 0.2, 0.3}));
  EXPECT_EQ(still.error(), 0);
  expect_sound(still, identity, exact(Vec3{0.1, 0.2, 0.3}), 1.0);
}

// Axes into axes: no error where sums are doubles, and a bound that holds where they are not.
TEST(LocalPoint, IsExactWherePosesTurnAxesIntoAxes) {
  Random random(52);
  const double h = std::sqrt(0.5);
  const Quat turns[] = {{}, {h, h, 0, 0}, {h, 0, -h, 0}, {0.5, 0.5, -0.5, 0.5}, {0, 0, 1, 0}, {3, 0, 0, 3}};
  int exactly = 0, rounded = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const double unit = trial % 2 == 0 ? 0.125 : 0.1;
    const auto place = [&] {
      const auto step = [&] { return unit * (static_cast<double>(random.below(41)) - 20); };
      const double x = step(), y = step(), z = step();
      return Vec3{x, y, z};
    };
    const Vec3 at = place(), from = place(), p = place();
    const Pose pose = rotation(turns[random.below(6)], at), other = rotation(turns[random.below(6)], from);
    LocalPoint world(pose, p), vertex(pose, p, other);
    expect_sound(world, pose, exact(p), 1.0);
    const ExactPose exact_other(other);
    expect_sound(vertex, pose, exact_other.numerator(p), exact_other.denominator());
    EXPECT_TRUE(unit != 0.125 || (world.error() == 0 && vertex.error() == 0));
    (vertex.error() == 0 ? exactly : rounded) += 1;
  }
  EXPECT_GT(exactly, 1000);
  EXPECT_GT(rounded, 100);
}

TEST(LocalPoint, KeepsWithinItsErrorUnderEveryKindOfPose) {
  Random random(51);
  for (int trial = 0; trial < 400; ++trial) {
    const bool is_matrix = trial % 2 == 0;
    const Pose pose = is_matrix ? random_matrix_pose(random) : random_pose(random, random_vector(random, 1e3));
    const Pose other = trial % 3 == 0 ? random_matrix_pose(random) : random_pose(random, random_vector(random, 1e3));
    const Vec3 p = random_vector(random, std::ldexp(1.0, static_cast<int>(random.below(40)) - 20));
    LocalPoint world(pose, p);
    expect_sound(world, pose, exact(p), 1.0);
    const ExactPose at(other);
    LocalPoint vertex(pose, p, other);
    expect_sound(vertex, pose, at.numerator(p), at.denominator());
    LocalPoint fraction(pose, at.numerator(p), at.denominator());
    expect_sound(fraction, pose, at.numerator(p), at.denominator());
    // All three bounds are of the size of rounding.
    const double size = norm_max(p) + norm_max(pose.translation()) + norm_max(other.translation());
    EXPECT_LE(vertex.error(), 1e-13 * size);
    EXPECT_LE(fraction.error(), 1e-13 * size);
  }
}

}  // namespace
}  // namespace clearance::detail
