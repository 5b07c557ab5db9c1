// Clearance itself: a world moves the boxes that have moved and asks for all manifolds, every status proved, events,
// ages and the caller's values included.
#include <bench/peers/columns.h>
#include <clearance/build/primitives.h>
#include <clearance/world/world.h>

namespace clearance::bench {
namespace {

class OurColumns final : public ColumnsRunner {
 public:
  OurColumns(const BoxColumns& columns, std::uint32_t points_per_patch)
      : columns_(columns), options_{.margin = 0, .points_per_patch = points_per_patch} {
    const Polytope cube = box({columns.edge, columns.edge, columns.edge});
    for (const Pose& pose : columns.frames[0]) ids_.push_back(world_.add(cube, pose).value());
    world_.add(half_space({0, 0, 1}, 0)).value();
    moved_.reserve(ids_.size());
  }

  void prepare(std::size_t frame) override {
    const std::vector<Pose>& next = columns_.frames[frame];
    moved_.clear();
    for (std::size_t k = 0; k < ids_.size(); ++k)
      if (!(next[k] == (*poses_)[k])) moved_.push_back(k);
    poses_ = &next;
  }

  void run(ContactTally& tally) override {
    for (const std::size_t k : moved_) world_.move(ids_[k], (*poses_)[k]).expect();
    const Result<WorldManifolds> found = world_.manifolds(options_);
    for (const PairManifold& pair : found.value()) {
      tally.pairs += pair.points().empty() ? 0 : 1;
      tally.points += pair.points().size();
    }
  }

 private:
  const BoxColumns& columns_;
  ManifoldOptions options_;
  World world_;
  std::vector<BodyId> ids_;
  const std::vector<Pose>* poses_ = &columns_.frames[0];
  std::vector<std::size_t> moved_;
};

}  // namespace

std::vector<ColumnsContestant> our_columns() {
  return {columns_of<OurColumns>("Clearance", "all points", kAllPoints),
          columns_of<OurColumns>("Clearance", "4 points", 4u)};
}

}  // namespace clearance::bench
