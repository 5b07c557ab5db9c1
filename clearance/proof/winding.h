// Question: how often does a closed surface wind around an exact point; is the point on it? Is a surface closed, does
//           it bound a solid, of how many pieces is it? Internal to proof/.
// Method:   the point is taken into the body's own frame, as a fraction, so that triangles stay plain doubles. From
//           there a ray goes up the third axis: +1 where it leaves through a triangle, −1 where it enters. The ray is
//           moved aside by infinitely little, along the first axis and by far less along the second, so that it meets
//           no edge.
// Cost:     linear in the triangles, a few comparisons for each that is not above the point.
#pragma once

#include <clearance/exact/posed.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clearance::detail {

// A point in a body's frame: position / scale exactly, scale > 0; `rough` in doubles, off by at most `error` each.
struct PointInBody {
  DyadicVec position;
  Dyadic scale;
  Vec3 rough;
  double error;
};
// The world point numerator / denominator, denominator > 0, seen from under the pose.
PointInBody seen_from(const ExactPose& pose, const DyadicVec& numerator, const Dyadic& denominator);

// A box around points, so that those far from all triangles need not be tried on each.
struct Extent {
  Vec3 low, high;
};
Extent extent(std::span<const Vec3> points);
bool is_beyond(const Extent& extent, const PointInBody& x);

struct Winding {
  bool on = false;  // the point is on a triangle; then the number means nothing
  int number = 0;   // means something only where the surface is closed
};
Winding winding(std::span<const Vec3> points, std::span<const MeshTriangle> triangles, const PointInBody& x);

// What triangles are made of and how they hang together. Points with equal coordinates are one; triangles with a
// repeated point have no edges.
class Surface {
 public:
  // All indices are points.
  Surface(std::span<const Vec3> points, std::span<const MeshTriangle> triangles);

  // Every edge is passed as often in one direction as in the other, so that winding numbers exist, and there are edges.
  bool is_closed() const;
  // Empty when it is closed and winds around some point, in either direction.
  std::string why_no_solid() const;

  // Triangles that share a point are of one component. The number of each point's, from 0 up; kNone where no triangle
  // uses it.
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::vector<std::uint32_t> components() const;

 private:
  int volume_sign() const;
  bool cancels_out() const;

  std::span<const Vec3> points_;
  std::span<const MeshTriangle> triangles_;
  std::vector<std::uint32_t> welded_;  // the first point of the same coordinates
};

}  // namespace clearance::detail
