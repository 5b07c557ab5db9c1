// Question: which point of a simplex of up to four differences is nearest to the origin, in doubles?
// Method:   Voronoi regions of segment, triangle and tetrahedron, decided by the signs of dot and triple products; the
//           modern companion of Johnson's sub-algorithm (johnson.h), which spends its time on subsets that cannot win.
// Proves:   nothing; surely_inside() aside.
// Cost:     about 10, 30 and 80 flops for 2, 3 and 4 points.
// Notation: m the differences, λ the weights of the nearest point.
#pragma once

#include <clearance/narrow/posed_pair.h>

#include <cmath>
#include <limits>

namespace clearance {

// Up to four vertex pairs with their differences. After nearest_point: the vertices of the face that holds the point
// nearest to the origin, their weights (summing to 1), and the point.
struct PointSimplex {
  int count = 0;
  VertexPair pair[4];
  Vec3 m[4];
  double weight[4] = {1, 0, 0, 0};
  Vec3 nearest;

  void add(VertexPair p, Vec3 difference) {
    pair[count] = p;
    m[count] = difference;
    ++count;
  }
  bool has(VertexPair p) const {
    for (int k = 0; k < count; ++k)
      if (pair[k] == p) return true;
    return false;
  }
  // Keeps vertices i, j, … in that order.
  CLEARANCE_INLINE void keep(int i) { pair[0] = pair[i], m[0] = m[i], count = 1; }
  CLEARANCE_INLINE void keep(int i, int j) {
    const VertexPair p = pair[j];
    const Vec3 q = m[j];
    keep(i);
    pair[1] = p, m[1] = q, count = 2;
  }
  CLEARANCE_INLINE void keep(int i, int j, int k) {
    const VertexPair p = pair[k];
    const Vec3 q = m[k];
    keep(i, j);
    pair[2] = p, m[2] = q, count = 3;
  }
};

namespace detail {

// A face of the simplex and the weights of its nearest point.
struct NearestFace {
  int count;
  int vertex[3];
  double weight[3];
  Vec3 point;
};

CLEARANCE_INLINE NearestFace nearest_on_segment(const PointSimplex& s, int i, int j) {
  const Vec3 edge = s.m[j] - s.m[i];
  const double along = -dot(s.m[i], edge), length = squared_norm(edge);
  if (along <= 0) return {1, {i, 0, 0}, {1, 0, 0}, s.m[i]};
  if (along >= length) return {1, {j, 0, 0}, {1, 0, 0}, s.m[j]};
  const double t = along / length;
  return {2, {i, j, 0}, {1 - t, t, 0}, s.m[i] + t * edge};
}

inline NearestFace nearest_on_triangle(const PointSimplex& s, int i, int j, int k) {
  const Vec3 a = s.m[i], ab = s.m[j] - a, ac = s.m[k] - a;
  const double d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return {1, {i, 0, 0}, {1, 0, 0}, a};
  const Vec3 b = s.m[j];
  const double d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return {1, {j, 0, 0}, {1, 0, 0}, b};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double t = d1 / (d1 - d3);
    return {2, {i, j, 0}, {1 - t, t, 0}, a + t * ab};
  }
  const Vec3 c = s.m[k];
  const double d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return {1, {k, 0, 0}, {1, 0, 0}, c};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double t = d2 / (d2 - d6);
    return {2, {i, k, 0}, {1 - t, t, 0}, a + t * ac};
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {2, {j, k, 0}, {1 - t, t, 0}, b + t * (c - b)};
  }
  const double scale = 1 / (va + vb + vc), v = vb * scale, w = vc * scale;
  // The normal of the triangle is more accurate than the weighted sum, which cancels when the origin is near.
  const Vec3 n = cross(ab, ac);
  return {3, {i, j, k}, {1 - v - w, v, w}, n * (dot(n, a) / squared_norm(n))};
}

inline void keep_face(PointSimplex& s, const NearestFace& face) {
  if (face.count == 1)
    s.keep(face.vertex[0]);
  else if (face.count == 2)
    s.keep(face.vertex[0], face.vertex[1]);
  else
    s.keep(face.vertex[0], face.vertex[1], face.vertex[2]);
  for (int k = 0; k < 3; ++k) s.weight[k] = face.weight[k];
  s.nearest = face.point;
}

}  // namespace detail

// The four numbers whose common sign says that the origin is inside m0 … m3; each is a weight times the volume.
struct TetrahedronVolumes {
  double of[4];
};
CLEARANCE_INLINE TetrahedronVolumes volumes(const Vec3* m) {
  const Vec3 c01 = cross(m[0], m[1]), c23 = cross(m[2], m[3]);
  return {{dot(c23, m[1]), -dot(c23, m[0]), dot(c01, m[3]), -dot(c01, m[2])}};
}

CLEARANCE_INLINE bool seems_inside(const TetrahedronVolumes& v) {
  return (v.of[0] > 0 && v.of[1] > 0 && v.of[2] > 0 && v.of[3] > 0) ||
         (v.of[0] < 0 && v.of[1] < 0 && v.of[2] < 0 && v.of[3] < 0);
}

// Is the origin inside the tetrahedron beyond doubt? Each component of m is off by at most δ = 16u·reach, so a triple
// product of components up to D is off by at most 3·3δ·2D² for the input and 10u·6D³ for its own rounding; with D ≤ reach
// (1 + ε) that is below 288u + 60u times reach·D². 384u = 3·2⁻⁴⁶ leaves room for second-order terms and the bound's own
// rounding. Underflow: the product is at least 2⁻⁹⁰⁰, or nothing is concluded.
CLEARANCE_INLINE bool surely_inside(const TetrahedronVolumes& v, const Vec3* m, double reach) {
  const double largest = larger(larger(norm_max(m[0]), norm_max(m[1])), larger(norm_max(m[2]), norm_max(m[3])));
  const double bound = 0x3p-46 * reach * (largest * largest);
  const double low = smaller(smaller(v.of[0], v.of[1]), smaller(v.of[2], v.of[3]));
  const double high = larger(larger(v.of[0], v.of[1]), larger(v.of[2], v.of[3]));
  return (low > bound || high < -bound) && bound > 0x1p-900 && bound < std::numeric_limits<double>::infinity();
}

// Reduces the simplex to the face nearest to the origin. Returns false, leaving all four vertices, when the origin is
// inside a tetrahedron.
inline bool nearest_point(PointSimplex& s) {
  switch (s.count) {
    case 1:
      s.weight[0] = 1;
      s.nearest = s.m[0];
      return true;
    case 2: detail::keep_face(s, detail::nearest_on_segment(s, 0, 1)); return true;
    case 3: detail::keep_face(s, detail::nearest_on_triangle(s, 0, 1, 2)); return true;
    default: break;
  }
  const TetrahedronVolumes v = volumes(s.m);
  const double total = (v.of[0] + v.of[1]) + (v.of[2] + v.of[3]);
  const double side = total < 0 ? -1 : 1;
  detail::NearestFace best{};
  double best_square = std::numeric_limits<double>::infinity();
  // The face opposite k is seen by the origin when k's weight is not positive.
  constexpr int kOpposite[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  for (int k = 0; k < 4; ++k) {
    if (side * v.of[k] > 0) continue;
    const detail::NearestFace face =
        detail::nearest_on_triangle(s, kOpposite[k][0], kOpposite[k][1], kOpposite[k][2]);
    const double square = squared_norm(face.point);
    if (square < best_square) best_square = square, best = face;
  }
  if (best_square == std::numeric_limits<double>::infinity()) return false;
  detail::keep_face(s, best);
  return true;
}

}  // namespace clearance
