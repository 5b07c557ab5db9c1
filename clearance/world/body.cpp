#include <clearance/world/body.h>

namespace clearance {

const char* to_string(WorldFault fault) {
  switch (fault) {
    case WorldFault::None:
      return "done";
    case WorldFault::UnknownBody:
      return "this world has given out no such id";
    case WorldFault::StaleBody:
      return "the body was removed";
    case WorldFault::BeingVisited:
      return "the world cannot be changed from within a visitor";
    case WorldFault::Attached:
      return "the body is attached to another: detach it first";
    case WorldFault::NotAttached:
      return "the body is not attached to another";
    case WorldFault::OwnHolder:
      return "a body cannot be attached to itself or to what it holds";
    case WorldFault::IsHalfSpace:
      return "a half-space stands where it was made";
    case WorldFault::BadPose:
      return "the pose of a part is out of range or no rotation";
    case WorldFault::BadPadding:
      return "a padding is a finite number, not negative, and not beyond 1e300 with the radius";
    case WorldFault::NameTaken:
      return "another body has that name";
    case WorldFault::NoPadding:
      return "a half-space takes no padding: move its offset";
    case WorldFault::HalfSpacePart:
      return "a half-space is a body of its own, not one of several parts";
    case WorldFault::NoParts:
      return "a body has at least one part";
    case WorldFault::UnequalSpans:
      return "there must be one pose for each body";
    case WorldFault::BadSnapshot:
      return "the snapshot refers to a body that it does not have, or a body has both parts and a half-space, or "
             "neither";
  }
  return "unknown fault";
}

}  // namespace clearance
