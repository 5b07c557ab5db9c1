#include <clearance/build/decompose/choice.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/decompose/join.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clearance::detail {
namespace {

constexpr std::size_t kMostCandidates = 32;  // that are looked at closely
constexpr std::size_t kMostCoarse = 16;      // of whose halves hulls are made
// Above this many triangles a look at the candidates costs more than a cut too many.
constexpr std::size_t kLargeCell = 800;

void sort_out(std::vector<std::uint32_t>& planes) {
  std::ranges::sort(planes);
  planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
}

std::vector<std::uint32_t> candidates_in(const Cell& cell, std::size_t most) {
  std::vector<std::uint32_t> planes;
  for (const CutPolygon& part : cell.surface)
    if (std::ranges::any_of(part.corners, &CutPolygon::Corner::is_notch)) planes.push_back(part.plane);
  sort_out(planes);
  if (planes.empty()) planes = planes_in(cell);
  if (planes.size() <= most) return planes;
  std::vector<std::uint32_t> some;
  some.reserve(most);
  for (std::size_t k = 0; k < most; ++k) some.push_back(planes[k * planes.size() / most]);
  return some;
}

// The lower the better. A cut triangle makes two; a notch that is dealt with saves a cut later on.
double cost_of(CutArena& arena, const Cell& cell, std::uint32_t plane) {
  double cut = 0, notches = 0, front = 0, back = 0;
  for (const CutPolygon& part : cell.surface) {
    const Sides sides = sides_of(arena, plane, part);
    cut += sides.front && sides.back;
    front += sides.front;
    back += sides.back;
    if (sides.front && sides.back) continue;
    for (std::size_t i = 0; i < part.corners.size(); ++i)
      if (part.corners[i].is_notch && arena.side(plane, part.corners[i].vertex) == 0 &&
          arena.side(plane, part.corners[(i + 1) % part.corners.size()].vertex) == 0)
        notches += 0.5;  // each edge is met from both sides
  }
  return 2 * cut - 3 * notches + 0.4 * std::fabs(front - back) - (arena.plane(plane).along_axes ? 1 : 0);
}

struct Extent {
  Vec3 low, high;

  int longest_axis() const {
    const Vec3 sides = high - low;
    const int axis = sides.y > sides.x ? 1 : 0;
    return sides.z > sides[axis] ? 2 : axis;
  }
};

Extent extent_of(const CutArena& arena, const Cell& cell) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Extent extent{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  for (const CutPolygon& part : cell.surface)
    for (const CutPolygon::Corner& corner : part.corners) {
      const Vec3 p = arena.vertex(corner.vertex).rough;
      extent.low = {smaller(extent.low.x, p.x), smaller(extent.low.y, p.y), smaller(extent.low.z, p.z)};
      extent.high = {larger(extent.high.x, p.x), larger(extent.high.y, p.y), larger(extent.high.z, p.z)};
    }
  return extent;
}

// About 0.618 of the count and without a common divisor: multiples are spread evenly and meet every number.
std::size_t stride_for(std::size_t count) {
  std::size_t stride = std::max<std::size_t>(1, count * 618 / 1000);
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

// Across the longest side of what is in the cell, at the middle; nothing where that does not lead to smaller cells.
std::optional<std::uint32_t> halving_plane(CutArena& arena, const Cell& cell) {
  const Extent extent = extent_of(arena, cell);
  const int axis = extent.longest_axis();
  const std::uint32_t plane = arena.add(plane_across(axis, 0.5 * extent.low[axis] + 0.5 * extent.high[axis]));
  std::size_t front = 0, back = 0;
  for (const CutPolygon& part : cell.surface) {
    const Sides of_part = sides_of(arena, plane, part);
    front += of_part.front;
    back += of_part.back;
  }
  const std::size_t most = cell.surface.size() - cell.surface.size() / 16;
  if (front == 0 || back == 0 || std::max(front, back) > most) return std::nullopt;
  return plane;
}

// In doubles; of a sample of the points where there are many.
double rough_hull_volume(const std::vector<Vec3>& points) {
  constexpr std::size_t kSample = 256;
  std::vector<Vec3> some;
  const std::size_t count = std::min(points.size(), kSample);
  some.reserve(count);
  for (std::size_t k = 0; k < count; ++k) some.push_back(points[k * points.size() / count]);
  const Result<Polytope> hull = convex_hull(some);
  return hull ? rough_volume(*hull) : 0;
}

// What a cut leaves to do, in doubles: the volumes of the hulls of its halves, the larger one twice, for halves should
// be alike; and the notches in them, for a cut across a tube makes two tubes.
struct CoarseCost {
  double volumes = 0, notches = 0;
};
CoarseCost coarse_cost(const CutArena& arena, const Cell& cell, std::uint32_t plane) {
  CoarseCost cost;
  std::vector<Vec3> front, back;
  const CutPlane& p = arena.plane(plane);
  const Vec3 normal = p.rough.value, base = p.base;
  const auto height = [&](Vec3 q) {
    constexpr double kFlat = 0x1p-40;  // about on the plane
    const double h = dot(normal, q - base);
    return std::fabs(h) > kFlat * norm_one(q - base) ? h : 0;
  };
  for (const std::vector<CutPolygon>* parts : {&cell.surface, &cell.boundary})
    for (const CutPolygon& part : *parts)
      for (std::size_t i = 0; i < part.corners.size(); ++i) {
        const Vec3 u = arena.vertex(part.corners[i].vertex).rough;
        const Vec3 v = arena.vertex(part.corners[(i + 1) % part.corners.size()].vertex).rough;
        const double here = height(u), next = height(v);
        if (part.corners[i].is_notch) cost.notches += (here > 0 || next > 0) + (here < 0 || next < 0);
        if (here >= 0) front.push_back(u);
        if (here <= 0) back.push_back(u);
        if (here * next >= 0) continue;
        const Vec3 between = u + here / (here - next) * (v - u);
        front.push_back(between);
        back.push_back(between);
      }
  const double one = rough_hull_volume(front), other = rough_hull_volume(back);
  cost.volumes = one + other + larger(one, other);
  return cost;
}

}  // namespace

std::vector<std::uint32_t> planes_in(const Cell& cell) {
  std::vector<std::uint32_t> planes;
  planes.reserve(cell.surface.size());
  for (const CutPolygon& part : cell.surface) planes.push_back(part.plane);
  sort_out(planes);
  return planes;
}

Sides sides_of(CutArena& arena, const Cell& cell, std::uint32_t plane) {
  Sides all;
  // Neighbours in the list are neighbours in space: strides find both sides sooner.
  const std::size_t count = cell.surface.size(), stride = stride_for(count);
  for (std::size_t k = 0, at = 0; k < count; ++k, at = (at + stride) % count) {
    const Sides sides = sides_of(arena, plane, cell.surface[at]);
    all.front = all.front || sides.front;
    all.back = all.back || sides.back;
    if (all.front && all.back) break;
  }
  return all;
}

std::uint32_t choose_plane(CutArena& arena, const Cell& cell) {
  if (cell.surface.size() > kLargeCell)
    if (const std::optional<std::uint32_t> plane = halving_plane(arena, cell)) return *plane;
  std::uint32_t best = cell.surface.front().plane;
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t plane : candidates_in(cell, kMostCandidates)) {
    const double cost = cost_of(arena, cell, plane);
    if (cost < least) least = cost, best = plane;
  }
  return best;
}

std::uint32_t choose_coarse_plane(CutArena& arena, const Cell& cell, Vec3 place) {
  std::vector<std::uint32_t> candidates = candidates_in(cell, kMostCoarse);
  const Extent extent = extent_of(arena, cell);
  // Cuts across deal with no notch, so that they need not come to an end: only where there are several to part.
  constexpr std::size_t kSeveral = 4;
  for (int axis = 0; axis < 3 && candidates.size() >= kSeveral; ++axis)
    for (const double at : {place[axis], 0.5 * extent.low[axis] + 0.5 * extent.high[axis]})
      if (extent.low[axis] < at && at < extent.high[axis]) candidates.push_back(arena.add(plane_across(axis, at)));
  std::uint32_t best = candidates.front();
  double least = std::numeric_limits<double>::infinity();
  // The plane of the box below everything leaves the whole on one side.
  const CoarseCost whole = coarse_cost(arena, cell, arena.add(plane_across(0, extent.low.x - 1)));
  for (const std::uint32_t plane : candidates) {
    const CoarseCost of_plane = coarse_cost(arena, cell, plane);
    const double cost = of_plane.volumes / whole.volumes + of_plane.notches / whole.notches;
    if (cost < least) least = cost, best = plane;
  }
  return best;
}

}  // namespace clearance::detail
