#include <clearance/support/direction_table.h>

#include <clearance/support/support.h>

namespace clearance {
namespace {

// Sine of 11.25°, 33.75°, 56.25°, 78.75°, the middles of the bands and sectors; the cosines are the same backwards.
// Written out because libm differs from machine to machine.
constexpr double kSine[4] = {0.19509032201612825, 0.55557023301960218, 0.83146961230254524, 0.98078528040323043};

Vec3 region_center(int region) {
  const int row = region / Polytope::kTableColumns, column = region % Polytope::kTableColumns;
  const int band = row % 4, quadrant = column / 4, sector = column % 4;
  const double radius = kSine[3 - band];
  const double x = radius * kSine[3 - sector], y = radius * kSine[sector], z = kSine[band];
  return {(quadrant & 2) != 0 ? -x : x, (quadrant & 1) != 0 ? -y : y, row >= 4 ? -z : z};
}

}  // namespace

void fill_direction_table(const Polytope& polytope, std::uint32_t* table) {
  // Each search starts where the one for a nearby region ended, so that large polytopes are filled in o(n).
  int vertex = 0;
  for (int region = 0; region < Polytope::kTableRows * Polytope::kTableColumns; ++region) {
    const Vec3 center = region_center(region), e = polytope.proportions();
    vertex = support_vertex(polytope, {center.x / e.x, center.y / e.y, center.z / e.z}, vertex);
    table[region] = static_cast<std::uint32_t>(vertex);
  }
}

}  // namespace clearance
