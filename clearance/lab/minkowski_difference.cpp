#include <clearance/lab/minkowski_difference.h>

namespace clearance {

Evidence minkowski_difference(const PosedPair&, PairCache*, const MinkowskiDifferenceOptions&, Trace*) { return {}; }

}  // namespace clearance
