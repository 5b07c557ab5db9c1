// Question: does a triangle stay out of the inner part of T, or above T's plane?
// Method:   two convex sets of a plane have no inner point of T in common exactly when a border line of one of them
//           keeps them apart; so the lines of T's edges are tried on the other triangle's section with the plane, and
//           its own on T. Triangles of T's own solid are compared in their own frame, where corners are plain doubles.
// Proves:   the answer, exactly.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/orient3d.h>
#include <clearance/solid/contact_parts.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// All of T on one side of the other's plane, and not in it.
bool is_beside(const int (&sides)[3]) {
  const bool below = std::any_of(sides, sides + 3, [](int s) { return s < 0; });
  const bool above = std::any_of(sides, sides + 3, [](int s) { return s > 0; });
  return below != above;
}

// Whether some line through two neighbouring corners of `border` has nothing of `points` on its inner side. The
// border's own turn is the inner side's sign; of one without area both sides are outer ones, its line's points are on
// neither.
template <class Point, class Turn>
bool keeps_out(const Point (&border)[3], int inner, const Point* points, int count, const Turn& turn) {
  for (int i = 0; i < 3; ++i) {
    int left = 0, right = 0;
    for (int k = 0; k < count; ++k) {
      const int side = turn(border[i], border[(i + 1) % 3], points[k]);
      if (side > 0) ++left;
      if (side < 0) ++right;
    }
    if (inner > 0 && left == 0) return true;
    if (inner < 0 && right == 0) return true;
    if (inner == 0 && (left == 0) != (right == 0)) return true;
  }
  return false;
}

// The axis along which the triangle keeps its area, and the turn it makes seen from there.
int turn_of(const Vec3 (&t)[3], int& axis) {
  for (axis = 0; axis < 3; ++axis)
    if (const int turn = orient2d_sign(t[0], t[1], t[2], axis); turn != 0) return turn;
  return 0;
}

}  // namespace

CutterView::CutterView(const TriangleFrame& frame, const Cutter& cutter) : frame_(frame) {
  const MeshTriangle& t = frame.solids().mesh(cutter.body).triangle(cutter.triangle);
  for (int i = 0; i < 3; ++i) {
    corners_[i] = frame.corner_of(cutter.body, t[static_cast<std::size_t>(i)]);
    sides_[i] = frame.side(corners_[i]);
  }
}

bool CutterView::is_on_side(int side) const {
  return side * sides_[0] >= 0 && side * sides_[1] >= 0 && side * sides_[2] >= 0;
}

bool CutterView::avoids_inner_part() const {
  int of_triangle[3];
  for (int i = 0; i < 3; ++i) of_triangle[i] = side_of(corners_[0], corners_[1], corners_[2], frame_.corner(i));
  if (is_beside(of_triangle)) return true;
  const ExactPlanePoint corners[3] = {frame_.in_plane(frame_.corner(0)), frame_.in_plane(frame_.corner(1)),
                                      frame_.in_plane(frame_.corner(2))};
  ExactPlanePoint section[3];
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (sides_[i] == 0) section[count++] = frame_.in_plane(corners_[i]);
    if (sides_[i] * sides_[j] < 0)
      section[count++] =
          frame_.crossing(corners_[i], frame_.height(corners_[i]), corners_[j], frame_.height(corners_[j]));
  }
  const auto turn = [&](const ExactPlanePoint& p, const ExactPlanePoint& q, const ExactPlanePoint& r) {
    return frame_.turn(p, q, r);
  };
  if (keeps_out(corners, 1, section, count, turn)) return true;
  return count == 3 && keeps_out(section, turn(section[0], section[1], section[2]), corners, 3, turn);
}

bool avoids_inner_part(const Vec3 (&t)[3], const Vec3 (&other)[3]) {
  int axis = 0;
  const int inner = turn_of(t, axis);
  Vec3 in_plane[3];
  int count = 0, below = 0, above = 0;
  for (const Vec3 v : other) {
    const bool is_corner = v == t[0] || v == t[1] || v == t[2];
    const int side = is_corner ? 0 : orient3d_sign(t[0], t[1], t[2], v);
    if (side == 0) in_plane[count++] = v;
    if (side < 0) ++below;
    if (side > 0) ++above;
  }
  const auto turn = [&](Vec3 p, Vec3 q, Vec3 r) { return r == p || r == q ? 0 : orient2d_sign(p, q, r, axis); };
  if (below == 0 || above == 0) {
    if (count == 0 || keeps_out(t, inner, in_plane, count, turn)) return true;
    return count == 3 && keeps_out(other, turn(other[0], other[1], other[2]), t, 3, turn);
  }
  int of_triangle[3];
  for (int i = 0; i < 3; ++i) of_triangle[i] = orient3d_sign(other[0], other[1], other[2], t[i]);
  return is_beside(of_triangle);
}

void visit_own_cutters(const Mesh& own, std::uint32_t triangle, FunctionRef<bool(std::uint32_t)> visit) {
  const auto corners = [&](std::uint32_t t, Vec3(&out)[3]) {
    for (std::size_t i = 0; i < 3; ++i) out[i] = own.vertex(own.triangle(t)[i]);
    Box box = kNoBox;
    for (const Vec3 v : out) box = united(box, {v, v});
    return box;
  };
  Vec3 t[3], other_corners[3];
  const Box box = corners(triangle, t);
  own.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t k = first; k < first + count; ++k)
      if (k != triangle && overlap(corners(k, other_corners), box) && !avoids_inner_part(t, other_corners) && !visit(k))
        return false;
    return true;
  });
}

bool has_own_cutter(const Mesh& own, std::uint32_t triangle) {
  bool found = false;
  visit_own_cutters(own, triangle, [&](std::uint32_t) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace clearance::detail
