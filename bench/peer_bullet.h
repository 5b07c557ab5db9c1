// Our hulls and poses in Bullet's types; the double-precision build.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <memory>

namespace clearance::bench {

// With margin 0: the body itself.
inline std::unique_ptr<btConvexHullShape> bullet_hull(const Polytope& shape) {
  auto out = std::make_unique<btConvexHullShape>();
  for (int v = 0; v < shape.vertex_count(); ++v) {
    const Vec3 p = shape.vertex(v);
    out->addPoint(btVector3(p.x, p.y, p.z), false);
  }
  out->recalcLocalAabb();
  out->setMargin(0);
  return out;
}

inline btTransform bullet_transform(const Pose& pose) {
  const auto& row = pose.rotation().row;
  const Vec3 t = pose.translation();
  return btTransform(
      btMatrix3x3(row[0].x, row[0].y, row[0].z, row[1].x, row[1].y, row[1].z, row[2].x, row[2].y, row[2].z),
      btVector3(t.x, t.y, t.z));
}

}  // namespace clearance::bench
