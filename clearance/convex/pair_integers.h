// Question: which integers of fixed width hold this pair of poses?
// Method:   the kind of the pair says which (exact/integer_pair.h), the narrower first: one limb per coordinate where
//           both turn axes into axes, one limb per part of a quaternion where they turn in any way.
// Proves:   what was computed, where use() says so.
// Cannot:   hold numbers that are too far apart in size.
#pragma once

#include <clearance/exact/integer_pair.h>

#include <algorithm>
#include <limits>
#include <variant>

namespace clearance::detail {

class PairIntegers {
 public:
  // reach: as for the pairs of integer_pair.h. The poses must outlive this.
  PairIntegers(const Pose& pose_a, const Pose& pose_b, double reach)
      : pose_a_(pose_a), pose_b_(pose_b), reach_(std::max(reach, std::numeric_limits<double>::min())) {}

  // Calls use(coordinates); it may be called twice, so it sets all that it leaves behind. False where some number did
  // not fit: nothing that was computed may be believed then.
  template <class Use>
  bool use(const Use& use) {
    if (!is_made_) make();
    const auto run = [&](auto& coordinates) {
      if (coordinates.holds()) use(coordinates);
      return coordinates.holds();
    };
    if (auto* few = std::get_if<ShortPair>(&pair_)) {
      if (run(*few)) return true;
      pair_.emplace<AlignedPair>(pose_a_, pose_b_, reach_);
    }
    if (auto* aligned = std::get_if<AlignedPair>(&pair_)) return run(*aligned);
    if (auto* alike = std::get_if<AlikePair>(&pair_)) return run(*alike);
    if (auto* narrow = std::get_if<TurnedPair<1>>(&pair_)) {
      if (run(*narrow)) return true;
      pair_.emplace<TurnedPair<2>>(pose_a_, pose_b_, reach_);
    }
    if (auto* wide = std::get_if<TurnedPair<2>>(&pair_)) return run(*wide);
    return false;
  }

 private:
  void make() {
    is_made_ = true;
    if (!(reach_ <= std::numeric_limits<double>::max())) return;
    switch (kind_of(pose_a_, pose_b_)) {
      case PairKind::Aligned:
        pair_.emplace<ShortPair>(pose_a_, pose_b_, reach_);
        break;
      case PairKind::Alike:
        pair_.emplace<AlikePair>(pose_a_, pose_b_, reach_);
        break;
      case PairKind::Turned:
        pair_.emplace<TurnedPair<1>>(pose_a_, pose_b_, reach_);
        break;
    }
  }

  const Pose &pose_a_, &pose_b_;
  double reach_;
  bool is_made_ = false;
  std::variant<std::monostate, ShortPair, AlignedPair, AlikePair, TurnedPair<1>, TurnedPair<2>> pair_;
};

}  // namespace clearance::detail
