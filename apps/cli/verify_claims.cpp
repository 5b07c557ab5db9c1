#include "verify_claims.h"

#include <clearance/io/verify/about_scene.h>
#include <clearance/io/verify/claim_checks.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "clash/verify_judgement.h"
#include "crowd.h"
#include "output.h"
#include "progress.h"
#include "stand_in.h"

namespace clearance::cli {
using namespace detail;
namespace {

// ---- Which pairs ---------------------------------------------------------------------------------------------------

// The pairs that a crowd's result does not list are looked at again: a line for each that should have been listed.
Result<std::vector<std::string>> check_unlisted(const Scene& scene, const UnlistedPairs& unlisted,
                                                const PairSet& known) {
  const Result<std::vector<ScenePair>> noted = pairs_of_note(scene, unlisted.beyond);
  if (!noted) return noted.error();
  const std::string limit = unlisted.beyond ? fmt::format(" by more than {}", *unlisted.beyond) : "";
  std::vector<std::string> wrong;
  for (const ScenePair& pair : *noted)
    if (known.count(std::minmax(pair.a, pair.b)) == 0)
      wrong.push_back(fmt::format("unlisted: {}, {}: not separated{}", one_line(scene.objects[pair.a].name),
                                  one_line(scene.objects[pair.b].name), limit));
  return wrong;
}

// ---- One claim -----------------------------------------------------------------------------------------------------

void verify_contacts(const PairReport& report, ScenePair pair, std::size_t number, ClaimChecks& checks,
                     VerifiedResult& verified) {
  if (!report.contacts) return;
  for (const ContactPatchClaim& patch : *report.contacts) verified.contact_points += patch.points.size();
  if (const CheckResult checked = checks.contacts(*report.contacts, pair); !checked)
    verified.contact_failures.push_back(
        fmt::format("pairs[{}]: {}, {}: {}", number, one_line(report.a), one_line(report.b), one_line(checked.reason)));
}

// A status that no certificate shows is decided once more, exactly: that is no proof, but a result with a wrong status
// does not pass. Nor does one whose certificate was cut out, or a distance that the missing cover was to prove.
ClaimStanding decide_status(const Claim& claim, const CheckResult& checked, const SceneObject& a,
                            const SceneObject& b) {
  const Status found = intersects(a.shape, a.pose, b.shape, b.pose, QueryOptions{Algorithm::Exact}).status;
  if (found != claim.status)
    return fails(fmt::format("no certificate, and decided again they are {}", to_string(found)));
  const double lower = claim.distance ? claim.distance->lower : 0;
  if (found == Status::Separated && lower > 0 && compare_distance(a.shape, a.pose, b.shape, b.pose, lower) < 0)
    return fails("no cover, and decided again they are nearer than lower");
  const bool has_one = checked.lacks(Missing::Certificate) &&
                       intersects(a.shape, a.pose, b.shape, b.pose).certificate.kind != Certificate::Kind::None;
  return has_one ? fails("no certificate, though there is one that shows it") : decided_again();
}

ClaimStanding measure_lower(const Claim::Depth& depth, const SceneObject& a, const SceneObject& b) {
  const Penetration found = penetration(a.shape, a.pose, b.shape, b.pose);
  const double lower = depth.bracket.lower;
  const std::string measured = fmt::format("measured again the depth is between {} and {}", found.lower, found.upper);
  if (lower > found.upper) return fails(fmt::format("depth: lower is {}, but {}", lower, measured));
  if (lower > found.lower) return undecided(fmt::format("depth: lower is {}, and {}", lower, measured));
  return decided_again();
}

ClaimStanding try_translation(const Claim::Depth& depth, const SceneObject& a, const SceneObject& b) {
  const std::optional<bool> ends = ends_penetration(a.shape, a.pose, b.shape, b.pose, depth.translation);
  if (!ends) return undecided("depth: whether the translation ends the penetration");
  return *ends ? decided_again() : fails("depth: after the translation they still penetrate");
}

ClaimStanding standing_of(const Claim& claim, const Scene& scene, ScenePair pair, ClaimChecks& checks) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  const CheckResult checked = checks.claim(claim, pair);
  if (checked) return {Standing::Proved, {}, 0};
  if (checked.is_refuted()) return fails(checked.reason);
  ClaimStanding standing = decided_again();
  if (checked.lacks(Missing::Certificate) || checked.lacks(Missing::Cover) || checked.lacks(Missing::Disjointness))
    worst_of(standing, decide_status(claim, checked, a, b));
  if (checked.lacks(Missing::Shell) && claim.depth) worst_of(standing, measure_lower(*claim.depth, a, b));
  if (checked.lacks(Missing::Translation) && claim.depth) worst_of(standing, try_translation(*claim.depth, a, b));
  standing.lacked = checked.all_missing;
  return standing;
}

// ---- Telling -------------------------------------------------------------------------------------------------------

struct Remark {
  Missing missing;
  const char* before;
  const char* what;
  const char* after;
};
constexpr Remark kRemarks[] = {
    {Missing::Certificate, "", "claim", " without a certificate (tangency, or an overlap too thin for one)"},
    {Missing::Cover, "", "separated pair", " without a cover (check --proof writes them)"},
    {Missing::Disjointness, "", "touching pair", " (the contact is proved; that no interiors meet has no certificate)"},
    {Missing::Shell, "the lower end of ", "depth", " without a shell (check --proof writes those of convex shapes)"},
    {Missing::Translation, "the upper end of ", "depth",
     " whose translation ends the penetration, but no plane shows it"},
};

std::string contacts_text(const VerifiedResult& verified) {
  if (verified.contact_points == 0 && verified.contact_failures.empty()) return {};
  std::string text = counted(verified.contact_points, "contact point") + " checked";
  if (const std::uint64_t wrong = verified.contact_failures.size(); wrong > 0)
    text += fmt::format(", those of {} fail", counted(wrong, "pair"));
  return text + "\n";
}

std::string remarks_on(const VerifiedResult& verified) {
  std::string text;
  for (const Remark& remark : kRemarks) {
    const auto count = static_cast<std::uint64_t>(
        std::count_if(verified.claims.begin(), verified.claims.end(), [&](const ClaimStanding& claim) {
          return claim.standing == Standing::DecidedAgain && claim.lacks(remark.missing);
        }));
    if (count > 0)
      text += fmt::format("decided again: {}{}{}\n", remark.before, counted(count, remark.what), remark.after);
  }
  if (verified.not_looked_at > 0)
    text += fmt::format("interrupted: {} not looked at, of which nothing is claimed\n",
                        counted(verified.not_looked_at, "pair"));
  if (verified.unlisted > 0)
    text += fmt::format("decided again: {} not listed {} separated\n", counted(verified.unlisted, "pair"),
                        verified.unlisted == 1 ? "is" : "are");
  return text;
}

}  // namespace

std::uint64_t VerifiedResult::count(Standing standing) const {
  const auto listed = static_cast<std::uint64_t>(std::count_if(
      claims.begin(), claims.end(), [&](const ClaimStanding& claim) { return claim.standing == standing; }));
  if (standing == Standing::Fails) return listed + unlisted_failures.size();
  return standing == Standing::DecidedAgain ? listed + unlisted - unlisted_failures.size() : listed;
}

std::optional<Error> other_scene(const Scene& scene, const ResultFile& result) {
  const Result<std::vector<ScenePair>> pairs = match(result, scene);
  return pairs ? about_another_scene(scene, result, set_of(*pairs)) : pairs.error();
}

Result<VerifiedResult> verify_result(const Scene& scene, const ResultFile& result) {
  const Result<std::vector<ScenePair>> pairs = match(result, scene);
  if (!pairs) return pairs.error();
  const PairSet known = set_of(*pairs);
  if (const auto error = about_another_scene(scene, result, known)) return *error;

  Progress progress("certificates", pairs->size());
  VerifiedResult verified;
  verified.not_looked_at = result.not_looked_at.value_or(0);
  ClaimChecks checks(scene);
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    const auto [a, b] = (*pairs)[i];
    verified.claims.push_back(standing_of(result.pairs[i].claim, scene, (*pairs)[i], checks));
    worst_of(verified.claims.back(), standing_of_excess(result.pairs[i].excess, scene.objects[a], scene.objects[b]));
    worst_of(verified.claims.back(),
             standing_of_judgement(result.pairs[i], result, scene.objects[a], scene.objects[b]));
    verify_contacts(result.pairs[i], (*pairs)[i], i, checks, verified);
    progress.step();
  }
  if (!result.unlisted) return verified;
  if (result.query == "clash") {
    verified.unlisted = result.unlisted->pairs;
    verified.unlisted_failures = wrongly_unlisted(scene, result, known);
    return verified;
  }
  Result<std::vector<std::string>> wrong = check_unlisted(scene, *result.unlisted, known);
  if (!wrong) return wrong.error();
  verified.unlisted = result.unlisted->pairs;
  verified.unlisted_failures = *std::move(wrong);
  return verified;
}

std::string verified_text(const VerifiedResult& verified, const ResultFile& result) {
  std::string text;
  for (std::size_t i = 0; i < verified.claims.size(); ++i)
    text += reason_text(i, result.pairs[i].a, result.pairs[i].b, to_string(result.pairs[i].claim.status),
                        verified.claims[i]);
  for (const std::string& failure : verified.unlisted_failures) text += failure + "\n";
  for (const std::string& failure : verified.contact_failures) text += failure + "\n";
  return text +
         counts_text({verified.count(Standing::Proved), verified.count(Standing::DecidedAgain),
                      verified.count(Standing::Undecided), verified.count(Standing::Fails)}) +
         contacts_text(verified) + remarks_on(verified) + stand_ins_text(has_stand_ins(result.pairs));
}

}  // namespace clearance::cli
