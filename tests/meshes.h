// Bodies that are not convex, for tests that cross modules.
#pragma once

#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>

#include <vector>

namespace clearance::test {
using namespace detail;

// A ball whose vertices are in and out by chance: a solid.
inline Mesh star(std::uint64_t seed, int vertex_count = 50, double size = 1) {
  Random random(seed);
  const Polytope ball = test_polytope(TestShape::Ellipsoid, vertex_count, seed);
  std::vector<Vec3> vertices;
  for (int v = 0; v < ball.vertex_count(); ++v) vertices.push_back(size * random.uniform(0.4, 1) * ball.vertex(v));
  std::vector<MeshTriangle> triangles;
  for (int f = 0; f < ball.face_count(); ++f)
    for (std::size_t k = 2; k < ball.face(f).size(); ++k)
      triangles.push_back({ball.face(f)[0], ball.face(f)[k - 1], ball.face(f)[k]});
  return make_mesh(vertices, triangles, {.kind = MeshKind::Solid}).value();
}

// Two triangles that bound nothing.
inline Mesh sheet() {
  return make_mesh(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0.5}, {-1, 1, 0}},
                   std::vector<MeshTriangle>{{0, 1, 2}, {0, 2, 3}})
      .value();
}

// Two boxes that are one body.
inline Parts cross() { return make_parts({Rounded(box({1, 0.25, 0.25})), Rounded(box({0.25, 1, 0.25}))}).value(); }

}  // namespace clearance::test
