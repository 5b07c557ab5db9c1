// Rounded bodies at tenths, turned as people turn them: tangent, or past it by a rounding.
#pragma once

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/nice_turns_test.h>
#include <clearance/convex/radii.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace clearance::detail {

inline int nice_rounds() {
  const char* level = std::getenv("CLEARANCE_TEST_LEVEL");
  return level != nullptr && std::string(level) == "full" ? 300000 : 6000;
}

inline std::vector<Rounded> nice_rounded_shapes() {
  const Polytope plate = box({1, 1, 0});
  return {sphere(0.5),
          sphere(0.1),
          make_sphere(0.3, {0.1, 0.2, 0}).value(),
          capsule(1, 0.5),
          capsule(0.6, 0.2),
          rounded(box({0.8, 0.8, 0.8}), 0.1),
          rounded(box({0.2, 0.6, 1}), 0.3),
          rounded(plate, 0.1),
          Rounded(box({1, 1, 1})),
          rounded(make_cylinder(0.5, 1, 16).value(), 0.1)};
}

struct NiceRounded {
  Rounded a, b;
  Pose pose_a, pose_b;

  PosedPair cores() const { return {a.core(), pose_a, b.core(), pose_b}; }
  Radii radii() const { return {a.radius(), b.radius()}; }
};

inline NiceRounded nice_rounded_pair(Random& random, const std::vector<Rounded>& among, int round) {
  const auto turns = static_cast<Turns>(random.below(static_cast<std::uint64_t>(Turns::kCount)));
  const int steps = round % 2 == 0 ? 10 : 4;  // tenths and quarters: only those are exactly so
  const auto place = [&] {
    const int most = steps == 10 ? 12 : 5;
    const auto step = [&] {
      return static_cast<double>(static_cast<int>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most) /
             steps;
    };
    const double x = step(), y = step(), z = step();
    return Vec3{x, y, z};
  };
  const Quat q = turn(random, turns), other = turns == Turns::Alike ? q : turn(random, turns);
  const Vec3 at_a = random.below(2) == 0 ? Vec3{} : place();
  Vec3 at_b = place();
  const Rounded &a = among[random.below(among.size())], &b = among[random.below(among.size())];
  if (random.below(2) == 0) {  // one beside or on the other
    const Vec3 half = 0.5 * ((a.core().box_high() - a.core().box_low()) + (b.core().box_high() - b.core().box_low()));
    const double radii = a.radius() + b.radius();
    const std::uint64_t k = random.below(3);
    if (k == 0) at_b.x = at_a.x + half.x + radii;
    if (k == 1) at_b.y = at_a.y - half.y - radii;
    if (k == 2) at_b.z = at_a.z + half.z + radii;
  }
  return {a, b, rotation(q, at_a), rotation(other, at_b)};
}

}  // namespace clearance::detail
