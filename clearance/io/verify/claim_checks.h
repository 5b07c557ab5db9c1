// Question: what do the certificates of a result show of its claims about bodies at rest?
// Method:   exact arithmetic by proof/, from the scene's own points. What a claim states besides (verdicts, excesses)
//           is made again of the claim and the scene.
// Proves:   what it accepts. A claim that lacks a certificate is neither accepted nor refuted: whoever can ask the
//           queries may decide it again, whoever cannot says that it is unproved.
#pragma once

#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/posed_body.h>

#include <optional>
#include <vector>

namespace clearance::detail {

// An object's claims are many: what it is, is looked at once. The scene must outlive it.
class ClaimChecks {
 public:
  explicit ClaimChecks(const Scene& scene);

  CheckResult claim(const Claim& claim, ScenePair pair);
  CheckResult contacts(const std::vector<ContactPatchClaim>& contacts, ScenePair pair);

 private:
  const CheckResult& check(std::uint32_t object);
  ContactBody& body(std::uint32_t object);

  const Scene& scene_;
  std::vector<std::optional<CheckResult>> checks_;
  std::vector<std::optional<ContactBody>> bodies_;  // of those with contacts
};

// A result that says less than is so would pass for one about the bodies themselves: then it is refuted.
CheckResult check_excess(const Excesses& stated, const SceneObject& a, const SceneObject& b);
// That the verdict stated is the one that the claim gives.
CheckResult check_verdict(PairVerdict stated, PairVerdict by_claim);

}  // namespace clearance::detail
