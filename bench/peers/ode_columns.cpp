// ODE: boxes and a plane in a space, dSpaceCollide, and dCollide with up to 8 contacts for every pair: the collision
// stage of a step. Nothing is kept from frame to frame.
#include <bench/peers/columns.h>
#include <bench/peers/ode_types.h>

namespace clearance::bench {
namespace {

constexpr int kContacts = 8;

class OdeColumns final : public ColumnsRunner {
 public:
  enum class Space : std::uint8_t { Hash, SweepAndPrune };

  OdeColumns(const BoxColumns& columns, Space kind) : columns_(columns) {
    start_ode();
    space_ = kind == Space::Hash ? dHashSpaceCreate(nullptr) : dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    if (kind == Space::Hash) dHashSpaceSetLevels(space_, -1, 2);
    for (const Pose& pose : columns.frames[0]) {
      boxes_.push_back(dCreateBox(space_, columns.edge, columns.edge, columns.edge));
      ode_pose(pose).give_to(boxes_.back());
    }
    // Outside the space: every box is asked about it, and no cell holds something endless.
    floor_ = dCreatePlane(nullptr, 0, 0, 1, 0);
  }
  ~OdeColumns() override {
    dGeomDestroy(floor_);
    dSpaceDestroy(space_);
  }
  OdeColumns(const OdeColumns&) = delete;
  OdeColumns& operator=(const OdeColumns&) = delete;

  void prepare(std::size_t frame) override {
    const std::vector<Pose>& next = columns_.frames[frame];
    moved_.clear();
    for (std::size_t k = 0; k < boxes_.size(); ++k)
      if (!(next[k] == (*poses_)[k])) moved_.emplace_back(k, ode_pose(next[k]));
    poses_ = &next;
  }

  void run(ContactTally& tally) override {
    for (const auto& [k, pose] : moved_) pose.give_to(boxes_[k]);
    dSpaceCollide(space_, &tally, touch);
    dSpaceCollide2(floor_, reinterpret_cast<dGeomID>(space_), &tally, touch);
  }

 private:
  static void touch(void* tally, dGeomID a, dGeomID b) {
    dContactGeom contacts[kContacts];
    const int count = dCollide(a, b, kContacts, contacts, static_cast<int>(sizeof contacts[0]));
    static_cast<ContactTally*>(tally)->pairs += count > 0 ? 1 : 0;
    static_cast<ContactTally*>(tally)->points += static_cast<std::size_t>(count);
  }

  const BoxColumns& columns_;
  dSpaceID space_;
  dGeomID floor_;
  std::vector<dGeomID> boxes_;
  const std::vector<Pose>* poses_ = &columns_.frames[0];
  std::vector<std::pair<std::size_t, OdePose>> moved_;
};

}  // namespace

std::vector<ColumnsContestant> ode_columns() {
  using Space = OdeColumns::Space;
  return {columns_of<OdeColumns>("ODE", "hash space", Space::Hash),
          columns_of<OdeColumns>("ODE", "SAP space", Space::SweepAndPrune)};
}

}  // namespace clearance::bench
