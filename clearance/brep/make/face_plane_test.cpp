#include <clearance/brep/make/face_plane.h>

#include <clearance/exact/orient3d.h>

#include <vector>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

Vec3 normal_of(const std::array<Vec3, 3>& p) { return cross(p[1] - p[0], p[2] - p[0]); }

TEST(FacePlane, TakesVerticesFarApart) {
  // Near the first vertex there are others; a plane through those would tell little of the far end.
  const std::vector<Vec3> corners{{0, 0, 0}, {0x1p-20, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}, {0, 0x1p-20, 0}};
  const auto plane = face_plane(corners, {corners[0], corners[1], corners[5]});
  EXPECT_EQ(norm(normal_of(plane)), 64);
  EXPECT_GT(normal_of(plane).z, 0);
  EXPECT_LT(normal_of(face_plane(corners, {corners[0], corners[5], corners[1]})).z, 0);
}

// The three of a concave face may turn the other way than its loop does there.
TEST(FacePlane, LooksOutwardWhereTheFaceIsConcave) {
  const std::vector<Vec3> arrow{{1, 1, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}};  // counter-clockwise, concave at the first
  EXPECT_GT(normal_of(face_plane(arrow, {arrow[0], arrow[1], arrow[2]})).z, 0);
}

TEST(FacePlane, TellsASliverFromALine) {
  const std::vector<Vec3> sliver{{0, 0, 0}, {1, 1, 0}, {2, 2, 0x1p-1074}, {3, 3, 0}};
  const auto plane = face_plane(sliver, {sliver[0], sliver[3], sliver[2]});
  EXPECT_FALSE(collinear(plane[0], plane[1], plane[2]));
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_EQ(orient2d_sign(plane[0], plane[1], plane[2], axis), orient2d_sign(sliver[0], sliver[3], sliver[2], axis));
}

TEST(FacePlane, TakesTheSameAtEverySize) {
  const std::vector<Vec3> corners{{1, 0, 0}, {3, 0, 1}, {5, 4, 4}, {1, 2, 1}};
  const auto plane = face_plane(corners, {corners[0], corners[1], corners[3]});
  for (const double scale : {0x1p-1072, 0x1p-600, 0x1p600, 0x1p990}) {
    std::vector<Vec3> scaled;
    for (const Vec3 c : corners) scaled.push_back(scale * c);
    const auto found = face_plane(scaled, {scaled[0], scaled[1], scaled[3]});
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(found[k], scale * plane[k]);
  }
}

}  // namespace
}  // namespace clearance::detail
