#include <clearance/build/flat_hull.h>

#include <clearance/exact/orient3d.h>

#include <algorithm>
#include <numeric>

namespace clearance::detail {
namespace {

// Appends the chain of strict left turns through the points in this order; its last point begins the other chain.
template <class Iterator>
void append_chain(std::span<const Vec3> points, int axis, Iterator first, const Iterator& last,
                  std::vector<std::uint32_t>& loop) {
  const std::size_t base = loop.size();
  for (; first != last; ++first) {
    while (loop.size() >= base + 2 &&
           orient2d_sign(points[loop[loop.size() - 2]], points[loop.back()], points[*first], axis) <= 0)
      loop.pop_back();
    loop.push_back(*first);
  }
  loop.pop_back();
}

}  // namespace

std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 &p = points[i], &q = points[j];
    return p[u] != q[u] ? p[u] < q[u] : p[v] != q[v] ? p[v] < q[v] : i < j;
  });
  // In a plane that the axis pierces, equal u and v mean equal points; the lowest index comes first and stays.
  const auto same = [&](std::uint32_t i, std::uint32_t j) { return points[i] == points[j]; };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  std::vector<std::uint32_t> loop;
  append_chain(points, axis, order.begin(), order.end(), loop);
  append_chain(points, axis, order.rbegin(), order.rend(), loop);
  return loop;
}

}  // namespace clearance::detail
