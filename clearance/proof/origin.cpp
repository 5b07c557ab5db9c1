// Notation: a, b, c, d vectors; [a b c] their determinant.
#include <clearance/proof/origin.h>

namespace clearance::detail {
namespace {

int determinant_sign(const DyadicVec& a, const DyadicVec& b, const DyadicVec& c) { return dot(cross(a, b), c).sign(); }

// 0 is on the segment (with a = b: is the point) iff a and b are parallel and do not point the same way.
bool segment_holds_origin(const DyadicVec& a, const DyadicVec& b) {
  return dot(a, b).sign() <= 0 && is_zero(cross(a, b));
}

// Where 0 is in the plane of a proper triangle with normal n, its barycentric coordinates are (b×c)·n, (c×a)·n, (a×b)·n
// over |n|².
bool triangle_holds_origin(const DyadicVec& a, const DyadicVec& b, const DyadicVec& c) {
  const DyadicVec ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  if (dot(ab, c).sign() != 0) return false;
  const DyadicVec n = ab + bc + ca;
  return !is_zero(n) && dot(bc, n).sign() >= 0 && dot(ca, n).sign() >= 0 && dot(ab, n).sign() >= 0;
}

// [b c d] a − [a c d] b + [a b d] c − [a b c] d = 0 for any four vectors: weights of one sign, not all zero, show the
// origin as a convex combination.
bool tetrahedron_holds_origin(const DyadicVec& a, const DyadicVec& b, const DyadicVec& c, const DyadicVec& d) {
  const int weights[4] = {determinant_sign(b, c, d), -determinant_sign(a, c, d), determinant_sign(a, b, d),
                          -determinant_sign(a, b, c)};
  bool positive = false, negative = false;
  for (const int w : weights) {
    positive = positive || w > 0;
    negative = negative || w < 0;
  }
  return positive != negative;
}

// Some vector is strictly on each side of the plane through 0 with that normal.
bool both_sides(std::span<const DyadicVec> vectors, const DyadicVec& normal) {
  bool above = false, below = false;
  for (const DyadicVec& v : vectors) {
    const int side = dot(normal, v).sign();
    above = above || side > 0;
    below = below || side < 0;
  }
  return above && below;
}

}  // namespace

// Carathéodory: a point of a hull is in the hull of at most four of the points, which may be taken affinely
// independent.
bool hull_holds_origin(std::span<const DyadicVec> v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = i; j < v.size(); ++j) {
      if (segment_holds_origin(v[i], v[j])) return true;
      for (std::size_t k = j + 1; k < v.size(); ++k) {
        if (triangle_holds_origin(v[i], v[j], v[k])) return true;
        for (std::size_t l = k + 1; l < v.size(); ++l)
          if (tetrahedron_holds_origin(v[i], v[j], v[k], v[l])) return true;
      }
    }
  return false;
}

// The origin is not in the interior iff some n ≠ 0 has n·v ≥ 0 for all v. If the vectors span space, those n form a
// pointed cone, whose extreme rays are orthogonal to two independent vectors: n = ± vᵢ × vⱼ. So it is in the interior
// iff some vᵢ × vⱼ is not zero and each that is not has vectors strictly on both sides (which also makes them span
// space).
bool interior_holds_origin(std::span<const DyadicVec> v) {
  bool spanning = false;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = i + 1; j < v.size(); ++j) {
      const DyadicVec normal = cross(v[i], v[j]);
      if (is_zero(normal)) continue;
      if (!both_sides(v, normal)) return false;
      spanning = true;
    }
  return spanning;
}

// A hull with an interior is where all planes of its facets have it, and three vectors span each of those.
bool hull_holds_ball(std::span<const DyadicVec> v, const Dyadic& radius) {
  bool has_facets = false;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = i + 1; j < v.size(); ++j)
      for (std::size_t k = j + 1; k < v.size(); ++k) {
        const DyadicVec n = cross(v[j] - v[i], v[k] - v[i]);
        if (is_zero(n)) continue;
        const Dyadic level = dot(n, v[i]);
        bool above = false, below = false;
        for (const DyadicVec& other : v) {
          const int side = compare(dot(n, other), level);
          above = above || side > 0;
          below = below || side < 0;
        }
        if (above && below) continue;
        if (above == below) return false;  // all in one plane
        has_facets = true;
        if (level.sign() != (above ? -1 : 1)) return false;
        if (compare(level * level, radius * radius * dot(n, n)) <= 0) return false;
      }
  return has_facets;
}

}  // namespace clearance::detail
