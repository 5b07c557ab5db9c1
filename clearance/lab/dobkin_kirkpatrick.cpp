#include <clearance/lab/dobkin_kirkpatrick.h>

namespace clearance {

Evidence dobkin_kirkpatrick(const PosedPair&, PairCache*, const DobkinKirkpatrickOptions&, Trace*) { return {}; }

}  // namespace clearance
