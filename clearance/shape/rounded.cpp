#include <clearance/shape/rounded.h>

#include <cmath>

namespace clearance {

Result<Rounded> Rounded::make(Polytope core, double radius) {
  if (!std::isfinite(radius)) return Error{"radius", "not finite"};
  if (radius < 0) return Error{"radius", "negative"};
  if (radius > kMaxCoordinate) return Error{"radius", "beyond 1e300"};
  Rounded made(std::move(core));
  made.radius_ = radius;
  return made;
}

Rounded rounded(Polytope core, double radius) {
  const Result<Rounded> made = Rounded::make(core, radius);
  CLEARANCE_ASSERT(made.ok());
  return made.ok() ? *made : Rounded(std::move(core));
}

}  // namespace clearance
