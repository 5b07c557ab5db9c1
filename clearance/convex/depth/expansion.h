// Question: how deep do two bodies penetrate, and which way out is shortest?
// Method:   polytope expansion: a shell of differences around the origin grows by the support vertex beyond its nearest
//           facet until no vertex lies further. In doubles first, where the shell may be dented (star_shell.h); what
//           does not come to an end there starts again, convex by exact signs (hull_of_differences.h).
// Proves:   lower: no facet plane is nearer; upper: the support plane along `direction` is no farther, and
//           `translation`, rounded, still reaches it.
// Cost:     a support search and the facets around the new vertex per step; docs/benchmarks.md.
#pragma once

#include <clearance/convex/posed_pair.h>
#include <clearance/convex/walk.h>
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

// Where a search may stop: as soon as the bracket is no wider than this share of its upper end, with what lies `beyond`
// it (the radii of rounded bodies); 0 is as narrow as it gets.
struct DepthWidth {
  double share = 0, beyond = 0;
  double lower = 0;  // and the lower end is no less than this, which is proved: of shells that are to show it
};
// PenetrationOptions::relative_width as searches take it: NaN and what is below 0 is 0, and what is above 1 is 1, which
// every bracket keeps. Less by what roundings may add to a bracket later.
inline DepthWidth depth_width(double relative_width, double beyond = 0) {
  return {relative_width > 0 ? smaller(relative_width, 1) * (1 - 0x1p-40) : 0, beyond, 0};
}
// How wide a bracket may be that ends there.
inline double most_width(const PosedPair& pair, const DepthWidth& width, double upper) {
  return larger(allowed_width(pair, upper), width.share * (upper + width.beyond));
}

// Not less than how far b must be moved along d, of unit length up to rounding, to end the penetration.
double depth_above(const PosedPair& pair, Vec3 d);

// `around` are four to six pairs whose differences hold the origin inside (a proved simplex). Fills `shell`, in the
// caller's vertex numbers, when it is not null.
DepthBracket expand(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                    const DepthWidth& width = {});

}  // namespace clearance::detail
