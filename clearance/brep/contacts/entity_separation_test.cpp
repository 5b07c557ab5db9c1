#include <clearance/brep/contacts/entity_separation.h>

#include <clearance/brep/contacts/contact_cases_test.h>
#include <clearance/build/convex_hull.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

EntitySeparation separation(const Soup& soup, double required = 0) {
  return entity_separation(brep_of(soup), required).value();
}
void expect_bracket(const EntitySeparation& s, double expected) {
  EXPECT_LE(s.nearest.lower, expected);
  EXPECT_GE(s.nearest.upper, expected);
  EXPECT_NEAR(s.nearest.lower, expected, 1e-12 * expected + 1e-14);
  EXPECT_NEAR(s.nearest.upper, expected, 1e-12 * expected + 1e-12);
}

// --- solved by hand

TEST(EntitySeparation, Boxes) {
  const EntitySeparation cube = separation(box_soup({0, 0, 0}, {1, 1, 1}));
  expect_bracket(cube, 1);
  EXPECT_EQ(cube.nearest.first.kind, EntityKind::Vertex);
  EXPECT_TRUE(cube.near.empty());
  expect_bracket(separation(box_soup({0, 0, 0}, {1, 1, 0x1p-7})), 0x1p-7);
  expect_bracket(separation(cavity_soup()), 1);
  expect_bracket(separation(frame_soup()), 1);
}

// Two boxes in one solid whose edges pass each other, crossing, an eighth apart.
TEST(EntitySeparation, EdgesThatCross) {
  Soup soup = ridge_soup();
  Soup other = ridge_soup();  // turned upside down and across, above the first
  for (Vec3& v : other.vertices) v = {v.z - 2, -v.y + 0.125, v.x + 2};
  soup.add(other);
  const BRep brep = brep_of(soup);
  const EntitySeparation s = entity_separation(brep).value();
  expect_bracket(s, 0.125);
  EXPECT_EQ(s.nearest.first.kind, EntityKind::Edge);
  EXPECT_EQ(s.nearest.second.kind, EntityKind::Edge);
}

// A tip above the middle of a face.
TEST(EntitySeparation, VertexOverFace) {
  Soup soup = box_soup({-2, -2, -1}, {2, 2, 0});
  Soup tip = tip_soup(1);
  for (Vec3& v : tip.vertices) v.z += 0x1p-10;
  soup.add(tip);
  const BRep brep = brep_of(soup);
  const EntitySeparation s = entity_separation(brep, 0.01).value();
  expect_bracket(s, 0x1p-10);
  EXPECT_EQ(s.nearest.first, vertex_at(brep, {0, 0, 0x1p-10}));
  EXPECT_EQ(s.nearest.second, face_at(brep, {0, 0, 1}, {0, 0, 0}));
  EXPECT_TRUE(s.is_violated());
  EXPECT_EQ(s.near_count, 1u);
  ASSERT_EQ(s.near.size(), 1u);

  EXPECT_TRUE(check_separation(brep, 0x1p-20).ok());
  const Result<EntitySeparation> refused = check_separation(brep, 1e-4);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().place, name_of(brep, s.nearest.first) + " and " + name_of(brep, s.nearest.second));
}

// --- degenerate

TEST(EntitySeparation, Refusals) {
  const BRep cube = brep_of(box_soup({0, 0, 0}, {1, 1, 1}));
  for (const double bad : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(entity_separation(cube, bad).ok());
    EXPECT_FALSE(check_separation(cube, bad).ok());
  }
  EXPECT_FALSE(EntitySeparation{}.is_proved());
  EXPECT_FALSE(EntitySeparation{}.is_violated());
}

// Exactly at α: 1 is not proved to be at least 1 by roundings, but is not refuted either.
TEST(EntitySeparation, AtTheLimit) {
  const EntitySeparation s = separation(box_soup({0, 0, 0}, {1, 1, 1}), 1);
  EXPECT_FALSE(s.is_violated());
  EXPECT_EQ(s.near.empty(), s.is_proved());
}

TEST(EntitySeparation, ExtremeCoordinates) {
  for (const double size : {0x1p-300, 0x1p300, 0x1p900}) {
    const EntitySeparation s = separation(box_soup({0, 0, 0}, {size, size, size}));
    EXPECT_LE(s.nearest.lower, size);
    EXPECT_GE(s.nearest.upper, size);
  }
}

// --- against brute force

// All pairs, each by the distance of two convex bodies.
TEST(EntitySeparation, AgreesWithAllPairs) {
  detail::Random random(11);
  for (int round = 0; round < 12; ++round) {
    const double stretch = few_bits(random.uniform(0.1, 3), 4);
    // Along one axis, by few bits: faces stay planar exactly.
    Soup soup = round % 3 == 0 ? corner_soup() : round % 3 == 1 ? tip_soup(0.25) : ridge_soup();
    for (Vec3& v : soup.vertices) v = {v.x * stretch, v.y, v.z};
    const BRep brep = brep_of(soup);
    std::vector<Entity> all;
    for (std::uint32_t k = 0; k < brep.vertex_count(); ++k) all.push_back({EntityKind::Vertex, k});
    for (std::uint32_t k = 0; k < brep.edge_count(); ++k) all.push_back({EntityKind::Edge, k});
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    const auto hull = [](const std::vector<Vec3>& points) { return convex_hull(points).value(); };
    const auto look = [&](const Polytope& x, const Polytope& y) {
      const Distance d = distance(x, {}, y, {});
      lower = std::min(lower, d.lower), upper = std::min(upper, d.upper);
    };
    const auto corners = [&](Entity x) {
      std::vector<Vec3> points;
      for (const Entity& v : closure_of(brep, x))
        if (v.kind == EntityKind::Vertex) points.push_back(brep.vertex(v.index));
      return points;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        if (!are_adjacent(brep, all[i], all[j])) look(hull(corners(all[i])), hull(corners(all[j])));
      for (std::uint32_t f = 0; f < brep.face_count(); ++f)
        if (!are_adjacent(brep, all[i], {EntityKind::Face, f}))
          for (const std::uint32_t t : brep.triangles_of_face(f)) {
            const MeshTriangle& c = brep.mesh().triangle(t);
            look(hull(corners(all[i])),
                 hull({brep.mesh().vertex(c[0]), brep.mesh().vertex(c[1]), brep.mesh().vertex(c[2])}));
          }
    }
    const EntitySeparation s = entity_separation(brep).value();
    EXPECT_LE(s.nearest.lower, upper) << round;
    EXPECT_GE(s.nearest.upper, lower) << round;
    EXPECT_LT(s.nearest.upper - s.nearest.lower, 1e-12) << round;
  }
}

}  // namespace
}  // namespace clearance
