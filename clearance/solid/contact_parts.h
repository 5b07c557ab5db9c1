// Question: what do the steps of contact.h share?
// Method:   exact corners relative to one triangle's first corner, each with its rounding, so that doubles decide what
//           is clear and Dyadic numbers the rest; a spot in a triangle's plane; how often a surface winds around the
//           points just beside it.
// Notation: S = scale(): exact numbers are S times world lengths. T the triangle looked at; its normal points to its
//           positive side. w(s, r) = the winding number of s + δr for all small enough δ > 0.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/approx.h>
#include <clearance/solid/contact.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clearance::detail {

// A point in a body's own frame, each coordinate off by at most `error`.
struct RoughPoint {
  Vec3 value;
  double error = 0;
};
// R⁻¹z for the linear part R of the pose, z off by at most `error` in each coordinate.
RoughPoint turned_back(const Pose& pose, Vec3 z, double error);
RoughPoint to_local(const Pose& pose, Vec3 world_point);
// A vertex of another body.
RoughPoint to_local(const Pose& pose, Vec3 vertex, const Pose& vertex_pose);

inline Body other(Body body) { return body == Body::A ? Body::B : Body::A; }

// Two solids under their poses, and the exact places of the vertices that were asked for.
class PosedSolids {
 public:
  PosedSolids(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b)
      : meshes_{&a, &b}, poses_{&pose_a, &pose_b}, pair_(pose_a, pose_b) {}

  const Mesh& mesh(Body body) const { return *meshes_[static_cast<int>(body)]; }
  const Pose& pose(Body body) const { return *poses_[static_cast<int>(body)]; }
  const Dyadic& scale() const { return pair_.scale(); }
  // Times the scale.
  const DyadicVec& point(Body body, std::uint32_t vertex);

 private:
  const Mesh* meshes_[2];
  const Pose* poses_[2];
  ExactPair pair_;
  std::unordered_map<std::uint32_t, DyadicVec> points_[2];
};

// Relative to the first corner of T; `exact` times the scale.
struct Corner {
  DyadicVec exact;
  ApproxVec approx;
};

// A point of T's plane: (u, v) / w in the two coordinates that are kept, times the scale; w > 0. x, y is its rounding,
// each off by less than 2⁻⁵⁰ of itself.
struct ExactPlanePoint {
  Dyadic u, v, w;
  double x = 0, y = 0;
};

// A point in T's plane: relative to T's first corner, `numerator` / `weight` times the scale.
struct Spot {
  DyadicVec numerator;
  Dyadic weight;
  ApproxVec approx;
};

class TriangleFrame {
 public:
  TriangleFrame(PosedSolids& solids, Body body, std::uint32_t triangle);

  PosedSolids& solids() const { return solids_; }
  Body body() const { return body_; }
  std::uint32_t triangle() const { return triangle_; }
  bool has_area() const { return axis_ >= 0; }
  const Corner& corner(int i) const { return corners_[i]; }
  // T's normal in doubles, of any length.
  Vec3 normal() const { return normal_approx_.value; }
  Vec3 anchor() const { return solids_.mesh(body_).vertex(vertices_[0]); }
  const DyadicVec& anchor_exact() const { return solids_.point(body_, vertices_[0]); }

  Corner corner_of(Body body, std::uint32_t vertex) const;
  // Of T's plane. height() is a positive multiple of how far above it is.
  int side(const Corner& corner) const;
  Dyadic height(const Corner& corner) const { return dot(normal_, corner.exact); }
  // Proved in doubles, or 0.
  int side_of_direction(Vec3 direction) const;

  // The rest is for triangles with area. `p` must lie in the plane, here and below.
  ExactPlanePoint in_plane(const Corner& p) const;
  ExactPlanePoint in_plane(Dyadic u, Dyadic v, Dyadic w) const;
  ExactPlanePoint in_plane(double x, double y) const;
  // The point where the edge from p to q meets the plane, their heights being of opposite signs.
  ExactPlanePoint crossing(const Corner& p, const Dyadic& height_p, const Corner& q, const Dyadic& height_q) const;
  // Turns are counter-clockwise seen from the positive side.
  int turn(const ExactPlanePoint& p, const ExactPlanePoint& q, const ExactPlanePoint& r) const;
  Spot spot(const ExactPlanePoint& p) const;
  Spot center() const;

 private:
  PosedSolids& solids_;
  Body body_;
  std::uint32_t triangle_;
  MeshTriangle vertices_;
  Corner corners_[3];
  DyadicVec normal_;
  ApproxVec normal_approx_;
  int axis_ = -1;  // the coordinate that is dropped: the largest of the normal
  int axis_sign_ = 0;
};

// Vectors of which signs of products are asked, all times one power of two where such products overflow or vanish; what
// becomes denormal is in the error.
template <std::size_t kCount>
void bring_near_one(ApproxVec (&vectors)[kCount]) {
  double size = 0;
  for (const ApproxVec& v : vectors) size = larger(size, norm_max(v.value));
  if ((size > 0x1p-250 && size < 0x1p250) || !(size > 0) || !std::isfinite(size)) [[likely]]
    return;
  int exponent = 0;
  std::frexp(size, &exponent);
  const double scale = std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
  for (ApproxVec& v : vectors) v = {scale * v.value, scale * v.error * kSlack + kUnderflow};
}

// Which side of the triangle abc is x on?
int side_of(const Corner& a, const Corner& b, const Corner& c, const Corner& x);

// w(spot, direction) of one of the solids. Nothing when the ray runs along a triangle or through an edge.
std::optional<int> winding_beside(const TriangleFrame& frame, const Spot& spot, Vec3 direction, Body of);

// A triangle of either solid that may cut T.
struct Cutter {
  Body body;
  std::uint32_t triangle;
};
// One spot of every cell that the cutters cut T into (some cells more than once); the visitor returns whether to go on.
void visit_cells(const TriangleFrame& frame, const std::vector<Cutter>& cutters, FunctionRef<bool(const Spot&)> visit);

// How a cutter lies to T.
class CutterView {
 public:
  CutterView(const TriangleFrame& frame, const Cutter& cutter);

  // All of it on that side of T's plane, named by its sign, or in the plane.
  bool is_on_side(int side) const;
  // No point of it in the inner part of T, its edges excluded.
  bool avoids_inner_part() const;

 private:
  const TriangleFrame& frame_;
  Corner corners_[3];
  int sides_[3];
};
// The same of two triangles in one frame, the first with area; false, too, where the second crosses the first's plane
// and the first is not on one side of its own.
bool avoids_inner_part(const Vec3 (&t)[3], const Vec3 (&other)[3]);
// Triangles of a solid that may reach into the inner part of one of its own (positions); the visitor returns whether to
// go on.
void visit_own_cutters(const Mesh& own, std::uint32_t triangle, FunctionRef<bool(std::uint32_t)> visit);
bool has_own_cutter(const Mesh& own, std::uint32_t triangle);

// A point inside both solids near spot + δ·direction, δ > 0, where both solids wind around all such points with δ small
// enough. Nothing only when ExactPoint's terms cannot show one.
std::optional<ExactPoint> interior_point_beside(const TriangleFrame& frame, const Spot& spot, Vec3 direction);

// Pairs of triangles (positions) that share a point, in no certain order; the visitor returns whether to go on.
struct ContactPair {
  std::uint32_t a, b;
  bool cross;
};
void visit_contacts(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                    FunctionRef<bool(const ContactPair&)> visit);

}  // namespace clearance::detail
