// Question: does b, moved by exactly this translation, share no interior point with a?
// Method:   two poses that lie relative to each other as the bodies then do (way_out.h), and the exact query there.
//           Where three doubles would be needed for them, the distance or the depth must be beyond what two are off by.
// Cannot:   decide that where bodies touch to within 2⁻¹⁰⁰ of their translations, or coordinates leave the range.
#pragma once

#include <clearance/query/query.h>

#include <optional>

namespace clearance {

// Nothing where it cannot be decided.
std::optional<bool> ends_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                     Vec3 translation);

}  // namespace clearance
