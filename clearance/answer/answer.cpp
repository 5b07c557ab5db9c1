#include <clearance/answer/answer.h>

namespace clearance {
namespace {

template <class Answer>
Claim begin_claim(const Answer& result) {
  Claim claim;
  claim.status = result.status;
  claim.certificate = result.certificate;
  if (result.part_a != kNoIndex) claim.part_a = result.part_a;
  if (result.part_b != kNoIndex) claim.part_b = result.part_b;
  return claim;
}

}  // namespace

Claim claim_of(const Intersection& result) { return begin_claim(result); }

Claim claim_of(const Distance& result) {
  Claim claim = begin_claim(result);
  claim.distance = Bracket{result.lower, result.upper};
  if (result.has_witness) claim.witness = result.witness;
  return claim;
}

Claim claim_of(const Penetration& result) {
  Claim claim = begin_claim(result);
  if (result.status == Status::Separated) return claim;
  claim.distance = Bracket{};
  claim.depth = Claim::Depth{{result.lower, result.upper}, result.direction, result.translation};
  if (!result.shell.facets.empty()) claim.shell = result.shell;
  return claim;
}

}  // namespace clearance
