// Two convex bodies: boxes by their axes, other hulls by an expansion that ends early, round ones by their cores.
#include <clearance/contact/estimate/estimate_parts.h>
#include <clearance/convex/cached_simplex.h>
#include <clearance/convex/depth/depth.h>
#include <clearance/convex/query.h>
#include <clearance/convex/radii.h>
#include <clearance/convex/way_out.h>

namespace clearance::detail {
namespace {

void set_depth(ContactEstimate& out, const Penetration& depth) {
  out.lower = depth.lower, out.upper = depth.upper;
  out.depth =
      depth.upper < std::numeric_limits<double>::infinity() ? 0.5 * depth.lower + 0.5 * depth.upper : depth.lower;
  out.normal = depth.direction;
  out.translation = depth.translation;
  out.point = halfway(depth.point_a, depth.point_b);
}

void expand_early(ContactEstimate& out, const PosedPair& pair, const ConvexCache& cache, double relative) {
  VertexPair around[Simplex::kMaxPairs];
  const Simplex& simplex = out.answer.certificate.simplex;
  const bool in_cache =
      out.answer.decided_by != Algorithm::Exact && out.answer.decided_by != Algorithm::Contact && simplex.count == 4;
  for (int k = 0; k < simplex.count; ++k)
    around[k] = in_cache ? cached_pair(cache, k) : VertexPair{pair.a().find(simplex.a[k]), pair.b().find(simplex.b[k])};
  const ConvexDepth depth =
      find_depth(pair, {around, static_cast<std::size_t>(simplex.count)}, nullptr, depth_width(relative));
  out.lower = depth.lower, out.upper = depth.upper;
  out.depth = 0.5 * depth.lower + 0.5 * depth.upper;
  out.normal = depth.direction, out.translation = depth.translation;
  out.point = halfway(depth.point_a, depth.point_b);
}

// Round bodies whose cores penetrate: these tell the rest. False where they do not.
bool set_core_depth(ContactEstimate& out, const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                    double relative) {
  // Points and segments have no interior, nor have flat cores that cross one: the walk tells all of those.
  if (a.core().dimension() + b.core().dimension() < 3) return false;
  ConvexCache of_cores;
  ContactEstimate cores;
  cores.answer = intersects(a.core(), pose_a, b.core(), pose_b, of_cores);
  if (cores.answer.status != Status::Penetrating) return false;
  expand_early(cores, PosedPair(a.core(), pose_a, b.core(), pose_b), of_cores, relative);
  const Radii radii(a.radius(), b.radius());
  const Way way = way_along(cores.normal, sum_up(cores.upper, radii.high));
  out = cores;
  out.lower = sum_down(cores.lower, radii.low), out.upper = way.upper;
  out.depth = smaller(larger(0.5 * out.lower + 0.5 * out.upper, out.lower), out.upper);
  out.translation = way.translation;
  // The cores' place is halfway between them; the surfaces are each a radius farther.
  out.point = out.point + (0.5 * (a.radius() - b.radius())) * cores.normal;
  return true;
}

}  // namespace

void convex_estimate(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, ConvexCache& cache,
                     const EstimateOptions& options, ContactEstimate& out) {
  if (options.margin > 0) {
    DistanceOptions near;
    near.only_below = limit_above(options.margin);
    if (set_near(out, distance(a, pose_a, b, pose_b, cache, near), options.margin)) return;
  }
  const double relative = options.relative > 0 ? smaller(options.relative, 1) : 0;
  if (a.radius() > 0 || b.radius() > 0) {
    if (set_core_depth(out, a, pose_a, b, pose_b, relative)) {
      out.answer = intersects(a, pose_a, b, pose_b, cache);
      return;
    }
    const Penetration depth = penetration(a, pose_a, b, pose_b, cache);
    set_answer(out.answer, depth);
    if (depth.status == Status::Separated)
      out.upper = 0;
    else
      set_depth(out, depth);
    return;
  }
  out.answer = intersects(a.core(), pose_a, b.core(), pose_b, cache);
  switch (out.answer.status) {
    case Status::Separated:
      out.upper = 0;
      return;
    case Status::Penetrating:
      return expand_early(out, PosedPair(a.core(), pose_a, b.core(), pose_b), cache, relative);
    default:
      return set_depth(out, penetration(a, pose_a, b, pose_b, cache));
  }
}

}  // namespace clearance::detail
