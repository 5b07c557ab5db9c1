// Question: how deep do two bodies penetrate, and which way out is shortest?
// Method:   polytope expansion: a polytope of differences around the origin grows by the support vertex beyond its
//           nearest facet until no vertex lies further. Facets are cut away by exact signs, so it stays convex.
// Proves:   lower: no facet plane is nearer; upper: the support plane along `direction` is no farther, and
//           `translation`, rounded, still reaches it.
// Cost:     a support search and the facets around the new vertex per step; docs/benchmarks.md.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/proof/certificate.h>

#include <limits>
#include <span>

namespace clearance::detail {

struct DepthBracket {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 direction;       // unit up to rounding; the plane that `translation` takes b beyond is perpendicular to it
  Vec3 translation;     // no longer than `upper`; moving b by exactly this ends the penetration
  VertexPair facet[3];  // the nearest facet, and the weights of its point nearest to the origin
  double weight[3] = {1, 0, 0};
  int steps = 0;
};

// `around` are four to six pairs whose differences hold the origin inside (a proved simplex). Fills `shell`, in the
// caller's vertex numbers, when it is not null. Ends as soon as the bracket is no wider than this share of its upper
// end: 0 is as narrow as it gets.
DepthBracket expand(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell, double share = 0);

}  // namespace clearance::detail
