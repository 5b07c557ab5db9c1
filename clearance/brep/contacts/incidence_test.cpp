#include <clearance/brep/contacts/incidence.h>

#include <clearance/brep/contacts/contact_cases_test.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

TEST(Incidence, OfACube) {
  const BRep cube = brep_of(box_soup({0, 0, 0}, {1, 1, 1}));
  const Entity corner = vertex_at(cube, {0, 0, 0}), far = vertex_at(cube, {1, 1, 1});
  const Entity edge = edge_at(cube, {0, 0, 0}, {1, 0, 0});
  const Entity bottom = face_at(cube, {0, 0, -1}, {0, 0, 0}), top = face_at(cube, {0, 0, 1}, {0, 0, 1});
  ASSERT_TRUE(corner.is_on_boundary() && edge.is_on_boundary() && bottom.is_on_boundary() && top.is_on_boundary());

  EXPECT_EQ(faces_of_vertex(cube, corner.index).size(), 3u);
  EXPECT_EQ(faces_of_edge(cube, edge.index).size(), 2u);
  EXPECT_EQ(edges_of_face(cube, top.index).size(), 4u);
  EXPECT_EQ(closure_of(cube, bottom).size(), 9u);
  EXPECT_EQ(closure_of(cube, edge).size(), 3u);
  EXPECT_EQ(closure_of(cube, bottom).front(), bottom);
  EXPECT_TRUE(closure_of(cube, {EntityKind::Inside}).empty());

  EXPECT_TRUE(is_in_closure(cube, corner, edge));
  EXPECT_TRUE(is_in_closure(cube, edge, bottom));
  EXPECT_TRUE(is_in_closure(cube, corner, bottom));
  EXPECT_FALSE(is_in_closure(cube, bottom, corner));
  EXPECT_FALSE(is_in_closure(cube, far, edge));
  EXPECT_FALSE(is_in_closure(cube, edge, top));

  EXPECT_TRUE(are_adjacent(cube, edge, corner));
  EXPECT_TRUE(are_adjacent(cube, bottom, face_at(cube, {1, 0, 0}, {1, 0, 0})));
  EXPECT_FALSE(are_adjacent(cube, bottom, top));
  EXPECT_FALSE(are_adjacent(cube, corner, far));
  EXPECT_FALSE(are_adjacent(cube, corner, {EntityKind::Outside}));
  EXPECT_FALSE(are_adjacent(cube, {}, {}));
}

TEST(Incidence, FaceWithAHole) {
  const BRep frame = brep_of(frame_soup());
  const Entity top = face_at(frame, {0, 0, 1}, {0, 0, 1});
  EXPECT_EQ(edges_of_face(frame, top.index).size(), 8u);
  EXPECT_TRUE(is_in_closure(frame, vertex_at(frame, {1, 1, 1}), top));
}

// Two cubes that share an edge: it has four faces, and the faces of one are adjacent to those of the other.
TEST(Incidence, SolidThatTouchesItself) {
  const BRep twins = brep_of(voxel_soup({{0, 0, 0}, {1, 1, 0}}));
  const Entity edge = edge_at(twins, {1, 1, 0}, {1, 1, 1});
  ASSERT_TRUE(edge.is_on_boundary());
  EXPECT_EQ(faces_of_edge(twins, edge.index).size(), 4u);
  EXPECT_EQ(faces_of_vertex(twins, vertex_at(twins, {1, 1, 1}).index).size(), 6u);
}

TEST(Incidence, UnitNormals) {
  const BRep cube = brep_of(box_soup({0, 0, 0}, {0x1p-400, 0x1p500, 1}));
  for (std::uint32_t f = 0; f < cube.face_count(); ++f) EXPECT_EQ(norm_max(unit_normal_of_face(cube, f)), 1);
}

}  // namespace
}  // namespace clearance
