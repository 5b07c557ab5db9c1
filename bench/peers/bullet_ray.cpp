// Bullet, in the double-precision build: btCollisionWorld::rayTestSingle for the closest hit, with btBoxShape, margin
// 0, or btBvhTriangleMeshShape, its shape for a mesh that stands still.
#include <bench/peers/bullet.h>
#include <bench/race/ray_peers.h>

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

namespace clearance::bench {
namespace {

class Asker {
 public:
  Asker(const RayTarget& target, std::span<const Ray> rays) {
    if (target.is_box())
      make_box(target.box_edges);
    else
      make_mesh(target.soup);
    object_.setCollisionShape(shape_.get());
    for (const Ray& ray : rays) {
      from_.push_back(btTransform(btMatrix3x3::getIdentity(), btVector3(ray.from.x, ray.from.y, ray.from.z)));
      to_.push_back(btTransform(btMatrix3x3::getIdentity(), btVector3(ray.to.x, ray.to.y, ray.to.z)));
    }
  }

  void forget() {}

  Answer ask(std::size_t frame) {
    btCollisionWorld::ClosestRayResultCallback found(from_[frame].getOrigin(), to_[frame].getOrigin());
    btCollisionWorld::rayTestSingle(from_[frame], to_[frame], &object_, shape_.get(), object_.getWorldTransform(),
                                    found);
    return {found.hasHit() ? Answer::Kind::Colliding : Answer::Kind::Separated, found.m_closestHitFraction};
  }

 private:
  void make_box(Vec3 edges) {
    shape_ = std::make_unique<btBoxShape>(btVector3(edges.x / 2, edges.y / 2, edges.z / 2));
    shape_->setMargin(0);
  }

  // The shape reads the arrays for as long as it lives.
  void make_mesh(const TriangleSoup& soup) {
    for (const Vec3 v : soup.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles)
      for (const std::uint32_t v : t) indices_.push_back(static_cast<int>(v));
    arrays_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(soup.triangles.size()), indices_.data(), 3 * static_cast<int>(sizeof(int)),
        static_cast<int>(soup.vertices.size()), vertices_.data(), 3 * static_cast<int>(sizeof(double)));
    shape_ = std::make_unique<btBvhTriangleMeshShape>(arrays_.get(), true);
  }

  std::vector<double> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> arrays_;
  std::unique_ptr<btCollisionShape> shape_;
  btCollisionObject object_;
  std::vector<btTransform> from_, to_;
};

}  // namespace

std::vector<RayMethod> bullet_ray_methods() {
  return {{"Bullet", "closest hit", [](const RayTarget& target, std::span<const Ray> rays) {
             return std::make_unique<RunnerOf<Asker>>(target, rays);
           }}};
}

}  // namespace clearance::bench
