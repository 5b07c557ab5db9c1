#include <clearance/build/decompose_choice.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clearance::detail {
namespace {

constexpr std::size_t kMostCandidates = 32;  // that are looked at closely
// Above this many triangles a look at the candidates costs more than a cut too many.
constexpr std::size_t kLargeCell = 800;

void sort_out(std::vector<std::uint32_t>& planes) {
  std::ranges::sort(planes);
  planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
}

std::vector<std::uint32_t> candidates_in(const Cell& cell) {
  std::vector<std::uint32_t> planes;
  for (const CutPolygon& part : cell.surface)
    if (std::ranges::any_of(part.corners, &CutPolygon::Corner::is_notch)) planes.push_back(part.plane);
  sort_out(planes);
  if (planes.empty()) planes = planes_in(cell);
  if (planes.size() <= kMostCandidates) return planes;
  std::vector<std::uint32_t> some;
  for (std::size_t k = 0; k < kMostCandidates; ++k) some.push_back(planes[k * planes.size() / kMostCandidates]);
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

// About 0.618 of the count and without a common divisor: multiples are spread evenly and meet every number.
std::size_t stride_for(std::size_t count) {
  std::size_t stride = std::max<std::size_t>(1, count * 618 / 1000);
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

// Across the longest side of what is in the cell, at the middle; nothing where that does not lead to smaller cells.
std::optional<std::uint32_t> halving_plane(CutArena& arena, const Cell& cell) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec3 low{kInfinity, kInfinity, kInfinity}, high = -low;
  for (const CutPolygon& part : cell.surface)
    for (const CutPolygon::Corner& corner : part.corners) {
      const Vec3 p = arena.vertex(corner.vertex).rough;
      low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
      high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
  const Vec3 sides = high - low;
  int axis = sides.y > sides.x ? 1 : 0;
  if (sides.z > sides[axis]) axis = 2;
  const std::uint32_t plane = arena.add(plane_across(axis, 0.5 * low[axis] + 0.5 * high[axis]));
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

}  // namespace

std::vector<std::uint32_t> planes_in(const Cell& cell) {
  std::vector<std::uint32_t> planes;
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
  for (const std::uint32_t plane : candidates_in(cell)) {
    const double cost = cost_of(arena, cell, plane);
    if (cost < least) least = cost, best = plane;
  }
  return best;
}

}  // namespace clearance::detail
