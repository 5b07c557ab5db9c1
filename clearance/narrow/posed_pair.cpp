#include <clearance/narrow/posed_pair.h>

#include <algorithm>

namespace clearance {

bool highest_of_cluster(const Polytope& body, Vec3 direction, double margin, Extreme& top) {
  constexpr int kMost = 12;
  const double floor = top.value - margin;
  int cluster[kMost] = {top.index}, count = 1;
  for (int k = 0; k < count; ++k) {
    for (const std::uint32_t neighbour : body.neighbours(cluster[k])) {
      const int v = static_cast<int>(neighbour);
      const double value = dot(body.vertex(v), direction);
      if (value < floor || std::find(cluster, cluster + count, v) != cluster + count) continue;
      if (count == kMost) return false;
      cluster[count++] = v;
      if (value > top.value) top = {value, v};
    }
  }
  return true;
}

}  // namespace clearance
