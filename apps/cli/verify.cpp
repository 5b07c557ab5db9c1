// clearance verify: every claim of a result file against the scene's own points, in exact arithmetic.
#include <clearance/io/posed_body.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "crowd.h"
#include "judge.h"
#include "progress.h"
#include "scene_to_check.h"
#include "words.h"

namespace clearance::cli {
namespace {

// The same pair, whichever body is named first.
std::pair<std::uint32_t, std::uint32_t> unordered(const ScenePair& pair) { return std::minmax(pair.a, pair.b); }

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

PairSet set_of(const std::vector<ScenePair>& reported) {
  PairSet known;
  for (const ScenePair& pair : reported) known.insert(unordered(pair));
  return known;
}

// A result that says nothing about some pair of the scene was made for another scene.
std::optional<Error> missing_pair(const Scene& scene, const ResultFile& result, const PairSet& known) {
  for (const ScenePair& pair : scene.pairs) {
    if (known.count(unordered(pair)) > 0) continue;
    return Error{"pairs", fmt::format("nothing about {} and {}, a pair of {}", scene.objects[pair.a].name,
                                      scene.objects[pair.b].name, scene.name)};
  }
  const std::uint64_t unlisted = result.unlisted ? result.unlisted->pairs : 0,
                      missing = scene.pair_count() - known.size();
  if (scene.is_crowd && unlisted != missing)
    return Error{"unlisted", fmt::format("{} has {} pairs that are not listed, not {}", scene.name, missing, unlisted)};
  return std::nullopt;
}

// The pairs that a crowd's result does not list are looked at again. How many should have been listed; each is named in
// `text`.
Result<std::size_t> check_unlisted(const Scene& scene, const UnlistedPairs& unlisted, const PairSet& known,
                                   std::string& text) {
  const Result<std::vector<ScenePair>> noted = pairs_of_note(scene, unlisted.beyond);
  if (!noted) return noted.error();
  const std::string limit = unlisted.beyond ? fmt::format(" by more than {}", *unlisted.beyond) : "";
  std::size_t wrong = 0;
  for (const ScenePair& pair : *noted) {
    if (known.count(unordered(pair)) > 0) continue;
    ++wrong;
    text += fmt::format("unlisted: {}, {}: not separated{}\n", one_line(scene.objects[pair.a].name),
                        one_line(scene.objects[pair.b].name), limit);
  }
  return wrong;
}

// What a result states without a proof that anyone could check; said, but not held against it.
struct Unproved {
  std::size_t shells = 0, tangencies = 0, shallow = 0;
  std::size_t covers = 0, touching = 0, others = 0, depths = 0;  // of meshes and parts
};

bool both_convex(const SceneObject& a, const SceneObject& b) { return a.convex() && b.convex(); }

// A status that no certificate shows is decided once more, exactly: that is not proof, but a result with a wrong
// status, or with its certificates cut out, does not pass. Nor does a distance that the missing cover was to prove.
CheckResult decide_again(const Claim& claim, Missing missing, const SceneObject& a, const SceneObject& b,
                         Unproved& unproved) {
  const Status found = intersects(a.shape, a.pose, b.shape, b.pose, QueryOptions{Algorithm::Exact}).status;
  if (found != claim.status)
    return {false, fmt::format("no certificate, and decided again they are {}", to_string(found))};
  const double lower = claim.distance ? claim.distance->lower : 0;
  if (found == Status::Separated && lower > 0 && compare_distance(a.shape, a.pose, b.shape, b.pose, lower) < 0)
    return {false, "no cover, and decided again they are nearer than lower"};
  if (missing == Missing::Cover)
    ++unproved.covers;
  else if (missing == Missing::Disjointness)
    ++unproved.touching;
  else if (!both_convex(a, b))
    ++unproved.others;
  else
    ++(found == Status::Touching ? unproved.tangencies : unproved.shallow);
  return {true, {}};
}

// Brackets of one number share it: those that are apart are not both right.
CheckResult measure_again(const Bracket& claimed, const SceneObject& a, const SceneObject& b, Unproved& unproved) {
  const ShapePenetration found = penetration(a.shape, a.pose, b.shape, b.pose);
  if (claimed.lower > found.upper || claimed.upper < found.lower)
    return {false,
            fmt::format("depth: no certificate, and measured again it is between {} and {}", found.lower, found.upper)};
  ++unproved.depths;
  return {true, {}};
}

// An object's claims are many: what it is, is looked at once.
class ObjectChecks {
 public:
  explicit ObjectChecks(const Scene& scene) : scene_(scene), checks_(scene.objects.size()) {}

  CheckResult claim(const Claim& claim, ScenePair pair) {
    for (const std::uint32_t object : {pair.a, pair.b})
      if (const CheckResult& sound = check(object); !sound) return sound;
    return check_claim_of_checked_bodies(claim, posed_body(scene_.objects[pair.a]), posed_body(scene_.objects[pair.b]));
  }

 private:
  const CheckResult& check(std::uint32_t object) {
    std::optional<CheckResult>& known = checks_[object];
    if (!known) known = check_body(posed_body(scene_.objects[object]), scene_.objects[object].name);
    return *known;
  }

  const Scene& scene_;
  std::vector<std::optional<CheckResult>> checks_;
};

// Shells and covers are printed with --proof only, and of meshes some things have no certificate yet. What nobody can
// check is left out of the claim, found again where that can be done, and counted.
CheckResult check_what_is_proved(Claim claim, const Scene& scene, ScenePair pair, ObjectChecks& checks,
                                 Unproved& unproved) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  const std::optional<Claim::Depth> depth = claim.depth;
  CheckResult checked = checks.claim(claim, pair);
  const bool only_shell = both_convex(a, b);
  bool unproved_depth = false;
  for (const Missing missing : {Missing::Shell, Missing::Translation, Missing::Shell}) {
    if (checked.missing != missing || !claim.depth) continue;
    unproved_depth = true;
    double& end = missing == Missing::Shell ? claim.depth->bracket.lower : claim.depth->bracket.upper;
    end = missing == Missing::Shell ? 0 : std::numeric_limits<double>::infinity();
    checked = checks.claim(claim, pair);
  }
  if (unproved_depth && only_shell) ++unproved.shells;
  const bool decided = checked.missing == Missing::Cover || checked.missing == Missing::Certificate ||
                       checked.missing == Missing::Disjointness;
  if (decided) checked = decide_again(claim, checked.missing, a, b, unproved);
  if (checked && unproved_depth && !only_shell) return measure_again(depth->bracket, a, b, unproved);
  return checked;
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string text_of(const Unproved& unproved) {
  std::string text;
  if (unproved.shells > 0)
    text += fmt::format("not checked: the lower end of {} without a shell (check --proof writes them)\n",
                        counted(unproved.shells, "depth"));
  if (unproved.tangencies > 0)
    text += fmt::format("decided again, exactly: {} (tangency of rounded shapes has no certificate)\n",
                        counted(unproved.tangencies, "touching pair"));
  if (unproved.shallow > 0)
    text += fmt::format("decided again, exactly: {} of rounded shapes without a certificate\n",
                        counted(unproved.shallow, "penetrating pair"));
  if (unproved.covers > 0)
    text += fmt::format(
        "decided again, exactly: {} without a cover (check --proof writes them; a mesh and parts have none)\n",
        counted(unproved.covers, "separated pair"));
  if (unproved.touching > 0)
    text += fmt::format("decided again, exactly: {} (contact is proved; that no interiors meet has no certificate)\n",
                        counted(unproved.touching, "touching pair"));
  if (unproved.others > 0)
    text += fmt::format("decided again, exactly: {} of meshes or parts whose certificate does not show the status\n",
                        counted(unproved.others, "pair"));
  if (unproved.depths > 0)
    text += fmt::format("measured again: {} of meshes or parts, which have no certificate\n",
                        counted(unproved.depths, "depth"));
  return text;
}

}  // namespace

Result<Output> verify(const CommandLine& line) {
  const Result<Scene> scene = read_scene_to_check(line.scene);
  if (!scene) return scene.error();
  const Result<ResultFile> result = read_result(line.result);
  if (!result) return result.error();
  const Result<std::vector<ScenePair>> pairs = match(*result, *scene);
  if (!pairs) return pairs.error().within(line.result);
  const PairSet known = set_of(*pairs);
  if (const auto error = missing_pair(*scene, *result, known)) return error->within(line.result);

  Progress progress("certificates", pairs->size());
  Output output;
  if (const std::optional<std::string> remark = remark_on_motions(*scene)) output.remarks.push_back(*remark);
  std::size_t failures = 0;
  Unproved unproved;
  ObjectChecks checks(*scene);
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    const PairReport& report = result->pairs[i];
    const CheckResult checked = check_what_is_proved(report.claim, *scene, (*pairs)[i], checks, unproved);
    progress.step();
    if (checked) continue;
    ++failures;
    output.text += fmt::format("pairs[{}]: {}, {}: {}: {}\n", i, one_line(report.a), one_line(report.b),
                               to_string(report.claim.status), one_line(checked.reason));
  }
  std::uint64_t claims = pairs->size();
  std::string decided_again;
  if (const std::optional<UnlistedPairs>& unlisted = result->unlisted; unlisted && scene->is_crowd) {
    const Result<std::size_t> wrong = check_unlisted(*scene, *unlisted, known, output.text);
    if (!wrong) return wrong.error();
    failures += *wrong;
    claims += unlisted->pairs;
    if (*wrong == 0)
      decided_again = fmt::format("decided again: {} pairs that are not listed are separated\n", unlisted->pairs);
  }
  output.text += failures == 0 ? fmt::format("all {} claims hold\n", pairs->size())
                               : fmt::format("{} of {} claims fail\n", failures, claims);
  output.text += text_of(unproved) + decided_again;
  output.status = failures == 0 ? 0 : 1;
  return output;
}

}  // namespace clearance::cli
