#include <bench/workloads/gears.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace clearance::bench {
namespace {

constexpr int kTeeth = 16;
constexpr double kInner = 0.85, kOuter = 1.1, kThickness = 0.3;

double rounded(double x) { return std::nearbyint(x * 0x1p23) * 0x1p-23; }

// Over one tooth, from one gap's middle to the next: as a share of its pitch, and whether it is at the tip.
struct Corner {
  double share;
  bool is_tip;
};
constexpr Corner kCorners[] = {{0.17, false}, {0.38, true}, {0.62, true}, {0.83, false}};

}  // namespace

TriangleSoup gear(int teeth, double inner, double outer, double thickness, int triangles) {
  // The outline, each side of it cut alike.
  constexpr int kSides = 4;
  const double sides = 2.0 * teeth * kSides;  // triangles of one layer, or of one end, where nothing is cut
  const int layers = std::max(1, static_cast<int>(std::lround(std::sqrt(triangles / (4 * sides)))));
  const int cuts = std::max(1, static_cast<int>(std::lround(triangles / (sides * (layers + 1)))));
  const auto corner = [&](int number) {
    const auto& [share, is_tip] = kCorners[number % kSides];
    const int tooth = number / kSides;
    const double angle = 2 * std::numbers::pi * (tooth + share) / teeth, radius = is_tip ? outer : inner;
    return Vec3{radius * std::cos(angle), radius * std::sin(angle), 0};
  };
  std::vector<Vec3> outline;
  for (int side = 0; side < teeth * kSides; ++side) {
    const Vec3 from = corner(side), to = corner(side + 1);
    for (int k = 0; k < cuts; ++k)
      outline.push_back((static_cast<double>(cuts - k) * from + static_cast<double>(k) * to) / cuts);
  }
  TriangleSoup out;
  const auto around = static_cast<std::uint32_t>(outline.size());
  for (int layer = 0; layer <= layers; ++layer)
    for (const Vec3& point : outline)
      out.vertices.push_back(
          {rounded(point.x), rounded(point.y), rounded(thickness * (layer - layers / 2.0) / layers)});
  const auto at = [&](int layer, std::uint32_t k) { return static_cast<std::uint32_t>(layer) * around + k % around; };
  for (int layer = 0; layer < layers; ++layer)
    for (std::uint32_t k = 0; k < around; ++k) {
      out.triangles.push_back({at(layer, k), at(layer, k + 1), at(layer + 1, k + 1)});
      out.triangles.push_back({at(layer, k), at(layer + 1, k + 1), at(layer + 1, k)});
    }
  // Both ends, from their middles.
  for (const bool is_top : {false, true}) {
    const int layer = is_top ? layers : 0;
    const auto middle = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.push_back({0, 0, out.vertices[at(layer, 0)].z});
    for (std::uint32_t k = 0; k < around; ++k) {
      if (is_top)
        out.triangles.push_back({middle, at(layer, k), at(layer, k + 1)});
      else
        out.triangles.push_back({middle, at(layer, k + 1), at(layer, k)});
    }
  }
  return out;
}

clearance::Motion turning(Vec3 place, double phase, double turns, int keyframes) {
  std::vector<Keyframe> frames;
  for (int k = 0; k <= keyframes; ++k) {
    const double half = std::numbers::pi * (phase + turns * k / keyframes);
    frames.push_back({static_cast<double>(k) / keyframes, rotation({std::cos(half), 0, 0, std::sin(half)}, place)});
  }
  return clearance::Motion::through(std::move(frames)).value();
}

GearTrain gear_train(int gears, int keyframes, int triangles) {
  GearTrain out{gear(kTeeth, kInner, kOuter, kThickness, triangles), {}};
  for (int k = 0; k < gears; ++k) {
    // Teeth point at 180° and at 0°; every other gear is turned by half a tooth, and the other way round.
    const bool is_odd = k % 2 != 0;
    out.motions.push_back(
        turning({k * (kInner + kOuter + 0.06), 0, 0}, is_odd ? 0.5 / kTeeth : 0, is_odd ? -1 : 1, keyframes));
  }
  return out;
}

}  // namespace clearance::bench
