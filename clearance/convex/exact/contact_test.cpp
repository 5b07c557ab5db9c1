// Touching or penetrating, solved by hand in every way two features can meet; each certificate checked exactly. Every
// scene is also tried under motions common to both bodies, among them one with a quaternion of odd length, under which
// no coordinate is a double any more and the contact still is one.
#include <clearance/convex/exact/contact.h>

#include <clearance/convex/bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

using Points = std::vector<Vec3>;

Points moved(Points points, Vec3 by) {
  for (Vec3& p : points) p = p + by;
  return points;
}
Points cube() {
  Points corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  return corners;
}

void expect_status(const Points& a, const Points& b, Status status, int pairs = 0) {
  const Pose poses[] = {Pose(), rotation({1, 1, 0, 0}, {1, 2, 3}), rotation({1, 2, 3, 4}),
                        rotation({0.1, -0.7, 0.3, 0.9}, {0.1, 0.2, 0.3})};
  for (const Pose& pose : poses) {
    const Scene one{hull(a), hull(b), pose, pose};
    for (const Scene& scene : {one, one.swapped()}) {
      const ExactDecision decision = decide_exactly(scene.pair(), {});
      EXPECT_EQ(decision.status, status);
      EXPECT_HOLDS(scene.check(decision));
      const bool touch = status == Status::Touching;
      EXPECT_EQ(decision.certificate.kind, touch ? Certificate::Kind::Touch : Certificate::Kind::Simplex);
      EXPECT_TRUE(pairs == 0 || decision.certificate.simplex.count == pairs);
    }
  }
}
void expect_touching(const Points& a, const Points& b) { expect_status(a, b, Status::Touching); }
void expect_penetrating(const Points& a, const Points& b, int pairs = 0) {
  expect_status(a, b, Status::Penetrating, pairs);
}

// ---- solved by hand: solids --------------------------------------------------------------------------------------

TEST(ExactContact, SolidsTouch) {
  expect_touching(cube(), moved(cube(), {2, 2, 2}));                            // vertex on vertex
  expect_touching(cube(), {{1, 1, 0}, {3, 1, 0}, {3, 3, 1}, {2, 3, -1}});       // vertex on edge
  expect_touching(cube(), {{1, 0.5, 0.25}, {3, 1, 0}, {3, 0, 1}, {2, 0, -1}});  // vertex on face
  expect_touching(cube(), {{2, 0, 0.5}, {0, 2, 0.5}, {3, 3, 0}, {3, 3, 1}});    // edge across edge
  expect_touching(cube(), moved(cube(), {2, 2, 0.5}));                          // edge along edge
  expect_touching(cube(), moved(cube(), {2, 2, 2.0 - 4.0}));                    // edges end to end: vertex on vertex
  expect_touching(cube(), {{1, 0, 0}, {1, 3, 0.5}, {4, 0, 0}, {4, 0, 1}});      // edge in face
  expect_touching(cube(), moved(cube(), {2, 0.5, 0.25}));                       // face on face
  expect_touching(cube(), moved(cube(), {2, 2, 0}));                            // whole edge on whole edge
  expect_touching(cube(), moved(cube(), {2, 0, 0}));                            // whole face on whole face
}

TEST(ExactContact, SolidsPenetrate) {
  expect_penetrating(cube(), cube());
  expect_penetrating(cube(), moved(cube(), {1, 1, 1}));
  expect_penetrating(cube(), moved(cube(), {std::nextafter(2.0, 0), 0, 0}));
  expect_penetrating(cube(), {{0.9, 0, 0}, {5, 1, 0}, {5, 0, 1}, {5, -1, -1}});
}

// ---- degenerate: flat bodies -------------------------------------------------------------------------------------

const Points kTriangle = {{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}};

TEST(ExactContact, PointsAndSegments) {
  expect_touching({{1, 2, 3}}, {{1, 2, 3}});                          // coincident points
  expect_touching({{0, 0, 0}}, {{-1, -2, -3}, {1, 2, 3}});            // point in segment
  expect_touching({{0, 0, 0}}, {{0, 0, 0}, {1, 2, 3}});               // point at segment's end
  expect_touching({{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}});    // collinear, end to end
  expect_touching({{0, 0, 0}, {2, 2, 2}}, {{1, 1, 1}, {3, 3, 3}});    // collinear, overlapping
  expect_touching({{0, 0, 0}, {3, 3, 3}}, {{1, 1, 1}, {2, 2, 2}});    // collinear, one in the other
  expect_touching({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}});  // crossing: flat difference
  expect_touching({{-1, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}});   // a T
  expect_touching({{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}});    // an L
  expect_touching({{0, 0, 0}, {1, 2, 3}}, {{0, 0, 0}, {1, 2, 3}});    // the same segment
}

TEST(ExactContact, PolygonsInOnePlane) {
  expect_touching(kTriangle, {{0, 0, 0}});                            // point inside
  expect_touching(kTriangle, {{0, -2, 0}});                           // point on an edge
  expect_touching(kTriangle, {{0, 3, 0}});                            // point at a corner
  expect_touching(kTriangle, {{0, 0, 0}, {5, 1, 0}});                 // segment in the plane
  expect_touching(kTriangle, {{-5, -2, 0}, {5, -2, 0}});              // segment along an edge
  expect_touching(kTriangle, kTriangle);                              // the same triangle
  expect_touching(kTriangle, moved(kTriangle, {1, 1, 0}));            // overlapping in the plane
  expect_touching(kTriangle, moved(kTriangle, {4, 0, 0}));            // corner to corner
  expect_touching(kTriangle, {{-1, -2, 0}, {1, -2, 0}, {0, -5, 0}});  // edge to edge
  expect_touching(kTriangle, {{0, -2, 0}, {1, -5, 0}, {-1, -5, 0}});  // corner on edge
}

TEST(ExactContact, FlatAcrossFlat) {
  expect_penetrating(kTriangle, {{0, 0, -1}, {0, 0, 1}});               // segment pierces triangle
  expect_touching(kTriangle, {{0, 0, 0}, {0, 0, 1}});                   // segment stands on it
  expect_touching(kTriangle, {{0, -2, -1}, {0, -2, 1}});                // segment passes through an edge
  expect_touching(kTriangle, {{0, 3, -1}, {0, 3, 1}});                  // and through a corner
  expect_penetrating(kTriangle, {{0, 0, -2}, {1, 0, 2}, {0, 1, 2}});    // triangles cross
  expect_touching(kTriangle, {{0, 0, 0}, {1, 0, 2}, {0, 1, 2}});        // corner on triangle
  expect_touching(kTriangle, {{-1, 0, 0}, {1, 0, 0}, {0, 1, 2}});       // edge on triangle
  expect_touching(kTriangle, {{-1, -2, -1}, {1, -2, -1}, {0, -2, 5}});  // edge of one through the other: tangent
}

TEST(ExactContact, FlatAgainstSolid) {
  expect_penetrating(cube(), {{0, 0, 0}});                           // point inside
  expect_touching(cube(), {{1, 0, 0}});                              // point on a face
  expect_touching(cube(), {{1, 1, 0}});                              // on an edge
  expect_touching(cube(), {{1, 1, 1}});                              // at a corner
  expect_penetrating(cube(), {{-5, 0, 0}, {5, 0, 0}});               // segment through
  expect_penetrating(cube(), {{0, 0, 0}, {5, 5, 5}});                // segment from inside out
  expect_touching(cube(), {{-5, 1, 0}, {5, 1, 0}});                  // segment along a face
  expect_touching(cube(), {{1, 1, -5}, {1, 1, 5}});                  // along an edge
  expect_touching(cube(), {{0, 2, 0}, {2, 0, 0}});                   // across an edge
  expect_penetrating(cube(), {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}});  // triangle through
  expect_touching(cube(), {{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}});     // triangle on a face
}

// ---- how many pairs it takes -------------------------------------------------------------------------------------

TEST(ExactContact, SomeContactsNeedFiveOrSixPairs) {
  const Points octahedron_points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  expect_penetrating({{0, 0, 0}}, octahedron_points, 6);
  const Points bipyramid = {{2, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  expect_penetrating({{0, 0, 0}}, bipyramid, 5);
  const Points simple = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
  expect_penetrating({{0, 0, 0}}, simple, 4);
  // A segment and a square that cross at both centres.
  expect_penetrating({{0, 0, -1}, {0, 0, 1}}, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}});
}

// Called as decision.cpp calls it: from a single vertex pair at the origin.
TEST(ExactContact, FromOneCommonVertex) {
  const Scene corner = at_rest(hull(cube()), hull(moved(cube(), {2, 2, 2})));
  const ExactSupport support(corner.pair());
  ExactSimplex simplex;
  simplex.count = 1;
  simplex.pair[0] = {7, 0};
  simplex.m[0] = support.difference({7, 0});
  ASSERT_TRUE(is_zero(simplex.m[0]));
  const Certificate certificate = contact_certificate(support, simplex);
  EXPECT_EQ(certificate.kind, Certificate::Kind::Touch);
  EXPECT_EQ(certificate.simplex.count, 1);
  EXPECT_HOLDS(corner.check(Status::Touching, certificate));
}

// ---- against each other --------------------------------------------------------------------------------------------

// Grid bodies of all dimensions at grid positions under one odd rotation: statuses must not depend on it, on the order
// of the bodies or on the start, and every certificate must hold.
TEST(ExactContact, GridBodiesOfAllDimensions) {
  Random random(121);
  int count[kStatusCount] = {};
  for (int round = 0; round < 400; ++round) {
    const Polytope a = random_body(random, true), b = random_body(random, true);
    const Pose pose = random_pose(random);
    const Scene straight = at_rest(a, b), turned{a, b, pose, pose};
    const ExactDecision first = decide_exactly(straight.pair(), {}), second = decide_exactly(turned.pair(), {});
    ++count[static_cast<int>(first.status)];
    ASSERT_EQ(first.status, second.status);
    ASSERT_HOLDS(straight.check(first));
    ASSERT_HOLDS(turned.check(second));
    const VertexPair start[] = {{0, 0}, {a.vertex_count() - 1, b.vertex_count() - 1}};
    ASSERT_EQ(decide_exactly(straight.swapped().pair(), {}).status, first.status);
    ASSERT_EQ(decide_exactly(straight.pair(), start).status, first.status);
  }
  EXPECT_GT(count[static_cast<int>(Status::Separated)], 50);
  EXPECT_GT(count[static_cast<int>(Status::Touching)], 20);
  EXPECT_GT(count[static_cast<int>(Status::Penetrating)], 20);
}

}  // namespace
}  // namespace clearance::detail
