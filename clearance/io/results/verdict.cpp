#include <clearance/io/results/verdict.h>

#include <iterator>

namespace clearance {
namespace {

constexpr const char* kNames[] = {"not asked", "clear", "touching", "near", "undecided", "clash"};

std::optional<PairVerdict> of_distance(const Claim& claim, const Criteria& criteria) {
  if (!criteria.within) return PairVerdict::Clear;
  if (claim.distance && claim.distance->lower > *criteria.within) return PairVerdict::Clear;
  if (claim.distance && claim.distance->upper <= *criteria.within) return PairVerdict::Near;
  return std::nullopt;
}

PairVerdict of_depth(const Claim& claim, const Criteria& criteria) {
  if (criteria.tolerance == 0) return PairVerdict::Clash;  // what penetrates has a depth above 0
  if (!claim.depth) return PairVerdict::Undecided;
  if (claim.depth->bracket.lower > criteria.tolerance) return PairVerdict::Clash;
  return claim.depth->bracket.upper <= criteria.tolerance ? PairVerdict::Touching : PairVerdict::Undecided;
}

}  // namespace

const char* to_string(PairVerdict verdict) { return kNames[static_cast<int>(verdict)]; }

PairVerdict verdict_named(std::string_view name) {
  for (int k = 1; k < static_cast<int>(std::size(kNames)); ++k)
    if (name == kNames[k]) return static_cast<PairVerdict>(k);
  return PairVerdict::NotAsked;
}

std::optional<PairVerdict> verdict_of(const Claim& claim, const Criteria& criteria) {
  switch (claim.status) {
    case Status::Separated:
      return of_distance(claim, criteria);
    case Status::Touching:
      return PairVerdict::Touching;
    case Status::Penetrating:
      return of_depth(claim, criteria);
    case Status::Intersecting:
      return PairVerdict::Clash;
    case Status::NotAsked:
      break;
  }
  return PairVerdict::NotAsked;
}

bool passes(PairVerdict verdict, const Criteria& criteria) {
  return verdict == PairVerdict::Clear || (verdict == PairVerdict::Touching && criteria.allow_touching);
}

}  // namespace clearance
