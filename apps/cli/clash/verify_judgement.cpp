#include "verify_judgement.h"

#include <fmt/format.h>

#include <algorithm>

#include "../output.h"
#include "find_clashes.h"
#include "same_body.h"

namespace clearance::cli {

ClaimStanding standing_of_judgement(const PairReport& report, const ResultFile& result, const SceneObject& a,
                                    const SceneObject& b) {
  if (report.duplicate && !is_duplicate(a, b)) return fails("duplicate: they are not the same part in the same place");
  if (report.inside && inside_of(a, b) != report.inside)
    return fails(fmt::format("inside: {} is not shown to be inside the other", *report.inside == Body::A ? "a" : "b"));
  if (!result.criteria) return {Standing::Proved, {}, 0};
  const PairVerdict verdict = exact_verdict(report.claim, a, b, *result.criteria);
  if (verdict == report.verdict) return {Standing::Proved, {}, 0};
  return fails(
      fmt::format("verdict: \"{}\", but by the claim it is \"{}\"", to_string(report.verdict), to_string(verdict)));
}

std::optional<Error> changed_part(const Scene& scene, const ResultFile& result) {
  if (result.parts.empty()) return std::nullopt;
  if (result.parts.size() != scene.objects.size())
    return Error{"parts",
                 fmt::format("{} has {} parts, not {}", scene.name, scene.objects.size(), result.parts.size())};
  const std::vector<PartHash> hashes = part_hashes(scene);
  for (std::size_t k = 0; k < hashes.size(); ++k) {
    const PartRecord& said = result.parts[k];
    const bool is_same = said.name == scene.objects[k].name && said.content == hex_of(hashes[k].content) &&
                         said.place == hex_of(hashes[k].place);
    if (!is_same)
      return Error{fmt::format("parts[{}]", k),
                   fmt::format("{} is another part, or elsewhere, than when this was answered", scene.objects[k].name)};
  }
  return std::nullopt;
}

std::optional<Error> wrong_counts(const Scene& scene, const ResultFile& result, const PairSet& listed) {
  const std::uint64_t unlisted = result.unlisted ? result.unlisted->pairs : 0;
  if (result.unlisted && result.criteria && result.unlisted->beyond != result.criteria->within)
    return Error{"unlisted.beyond", "is not \"within\": the pairs that are left out are not shown to be clear"};
  const std::uint64_t left = result.not_looked_at.value_or(0);
  std::uint64_t asked = 0, all = scene.pair_count();
  if (scene.lists_pairs) {
    const PairSet pairs = set_of(scene.pairs);  // one that is listed twice is one
    all = pairs.size();
    for (const auto& pair : listed) asked += pairs.contains(pair) ? 1 : 0;
  } else {
    for (const auto& [a, b] : listed) asked += scene.asks(a, b) ? 1 : 0;
  }
  const std::uint64_t missing = all - asked;
  if (unlisted + left == missing) return std::nullopt;
  return Error{"unlisted",
               fmt::format("{} has {} pairs that are not listed, not {}", scene.name, missing, unlisted + left)};
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
