#include <clearance/lab/gradient_projection.h>

namespace clearance {

Evidence gradient_projection(const PosedPair&, PairCache*, const GradientProjectionOptions&, Trace*) { return {}; }

}  // namespace clearance
