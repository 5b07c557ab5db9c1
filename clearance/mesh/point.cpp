// Question: is a point in a mesh, on it or outside?
// Method:   a ray from the point along an axis of the mesh's own frame, the one on which the box ends soonest: +1 for
//           every triangle through which it leaves, −1 where it enters. In projection along the ray, the point is
//           moved aside by infinitely little, along the first axis and by infinitely less along the second: so it is
//           on no projected edge, and the ray goes through inner parts of triangles only. That changes the winding
//           number of no point but those on the surface, and these are told by exact signs.
// Notation: u = 2⁻⁵³; x the point; w₀, w₁, w₂ the corners of a triangle minus x, coordinates in the order in which the
//           ray's axis is the third; sᵢⱼ the third component of wᵢ × wⱼ; [w] = det(w₀, w₁, w₂) = Σ sⱼₖ·(third of wᵢ).
#include <clearance/mesh/point.h>

#include <clearance/base/simd.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/orient3d.h>
#include <clearance/mesh/local_point.h>
#include <clearance/proof/origin.h>

#include <algorithm>
#include <cmath>

namespace clearance {
using namespace detail;
namespace {

// A point and the axis of its ray.
struct Ray {
  Vec3 from;
  double error;
  int axis;
};

Ray shortest_ray(const Mesh& mesh, Vec3 from, double error) {
  const Vec3 way = mesh.box_high() - from;
  return {from, error, way.x < way.y ? (way.x < way.z ? 0 : 2) : (way.y < way.z ? 1 : 2)};
}

// Certainly not in the box of the mesh.
bool is_beyond(const Mesh& mesh, Vec3 x, double error) {
  const auto beyond = [&](int k) { return x[k] - error > mesh.box_high()[k] || x[k] + error < mesh.box_low()[k]; };
  return beyond(0) || beyond(1) || beyond(2);
}

// What every point within the error of the ray's origin sees of a triangle: 0 if it is not on it and its ray misses
// it, ±1 if it is not on it and the ray goes through; kUnsure if that is not proved.
// A component of w is off by e = error + u|w|; sᵢⱼ by 2(2Me + e²) + 4uM² where M bounds the first two components (two
// products, their difference up to 2M²), and [w] by 3(|s|e + bZ + be) + 18uM²Z where b is the bound of s and Z bounds
// the third component (three products of at most 2M²Z pass three roundings).
int quick_look(const Vec3 (&v)[3], const Ray& ray) {
  const int first = ray.axis == 2 ? 0 : ray.axis + 1, second = first == 2 ? 0 : first + 1;
  const double px = ray.from[first], py = ray.from[second], pz = ray.from[ray.axis];
  const double x0 = v[0][first] - px, x1 = v[1][first] - px, x2 = v[2][first] - px;
  const double y0 = v[0][second] - py, y1 = v[1][second] - py, y2 = v[2][second] - py;
  const double z0 = v[0][ray.axis] - pz, z1 = v[1][ray.axis] - pz, z2 = v[2][ray.axis] - pz;
  // A difference beyond this has the sign of the true one.
  const double sure = ray.error * kSlack;
  const double low_z = smaller(z0, smaller(z1, z2)), high_z = larger(z0, larger(z1, z2));
  if (high_z < -sure) return 0;

  const double low_x = smaller(x0, smaller(x1, x2)), high_x = larger(x0, larger(x1, x2));
  const double low_y = smaller(y0, smaller(y1, y2)), high_y = larger(y0, larger(y1, y2));
  if (low_x > sure || high_x < -sure || low_y > sure || high_y < -sure) return 0;

  const double s01 = x0 * y1 - y0 * x1, s12 = x1 * y2 - y1 * x2, s20 = x2 * y0 - y2 * x0;
  const double M = larger(larger(-low_x, high_x), larger(-low_y, high_y));
  const double e = ray.error + kUnit * M;
  const double bound = (2 * (2 * M * e + e * e) + 4 * kUnit * (M * M)) * kSlack + kUnderflow;
  const bool left = s01 > bound || s12 > bound || s20 > bound, right = s01 < -bound || s12 < -bound || s20 < -bound;
  if (left && right) return 0;
  const int turns = s01 > bound && s12 > bound && s20 > bound      ? 1
                    : s01 < -bound && s12 < -bound && s20 < -bound ? -1
                                                                   : 0;
  if (turns == 0) return kUnsure;
  if (low_z > sure) return turns;

  const double Z = larger(-low_z, high_z), e_z = ray.error + kUnit * Z;
  const double determinant = s12 * z0 + s20 * z1 + s01 * z2;
  const double inherited = 3 * (2 * M * M * e_z + bound * Z + bound * e_z), rounding = 18 * kUnit * (M * M) * Z;
  const int behind = proved_sign({determinant, (inherited + rounding) * kSlack + kUnderflow});
  return behind == 0 ? kUnsure : behind == turns ? turns : 0;
}

// The triangle as the point sees it, times a power of two, where products of three lengths overflow or vanish: for the
// filters to try again. `error` is that of a corner then; what became denormal is in it.
struct ScaledView {
  Vec3 w[3];
  double error = 0;

  ScaledView(const Vec3 (&v)[3], Vec3 x, double from_error) {
    double size = 0;
    for (int i = 0; i < 3; ++i) {
      w[i] = v[i] - x;
      size = larger(size, norm_max(w[i]));
    }
    is_needed = !(size > 0x1p-250 && size < 0x1p250) && size > 0 && std::isfinite(size);
    if (!is_needed) return;
    int exponent = 0;
    std::frexp(size, &exponent);
    const double scale = std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
    for (Vec3& corner : w) corner = scale * corner;
    error = (scale * from_error + kUnit) * kSlack + kUnderflow;
  }

  bool is_needed = false;
};

__attribute__((noinline)) int look_again(const Vec3 (&v)[3], const Ray& ray) {
  const ScaledView view(v, ray.from, ray.error);
  return view.is_needed ? quick_look(view.w, {{}, view.error, ray.axis}) : kUnsure;
}

CLEARANCE_INLINE int look(const Vec3 (&v)[3], const Ray& ray) {
  const int quick = quick_look(v, ray);
  return quick != kUnsure ? quick : look_again(v, ray);
}

// Whether no point within the error of x is in the plane of a triangle.
bool is_beside_plane(const Vec3 (&v)[3], Vec3 x, double error) {
  if (const ScaledView view(v, x, error); view.is_needed) return is_beside_plane(view.w, {}, view.error);
  const ApproxVec from{x, error}, w0 = ApproxVec{v[0], 0} - from, e1 = ApproxVec{v[1], 0} - ApproxVec{v[0], 0},
                                  e2 = ApproxVec{v[2], 0} - ApproxVec{v[0], 0};
  return proved_sign(dot(cross(e1, e2), w0)) != 0;
}

const Dyadic& component(const DyadicVec& v, int axis) { return axis % 3 == 0 ? v.x : axis % 3 == 1 ? v.y : v.z; }

struct Look {
  bool on = false;
  int turns = 0;
};

// A triangle v around a point x, exactly: for any x, and for one that is three doubles, as it is of a body whose pose
// turns axes into axes. Edge i goes from corner i to the next.
class AnyTriangle {
 public:
  AnyTriangle(const Vec3 (&v)[3], LocalPoint& point) {
    const LocalPoint::Fraction& x = point.exactly();
    for (int i = 0; i < 3; ++i) w_[i] = x.denominator * exact(v[i]) - x.numerator;
  }

  int behind() const { return dot(cross(w_[0], w_[1]), w_[2]).sign(); }
  // Where x is in its plane.
  bool holds() const { return hull_holds_origin(w_); }
  // Of the corner, from x on along the axis.
  int order(int corner, int axis) const { return component(w_[corner], axis).sign(); }
  int side(int edge, int axis) const {
    const DyadicVec &from = w_[edge], &to = w_[(edge + 1) % 3];
    return compare(component(from, axis + 1) * component(to, axis + 2),
                   component(from, axis + 2) * component(to, axis + 1));
  }

 private:
  DyadicVec w_[3];
};
class PlainTriangle {
 public:
  PlainTriangle(const Vec3 (&v)[3], Vec3 x) : v_(v), x_(x) {
    for (int axis = 0; axis < 3; ++axis)
      if (v[0][axis] == v[1][axis] && v[0][axis] == v[2][axis]) across_ = axis;
  }

  int behind() const {
    return across_ >= 0 && x_[across_] == v_[0][across_] ? 0 : orient3d_sign(x_, v_[0], v_[1], v_[2]);
  }
  bool holds() const {
    if (x_ == v_[0] || x_ == v_[1] || x_ == v_[2]) return true;
    // Seen along an axis, x is outside if it is left of one edge and right of another, as always of a triangle that is
    // seen as a line beside it. On that line it is on neither side of any.
    const int first = across_ >= 0 ? across_ : 0;
    for (int k = 0; k < 3; ++k) {
      const int axis = (first + k) % 3;
      bool is_left = false, is_right = false;
      for (int edge = 0; edge < 3 && !(is_left && is_right); ++edge) {
        const int turn = side(edge, axis);
        is_left = is_left || turn > 0, is_right = is_right || turn < 0;
      }
      if (is_left || is_right) return is_left != is_right;
    }
    DyadicVec w[3];
    for (int i = 0; i < 3; ++i) w[i] = exact(v_[i]) - exact(x_);
    return hull_holds_origin(w);
  }
  int order(int corner, int axis) const {
    const double there = v_[corner][axis % 3], here = x_[axis % 3];
    return (there > here) - (there < here);
  }
  int side(int edge, int axis) const { return orient2d_sign(x_, v_[edge], v_[(edge + 1) % 3], axis); }

 private:
  const Vec3 (&v_)[3];
  Vec3 x_;
  int across_ = -1;  // the axis that its plane is square to, if one
};

// The same exactly. A ray goes through when x, moved, is inside the projected triangle: when the edges that cross the
// half-line from it along the first axis turn around it. An edge crosses where one end only is beyond x in the second
// coordinate (equal ones are not: x was moved beyond them); on an edge through x itself, x is on the side to which it
// was moved along the first axis.
//
// Where no corner is level with x and no edge through x, the line of x's level enters and leaves the projected triangle
// at two edges, and x is between them or not in it at all: most triangles around a vertex end there.
template <class Triangle>
Look exact_look(const Triangle& triangle, int axis) {
  const int order[3] = {triangle.order(0, axis + 2), triangle.order(1, axis + 2), triangle.order(2, axis + 2)};
  bool is_plain = order[0] != 0 && order[1] != 0 && order[2] != 0;
  int turns = 0;
  for (int i = 0; i < 3; ++i) {
    const bool from_beyond = order[i] > 0, to_beyond = order[(i + 1) % 3] > 0;
    if (from_beyond == to_beyond) continue;
    const int side = triangle.side(i, axis);
    is_plain = is_plain && side != 0;
    const int moved = side != 0 ? side : from_beyond ? 1 : -1;
    if (to_beyond && moved > 0) ++turns;
    if (from_beyond && moved < 0) --turns;
  }
  if (is_plain && turns == 0) return {};
  const int behind = triangle.behind();
  if (behind == 0 && triangle.holds()) return {true, 0};
  return {false, turns != 0 && turns == behind ? turns : 0};
}
Look exact_look(const Vec3 (&v)[3], LocalPoint& point, int axis) {
  return point.error() == 0 ? exact_look(PlainTriangle(v, point.rough()), axis)
                            : exact_look(AnyTriangle(v, point), axis);
}

constexpr std::uint32_t kNoTriangle = 0xffffffffu;

Look count_turns(const Mesh& mesh, LocalPoint& x, const Ray& ray, std::uint32_t without) {
  Look all;
  mesh.tree().find_on_ray(ray.from, ray.error, ray.axis, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t) {
      if (t == without) [[unlikely]]
        continue;
      const MeshTriangle& corners = mesh.triangle(t);
      const Vec3 v[3] = {mesh.vertex(corners[0]), mesh.vertex(corners[1]), mesh.vertex(corners[2])};
      int turns = look(v, ray);
      if (turns == kUnsure) [[unlikely]] {
        const Look look = exact_look(v, x, ray.axis);
        all.on = all.on || look.on;
        turns = look.turns;
      }
      all.turns += turns;
    }
    return !all.on;
  });
  return all;
}

Look count_turns(const Mesh& mesh, LocalPoint& x) {
  if (is_beyond(mesh, x.rough(), x.error())) return {};
  return count_turns(mesh, x, shortest_ray(mesh, x.rough(), x.error()), kNoTriangle);
}

bool is_on_surface(const Mesh& mesh, LocalPoint& x) {
  bool on = false;
  const Vec3 margin{x.error(), x.error(), x.error()};
  const Box box = grown({x.rough() - margin, x.rough() + margin}, x.error());
  mesh.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count && !on; ++t) {
      const MeshTriangle& corners = mesh.triangle(t);
      const Vec3 v[3] = {mesh.vertex(corners[0]), mesh.vertex(corners[1]), mesh.vertex(corners[2])};
      on = look(v, {x.rough(), x.error(), 2}) == kUnsure && exact_look(v, x, 2).on;
    }
    return !on;
  });
  return on;
}

PointLocation locate(const Mesh& mesh, LocalPoint x) {
  if (!mesh.is_solid()) return is_on_surface(mesh, x) ? PointLocation::On : PointLocation::Outside;
  const Look look = count_turns(mesh, x);
  return look.on ? PointLocation::On : look.turns != 0 ? PointLocation::Inside : PointLocation::Outside;
}

}  // namespace

const char* to_string(PointLocation location) {
  switch (location) {
    case PointLocation::NotAsked:
      return "not asked";
    case PointLocation::Outside:
      return "outside";
    case PointLocation::On:
      return "on";
    case PointLocation::Inside:
      return "inside";
  }
  return "";
}

PointLocation locate(const Mesh& mesh, const Pose& pose, Vec3 world_point) {
  return locate(mesh, LocalPoint(pose, world_point));
}

PointLocation locate(const Mesh& mesh, const Pose& pose, Vec3 vertex, const Pose& vertex_pose) {
  return locate(mesh, LocalPoint(pose, vertex, vertex_pose));
}

PointLocation locate(const Mesh& mesh, const Pose& pose, const DyadicVec& numerator, const Dyadic& denominator) {
  return locate(mesh, LocalPoint(pose, numerator, denominator));
}

// No point of the cube is on a triangle, so the surface winds equally often around all of them: a triangle that some
// rays meet and some miss is looked at from the middle alone, if the cube is on one side of its plane.
bool surely_inside(const Mesh& mesh, Vec3 local_point, double error) {
  if (!mesh.is_solid() || !(error >= 0)) return false;
  const Ray ray = shortest_ray(mesh, local_point, error);
  int turns = 0;
  bool sure = true;
  mesh.tree().find_on_ray(ray.from, ray.error, ray.axis, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t) {
      const MeshTriangle& corners = mesh.triangle(t);
      const Vec3 v[3] = {mesh.vertex(corners[0]), mesh.vertex(corners[1]), mesh.vertex(corners[2])};
      int seen = look(v, ray);
      if (seen == kUnsure && is_beside_plane(v, local_point, error)) seen = look(v, {local_point, 0, ray.axis});
      if (seen == kUnsure) return sure = false;
      turns += seen;
    }
    return true;
  });
  return sure && turns != 0;
}

int winding_number(const Mesh& mesh, const Pose& pose, Vec3 world_point) {
  LocalPoint x(pose, world_point);
  return count_turns(mesh, x).turns;
}

// The ray starts in the middle of the triangle and leaves its plane: what it meets of the others is what it would meet
// from a little farther on, for none of them is near.
int winding_in_front(const Mesh& mesh, std::uint32_t t) {
  const MeshTriangle& corners = mesh.triangle(t);
  const Vec3 a = mesh.vertex(corners[0]), b = mesh.vertex(corners[1]), c = mesh.vertex(corners[2]);
  const Pose still;
  LocalPoint middle(still, exact(a) + exact(b) + exact(c), 3.0);
  int axis = 0;
  while (orient2d_sign(a, b, c, axis) == 0) ++axis;
  const int turns = count_turns(mesh, middle, {middle.rough(), middle.error(), axis}, t).turns;
  return orient2d_sign(a, b, c, axis) > 0 ? turns : turns - 1;
}

}  // namespace clearance
