// Clearance's world, measured by the same loop as its peers: a frame moves the bodies whose poses have changed and asks
// for all contacts, each proved, certificates included.
#pragma once

#include <bench/race/courses.h>
#include <clearance/world/world.h>

#include <algorithm>

namespace clearance::bench {

class OurWorld final : public ManyRunner {
 public:
  OurWorld(const Trajectory& trajectory, const WorldOptions& options) : trajectory_(trajectory), world_(options) {
    for (std::size_t k = 0; k < trajectory.body_count(); ++k) {
      ids_.push_back(world_.add(trajectory.hull(k), trajectory.frames[0][k]).value());
      body_of_.resize(std::max<std::size_t>(body_of_.size(), ids_[k].index + 1));
      body_of_[ids_[k].index] = static_cast<std::uint32_t>(k);
    }
  }

  void prepare(std::size_t frame) override {
    const std::vector<Pose>& next = trajectory_.frames[frame];
    moved_.clear();
    for (std::size_t k = 0; k < ids_.size(); ++k)
      if (!(next[k] == (*poses_)[k])) moved_.push_back(k);
    poses_ = &next;
  }

  void run(PairLog& pairs) override {
    for (const std::size_t k : moved_) world_.move(ids_[k], (*poses_)[k]).expect();
    const Result<Collisions> found = world_.collide();
    for (const Contact& contact : found.value().contacts)
      pairs.add(body_of_[contact.a.index], body_of_[contact.b.index]);
    pairs.candidates = world_.statistics().box_pairs;
  }

  const StageStatistics& statistics() const { return world_.statistics(); }

 private:
  const Trajectory& trajectory_;
  World world_;
  std::vector<BodyId> ids_;
  std::vector<std::uint32_t> body_of_;                       // by the index of an id
  const std::vector<Pose>* poses_ = &trajectory_.frames[0];  // where the bodies are, or will be after run()
  std::vector<std::size_t> moved_;
};

inline SceneContestant our_world(const char* name, const WorldOptions& options) {
  return many_of<OurWorld, Trajectory>("Clearance", name, options);
}

}  // namespace clearance::bench
