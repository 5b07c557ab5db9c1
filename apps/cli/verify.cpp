// clearance verify: every claim of a result file against the scene's own points, in exact arithmetic.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "crowd.h"
#include "judge.h"
#include "progress.h"
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
  std::size_t depths = 0, tangencies = 0, shallow = 0;
};

// A status of rounded shapes that no certificate can show is decided once more, exactly: that is not proof, but a
// result with a wrong status, or with its certificates cut out, does not pass.
CheckResult decide_again(Status claimed, const SceneObject& a, const SceneObject& b, Unproved& unproved) {
  const Status found = intersects(a.body(), a.pose, b.body(), b.pose, QueryOptions{Algorithm::Exact}).status;
  if (found != claimed) return {false, fmt::format("no certificate, and decided again they are {}", to_string(found))};
  ++(claimed == Status::Touching ? unproved.tangencies : unproved.shallow);
  return {true, {}};
}

// Shells are printed with --proof only. Without one the lower end of a depth may be a statement nobody can check: it is
// left out of the claim, and counted.
CheckResult check_what_is_proved(PairReport report, const Scene& scene, ScenePair pair, Unproved& unproved) {
  CheckResult checked = check_pair(report, scene, pair);
  if (checked.missing == Missing::Shell && report.claim.depth) {
    ++unproved.depths;
    report.claim.depth->bracket.lower = 0;
    checked = check_pair(report, scene, pair);
  }
  if (checked.missing != Missing::Certificate) return checked;
  return decide_again(report.claim.status, scene.objects[pair.a], scene.objects[pair.b], unproved);
}

std::string text_of(const Unproved& unproved) {
  const auto [depths, tangencies, shallow] = unproved;
  std::string text;
  if (depths > 0)
    text += fmt::format("not checked: the lower end of {} depth{} without a shell (check --proof writes them)\n",
                        depths, depths == 1 ? "" : "s");
  if (tangencies > 0)
    text += fmt::format("decided again, exactly: {} touching pair{} (tangency of rounded shapes has no certificate)\n",
                        tangencies, tangencies == 1 ? "" : "s");
  if (shallow > 0)
    text += fmt::format("decided again, exactly: {} penetrating pair{} of rounded shapes without a certificate\n",
                        shallow, shallow == 1 ? "" : "s");
  return text;
}

}  // namespace

Result<Output> verify(const CommandLine& line) {
  const Result<Scene> scene = read_scene(line.scene);
  if (!scene) return scene.error();
  const Result<ResultFile> result = read_result(line.result);
  if (!result) return result.error();
  const Result<std::vector<ScenePair>> pairs = match(*result, *scene);
  if (!pairs) return pairs.error().within(line.result);
  const PairSet known = set_of(*pairs);
  if (const auto error = missing_pair(*scene, *result, known)) return error->within(line.result);

  Progress progress("certificates", pairs->size());
  Output output;
  std::size_t failures = 0;
  Unproved unproved;
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    const PairReport& report = result->pairs[i];
    const CheckResult checked = check_what_is_proved(report, *scene, (*pairs)[i], unproved);
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
