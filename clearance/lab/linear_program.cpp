#include <clearance/lab/linear_program.h>

namespace clearance {

Evidence linear_program(const PosedPair&, PairCache*, const LinearProgramOptions&, Trace*) { return {}; }

}  // namespace clearance
