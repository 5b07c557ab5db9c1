// Question: which pairs of leaves are near enough to each other to be worth a question about their points?
// Method:   each leaf has room, a box that is larger than its own by a part of its size. As long as none leaves its
//           room, and nobody is excluded otherwise than before, the pairs of rooms that are within the margin hold all
//           pairs of leaves that are.
// Proves:   a pair that is not among the keys is excluded by a filter, or its boxes are farther apart than the margin.
// Cost:     a few nanoseconds a leaf and pair while the pairs stay the same.
#pragma once

#include <clearance/world/frame/candidates.h>

#include <vector>

namespace clearance::detail {

class NearbyPairs {
 public:
  // The keys, ascending, are sound for this margin, which is 0 or more.
  [[nodiscard]] Candidates::Search find(WholeWorld& world, double margin, std::size_t most, const Patience& patience);
  const std::vector<PairKey>& keys() const { return keys_; }
  // Another number whenever the keys may be others.
  std::uint64_t revision() const { return revision_; }
  // Whether the two may be within the margin of the last find(), as they stand now.
  bool are_near(const WholeWorld& world, PairKey pair) const;

 private:
  bool are_in_their_rooms(const WholeWorld& world) const;
  bool take(WholeWorld& world, std::span<const IndexPair> pairs, std::size_t most);
  bool take_walls(WholeWorld& world, std::size_t most);

  std::vector<PairKey> keys_, spare_;
  std::vector<Box> room_, large_;  // by leaf; the large ones reach half the margin farther
  double margin_ = 0;
  std::uint64_t filter_revision_ = 0, revision_ = 0;
  bool is_known_ = false;
};

}  // namespace clearance::detail
