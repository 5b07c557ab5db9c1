// Question: along a direction that nearly separates two convex bodies best, which pairs of their points are nearest,
//           and is it the only such direction?
// Method:   the vertices of either core that reach as far along it, within a tolerance, are a vertex, an edge or a
//           face; where the projections of both overlap, points face each other. The direction is first made that of
//           the features it nearly belongs to, wherever the cores are no closer along that.
// Proves:   nothing but lower(): doubles with a tolerance.
// Cost:     a look at all vertices and faces.
// Notation: g(n) = min n·q − max n·p over the cores' points, negative where they overlap.
#pragma once

#include <clearance/contact/convex/clip_polygons.h>
#include <clearance/math/pose.h>
#include <clearance/shape/rounded.h>

#include <vector>

namespace clearance::detail {

struct NearPoints {
  Vec3 a, b;  // on the bodies
};

class NearFaces {
 public:
  // `tolerance` is a length, below which points are equal.
  NearFaces(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double tolerance);

  double tolerance() const { return tolerance_; }
  // No more than g(n), for n of unit length up to rounding.
  double lower(Vec3 n) const { return gap_along(n) - rounding_; }
  double gap_along(Vec3 n) const;
  // The direction of the features that are within `turn` (radians) of n, or n.
  Vec3 snapped(Vec3 n, double turn) const;
  // Appends the corners of where both face each other; `around` is taken where rounding leaves nothing of that.
  void append_corners(Vec3 n, Vec3 around, std::vector<NearPoints>& out) const;
  // Of cores that meet, but hardly: no other direction separates them as well.
  bool is_only_direction(Vec3 n) const;

 private:
  struct Side {
    const Rounded& body;
    const Pose& pose;
    double sign;  // 1: its highest points along n matter; −1: its lowest

    const Polytope& core() const { return body.core(); }
    Vec3 local(Vec3 n) const { return sign * transpose_times(pose.rotation(), n); }
  };
  // The vertices within `slack` of the farthest.
  static std::vector<int> nearest(const Side& side, Vec3 n, double slack);
  // Of the cores' vertices, relative to origin() and in units of scale(), as hulls.
  std::vector<PlanePoint> projected(const Side& side, const std::vector<int>& vertices, Vec3 u, Vec3 v) const;
  void add_face_normals(const Side& side, const std::vector<int>& vertices, Vec3 n, std::vector<Vec3>& out) const;

  Side a_, b_;
  double size_, tolerance_, rounding_;
};

}  // namespace clearance::detail
