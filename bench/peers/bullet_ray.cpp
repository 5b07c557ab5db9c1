// Bullet, in the double-precision build: btCollisionWorld::rayTestSingle for the closest hit, with btBoxShape, margin
// 0, or btBvhTriangleMeshShape, its shape for a mesh that stands still.
#include <bench/peers/bullet.h>
#include <bench/peers/bullet_types.h>

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>

namespace clearance::bench {
namespace {

class Asker {
 public:
  explicit Asker(const RayCourse& course) {
    if (course.target.is_box())
      make_box(course.target.box_edges);
    else
      make_mesh(course.target.soup);
    object_.setCollisionShape(shape_.get());
    for (const Ray& ray : course.rays) {
      from_.push_back(btTransform(btMatrix3x3::getIdentity(), btVector3(ray.from.x, ray.from.y, ray.from.z)));
      to_.push_back(btTransform(btMatrix3x3::getIdentity(), btVector3(ray.to.x, ray.to.y, ray.to.z)));
    }
  }

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

  void make_mesh(const TriangleSoup& soup) {
    triangles_ = std::make_unique<BulletTriangles>(soup);
    shape_ = std::make_unique<btBvhTriangleMeshShape>(triangles_->arrays(), true);
  }

  std::unique_ptr<BulletTriangles> triangles_;
  std::unique_ptr<btCollisionShape> shape_;
  btCollisionObject object_;
  std::vector<btTransform> from_, to_;
};

}  // namespace

std::vector<RayMethod> bullet_ray_methods() {
  return {contestant_of<Asker, RayCourse>("Bullet", "closest hit", Query::Boolean)};
}

}  // namespace clearance::bench
