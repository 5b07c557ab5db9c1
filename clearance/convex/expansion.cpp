#include <clearance/convex/expansion.h>

#include <clearance/convex/any_length.h>
#include <clearance/convex/exact/nearest_weights.h>
#include <clearance/convex/exact/planes.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/hull_of_differences.h>
#include <clearance/convex/walk.h>
#include <clearance/convex/way_out.h>

#include <algorithm>

namespace clearance::detail {
namespace {

constexpr int kMaxSteps = 10000;

using Facet = HullOfDifferences::Facet;

// The depth along d, not less than the true one; d is of unit length up to rounding.
template <int kWidth>
CLEARANCE_INLINE double depth_above(const PosedPair& pair, Vec3 d, VertexPair& found) {
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

// A facet's vertices, kept while the hull goes on changing.
struct Triangle {
  HullOfDifferences::Vertex vertex[3];

  Triangle(const HullOfDifferences& hull, const Facet& facet)
      : vertex{hull.vertices()[static_cast<std::size_t>(facet.vertex[0])],
               hull.vertices()[static_cast<std::size_t>(facet.vertex[1])],
               hull.vertices()[static_cast<std::size_t>(facet.vertex[2])]} {}
};

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
// them: not always the one that was found.
void set_nearest(DepthBracket& depth, const HullOfDifferences& hull, const Triangle& found, double width) {
  bool inside = false;
  double best = set_facet(depth, found, inside);
  for (std::int32_t f = 0; f < static_cast<std::int32_t>(hull.facet_count()) && !inside; ++f) {
    if (hull.lower(f) > depth.upper + width) continue;  // infinite for dead ones
    DepthBracket other = depth;
    if (const double distance = set_facet(other, Triangle(hull, hull.facet(f)), inside); distance < best)
      best = distance, depth = other;
  }
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
    nearest = Triangle(hull, hull.facet(at));
  }
  return false;
}

template <int kWidth>
CLEARANCE_INLINE DepthBracket expand_body(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                                          double share) {
  HullOfDifferences hull(pair, around);
  DepthBracket depth;
  Triangle nearest(hull, hull.facet(0));
  const auto tight = [&] {
    return depth.lower > 0 && depth.upper < std::numeric_limits<double>::infinity() &&
           depth.upper - depth.lower <= larger(allowed_width(pair, depth.upper), share * depth.upper);
  };
  for (; depth.steps < kMaxSteps; ++depth.steps) {
    const std::int32_t at = hull.nearest();
    const Facet& facet = hull.facet(at);
    depth.lower = hull.lower(at);
    if (tight()) break;
    const Vec3 d = -unit_of_most(facet.normal);
    VertexPair beyond = hull.vertices()[static_cast<std::size_t>(facet.vertex[0])].pair;
    const double upper = depth_above<kWidth>(pair, d, beyond);
    if (upper < depth.upper) {
      depth.upper = upper, depth.direction = d;
      nearest = Triangle(hull, facet);
      if (tight()) break;
    }
    if (hull.add(beyond, at)) continue;
    // Thin facets understate their distance in doubles: look again with the exact one before anything else.
    if (!facet.exact)
      hull.sharpen(at);
    else if (!grow_exactly(pair, hull, at, depth, nearest))
      break;
  }
  if (depth.upper < std::numeric_limits<double>::infinity()) {
    const Way way = way_along(depth.direction, depth.upper);
    depth.translation = way.translation, depth.upper = way.upper;
  }
  depth.lower = smaller(depth.lower, depth.upper);
  set_nearest(depth, hull, nearest, allowed_width(pair, depth.upper));
  if (shell != nullptr) fill_shell(pair, hull, *shell);
  return depth;
}

}  // namespace

CLEARANCE_DISPATCH(DepthBracket, expand,
                   (const PosedPair& pair, std::span<const VertexPair> around, Shell* shell, double share), expand_body,
                   (pair, around, shell, share))

}  // namespace clearance::detail
