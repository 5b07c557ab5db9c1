#include <clearance/lab/pair/features/voronoi_planes.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/lab/pair/features/voronoi.h>

#include <cmath>

namespace clearance::detail {
namespace {

int head_of(const Polytope& body, std::uint32_t e) {
  return static_cast<int>(body.half_edges()[body.half_edges()[e].twin].origin);
}
int tail_of(const Polytope& body, std::uint32_t e) { return static_cast<int>(body.half_edges()[e].origin); }

// ---- solved by hand

// The cube [−1, 1]³: all planes are a unit from the centre, along an axis; those between regions are those of faces.
TEST(VoronoiPlanes, OfACube) {
  const Polytope cube = box({2, 2, 2});
  const VoronoiPlanes planes = VoronoiPlanes::build(cube);
  for (int f = 0; f < 6; ++f) {
    Vec3 sum;
    for (const std::uint32_t v : cube.face(f)) sum = sum + cube.vertex(static_cast<int>(v));
    EXPECT_EQ(planes.face(f).normal, 0.25 * sum);
    EXPECT_EQ(planes.face(f).offset, 1);
  }
  for (std::uint32_t e = 0; e < cube.half_edges().size(); ++e) {
    const Vec3 tail = cube.vertex(tail_of(cube, e)), head = cube.vertex(head_of(cube, e));
    EXPECT_EQ(planes.at_origin(e).normal, 0.5 * (tail - head));
    EXPECT_EQ(planes.at_origin(e).offset, 1);
    EXPECT_EQ(planes.at_origin(e).beyond(2 * tail - head), 2);
    // Beyond the edge as its face has it lies the other face.
    const std::uint32_t across = cube.half_edges()[cube.half_edges()[e].twin].face;
    EXPECT_EQ(planes.beside_face(e).normal, planes.face(static_cast<int>(across)).normal);
    EXPECT_EQ(planes.beside_face(e).offset, 1);
  }
}

TEST(VoronoiPlanes, OfATetrahedron) {
  // The face opposite the origin: x + y + z = 1.
  const Polytope body = hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const VoronoiPlanes planes = VoronoiPlanes::build(body);
  int slanted = 0;
  for (std::uint32_t e = 0; e < body.half_edges().size(); ++e) {
    const auto face = static_cast<int>(body.half_edges()[e].face);
    if (planes.face(face).beyond({}) > -0.1) continue;
    ++slanted;
    EXPECT_NEAR(planes.face(face).offset, 1 / std::sqrt(3), 1e-15);
    // The origin lies beneath the face's middle, the middle 1/√6 inside each edge.
    EXPECT_NEAR(planes.beside_face(e).beyond({}), -1 / std::sqrt(6), 1e-15);
    EXPECT_NEAR(planes.at_origin(e).beyond({}), -1 / std::sqrt(2), 1e-15);
  }
  EXPECT_EQ(slanted, 3);
}

// ---- degenerate

TEST(VoronoiPlanes, OfFlatBodies) {
  const VoronoiPlanes of_line = VoronoiPlanes::build(segment({1, 0, 0}, {3, 0, 0}));
  EXPECT_EQ(of_line.at_origin(0).beyond({0, 5, 5}), 1);
  EXPECT_EQ(of_line.at_origin(1).beyond({0, 5, 5}), -3);
  VoronoiPlanes::build(point({1, 2, 3}));

  const Polytope square = hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const VoronoiPlanes planes = VoronoiPlanes::build(square);
  EXPECT_EQ(std::fabs(planes.face(0).normal.z), 1);
  for (std::uint32_t e = 0; e < square.half_edges().size(); ++e) {
    if (square.half_edges()[e].face == kNoFace) {
      EXPECT_EQ(planes.beside_face(e).normal, Vec3{});
      continue;
    }
    EXPECT_EQ(planes.beside_face(e).beyond({0.5, 0.5, 7}), -0.5);
  }
}

// ---- against brute force

// What is stored and what is made on the fly have every point on the same side.
TEST(VoronoiPlanes, AgreeWithThoseMadeOnTheFly) {
  Random random(51);
  for (int i = 0; i < 40; ++i) {
    const Polytope a = random_hull(random, 15), b = random_hull(random, 15);
    const Pose pose_a = random_pose(random), pose_b = random_pose(random, random_vector(random, 2));
    const PosedPair pair(a, pose_a, b, pose_b);
    const VoronoiPlanes of_a = VoronoiPlanes::build(a), of_b = VoronoiPlanes::build(b);
    const PosedBodies fresh(pair);
    const BodiesWithPlanes kept(pair, of_a, of_b);
    for (int s = 0; s < 2; ++s) {
      const Polytope& body = s == 0 ? a : b;
      const Vec3 free = random_vector(random, 3), in_a = transpose_times(pose_a.rotation(), free);
      const Vec3 p = fresh[s].see(free), q = kept[s].see(in_a);
      for (std::uint32_t e = 0; e < body.half_edges().size(); ++e) {
        const VoronoiEdge at = VoronoiEdge::seen(fresh[s], static_cast<int>(e)),
                          own = VoronoiEdge::seen(kept[s], static_cast<int>(e));
        const EdgeRegion<false> here{fresh[s], at};
        const EdgeRegion<true> there{kept[s], own};
        const double length = norm(here.edge.along);
        EXPECT_NEAR(here.before_tail(p) / length, there.before_tail(q), 1e-12);
        EXPECT_NEAR(here.past_head(p) / length, there.past_head(q), 1e-12);
        for (const bool of_twin : {false, true}) {
          const FaceBeside<false> face = here.face(of_twin);
          const FaceBeside<true> same = there.face(of_twin);
          EXPECT_EQ(face.id, same.id);
          EXPECT_NEAR(face.over(p) / norm(face.inward), same.over(q), 1e-11);
          EXPECT_NEAR(face.height(p) / norm(face.normal), same.height(q), 1e-11);
        }
      }
      for (int f = 0; f < body.face_count(); ++f) {
        const VoronoiFace here(fresh[s], f);
        const VoronoiFace there(kept[s], f);
        EXPECT_NEAR(here.height(p) / norm(here.normal), there.height(q), 1e-11);
        for (std::size_t k = 0; k < here.loop.size(); ++k) {
          const double length = norm(here.corner(here.after(k)) - here.corner(k)) * norm(here.normal);
          EXPECT_NEAR(here.beyond(k)(p) / length, there.beyond(k)(q), 1e-11);
        }
        // Which of two edges, where a common corner is nearest, is up to rounding.
        EXPECT_EQ(edge_toward(here, p) == kNoFeature, edge_toward(there, q) == kNoFeature);
      }
    }
  }
}

}  // namespace
}  // namespace clearance::detail
