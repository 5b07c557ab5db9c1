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
  Seen(const Vec3 (&v)[3], const LocalPoint& x) : v_(v), x_(x) {
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
  const LocalPoint& x_;
  ApproxVec rough_[3];
};

double least(double a, double b, double c) { return std::min(a, std::min(b, c)); }
double most(double a, double b, double c) { return std::max(a, std::max(b, c)); }

// Beside or below x, so that neither x nor the ray meets it. What is not a number proves nothing.
bool out_of_the_way(const Vec3 (&v)[3], const LocalPoint& x) {
  const Vec3 low = x.rough - Vec3{x.error, x.error, x.error}, high = x.rough + Vec3{x.error, x.error, x.error};
  return least(v[0].x, v[1].x, v[2].x) > high.x || most(v[0].x, v[1].x, v[2].x) < low.x ||
         least(v[0].y, v[1].y, v[2].y) > high.y || most(v[0].y, v[1].y, v[2].y) < low.y ||
         most(v[0].z, v[1].z, v[2].z) < low.z;
}

}  // namespace

// With M the linear part times the pose's denominator D, of columns cᵢ, and T = D·t: x is M⁻¹(D·world − T), and the
// rows of M⁻¹·det M are the cross products of the columns. det M > 0 (CONTRACT §1).
LocalPoint seen_from(const ExactPose& pose, const DyadicVec& numerator, const Dyadic& denominator) {
  const DyadicVec c0 = pose.edge({}, {1, 0, 0}), c1 = pose.edge({}, {0, 1, 0}), c2 = pose.edge({}, {0, 0, 1});
  const DyadicVec from_origin = pose.denominator() * numerator - denominator * pose.numerator({});
  const DyadicVec r0 = cross(c1, c2), r1 = cross(c2, c0), r2 = cross(c0, c1);
  LocalPoint x{{dot(r0, from_origin), dot(r1, from_origin), dot(r2, from_origin)}, denominator * dot(c0, r0), {}, 0};
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

bool is_beyond(const Extent& extent, const LocalPoint& x) {
  const auto beyond = [&](int k) {
    return extent.low[k] > x.rough[k] + x.error || extent.high[k] < x.rough[k] - x.error;
  };
  return beyond(0) || beyond(1) || beyond(2);
}

// Around x itself and around x moved by infinitely little the surface winds equally often, unless x is on it. Where the
// projected triangle holds the moved p, [w0 w1 w2] = 0 means that x is in its plane, and so on it.
Winding winding(std::span<const Vec3> points, std::span<const MeshTriangle> triangles, const LocalPoint& x) {
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

bool Surface::is_closed() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(3 * triangles_.size());
  for (const MeshTriangle& triangle : triangles_) {
    const std::uint32_t v[3] = {welded_[triangle[0]], welded_[triangle[1]], welded_[triangle[2]]};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    for (int k = 0; k < 3; ++k) edges.emplace_back(v[k], v[(k + 1) % 3]);
  }
  return !edges.empty() && edges_pair_up(std::move(edges));
}

// Six times the volume: Σ [v0 v1 v2], in doubles with a bound where that tells.
std::string Surface::why_no_solid() const {
  if (!is_closed()) return "not a closed surface whose triangles all face one way";
  Approx rough;
  for (const MeshTriangle& t : triangles_)
    rough = rough - dot(cross(ApproxVec{points_[t[1]], 0}, ApproxVec{points_[t[0]], 0}), ApproxVec{points_[t[2]], 0});
  int sign = proved_sign(rough);
  if (sign == 0) {
    Dyadic sum;
    for (const MeshTriangle& t : triangles_)
      sum = sum + dot(cross(exact(points_[t[0]]), exact(points_[t[1]])), exact(points_[t[2]]));
    sign = sum.sign();
  }
  return sign > 0 ? "" : sign < 0 ? "inside out" : "encloses no volume";
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
