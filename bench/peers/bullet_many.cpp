// Bullet with many bodies, in the double-precision build: its two broad phases on boxes; hulls in a btCollisionWorld,
// and, since that makes contact points nobody asked for, in its tree broad phase with a boolean GJK per pair.
// The tree keeps pairs of boxes grown by a margin and throws out old ones over ten frames: whoever wants the pairs that
// overlap now must compare the boxes again, as is done here.
#include <bench/peers/bullet.h>
#include <bench/peers/bullet_types.h>

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cstdint>

namespace clearance::bench {
namespace {

btVector3 vector(Vec3 v) { return btVector3(v.x, v.y, v.z); }

void* as_pointer(std::size_t index) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(index)); }
std::uint32_t as_index(const void* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

constexpr btScalar kDefaultMargin = 0.05;

struct TreeSettings {
  const char* name;
  btScalar margin;  // by which the tree's boxes are grown
  bool deferred;    // pairs are searched once a frame, not at every box that moves
};
constexpr TreeSettings kTreeSettings[] = {
    {"tree", kDefaultMargin, false}, {"tree, deferred", kDefaultMargin, true}, {"tree, deferred, tight", 0, true}};

std::unique_ptr<btDbvtBroadphase> make_tree(const TreeSettings& settings) {
  auto tree = std::make_unique<btDbvtBroadphase>();
  tree->m_deferedcollide = settings.deferred;
  return tree;
}

// Pairs whose boxes overlap now.
template <class Visit>
void for_each_pair(btBroadphaseInterface& broad, const Visit& visit) {
  const btBroadphasePairArray& found = broad.getOverlappingPairCache()->getOverlappingPairArray();
  for (int k = 0; k < found.size(); ++k) {
    const btBroadphaseProxy &a = *found[k].m_pProxy0, &b = *found[k].m_pProxy1;
    if (TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax))
      visit(as_index(a.m_clientObject), as_index(b.m_clientObject));
  }
}

class BulletBroad final : public ManyRunner {
 public:
  BulletBroad(const BoxFrames& frames, std::unique_ptr<btBroadphaseInterface> broad, btScalar margin)
      : frames_(frames), margin_(margin), broad_(std::move(broad)) {
    for (std::size_t k = 0; k < frames[0].size(); ++k) {
      const Box& box = frames[0][k];
      proxies_.push_back(broad_->createProxy(vector(box.low), vector(box.high), 0, as_pointer(k),
                                             btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr));
    }
  }
  ~BulletBroad() override {
    for (btBroadphaseProxy* proxy : proxies_) broad_->destroyProxy(proxy, nullptr);
  }
  BulletBroad(const BulletBroad&) = delete;
  BulletBroad& operator=(const BulletBroad&) = delete;

  void prepare(std::size_t frame) override {
    gDbvtMargin = margin_;
    boxes_ = &frames_[frame];
  }

  void run(PairLog& pairs) override {
    for (std::size_t k = 0; k < proxies_.size(); ++k)
      broad_->setAabb(proxies_[k], vector((*boxes_)[k].low), vector((*boxes_)[k].high), nullptr);
    broad_->calculateOverlappingPairs(nullptr);
    for_each_pair(*broad_, [&](std::uint32_t a, std::uint32_t b) { pairs.add(a, b); });
  }

 private:
  const BoxFrames& frames_;
  btScalar margin_;
  std::unique_ptr<btBroadphaseInterface> broad_;
  std::vector<btBroadphaseProxy*> proxies_;
  const std::vector<Box>* boxes_ = nullptr;
};

std::unique_ptr<btBroadphaseInterface> make_axis_sweep(const BoxFrames& frames) {
  const Box all = bounds_of(frames);
  return std::make_unique<bt32BitAxisSweep3>(vector(all.low), vector(all.high),
                                             static_cast<unsigned>(frames[0].size() + 1), nullptr, true);
}

// The shapes and this frame's transforms.
class BulletBodies : public ManyRunner {
 public:
  BulletBodies(const Trajectory& trajectory, bool as_boxes) : trajectory_(trajectory) {
    for (const Polytope& hull : trajectory.hulls) {
      if (as_boxes)
        shapes_.push_back(bullet_box(hull));
      else
        shapes_.push_back(bullet_hull(hull));
    }
    load(0);
  }
  void prepare(std::size_t frame) override { load(frame); }

 protected:
  void load(std::size_t frame) {
    gDbvtMargin = kDefaultMargin;
    transforms_ = bullet_transforms(trajectory_.frames[frame]);
  }
  btConvexShape* shape(std::size_t body) { return shapes_[trajectory_.hull_of[body]].get(); }

  const Trajectory& trajectory_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<btTransform> transforms_;
};

class BulletWorld final : public BulletBodies {
 public:
  BulletWorld(const Trajectory& trajectory, bool as_boxes)
      : BulletBodies(trajectory, as_boxes),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_, &configuration_) {
    broad_.m_deferedcollide = true;
    for (std::size_t k = 0; k < trajectory.body_count(); ++k) {
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_[k]->setCollisionShape(shape(k));
      objects_[k]->setUserPointer(as_pointer(k));
      objects_[k]->setWorldTransform(transforms_[k]);
      world_.addCollisionObject(objects_[k].get());
    }
  }
  ~BulletWorld() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void run(PairLog& pairs) override {
    for (std::size_t k = 0; k < objects_.size(); ++k) objects_[k]->setWorldTransform(transforms_[k]);
    world_.performDiscreteCollisionDetection();
    pairs.candidates = static_cast<std::size_t>(broad_.getOverlappingPairCache()->getNumOverlappingPairs());
    for (int k = 0; k < dispatcher_.getNumManifolds(); ++k) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(k);
      if (meets(manifold))
        pairs.add(as_index(manifold.getBody0()->getUserPointer()), as_index(manifold.getBody1()->getUserPointer()));
    }
  }

 private:
  static bool meets(const btPersistentManifold& manifold) {
    for (int k = 0; k < manifold.getNumContacts(); ++k)
      if (manifold.getContactPoint(k).getDistance() <= 0) return true;
    return false;
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

class BulletTree final : public BulletBodies {
 public:
  enum class Test : std::uint8_t { PairDetector, GjkEpa, BoxBox };

  BulletTree(const Trajectory& trajectory, Test test) : BulletBodies(trajectory, test == Test::BoxBox), test_(test) {
    broad_.m_deferedcollide = true;
    for (std::size_t k = 0; k < trajectory.body_count(); ++k) {
      btVector3 low, high;
      shape(k)->getAabb(transforms_[k], low, high);
      proxies_.push_back(broad_.createProxy(low, high, 0, as_pointer(k), btBroadphaseProxy::DefaultFilter,
                                            btBroadphaseProxy::AllFilter, nullptr));
    }
  }
  ~BulletTree() override {
    for (btBroadphaseProxy* proxy : proxies_) broad_.destroyProxy(proxy, nullptr);
  }
  BulletTree(const BulletTree&) = delete;
  BulletTree& operator=(const BulletTree&) = delete;

  void run(PairLog& pairs) override {
    for (std::size_t k = 0; k < proxies_.size(); ++k) {
      btVector3 low, high;
      shape(k)->getAabb(transforms_[k], low, high);
      broad_.setAabb(proxies_[k], low, high, nullptr);
    }
    broad_.calculateOverlappingPairs(nullptr);
    for_each_pair(broad_, [&](std::uint32_t a, std::uint32_t b) {
      ++pairs.candidates;
      if (test_ == Test::PairDetector ? detects(a, b) : test_ == Test::GjkEpa ? meets(a, b) : boxes_meet(a, b))
        pairs.add(a, b);
    });
  }

 private:
  bool detects(std::uint32_t a, std::uint32_t b) {
    btGjkPairDetector detector(shape(a), shape(b), &simplex_, nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = transforms_[a];
    input.m_transformB = transforms_[b];
    input.m_maximumDistanceSquared = 0;
    btPointCollector found;
    detector.getClosestPointsNonVirtual(input, found, nullptr);
    return detector.m_degenerateSimplex != kSeparatingDirection;
  }

  bool meets(std::uint32_t a, std::uint32_t b) {
    btGjkEpaSolver2::sResults found;
    return !btGjkEpaSolver2::Distance(shape(a), transforms_[a], shape(b), transforms_[b],
                                      transforms_[b].getOrigin() - transforms_[a].getOrigin(), found);
  }

  bool boxes_meet(std::uint32_t a, std::uint32_t b) {
    btBoxBoxDetector detector(static_cast<btBoxShape*>(shape(a)), static_cast<btBoxShape*>(shape(b)));
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = transforms_[a];
    input.m_transformB = transforms_[b];
    DeepestContact found;
    detector.getClosestPoints(input, found, nullptr);
    return found.any;
  }

  Test test_;
  btVoronoiSimplexSolver simplex_;
  btDbvtBroadphase broad_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::vector<BroadContestant> bullet_broad_phases() {
  std::vector<BroadContestant> out;
  for (const TreeSettings& settings : kTreeSettings) {
    out.push_back({"Bullet", settings.name, [settings](const BoxFrames& frames) {
                     return std::make_unique<BulletBroad>(frames, make_tree(settings), settings.margin);
                   }});
  }
  out.push_back({"Bullet", "axis sweep", [](const BoxFrames& frames) {
                   return std::make_unique<BulletBroad>(frames, make_axis_sweep(frames), kDefaultMargin);
                 }});
  return out;
}

std::vector<SceneContestant> bullet_scenes(bool are_boxes) {
  using Test = BulletTree::Test;
  std::vector<SceneContestant> out = {
      many_of<BulletWorld, Trajectory>("Bullet", "collision world", false),
      many_of<BulletTree, Trajectory>("Bullet", "tree, pair detector", Test::PairDetector),
      many_of<BulletTree, Trajectory>("Bullet", "tree, GJK-EPA", Test::GjkEpa),
  };
  if (are_boxes) {
    out.push_back(many_of<BulletWorld, Trajectory>("Bullet", "collision world, boxes", true));
    out.push_back(many_of<BulletTree, Trajectory>("Bullet", "tree, box-box detector", Test::BoxBox));
  }
  return out;
}

}  // namespace clearance::bench
