#include <bench/workloads/crowd.h>
#include <bench/workloads/environment.h>
#include <clearance/world/patience.h>
#include <clearance/world/world.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace clearance::bench {
namespace {

constexpr std::size_t kFrames = 6;

struct CrowdRunner {
  CrowdRunner(const Environment& environment, const std::vector<Pose>& poses, int threads)
      : world({.threads = threads}) {
    for (std::uint32_t k = 0; k < poses.size(); ++k)
      ids.push_back(world.add(environment.polytope(k), poses[k]).value());
    best.threads = threads;
    best.one_by_one = best.move = best.collide = std::numeric_limits<double>::infinity();
  }

  void play(const std::vector<Pose>& poses, bool at_once) {
    detail::StageTimer watch;
    if (at_once)
      world.move(ids, poses).expect();
    else
      for (std::size_t k = 0; k < ids.size(); ++k) world.move(ids[k], poses[k]).expect();
    double& moved = at_once ? best.move : best.one_by_one;
    moved = std::min(moved, watch.lap());
    const Collisions met = world.collide().value();
    const double seconds = watch.lap();
    if (seconds >= best.collide) return;
    best.collide = seconds;
    best.stages = world.statistics();
    best.contacts = met.size();
  }

  World world;
  std::vector<BodyId> ids;
  CrowdTimes best;
};

}  // namespace

std::vector<CrowdTimes> time_crowd(const CrowdOptions& options, const std::vector<int>& threads) {
  Environment environment({.shapes = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate},
                           .n = options.n,
                           .bodies = options.bodies,
                           .density = options.density});
  std::vector<std::vector<Pose>> frames;
  for (std::size_t k = 0; k < kFrames; ++k) {
    frames.push_back(environment.poses());
    environment.advance();
  }
  std::vector<std::unique_ptr<CrowdRunner>> runners;
  for (const int count : threads) runners.push_back(std::make_unique<CrowdRunner>(environment, frames[0], count));
  for (int round = 0; round < options.rounds; ++round)
    for (const auto& runner : runners)
      for (std::size_t k = 1; k < 2 * kFrames - 1; ++k)
        runner->play(frames[k < kFrames ? k : 2 * kFrames - 2 - k], round % 2 == 0);
  std::vector<CrowdTimes> times;
  for (const auto& runner : runners) times.push_back(runner->best);
  return times;
}

}  // namespace clearance::bench
