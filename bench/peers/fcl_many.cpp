// FCL with many bodies: its broad-phase managers on boxes, and the tree manager with collide() on hulls.
// Boxes: the objects' world boxes are set as recorded, so update() and collide() of the manager are all that is timed.
// Hulls: FCL's own computeAABB() makes a box around the body's sphere; its computeBV() looks at every vertex and makes
// a tight one. Either way counts as FCL's, as does either GJK solver.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_types.h>
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_interval_tree.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/utility.h>
#include <fcl/narrowphase/collision.h>

#include <cmath>
#include <cstdint>

namespace clearance::bench {
namespace {

using Manager = fcl::BroadPhaseCollisionManager<double>;
using ManagerPtr = std::unique_ptr<Manager>;

fcl::Vector3<double> vector(Vec3 v) { return {v.x, v.y, v.z}; }

// An object whose world box can be set.
class BoxedObject : public fcl::CollisionObject<double> {
 public:
  using fcl::CollisionObject<double>::CollisionObject;
  void set_box(const Box& box) {
    aabb.min_ = vector(box.low);
    aabb.max_ = vector(box.high);
  }
  fcl::AABB<double>& own_box() { return aabb; }
};

std::uint32_t index_of(const fcl::CollisionObject<double>* object) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
}

// The objects by body, and a manager that has them all.
class Objects {
 protected:
  void add(const std::shared_ptr<fcl::CollisionGeometry<double>>& geometry) {
    auto object = std::make_unique<BoxedObject>(geometry);
    object->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(objects_.size())));
    objects_.push_back(std::move(object));
  }
  void enter_all(Manager& manager) {
    std::vector<fcl::CollisionObject<double>*> all;
    for (const auto& object : objects_) all.push_back(object.get());
    manager.registerObjects(all);
    manager.setup();
  }

  std::vector<std::unique_ptr<BoxedObject>> objects_;
};

class FclBroad final : public ManyRunner, Objects {
 public:
  FclBroad(const BoxFrames& frames, ManagerPtr manager) : frames_(frames), manager_(std::move(manager)) {
    const auto unit = std::make_shared<fcl::Box<double>>(1, 1, 1);
    for (std::size_t k = 0; k < frames[0].size(); ++k) add(unit);
    FclBroad::prepare(0);
    enter_all(*manager_);
  }

  void prepare(std::size_t frame) override {
    for (std::size_t k = 0; k < objects_.size(); ++k) objects_[k]->set_box(frames_[frame][k]);
  }

  void run(PairLog& pairs) override {
    manager_->update();
    manager_->collide(&pairs, [](fcl::CollisionObject<double>* a, fcl::CollisionObject<double>* b, void* log) {
      // Some managers ask about objects whose boxes they have not compared.
      if (a->getAABB().overlap(b->getAABB())) static_cast<PairLog*>(log)->add(index_of(a), index_of(b));
      return false;
    });
  }

 private:
  const BoxFrames& frames_;
  ManagerPtr manager_;
};

// Twice the mean size of the boxes: the cell that took least time in trials on the uniform world.
ManagerPtr spatial_hash(const BoxFrames& frames) {
  double size = 0;
  for (const Box& box : frames[0]) size += norm_max(box.high - box.low);
  const Box all = bounds_of(frames);
  return std::make_unique<fcl::SpatialHashingCollisionManager<double>>(2 * size / static_cast<double>(frames[0].size()),
                                                                       vector(all.low), vector(all.high),
                                                                       static_cast<unsigned>(2 * frames[0].size()));
}

template <class Kind>
ManagerPtr plain(const BoxFrames&) {
  return std::make_unique<Kind>();
}

class FclScene final : public ManyRunner, Objects {
 public:
  enum class Bodies : std::uint8_t { TightHulls, Hulls, Boxes };

  FclScene(const Trajectory& trajectory, fcl::GJKSolverType solver, Bodies bodies)
      : trajectory_(trajectory), tight_(bodies == Bodies::TightHulls) {
    request_.gjk_solver_type = solver;
    std::vector<std::shared_ptr<fcl::Convex<double>>> hulls;
    std::vector<std::shared_ptr<fcl::Box<double>>> boxes;
    for (const Polytope& hull : trajectory.hulls) {
      hulls.push_back(fcl_convex(hull));
      boxes.push_back(fcl_box(hull));
    }
    for (const std::uint32_t hull : trajectory.hull_of) {
      if (bodies == Bodies::Boxes)
        add(boxes[hull]);
      else
        add(hulls[hull]);
      shapes_.push_back(hulls[hull]);
    }
    FclScene::prepare(0);
    place_all();
    enter_all(manager_);
  }

  void prepare(std::size_t frame) override { transforms_ = fcl_transforms(trajectory_.frames[frame]); }

  void run(PairLog& pairs) override {
    place_all();
    manager_.update();
    log_ = &pairs;
    manager_.collide(this, [](fcl::CollisionObject<double>* a, fcl::CollisionObject<double>* b, void* self) {
      static_cast<FclScene*>(self)->test(a, b);
      return false;
    });
  }

 private:
  void place_all() {
    for (std::size_t k = 0; k < objects_.size(); ++k) {
      objects_[k]->setTransform(transforms_[k]);
      if (tight_)
        fcl::computeBV(*shapes_[k], transforms_[k], objects_[k]->own_box());
      else
        objects_[k]->computeAABB();
    }
  }

  void test(const fcl::CollisionObject<double>* a, const fcl::CollisionObject<double>* b) {
    ++log_->candidates;
    result_.clear();
    try {
      fcl::collide(a, b, request_, result_);
    } catch (const std::exception&) {
      return;  // no answer counts as a pair not found
    }
    if (result_.isCollision()) log_->add(index_of(a), index_of(b));
  }

  const Trajectory& trajectory_;
  bool tight_;
  fcl::CollisionRequest<double> request_;
  fcl::CollisionResult<double> result_;
  std::vector<std::shared_ptr<fcl::Convex<double>>> shapes_;
  std::vector<fcl::Transform3<double>> transforms_;
  fcl::DynamicAABBTreeCollisionManager<double> manager_;
  PairLog* log_ = nullptr;
};

}  // namespace

std::vector<BroadContestant> fcl_broad_phases() {
  struct Kind {
    const char* name;
    ManagerPtr (*make)(const BoxFrames&);
  };
  constexpr Kind kKinds[] = {
      {"dynamic tree", plain<fcl::DynamicAABBTreeCollisionManager<double>>},
      {"dynamic tree array", plain<fcl::DynamicAABBTreeCollisionManager_Array<double>>},
      {"SaP", plain<fcl::SaPCollisionManager<double>>},
      {"SSaP", plain<fcl::SSaPCollisionManager<double>>},
      {"interval tree", plain<fcl::IntervalTreeCollisionManager<double>>},
      {"spatial hash", spatial_hash},
  };
  std::vector<BroadContestant> out;
  for (const Kind& kind : kKinds) {
    out.push_back({"FCL", kind.name, [make = kind.make](const BoxFrames& frames) {
                     return std::make_unique<FclBroad>(frames, make(frames));
                   }});
  }
  return out;
}

std::vector<SceneContestant> fcl_scenes(bool are_boxes) {
  using Bodies = FclScene::Bodies;
  std::vector<SceneContestant> out;
  for (const Bodies bodies : {Bodies::TightHulls, Bodies::Hulls}) {
    const std::string suffix = bodies == Bodies::TightHulls ? ", tight boxes" : ", its boxes";
    for (const auto& [name, solver] : {std::pair{"libccd solver", fcl::GST_LIBCCD}, {"own solver", fcl::GST_INDEP}})
      out.push_back(many_of<FclScene, Trajectory>("FCL", name + suffix, solver, bodies));
  }
  if (are_boxes) out.push_back(many_of<FclScene, Trajectory>("FCL", "boxes", fcl::GST_LIBCCD, Bodies::Boxes));
  return out;
}

}  // namespace clearance::bench
