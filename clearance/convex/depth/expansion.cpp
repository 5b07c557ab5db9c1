#include <clearance/convex/depth/expansion.h>

#include <clearance/convex/any_length.h>
#include <clearance/convex/depth/hull_of_differences.h>
#include <clearance/convex/depth/placed_vertices.h>
#include <clearance/convex/depth/star_shell.h>
#include <clearance/convex/exact/nearest_weights.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/walk.h>
#include <clearance/convex/way_out.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr int kMaxSteps = 10000, kMaxQuickSteps = 90;
// The square of the sine at a triangle's corner from which on its plane tells where in it a point is.
constexpr double kThin = 1e-6;

using Facet = HullOfDifferences::Facet;

// The depth along d, not less than the true one; d is of unit length up to rounding.
template <int kWidth>
CLEARANCE_INLINE double depth_above_body(const PosedPair& pair, Vec3 d, VertexPair& found) {
  const SupportPair support = pair.template support<kWidth>(d, found);
  found = support.pair;
  const double depth = (-support.value + pair.bound(d)) * (1 + 0x1p-50) / norm(d);
  return depth >= 0 ? depth : std::numeric_limits<double>::infinity();  // a facet without area has no direction
}

// As unit_of, which takes vectors of any length; few are out of the ordinary.
CLEARANCE_INLINE Vec3 unit_of_most(Vec3 n) {
  const double largest = norm_max(n);
  if (!(largest > 0x1p-400 && largest < 0x1p400)) [[unlikely]]
    return unit_of(n);
  return n * (1 / norm(n));
}

// A facet's vertices, kept while the shell goes on changing.
struct Triangle {
  HullOfDifferences::Vertex vertex[3];

  Triangle(const HullOfDifferences& hull, std::int32_t f)
      : vertex{hull.vertices()[static_cast<std::size_t>(hull.facet(f).vertex[0])],
               hull.vertices()[static_cast<std::size_t>(hull.facet(f).vertex[1])],
               hull.vertices()[static_cast<std::size_t>(hull.facet(f).vertex[2])]} {}
  template <int kWidth>
  Triangle(const StarShell<kWidth>& shell, std::int32_t f) : Triangle(shell, shell.corners(f)) {}
  template <int kWidth>
  Triangle(const StarShell<kWidth>& shell, std::uint32_t corners)
      : vertex{{shell.pair_at(corners & 0xff), shell.place(corners & 0xff)},
               {shell.pair_at(corners >> 8 & 0xff), shell.place(corners >> 8 & 0xff)},
               {shell.pair_at(corners >> 16), shell.place(corners >> 16)}} {}
};

// Where the origin projects to in the triangle's plane, as weights of its vertices, where that is within it; n is its
// normal, of any length. False where it is not, or the triangle too thin to tell.
bool set_weights_within(DepthBracket& depth, const Triangle& triangle, Vec3 n) {
  const Vec3 m0 = triangle.vertex[0].m, e1 = triangle.vertex[1].m - m0, e2 = triangle.vertex[2].m - m0;
  const double square = dot(n, n);
  const Vec3 at = (dot(n, m0) / square) * n - m0;
  const double w1 = dot(cross(at, e2), n) / square, w2 = dot(cross(e1, at), n) / square, w0 = 1 - w1 - w2;
  if (!(w0 >= 0 && w1 >= 0 && w2 >= 0 && square > kThin * dot(e1, e1) * dot(e2, e2))) return false;
  for (int k = 0; k < 3; ++k) depth.facet[k] = triangle.vertex[k].pair;
  depth.weight[0] = w0, depth.weight[1] = w1, depth.weight[2] = w2;
  return true;
}

// Where the origin projects to in the triangle, as weights of its vertices; returns how far that is. `inside` tells
// whether it is the plane's own nearest point.
double set_facet(DepthBracket& depth, const Triangle& triangle, bool& inside) {
  PointSimplex simplex;
  for (const auto& vertex : triangle.vertex) simplex.add(vertex.pair, vertex.m);
  const double distance = set_nearest_weights(simplex);
  inside = simplex.count == 3;
  for (int k = 0; k < 3; ++k) {
    depth.facet[k] = simplex.pair[k < simplex.count ? k : 0];
    depth.weight[k] = k < simplex.count ? simplex.weight[k] : 0;
  }
  return distance;
}

// A face of the difference body may be several facets (a parallelogram is two), and the origin projects into one of
// them: not always the one that was found. False where none of them holds it, which a dented shell can come to.
template <class AnyShell>
bool set_nearest(DepthBracket& depth, const AnyShell& shell, const Triangle& found, double width) {
  bool inside = false;
  double best = set_facet(depth, found, inside);
  const auto count = static_cast<std::int32_t>(shell.facet_count());
  for (std::int32_t f = 0; f < count && !inside; ++f) {
    if (!(shell.lower(f) <= depth.upper + width)) continue;  // infinite for dead ones
    DepthBracket other = depth;
    if (const double distance = set_facet(other, Triangle(shell, f), inside); distance < best)
      best = distance, depth = other;
  }
  return inside;
}

void fill_shell(const PosedPair& pair, const HullOfDifferences& hull, Shell& shell) {
  shell = {};
  for (const auto& vertex : hull.vertices())
    shell.pairs.push_back({pair.a().id(vertex.pair.a), pair.b().id(vertex.pair.b)});
  for (std::int32_t f = 0; f < static_cast<std::int32_t>(hull.facet_count()); ++f) {
    const std::int32_t* const v = hull.facet(f).vertex;
    if (!hull.facet(f).alive) continue;
    shell.facets.push_back(
        {{static_cast<std::uint32_t>(v[0]), static_cast<std::uint32_t>(v[1]), static_cast<std::uint32_t>(v[2])}});
  }
}

// The distance of the plane of three differences from the origin, rounded down.
double exact_distance(const PosedPair& pair, VertexPair v0, VertexPair v1, VertexPair v2) {
  const ExactPair exact_pair(pair.pose_a(), pair.pose_b());
  const auto difference = [&](VertexPair v) {
    return exact_pair.difference(pair.a().vertex(v.a), pair.b().vertex(v.b));
  };
  const DyadicVec m0 = difference(v0);
  return distance_below(cross(difference(v1) - m0, difference(v2) - m0), m0, exact_pair.scale());
}

// Doubles stalled at this facet: the exact support along its exact normal either lies beyond it, and the hull grows, or
// the facet is the nearest of the whole difference body and its plane gives the depth.
bool grow_exactly(const PosedPair& pair, HullOfDifferences& hull, std::int32_t at, DepthBracket& depth,
                  Triangle& nearest) {
  const ExactSupport support(pair);
  const DyadicVec inward = -hull.exact_normal(hull.facet(at));
  if (hull.add(support.minimise(inward), at)) return true;
  const Vec3 rounded = direction_of(inward), d = rounded / norm(rounded);
  const Dyadic reached = -dot(exact(d), support.difference(support.minimise(exact(d))));
  const double upper =
      reached.sign() > 0
          ? square_root_above(reached * reached, support.scale() * support.scale() * dot(exact(d), exact(d)))
          : 0;
  if (upper < depth.upper) {
    depth.upper = upper, depth.direction = d;
    nearest = Triangle(hull, at);
  }
  return false;
}

// What a bracket comes with: the way out, rounded, and the deepest points. False as set_nearest().
template <class AnyShell>
bool finish(DepthBracket& depth, const PosedPair& pair, const AnyShell& shell, const Triangle& nearest) {
  const Vec3 m0 = nearest.vertex[0].m;
  if (depth.upper < std::numeric_limits<double>::infinity()) {
    const Way way = way_along(depth.direction, depth.upper);
    depth.translation = way.translation, depth.upper = way.upper;
  }
  depth.lower = smaller(depth.lower, depth.upper);
  return set_weights_within(depth, nearest, cross(nearest.vertex[1].m - m0, nearest.vertex[2].m - m0)) ||
         set_nearest(depth, shell, nearest, allowed_width(pair, depth.upper));
}

// In doubles and within fixed arrays; false where that does not come to an end.
template <int kWidth>
CLEARANCE_INLINE bool expand_quickly(const PosedPair& pair, const VertexPair* around, Shell* shell,
                                     const DepthWidth& width, DepthBracket& depth) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(pair.reach() > kMinWalkReach && pair.reach() < kMaxWalkReach)) return false;
  StarShell<kWidth> star(pair);
  if (!star.start(around)) return false;
  const PlacedVertices<kWidth> vertices(pair);
  std::uint32_t nearest = 0;
  Vec3 n;
  const double least = larger(width.lower, std::numeric_limits<double>::min());
  double enough = kInfinity;
  for (; depth.steps < kMaxQuickSteps; ++depth.steps) {
    const int at = star.nearest(depth.lower);
    if (depth.lower >= enough) break;
    const Vec3 normal = star.normal(at);
    const auto [support, m] = vertices.support(-normal, [&] { return star.hint(at, -normal); });
    const VertexPair beyond = support.pair;
    // Rounding a unit vector turns it by 4u, and so changes the product by less than 4u·√3·reach.
    const double upper = (-support.value + pair.bound(normal)) * (1 + 0x1p-50) / norm(normal) + 0x1p-50 * pair.reach();
    // Selected, not branched on: every other step is an improvement.
    const bool is_better = upper < depth.upper;
    depth.upper = is_better ? upper : depth.upper;
    n.x = is_better ? normal.x : n.x, n.y = is_better ? normal.y : n.y, n.z = is_better ? normal.z : n.z;
    nearest = is_better ? star.corners(at) : nearest;
    if (!(depth.upper < kInfinity)) return false;
    enough = larger(depth.upper - most_width(pair, width, depth.upper), least);
    if (depth.lower >= enough) break;
    if (star.is_beyond(at, m)) {
      if (!star.add(beyond, m)) return false;
      continue;
    }
    // Thin triangles understate their distance in doubles.
    if (star.is_exact(at)) return false;
    star.set_exact(at, exact_distance(pair, star.corner(at, 0), star.corner(at, 1), star.corner(at, 2)));
  }
  if (!(depth.lower >= enough)) return false;
  depth.direction = -(n / norm(n));
  if (!finish(depth, pair, star, Triangle(star, nearest))) return false;
  if (shell != nullptr) star.write(*shell);
  return true;
}

DepthBracket expand_exactly(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                            const DepthWidth& width) {
  HullOfDifferences hull(pair, around);
  DepthBracket depth;
  Triangle nearest(hull, 0);
  const auto tight = [&] {
    return depth.lower > 0 && depth.lower >= width.lower && depth.upper < std::numeric_limits<double>::infinity() &&
           depth.upper - depth.lower <= most_width(pair, width, depth.upper);
  };
  for (; depth.steps < kMaxSteps; ++depth.steps) {
    const std::int32_t at = hull.nearest();
    const Facet& facet = hull.facet(at);
    depth.lower = hull.lower(at);
    if (tight()) break;
    const Vec3 d = -unit_of_most(facet.normal);
    VertexPair beyond = hull.vertices()[static_cast<std::size_t>(facet.vertex[0])].pair;
    const double upper = depth_above_body<2>(pair, d, beyond);
    if (upper < depth.upper) {
      depth.upper = upper, depth.direction = d;
      nearest = Triangle(hull, at);
      if (tight()) break;
    }
    if (hull.add(beyond, at)) continue;
    // Thin facets understate their distance in doubles: look again with the exact one before anything else.
    if (!facet.exact)
      hull.sharpen(at);
    else if (!grow_exactly(pair, hull, at, depth, nearest))
      break;
  }
  finish(depth, pair, hull, nearest);
  if (shell != nullptr) fill_shell(pair, hull, *shell);
  return depth;
}

template <int kWidth>
CLEARANCE_INLINE DepthBracket expand_body(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                                          const DepthWidth& width) {
  DepthBracket depth;
  if (around.size() == 4 && expand_quickly<kWidth>(pair, around.data(), shell, width, depth)) return depth;
  return expand_exactly(pair, around, shell, width);
}

template <int kWidth>
CLEARANCE_INLINE double depth_above_body(const PosedPair& pair, Vec3 d) {
  VertexPair nowhere{-1, -1};
  return depth_above_body<kWidth>(pair, d, nowhere);
}

}  // namespace

CLEARANCE_DISPATCH(double, depth_above, (const PosedPair& pair, Vec3 d), depth_above_body, (pair, d))

CLEARANCE_DISPATCH(DepthBracket, expand,
                   (const PosedPair& pair, std::span<const VertexPair> around, Shell* shell, const DepthWidth& width),
                   expand_body, (pair, around, shell, width))

}  // namespace clearance::detail
