// Notation: u = 2⁻⁵³; ρ = reach of the core ≥ |v|₁, so that e·v ≤ |e|∞·ρ for any error e of a direction.
// Why the slack is enough, for a direction whose largest component is 1 (others scale): the quotients are off by 2u,
//           adding 1 rounds by u more, times kCells/2 is exact, cell and fraction are exact: what is evaluated belongs
//           to a direction within 4u of d, which costs 4u·ρ. Corner values are at most ρ in size, rounded up by more
//           than the error of their own products; the interpolations add at most 3·3u·2ρ, the last product and sum
//           2u·ρ. 64u·ρ covers all with room; the least normal number covers underflow.
#include <clearance/query/support_bound.h>

#include <clearance/exact/approx.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/support/support.h>

#include <cmath>
#include <limits>

namespace clearance::detail {

// farthest(d): the largest d·v in doubles.
template <class Farthest>
void SupportBound::fill(double reach, const Farthest& farthest) {
  slack_ = 64 * kUnit * reach + std::numeric_limits<double>::min();
  const double at_corner = 16 * kUnit * reach;
  Corner* next = table_;
  for (int m = 0; m < 3; ++m) {
    for (int i = 0; i < kCorners; ++i) {
      for (int j = 0; j < kCorners; ++j) {
        const double u = 2.0 * i / kCells - 1, v = 2.0 * j / kCells - 1;
        const Vec3 d = m == 0 ? Vec3{1, u, v} : m == 1 ? Vec3{v, 1, u} : Vec3{u, v, 1};
        *next++ = {farthest(d) + at_corner, farthest(-d) + at_corner};
      }
    }
  }
}

SupportBound::SupportBound(const Polytope& polytope) {
  fill(polytope.reach(), [&](Vec3 d) { return dot(d, polytope.vertex(support_scan(polytope, d))); });
}

SupportBound::SupportBound(const Mesh& mesh) {
  fill(mesh.reach(), [&](Vec3 d) {
    double least = kInfiniteEnd;
    visit_lowest(mesh, -d, least, [&](std::uint32_t, double height) { least = smaller(least, height); });
    return -least;
  });
}

static Box bounded_box(double core_reach, double radius, const SupportBound& bound, const Pose& pose) {
  const Mat3& m = pose.rotation();
  const Vec3 t = pose.translation();
  // The matrix is within kRotationError of the exact one, which costs that times ρ; radius and translation round.
  const double turned = (kRotationError + 8 * kUnit) * core_reach + 4 * kUnit * radius;
  Box box;
  const auto set = [&](Vec3 row, double shift, double& low, double& high) {
    const SupportBound::Reach reach = bound.reach(row);
    const double rounding = turned + 4 * kUnit * std::fabs(shift);
    low = -(((reach.behind + radius) - shift) + rounding);
    high = ((reach.ahead + radius) + shift) + rounding;
  };
  set(m.row[0], t.x, box.low.x, box.high.x);
  set(m.row[1], t.y, box.low.y, box.high.y);
  set(m.row[2], t.z, box.low.z, box.high.z);
  return box;
}

Box world_box(const Rounded& body, const SupportBound& bound, const Pose& pose) {
  return bounded_box(body.core().reach(), body.radius(), bound, pose);
}

Box world_box(const Mesh& mesh, const SupportBound& bound, const Pose& pose) {
  return bounded_box(mesh.reach(), 0, bound, pose);
}

}  // namespace clearance::detail
