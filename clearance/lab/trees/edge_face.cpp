// Notation: as in edge_face_points.h: 0, 1 the ends of the edge, 2 its body's third vertex, corners from 3 on.
#include <clearance/lab/trees/edge_face.h>

#include <clearance/lab/trees/edge_face_points.h>

namespace clearance {
namespace {

using Where = EdgeFacePoints::Where;

// ---- Canny -----------------------------------------------------------------------------------------------------

// Predicate B of the edge and each side of the face: the edge's line passes all on the same hand, if it meets the face.
// Null: it meets the line of that side; then it is on the boundary, unless another side says that it is outside.
Where canny_where(EdgeFacePoints& f) {
  bool left = false, right = false, null = false;
  for (int k = 3; k < f.end(); ++k) {
    const int b = f.points.orientation(0, 1, k, f.next(k));
    left = left || b > 0;
    right = right || b < 0;
    null = null || b == 0;
  }
  return left && right ? Where::Outside : null ? Where::Boundary : Where::Inside;
}

// Within the plane B is null throughout; with the face's normal in place of one edge it is a turn. Two convex sets of a
// plane are apart just when a side of one of them separates them.
bool canny_within_plane(EdgeFacePoints& f) {
  const int sense = f.points.turn(3, 4, f.turned(), f.axis());
  bool left = true, right = true;
  for (int k = 3; k < f.end(); ++k) {
    const auto outside = [&](int i) { return sense * f.points.turn(k, f.next(k), i, f.axis()) < 0; };
    if (outside(0) && outside(1)) return false;
    const int turn = f.points.turn(0, 1, k, f.axis());
    left = left && turn > 0;
    right = right && turn < 0;
  }
  return !left && !right;
}

// ---- Determinants ----------------------------------------------------------------------------------------------

// Side k is on the line of determinants_where. Along it, the signs |0 1 q p| change where the edge is, for any corner q
// that is not on the line.
bool edge_meets_line_within(EdgeFacePoints& f, int v, int k) {
  int q = 3;
  while (f.points.orientation(0, 1, v, q) == 0) ++q;
  return f.points.orientation(0, 1, q, k) * f.points.orientation(0, 1, q, f.next(k)) <= 0;
}

// The plane of the edge and the vertex v meets the face's plane in a line through the point where the edge does; a ray
// runs along it from there. A side of the face crosses the line where its ends are on different sides of the first
// plane: signs |0 1 v p|, null counting as positive, as if the plane were moved by infinitely little. It meets the ray,
// not the other half of the line, where that sign and |0 1 p p'| agree. The edge goes through the side itself
// where |0 1 p p'| is null and the side reaches the line.
Where determinants_where(EdgeFacePoints& f, int v) {
  FeaturePoints& points = f.points;
  bool inside = false;
  int from = points.orientation(0, 1, v, 3), to = 0;
  for (int k = 3; k < f.end(); ++k, from = to) {
    const int j = f.next(k);
    to = points.orientation(0, 1, v, j);
    if (from * to > 0) continue;
    if (from == 0 && to == 0) {
      if (edge_meets_line_within(f, v, k)) return Where::Boundary;
      continue;
    }
    const int hand = points.orientation(0, 1, k, j);
    if (hand == 0) return Where::Boundary;
    if ((from >= 0) != (to >= 0) && hand * (from >= 0 ? 1 : -1) > 0) inside = !inside;
  }
  return inside ? Where::Inside : Where::Outside;
}

// The body's third vertex, unless it is in line with the edge; then a corner of the face.
int plane_vertex(EdgeFacePoints& f) {
  for (int v = 2; v < f.end(); ++v)
    for (int k = 3; k < f.end(); ++k)
      if (f.points.orientation(0, 1, v, k) != 0) return v;
  return 2;
}

bool between(FeaturePoints& points, int p, int m, int q) { return points.order(p, m) * points.order(m, q) >= 0; }

bool segments_meet(FeaturePoints& points, int p0, int p1, int q0, int q1, int axis) {
  const int at_q0 = points.turn(p0, p1, q0, axis), at_q1 = points.turn(p0, p1, q1, axis);
  const int at_p0 = points.turn(q0, q1, p0, axis), at_p1 = points.turn(q0, q1, p1, axis);
  if (at_q0 * at_q1 < 0 && at_p0 * at_p1 < 0) return true;
  return (at_q0 == 0 && between(points, p0, q0, p1)) || (at_q1 == 0 && between(points, p0, q1, p1)) ||
         (at_p0 == 0 && between(points, q0, p0, q1)) || (at_p1 == 0 && between(points, q0, p1, q1));
}

// Within the plane turns take the place of determinants, and the order of points that of the plane through v.
bool determinants_within_plane(EdgeFacePoints& f) {
  bool inside = false;
  for (int k = 3; k < f.end(); ++k) {
    const int j = f.next(k);
    if (segments_meet(f.points, 0, 1, k, j, f.axis())) return true;
    const bool from = f.points.order(k, 0) > 0, to = f.points.order(j, 0) > 0;
    if (from != to && f.points.turn(k, j, 0, f.axis()) * (from ? 1 : -1) > 0) inside = !inside;
  }
  return inside;
}

}  // namespace

const char* to_string(EdgeFace relation) {
  switch (relation) {
    case EdgeFace::Apart:
      return "apart";
    case EdgeFace::Meet:
      return "meet";
    case EdgeFace::Pierce:
      return "pierce";
  }
  return "";
}

EdgeFace edge_face_canny(const EdgeAt& edge, const FaceAt& face) {
  EdgeFacePoints f(edge, face);
  if (f.on_one_side()) return EdgeFace::Apart;  // predicate A, of both ends
  if (f.is_within_plane()) return canny_within_plane(f) ? EdgeFace::Meet : EdgeFace::Apart;
  return f.conclude(canny_where(f));
}

EdgeFace edge_face_determinants(const EdgeAt& edge, const FaceAt& face) {
  EdgeFacePoints f(edge, face);
  if (f.on_one_side()) return EdgeFace::Apart;
  if (f.is_within_plane()) return determinants_within_plane(f) ? EdgeFace::Meet : EdgeFace::Apart;
  return f.conclude(determinants_where(f, plane_vertex(f)));
}

std::span<const EdgeFaceMethod> edge_face_methods() {
  static constexpr EdgeFaceMethod kMethods[] = {
      {"canny", "Canny 1986, predicates A and B", true, edge_face_canny},
      {"parity", "Boyse 1979, odd parity of a ray", false, edge_face_parity},
      {"determinants", "Thomas and Torras 1994, signs of vertex determinants", false, edge_face_determinants},
  };
  return kMethods;
}

}  // namespace clearance
