#include <clearance/support/support.h>

#include <clearance/support/direction_table.h>
#include <clearance/support/kernels.h>

namespace clearance {
namespace {

template <int kWidth>
CLEARANCE_INLINE int scan_body(const Polytope& polytope, Vec3 direction) {
  return scan_inline<kWidth>(polytope, direction).index;
}

template <int kWidth>
CLEARANCE_INLINE int climb_body(const Polytope& polytope, Vec3 direction, int start) {
  return climb_inline<kWidth>(polytope, direction, start).index;
}

template <int kWidth>
CLEARANCE_INLINE Peak peak_body(const Polytope& polytope, Vec3 direction, int start) {
  return climb_inline<kWidth>(polytope, direction, start);
}

template <int kWidth>
CLEARANCE_INLINE int support_body(const Polytope& polytope, Vec3 direction, int hint) {
  const bool warm = hint >= 0;
  if (polytope.vertex_count() <= (warm ? kWarmScanLimit : kScanLimit)) {
    return scan_inline<kWidth>(polytope, direction).index;
  }
  const int start = warm ? hint : table_vertex(polytope, direction);
  return climb_inline<kWidth>(polytope, direction, start).index;
}

}  // namespace

CLEARANCE_DISPATCH(int, support_scan, (const Polytope& polytope, Vec3 direction), scan_body, (polytope, direction))

CLEARANCE_DISPATCH(int, support_climb, (const Polytope& polytope, Vec3 direction, int start), climb_body,
                   (polytope, direction, start))

CLEARANCE_DISPATCH(Peak, support_peak, (const Polytope& polytope, Vec3 direction, int start), peak_body,
                   (polytope, direction, start))

CLEARANCE_DISPATCH(int, support_vertex, (const Polytope& polytope, Vec3 direction, int hint), support_body,
                   (polytope, direction, hint))

int support_climb_counted(const Polytope& polytope, Vec3 direction, int start, int& visited) {
  const Peak peak = support_peak(polytope, direction, start);
  visited = peak.visited;
  return peak.index;
}

}  // namespace clearance
