#include <clearance/lab/enhanced_gjk.h>

namespace clearance {

Evidence enhanced_gjk(const PosedPair&, PairCache*, const EnhancedGjkOptions&, Trace*) { return {}; }

}  // namespace clearance
