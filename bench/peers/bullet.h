// Our hulls and poses in Bullet's types; the double-precision build.
#pragma once

#include <bench/workloads/edges_of_box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btDiscreteCollisionDetectorInterface.h>

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

inline std::unique_ptr<btBoxShape> bullet_box(const Polytope& shape) {
  const Vec3 half = 0.5 * edges_of_box(shape);
  auto out = std::make_unique<btBoxShape>(btVector3(half.x, half.y, half.z));
  out->setMargin(0);
  return out;
}

// Notes the deepest contact; depths are negative.
struct DeepestContact final : btDiscreteCollisionDetectorInterface::Result {
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar distance) override {
    any = true;
    depth = -distance > depth ? -distance : depth;
  }

  bool any = false;
  double depth = 0;
};

inline btTransform bullet_transform(const Pose& pose) {
  const auto& row = pose.rotation().row;
  const Vec3 t = pose.translation();
  return btTransform(
      btMatrix3x3(row[0].x, row[0].y, row[0].z, row[1].x, row[1].y, row[1].z, row[2].x, row[2].y, row[2].z),
      btVector3(t.x, t.y, t.z));
}

}  // namespace clearance::bench
