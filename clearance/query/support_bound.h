// Question: how far can a body reach in a direction, at a glance, whatever the number of its vertices?
// Method:   the support function at the corners of a grid on the faces of a cube around the body. A direction that
//           leaves through a cell is a convex combination of the cell's corners (on the cube's face its weights are
//           bilinear), and a support function is at most the same combination of its values there.
// Proves:   reach(d) ≥ ±d·v for every vertex v; at most 1.5 % beyond the largest for a ball, 0 along the axes.
// Cost:     four loads and three interpolations; 486 scans to make it, 4 kB to keep it.
// Notation: d a direction in the body's frame, m the axis of its largest component; u, v the others over d_m.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

#include <cmath>

namespace clearance::detail {

class SupportBound {
 public:
  // Hulls of fewer vertices are boxed faster, and tightly, by a scan of them all (query/world_box.h).
  static constexpr int kWorthwhile = 64;

  explicit SupportBound(const Polytope& polytope);
  explicit SupportBound(const Mesh& mesh);

  struct Reach {
    double ahead, behind;  // at least max d·v and max −d·v
  };
  // Both ways at once: cell and weights are the same. Without branches, since the largest component of one row of a
  // rotation after the other is anybody's guess.
  Reach reach(Vec3 d) const {
    const double x = std::fabs(d.x), y = std::fabs(d.y), z = std::fabs(d.z);
    const int m = z > (x > y ? x : y) ? 2 : y > x ? 1 : 0;
    const double component[5] = {d.x, d.y, d.z, d.x, d.y};
    const double size = component[m];
    if (size == 0) return {slack_, slack_};
    const double inverse = 1 / size;
    const double u = (component[m + 1] * inverse + 1) * kScale;
    const double v = (component[m + 2] * inverse + 1) * kScale;
    const int i = u < kCells ? static_cast<int>(u) : kCells - 1, j = v < kCells ? static_cast<int>(v) : kCells - 1;
    const Corner* corner = table_ + (m * kCorners + i) * kCorners + j;
    const double fu = u - i, fv = v - j;
    const auto interpolated = [&](double Corner::* side) {
      const double low = corner[0].*side + fv * (corner[1].*side - corner[0].*side);
      const double high = corner[kCorners].*side + fv * (corner[kCorners + 1].*side - corner[kCorners].*side);
      return std::fabs(size) * ((low + fu * (high - low)) + slack_);
    };
    const double along = interpolated(&Corner::ahead), against = interpolated(&Corner::behind);
    return size > 0 ? Reach{along, against} : Reach{against, along};
  }

 private:
  static constexpr int kCells = 8;  // along each edge of the cube; a power of two, so that scaling is exact
  static constexpr int kCorners = kCells + 1;
  static constexpr double kScale = 0.5 * kCells;

  // Of the direction through a corner of the face whose m-th coordinate is 1.
  struct Corner {
    double ahead, behind;
  };
  template <class Farthest>
  void fill(double reach, const Farthest& farthest);

  Corner table_[3 * kCorners * kCorners];
  double slack_;  // what rounding can lose, for a direction whose largest component is 1
};

// As world_box(body, pose), for a body whose core `bound` was made of: wider by a little, at the same price for any
// size.
Box world_box(const Rounded& body, const SupportBound& bound, const Pose& pose);
Box world_box(const Mesh& mesh, const SupportBound& bound, const Pose& pose);

}  // namespace clearance::detail
