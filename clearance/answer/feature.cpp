#include <clearance/answer/feature.h>

namespace clearance {

const char* to_string(Feature feature) {
  switch (feature) {
    case Feature::Vertex:
      return "vertex";
    case Feature::Edge:
      return "edge";
    case Feature::Face:
      return "face";
  }
  return "unknown";
}

}  // namespace clearance
