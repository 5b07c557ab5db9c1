// Question: is a result about this scene, and does it speak of every pair that the scene asks about?
// Method:   pairs by number, counts of those that are left out, hashes of the parts where the result has them. That its
//           names and numbers are the scene's is looked at before (match, io/results).
#pragma once

#include <clearance/io/results/result_file.h>

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace clearance::detail {

// Pairs of objects, whichever is named first.
using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;
PairSet set_of(const std::vector<ScenePair>& pairs);

// A result that says nothing about some pair of the scene was made for another scene.
std::optional<Error> unreported_pair(const Scene& scene, const PairSet& reported);
// A part of which the result states another content or place than it has.
std::optional<Error> changed_part(const Scene& scene, const ResultFile& result);
// The same of a result of `check` or `clash`, which may leave pairs out and count them; and of a part that changed.
std::optional<Error> about_another_scene(const Scene& scene, const ResultFile& result, const PairSet& reported);

}  // namespace clearance::detail
