// Notation: x the point; vᵢ the corners of a triangle, wᵢ = vᵢ − x times x's scale; p and the projections of the
//           corners leave out the third coordinate. [w0 w1 w2] > 0 iff x is behind the triangle, whose front is where
//           its corners run counter-clockwise.
#include <clearance/proof/winding.h>

#include <clearance/exact/approx.h>
#include <clearance/proof/origin.h>
#include <clearance/proof/pieces.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

// a / b for b > 0, off by less than 2⁻⁵⁰ of itself (each fraction is truncated by 2⁻⁵² of itself, the quotient rounded
// by 2⁻⁵³), or by 2⁻¹⁰⁷⁴.
double quotient(const Dyadic& a, const Dyadic& b) {
  std::int64_t ea = 0, eb = 0;
  const double fa = a.fraction(ea), fb = b.fraction(eb);
  return std::ldexp(fa / fb, static_cast<int>(std::clamp<std::int64_t>(ea - eb, -4000, 4000)));
}

// One triangle seen from x, in doubles with bounds first.
class Seen {
 public:
  Seen(const Vec3 (&v)[3], const PointInBody& x) : v_(v), x_(x) {
    for (int i = 0; i < 3; ++i) rough_[i] = ApproxVec{v[i], 0} - ApproxVec{x.rough, x.error};
  }

  DyadicVec exact_corner(int i) const { return x_.scale * exact(v_[i]) - x_.position; }

  bool is_above(int i) const {  // beyond p in the second coordinate, after p was moved: equal ones are below
    if (const int sign = proved_sign({rough_[i].value.y, rough_[i].error})) return sign > 0;
    return compare(x_.scale * Dyadic(v_[i].y), x_.position.y) > 0;
  }

  // Whether p, in projection, is left (+1) or right (−1) of the edge from corner i to corner j.
  int side(int i, int j) const {
    const ApproxVec rough = cross(rough_[i], rough_[j]);
    if (const int sign = proved_sign({rough.value.z, rough.error})) return sign;
    const DyadicVec wi = exact_corner(i), wj = exact_corner(j);
    return compare(wi.x * wj.y, wi.y * wj.x);
  }

  int determinant() const {
    if (const int sign = proved_sign(dot(cross(rough_[0], rough_[1]), rough_[2]))) return sign;
    return dot(cross(exact_corner(0), exact_corner(1)), exact_corner(2)).sign();
  }

  // How often the projected triangle winds around p after it was moved: the edges that cross the half-line from p along
  // the first axis. An edge through p itself is passed on the side to which p was moved.
  int turns() const {
    int turns = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const bool from = is_above(i), to = is_above(j);
      if (from == to) continue;
      const int exact_side = side(i, j), moved = exact_side != 0 ? exact_side : from ? 1 : -1;
      if (to && moved > 0) ++turns;
      if (from && moved < 0) --turns;
    }
    return turns;
  }

  bool holds_x() const {
    const DyadicVec corners[3] = {exact_corner(0), exact_corner(1), exact_corner(2)};
    return hull_holds_origin(corners);
  }

 private:
  const Vec3 (&v_)[3];
  const PointInBody& x_;
  ApproxVec rough_[3];
};

double least(double a, double b, double c) { return std::min(a, std::min(b, c)); }
double most(double a, double b, double c) { return std::max(a, std::max(b, c)); }

// Beside or below x, so that neither x nor the ray meets it. What is not a number proves nothing.
bool out_of_the_way(const Vec3 (&v)[3], const PointInBody& x) {
  const Vec3 low = x.rough - Vec3{x.error, x.error, x.error}, high = x.rough + Vec3{x.error, x.error, x.error};
  return least(v[0].x, v[1].x, v[2].x) > high.x || most(v[0].x, v[1].x, v[2].x) < low.x ||
         least(v[0].y, v[1].y, v[2].y) > high.y || most(v[0].y, v[1].y, v[2].y) < low.y ||
         most(v[0].z, v[1].z, v[2].z) < low.z;
}

// ---- Whether triangles cancel ------------------------------------------------------------------------------------

// Of an edge of a triangle: its end at `point`, the other end and the third corner.
struct End {
  std::uint32_t point, other, third;
  int count;
};

// Of two vectors that are not 0, up to any factor: which coordinate is the first that is not 0, then the others as
// parts of it.
int compare_directions(const DyadicVec& a, const DyadicVec& b) {
  const Dyadic *const of_a[3] = {&a.x, &a.y, &a.z}, *const of_b[3] = {&b.x, &b.y, &b.z};
  int first = 0;
  while (of_a[first]->sign() == 0 && of_b[first]->sign() == 0) ++first;
  const int sign_a = of_a[first]->sign(), sign_b = of_b[first]->sign();
  if (sign_a == 0 || sign_b == 0) return sign_a != 0 ? -1 : 1;
  for (int k = first + 1; k < 3; ++k)
    if (const int sign = compare(*of_a[k] * *of_b[first], *of_b[k] * *of_a[first]); sign != 0)
      return sign * sign_a * sign_b;
  return 0;
}

// Of one point: by lines, then by planes.
int compare(std::span<const Vec3> points, const End& e, const End& f) {
  const auto way = [&](std::uint32_t to) { return exact(points[to]) - exact(points[e.point]); };
  const DyadicVec along_e = way(e.other), along_f = way(f.other);
  if (const int lines = compare_directions(along_e, along_f); lines != 0) return lines;
  return compare_directions(cross(along_e, way(e.third)), cross(along_f, way(f.third)));
}

// Whether the ends at one point do, in each line and plane.
bool cancel(std::span<const Vec3> points, std::span<End> ends) {
  std::sort(ends.begin(), ends.end(), [&](const End& e, const End& f) { return compare(points, e, f) < 0; });
  for (std::size_t i = 0, next = 0; i < ends.size(); i = next) {
    int sum = 0;
    for (next = i; next < ends.size() && compare(points, ends[i], ends[next]) == 0; ++next) sum += ends[next].count;
    if (sum != 0) return false;
  }
  return true;
}

}  // namespace

// With M the linear part times the pose's denominator D, of columns cᵢ, and T = D·t: x is M⁻¹(D·world − T), and the
// rows of M⁻¹·det M are the cross products of the columns. det M > 0 (CONTRACT §1).
PointInBody seen_from(const ExactPose& pose, const DyadicVec& numerator, const Dyadic& denominator) {
  const DyadicVec c0 = pose.edge({}, {1, 0, 0}), c1 = pose.edge({}, {0, 1, 0}), c2 = pose.edge({}, {0, 0, 1});
  const DyadicVec from_origin = pose.denominator() * numerator - denominator * pose.numerator({});
  const DyadicVec r0 = cross(c1, c2), r1 = cross(c2, c0), r2 = cross(c0, c1);
  PointInBody x{{dot(r0, from_origin), dot(r1, from_origin), dot(r2, from_origin)}, denominator * dot(c0, r0), {}, 0};
  x.rough = {quotient(x.position.x, x.scale), quotient(x.position.y, x.scale), quotient(x.position.z, x.scale)};
  x.error = 0x1p-49 * norm_max(x.rough) + kUnderflow;  // twice what quotient() states, for sums that round
  return x;
}

Extent extent(std::span<const Vec3> points) {
  Extent all{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  for (const Vec3 v : points) {
    all.low = {std::min(all.low.x, v.x), std::min(all.low.y, v.y), std::min(all.low.z, v.z)};
    all.high = {std::max(all.high.x, v.x), std::max(all.high.y, v.y), std::max(all.high.z, v.z)};
  }
  return all;
}

bool is_beyond(const Extent& extent, const PointInBody& x) {
  const auto beyond = [&](int k) {
    return extent.low[k] > x.rough[k] + x.error || extent.high[k] < x.rough[k] - x.error;
  };
  return beyond(0) || beyond(1) || beyond(2);
}

// Around x itself and around x moved by infinitely little the surface winds equally often, unless x is on it. Where the
// projected triangle holds the moved p, [w0 w1 w2] = 0 means that x is in its plane, and so on it.
Winding winding(std::span<const Vec3> points, std::span<const MeshTriangle> triangles, const PointInBody& x) {
  Winding result;
  for (const MeshTriangle& triangle : triangles) {
    const Vec3 v[3] = {points[triangle[0]], points[triangle[1]], points[triangle[2]]};
    if (out_of_the_way(v, x)) continue;
    const Seen seen(v, x);
    const int behind = seen.determinant();
    if (behind == 0 && seen.holds_x()) result.on = true;
    // The triangle is above x iff x is behind it and it faces up, or neither.
    if (const int turns = seen.turns(); turns != 0 && turns == behind) result.number += turns;
  }
  return result;
}

Surface::Surface(std::span<const Vec3> points, std::span<const MeshTriangle> triangles)
    : points_(points), triangles_(triangles), welded_(points.size()) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) { return std::tuple(points[i].x, points[i].y, points[i].z, i); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) { return key(i) < key(j); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && points[order[k]] == points[order[k - 1]];
    welded_[order[k]] = same ? welded_[order[k - 1]] : order[k];
  }
}

// At every vertex as many edges begin as end, from and to the same ones.
bool Surface::is_closed() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(3 * triangles_.size());
  for (const MeshTriangle& triangle : triangles_) {
    const std::uint32_t v[3] = {welded_[triangle[0]], welded_[triangle[1]], welded_[triangle[2]]};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    for (int k = 0; k < 3; ++k) edges.emplace_back(v[k], v[(k + 1) % 3]);
  }
  if (edges.empty()) return false;
  // The other ends of those that begin at each vertex, one vertex after the other; and of those that end there.
  const auto by_vertex = [&](bool begins, std::vector<std::size_t>& first) {
    first.assign(points_.size() + 1, 0);
    for (const auto& [from, to] : edges) ++first[(begins ? from : to) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    std::vector<std::uint32_t> others(edges.size());
    for (const auto& [from, to] : edges) others[next[begins ? from : to]++] = begins ? to : from;
    for (std::size_t v = 0; v < points_.size(); ++v)
      std::sort(others.begin() + static_cast<std::ptrdiff_t>(first[v]),
                others.begin() + static_cast<std::ptrdiff_t>(first[v + 1]));
    return others;
  };
  std::vector<std::size_t> first_out, first_in;
  const std::vector<std::uint32_t> out = by_vertex(true, first_out), in = by_vertex(false, first_in);
  return first_out == first_in && out == in;
}

// Of Σ [v0 v1 v2], six times the volume; in doubles with a bound where that tells.
int Surface::volume_sign() const {
  Approx rough;
  for (const MeshTriangle& t : triangles_)
    rough = rough - dot(cross(ApproxVec{points_[t[1]], 0}, ApproxVec{points_[t[0]], 0}), ApproxVec{points_[t[2]], 0});
  if (const int sign = proved_sign(rough); sign != 0) return sign;
  Dyadic sum;
  for (const MeshTriangle& t : triangles_)
    sum = sum + dot(cross(exact(points_[t[0]]), exact(points_[t[1]])), exact(points_[t[2]]));
  return sum.sign();
}

// The winding number is 0 everywhere iff the oriented triangles of every plane cancel. They do iff their edges do, line
// by line, and directed segments of one line do iff their ends do. So at each corner of each triangle one edge begins
// (−1) and one ends (+1), and these numbers must cancel among those of one point, one line and one plane.
bool Surface::cancels_out() const {
  std::vector<End> ends;
  for (const MeshTriangle& t : triangles_) {
    const std::uint32_t v[3] = {welded_[t[0]], welded_[t[1]], welded_[t[2]]};
    if (is_zero(cross(exact(points_[v[1]]) - exact(points_[v[0]]), exact(points_[v[2]]) - exact(points_[v[0]]))))
      continue;
    for (int k = 0; k < 3; ++k) {
      ends.push_back({v[k], v[(k + 1) % 3], v[(k + 2) % 3], -1});
      ends.push_back({v[k], v[(k + 2) % 3], v[(k + 1) % 3], 1});
    }
  }
  std::sort(ends.begin(), ends.end(), [](const End& e, const End& f) { return e.point < f.point; });
  for (auto first = ends.begin(), last = first; first != ends.end(); first = last) {
    last = std::find_if(first, ends.end(), [&](const End& e) { return e.point != first->point; });
    if (!cancel(points_, {first, last})) return false;
  }
  return true;
}

// Where the volume is not 0, neither are all winding numbers, whose integral it is.
std::string Surface::why_no_solid() const {
  if (!is_closed()) return "not closed: some edge is passed more often in one direction than in the other";
  return volume_sign() != 0 || !cancels_out() ? "" : "it encloses no volume";
}

std::vector<std::uint32_t> Surface::components() const {
  std::vector<std::uint32_t> parent(points_.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    for (v = welded_[v]; parent[v] != v; v = parent[v]) parent[v] = parent[parent[v]];
    return v;
  };
  std::vector<bool> used(points_.size());
  for (const MeshTriangle& triangle : triangles_)
    for (const std::uint32_t v : triangle) {
      used[v] = true;
      parent[root(v)] = root(triangle[0]);
    }
  std::vector<std::uint32_t> numbers(points_.size(), kNone), out(points_.size(), kNone);
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v < points_.size(); ++v) {
    if (!used[v]) continue;
    std::uint32_t& number = numbers[root(v)];
    if (number == kNone) number = count++;
    out[v] = number;
  }
  return out;
}

}  // namespace clearance::detail
