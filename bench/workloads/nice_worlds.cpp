#include <bench/workloads/nice_worlds.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>

namespace clearance::bench {
namespace {

constexpr int kFrames = 11;  // a block ends one unit from where it began

// By plain loops: what the world finds is no part of the truth. Blocks whose centres are farther apart than their
// corners reach are skipped.
void find_truth(BlockWorld& world, std::size_t frame) {
  Trajectory& way = world.trajectory;
  const Polytope& block = way.hulls[0];
  double reach = 0;
  for (int v = 0; v < block.vertex_count(); ++v) reach = std::max(reach, norm(block.vertex(v)));
  const std::vector<Pose>& poses = way.frames[frame];
  std::vector<PairKey> meeting, touching;
  for (std::uint32_t a = 0; a < poses.size(); ++a) {
    for (std::uint32_t b = a + 1; b < poses.size(); ++b) {
      if (norm(poses[b].translation() - poses[a].translation()) > 2.1 * reach) continue;
      const Status status = intersects(block, poses[a], block, poses[b]).status;
      if (status == Status::Separated) continue;
      meeting.push_back(pair_key(a, b));
      if (status == Status::Touching) touching.push_back(pair_key(a, b));
    }
  }
  way.truth.push_back(std::move(meeting));
  world.touching.push_back(std::move(touching));
}

// Places in tenths, so that a frame's shift is added before anything is rounded.
BlockWorld make_world(const char* name, Vec3 edges, const std::vector<Vec3>& tenths, bool moves) {
  BlockWorld out{name, moves, {{box(edges)}, std::vector<std::uint32_t>(tenths.size()), {}, {}, true}, {}};
  for (int frame = 0; frame < (moves ? kFrames : 1); ++frame) {
    std::vector<Pose>& poses = out.trajectory.frames.emplace_back();
    for (const Vec3 place : tenths) poses.push_back(translation((place + Vec3{double(frame), 0, 0}) / 10));
    find_truth(out, static_cast<std::size_t>(frame));
  }
  return out;
}

}  // namespace

BlockWorld block_grid(int side, bool moves) {
  std::vector<Vec3> places;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      for (int z = 0; z < side; ++z) places.push_back(10 * Vec3{double(x), double(y), double(z)});
  return make_world("grid of cubes", {1, 1, 1}, places, moves);
}

BlockWorld brick_wall(int courses, int bricks, bool moves) {
  std::vector<Vec3> places;
  for (int course = 0; course < courses; ++course)
    for (int brick = 0; brick < bricks; ++brick) places.push_back({double(2 * brick + course % 2), 0, double(course)});
  return make_world("wall in running bond", {0.2, 0.1, 0.1}, places, moves);
}

BlockWorld block_stack(int count, bool moves) {
  std::vector<Vec3> places;
  for (int k = 0; k < count; ++k) places.push_back({0, 0, 10.0 * k});
  return make_world("stack of cubes", {1, 1, 1}, places, moves);
}

}  // namespace clearance::bench
