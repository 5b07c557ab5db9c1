// What the queries of a convex body and a mesh share; no part of the interface.
// Method:   the body's box in the mesh's frame finds triangles; each is then looked at in the body's own frame, in
//           doubles with error bounds, before it becomes a convex body of its own.
// Notation: a the convex body, core and radius r; b the mesh; u = 2⁻⁵³; S = reach of both and |t_b − t_a|∞.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/exact/dyadic.h>
#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/rounded.h>

#include <cstdint>
#include <optional>
#include <span>

namespace clearance::detail {

// x ↦ matrix·x + shift takes one body's frame to another's, for points with |x|₁ ≤ reach; each coordinate is off by at
// most `error`.
struct FrameMap {
  FrameMap(const Pose& from, double reach, const Pose& to);

  Vec3 operator()(Vec3 x) const { return matrix * x + shift; }

  Mat3 matrix;
  Vec3 shift;
  double error;
};

// A triangle as a convex body: polygon, segment or point, exactly. Its ids are the mesh's vertex numbers.
Polytope triangle_polytope(const Mesh& mesh, std::uint32_t t);
// Of three points, numbered 0, 1, 2.
Polytope triangle_polytope(Vec3 a, Vec3 b, Vec3 c);
// One triangle after another, in memory that stays. A copy begins with none of its own.
class TriangleSlot {
 public:
  TriangleSlot() = default;
  TriangleSlot(const TriangleSlot&) {}
  TriangleSlot& operator=(const TriangleSlot&) { return *this; }

  // As triangle_polytope(); holds until the next call.
  const Rounded& set(const Mesh& mesh, std::uint32_t t);

 private:
  std::optional<Rounded> with_area_, other_;
};
// The point of the world at the origin's place.
Polytope point_polytope();

// Lengths in a body's frame and in the world differ by at most this factor: a matrix stretches by less (CONTRACT §1),
// and roundings cost less.
inline double stretch_of(const Pose& pose) { return pose.kind() == Pose::Kind::Quaternion ? 1 + 0x1p-40 : 1.0003; }

// DistanceOptions::relative_width as searches over triangles take it, less what bounds and exact pairs may differ by.
// What is narrower than the promise of Distance asks for nothing; no bracket is wider than a thousand to one, so that
// its lower end shows that the bodies are apart.
inline double wide_of(double relative_width) {
  const double width = relative_width > 0 ? smaller(relative_width, 1 - 0x1p-10) * (1 - 0x1p-20) : 0;
  return width > 1e-8 ? width : 0;
}

class ConvexMeshPair {
 public:
  ConvexMeshPair(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

  const Rounded& a() const { return a_; }
  const Mesh& b() const { return b_; }
  const Pose& pose_a() const { return pose_a_; }
  const Pose& pose_b() const { return pose_b_; }
  const FrameMap& to_a() const { return to_a_; }
  const FrameMap& to_b() const { return to_b_; }

  // Triangles, by position, that may have a point within `margin` of the core; the visitor returns whether to go on.
  void for_triangles(double margin, FunctionRef<bool(std::uint32_t)> visit) const;
  // Every point of the triangle is farther than `margin` from the core: proved, or false.
  bool surely_beyond(std::uint32_t t, double margin) const;
  // Whether the body has an inside of its own.
  bool has_volume() const { return a_.radius() > 0 || a_.core().dimension() == 3; }

 private:
  bool separates(Vec3 n, const Vec3 (&corner)[3], double margin) const;

  const Rounded& a_;
  const Pose& pose_a_;
  const Mesh& b_;
  const Pose& pose_b_;
  FrameMap to_a_, to_b_;
  double slack_;  // on a coordinate of either body in a's frame, and on a unit of |n|₁ in a product with one
};

// The boundary of a hull with volume, as a solid.
Mesh solid_of(const Polytope& hull);

// Another triangle of the plane of triangle t (which has area), near it, looks the other way: only then the winding
// number can be the same on both sides.
bool may_be_fin(const Mesh& mesh, std::uint32_t t);
// Every one of these triangles has a partner among them with the same corners that looks the other way.
bool cancel_in_pairs(const Mesh& mesh, std::span<const std::uint32_t> triangles);

// A point of the world, nearest / denominator, in int a and on a convex piece of a triangle over which the winding
// number jumps; middle / middle_denominator is inside the piece. Denominators are positive.
struct JumpPlace {
  DyadicVec nearest;
  Dyadic denominator;
  DyadicVec middle;
  Dyadic middle_denominator;
};
// For a body with a radius: such a place on triangle t, which has area, or nothing. Exactly.
std::optional<JumpPlace> jump_within(const ConvexMeshPair& pair, std::uint32_t t);
// A point beside that place which is inside both; nothing where ExactPoint's terms do not show one.
std::optional<ExactPoint> interior_point_at(const ConvexMeshPair& pair, std::uint32_t t, const JumpPlace& place);

// Strictly inside the body, exactly; the second for a point numerator / denominator, the denominator positive.
bool strictly_inside(const Rounded& body, const Pose& pose, Vec3 world_point);
bool strictly_inside(const Rounded& body, const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator);
// That point in as few terms as show it to be inside both; nothing where four do not.
std::optional<ExactPoint> shown(const ConvexMeshPair& pair, const DyadicVec& numerator, const Dyadic& denominator);

inline ExactPoint exact_point(Vec3 p) {
  ExactPoint point;
  point.count = 1;
  point.x[0] = p.x, point.y[0] = p.y, point.z[0] = p.z;
  return point;
}

}  // namespace clearance::detail
