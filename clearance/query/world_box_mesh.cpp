// Question: in which box of the world is a posed mesh?
// Method:   the farthest vertex along each axis, both ways: few triangles are looked at one by one, of many the tree
//           finds them.
// Why the margins are enough: those of world_box.cpp; a search through the tree ends with the least product in doubles.
#include <clearance/exact/approx.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/query/world_box.h>

#include <cmath>

namespace clearance::detail {
namespace {

// Up to as many triangles all corners are looked at. Measured: 200 take as long as the six searches.
constexpr std::size_t kFewTriangles = 200;

struct Range {
  double low = kInfiniteEnd, high = -kInfiniteEnd;
};

double lowest(const Mesh& mesh, Vec3 d) {
  double least = kInfiniteEnd;
  detail::visit_lowest(mesh, d, least, [&](std::uint32_t, double height) { least = smaller(least, height); });
  return least;
}

Range range_of(const Mesh& mesh, Vec3 row, double t) {
  Range range;
  if (mesh.triangle_count() <= kFewTriangles) {
    for (const MeshTriangle& triangle : mesh.triangles())
      for (const std::uint32_t v : triangle) {
        const double x = dot(row, mesh.vertex(v));
        range = {smaller(range.low, x), larger(range.high, x)};
      }
  } else {
    range = {lowest(mesh, row), -lowest(mesh, -row)};
  }
  const double e = (16 * kUnit * mesh.reach() + 4 * kUnit * std::fabs(t)) + kUnderflow;
  return {(range.low + t) - e, (range.high + t) + e};
}

}  // namespace

Box world_box(const Mesh& mesh, const Pose& pose) {
  const Mat3& m = pose.rotation();
  const Vec3 t = pose.translation();
  const Range x = range_of(mesh, m.row[0], t.x), y = range_of(mesh, m.row[1], t.y), z = range_of(mesh, m.row[2], t.z);
  return {{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

}  // namespace clearance::detail
