#include <clearance/proof/certificate.h>

namespace clearance {

const char* to_string(Status status) {
  switch (status) {
    case Status::NotAsked:
      return "not asked";
    case Status::Separated:
      return "separated";
    case Status::Touching:
      return "touching";
    case Status::Penetrating:
      return "penetrating";
    case Status::Intersecting:
      return "intersecting";
  }
  return "unknown";
}

}  // namespace clearance
