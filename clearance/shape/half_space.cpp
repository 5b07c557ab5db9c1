#include <clearance/shape/half_space.h>

#include <cmath>

namespace clearance {

Result<HalfSpace> HalfSpace::make(Vec3 normal, double offset) {
  if (!is_finite(normal)) return Error{"normal", "not finite"};
  if (normal == Vec3{}) return Error{"normal", "zero"};
  if (!is_coordinate(normal)) return Error{"normal", "beyond 1e300"};
  if (!std::isfinite(offset)) return Error{"offset", "not finite"};
  if (std::fabs(offset) > kMaxCoordinate) return Error{"offset", "beyond 1e300"};
  return HalfSpace(normal, offset);
}

HalfSpace half_space(Vec3 normal, double offset) {
  const Result<HalfSpace> made = HalfSpace::make(normal, offset);
  CLEARANCE_ASSERT(made.ok());
  return made.ok() ? *made : HalfSpace::make({0, 0, 1}, 0).value();
}

}  // namespace clearance
