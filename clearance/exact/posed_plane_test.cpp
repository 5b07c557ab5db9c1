#include <clearance/exact/posed_plane.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Sign of n·x − c in the body's frame, and in the world.
int own_side(Vec3 n, double c, Vec3 x) { return (dot(exact(n), exact(x)) - Dyadic(c)).sign(); }
int world_side(const ExactPlane& plane, const Pose& pose, Vec3 x) {
  const ExactPose place(pose);
  return (dot(plane.normal, place.numerator(x)) - place.denominator() * plane.offset).sign();
}

double some_integer(Random& random, int most) {
  return static_cast<double>(static_cast<int>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most);
}
Vec3 some_integers(Random& random, int most) {
  const double x = some_integer(random, most), y = some_integer(random, most), z = some_integer(random, most);
  return {x, y, z};
}
Vec3 some_normal(Random& random) {
  for (;;)
    if (const Vec3 n = some_integers(random, 3); n != Vec3{}) return n;
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(PosedPlane, AQuarterTurnMovesTheComponents) {
  const Pose turn = rotation({1, 0, 0, 1}, {5, 6, 7});  // x to y
  EXPECT_EQ(turned_normal({2, 3, 4}, turn), (Vec3{-3, 2, 4}));
  EXPECT_EQ(turned_normal({2, 3, 4}, rotation({-0.3, 0, 0, 0})), (Vec3{2, 3, 4}));
  EXPECT_EQ(turned_normal({2, 3, 4}, rotation({0, 0, 7, 0})), (Vec3{-2, 3, -4}));
  const ExactPlane plane = posed_plane({2, 3, 4}, 1, turn);
  EXPECT_EQ(plane.offset.to_double(), 1 + -3 * 5 + 2 * 6 + 4 * 7);
}

TEST(PosedPlane, ATurnAboutTheNormalLeavesIt) {
  EXPECT_EQ(turned_normal({0, 0, -4}, rotation({3, 0, 0, 0.1})), (Vec3{0, 0, -4}));
  EXPECT_FALSE(turned_normal({0, 0, -4}, rotation({3, 0, 0.1, 0})));
  EXPECT_FALSE(turned_normal({1, 0, -4}, rotation({3, 0, 0, 0.1})));
}

// (2, 0, 1, 0) turns (0, 0, 5) to (4, 0, 3), which is no matter of moving components.
TEST(PosedPlane, ARationalTurn) {
  const Pose pose = rotation({2, 0, 1, 0}, {1, 1, 1});
  EXPECT_FALSE(turned_normal({0, 0, 5}, pose));
  const ExactPlane plane = posed_plane({0, 0, 5}, 10, pose);
  EXPECT_EQ(plane.normal.x.to_double(), 20);  // times |q|² = 5
  EXPECT_EQ(plane.normal.y.to_double(), 0);
  EXPECT_EQ(plane.normal.z.to_double(), 15);
  EXPECT_EQ(plane.offset.to_double(), 50 + 35);
}

// A matrix that leans: the plane z ≤ 1 stays where it is, though its normal times the matrix would be elsewhere.
TEST(PosedPlane, AMatrixThatIsNotQuiteRigid) {
  const double lean = 0x1p-15;
  const Pose pose = Pose::from_matrix({{{1, 0, lean}, {0, 1, 0}, {0, 0, 1}}}).value();
  EXPECT_EQ(turned_normal({0, 0, 1}, pose), (Vec3{0, 0, 1}));
  const ExactPlane flat = posed_plane({0, 0, 1}, 1, pose);
  EXPECT_EQ(flat.normal.x.to_double(), 0);
  // x ≤ 1 becomes x − lean·z ≤ 1.
  const ExactPlane wall = posed_plane({1, 0, 0}, 1, pose);
  EXPECT_EQ(wall.normal.x.to_double(), 1);
  EXPECT_EQ(wall.normal.z.to_double(), -lean);
  EXPECT_EQ(wall.offset.to_double(), 1);
}

// ---- Every point is on the side that it was on ----------------------------------------------------------------------

TEST(PosedPlane, KeepsTheSideOfEveryPoint) {
  Random random(3);
  int on = 0;
  for (int round = 0; round < 3000; ++round) {
    const Vec3 n = some_normal(random), t = some_integers(random, 9);
    const double c = some_integer(random, 4);
    Pose pose;
    switch (round % 4) {
      case 0: {
        const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        pose = rotation(q, t);
        break;
      }
      case 1:
        pose = rotation({some_integer(random, 3), some_integer(random, 3), some_integer(random, 3), 4}, t);
        break;
      case 2: {
        Mat3 matrix = rotation({1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}).rotation();
        matrix.row[round % 3].x += 1e-5;
        pose = Pose::from_matrix(matrix, t).value();
        break;
      }
      default: {
        const double some[] = {0, 1, -1};
        const double s = random.below(2) == 0 ? 0.3 : 5.0;
        const Quat q{s * some[random.below(3)], s * some[random.below(3)], s * some[random.below(3)], s};
        pose = rotation(q, t);
      }
    }
    const ExactPlane plane = posed_plane(n, c, pose);
    for (int k = 0; k < 8; ++k) {
      const Vec3 x = some_integers(random, 3);
      const int side = own_side(n, c, x);
      ASSERT_EQ(world_side(plane, pose, x), side);
      on += side == 0;
    }
  }
  EXPECT_GT(on, 500);
}

}  // namespace
}  // namespace clearance::detail
