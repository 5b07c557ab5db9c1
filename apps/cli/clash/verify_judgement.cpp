#include "verify_judgement.h"

#include <clearance/io/verify/claim_checks.h>
#include <clearance/io/verify/same_body.h>

#include <fmt/format.h>

#include <algorithm>

#include "../output.h"
#include "find_clashes.h"
#include "inside_of.h"

namespace clearance::cli {
using namespace detail;

ClaimStanding standing_of_judgement(const PairReport& report, const ResultFile& result, const SceneObject& a,
                                    const SceneObject& b) {
  if (report.duplicate && !is_duplicate(a, b)) return fails("duplicate: they are not the same part in the same place");
  if (report.inside && inside_of(a, b) != report.inside)
    return fails(fmt::format("inside: {} is not shown to be inside the other", *report.inside == Body::A ? "a" : "b"));
  if (!result.criteria) return {Standing::Proved, {}, 0};
  const CheckResult checked = check_verdict(report.verdict, exact_verdict(report.claim, a, b, *result.criteria));
  return checked ? ClaimStanding{Standing::Proved, {}, 0} : fails(checked.reason);
}

std::vector<std::string> wrongly_unlisted(const Scene& scene, const ResultFile& result, const PairSet& listed) {
  ClashQuestion question;
  question.depth = DepthWanted::Off;
  question.criteria.within = result.unlisted ? result.unlisted->beyond : std::nullopt;
  std::vector<std::string> wrong;
  for (const FoundClash& clash : find_clashes(scene, std::vector<PartHash>(scene.objects.size()), question).found) {
    if (listed.contains(std::minmax(clash.pair.a, clash.pair.b))) continue;
    wrong.push_back(fmt::format("unlisted: {}, {}: {}", one_line(clash.report.a), one_line(clash.report.b),
                                to_string(clash.report.verdict)));
  }
  return wrong.size() <= result.not_looked_at.value_or(0) ? std::vector<std::string>() : wrong;
}

}  // namespace clearance::cli
