// What the tests of balanced meshes share: a mesh as it is asked and as the checker sees it.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/convex/query.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/solid/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace clearance::detail::solids {

inline Soup turned(Soup soup) {
  for (MeshTriangle& t : soup.triangles) std::swap(t[1], t[2]);
  return soup;
}

inline PosedBody body_of(const Mesh& mesh, const std::vector<MeshTriangle>& triangles, const Pose& pose) {
  const PosedBody::Kind kind = mesh.is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
  return {kind, {{mesh.vertices(), 0, triangles}}, pose};
}

struct Hull {
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
  double radius;

  explicit Hull(const Rounded& of) : triangles(boundary_triangles(of.core())), radius(of.radius()) {
    for (int v = 0; v < of.core().vertex_count(); ++v) points.push_back(of.core().vertex(v));
  }
  PosedBody body(const Pose& pose) const { return {PosedBody::Kind::Convex, {{points, radius, triangles}}, pose}; }
};

// A claim holds, or lacks only what CONTRACT §4 leaves without a certificate.
inline void expect_proved(const Claim& claim, const PosedBody& a, const PosedBody& b) {
  const CheckResult check = check_claim(claim, a, b);
  const bool excused = claim.status == Status::Touching &&
                       (check.missing == Missing::Disjointness || check.missing == Missing::Certificate);
  EXPECT_TRUE(check.holds || excused) << to_string(claim.status) << ": " << check.reason;
}

struct Asked {
  Mesh mesh;
  std::vector<MeshTriangle> triangles;
  Pose pose;

  Asked(const Soup& soup, const Pose& at, MeshKind kind = MeshKind::Solid)
      : mesh(make_mesh(soup.vertices, soup.triangles, {.kind = kind}).value()),
        triangles(mesh.triangles_as_given()),
        pose(at) {}
  PosedBody body() const { return body_of(mesh, triangles, pose); }
};

inline Pose slanted() { return rotation({2, 1, -3, 1}, {0.5, -7, 2}); }

}  // namespace clearance::detail::solids
