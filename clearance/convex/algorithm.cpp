#include <clearance/convex/algorithm.h>

#include <iterator>

namespace clearance {
namespace {

// In the order of the enum.
constexpr const char* kNames[] = {"automatic",
                                  "cache",
                                  "walk",
                                  "contact",
                                  "expansion",
                                  "exact",
                                  "separating_vector",
                                  "half_planes",
                                  "gilbert",
                                  "combined",
                                  "lin_canny",
                                  "v_clip",
                                  "enhanced_gjk",
                                  "rabbitz",
                                  "witness_plane",
                                  "linear_program",
                                  "dobkin_kirkpatrick",
                                  "minkowski_difference",
                                  "gradient_projection",
                                  "quadratic_program",
                                  "applicability",
                                  "triangle_trees",
                                  "hull_trees"};
static_assert(std::size(kNames) == kAlgorithmCount);

}  // namespace

const char* to_string(Algorithm algorithm) {
  const auto at = static_cast<std::size_t>(algorithm);
  return at < std::size(kNames) ? kNames[at] : "unknown";
}

std::optional<Algorithm> algorithm_by_name(std::string_view name) {
  for (auto i = static_cast<std::size_t>(Algorithm::Expansion); i <= static_cast<std::size_t>(Algorithm::Applicability);
       ++i)
    if (name == kNames[i]) return static_cast<Algorithm>(i);
  return std::nullopt;
}

}  // namespace clearance
