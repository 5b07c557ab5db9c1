#include <clearance/lab/spacetime/prism.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/made_polytopes_test.h>
#include <clearance/lab/spacetime/polyhedron_of.h>

#include <memory>

namespace clearance::lab {
namespace {

PrismMotion<3> motion(Vec3 velocity, double begin, double end) {
  return {{Dyadic(velocity.x), Dyadic(velocity.y), Dyadic(velocity.z)}, 1.0, begin, end};
}

// 2V, V + 2E, E + 2F, F + 2 faces of dimensions 0 to 3; with the whole and nothing at all 3(V + E + F) + 4, so Joseph
// and Plantinga's three times the polyhedron's and two. `euler` of the body, V − E + F.
void expect_prism_of(const IncidencePolytope<3>& body, const IncidencePolytope<4>& prism, long euler) {
  const std::size_t v = body.face_count(0), e = body.face_count(1), f = body.face_count(2);
  EXPECT_EQ(prism.face_count(0), 2 * v);
  EXPECT_EQ(prism.face_count(1), v + 2 * e);
  EXPECT_EQ(prism.face_count(2), e + 2 * f);
  EXPECT_EQ(prism.face_count(3), f + 2);
  EXPECT_EQ(prism.face_count(4), 1u);
  long sum = 0, all = 0;
  for (int d = 0; d < 4; ++d) {
    all += static_cast<long>(prism.face_count(d));
    sum += (d % 2 == 0 ? 1 : -1) * static_cast<long>(prism.face_count(d));
  }
  EXPECT_EQ(all, static_cast<long>(3 * (v + e + f) + 2));
  // The body twice, less what lies between and the other way round: (V − E + F) − 2 each way.
  EXPECT_EQ(sum, euler - 2);
  std::uint64_t of_facets = 0;
  for (std::uint32_t i = 0; i < prism.face_count(3); ++i) of_facets += prism.incidences(FaceId{3, i});
  EXPECT_EQ(of_facets, prism.incidences());
}

TEST(Prism, CountsOfHulls) {
  for (const int count : {4, 5, 8, 13, 40, 100}) {
    for (const TestShape shape : {TestShape::Ellipsoid, TestShape::Rod}) {
      const Polytope body = test_polytope(shape, count, 3);
      const auto at = polyhedron_of(body, ExactPose(rotation({1, 2, 3, 4}, {5, 6, 7})));
      const auto prism = make_prism(at.shape, motion({1, 2, -3}, 0.5, 2)).value();
      expect_prism_of(at.shape, prism, 2);
      EXPECT_TRUE(prism.face(prism.whole()).is_convex);
    }
  }
  const auto block = polyhedron_of(box({1, 2, 3}), ExactPose(Pose()));
  EXPECT_EQ(block.shape.face_count(2), 6u);
  expect_prism_of(block.shape, make_prism(block.shape, motion({}, 0, 1)).value(), 2);
}

// A frame has genus 1 where its flat faces, which have a hole each, count as what they are: V − E + F = 2 there.
TEST(Prism, CountsOfOthers) {
  const auto u = upright(u_loops(), 0, 1);
  expect_prism_of(u, make_prism(u, motion({1, 0, 0}, 0, 1)).value(), 2);
  const auto ring = upright(frame_loops(), 0, 1);
  expect_prism_of(ring, make_prism(ring, motion({1, 0, 0}, 0, 1)).value(), 16 - 24 + 10);
}

// ---- Where its faces are

TEST(Prism, FacesAreOfTheBody) {
  const auto body = upright(u_loops(), 0, 1);
  const auto prism = make_prism(body, motion({4, 0, 0}, 1, 3)).value();
  int ends = 0;
  for (int d = 0; d < 4; ++d)
    for (std::uint32_t i = 0; i < prism.face_count(d); ++i) {
      const PrismFace from = prism_face(body, {d, i});
      const auto& face = prism.face({d, i});
      for (const std::uint32_t v : face.vertices) {
        const double time = prism.vertex(v).rounded(3);
        if (from.end != PrismEnd::Between) {
          EXPECT_EQ(time, from.end == PrismEnd::First ? 1 : 3);
        }
        const auto& of = body.face(from.of).vertices;
        EXPECT_TRUE(std::binary_search(of.begin(), of.end(), v % static_cast<std::uint32_t>(body.face_count(0))));
      }
      ends += from.end != PrismEnd::Between ? 1 : 0;
      EXPECT_EQ(face.vertices.size(), body.face(from.of).vertices.size() * (from.end == PrismEnd::Between ? 2 : 1));
    }
  EXPECT_EQ(ends, 2 * (16 + 24 + 10 + 1));
}

TEST(Prism, PointsInIt) {
  // The U from −3 to 3 moves by 8 to the right between the times 1 and 3.
  const auto prism = make_prism(upright(u_loops(), 0, 1), motion({4, 0, 0}, 1, 3)).value();
  const Locator locate(prism);
  const auto dimension = [&](double x, double y, double z, double t) {
    const Place place = locate(point({x, y, z, t}));
    return place ? place->dimension : -1;
  };
  EXPECT_EQ(dimension(2, 2, 0.5, 1), 3);   // in the first end
  EXPECT_EQ(dimension(0, 2, 0.5, 1), -1);  // between the arms
  EXPECT_EQ(dimension(4, 2, 0.5, 2), -1);  // still between them
  EXPECT_EQ(dimension(6, 2, 0.5, 2), 4);   // in the right arm
  EXPECT_EQ(dimension(5, 2, 0.5, 2), 3);   // on its inner wall
  EXPECT_EQ(dimension(5, 0, 0.5, 2), 2);   // on the edge at its foot
  EXPECT_EQ(dimension(5, 0, 0, 2), 1);     // at a vertex, on its way
  EXPECT_EQ(dimension(9, 0, 0, 3), 0);     // and at its end
  EXPECT_EQ(dimension(9, 0, 0, 3.0000001), -1);
}

// ---- No height, no velocity, flat bodies, motions that are none

TEST(Prism, OfNoDurationIsTheBody) {
  const auto body = upright(u_loops(), 0, 1);
  const auto at = make_prism(body, motion({1, 2, 3}, 2, 2)).value();
  EXPECT_EQ(at.dimension(), 3);
  for (int d = 0; d <= 3; ++d) EXPECT_EQ(at.face_count(d), body.face_count(d));
  EXPECT_TRUE(Locator(at)(point({2, 2, 0.5, 2})));
  EXPECT_FALSE(Locator(at)(point({0, 2, 0.5, 2})));
  EXPECT_FALSE(Locator(at)(point({2, 2, 0.5, 2.5})));
}
TEST(Prism, OfNoVelocityStandsUpright) {
  const auto body = upright(u_loops(), 0, 1);
  const auto at = make_prism(body, motion({}, 2, 4)).value();
  expect_prism_of(body, at, 2);
  EXPECT_TRUE(Locator(at)(point({2, 2, 0.5, 3})));
  EXPECT_FALSE(Locator(at)(point({0, 2, 0.5, 3})));
}
TEST(Prism, OfFlatBodies) {
  const auto dot = polyhedron_of(convex_hull(std::vector<Vec3>{{1, 2, 3}}).value(), ExactPose(Pose()));
  EXPECT_EQ(make_prism(dot.shape, motion({1, 0, 0}, 0, 1)).value().dimension(), 1);
  const auto rod = polyhedron_of(convex_hull(std::vector<Vec3>{{1, 2, 3}, {2, 2, 2}}).value(), ExactPose(Pose()));
  EXPECT_EQ(make_prism(rod.shape, motion({1, 0, 0}, 0, 1)).value().dimension(), 2);
  // In its own line it still gets longer in time.
  EXPECT_EQ(make_prism(rod.shape, motion({1, 0, -1}, 0, 1)).value().dimension(), 2);
  const auto plate = polyhedron_of(box({1, 1, 0}), ExactPose(Pose()));
  const auto prism = make_prism(plate.shape, motion({1, 0, 0}, 0, 1)).value();
  EXPECT_EQ(prism.dimension(), 3);
  EXPECT_TRUE(Locator(prism)(point({0.75, 0, 0, 0.5})));
  EXPECT_FALSE(Locator(prism)(point({0.75, 0, 0x1p-60, 0.5})));
}
TEST(Prism, WhatIsRefused) {
  const auto body = upright(u_loops(), 0, 1);
  EXPECT_EQ(make_prism(body, motion({}, 2, 1)).error().text(), "motion: ends before it begins");
  auto unscaled = motion({}, 1, 2);
  unscaled.scale = -1.0;
  EXPECT_EQ(make_prism(body, unscaled).error().text(), "motion: the scale of its velocity is not positive");
}

// ---- Bodies of the library

TEST(PolyhedronOf, Meshes) {
  const Mesh cube = mesh_of(box({2, 2, 2}));
  const auto at = polyhedron_of(cube, ExactPose(translation({10, 0, 0}))).value();
  EXPECT_EQ(at.shape.face_count(0), 8u);
  EXPECT_EQ(at.shape.face_count(1), 18u);
  EXPECT_EQ(at.shape.face_count(2), 12u);
  EXPECT_TRUE(Locator(at.shape)(point({10, 0, 0})));
  expect_prism_of(at.shape, make_prism(at.shape, motion({1, 2, 3}, 0, 1)).value(), 2);

  // Turned inside out it is the same solid, and its hollow is none.
  MeshOptions flipped;
  flipped.flip = true;
  const auto inside_out =
      polyhedron_of(make_mesh(cube.vertices(), cube.triangles_as_given(), flipped).value(), ExactPose(Pose())).value();
  EXPECT_TRUE(Locator(inside_out.shape)(point({0.5, 0, 0})));

  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  const auto add = [&](const Mesh& mesh, Vec3 by, bool is_inward) {
    const auto shift = static_cast<std::uint32_t>(points.size());
    for (const Vec3 v : mesh.vertices()) points.push_back(v + by);
    for (const auto& [i, j, k] : mesh.triangles_as_given())
      triangles.push_back(is_inward ? MeshTriangle{i + shift, k + shift, j + shift}
                                    : MeshTriangle{i + shift, j + shift, k + shift});
  };
  add(mesh_of(box({6, 6, 6})), {}, false);
  add(cube, {}, true);
  const auto hollow = polyhedron_of(make_mesh(points, triangles).value(), ExactPose(Pose())).value();
  EXPECT_FALSE(Locator(hollow.shape)(point({0, 0, 0})));
  EXPECT_TRUE(Locator(hollow.shape)(point({2, 0, 0})));

  points.clear(), triangles.clear();
  add(mesh_of(box({6, 6, 6})), {}, false);
  add(cube, {}, false);
  EXPECT_NE(
      polyhedron_of(make_mesh(points, triangles).value(), ExactPose(Pose())).error().text().find("the mesh overlaps"),
      std::string::npos);
  MeshOptions surface;
  surface.kind = MeshKind::Surface;
  EXPECT_EQ(polyhedron_of(make_mesh(cube.vertices(), cube.triangles_as_given(), surface).value(), ExactPose(Pose()))
                .error()
                .code,
            ErrorCode::NotSolid);
}

}  // namespace
}  // namespace clearance::lab
