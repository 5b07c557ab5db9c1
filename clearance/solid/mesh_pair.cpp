#include <clearance/solid/mesh_pair.h>

#include <clearance/base/simd.h>
#include <clearance/convex/any_length.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearance::detail {
namespace {

// How far a matrix is from a rotation: the largest entry of LᵀL − 1, rounding included.
double crookedness(const Mat3& m) {
  const Mat3 t = transpose(m);
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k) most = larger(most, std::fabs(dot(t.row[i], t.row[k]) - (i == k ? 1 : 0)));
  return most + 0x1p-46;
}

constexpr int kLanes = RunPoints::kLanes;

// With E₁, E₂ the largest components of two edges, |w|₁ ≤ W for the vector w from the plane to a point, and e the error
// of every coordinate: edges are off by 2e + uE, the normal's components by 8uE₁E₂ + 4e(E₁ + E₂) + 8e², w by 2e + u|w|;
// the products and sums of n·w add 3u. In all E₁E₂(20uW + 12e) + 4e(E₁ + E₂ + 2e)·W, and what underflow can hide.
struct PlaneBound {
  PlaneBound(double wide, double error)
      : relative(1.001 * (20 * 0x1p-53 * wide + 12 * error)), absolute(1.001 * 4 * error * wide), rest(2 * error) {}

  double relative, absolute, rest;
};

// Four doubles: a register, or two.
template <int kRegister>
struct Quad {
  static constexpr int kWidth = kRegister < 4 ? 2 : 4;
  typedef typename simd::Register<kWidth>::Doubles Doubles;
  static constexpr int kCount = kLanes / kWidth;
};

template <class Doubles>
CLEARANCE_INLINE void set_absolute(Doubles& out, const Doubles& x) {
  out = x < 0 ? -x : x;
}
template <class Doubles>
CLEARANCE_INLINE void set_larger(Doubles& out, const Doubles& x, const Doubles& y) {
  out = x > y ? x : y;
}

// The planes of four triangles, and bounds on the error of a product with them.
struct Planes {
  alignas(64) double nx[kLanes], ny[kLanes], nz[kLanes], bound[kLanes];
};

template <int kRegister>
CLEARANCE_INLINE void set_planes(Planes& out, const RunPoints& p, const PlaneBound& bound_of) {
  typedef typename Quad<kRegister>::Doubles Doubles;
  for (int first = 0; first < kLanes; first += Quad<kRegister>::kWidth) {
    const auto at = [first](const double* row)
                        __attribute__((always_inline)) { return reinterpret_cast<const Doubles*>(row + first); };
    const auto to = [first](double* row)
                        __attribute__((always_inline)) { return reinterpret_cast<Doubles*>(row + first); };
    const Doubles x0 = *at(p.x[0]), y0 = *at(p.y[0]), z0 = *at(p.z[0]);
    const Doubles ax = *at(p.x[1]) - x0, ay = *at(p.y[1]) - y0, az = *at(p.z[1]) - z0;
    const Doubles bx = *at(p.x[2]) - x0, by = *at(p.y[2]) - y0, bz = *at(p.z[2]) - z0;
    *to(out.nx) = ay * bz - az * by;
    *to(out.ny) = az * bx - ax * bz;
    *to(out.nz) = ax * by - ay * bx;
    Doubles e1, e2, other;
    set_absolute<Doubles>(e1, ax);
    set_absolute<Doubles>(other, ay);
    set_larger<Doubles>(e1, e1, other);
    set_absolute<Doubles>(other, az);
    set_larger<Doubles>(e1, e1, other);
    set_absolute<Doubles>(e2, bx);
    set_absolute<Doubles>(other, by);
    set_larger<Doubles>(e2, e2, other);
    set_absolute<Doubles>(other, bz);
    set_larger<Doubles>(e2, e2, other);
    *to(out.bound) = bound_of.relative * (e1 * e2) + bound_of.absolute * (e1 + e2 + bound_of.rest) + 1e-290;
  }
}

// Of unit length up to 4u; a triangle without area has no normal, and 0 proves nothing.
CLEARANCE_INLINE void normalise(Planes& planes) {
  for (int k = 0; k < kLanes; ++k) {
    const double squared = planes.nx[k] * planes.nx[k] + planes.ny[k] * planes.ny[k] + planes.nz[k] * planes.nz[k];
    const double inverse = squared > 1e-280 ? 1 / std::sqrt(squared) : 0;
    planes.nx[k] *= inverse, planes.ny[k] *= inverse, planes.nz[k] *= inverse;
  }
}

// How far three values are above 0, or below it; negative when neither.
template <class Doubles>
CLEARANCE_INLINE void set_beyond(Doubles& out, const Doubles& s0, const Doubles& s1, const Doubles& s2) {
  const Doubles low01 = s0 < s1 ? s0 : s1, high01 = s0 < s1 ? s1 : s0;
  const Doubles low = low01 < s2 ? low01 : s2, high = high01 > s2 ? high01 : s2;
  out = low > -high ? low : -high;
}

// Triangle i of a against four of b, by the plane of either: products with the normals, as they are.
template <class Doubles>
CLEARANCE_INLINE void set_plane_gaps(Doubles& by_a, Doubles& by_b, const RunPoints& a, int i, const Planes& planes_a,
                                     const RunPoints& b, const Planes& planes_b, int first) {
  const auto at = [first](const double* row)
                      __attribute__((always_inline)) { return reinterpret_cast<const Doubles*>(row + first); };
  const double nx = planes_a.nx[i], ny = planes_a.ny[i], nz = planes_a.nz[i];
  const double ox = a.x[0][i], oy = a.y[0][i], oz = a.z[0][i];
  const Doubles w0x = *at(b.x[0]) - ox, w0y = *at(b.y[0]) - oy, w0z = *at(b.z[0]) - oz;
  set_beyond<Doubles>(by_a, nx * w0x + ny * w0y + nz * w0z,
                      nx * (*at(b.x[1]) - ox) + ny * (*at(b.y[1]) - oy) + nz * (*at(b.z[1]) - oz),
                      nx * (*at(b.x[2]) - ox) + ny * (*at(b.y[2]) - oy) + nz * (*at(b.z[2]) - oz));
  const Doubles mx = *at(planes_b.nx), my = *at(planes_b.ny), mz = *at(planes_b.nz);
  const Doubles x0 = *at(b.x[0]), y0 = *at(b.y[0]), z0 = *at(b.z[0]);
  set_beyond<Doubles>(by_b, -(mx * w0x + my * w0y + mz * w0z),
                      mx * (a.x[1][i] - x0) + my * (a.y[1][i] - y0) + mz * (a.z[1][i] - z0),
                      mx * (a.x[2][i] - x0) + my * (a.y[2][i] - y0) + mz * (a.z[2][i] - z0));
}

template <int kRegister>
CLEARANCE_INLINE std::uint32_t may_meet_body(const RunPoints& a, const RunPoints& b, const PlaneBound& bound_of) {
  typedef typename Quad<kRegister>::Doubles Doubles;
  Planes planes_a, planes_b;
  set_planes<kRegister>(planes_a, a, bound_of);
  set_planes<kRegister>(planes_b, b, bound_of);
  std::uint32_t mask = 0;
  for (int i = 0; i < kLanes; ++i)
    for (int part = 0; part < Quad<kRegister>::kCount; ++part) {
      const int first = part * Quad<kRegister>::kWidth;
      Doubles by_a, by_b;
      set_plane_gaps<Doubles>(by_a, by_b, a, i, planes_a, b, planes_b, first);
      by_a -= planes_a.bound[i];
      by_b -= *reinterpret_cast<const Doubles*>(planes_b.bound + first);
      for (int k = 0; k < Quad<kRegister>::kWidth; ++k)
        mask |= (by_a[k] > 0 || by_b[k] > 0 ? 0u : 1u) << (kLanes * i + first + k);
    }
  return mask;
}
CLEARANCE_DISPATCH(std::uint32_t, may_meet_runs, (const RunPoints& a, const RunPoints& b, const PlaneBound& bound_of),
                   may_meet_body, (a, b, bound_of))

void gather(RunPoints& out, const Mesh& mesh, std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t k = 0; k < RunPoints::kLanes; ++k) {
    const MeshTriangle& t = mesh.triangle(first + (k < count ? k : 0));
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3 p = mesh.vertex(t[c]);
      out.x[c][k] = p.x, out.y[c][k] = p.y, out.z[c][k] = p.z;
    }
  }
}

// Into the common frame, as MeshPair::point_a and point_b do.
struct RunMotion {
  bool is_plain;
  double scale;
  const Mat3 &turn_a, &turn_b;
  Vec3 shift;
};

template <class Doubles>
CLEARANCE_INLINE void turn(double* px, double* py, double* pz, const Mat3& m, Vec3 shift) {
  Doubles &x = *reinterpret_cast<Doubles*>(px), &y = *reinterpret_cast<Doubles*>(py),
          &z = *reinterpret_cast<Doubles*>(pz);
  const Doubles u = x, v = y, w = z;
  x = (m.row[0].x * u + m.row[0].y * v + m.row[0].z * w) + shift.x;
  y = (m.row[1].x * u + m.row[1].y * v + m.row[1].z * w) + shift.y;
  z = (m.row[2].x * u + m.row[2].y * v + m.row[2].z * w) + shift.z;
}

template <int kRegister>
CLEARANCE_INLINE void move_body(RunPoints& a, RunPoints& b, const RunMotion& motion) {
  typedef typename Quad<kRegister>::Doubles Doubles;
  for (int c = 0; c < 3; ++c)
    for (int first = 0; first < kLanes; first += Quad<kRegister>::kWidth) {
      turn<Doubles>(b.x[c] + first, b.y[c] + first, b.z[c] + first, motion.turn_b, motion.shift);
      if (!motion.is_plain) {
        turn<Doubles>(a.x[c] + first, a.y[c] + first, a.z[c] + first, motion.turn_a, {});
        continue;
      }
      *reinterpret_cast<Doubles*>(a.x[c] + first) *= motion.scale;
      *reinterpret_cast<Doubles*>(a.y[c] + first) *= motion.scale;
      *reinterpret_cast<Doubles*>(a.z[c] + first) *= motion.scale;
    }
}
CLEARANCE_DISPATCH(void, move_runs, (RunPoints & a, RunPoints& b, const RunMotion& motion), move_body, (a, b, motion))

// The middle of a run, times twelve.
CLEARANCE_INLINE Vec3 middle_of(const RunPoints& p) {
  Vec3 sum;
  for (int c = 0; c < 3; ++c)
    for (int k = 0; k < kLanes; ++k) sum = sum + p.corner(c, k);
  return sum;
}

// Along unit vectors, up to 4u: the planes' normals, and one direction between the runs for all pairs. Along n the
// points are off by |n|₁·(e + 3uW'), W' the size of the coordinates: `slack`.
template <int kRegister>
CLEARANCE_INLINE void bounds_body(const RunPoints& a, const RunPoints& b, double slack, double (&out)[16]) {
  typedef typename Quad<kRegister>::Doubles Doubles;
  Planes planes_a, planes_b;
  const PlaneBound no_bound(0, 0);
  set_planes<kRegister>(planes_a, a, no_bound);
  set_planes<kRegister>(planes_b, b, no_bound);
  normalise(planes_a);
  normalise(planes_b);
  const Vec3 between = middle_of(b) - middle_of(a);
  const double squared = squared_norm(between);
  const Vec3 n = squared > 1e-280 ? between / std::sqrt(squared) : Vec3{};
  const Vec3 origin = a.corner(0, 0);
  double far_a[kLanes], near_b[kLanes];
  for (int k = 0; k < kLanes; ++k) {
    far_a[k] = larger(dot(n, a.corner(0, k) - origin),
                      larger(dot(n, a.corner(1, k) - origin), dot(n, a.corner(2, k) - origin)));
    near_b[k] = smaller(dot(n, b.corner(0, k) - origin),
                        smaller(dot(n, b.corner(1, k) - origin), dot(n, b.corner(2, k) - origin)));
  }
  for (int i = 0; i < kLanes; ++i)
    for (int part = 0; part < Quad<kRegister>::kCount; ++part) {
      const int first = part * Quad<kRegister>::kWidth;
      Doubles by_a, by_b;
      set_plane_gaps<Doubles>(by_a, by_b, a, i, planes_a, b, planes_b, first);
      for (int k = 0; k < Quad<kRegister>::kWidth; ++k)
        out[kLanes * i + first + k] =
            larger(larger(by_a[k], by_b[k]), near_b[first + k] - far_a[i]) * (1 - 0x1p-48) - slack;
    }
}
CLEARANCE_DISPATCH(void, bounds_of_runs, (const RunPoints& a, const RunPoints& b, double slack, double (&out)[16]),
                   bounds_body, (a, b, slack, out))

// Of a run's first triangle: where runs are bundles of needles, that of any will do.
Vec3 longest_edge(const RunPoints& p) {
  Vec3 longest;
  for (int c = 0; c < 3; ++c) {
    const Vec3 e = p.corner((c + 1) % 3, 0) - p.corner(c, 0);
    if (squared_norm(e) > squared_norm(longest)) longest = e;
  }
  return longest;
}

// Planes seldom leave more pairs of triangles of two runs than this: then needles are asked about.
constexpr int kManyLeft = 6;

}  // namespace

struct MeshPair::Frames {
  Frames(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b)
      : to_a(pose_b, b.reach(), pose_a), motion{to_a.matrix, to_a.shift, to_a.error, crookedness(to_a.matrix)} {
    is_plain = pose_a.kind() == Pose::Kind::Quaternion;
    if (is_plain) {
      turn_b = to_a.matrix;
      shift = to_a.shift;
      error = to_a.error;
    } else {
      turn_a = pose_a.rotation();
      turn_b = pose_b.rotation();
      shift = pose_b.translation() - pose_a.translation();
      // (8 + 3)u|v|₁ for a turned vertex (posed.h), u for the translations' difference and the sum.
      error = 16 * 0x1p-53 * (a.reach() + b.reach() + norm_max(shift));
      shrink = 1 - 4 * crookedness(pose_a.rotation());
    }
    // Everything times a power of two, the matrices of the map included; what underflows in it is far below the error.
    int exponent = 0;
    std::frexp(a.reach() + b.reach() + norm_one(shift), &exponent);
    exponent = std::clamp(exponent, -1000, 1020);
    scale = std::ldexp(1.0, -exponent);
    unit = std::ldexp(1.0, exponent);
    for (Vec3& row : turn_a.row) row = scale * row;
    for (Vec3& row : turn_b.row) row = scale * row;
    shift = scale * shift;
    error = scale * error + 0x1p-900;
    reach = scale * (a.reach() + b.reach()) + norm_one(shift);
  }

  FrameMap to_a;
  TreeMotion motion;
  bool is_plain;
  Mat3 turn_a, turn_b;
  Vec3 shift;
  double error, shrink = 1, scale, unit, reach;
};

MeshPair::MeshPair(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b)
    : MeshPair(a, pose_a, b, pose_b, Frames(a, pose_a, b, pose_b)) {}

MeshPair::MeshPair(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, const Frames& frames)
    : a_(a),
      pose_a_(pose_a),
      b_(b),
      pose_b_(pose_b),
      is_plain_(frames.is_plain),
      turn_a_(frames.turn_a),
      turn_b_(frames.turn_b),
      shift_(frames.shift),
      error_(frames.error),
      reach_(frames.reach),
      shrink_(frames.shrink),
      scale_(frames.scale),
      unit_(frames.unit),
      trees_(a.tree(), b.tree(), frames.motion, {a.vertices(), a.triangles()}, {b.vertices(), b.triangles()}) {}

TreePair MeshPair::trees_between(const TriangleTree& a, const TriangleTree& b) const {
  return {a, b, Frames(a_, pose_a_, b_, pose_b_).motion};
}

void MeshPair::load(RunPoints& out_a, RunPoints& out_b, const RunPair& runs) const {
  gather(out_a, a_, runs.first_a, runs.count_a);
  gather(out_b, b_, runs.first_b, runs.count_b);
  move_runs(out_a, out_b, {is_plain_, scale_, turn_a_, turn_b_, shift_});
}

std::uint32_t MeshPair::may_meet(const RunPoints& a, const RunPoints& b, const RunPair& runs) const {
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < runs.count_a; ++i) used |= ((1u << runs.count_b) - 1) << (RunPoints::kLanes * i);
  const std::uint32_t left = used & may_meet_runs(a, b, PlaneBound(4 * reach_, error_));
  return std::popcount(left) >= kManyLeft && needle_gap(a, b) > 0 ? 0 : left;
}

double MeshPair::needle_gap(const RunPoints& a, const RunPoints& b) const {
  const Vec3 along = cross(unit_of(longest_edge(a)), unit_of(longest_edge(b)));
  const double sine = norm(along);
  if (!(sine > 1e-6)) return -1;
  const Vec3 n = along / sine, origin = a.corner(0, 0);
  double low[2] = {kInfiniteEnd, kInfiniteEnd}, high[2] = {-kInfiniteEnd, -kInfiniteEnd};
  for (const int side : {0, 1})
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < kLanes; ++k) {
        const double height = dot(n, (side == 0 ? a : b).corner(c, k) - origin);
        low[side] = smaller(low[side], height), high[side] = larger(high[side], height);
      }
  return larger(low[1] - high[0], low[0] - high[1]) * (1 - 0x1p-48) - slack();
}

void MeshPair::bounds(const RunPoints& a, const RunPoints& b, double (&out)[16]) const {
  bounds_of_runs(a, b, slack(), out);
}

TriangleGuess MeshPair::guess(std::uint32_t ta, std::uint32_t tb) const {
  const TriangleAt a = at_a(ta), b = at_b(tb);
  Vec3 pa[3], pb[3];
  for (int k = 0; k < 3; ++k) pa[k] = point_a(a.v[k]), pb[k] = point_b(b.v[k]);
  return triangle_pair_filter(pa, pb, error_);
}

TriangleRelation MeshPair::relation(std::uint32_t ta, std::uint32_t tb) const {
  switch (guess(ta, tb)) {
    case TriangleGuess::Apart:
      return TriangleRelation::Apart;
    case TriangleGuess::Cross:
      return TriangleRelation::Cross;
    case TriangleGuess::Unsure:
      break;
  }
  return triangle_relation_undecided(at_a(ta), at_b(tb));
}

}  // namespace clearance::detail
