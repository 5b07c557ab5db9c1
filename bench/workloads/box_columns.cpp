#include <bench/workloads/box_columns.h>
#include <bench/workloads/random_motion.h>

namespace clearance::bench {

BoxColumns box_columns(int columns, int height, int frames, bool shaken) {
  constexpr double kDepth = 0.001, kShake = 1e-4;
  Random random(19'000);
  BoxColumns out;
  out.contacts = static_cast<std::size_t>(columns) * static_cast<std::size_t>(height);
  for (int frame = 0; frame < frames; ++frame) {
    std::vector<Pose>& poses = out.frames.emplace_back();
    for (int column = 0; column < columns; ++column) {
      for (int level = 0; level < height; ++level) {
        const Vec3 place = {2.0 * (column % 10), 2.0 * (column / 10), (level + 0.5) * out.edge - (level + 1) * kDepth};
        poses.push_back(!shaken ? translation(place)
                                : rotation(turn(random_direction(random), 0.5 * kShake * random.unit()),
                                           place + kShake * random.unit() * random_direction(random)));
      }
    }
  }
  return out;
}

}  // namespace clearance::bench
