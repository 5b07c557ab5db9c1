#include <clearance/proof/contact_time.h>

namespace clearance {

const char* to_string(MotionStatus status) {
  switch (status) {
    case MotionStatus::NotAsked:
      return "not asked";
    case MotionStatus::Clear:
      return "clear";
    case MotionStatus::Contact:
      return "contact";
    case MotionStatus::Already:
      return "already";
    case MotionStatus::Undecided:
      return "undecided";
  }
  return "?";
}

}  // namespace clearance
