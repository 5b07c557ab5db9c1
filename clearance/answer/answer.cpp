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

template <class Answer>
SignedDistance begin_signed(const Answer& answer, Vec3 normal) {
  SignedDistance result;
  result.status = answer.status, result.decided_by = answer.decided_by;
  result.certificate = answer.certificate;
  result.normal = normal;
  result.point_a = answer.point_a, result.point_b = answer.point_b;
  result.part_a = answer.part_a, result.part_b = answer.part_b;
  return result;
}

}  // namespace

SignedDistance detail::signed_of(const Distance& gap, Vec3 normal) {
  SignedDistance result = begin_signed(gap, normal);
  result.lower = gap.lower, result.upper = gap.upper;
  return result;
}

SignedDistance detail::signed_of(const Penetration& depth) {
  SignedDistance result = begin_signed(depth, depth.direction);
  result.lower = -depth.upper, result.upper = -depth.lower;
  return result;
}

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
