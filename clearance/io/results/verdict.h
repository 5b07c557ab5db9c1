// Question: what does an answer about two bodies mean to whoever asked: a clash, too near, touching, or clear?
// Method:   the proved brackets of the claim against the criteria that the result file records (CONTRACT §4).
// Cannot:   tell by a bracket that holds the limit itself: then the distance has to be compared exactly, and a depth is
//           Undecided.
#pragma once

#include <clearance/proof/certificate.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace clearance {

// The worse, the later. NotAsked is what nobody judged; it passes for nothing.
enum class PairVerdict : std::uint8_t { NotAsked, Clear, Touching, Near, Undecided, Clash };
const char* to_string(PairVerdict verdict);
// NotAsked of a word that is none.
PairVerdict verdict_named(std::string_view name);

struct Criteria {
  std::optional<double> within;  // what is apart by no more than this is Near
  double tolerance = 0;          // what penetrates no deeper than this is Touching
  bool allow_touching = false;   // Touching is well

  friend bool operator==(const Criteria&, const Criteria&) = default;
};

// Nothing where the distance has to be compared with `within` exactly.
std::optional<PairVerdict> verdict_of(const Claim& claim, const Criteria& criteria);
// Whether exit status 0 may be given to such a pair.
bool passes(PairVerdict verdict, const Criteria& criteria);

}  // namespace clearance
