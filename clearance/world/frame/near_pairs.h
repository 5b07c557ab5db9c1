// Question: which pairs are at most so far apart?
// Method:   candidates by boxes that are grown by half the limit, then one certified distance per pair, started from
//           what its cache remembers.
// Proves:   both ends of every bracket; the limit is compared exactly (placed.h says which sums are rounded).
#pragma once

#include <clearance/world/frame/candidates.h>

namespace clearance::detail {

class NearPairs {
 public:
  Result<Proximities> find(WholeWorld& world, double limit, const CollideOptions& asked, const Patience& patience);

 private:
  Candidates candidates_;
  PairTable table_;
};

}  // namespace clearance::detail
