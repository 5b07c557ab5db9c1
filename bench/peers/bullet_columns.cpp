// Bullet, in the double-precision build: btCollisionWorld with boxes on btStaticPlaneShape, its tree and its default
// algorithms; performDiscreteCollisionDetection is the collision stage of its simulation. Manifolds are kept from frame
// to frame. All world boxes are updated every frame, or those of the boxes that have moved.
#include <bench/peers/bullet_types.h>
#include <bench/peers/columns.h>
#include <clearance/build/primitives.h>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

namespace clearance::bench {
namespace {

class BulletColumns final : public ColumnsRunner {
 public:
  BulletColumns(const BoxColumns& columns, bool deferred)
      : columns_(columns),
        cube_(bullet_box(box({columns.edge, columns.edge, columns.edge}))),
        floor_(btVector3(0, 0, 1), 0),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_, &configuration_) {
    broad_.m_deferedcollide = deferred;
    world_.setForceUpdateAllAabbs(false);
    for (const Pose& pose : columns.frames[0]) {
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_.back()->setCollisionShape(cube_.get());
      objects_.back()->setWorldTransform(bullet_transform(pose));
      world_.addCollisionObject(objects_.back().get());
    }
    ground_.setCollisionShape(&floor_);
    ground_.setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
    world_.addCollisionObject(&ground_);
  }
  ~BulletColumns() override {
    world_.removeCollisionObject(&ground_);
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  BulletColumns(const BulletColumns&) = delete;
  BulletColumns& operator=(const BulletColumns&) = delete;

  void prepare(std::size_t frame) override {
    const std::vector<Pose>& next = columns_.frames[frame];
    moved_.clear();
    for (std::size_t k = 0; k < objects_.size(); ++k)
      if (!(next[k] == (*poses_)[k])) moved_.emplace_back(k, bullet_transform(next[k]));
    poses_ = &next;
  }

  void run(ContactTally& tally) override {
    for (const auto& [k, transform] : moved_) objects_[k]->setWorldTransform(transform);
    world_.performDiscreteCollisionDetection();
    for (int k = 0; k < dispatcher_.getNumManifolds(); ++k) {
      const int points = dispatcher_.getManifoldByIndexInternal(k)->getNumContacts();
      tally.pairs += points > 0 ? 1 : 0;
      tally.points += static_cast<std::size_t>(points);
    }
  }

 private:
  const BoxColumns& columns_;
  std::unique_ptr<btBoxShape> cube_;
  btStaticPlaneShape floor_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  btCollisionObject ground_;
  const std::vector<Pose>* poses_ = &columns_.frames[0];
  std::vector<std::pair<std::size_t, btTransform>> moved_;
};

}  // namespace

std::vector<ColumnsContestant> bullet_columns() {
  return {columns_of<BulletColumns>("Bullet", "collision world", false),
          columns_of<BulletColumns>("Bullet", "collision world, deferred", true)};
}

}  // namespace clearance::bench
