#include <bench/workloads/nice_poses.h>
#include <bench/workloads/random_motion.h>

#include <cmath>
#include <numbers>

namespace clearance::bench {
namespace {

constexpr int kMostTenths = 15;

double tenth(Random& random) { return (static_cast<double>(random.below(2 * kMostTenths + 1)) - kMostTenths) / 10; }

Vec3 tenths(Random& random) {
  const double x = tenth(random), y = tenth(random), z = tenth(random);
  return {x, y, z};
}

Quat quarter_turn(Random& random) {
  const double s = std::sqrt(0.5);
  const Quat turns[] = {{},           {s, s, 0, 0}, {s, 0, s, 0}, {s, 0, 0, s}, {0.5, 0.5, 0.5, 0.5},
                        {0, 1, 0, 0}, {s, -s, 0, 0}};
  return turns[random.below(std::size(turns))];
}

Quat eighth_turn(Random& random) {
  const double half = static_cast<double>(random.below(8)) * std::numbers::pi / 8;
  const double c = std::cos(half), s = std::sin(half);
  const Quat turns[] = {{c, s, 0, 0}, {c, 0, s, 0}, {c, 0, 0, s}};
  return turns[random.below(std::size(turns))];
}

Quat small_integers(Random& random) {
  const auto part = [&] { return static_cast<double>(random.below(5)) - 2; };
  for (;;) {
    const double w = part(), x = part(), y = part(), z = part();
    if (w != 0 || x != 0 || y != 0 || z != 0) return {w, x, y, z};
  }
}

struct PosePair {
  Pose a, b;
};

PosePair make(PoseKind kind, Random& random) {
  const auto turned = [&](Quat (*turn)(Random&)) {
    const Quat a = turn(random), b = turn(random);
    return PosePair{rotation(a), rotation(b, tenths(random))};
  };
  switch (kind) {
    case PoseKind::Random: {
      const Quat a = random_rotation(random), b = random_rotation(random);
      return {rotation(a), rotation(b, random_point(random, 0.1 * kMostTenths))};
    }
    case PoseKind::RandomPlaces:
      return {Pose(), translation(random_point(random, 0.1 * kMostTenths))};
    case PoseKind::Tenths:
      return {Pose(), translation(tenths(random))};
    case PoseKind::BothTenths: {
      const Vec3 a = tenths(random), b = tenths(random);
      return {translation(a), translation(b)};
    }
    case PoseKind::Quarters:
      return turned(quarter_turn);
    case PoseKind::Eighths:
      return turned(eighth_turn);
    case PoseKind::SmallIntegers:
      return turned(small_integers);
    case PoseKind::Alike: {
      const Quat both = random_rotation(random);
      return {rotation(both), rotation(both, tenths(random))};
    }
  }
  return {};
}

}  // namespace

const char* to_string(PoseKind kind) {
  switch (kind) {
    case PoseKind::Random:
      return "random turns and places";
    case PoseKind::RandomPlaces:
      return "not turned, random places";
    case PoseKind::Tenths:
      return "not turned, tenths";
    case PoseKind::BothTenths:
      return "not turned, both at tenths";
    case PoseKind::Quarters:
      return "quarter turns, tenths";
    case PoseKind::Eighths:
      return "eighths of a turn, tenths";
    case PoseKind::SmallIntegers:
      return "small integers, tenths";
    case PoseKind::Alike:
      return "turned alike, tenths";
  }
  return "";
}

MeshPoses nice_poses(PoseKind kind, int count) {
  Random random(500 + static_cast<std::uint64_t>(kind));
  MeshPoses out;
  for (int i = 0; i < count; ++i) {
    const PosePair pair = make(kind, random);
    out.a.push_back(pair.a);
    out.b.push_back(pair.b);
  }
  return out;
}

}  // namespace clearance::bench
