// Method:   the public queries; the distance's own status and certificate are the pair's, the depth joins them when the
//           bodies penetrate. --within is read off the proved bracket, and decided exactly where that leaves it open.
#include "judge.h"

#include <clearance/lab/all_algorithms.h>

#include <fmt/format.h>

#include <algorithm>

#include "crowd.h"
#include "output.h"
#include "progress.h"
#include "table.h"

namespace clearance::cli {
namespace {

bool farther_than(double limit, const Claim& claim, const SceneObject& a, const SceneObject& b) {
  if (claim.status != Status::Separated) return false;
  if (claim.distance && claim.distance->lower > limit) return true;
  if (claim.distance && claim.distance->upper <= limit) return false;
  return compare_distance(a.body(), a.pose, b.body(), b.pose, limit) > 0;
}

PairReport judge_status(const SceneObject& a, const SceneObject& b, const JudgeOptions& options) {
  const Intersection found =
      intersects(a.body(), a.pose, b.body(), b.pose, QueryOptions{options.first, all_algorithms()});
  return {a.name, b.name, claim_of(found), to_string(found.decided_by), {}, {}};
}

// The chosen method's evidence for the status takes the place of the distance's, which still proves its own lower end.
void credit_method(const SceneObject& a, const SceneObject& b, const JudgeOptions& options, PairReport& report) {
  PairReport chosen = judge_status(a, b, options);
  if (report.claim.status == Status::Separated) report.claim.direction = report.claim.certificate.plane;
  report.claim.certificate = chosen.claim.certificate;
  report.decided_by = chosen.decided_by;
}

PairReport judge_pair(const SceneObject& a, const SceneObject& b, const JudgeOptions& options) {
  if (options.status_only) return judge_status(a, b, options);

  const Rounded body_a = a.body(), body_b = b.body();
  const Distance gap = distance(body_a, a.pose, body_b, b.pose);
  PairReport report{a.name, b.name, claim_of(gap), to_string(gap.decided_by), {}, {}};
  if (options.first != Algorithm::Automatic) credit_method(a, b, options, report);
  if (gap.has_witness) {
    report.feature_a = to_string(gap.feature_a);
    report.feature_b = to_string(gap.feature_b);
  }
  if (gap.status == Status::Penetrating) {
    PenetrationOptions depth_options;
    depth_options.want_shell = options.want_shells;
    Claim depth = claim_of(penetration(body_a, a.pose, body_b, b.pose, depth_options));
    report.claim.depth = depth.depth;
    report.claim.shell = std::move(depth.shell);
  }
  return report;
}

std::string measure_text(const Claim& claim) {
  if (claim.depth) return "depth " + bracket_text(claim.depth->bracket);
  if (claim.distance) return bracket_text(*claim.distance);
  return "-";
}

}  // namespace

bool Judged::all_clear() const {
  return std::all_of(clear.begin(), clear.end(), [](bool pair) { return pair; });
}

namespace {

Judged judge_pairs(const Scene& scene, const std::vector<ScenePair>& pairs, const JudgeOptions& options) {
  Progress progress("pairs", pairs.size());
  Judged judged;
  judged.result.pairs.reserve(pairs.size());
  for (const ScenePair& pair : pairs) {
    const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
    PairReport report = judge_pair(a, b, options);
    judged.clear.push_back(options.within ? farther_than(*options.within, report.claim, a, b)
                                          : report.claim.status == Status::Separated);
    judged.result.pairs.push_back(std::move(report));
    progress.step();
  }
  return judged;
}

Result<std::vector<ScenePair>> pairs_of_note_with_progress(const Scene& scene, const JudgeOptions& options) {
  const Progress progress(fmt::format("looking at {} pairs", scene.pair_count()));
  return pairs_of_note(scene, options.within);
}

}  // namespace

Result<Judged> judge(const Scene& scene, const JudgeOptions& options) {
  if (!scene.is_crowd) return judge_pairs(scene, scene.pairs, options);
  const Result<std::vector<ScenePair>> noted = pairs_of_note_with_progress(scene, options);
  if (!noted) return noted.error();
  Judged judged = judge_pairs(scene, *noted, options);
  judged.result.unlisted = UnlistedPairs{scene.pair_count() - noted->size(), options.within};
  return judged;
}

std::string judged_table(const Judged& judged, const JudgeOptions& options) {
  std::vector<std::vector<std::string>> rows{{"a", "b", "status", "distance", "decided by", "certificate"}};
  if (options.status_only) rows[0].erase(rows[0].begin() + 3);
  if (options.within) rows[0].insert(rows[0].begin() + 3, fmt::format("beyond {}", *options.within));
  std::uint64_t counts[4] = {};
  for (std::size_t i = 0; i < judged.clear.size(); ++i) {
    const PairReport& report = judged.result.pairs[i];
    ++counts[static_cast<int>(report.claim.status)];
    std::vector<std::string> row{one_line(report.a), one_line(report.b), to_string(report.claim.status)};
    if (options.within) row.push_back(judged.clear[i] ? "yes" : "no");
    if (!options.status_only) row.push_back(measure_text(report.claim));
    row.push_back(report.decided_by);
    row.push_back(certificate_text(report.claim.certificate));
    rows.push_back(std::move(row));
  }
  const std::size_t listed = judged.clear.size();
  const std::uint64_t unlisted = judged.result.unlisted ? judged.result.unlisted->pairs : 0, pairs = listed + unlisted;
  std::string text =
      (listed == 0 ? std::string() : table(rows) + "\n") +
      fmt::format("{} pair{}: {} separated, {} touching, {} penetrating\n", pairs, pairs == 1 ? "" : "s",
                  counts[static_cast<int>(Status::Separated)] + unlisted, counts[static_cast<int>(Status::Touching)],
                  counts[static_cast<int>(Status::Penetrating)]);
  if (judged.result.unlisted)
    text += fmt::format("{} separated pairs{} are not listed; \"pairs\" in the scene file lists those wanted\n",
                        unlisted, options.within ? fmt::format(", more than {} apart,", *options.within) : "");
  return text;
}

CheckResult check_pair(const PairReport& report, const Scene& scene, ScenePair pair) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  return check_claim(report.claim, PosedPoints{a.points(), a.pose, a.radius()},
                     PosedPoints{b.points(), b.pose, b.radius()});
}

}  // namespace clearance::cli
