#include <clearance/base/result.h>

namespace clearance {

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::BadValue:
      return "bad value";
    case ErrorCode::NotSolid:
      return "not solid";
    case ErrorCode::TooMany:
      return "too many";
    case ErrorCode::NoAccess:
      return "no access";
    case ErrorCode::BadFile:
      return "bad file";
    case ErrorCode::NotNow:
      return "not now";
  }
  return "unknown";
}

}  // namespace clearance
