#include <clearance/io/verify/about_scene.h>

#include <clearance/io/json.h>
#include <clearance/io/text.h>
#include <clearance/io/verify/content_hash.h>

#include <algorithm>
#include <string>

namespace clearance::detail {
namespace {

std::pair<std::uint32_t, std::uint32_t> unordered(const ScenePair& pair) { return std::minmax(pair.a, pair.b); }

// What is said besides of pairs that the scene does not ask about makes up for none of its own.
std::uint64_t count_missing(const Scene& scene, const PairSet& reported) {
  std::uint64_t asked = 0, all = scene.pair_count();
  if (scene.lists_pairs) {
    const PairSet pairs = set_of(scene.pairs);  // one that is listed twice is one
    all = pairs.size();
    for (const auto& pair : reported) asked += pairs.contains(pair) ? 1 : 0;
  } else {
    for (const auto& [a, b] : reported) asked += scene.asks(a, b) ? 1 : 0;
  }
  return all - asked;
}

std::optional<Error> wrong_count(const Scene& scene, std::uint64_t said, std::uint64_t missing) {
  if (said == missing) return std::nullopt;
  return Error{"unlisted", printable(scene.name) + " has " + std::to_string(missing) +
                               " pairs that are not listed, not " + std::to_string(said)};
}

// What `clash` leaves out is clear, or nobody looked at it.
std::optional<Error> wrong_counts_of_clash(const Scene& scene, const ResultFile& result, const PairSet& reported) {
  if (result.unlisted && result.criteria && result.unlisted->beyond != result.criteria->within)
    return Error{"unlisted.beyond", "is not \"within\": the pairs that are left out are not shown to be clear"};
  const std::uint64_t unlisted = result.unlisted ? result.unlisted->pairs : 0;
  return wrong_count(scene, unlisted + result.not_looked_at.value_or(0), count_missing(scene, reported));
}

}  // namespace

PairSet set_of(const std::vector<ScenePair>& pairs) {
  PairSet known;
  for (const ScenePair& pair : pairs) known.insert(unordered(pair));
  return known;
}

std::optional<Error> unreported_pair(const Scene& scene, const PairSet& reported) {
  for (const ScenePair& pair : scene.pairs) {
    if (reported.count(unordered(pair)) > 0) continue;
    return Error{"pairs", "nothing about " + printable(scene.objects[pair.a].name) + " and " +
                              printable(scene.objects[pair.b].name) + ", a pair of " + printable(scene.name)};
  }
  return std::nullopt;
}

// Later results are compared by these.
std::optional<Error> changed_part(const Scene& scene, const ResultFile& result) {
  if (result.parts.empty()) return std::nullopt;
  if (result.parts.size() != scene.objects.size())
    return Error{"parts", printable(scene.name) + " has " + std::to_string(scene.objects.size()) + " parts, not " +
                              std::to_string(result.parts.size())};
  const std::vector<PartHash> hashes = part_hashes(scene);
  for (std::size_t k = 0; k < hashes.size(); ++k) {
    const PartRecord& said = result.parts[k];
    const bool is_same = said.name == scene.objects[k].name && said.content == hex_of(hashes[k].content) &&
                         said.place == hex_of(hashes[k].place);
    if (!is_same)
      return Error{element("parts", k),
                   printable(scene.objects[k].name) + " is another part, or elsewhere, than when this was answered"};
  }
  return std::nullopt;
}

std::optional<Error> about_another_scene(const Scene& scene, const ResultFile& result, const PairSet& reported) {
  if (std::optional<Error> error = changed_part(scene, result)) return error;
  if (result.query == "clash") return wrong_counts_of_clash(scene, result, reported);
  if (std::optional<Error> error = unreported_pair(scene, reported)) return error;
  if (scene.is_crowd)
    return wrong_count(scene, result.unlisted ? result.unlisted->pairs : 0, count_missing(scene, reported));
  if (!result.unlisted) return std::nullopt;
  return Error{"unlisted", "every pair of " + printable(scene.name) +
                               " is listed; only of more than 100000 pairs some may be left out"};
}

}  // namespace clearance::detail
