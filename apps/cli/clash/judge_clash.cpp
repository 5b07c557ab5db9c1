#include "judge_clash.h"

#include <clearance/io/verify/same_body.h>
#include <clearance/lab/all_algorithms.h>

#include "../place.h"
#include "inside_of.h"

namespace clearance::cli {
using namespace detail;
namespace {

// A bracket that holds the tolerance is asked for again with these; the last takes a second where bodies are thin and
// deep in each other.
constexpr int kMoreEffort[] = {64, 512, 2048};

PenetrationOptions effort_of(DepthWanted wanted) {
  PenetrationOptions options;
  options.effort = wanted == DepthWanted::Tight ? 256 : 2;
  options.relative_width = wanted == DepthWanted::Tight ? 0.01 : 0.5;
  return options;
}

bool is_open(const Penetration& depth, double tolerance) {
  return tolerance > 0 && depth.lower <= tolerance && tolerance < depth.upper;
}

void keep_claim(const Claim& claim, Algorithm decided_by, PairReport& report) {
  report.claim = claim;
  report.decided_by = name_of(decided_by, all_algorithms());
}

void keep_distance(const SceneObject& a, const SceneObject& b, const Criteria& criteria, PairReport& report) {
  if (!criteria.within) return;
  DistanceOptions options;
  options.only_below = next_above(*criteria.within);
  const Distance gap = distance(a.shape, a.pose, b.shape, b.pose, options);
  if (gap.lower > *criteria.within) return;
  keep_claim(claim_of(gap), gap.decided_by, report);
  report.verdict = exact_verdict(report.claim, a, b, criteria);
  if (report.verdict != PairVerdict::Near || !gap.has_witness) return;
  report.feature_a = to_string(gap.feature_a);
  report.feature_b = to_string(gap.feature_b);
  report.points = {gap.point_a, gap.point_b};
}

void keep_depth(const SceneObject& a, const SceneObject& b, const ClashQuestion& question, PairReport& report) {
  if (question.depth != DepthWanted::Off) {
    const Penetration depth = depth_beyond(a, b, question.criteria.tolerance, effort_of(question.depth));
    const Claim shown = report.claim;
    keep_claim(claim_of(depth), depth.decided_by, report);
    // Of rounded bodies and of parts the certificate has to be the depth's own; elsewhere either shows the status.
    if (report.claim.certificate.kind == Certificate::Kind::None) report.claim.certificate = shown.certificate;
  }
  report.verdict = exact_verdict(report.claim, a, b, question.criteria);
}

void find_place(const SceneObject& a, const SceneObject& b, PairReport& report) {
  report.place = place_of(report.claim, a, b);
  if (report.place && !is_finite(*report.place)) report.place.reset();
}

}  // namespace

Penetration depth_beyond(const SceneObject& a, const SceneObject& b, double tolerance, PenetrationOptions options) {
  Penetration depth = penetration(a.shape, a.pose, b.shape, b.pose, options);
  options.relative_width = 0;
  for (const int effort : kMoreEffort) {
    if (!is_open(depth, tolerance)) break;
    if (effort <= options.effort) continue;
    options.effort = effort;
    const Penetration narrower = penetration(a.shape, a.pose, b.shape, b.pose, options);
    if (narrower.upper - narrower.lower <= depth.upper - depth.lower) depth = narrower;
  }
  return depth;
}

PairVerdict exact_verdict(const Claim& claim, const SceneObject& a, const SceneObject& b, const Criteria& criteria) {
  if (const std::optional<PairVerdict> verdict = verdict_of(claim, criteria)) return *verdict;
  const bool is_farther = compare_distance(a.shape, a.pose, b.shape, b.pose, criteria.within.value_or(0)) > 0;
  return is_farther ? PairVerdict::Clear : PairVerdict::Near;
}

PairReport judge_clash(const SceneObject& a, const SceneObject& b, const ClashQuestion& question) {
  PairReport report;
  report.a = a.name, report.b = b.name;
  report.excess = excesses_of(a, b);
  report.verdict = PairVerdict::Clear;
  const Intersection met = intersects(a.shape, a.pose, b.shape, b.pose);
  keep_claim(claim_of(met), met.decided_by, report);
  switch (met.status) {
    case Status::Separated:
      keep_distance(a, b, question.criteria, report);
      return report;
    case Status::Penetrating:
      keep_depth(a, b, question, report);
      break;
    default:
      report.verdict = exact_verdict(report.claim, a, b, question.criteria);
  }
  report.duplicate = is_duplicate(a, b);
  if (met.status == Status::Penetrating && !report.duplicate) report.inside = inside_of(a, b);
  if (report.verdict != PairVerdict::Touching || question.place_touching) find_place(a, b, report);
  return report;
}

}  // namespace clearance::cli
