// Notation: A, B the boxes' axes in the world, h, k their half edges, c from a's centre to b's; R = AᵀB; S the pair's
//           reach, ρ that of both bodies without the translation t; u = 2⁻⁵³.
// Roundings: rotations are off by 8u an entry (kRotationError), so the cosines of R by less than 32u, c by 16u·S
//           (kDifferenceError) and its coordinates along A and B by 32u·S. An overlap along a face's normal adds three
//           cosines times half edges, at most 32u·S more: below 64u·S with its own rounding. Along Aᵢ × Bₖ four cosines
//           times half edges and two times coordinates of c are added, below 160u·S, and divided by the sine, the root
//           of two squared cosines, which is off by 46u: below (160 + 64)·u·S/sine, since no overlap that counts
//           exceeds S.
//           For the bracket, where boxes that rest on each other need every digit, more closely: cosines are off by
//           31u, c by 13u·ρ + 3u·|t| a coordinate and 8u·ρ for the centres themselves, its coordinates along A and B by
//           31u·ρ + 6u·|t| + 14u·|c|₁. A face's overlap adds 31u·ρ for its cosines and 4u of its parts: below
//           72u·ρ + 8u·|t| + 20u·|c|₁. Edges: 31u·ρ for the cosines, √2 times what c's coordinates lack, 31u·√2·|c|₁,
//           6u of the parts, and 46u of the overlap, at most ρ, for the sine: below 136u·ρ + 10u·|t| + 80u·|c|₁. With
//           turns by quarters cosines are 0 and ±1, and 16u·ρ + 8u·|t| + 8u·|c|₁ is left for a face.
#include <clearance/convex/depth/box_depth.h>

#include <clearance/convex/depth/expansion.h>
#include <clearance/exact/own_coordinate.h>
#include <clearance/math/sum.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kSlack = 256 * kUnit;
// Edges at a smaller angle are taken for parallel. A turn of b by that angle makes them so, about the normal of the
// facet that they span; then this is no nearer than the nearest face along those edges, for in the plane across them
// the difference body is a polygon with the sides of such faces. Turning changes support by the angle times b's half
// diagonal, a face's overlap by the angle times a's and |c|, which is no more than both together: twice both, and 5 %.
constexpr double kParallel = 1e-6, kTwice = 2.1, kSineError = 48 * kUnit, kMinSine = 0x1p-40;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool has_quarter_turns(const Pose& pose) {
  return own_coordinate(pose, 0).is_exact() && own_coordinate(pose, 1).is_exact();
}

Vec3 column(const Mat3& m, int k) { return {m.row[0][k], m.row[1][k], m.row[2][k]}; }

struct PosedBox {
  Vec3 axis[3], center;
  double half[3];

  PosedBox(const Polytope& box, const Pose& pose, Vec3 middle) : center(middle) {
    const Vec3 size = 0.5 * (box.box_high() - box.box_low());
    for (int k = 0; k < 3; ++k) axis[k] = column(pose.rotation(), k), half[k] = size[k];
  }

  // The middle of all points that reach as far along n.
  Vec3 farthest(Vec3 n) const {
    Vec3 p = center;
    for (int k = 0; k < 3; ++k) {
      const double along = dot(axis[k], n);
      if (std::fabs(along) > 1e-9) p = p + (along > 0 ? half[k] : -half[k]) * axis[k];
    }
    return p;
  }
  Vec3 clamped(Vec3 p) const {
    Vec3 q = center;
    for (int k = 0; k < 3; ++k) q = q + larger(-half[k], smaller(half[k], dot(axis[k], p - center))) * axis[k];
    return q;
  }
};

// Where two lines through p and q along unit vectors d and e, not parallel, are nearest: halfway.
Vec3 between_lines(Vec3 p, Vec3 d, Vec3 q, Vec3 e) {
  const double de = dot(d, e), w = 1 - de * de;
  const Vec3 r = q - p;
  const double s = (dot(r, d) - de * dot(r, e)) / w, t = (de * dot(r, d) - dot(r, e)) / w;
  return 0.5 * (p + s * d) + 0.5 * (q + t * e);
}

}  // namespace

BoxOverlaps box_overlaps(const PosedPair& pair) {
  BoxOverlaps out;
  const bool are_rigid =
      pair.pose_a().kind() == Pose::Kind::Quaternion && pair.pose_b().kind() == Pose::Kind::Quaternion;
  const double reach = pair.reach();
  if (!are_rigid || !(reach > 0x1p-400 && reach < 0x1p400)) {
    for (int axis = 0; axis < BoxOverlaps::kAxes; ++axis) out.overlap[axis] = out.error[axis] = kInfinity;
    return out;
  }
  const Mat3 &turn_a = pair.pose_a().rotation(), &turn_b = pair.pose_b().rotation();
  const Vec3 size_a = pair.a().box_high() - pair.a().box_low(), size_b = pair.b().box_high() - pair.b().box_low();
  const double h[3] = {0.5 * size_a.x, 0.5 * size_a.y, 0.5 * size_a.z},
               k[3] = {0.5 * size_b.x, 0.5 * size_b.y, 0.5 * size_b.z};
  out.between = pair.center_difference();
  const Vec3 c_a = transpose_times(turn_a, out.between), c_b = transpose_times(turn_b, out.between);
  const double c[3] = {c_a.x, c_a.y, c_a.z}, d[3] = {c_b.x, c_b.y, c_b.z};
  double r[3][3], size[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(column(turn_a, i), column(turn_b, j));
      size[i][j] = std::fabs(r[i][j]);
    }
  const double slack = kSlack * reach;
  const double own = pair.a().reach() + pair.b().reach(), apart = norm_max(pair.shift()),
               between = norm_one(out.between);
  const bool are_quarters = has_quarter_turns(pair.pose_a()) && has_quarter_turns(pair.pose_b());
  const double of_faces =
                   kUnit * (are_quarters ? 16 * own + 8 * (apart + between) : 72 * own + 8 * apart + 20 * between),
               of_edges = kUnit * (136 * own + 10 * apart + 80 * between);
  // Then all sides are parallel, and no edges span a facet that is not a face's.
  const bool has_faces_alone = are_quarters || pair.pose_a().quaternion() == pair.pose_b().quaternion();
  const double diagonals = 0.5 * (norm(size_a) + norm(size_b)) * (1 + 0x1p-50);
  for (int i = 0; i < 3; ++i) {
    out.overlap[i] = h[i] + (k[0] * size[i][0] + k[1] * size[i][1] + k[2] * size[i][2]) - std::fabs(c[i]);
    out.overlap[3 + i] = k[i] + (h[0] * size[0][i] + h[1] * size[1][i] + h[2] * size[2][i]) - std::fabs(d[i]);
    out.error[i] = out.error[3 + i] = slack;
  }
  double least = out.overlap[0];
  for (int axis = 1; axis < BoxOverlaps::kFaces; ++axis)
    if (out.overlap[axis] < least) least = out.overlap[axis], out.least = axis;
  const double least_of_faces = least;
  double lower = least - of_faces;
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1, axis = BoxOverlaps::kFaces + 3 * i + j;
      const double sine = std::sqrt(r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j]);
      const double sum = h[i1] * size[i2][j] + h[i2] * size[i1][j] + k[j1] * size[i][j2] + k[j2] * size[i][j1];
      const double overlap = (sum - std::fabs(c[i2] * r[i1][j] - c[i1] * r[i2][j])) / sine;
      if (sine < kParallel) {
        out.overlap[axis] = out.error[axis] = kInfinity;
        const double as_parallel = least_of_faces - kTwice * (sine + kSineError) * diagonals - of_faces;
        // Not a number where the sine is 0.
        const double as_edges = sine > kMinSine ? overlap - of_edges / sine : as_parallel;
        if (!has_faces_alone) lower = smaller(lower, larger(as_parallel, as_edges));
        continue;
      }
      out.overlap[axis] = overlap;
      out.error[axis] = slack / sine;
      if (!has_faces_alone) lower = smaller(lower, overlap - of_edges / sine);
      // A face is preferred where nothing but roundings speaks for the edges.
      if (out.overlap[axis] < least - out.error[axis]) least = out.overlap[axis], out.least = axis;
    }
  }
  out.lower = lower, out.upper = least + (out.least < BoxOverlaps::kFaces ? of_faces : out.error[out.least]);
  return out;
}

Vec3 box_axis(const PosedPair& pair, const BoxOverlaps& overlaps, int axis) {
  const Mat3 &turn_a = pair.pose_a().rotation(), &turn_b = pair.pose_b().rotation();
  Vec3 n;
  if (axis < 3) {
    n = column(turn_a, axis);
  } else if (axis < BoxOverlaps::kFaces) {
    n = column(turn_b, axis - 3);
  } else {
    n = cross(column(turn_a, (axis - BoxOverlaps::kFaces) / 3), column(turn_b, (axis - BoxOverlaps::kFaces) % 3));
    n = n / norm(n);
  }
  return dot(n, overlaps.between) < 0 ? -n : n;
}

unsigned farthest_corner(const Mat3& turn, Vec3 direction) {
  const Vec3 own = transpose_times(turn, direction);
  return (own.x > 0 ? 1u : 0u) | (own.y > 0 ? 2u : 0u) | (own.z > 0 ? 4u : 0u);
}

namespace {

// How far the bodies overlap along an axis of the world, b's side being the farther one or, sign −1, the nearer one.
struct Overlap {
  int axis = 0;
  double sign = 1;
  double terms[4] = {};
  double rough = 0, middle = 0;
};

// Boxes turned by quarters: their difference body is a box, too, and where its sides are is a sum of doubles.
BoxDepth aligned_depth(const PosedPair& pair) {
  Overlap sides[6];
  double middle[3];
  for (int k = 0; k < 3; ++k) {
    const OwnCoordinate own_a = own_coordinate(pair.pose_a(), k), own_b = own_coordinate(pair.pose_b(), k);
    const double t_a = pair.pose_a().translation()[k], t_b = pair.pose_b().translation()[k];
    const Polytope &a = pair.a(), &b = pair.b();
    const double low_a = own_a.lowest(a.box_low(), a.box_high()), high_a = own_a.highest(a.box_low(), a.box_high()),
                 low_b = own_b.lowest(b.box_low(), b.box_high()), high_b = own_b.highest(b.box_low(), b.box_high());
    const double shift = t_b - t_a, from_b = low_b + shift, to_b = high_b + shift;
    sides[2 * k] = {k, 1, {t_a, -t_b, high_a, -low_b}, high_a - from_b, 0.5 * (high_a + from_b)};
    sides[2 * k + 1] = {k, -1, {t_b, -t_a, high_b, -low_a}, to_b - low_a, 0.5 * (to_b + low_a)};
    middle[k] = 0.5 * (larger(low_a, from_b) + smaller(high_a, to_b));
  }
  double least = kInfinity;
  for (const Overlap& side : sides) least = smaller(least, side.rough);
  // Each of the four is no larger than the reach, and three sums round.
  const double error = 0x1p-48 * pair.reach();
  const Overlap* nearest = nullptr;
  BoxDepth out;
  out.lower = kInfinity;
  for (const Overlap& side : sides) {
    if (side.rough > least + error) continue;
    const ExactSum<4> overlap(side.terms);
    out.lower = smaller(out.lower, overlap.down());
    const double upper = overlap.up();
    if (!(upper < out.upper)) continue;
    out.upper = upper;
    nearest = &side;
  }
  out.lower = larger(out.lower, 0);
  if (nearest == nullptr) return out;
  middle[nearest->axis] = nearest->middle;
  const double s = nearest->sign;
  out.normal = {nearest->axis == 0 ? s : 0, nearest->axis == 1 ? s : 0, nearest->axis == 2 ? s : 0};
  out.point = pair.pose_a().translation() + Vec3{middle[0], middle[1], middle[2]};
  return out;
}

}  // namespace

BoxDepth box_depth(const PosedPair& pair) {
  if (has_quarter_turns(pair.pose_a()) && has_quarter_turns(pair.pose_b())) return aligned_depth(pair);
  BoxDepth out;
  const BoxOverlaps found = box_overlaps(pair);
  if (!found.has_answer()) return out;
  out.lower = larger(found.lower, 0);
  const Vec3 axis = box_axis(pair, found, found.least), n = out.normal = axis / norm(axis);
  out.upper = depth_above(pair, n);
  const PosedBox a(pair.a(), pair.pose_a(), {}), b(pair.b(), pair.pose_b(), found.between);
  const double half = 0.5 * found.overlap[found.least];
  Vec3 place;
  if (const int edges = found.least - BoxOverlaps::kFaces; edges >= 0) {
    place = between_lines(a.farthest(n), a.axis[edges / 3], b.farthest(-n), b.axis[edges % 3]);
  } else {
    // The other box's deepest points, as far as they lie over the face; halfway up from there.
    place = found.least < 3 ? a.clamped(b.farthest(-n) + half * n) : b.clamped(a.farthest(n) - half * n);
  }
  out.point = apply(pair.pose_a(), pair.a().center()) + place;
  return out;
}

}  // namespace clearance::detail
