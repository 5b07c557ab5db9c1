// Question: which point of a simplex of up to four differences is nearest to the origin, in doubles?
// Method:   Voronoi regions of segment, triangle and tetrahedron, decided by the signs of dot and triple products; the
//           modern companion of Johnson's sub-algorithm (johnson.h), which spends its time on subsets that cannot win.
// Proves:   nothing; surely_inside() aside.
// Cost:     about 10, 30 and 80 flops for 2, 3 and 4 points.
// Notation: m the differences, λ the weights of the nearest point.
#pragma once

#include <clearance/convex/posed_pair.h>

#include <bit>
#include <cmath>
#include <limits>

namespace clearance {

// Up to four vertex pairs with their differences. After nearest_point: the vertices of the face that holds the point
// nearest to the origin, the point's weights (summing to 1), and its direction.
struct PointSimplex {
  int count = 0;
  VertexPair pair[4];
  Vec3 m[4];
  double weight[4] = {1, 0, 0, 0};
  Vec3 direction;  // of any length: a quotient would only keep the next support search waiting

  Vec3 point() const {
    Vec3 sum;
    for (int k = 0; k < count; ++k) sum = sum + weight[k] * m[k];
    return sum;
  }

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

// A face of the simplex that holds the nearest point, and the point's weights.
struct NearestFace {
  int count;
  int vertex[3];
  double weight[3];
};

// Products of the differences with each other: all that the regions are decided by.
struct Gram {
  double of[4][4] = {};

  CLEARANCE_INLINE explicit Gram(const PointSimplex& s) {
    for (int i = 0; i < s.count; ++i)
      for (int j = 0; j <= i; ++j) of[i][j] = of[j][i] = dot(s.m[i], s.m[j]);
  }
};

CLEARANCE_INLINE NearestFace on_vertex(int i) { return {1, {i, 0, 0}, {1, 0, 0}}; }
// On the edge from i to j, `from_i` to `from_j` the distances along it, up to a factor.
CLEARANCE_INLINE NearestFace on_edge(int i, int j, double from_i, double from_j) {
  const double t = from_i / (from_i + from_j);
  return {2, {i, j, 0}, {1 - t, t, 0}};
}

CLEARANCE_INLINE NearestFace nearest_on_segment(const PointSimplex& s) {
  const Vec3 edge = s.m[1] - s.m[0];
  const double from_0 = -dot(s.m[0], edge), from_1 = dot(s.m[1], edge);
  if (from_0 <= 0) return on_vertex(0);
  if (from_1 <= 0) return on_vertex(1);
  return on_edge(0, 1, from_0, from_1);
}

// a, b, c the vertices; d1 … d6 are −ab·a, −ac·a, −ab·b, −ac·b, −ab·c, −ac·c.
CLEARANCE_INLINE NearestFace nearest_on_triangle(const Gram& g, int a, int b, int c) {
  const double ab = g.of[a][b], ac = g.of[a][c], bc = g.of[b][c];
  const double d1 = g.of[a][a] - ab, d2 = g.of[a][a] - ac;
  if (d1 <= 0 && d2 <= 0) return on_vertex(a);
  const double d3 = ab - g.of[b][b], d4 = ab - bc;
  if (d3 >= 0 && d4 <= d3) return on_vertex(b);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return on_edge(a, b, d1, -d3);
  const double d5 = ac - bc, d6 = ac - g.of[c][c];
  if (d6 >= 0 && d5 <= d6) return on_vertex(c);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return on_edge(a, c, d2, -d6);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return on_edge(b, c, d4 - d3, d5 - d6);
  // Rounding can leave one of the three just below zero; a weight never is.
  const double wa = larger(va, 0), wb = larger(vb, 0), wc = larger(vc, 0), scale = 1 / (wa + wb + wc);
  if (!(scale <= std::numeric_limits<double>::max())) return on_vertex(a);
  return {3, {a, b, c}, {wa * scale, wb * scale, wc * scale}};
}

CLEARANCE_INLINE double squared_distance(const PointSimplex& s, const NearestFace& face) {
  Vec3 sum;
  for (int k = 0; k < face.count; ++k) sum = sum + face.weight[k] * s.m[face.vertex[k]];
  return squared_norm(sum);
}

CLEARANCE_INLINE void keep_face(PointSimplex& s, const NearestFace& face) {
  // Square to the face within rounding of its own parts, however near the origin: the weighted sum would cancel there.
  if (face.count == 1) {
    s.keep(face.vertex[0]);
    s.direction = s.m[0];
  } else if (face.count == 2) {
    s.keep(face.vertex[0], face.vertex[1]);
    const Vec3 edge = s.m[1] - s.m[0];
    s.direction = cross(cross(edge, s.m[0]), edge);
  } else {
    s.keep(face.vertex[0], face.vertex[1], face.vertex[2]);
    const Vec3 n = cross(s.m[1] - s.m[0], s.m[2] - s.m[0]);
    s.direction = dot(n, s.m[0]) < 0 ? -n : n;
  }
  for (int k = 0; k < 3; ++k) s.weight[k] = face.weight[k];
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
// product of components up to D is off by at most 3·3δ·2D² for the input and 10u·6D³ for its own rounding; with D ≤
// reach (1 + ε) that is below 288u + 60u times reach·D². 384u = 3·2⁻⁴⁶ leaves room for second-order terms and the
// bound's own rounding. Underflow: the product is at least 2⁻⁹⁰⁰, or nothing is concluded.
CLEARANCE_INLINE bool surely_inside(const TetrahedronVolumes& v, const Vec3* m, double reach) {
  const double largest = larger(larger(norm_max(m[0]), norm_max(m[1])), larger(norm_max(m[2]), norm_max(m[3])));
  const double bound = 0x3p-46 * reach * (largest * largest);
  const double low = smaller(smaller(v.of[0], v.of[1]), smaller(v.of[2], v.of[3]));
  const double high = larger(larger(v.of[0], v.of[1]), larger(v.of[2], v.of[3]));
  return (low > bound || high < -bound) && bound > 0x1p-900 && bound < std::numeric_limits<double>::infinity();
}

// Reduces the simplex to the face nearest to the origin. Returns false, leaving all four vertices, when the origin is
// inside a tetrahedron.
CLEARANCE_INLINE bool nearest_point(PointSimplex& s) {
  if (s.count == 1) {
    s.weight[0] = 1;
    s.direction = s.m[0];
    return true;
  }
  if (s.count == 2) return detail::keep_face(s, detail::nearest_on_segment(s)), true;
  // The faces that the origin sees: of a tetrahedron those whose opposite vertex has no positive weight.
  constexpr int kFaces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  int seen[4] = {0, 0, 0, 0}, seen_count = 1;
  if (s.count == 4) {
    const TetrahedronVolumes v = volumes(s.m);
    const double side = (v.of[0] + v.of[1]) + (v.of[2] + v.of[3]) < 0 ? -1 : 1;
    seen_count = 0;
    for (int k = 3; k >= 0; --k)
      if (!(side * v.of[k] > 0)) seen[seen_count++] = 3 - k;
    if (seen_count == 0) return false;
  }
  const detail::Gram gram(s);
  detail::NearestFace best{};
  double best_square = std::numeric_limits<double>::infinity();
  for (int k = 0; k < seen_count; ++k) {
    const int* const at = kFaces[seen[k]];
    const detail::NearestFace face = detail::nearest_on_triangle(gram, at[0], at[1], at[2]);
    const double square = seen_count > 1 ? detail::squared_distance(s, face) : 0;
    if (square < best_square) best_square = square, best = face;
  }
  if (best.count == 0) best = detail::on_vertex(0);  // NaN all through: any vertex will do
  detail::keep_face(s, best);
  return true;
}

// nearest_point() of a simplex, all of which is its nearest face, and one more difference w, nearer than that along the
// direction: then the nearest point is on a face with w, and there are seven of these, three triangles, three edges and
// w itself. All are looked at side by side, each by how much nearer than w it comes, with no branch: which one it is,
// nothing can predict. False as above, which is out of the question unless `may_hold_origin`.
// Notation: e the vectors from w to the others; t, l, g = −w·e, e·e, e·e′ (e′ the next); α, β the weights of e and e′
// times det.
CLEARANCE_INLINE bool nearest_point_with(PointSimplex& s, VertexPair pair, Vec3 w, bool may_hold_origin) {
  using Lanes = simd::Register<4>::Doubles;
  using Integers = simd::Register<4>::Integers;
  if (may_hold_origin && s.count == 3) {
    s.m[3] = w;
    if (seems_inside(volumes(s.m))) return s.add(pair, w), false;
  }
  const int second = s.count > 1 ? 1 : 0, third = s.count > 2 ? 2 : 0;
  const Vec3 e0 = s.m[0] - w, e1 = s.m[second] - w, e2 = s.m[third] - w;
  const Lanes x = {e0.x, e1.x, e2.x, e0.x}, y = {e0.y, e1.y, e2.y, e0.y}, z = {e0.z, e1.z, e2.z, e0.z};
  const Lanes x1 = __builtin_shufflevector(x, x, 1, 2, 0, 1), y1 = __builtin_shufflevector(y, y, 1, 2, 0, 1),
              z1 = __builtin_shufflevector(z, z, 1, 2, 0, 1);
  const Lanes t = -((x * w.x + y * w.y) + z * w.z), l = (x * x + y * y) + z * z, g = (x * x1 + y * y1) + z * z1;
  const Lanes t1 = __builtin_shufflevector(t, t, 1, 2, 0, 1), l1 = __builtin_shufflevector(l, l, 1, 2, 0, 1);
  const Lanes alpha = t * l1 - t1 * g, beta = t1 * l - t * g, square = l * l1, det = square - g * g;
  // A triangle whose angle at w is below 1e-6 is left to its edges.
  const Integers on_triangle = (alpha > 0) & (beta > 0) & (alpha + beta < det) & (det > 0x1p-40 * square);
  const Integers on_edge = (t > 0) & (t < l);
  const Lanes none = Lanes{} - 1, first = alpha / det, next = beta / det, along = t / l;
  Lanes by_triangle = on_triangle ? first * t + next * t1 : none, by_edge = on_edge ? along * t : none;
  by_triangle[3] = 0, by_edge[3] = -1;  // w itself

  // Square to the face within rounding of its own parts, as in keep_face.
  Lanes nx = y * z1 - z * y1, ny = z * x1 - x * z1, nz = x * y1 - y * x1;
  const Lanes side = (nx * w.x + ny * w.y) + nz * w.z;
  nx = side < 0 ? -nx : nx, ny = side < 0 ? -ny : ny, nz = side < 0 ? -nz : nz;
  nx[3] = w.x, ny[3] = w.y, nz[3] = w.z;
  const Lanes cx = y * w.z - z * w.y, cy = z * w.x - x * w.z, cz = x * w.y - y * w.x;

  alignas(64) double weight0[8], weight1[8], direction[3][8];
  const auto put = [](double* out, const Lanes& of_triangle, const Lanes& of_edge) {
    *reinterpret_cast<Lanes*>(out) = of_triangle, *reinterpret_cast<Lanes*>(out + 4) = of_edge;
  };
  put(weight0, first, along), put(weight1, next, Lanes{});
  put(direction[0], nx, cy * z - cz * y), put(direction[1], ny, cz * x - cx * z),
      put(direction[2], nz, cx * y - cy * x);
  // The face's number rides in the last three bits of what is compared.
  const Integers number = simd::Register<4>::kCount;
  const Lanes key_of_triangle = (Lanes)(((Integers)by_triangle & ~std::int64_t{7}) | number);
  const Lanes key_of_edge = (Lanes)(((Integers)by_edge & ~std::int64_t{7}) | (number + 4));
  Lanes key = key_of_edge > key_of_triangle ? key_of_edge : key_of_triangle;
  simd::keep<false>(key, __builtin_shufflevector(key, key, 2, 3, 0, 1));
  simd::keep<false>(key, __builtin_shufflevector(key, key, 1, 0, 3, 2));
  const auto face = static_cast<std::size_t>(std::bit_cast<std::int64_t>(key[0]) & 7);

  const int of_face[8][2] = {{0, second}, {second, third}, {third, 0}, {0, 0}, {0, 0}, {second, 0}, {third, 0}, {0, 0}};
  constexpr int kCount[8] = {3, 3, 3, 1, 2, 2, 2, 1};
  const int i = of_face[face][0], j = of_face[face][1];
  const Vec3 mi = s.m[i], mj = s.m[j];
  const VertexPair pi = s.pair[i], pj = s.pair[j];
  s.count = kCount[face];
  s.m[0] = mi, s.m[1] = mj, s.m[s.count - 1] = w;
  s.pair[0] = pi, s.pair[1] = pj, s.pair[s.count - 1] = pair;
  const double wi = face == 3 ? 0 : weight0[face], wj = face == 3 ? 0 : weight1[face];
  s.weight[0] = wi, s.weight[1] = wj;
  s.weight[s.count - 1] = larger(1 - (wi + wj), 0);
  s.direction = {direction[0][face], direction[1][face], direction[2][face]};
  return true;
}

// A tetrahedron that holds the origin by rounding alone: its nearest face.
inline void keep_nearest_face(PointSimplex& simplex) {
  const PointSimplex whole = simplex;
  for (int left_out = 0; left_out < 4; ++left_out) {
    PointSimplex face;
    for (int k = 0; k < 4; ++k)
      if (k != left_out) face.add(whole.pair[k], whole.m[k]);
    nearest_point(face);
    if (simplex.count == 4 || squared_norm(face.point()) < squared_norm(simplex.point())) simplex = face;
  }
}

}  // namespace clearance
