// Notation: p, q are corners that both triangles have.
#include <clearance/mesh/own_triangles.h>

#include <clearance/mesh/triangle_pair.h>

#include <initializer_list>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

// Puts what both have first, in the same order, and returns how many that are.
int match(Corners& a, Corners& b) {
  int common = 0;
  for (int i = 0; i < a.count; ++i)
    for (int j = common; j < b.count; ++j) {
      if (!(a.v[i] == b.v[j])) continue;
      std::swap(a.v[i], a.v[common]);
      std::swap(b.v[j], b.v[common]);
      ++common;
      break;
    }
  return common;
}

struct Triple {
  Vec3 a, b, c;
};

bool meet(const Triple& a, const Triple& b) {
  const Pose still;
  return triangle_relation({{a.a, a.b, a.c}, still}, {{b.a, b.b, b.c}, still}) != TriangleRelation::Apart;
}

Triple whole(const Corners& c) { return {c.v[0], c.v[c.count > 1 ? 1 : 0], c.v[c.count - 1]}; }

// --- one common corner

// A segment or a triangle with area, from p to the side across, on which p is not.
struct Sector {
  Vec3 p, from, to;

  Triple all() const { return {p, from, to}; }
  Triple across() const { return {from, to, to}; }
};

// The one triangle, or the segments from p that make up one without area.
std::vector<Sector> sectors(const Corners& c) {
  const Vec3 p = c.v[0];
  if (c.has_area()) return {{p, c.v[1], c.v[2]}};
  std::vector<Sector> out;
  for (int i = 1; i < c.count; ++i) out.push_back({p, c.v[i], c.v[i]});
  return out;
}

// Common points beyond p lie on common rays from p; the first sector to end on such a ray ends with its side across.
bool overlap(const Sector& a, const Sector& b) { return meet(a.across(), b.all()) || meet(b.across(), a.all()); }

// Whether the ray from p through x lies in the cone of the triangle, all in one plane and seen along the axis.
bool cone_has(const Corners& c, Vec3 x, int axis) {
  const int turn = orient2d_sign(c.v[0], c.v[1], c.v[2], axis);
  return turn * orient2d_sign(c.v[0], c.v[1], x, axis) >= 0 && turn * orient2d_sign(c.v[0], x, c.v[2], axis) >= 0;
}

bool flat_cones_overlap(const Corners& a, const Corners& b) {
  int axis = 0;
  while (orient2d_sign(a.v[0], a.v[1], a.v[2], axis) == 0) ++axis;
  return cone_has(a, b.v[1], axis) || cone_has(a, b.v[2], axis) || cone_has(b, a.v[1], axis) ||
         cone_has(b, a.v[2], axis);
}

// Where a's cone, with normal m, reaches b's plane, with normal n: the common line runs along m×n, and the cone has the
// half of it of this sign, for (v₁×v₂)×n = v₂(v₁·n) − v₁(v₂·n). 0: all in one plane; 2: at p alone.
int half_of_line(const Corners& a, const Corners& b) {
  const int first = orient3d_sign(b.v[0], b.v[1], b.v[2], a.v[1]);
  const int second = orient3d_sign(b.v[0], b.v[1], b.v[2], a.v[2]);
  return first * second > 0 ? 2 : first != 0 ? first : -second;
}

// Two triangles with area overlap beyond p when their cones at p share a ray.
bool cones_overlap(const Corners& a, const Corners& b) {
  const int of_a = half_of_line(a, b);
  if (of_a == 0) return flat_cones_overlap(a, b);
  const int of_b = half_of_line(b, a);
  return of_a != 2 && of_b != 2 && of_a == -of_b;
}

bool overlap_beyond_corner(const Corners& a, const Corners& b) {
  if (a.has_area() && b.has_area()) return cones_overlap(a, b);
  for (const Sector& s : sectors(a))
    for (const Sector& t : sectors(b))
      if (overlap(s, t)) return true;
  return false;
}

// --- two common corners

// r is beyond q on the line from p through q, on which it lies.
bool is_beyond(Vec3 p, Vec3 q, Vec3 r) {
  for (const int k : {0, 1, 2})
    if (p[k] != q[k]) return p[k] < q[k] ? r[k] > q[k] : r[k] < q[k];
  return false;
}

// In one plane and on the same side of the edge; or both without area and longer than the edge at the same end.
bool overlap_beyond_edge(const Corners& a, const Corners& b) {
  if (a.count < 3 || b.count < 3) return false;
  const Vec3 p = a.v[0], q = a.v[1], r = a.v[2], s = b.v[2];
  if (orient3d_sign(p, q, r, s) != 0) return false;
  const bool flat = collinear(p, q, r);
  if (flat != collinear(p, q, s)) return false;
  if (flat) return (is_beyond(p, q, r) && is_beyond(p, q, s)) || (is_beyond(q, p, r) && is_beyond(q, p, s));
  for (const int axis : {0, 1, 2})
    if (const int side = orient2d_sign(p, q, r, axis); side != 0) return side == orient2d_sign(p, q, s, axis);
  return false;
}

}  // namespace

bool run_into_each_other(Corners a, Corners b) {
  switch (match(a, b)) {
    case 0:
      return meet(whole(a), whole(b));
    case 1:
      return a.count > 1 && b.count > 1 && overlap_beyond_corner(a, b);
    case 2:
      return overlap_beyond_edge(a, b);
    default:
      return a.has_area();
  }
}

}  // namespace clearance::detail
