// Question: how often does a surface wind around the points just beside a spot, in a direction?
// Method:   a ray from the spot; every triangle that it leaves through from inside counts 1, from outside −1. What
//           holds the spot itself does not count, so the answer is that of s + δr for small δ. Doubles with bounds
//           settle nearly every triangle, exact signs the rest; a ray through an edge is the caller's to replace.
// Proves:   the winding number, whatever else holds the spot.
// Notation: k₀, k₁, k₂ corners relative to the spot; r the ray; D = det(k₀, k₁, k₂). The ray meets the inner part of
//           the triangle at a positive distance exactly when D and the three det(r, kᵢ, kᵢ₊₁) have one sign; it is
//           that of r·normal.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/any_length.h>
#include <clearance/solid/contact_parts.h>

#include <cmath>

namespace clearance::detail {
namespace {

enum class Hit { Miss, Leaves, Enters, Degenerate };

Hit as_hit(int sign) { return sign > 0 ? Hit::Leaves : Hit::Enters; }

class RayCount {
 public:
  RayCount(const TriangleFrame& frame, const Spot& spot, Vec3 direction, Body of)
      : frame_(frame), spot_(spot), direction_(direction), of_(of), mesh_(frame.solids().mesh(of)) {}

  // Whether to go on.
  bool add(std::uint32_t triangle) {
    const Hit hit = hit_of(mesh_.triangle(triangle));
    if (hit == Hit::Leaves) ++winding_;
    if (hit == Hit::Enters) --winding_;
    degenerate_ = hit == Hit::Degenerate;
    return !degenerate_;
  }
  std::optional<int> winding() const { return degenerate_ ? std::nullopt : std::optional<int>(winding_); }

 private:
  Hit hit_of(const MeshTriangle& t) const {
    ApproxVec k[3] = {from_spot(t[0]), from_spot(t[1]), from_spot(t[2])};
    bring_near_one(k);
    const ApproxVec r{direction_, 0};
    int edge[3];
    for (int i = 0; i < 3; ++i) edge[i] = proved_sign(dot(r, cross(k[i], k[(i + 1) % 3])));
    if (edge[0] * edge[1] < 0 || edge[1] * edge[2] < 0 || edge[2] * edge[0] < 0) return Hit::Miss;
    const int D = proved_sign(dot(k[0], cross(k[1], k[2])));
    if (D == 0) return exact_hit(t);
    if (edge[0] == -D || edge[1] == -D || edge[2] == -D) return Hit::Miss;
    return edge[0] != 0 && edge[1] != 0 && edge[2] != 0 ? as_hit(D) : exact_hit(t);
  }

  Hit exact_hit(const MeshTriangle& t) const {
    PosedSolids& solids = frame_.solids();
    const DyadicVec spot = spot_.numerator + spot_.weight * frame_.anchor_exact(), r = exact(direction_);
    const auto corner = [&](int i) { return spot_.weight * solids.point(of_, t[static_cast<std::size_t>(i)]) - spot; };
    const DyadicVec k[3] = {corner(0), corner(1), corner(2)};
    const int D = dot(k[0], cross(k[1], k[2])).sign();
    if (D == 0) {
      // The spot is in its plane, so that the ray leaves the plane or runs along it; a triangle without area bounds
      // nothing.
      const DyadicVec normal = cross(k[1] - k[0], k[2] - k[0]);
      return is_zero(normal) || dot(normal, r).sign() != 0 ? Hit::Miss : Hit::Degenerate;
    }
    bool through_edge = false;
    for (int i = 0; i < 3; ++i) {
      const int edge = dot(r, cross(k[i], k[(i + 1) % 3])).sign();
      if (edge == -D) return Hit::Miss;
      if (edge == 0) through_edge = true;
    }
    return through_edge ? Hit::Degenerate : as_hit(D);
  }

  ApproxVec from_spot(std::uint32_t vertex) const {
    const PosedSolids& solids = frame_.solids();
    const Vec3 v = mesh_.vertex(vertex);
    // Within one body nothing is lost to how far away it is.
    if (of_ == frame_.body()) return approx_edge(solids.pose(of_), frame_.anchor(), v) - spot_.approx;
    const PosedVertex anchor{frame_.anchor(), solids.pose(frame_.body())};
    return approx({anchor, {v, solids.pose(of_)}}) - spot_.approx;
  }

  const TriangleFrame& frame_;
  const Spot& spot_;
  const Vec3 direction_;
  const Body of_;
  const Mesh& mesh_;
  int winding_ = 0;
  bool degenerate_ = false;
};

// The ray from there along the unit vector d is nowhere near the mesh's box, at any scale. The direction is off by less
// than 2⁻⁴⁸, and so is anything else that is left out here, relative to these lengths.
bool passes_by(const Mesh& mesh, Vec3 from, Vec3 d, double error) {
  const Vec3 way = 0.5 * mesh.box_low() + 0.5 * mesh.box_high() - from;
  const double far = length_of(way), radius = length_of(0.5 * mesh.box_high() - 0.5 * mesh.box_low());
  const Vec3 toward = unit_of(way);
  const double along = dot(toward, d), aside = along > 0 ? far * norm(toward - along * d) : far;
  return std::isfinite(far) && aside > 1.01 * radius + error + 0x1p-40 * (far + radius);
}

// A unit vector square to the unit vector d, both up to rounding.
Vec3 square_to(Vec3 d) {
  const Vec3 e = std::fabs(d.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 n = cross(d, e);
  return (1 / norm(n)) * n;
}

}  // namespace

std::optional<int> winding_beside(const TriangleFrame& frame, const Spot& spot, Vec3 direction, Body of) {
  const Mesh& mesh = frame.solids().mesh(of);
  const Pose &pose = frame.solids().pose(of), &anchor_pose = frame.solids().pose(frame.body());
  RayCount count(frame, spot, direction, of);

  // A thin box along the ray, up to where the mesh ends, in its own frame.
  const RoughPoint anchor = to_local(pose, frame.anchor(), anchor_pose);
  const RoughPoint offset = turned_back(pose, spot.approx.value, spot.approx.error);
  const Vec3 from = anchor.value + offset.value, turned = turned_back(pose, direction, 0).value;
  const Vec3 d = (1 / norm(turned)) * turned;
  if (passes_by(mesh, from, d, 2 * (anchor.error + offset.error))) return 0;
  const double length = 1.01 * (norm(from - mesh.box_low()) + norm(mesh.box_high() - mesh.box_low()));
  if (!(length < 1e150) || !(length > 1e-150) || !is_finite(d)) {
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t)
      if (!count.add(t)) break;
    return count.winding();
  }
  // The direction is off by less than 2⁻⁴⁸, and so is anything else that is left out here, relative to these lengths.
  const double width = 2 * (anchor.error + offset.error) + 0x1p-40 * length;
  const Vec3 e = square_to(d);
  mesh.tree().find_in_box(from + 0.5 * length * d, Mat3{{d, e, cross(d, e)}}, {0.5 * length + width, width, width},
                          [&](std::uint32_t first, std::uint32_t runs) {
                            for (std::uint32_t t = first; t < first + runs; ++t)
                              if (!count.add(t)) return false;
                            return true;
                          });
  return count.winding();
}

}  // namespace clearance::detail
