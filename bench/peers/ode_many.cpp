// ODE with many bodies: its spaces on boxes and on convex hulls, through dSpaceCollide.
// Boxes are geometries of an own class that hands ODE the recorded box, so that nothing is rounded on the way.
#include <bench/peers/ode.h>
#include <bench/peers/ode_types.h>

#include <cmath>
#include <cstdint>

namespace clearance::bench {
namespace {

enum class SpaceKind : std::uint8_t { Hash, SweepAndPrune, QuadTree };
constexpr std::pair<const char*, SpaceKind> kSpaces[] = {
    {"hash space", SpaceKind::Hash}, {"SAP space", SpaceKind::SweepAndPrune}, {"quadtree", SpaceKind::QuadTree}};

struct Sizes {
  Box all = kNoBox;
  double smallest = kInfiniteEnd, largest = 0;
};

Sizes sizes_of(const BoxFrames& frames) {
  Sizes out{bounds_of(frames)};
  for (const Box& box : frames[0]) {
    const double size = norm_max(box.high - box.low);
    out.smallest = std::min(out.smallest, size);
    out.largest = std::max(out.largest, size);
  }
  return out;
}

dSpaceID make_space(SpaceKind kind, const Sizes& sizes, std::size_t count) {
  start_ode();
  switch (kind) {
    case SpaceKind::Hash: {
      const dSpaceID space = dHashSpaceCreate(nullptr);
      dHashSpaceSetLevels(space, std::ilogb(sizes.smallest), std::ilogb(sizes.largest) + 1);
      return space;
    }
    case SpaceKind::SweepAndPrune:
      return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    case SpaceKind::QuadTree: {
      const Vec3 centre = 0.5 * (sizes.all.low + sizes.all.high), half = 0.5 * (sizes.all.high - sizes.all.low);
      const dVector3 middle = {centre.x, centre.y, centre.z}, extents = {half.x, half.y, half.z};
      // About as many cells as bodies.
      return dQuadTreeSpaceCreate(nullptr, middle, extents, static_cast<int>(std::log2(count) / 2));
    }
  }
  return nullptr;
}

// The world box of a geometry of the own class.
void write_box(dGeomID geometry, dReal out[6]) {
  const Box& box = **static_cast<const Box**>(dGeomGetClassData(geometry));
  out[0] = box.low.x, out[1] = box.high.x;
  out[2] = box.low.y, out[3] = box.high.y;
  out[4] = box.low.z, out[5] = box.high.z;
}

int box_class() {
  const auto make = [] {
    start_ode();
    dGeomClass kind{};
    kind.bytes = sizeof(const Box*);
    kind.collider = [](int) -> dColliderFn* { return nullptr; };
    kind.aabb = write_box;
    return dCreateGeomClass(&kind);
  };
  static const int number = make();
  return number;
}

std::uint32_t index_of(dGeomID geometry) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(dGeomGetData(geometry)));
}
void set_index(dGeomID geometry, std::size_t index) {
  dGeomSetData(geometry, reinterpret_cast<void*>(static_cast<std::uintptr_t>(index)));
}

// Geometries die with their space.
class Space {
 public:
  Space(SpaceKind kind, const Sizes& sizes, std::size_t count) : id_(make_space(kind, sizes, count)) {}
  ~Space() { dSpaceDestroy(id_); }
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;
  dSpaceID id() const { return id_; }

 private:
  dSpaceID id_;
};

class OdeBroad final : public ManyRunner {
 public:
  OdeBroad(const BoxFrames& frames, SpaceKind kind)
      : frames_(frames), space_(kind, sizes_of(frames), frames[0].size()) {
    for (std::size_t k = 0; k < frames[0].size(); ++k) {
      const dGeomID geometry = dCreateGeom(box_class());
      set_index(geometry, k);
      geometries_.push_back(geometry);
    }
    OdeBroad::prepare(0);
    for (const dGeomID geometry : geometries_) dSpaceAdd(space_.id(), geometry);
  }

  void prepare(std::size_t frame) override {
    for (std::size_t k = 0; k < geometries_.size(); ++k)
      *static_cast<const Box**>(dGeomGetClassData(geometries_[k])) = &frames_[frame][k];
  }

  void run(PairLog& pairs) override {
    // Which position it is makes no difference to the own class: this is how ODE learns that a geometry has moved.
    for (const dGeomID geometry : geometries_) dGeomSetPosition(geometry, 0, 0, 0);
    dSpaceCollide(space_.id(), &pairs,
                  [](void* log, dGeomID a, dGeomID b) { static_cast<PairLog*>(log)->add(index_of(a), index_of(b)); });
  }

 private:
  const BoxFrames& frames_;
  Space space_;
  std::vector<dGeomID> geometries_;
};

// All hulls reach a radius of about 1, and the walls are where the first frame's bodies say, with room to spare.
Sizes sizes_of(const Trajectory& trajectory) {
  Sizes out;
  out.smallest = 0.5, out.largest = 2;
  for (const Pose& pose : trajectory.frames[0]) {
    const Vec3 p = pose.translation(), reach{2, 2, 2};
    out.all = united(out.all, {p - reach, p + reach});
  }
  return out;
}

class OdeScene final : public ManyRunner {
 public:
  OdeScene(const Trajectory& trajectory, SpaceKind kind, bool as_boxes)
      : trajectory_(trajectory),
        flags_(as_boxes ? 1 : static_cast<int>(1 | CONTACTS_UNIMPORTANT)),
        space_(kind, sizes_of(trajectory), trajectory.body_count()) {
    for (const Polytope& hull : trajectory.hulls) hulls_.push_back(ode_convex(hull));
    for (std::size_t k = 0; k < trajectory.body_count(); ++k) {
      const dGeomID geometry =
          as_boxes ? ode_box(trajectory.hull(k), space_.id()) : hulls_[trajectory.hull_of[k]].make(space_.id());
      set_index(geometry, k);
      geometries_.push_back(geometry);
    }
    OdeScene::prepare(0);
  }

  void prepare(std::size_t frame) override { poses_ = ode_poses(trajectory_.frames[frame]); }

  void run(PairLog& pairs) override {
    for (std::size_t k = 0; k < geometries_.size(); ++k) poses_[k].give_to(geometries_[k]);
    log_ = &pairs;
    dSpaceCollide(space_.id(), this,
                  [](void* self, dGeomID a, dGeomID b) { static_cast<OdeScene*>(self)->test(a, b); });
  }

 private:
  void test(dGeomID a, dGeomID b) {
    ++log_->candidates;
    dContactGeom contact;
    if (dCollide(a, b, flags_, &contact, static_cast<int>(sizeof contact)) > 0) log_->add(index_of(a), index_of(b));
  }

  const Trajectory& trajectory_;
  int flags_;  // boxes must not be told that contacts are unimportant: some are missed then
  PairLog* log_ = nullptr;
  std::vector<OdeConvex> hulls_;
  Space space_;
  std::vector<dGeomID> geometries_;
  std::vector<OdePose> poses_;
};

}  // namespace

std::vector<BroadContestant> ode_broad_phases() {
  std::vector<BroadContestant> out;
  for (const auto& [name, kind] : kSpaces) out.push_back(many_of<OdeBroad, BoxFrames>("ODE", name, kind));
  return out;
}

std::vector<SceneContestant> ode_scenes(bool are_boxes) {
  std::vector<SceneContestant> out;
  for (const bool as_boxes : {false, true}) {
    if (as_boxes && !are_boxes) continue;
    for (const auto& [name, kind] : kSpaces)
      out.push_back(
          many_of<OdeScene, Trajectory>("ODE", std::string(name) + (as_boxes ? ", boxes" : ""), kind, as_boxes));
  }
  return out;
}

}  // namespace clearance::bench
