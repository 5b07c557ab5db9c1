// Question: does a triangle stay out of the inner part of T, or above T's plane?
// Method:   two convex sets of a plane have no inner point of T in common exactly when a border line of one of them
//           keeps them apart; so the lines of T's edges are tried on the cutter's section with the plane, and the
//           cutter's own on T.
// Proves:   the answer, exactly.
#include <clearance/narrow/solid_contact_parts.h>

namespace clearance {
namespace {

struct Corners {
  Corner k[3];
};

Corners corners_of(const TriangleFrame& frame, const Cutter& cutter) {
  const MeshTriangle& t = frame.solids().mesh(cutter.body).triangle(cutter.triangle);
  return {{frame.corner_of(cutter.body, t[0]), frame.corner_of(cutter.body, t[1]), frame.corner_of(cutter.body, t[2])}};
}

// All of T on one side of the cutter's plane, not in it.
bool triangle_is_beside(const TriangleFrame& frame, const Corners& cutter) {
  int below = 0, above = 0;
  for (int i = 0; i < 3; ++i) {
    const int side = side_of(cutter.k[0], cutter.k[1], cutter.k[2], frame.corner(i));
    if (side < 0) ++below;
    if (side > 0) ++above;
  }
  return (below == 0) != (above == 0);
}

// All the points on the outer side of one of T's edges, or on its line.
bool are_outside(const TriangleFrame& frame, const PlanePoint (&corners)[3], const PlanePoint* points, int count) {
  for (int i = 0; i < 3; ++i) {
    int outside = 0;
    while (outside < count && frame.turn(corners[i], corners[(i + 1) % 3], points[outside]) <= 0) ++outside;
    if (outside == count) return true;
  }
  return false;
}

// A cutter in T's plane: T on the outer side of one of its edges. One without area has no outer side but its line's
// two.
bool is_outside_of(const TriangleFrame& frame, const PlanePoint (&corners)[3], const PlanePoint (&cutter)[3]) {
  const int turn = frame.turn(cutter[0], cutter[1], cutter[2]);
  for (int i = 0; i < 3; ++i) {
    int left = 0, right = 0;
    for (const PlanePoint& corner : corners) {
      const int side = frame.turn(cutter[i], cutter[(i + 1) % 3], corner);
      if (side > 0) ++left;
      if (side < 0) ++right;
    }
    if (turn >= 0 && left == 0 && right > 0) return true;
    if (turn <= 0 && right == 0 && left > 0) return true;
  }
  return false;
}

}  // namespace

bool is_on_positive_side(const TriangleFrame& frame, const Cutter& cutter) {
  const Corners corners = corners_of(frame, cutter);
  return frame.side(corners.k[0]) >= 0 && frame.side(corners.k[1]) >= 0 && frame.side(corners.k[2]) >= 0;
}

bool avoids_inner_part(const TriangleFrame& frame, const Cutter& cutter) {
  const Corners at = corners_of(frame, cutter);
  const int side[3] = {frame.side(at.k[0]), frame.side(at.k[1]), frame.side(at.k[2])};
  int below = 0, above = 0;
  for (const int s : side) {
    if (s < 0) ++below;
    if (s > 0) ++above;
  }
  if (below == 3 || above == 3) return true;
  if (below + above > 0 && triangle_is_beside(frame, at)) return true;
  const PlanePoint corners[3] = {frame.in_plane(frame.corner(0)), frame.in_plane(frame.corner(1)),
                                 frame.in_plane(frame.corner(2))};
  PlanePoint section[3];
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (side[i] == 0) section[count++] = frame.in_plane(at.k[i]);
    if (side[i] * side[j] < 0)
      section[count++] = frame.crossing(at.k[i], frame.height(at.k[i]), at.k[j], frame.height(at.k[j]));
  }
  return are_outside(frame, corners, section, count) || (count == 3 && is_outside_of(frame, corners, section));
}

}  // namespace clearance
