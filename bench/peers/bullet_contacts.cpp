// Bullet, in the double-precision build: the algorithms that its default configuration chooses for two boxes
// (btBoxBoxCollisionAlgorithm), two hulls with polyhedral features, which it clips (btConvexConvexAlgorithm; by GJK or
// by separating axes), and a box on btBvhTriangleMeshShape (btConvexConcaveCollisionAlgorithm). Margin 0, but
// for one setting with a box's own default inside of it. A manifold
// holds four points. It is kept from frame to frame, as Bullet does, where points that have moved by less than the
// breaking threshold, a fiftieth of the body, stay and may be stale; or emptied before every frame.
#include <bench/peers/bullet_types.h>
#include <bench/peers/contacts.h>

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>

namespace clearance::bench {
namespace {

constexpr btScalar kDefaultMargin = 0.04;

struct Settings {
  bool as_boxes = false;
  bool clips = false;  // with polyhedral features
  bool separating_axes = false;
  bool keeps = false;
  btScalar margin = 0;  // of a box: it lies inside, and GJK works on what is left
};

class BulletContacts {
 public:
  BulletContacts(const ContactScene& scene, const Settings& settings)
      : scene_(scene),
        settings_(settings),
        dispatcher_(std::make_unique<btCollisionDispatcher>(&configuration_)),
        at_a_(bullet_transforms(scene.poses.a)),
        at_b_(bullet_transforms(scene.poses.b)) {
    if (scene.floor) {
      triangles_ = std::make_unique<BulletTriangles>(*scene.floor);
      shape_a_ = std::make_unique<btBvhTriangleMeshShape>(triangles_->arrays(), true);
      shape_a_->setMargin(0);
    } else {
      shape_a_ = convex(scene.a);
    }
    shape_b_ = convex(scene.b);
    a_.setCollisionShape(shape_a_.get());
    b_.setCollisionShape(shape_b_.get());
    info_.m_enableSatConvex = settings.separating_axes;
  }
  ~BulletContacts() { forget(); }
  BulletContacts(const BulletContacts&) = delete;
  BulletContacts& operator=(const BulletContacts&) = delete;

  void forget() {
    if (algorithm_ == nullptr) return;
    algorithm_->~btCollisionAlgorithm();
    dispatcher_->freeCollisionAlgorithm(algorithm_);
    algorithm_ = nullptr;
  }

  std::size_t ask(std::size_t frame) {
    a_.setWorldTransform(at_a_[frame]);
    b_.setWorldTransform(at_b_[frame]);
    const btCollisionObjectWrapper a(nullptr, a_.getCollisionShape(), &a_, a_.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b(nullptr, b_.getCollisionShape(), &b_, b_.getWorldTransform(), -1, -1);
    if (algorithm_ == nullptr) algorithm_ = dispatcher_->findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    if (!settings_.keeps || scene_.begins_anew(frame)) {
      for (int k = 0; k < dispatcher_->getNumManifolds(); ++k)
        dispatcher_->getManifoldByIndexInternal(k)->clearManifold();
    }
    btManifoldResult result(&a, &b);
    algorithm_->processCollision(&a, &b, info_, &result);
    std::size_t points = 0;
    for (int k = 0; k < dispatcher_->getNumManifolds(); ++k)
      points += static_cast<std::size_t>(dispatcher_->getManifoldByIndexInternal(k)->getNumContacts());
    return points;
  }

  void read(std::vector<TouchPoint>& out) const {
    for (int m = 0; m < dispatcher_->getNumManifolds(); ++m) {
      const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(m);
      const bool turned = manifold.getBody0() != &a_;
      for (int k = 0; k < manifold.getNumContacts(); ++k) {
        const btManifoldPoint& point = manifold.getContactPoint(k);
        const Vec3 first = vector(point.getPositionWorldOnA()), second = vector(point.getPositionWorldOnB());
        const Vec3 normal = vector(point.m_normalWorldOnB);  // from the second body to the first
        out.push_back(
            {turned ? second : first, turned ? first : second, turned ? normal : -normal, point.getDistance()});
      }
    }
  }

 private:
  static Vec3 vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

  std::unique_ptr<btPolyhedralConvexShape> convex(const Polytope& shape) const {
    std::unique_ptr<btPolyhedralConvexShape> out;
    if (settings_.as_boxes)
      out = bullet_box(shape);
    else
      out = bullet_hull(shape);
    out->setMargin(settings_.margin);
    if (settings_.clips) out->initializePolyhedralFeatures();
    return out;
  }

  const ContactScene& scene_;
  Settings settings_;
  btDefaultCollisionConfiguration configuration_;
  std::unique_ptr<btCollisionDispatcher> dispatcher_;
  std::vector<btTransform> at_a_, at_b_;
  std::unique_ptr<BulletTriangles> triangles_;
  std::unique_ptr<btCollisionShape> shape_a_, shape_b_;
  btCollisionObject a_, b_;
  btDispatcherInfo info_;
  btCollisionAlgorithm* algorithm_ = nullptr;
};

}  // namespace

std::vector<ContactContestant> bullet_contacts(const ContactScene& scene) {
  std::vector<ContactContestant> out;
  for (const bool keeps : {true, false}) {
    if (keeps && !is_coherent(scene.kind)) continue;
    const auto add = [&](const std::string& name, Settings settings) {
      settings.keeps = keeps;
      out.push_back(
          contact_method<BulletContacts>("Bullet", name + (keeps ? ", kept" : ", emptied"), Points::Four, settings));
    };
    if (scene.floor) {
      add("box on mesh", {.as_boxes = true});
      add("box on mesh, margin inside", {.as_boxes = true, .margin = kDefaultMargin});
      add("box on mesh, clipped", {.as_boxes = true, .clips = true});
      continue;
    }
    if (scene.are_boxes) add("box", {.as_boxes = true});
    add("hull, clipped", {.clips = true});
    add("hull, clipped, separating axes", {.clips = true, .separating_axes = true});
    add("hull, one by one", {});
  }
  return out;
}

}  // namespace clearance::bench
