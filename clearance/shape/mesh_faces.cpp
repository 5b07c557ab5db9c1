// Why the tilt holds, u = 2⁻⁵³: each edge in doubles is off by u of its components, a component of the product by 3u of
// two products of components at most |e₁||e₂| in sum: in all below 5√3·u|e₁||e₂|, relative to the product's length; its
// square, root and quotient add 4u. The triangle with the least quotient speaks for its face.
#include <clearance/shape/mesh_faces.h>

#include <clearance/exact/orient3d.h>
#include <clearance/shape/mesh.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace clearance::detail {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = MeshFaces::kNone;

std::vector<Index> named_vertices(const Mesh& mesh) {
  std::vector<Index> order(mesh.vertex_count()), name(mesh.vertex_count());
  std::iota(order.begin(), order.end(), Index{0});
  const auto key = [&](Index v) {
    const Vec3 p = mesh.vertex(v);
    return std::tuple(p.x, p.y, p.z);
  };
  std::sort(order.begin(), order.end(), [&](Index v, Index w) {
    const auto x = key(v), y = key(w);
    return x != y ? x < y : v < w;
  });
  for (std::size_t k = 0; k < order.size(); ++k)
    name[order[k]] = k > 0 && key(order[k]) == key(order[k - 1]) ? name[order[k - 1]] : order[k];
  return name;
}

// A side of a triangle, by the ends of its edge.
struct HalfEdgeOf {
  Index low, high, triangle;
  std::uint8_t side;
  bool is_rising;
};

class Finder {
 public:
  Finder(const Mesh& mesh, MeshFaces& out) : mesh_(mesh), out_(out) {}

  void find_sides() {
    const std::size_t count = mesh_.triangle_count();
    out_.sides.resize(count);
    axis_.resize(count);
    std::vector<HalfEdgeOf> edges;
    edges.reserve(3 * count);
    for (Index t = 0; t < count; ++t) {
      axis_[t] = axis_of(t);
      for (std::uint8_t k = 0; k < 3; ++k) {
        const Index v = corner(t, k), w = corner(t, k + 1u);
        if (v != w) edges.push_back({std::min(v, w), std::max(v, w), t, k, v < w});
      }
    }
    std::sort(edges.begin(), edges.end(), [](const HalfEdgeOf& x, const HalfEdgeOf& y) {
      return std::tie(x.low, x.high, x.triangle, x.side) < std::tie(y.low, y.high, y.triangle, y.side);
    });
    for (std::size_t first = 0, last; first < edges.size(); first = last) {
      for (last = first + 1; last < edges.size(); ++last)
        if (edges[last].low != edges[first].low || edges[last].high != edges[first].high) break;
      if (last - first == 2) join(edges[first], edges[first + 1]);
    }
  }

  void find_faces() {
    const std::size_t count = mesh_.triangle_count();
    out_.face.assign(count, kNone);
    std::vector<Index> open;
    for (Index t = 0; t < count; ++t) {
      if (out_.face[t] != kNone) continue;
      const auto f = static_cast<Index>(out_.lowest.size());
      out_.lowest.push_back(mesh_.id(t));
      out_.normal.push_back({});
      double best = std::numeric_limits<double>::infinity();
      out_.face[t] = f;
      open.assign(1, t);
      while (!open.empty()) {
        const Index at = open.back();
        open.pop_back();
        out_.lowest[f] = std::min(out_.lowest[f], mesh_.id(at));
        take_normal(at, out_.normal[f], best);
        for (const MeshFaces::Side& side : out_.sides[at])
          if (side.is_flat() && out_.face[side.across] == kNone) {
            out_.face[side.across] = f;
            open.push_back(side.across);
          }
      }
      out_.tilt.push_back(smaller(2, (10 * best + 8) * 0x1p-53));
    }
  }

  // A vertex where edges end: neither inside a face nor between the two halves of a straight edge.
  void find_corners() {
    struct Ends {
      Index to[2] = {kNone, kNone};
      int count = 0;
    };
    std::vector<Ends> ends(mesh_.vertex_count());
    const auto add = [&](Index v, Index w) {
      Ends& at = ends[v];
      for (int k = 0; k < std::min(at.count, 2); ++k)
        if (at.to[k] == w) return;
      if (at.count < 2) at.to[at.count] = w;
      ++at.count;
    };
    for (Index t = 0; t < mesh_.triangle_count(); ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        const Index v = corner(t, k), w = corner(t, k + 1);
        if (v == w || out_.sides[t][k].is_flat()) continue;
        add(v, w);
        add(w, v);
      }
    out_.is_corner.assign(mesh_.vertex_count(), 0);
    for (Index v = 0; v < ends.size(); ++v) {
      const Ends& at = ends[v];
      bool is_straight = at.count == 0;
      if (at.count == 2) {
        const Vec3 p = mesh_.vertex(v), q = mesh_.vertex(at.to[0]), r = mesh_.vertex(at.to[1]);
        is_straight = is_between(p, q, r) && detail::collinear(p, q, r);
      }
      out_.is_corner[v] = !is_straight;
    }
  }

  void find_marks() {
    constexpr double kFlatCosine = 1 - 1e-10;
    const std::size_t count = mesh_.triangle_count();
    out_.bent.assign(count, 0);
    out_.hollow.assign(count, 0);
    out_.corners.assign(count, 0);
    const auto mark = [](std::uint8_t& bits, std::size_t k) { bits = static_cast<std::uint8_t>(bits | 1u << k); };
    for (Index t = 0; t < count; ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        if (out_.is_corner[corner(t, k)] != 0) mark(out_.corners[t], k);
        const MeshFaces::Side& side = out_.sides[t][k];
        if (side.is_flat()) continue;
        if (side.across != kNone && dot(out_.normal[out_.face[t]], out_.normal[out_.face[side.across]]) > kFlatCosine)
          continue;
        mark(out_.bent[t], k);
        if (side.bend < 0) mark(out_.hollow[t], k);
      }
  }

  void find_around(std::vector<Index>& first, std::vector<Index>& around) const {
    first.assign(mesh_.vertex_count() + 1, 0);
    const auto visit = [&](const auto& each) {
      for (Index t = 0; t < mesh_.triangle_count(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
          const Index v = corner(t, k);
          if ((k > 0 && v == corner(t, 0)) || (k > 1 && v == corner(t, 1))) continue;
          each(t, v);
        }
    };
    visit([&](Index, Index v) { ++first[v + 1]; });
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    around.resize(first.back());
    std::vector<Index> next(first.begin(), first.end() - 1);
    visit([&](Index t, Index v) { around[next[v]++] = t; });
  }

 private:
  // By the vertex' name.
  Index corner(Index t, std::size_t k) const { return out_.vertex[mesh_.triangle(t)[k % 3]]; }
  Vec3 point(Index t, std::size_t k) const { return mesh_.vertex(mesh_.triangle(t)[k % 3]); }

  // Along which the area is seen, or −1.
  int axis_of(Index t) const {
    for (const int axis : {0, 1, 2})
      if (detail::orient2d_sign(point(t, 0), point(t, 1), point(t, 2), axis) != 0) return axis;
    return -1;
  }

  static bool is_between(Vec3 p, Vec3 q, Vec3 r) {
    const auto inner = [](double x, double y, double z) { return (y <= x && x <= z) || (z <= x && x <= y); };
    return inner(p.x, q.x, r.x) && inner(p.y, q.y, r.y) && inner(p.z, q.z, r.z);
  }

  void join(const HalfEdgeOf& x, const HalfEdgeOf& y) {
    if (x.is_rising == y.is_rising || axis_[x.triangle] < 0 || axis_[y.triangle] < 0) return;
    const Index t = x.triangle;
    const Vec3 a = point(t, x.side), b = point(t, x.side + 1u), c = point(t, x.side + 2u);
    const Vec3 opposite = point(y.triangle, y.side + 2u);
    int bend = -detail::orient3d_sign(a, b, c, opposite);
    // In one plane, folded back: the edge of a blade.
    if (bend == 0 && detail::orient2d_sign(a, b, opposite, axis_[t]) == detail::orient2d_sign(a, b, c, axis_[t]))
      bend = 1;
    out_.sides[t][x.side] = {y.triangle, static_cast<std::int8_t>(bend)};
    out_.sides[y.triangle][y.side] = {t, static_cast<std::int8_t>(bend)};
  }

  // `best` is the least product of two sides over twice the area so far.
  void take_normal(Index t, Vec3& normal, double& best) const {
    if (axis_[t] < 0) return;
    Vec3 u = point(t, 1) - point(t, 0), v = point(t, 2) - point(t, 0);
    const double size = larger(norm_max(u), norm_max(v));
    if (!(size > 0) || !std::isfinite(size)) return;
    int exponent = 0;
    std::frexp(size, &exponent);
    // Twice by half of it: one power alone may leave the range.
    const auto scaled = [&](Vec3 w) {
      const double half = std::ldexp(1.0, -(exponent / 2)), rest = std::ldexp(1.0, -(exponent - exponent / 2));
      return rest * (half * w);
    };
    u = scaled(u), v = scaled(v);
    const Vec3 n = cross(u, v);
    const double length = norm(n);
    if (!(length > 1e-140)) return;
    const double quotient = norm(u) * norm(v) / length;
    if (!(quotient < best)) return;
    best = quotient;
    normal = n / length;
  }

  const Mesh& mesh_;
  MeshFaces& out_;
  std::vector<int> axis_;
};

}  // namespace

MeshFaces MeshFaces::make(const Mesh& mesh) {
  MeshFaces made;
  made.vertex = named_vertices(mesh);
  Finder finder(mesh, made);
  finder.find_sides();
  finder.find_faces();
  finder.find_corners();
  finder.find_marks();
  finder.find_around(made.around_first_, made.around_);
  return made;
}

std::uint8_t MeshFaces::risen(std::uint32_t t) const {
  std::uint8_t bits = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if ((bent[t] >> k & 1) != 0 && sides[t][k].bend > 0) bits = static_cast<std::uint8_t>(bits | 1u << k);
  return bits;
}

std::size_t MeshFaces::memory_bytes() const {
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof list[0]; };
  return sizeof *this + bytes(sides) + bytes(face) + bytes(lowest) + bytes(normal) + bytes(tilt) + bytes(vertex) +
         bytes(is_corner) + bytes(bent) + bytes(hollow) + bytes(corners) + bytes(around_first_) + bytes(around_);
}

}  // namespace clearance::detail
