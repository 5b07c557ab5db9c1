// Question: what does the slowest frame of a small world cost?
// Method:   pairs in contact, as in worst_scenes.h, at random places of one room, so that the pairs meet each other as
//           well; the first frame, and one after all bodies have moved a little.
#include <bench/experiments/worst.h>
#include <bench/race/one_call.h>
#include <clearance/io/scenes/world_file.h>
#include <clearance/world/world.h>

namespace clearance::bench {
namespace {

constexpr int kPairs = 15;

struct Crowd {
  std::vector<BodySnapshot> bodies;
  std::vector<Pose> later;
};

Crowd crowd_of(std::span<const WorstBody> bodies, Random& random) {
  Crowd out;
  const double room = bodies[random.below(bodies.size())].size;
  const auto add = [&](const Shape& shape, const Pose& pose, Vec3 shift) {
    BodySnapshot body;
    body.options.name = std::to_string(out.bodies.size());
    body.pose = moved_to(pose, pose.translation() + shift).value();
    body.parts = {Part{shape}};
    out.bodies.push_back(std::move(body));
    out.later.push_back(moved_to(pose, pose.translation() + shift + 0.01 * room * random_direction(random)).value());
  };
  for (int k = 0; k < kPairs; ++k) {
    const WorstBody &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
    const WorstScene scene =
        worst_scene(a, b, kWorstKinds[random.below(3)], kWorstPlaces[random.below(4)], random.bits());
    const Vec3 shift = random_point(random, 3 * room);
    add(scene.a, scene.pose_a, shift);
    add(scene.b, scene.pose_b, shift);
  }
  return out;
}

}  // namespace

void run_worst_worlds(std::span<const WorstBody> bodies, const Options& options, WorstTable& table) {
  WorstRow &first = table.row("world, first frame"), &next = table.row("world, next frame");
  Random random(31);
  for (int k = 0; k < (options.quick ? 3 : 100); ++k) {
    const Crowd crowd = crowd_of(bodies, random);
    const WorldSnapshot snapshot{crowd.bodies};
    World world;
    std::vector<BodyId> ids;
    const auto begin = [&] { world = World(), ids = world.restore(snapshot).value(); };
    const DumpScene dump = [=](const std::string& path) { return write_world(path, snapshot); };
    const std::string name = "world " + std::to_string(k);
    first.add(seconds_of_call(begin, [&] { keep(world.collide()); }), name, dump);
    const auto move = [&] {
      begin();
      keep(world.collide());
      for (std::size_t i = 0; i < ids.size(); ++i) keep(world.move(ids[i], crowd.later[i]));
    };
    next.add(seconds_of_call(move, [&] { keep(world.collide()); }), name, dump);
  }
}

}  // namespace clearance::bench
