#include <clearance/exact/orient3d.h>
#include <clearance/proof/contacts/contact_body.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

namespace clearance::detail {
namespace {

// Along which an axis sees the area of three points, or −1.
int axis_of(Vec3 a, Vec3 b, Vec3 c) {
  for (const int axis : {0, 1, 2})
    if (orient2d_sign(a, b, c, axis) != 0) return axis;
  return -1;
}

bool is_between(Vec3 p, Vec3 q, Vec3 r) {
  const auto inner = [](double x, double y, double z) { return (x <= y && y <= z) || (z <= y && y <= x); };
  return inner(p.x, q.x, r.x) && inner(p.y, q.y, r.y) && inner(p.z, q.z, r.z);
}

}  // namespace

ContactPart::ContactPart(const PosedBody::Part& part, bool is_convex) : part_(part), is_convex_(is_convex) {}

bool ContactPart::has_area(std::uint32_t triangle) const {
  return axis_of(point(triangle, 0), point(triangle, 1), point(triangle, 2)) >= 0;
}

// On either side of the edge, and exactly in one plane.
bool ContactPart::are_in_one_plane(const Side& x, const Side& y) const {
  if (x.is_rising == y.is_rising || !has_area(x.triangle) || !has_area(y.triangle)) return false;
  const Vec3 a = point(x.triangle, x.corner), b = point(x.triangle, x.corner + 1), c = point(x.triangle, x.corner + 2),
             opposite = point(y.triangle, y.corner + 2);
  if (orient3d_sign(a, b, c, opposite) != 0) return false;
  const int axis = axis_of(a, b, c);
  return orient2d_sign(a, b, c, axis) == -orient2d_sign(a, b, opposite, axis);
}

std::uint32_t ContactPart::root(std::uint32_t triangle) {
  while (face_[triangle] != triangle) triangle = face_[triangle] = face_[face_[triangle]];
  return triangle;
}

void ContactPart::look() {
  if (std::exchange(is_looked_at_, true)) return;
  const std::size_t count = part_.points.size();
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t v) {
    const Vec3 p = part_.points[v];
    return std::tuple(p.x, p.y, p.z);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t v, std::uint32_t w) {
    const auto x = key(v), y = key(w);
    return x != y ? x < y : v < w;
  });
  welded_.resize(count);
  for (std::size_t k = 0; k < count; ++k)
    welded_[order[k]] = k > 0 && key(order[k]) == key(order[k - 1]) ? welded_[order[k - 1]] : order[k];
  is_used_.assign(count, false);
  for (std::uint32_t t = 0; t < part_.triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t v = welded_[part_.triangles[t][k]], w = welded_[part_.triangles[t][(k + 1) % 3]];
      is_used_[v] = true;
      if (v != w) sides_.push_back({std::min(v, w), std::max(v, w), t, k, v < w});
    }
  std::sort(sides_.begin(), sides_.end(), [](const Side& x, const Side& y) {
    return std::tie(x.low, x.high, x.triangle, x.corner) < std::tie(y.low, y.high, y.triangle, y.corner);
  });
  face_.resize(part_.triangles.size());
  std::iota(face_.begin(), face_.end(), 0u);
  if (is_convex_) return;
  for (std::size_t first = 0, last; first < sides_.size(); first = last) {
    for (last = first + 1; last < sides_.size(); ++last)
      if (sides_[last].low != sides_[first].low || sides_[last].high != sides_[first].high) break;
    if (last - first != 2 || !are_in_one_plane(sides_[first], sides_[first + 1])) continue;
    const std::uint32_t x = root(sides_[first].triangle), y = root(sides_[first + 1].triangle);
    face_[std::max(x, y)] = std::min(x, y);
  }
}

std::string ContactPart::why_none(const ContactFeatureClaim& feature) {
  using Kind = ContactFeatureClaim::Kind;
  const std::vector<std::uint32_t>& numbers = feature.numbers;
  const std::size_t count = numbers.size();
  look();
  if (feature.kind == Kind::Face) {
    if (is_convex_) return "a face of a convex body is a list of its vertices";
    if (count != 1 || numbers[0] >= part_.triangles.size()) return "there is no such triangle";
    if (root(numbers[0]) != numbers[0])
      return "triangle " + std::to_string(root(numbers[0])) + " is lower, of the same face";
    return {};
  }
  for (const std::uint32_t v : numbers) {
    if (v >= part_.points.size()) return "there is no vertex " + std::to_string(v);
    if (!is_used_[welded_[v]]) return "vertex " + std::to_string(v) + " is none of the body's";
  }
  if (feature.kind == Kind::Vertex) return count == 1 ? "" : "a vertex has one number";
  if (feature.kind == Kind::Edge) return count == 2 ? why_no_edge(numbers[0], numbers[1]) : "an edge has two ends";
  return is_convex_ ? why_no_polygon(numbers) : "a face of a mesh is the number of a triangle";
}

std::string ContactPart::why_no_edge(std::uint32_t i, std::uint32_t j) const {
  if (welded_[i] == welded_[j]) return "the edge has one end";
  if (i > j) return "the ends of the edge are not in order";
  return (is_convex_ ? is_edge_of_hull(i, j) : is_edge_of_mesh(welded_[i], welded_[j]))
             ? ""
             : "there is no edge from " + std::to_string(i) + " to " + std::to_string(j);
}

// Two planes that leave all points on one side, with both ends on both, hold no more than the edge's line; where all
// points are in one plane, a line does that leaves them on one side; on one line, all is the edge. And no point of the
// line lies beyond the ends.
bool ContactPart::is_edge_of_hull(std::uint32_t i, std::uint32_t j) const {
  const Vec3 p = part_.points[i], q = part_.points[j];
  const auto on_line = [&](Vec3 v) { return collinear(p, q, v); };
  const auto within_ends = [&](Vec3 v) { return !on_line(v) || is_between(p, v, q); };
  if (!std::all_of(part_.points.begin(), part_.points.end(), within_ends)) return false;
  const auto beside = std::find_if_not(part_.points.begin(), part_.points.end(), on_line);
  if (beside == part_.points.end()) return true;
  const auto in_plane = [&](Vec3 v) { return orient3d_sign(p, q, *beside, v) == 0; };
  if (std::all_of(part_.points.begin(), part_.points.end(), in_plane)) {
    const int axis = axis_of(p, q, *beside), side = orient2d_sign(p, q, *beside, axis);
    return std::none_of(part_.points.begin(), part_.points.end(),
                        [&](Vec3 v) { return orient2d_sign(p, q, v, axis) == -side; });
  }
  // The third point of a plane that holds both ends and leaves all points on one side; two such planes that differ.
  const Vec3* first = nullptr;
  for (std::uint32_t t = 0; t < part_.triangles.size(); ++t) {
    const Vec3 a = point(t, 0), b = point(t, 1), c = point(t, 2);
    if (!has_area(t) || orient3d_sign(a, b, c, p) != 0 || orient3d_sign(a, b, c, q) != 0) continue;
    bool above = false, below = false;
    for (const Vec3 v : part_.points) {
      const int sign = orient3d_sign(a, b, c, v);
      above = above || sign > 0, below = below || sign < 0;
    }
    if (above && below) continue;
    const Vec3* off = nullptr;
    for (const std::uint32_t corner : part_.triangles[t])
      if (!on_line(part_.points[corner])) off = &part_.points[corner];
    if (first == nullptr)
      first = off;
    else if (orient3d_sign(p, q, *first, *off) != 0)
      return true;
  }
  return false;
}

// A side of a triangle, or several in a row on one line.
bool ContactPart::is_edge_of_mesh(std::uint32_t i, std::uint32_t j) const {
  const Vec3 end = part_.points[j];
  for (std::uint32_t at = i; at != j;) {
    std::uint32_t next = at;
    for (const Side& side : sides_) {
      if (side.low != at && side.high != at) continue;
      const std::uint32_t other = side.low == at ? side.high : side.low;
      const Vec3 p = part_.points[at], q = part_.points[other];
      if (other == j || (is_between(p, q, end) && collinear(p, q, end))) next = other;
      if (next == j) break;
    }
    if (next == at) return false;
    at = next;
  }
  return true;
}

// Counter-clockwise seen from outside: all points are below its plane, and those in it are on the left of each side.
std::string ContactPart::why_no_polygon(const std::vector<std::uint32_t>& loop) const {
  const std::size_t count = loop.size();
  if (count < 3) return "a face has three vertices at least";
  const auto at = [&](std::size_t k) { return part_.points[loop[k % count]]; };
  const int axis = axis_of(at(0), at(1), at(2));
  if (axis < 0) return "the face's first vertices are on one line";
  const int turn = orient2d_sign(at(0), at(1), at(2), axis);
  for (std::size_t k = 0; k < count; ++k) {
    if (orient3d_sign(at(0), at(1), at(2), at(k)) != 0) return "the face's vertices are not in one plane";
    if (orient2d_sign(at(k), at(k + 1), at(k + 2), axis) != turn) return "the face's vertices are not in order";
  }
  for (const Vec3 v : part_.points) {
    const int side = orient3d_sign(at(0), at(1), at(2), v);
    if (side > 0) return "the body has points beyond the face";
    for (std::size_t k = 0; side == 0 && k < count; ++k)
      if (orient2d_sign(at(k), at(k + 1), v, axis) == -turn) return "it is not the whole face";
  }
  return {};
}

std::vector<std::uint32_t> ContactPart::face(std::uint32_t lowest) {
  look();
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t t = 0; t < face_.size(); ++t)
    if (root(t) == lowest) triangles.push_back(t);
  return triangles;
}

}  // namespace clearance::detail
