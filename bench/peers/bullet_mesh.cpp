// Bullet, in the double-precision build: btGImpactMeshShape, its only shape for a moving concave body, margin 0,
// through btGImpactCollisionAlgorithm. It collects every pair of triangles whose boxes meet and all their contacts;
// there is no way to stop at the first. A contact counts when its distance is not positive.
#include <bench/peers/bullet.h>
#include <bench/peers/bullet_types.h>

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

namespace clearance::bench {
namespace {

// Notes whether there was any contact.
class AnyContact final : public btManifoldResult {
 public:
  using btManifoldResult::btManifoldResult;
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override { found |= depth <= 0; }

  bool found = false;
};

// A shape and the arrays that it reads.
class Body {
 public:
  explicit Body(const TriangleSoup& soup)
      : triangles_(soup), shape_(std::make_unique<btGImpactMeshShape>(triangles_.arrays())) {
    shape_->setMargin(0);
    shape_->updateBound();
  }

  btGImpactMeshShape* shape() const { return shape_.get(); }
  // Two nodes a triangle less one, each a box of six short numbers and an index.
  std::size_t bytes() const { return triangles_.bytes() + triangles_.count() * 2 * sizeof(BT_QUANTIZED_BVH_NODE); }

 private:
  BulletTriangles triangles_;
  std::unique_ptr<btGImpactMeshShape> shape_;
};

class GImpact {
 public:
  GImpact(const Body& a, const Body& b, const MeshPoses& poses)
      : dispatcher_(&configuration_), at_a_(bullet_transforms(poses.a)), at_b_(bullet_transforms(poses.b)) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    a_.setCollisionShape(a.shape());
    b_.setCollisionShape(b.shape());
  }

  Answer ask(std::size_t frame) {
    a_.setWorldTransform(at_a_[frame]);
    b_.setWorldTransform(at_b_[frame]);
    const btCollisionObjectWrapper a(nullptr, a_.getCollisionShape(), &a_, a_.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b(nullptr, b_.getCollisionShape(), &b_, b_.getWorldTransform(), -1, -1);
    btCollisionAlgorithmConstructionInfo info;
    info.m_dispatcher1 = &dispatcher_;
    info.m_manifold = nullptr;
    btGImpactCollisionAlgorithm algorithm(info, &a, &b);
    AnyContact contacts(&a, &b);
    btDispatcherInfo dispatch;
    algorithm.processCollision(&a, &b, dispatch, &contacts);
    return {contacts.found ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btCollisionObject a_, b_;
  std::vector<btTransform> at_a_, at_b_;
};

class BulletPair final : public MeshPair {
 public:
  BulletPair(const TriangleSoup& a, const TriangleSoup& b) : a_(a), b_(b) {}

  std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const override {
    if (query != Query::Boolean || warm) return nullptr;
    return std::make_unique<RunnerOf<GImpact>>(a_, b_, poses);
  }

  std::size_t memory_bytes() const override { return a_.bytes() + b_.bytes(); }

 private:
  Body a_, b_;
};

}  // namespace

std::vector<MeshLibrary> bullet_mesh_libraries() {
  return {library_of<BulletPair>("Bullet", "GImpact", "a status, after all contacts")};
}

}  // namespace clearance::bench
