// Question: separated, touching or penetrating, when doubles cannot tell?
// Method:   Gilbert's walk in exact arithmetic: Johnson's conditions decide the nearest sub-simplex, an exact support
//           search the next vertex, so the distance falls strictly and the walk ends. Where the origin lies in the
//           simplex, the normals that no vertex contradicts are searched (the hemisphere idea of Chung §4.2.1,
//           exactly): one left over is a touching plane, none left over is penetration.
// Proves:   everything it returns; certificates hold by construction.
// Cost:     tens of microseconds from a good start; linear in the vertices per step.
#pragma once

#include <clearance/answer/algorithm.h>
#include <clearance/convex/exact/support.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/exact/dyadic.h>
#include <clearance/proof/certificate.h>

#include <span>

namespace clearance::detail {

struct ExactDecision {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Exact;
  Certificate certificate;
  // Separated only: adjacent doubles around the distance where witness and plane allow it. `upper` is for the witness
  // points that the weights below give, those of pairs with a common vertex added up in their order.
  double lower = 0, upper = 0;
  VertexPair simplex[4];  // the nearest simplex, or one that holds the origin
  double weight[4] = {};  // of its nearest point, rounded
  int simplex_count = 0;
  int tied_a = 0, tied_b = 0;  // Separated: how many vertices of each body lie on its closest feature
};

// `start` is any set of up to four pairs, the nearer to the answer the better; it may be empty.
ExactDecision decide_exactly(const ExactSupport& support, std::span<const VertexPair> start);
inline ExactDecision decide_exactly(const PosedPair& pair, std::span<const VertexPair> start) {
  return decide_exactly(ExactSupport(pair), start);
}

// The same of the bodies within r_a and r_b of the polytopes, r = r_a + r_b: the sign of d² − r² for the cores'
// distance d. lower and upper are of d − r.
struct RoundedDecision : ExactDecision {
  bool cores_meet = false;  // then the depth is that of the cores and r
  // Not separated, cores apart: r less their distance (0 where they are tangent), proved from above along `direction`
  // and from below by the certificate's witness; 0 where that shows nothing.
  Bracket depth;
  Vec3 direction;  // of unit length up to rounding
};
// radius is r_a + r_b > 0. Without a certificate: tangency, and penetration by less than rounded weights show.
RoundedDecision decide_exactly(const ExactSupport& support, const Dyadic& radius, std::span<const VertexPair> start);
inline RoundedDecision decide_exactly(const PosedPair& pair, const Dyadic& radius, std::span<const VertexPair> start) {
  return decide_exactly(ExactSupport(pair), radius, start);
}

// Sign of (distance − limit) for limit ≥ 0, exactly.
int compare_distance_exactly(const PosedPair& pair, std::span<const VertexPair> start, const Dyadic& limit);

}  // namespace clearance::detail
