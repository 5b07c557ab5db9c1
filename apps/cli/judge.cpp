// Method:   the public queries; the distance's own status and certificate are the pair's, the depth joins them when the
//           bodies penetrate. --within is read off the proved bracket, and decided exactly where that leaves it open.
#include "judge.h"

#include <clearance/io/scenes/posed_body.h>
#include <clearance/lab/all_algorithms.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "clash/judge_clash.h"
#include "crowd.h"
#include "each_pair.h"
#include "output.h"
#include "place.h"
#include "progress.h"
#include "stand_in.h"
#include "table.h"

namespace clearance::cli {
using namespace detail;
namespace {

bool both_convex(const SceneObject& a, const SceneObject& b) { return a.convex() && b.convex(); }

// What proves a separation without a plane; its lower end is the claim's, where there is one.
void add_cover(const SceneObject& a, const SceneObject& b, const JudgeOptions& options, Claim& claim) {
  if (!options.want_proofs || claim.status != Status::Separated || both_convex(a, b)) return;
  claim.cover = separation_cover(a.shape, a.pose, b.shape, b.pose, claim.distance ? claim.distance->lower : 0);
}

PairReport judge_status(const SceneObject& a, const SceneObject& b, const JudgeOptions& options) {
  const Intersection found =
      intersects(a.shape, a.pose, b.shape, b.pose, QueryOptions{options.first, all_algorithms()});
  PairReport report{a.name, b.name, claim_of(found), name_of(found.decided_by, all_algorithms()), {}, {}, {}};
  return report;
}

// The chosen method's evidence for the status takes the place of the distance's, which still proves its own lower end.
void credit_method(const SceneObject& a, const SceneObject& b, const JudgeOptions& options, PairReport& report) {
  PairReport chosen = judge_status(a, b, options);
  if (report.claim.status == Status::Separated) report.claim.direction = report.claim.certificate.plane;
  report.claim.certificate = chosen.claim.certificate;
  report.decided_by = chosen.decided_by;
}

// Of rounded shapes the certificate must show how deep they are, of several parts it must be of those whose depth it
// is; the others' certificate stays the one that decided.
void add_depth(const SceneObject& a, const SceneObject& b, const JudgeOptions& options, PairReport& report) {
  PenetrationOptions depth_options;
  depth_options.first = options.first, depth_options.methods = all_algorithms();
  depth_options.want_shell = options.want_proofs;
  const Penetration found = depth_beyond(a, b, options.criteria.tolerance, depth_options);
  Claim depth = claim_of(found), &claim = report.claim;
  claim.depth = depth.depth;
  claim.shell = std::move(depth.shell);
  const bool is_other_part = claim.part_a != depth.part_a || claim.part_b != depth.part_b;
  const bool is_rounded = both_convex(a, b) && (a.convex()->radius() > 0 || b.convex()->radius() > 0);
  if (!is_other_part && !is_rounded) return;
  claim.certificate = depth.certificate;
  claim.part_a = depth.part_a, claim.part_b = depth.part_b;
  report.decided_by = name_of(found.decided_by, all_algorithms());
}

// What the distance does not show, the status' own query may.
void add_certificate(const SceneObject& a, const SceneObject& b, PairReport& report) {
  if (report.claim.status == Status::Separated || report.claim.certificate.kind != Certificate::Kind::None) return;
  const Intersection found = intersects(a.shape, a.pose, b.shape, b.pose);
  if (found.certificate.kind == Certificate::Kind::None) return;
  const Claim shown = claim_of(found);
  report.claim.certificate = shown.certificate;
  report.claim.part_a = shown.part_a, report.claim.part_b = shown.part_b;
  report.decided_by = name_of(found.decided_by, all_algorithms());
}

PairReport judge_pair(const SceneObject& a, const SceneObject& b, const JudgeOptions& options) {
  if (options.status_only) {
    PairReport report = judge_status(a, b, options);
    add_cover(a, b, options, report.claim);
    return report;
  }
  const Distance gap = distance(a.shape, a.pose, b.shape, b.pose);
  PairReport report{a.name, b.name, claim_of(gap), name_of(gap.decided_by, all_algorithms()), {}, {}, {}};
  if (options.first != Algorithm::Automatic && both_convex(a, b)) credit_method(a, b, options, report);
  if (gap.has_witness && options.criteria.within) report.points = {gap.point_a, gap.point_b};
  if (gap.has_witness) {
    report.feature_a = to_string(gap.feature_a);
    report.feature_b = to_string(gap.feature_b);
  }
  add_cover(a, b, options, report.claim);
  if (gap.status == Status::Penetrating) add_depth(a, b, options, report);
  add_certificate(a, b, report);
  if (options.contacts) report.contacts = contacts_of(a, b, *options.contacts);
  report.place = place_of(report.claim, a, b);
  if (report.place && !is_finite(*report.place)) report.place.reset();
  return report;
}

// Pairs that are clear will be counted, not listed: of those the status is enough.
PairReport judge_clash(const SceneObject& a, const SceneObject& b, const JudgeOptions& options) {
  PairReport report = judge_status(a, b, options);
  const bool is_clear = exact_verdict(report.claim, a, b, options.criteria) == PairVerdict::Clear;
  if (!options.status_only && !is_clear) return judge_pair(a, b, options);
  if (options.contacts) report.contacts = contacts_of(a, b, *options.contacts);
  return report;
}

// Of a crowd, those that are nearer than this are listed.
std::optional<double> listed_within(const JudgeOptions& options) {
  const std::optional<double>& within = options.criteria.within;
  if (!options.contacts || !(options.contacts->margin > within.value_or(0))) return within;
  return options.contacts->margin;
}

std::string measure_text(const Claim& claim) {
  if (claim.depth) return "depth " + bracket_text(claim.depth->bracket);
  if (claim.distance) return bracket_text(*claim.distance);
  return "-";
}

}  // namespace

bool Judged::all_pass() const {
  return std::all_of(passes.begin(), passes.end(), [](char pair) { return pair != 0; });
}

namespace {

// A thread takes as long to start as a few of these answers.
constexpr std::size_t kPairsWorthAThread = 16;

Judged judge_pairs(const Scene& scene, const std::vector<ScenePair>& pairs, const JudgeOptions& options) {
  Progress progress("pairs", pairs.size());
  Judged judged;
  judged.result.looked_at = looked_at(scene);
  judged.result.pairs.resize(pairs.size());
  judged.clear.resize(pairs.size());
  judged.passes.resize(pairs.size());
  if (options.has_criteria()) judged.result.criteria = options.criteria;
  for_each_pair(pairs.size(), kPairsWorthAThread, [&](std::size_t i) {
    const SceneObject &a = scene.objects[pairs[i].a], &b = scene.objects[pairs[i].b];
    PairReport& report = judged.result.pairs[i];
    report = options.only_clashes ? judge_clash(a, b, options) : judge_pair(a, b, options);
    report.excess = excesses_of(a, b);
    const PairVerdict verdict = exact_verdict(report.claim, a, b, options.criteria);
    if (options.has_criteria()) report.verdict = verdict;
    judged.clear[i] = verdict == PairVerdict::Clear;
    judged.passes[i] = clearance::passes(verdict, options.criteria);
    progress.step();
  });
  return judged;
}

Result<std::vector<ScenePair>> pairs_of_note_with_progress(const Scene& scene, const JudgeOptions& options) {
  const Progress progress(fmt::format("looking at {} pairs", scene.pair_count()));
  return pairs_of_note(scene, listed_within(options));
}

}  // namespace

Result<Judged> judge(const Scene& scene, const JudgeOptions& options) {
  if (!scene.is_crowd) return judge_pairs(scene, scene.pairs, options);
  const Result<std::vector<ScenePair>> noted = pairs_of_note_with_progress(scene, options);
  if (!noted) return noted.error();
  Judged judged = judge_pairs(scene, *noted, options);
  judged.result.unlisted = UnlistedPairs{scene.pair_count() - noted->size(), listed_within(options)};
  return judged;
}

namespace {

// The columns of a table: which of them there are depends on what was asked and found.
struct Columns {
  bool beyond, verdict, measure, place, excess;
};

std::vector<std::string> row_of(const PairReport& report, bool clear, const Columns& columns) {
  std::vector<std::string> row{one_line(report.a), one_line(report.b), to_string(report.claim.status)};
  if (columns.beyond) row.emplace_back(clear ? "yes" : "no");
  if (columns.verdict) row.emplace_back(to_string(report.verdict));
  if (columns.measure) row.push_back(measure_text(report.claim));
  if (columns.place) row.push_back(place_text(report.place));
  if (columns.excess) row.push_back(excess_text(report.excess));
  row.push_back(report.decided_by);
  row.push_back(certificate_text(report.claim.certificate));
  if (report.claim.certificate.kind == Certificate::Kind::Cover) row.back() += " (with --proof)";
  return row;
}

std::vector<std::string> heading(const Columns& columns, const JudgeOptions& options) {
  std::vector<std::string> row{"a", "b", "status"};
  if (columns.beyond) row.push_back(fmt::format("beyond {}", options.criteria.within.value_or(0)));
  if (columns.verdict) row.emplace_back("verdict");
  if (columns.measure) row.emplace_back("distance");
  if (columns.place) row.emplace_back("place");
  if (columns.excess) row.emplace_back("excess");
  row.insert(row.end(), {"decided by", "certificate"});
  return row;
}

std::string counts_text(const Judged& judged) {
  std::uint64_t counts[kStatusCount] = {};
  if (judged.result.unlisted) counts[static_cast<int>(Status::Separated)] = judged.result.unlisted->pairs;
  for (const PairReport& report : judged.result.pairs) ++counts[static_cast<int>(report.claim.status)];
  const std::uint64_t pairs = std::accumulate(counts, counts + kStatusCount, std::uint64_t{0});
  std::string text =
      fmt::format("{} pair{}: {} separated, {} touching, {} penetrating", pairs, pairs == 1 ? "" : "s",
                  counts[static_cast<int>(Status::Separated)], counts[static_cast<int>(Status::Touching)],
                  counts[static_cast<int>(Status::Penetrating)]);
  const std::uint64_t surfaces = counts[static_cast<int>(Status::Intersecting)];
  return text + (surfaces > 0 ? fmt::format(", {} intersecting\n", surfaces) : "\n");
}

std::string unlisted_text(std::uint64_t pairs, const std::optional<double>& beyond) {
  return fmt::format("{} separated pair{}{} {} not listed", pairs, pairs == 1 ? "" : "s",
                     beyond ? fmt::format(", more than {} apart,", *beyond) : "", pairs == 1 ? "is" : "are");
}

}  // namespace

namespace {

std::string contacts_text(const std::vector<PairReport>& reports) {
  const std::string text = contacts_table(reports);
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string judged_table(const Judged& judged, const JudgeOptions& options) {
  const auto& reports = judged.result.pairs;
  const bool any_place = std::any_of(reports.begin(), reports.end(), [](const auto& r) { return r.place.has_value(); });
  const bool any_excess = has_stand_ins(reports);
  const bool verdict = options.criteria.tolerance > 0 || options.criteria.allow_touching;
  const Columns columns{options.criteria.within && !options.only_clashes, verdict, !options.status_only, any_place,
                        any_excess};
  std::vector<std::vector<std::string>> rows{heading(columns, options)};
  for (std::size_t i = 0; i < reports.size(); ++i)
    if (!options.only_clashes || !judged.clear[i]) rows.push_back(row_of(reports[i], judged.clear[i] != 0, columns));
  std::string text = (rows.size() == 1 ? std::string() : table(rows) + "\n") + contacts_text(reports) +
                     counts_text(judged) + stand_ins_text(any_excess);
  if (judged.result.unlisted)
    text += unlisted_text(judged.result.unlisted->pairs, judged.result.unlisted->beyond) +
            (options.only_clashes ? "\n" : "; \"pairs\" in the scene file lists those wanted\n");
  else if (reports.size() + 1 > rows.size())
    text += unlisted_text(reports.size() + 1 - rows.size(), options.criteria.within) + "\n";
  return text;
}

CheckResult check_pair(const PairReport& report, const Scene& scene, ScenePair pair) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  return check_claim(report.claim, a, b);
}

}  // namespace clearance::cli
