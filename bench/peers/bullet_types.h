// Our hulls and poses in Bullet's types; the double-precision build.
#pragma once

#include <bench/workloads/edges_of_box.h>
#include <bench/workloads/w2.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/NarrowPhaseCollision/btDiscreteCollisionDetectorInterface.h>

#include <memory>
#include <span>
#include <vector>

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

// Triangles as Bullet's shapes read them, for as long as they live.
class BulletTriangles {
 public:
  explicit BulletTriangles(const TriangleSoup& soup) {
    for (const Vec3 v : soup.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles)
      for (const std::uint32_t v : t) indices_.push_back(static_cast<int>(v));
    arrays_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(soup.triangles.size()), indices_.data(), 3 * static_cast<int>(sizeof(int)),
        static_cast<int>(soup.vertices.size()), vertices_.data(), 3 * static_cast<int>(sizeof(double)));
  }

  btTriangleIndexVertexArray* arrays() const { return arrays_.get(); }
  std::size_t count() const { return indices_.size() / 3; }
  std::size_t bytes() const { return vertices_.size() * sizeof(double) + indices_.size() * sizeof(int); }

 private:
  std::vector<double> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> arrays_;
};

// What btGjkPairDetector leaves in m_degenerateSimplex when it stopped at a direction that proves the maximum exceeded.
inline constexpr int kSeparatingDirection = 10;

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

inline std::vector<btTransform> bullet_transforms(std::span<const Pose> poses) {
  std::vector<btTransform> out;
  out.reserve(poses.size());
  for (const Pose& pose : poses) out.push_back(bullet_transform(pose));
  return out;
}

}  // namespace clearance::bench
