#include <bench/workloads/small_solids.h>

#include <cmath>
#include <numbers>

namespace clearance::bench {
namespace {

struct Outline {
  std::vector<Vec3> corners;            // counter-clockwise, at height 0
  std::vector<MeshTriangle> triangles;  // of the outline's inside; corner numbers
  bool has_centre = false;              // the last corner is no part of the way around
};

TriangleSoup prism(const Outline& outline, double height) {
  const auto count = static_cast<std::uint32_t>(outline.corners.size());
  TriangleSoup out{outline.corners, {}};
  for (const Vec3 corner : outline.corners) out.vertices.push_back({corner.x, corner.y, height});
  for (const MeshTriangle& t : outline.triangles) {
    out.triangles.push_back({t[0], t[2], t[1]});
    out.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
  }
  const std::uint32_t around = count - (outline.has_centre ? 1 : 0);
  for (std::uint32_t k = 0; k < around; ++k) {
    const std::uint32_t next = (k + 1) % around;
    out.triangles.push_back({k, next, next + count});
    out.triangles.push_back({k, next + count, k + count});
  }
  return out;
}

// Eight teeth of four corners each; coordinates as a drawing states them, to three decimals.
Outline gear() {
  constexpr int kTeeth = 8;
  constexpr double kRadii[] = {0.4, 0.5, 0.5, 0.4};
  const auto rounded = [](double value) { return std::round(1000 * value) / 1000; };
  Outline out;
  for (int k = 0; k < 4 * kTeeth; ++k) {
    const double angle = 2 * std::numbers::pi * k / (4 * kTeeth), radius = kRadii[k % 4];
    out.corners.push_back({rounded(radius * std::cos(angle)), rounded(radius * std::sin(angle)), 0});
  }
  const auto centre = static_cast<std::uint32_t>(out.corners.size());
  for (std::uint32_t k = 0; k < centre; ++k) out.triangles.push_back({centre, k, (k + 1) % centre});
  out.corners.push_back({});
  out.has_centre = true;
  return out;
}

}  // namespace

const char* to_string(SmallSolid solid) {
  return solid == SmallSolid::L   ? "L of 20 triangles"
         : solid == SmallSolid::U ? "U of 28 triangles"
                                  : "gear of 128 triangles";
}

TriangleSoup small_solid(SmallSolid solid) {
  switch (solid) {
    case SmallSolid::L:
      // A fan around the corner that turns inward.
      return prism({{{0, 0, 0}, {1, 0, 0}, {1, 0.4, 0}, {0.4, 0.4, 0}, {0.4, 1, 0}, {0, 1, 0}},
                    {{3, 4, 5}, {3, 5, 0}, {3, 0, 1}, {3, 1, 2}}},
                   0.3);
    case SmallSolid::U:
      return prism({{{0, 0, 0},
                     {1.2, 0, 0},
                     {1.2, 0.8, 0},
                     {0.8, 0.8, 0},
                     {0.8, 0.4, 0},
                     {0.4, 0.4, 0},
                     {0.4, 0.8, 0},
                     {0, 0.8, 0}},
                    {{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}}},
                   0.4);
    case SmallSolid::Gear:
      return prism(gear(), 0.2);
  }
  return {};
}

}  // namespace clearance::bench
