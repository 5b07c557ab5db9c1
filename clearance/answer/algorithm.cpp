#include <clearance/answer/algorithm.h>

namespace clearance {

const char* to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Automatic:
      return "automatic";
    case Algorithm::Cache:
      return "cache";
    case Algorithm::Walk:
      return "walk";
    case Algorithm::Contact:
      return "contact";
    case Algorithm::Expansion:
      return "expansion";
    case Algorithm::Exact:
      return "exact";
    case Algorithm::TriangleTrees:
      return "triangle_trees";
    case Algorithm::HullTrees:
      return "hull_trees";
  }
  return "added";
}

}  // namespace clearance
