// Notation: A, B the boxes' axes in the world, h, k their half edges, c from a's centre to b's; u = 2⁻⁵³.
// Roundings: rotations are off by 8u an entry (kRotationError), c by 16u·reach (kDifferenceError); the products of a
//           unit vector with c and with nine terms of the boxes add less than 16u of their sizes: kSlack·reach covers
//           all. A product of edges at an angle α is off by 16u/sin α as a direction, and overlaps by that times the
//           reach.
#include <clearance/contact/convex/box_depth.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kSlack = 128 * 0x1p-53;
// Edges at a smaller angle are taken for parallel: a facet that they span lies between two others' normals, and the
// difference body is no nearer there than the slower of both turned by the angle.
constexpr double kParallel = 1e-6;

struct PosedBox {
  Vec3 axis[3], center;
  double half[3];

  PosedBox(const Polytope& box, const Pose& pose, Vec3 middle) : center(middle) {
    const Vec3 size = 0.5 * (box.box_high() - box.box_low());
    for (int k = 0; k < 3; ++k) {
      const Mat3& r = pose.rotation();
      axis[k] = {r.row[0][k], r.row[1][k], r.row[2][k]};
      half[k] = size[k];
    }
  }

  double reach(Vec3 n) const {
    return half[0] * std::fabs(dot(axis[0], n)) + half[1] * std::fabs(dot(axis[1], n)) +
           half[2] * std::fabs(dot(axis[2], n));
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

BoxDepth box_depth(const PosedPair& pair) {
  BoxDepth out;
  const bool are_rigid =
      pair.pose_a().kind() == Pose::Kind::Quaternion && pair.pose_b().kind() == Pose::Kind::Quaternion;
  const double reach = pair.reach();
  // Squares of such sizes neither overflow nor vanish.
  if (!are_rigid || !(reach > 0x1p-400 && reach < 0x1p400)) return out;
  const Vec3 c = pair.center_difference();
  const PosedBox a(pair.a(), pair.pose_a(), {}), b(pair.b(), pair.pose_b(), c);
  double least = std::numeric_limits<double>::infinity(), lower = least;
  int face = 0, edge_a = -1, edge_b = -1;
  // Taken where it is the least by more than `preference`.
  const auto look = [&](Vec3 n, double slack, double preference) {
    const double overlap = a.reach(n) + b.reach(n) - std::fabs(dot(n, c));
    lower = smaller(lower, overlap - slack);
    if (!(overlap < least - preference)) return false;
    least = overlap;
    out.normal = dot(n, c) < 0 ? -n : n;
    return true;
  };
  for (int k = 0; k < 3; ++k) {
    if (look(a.axis[k], kSlack * reach, 0)) face = k;
    if (look(b.axis[k], kSlack * reach, 0)) face = 3 + k;
  }
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const Vec3 way = cross(a.axis[i], b.axis[k]);
      const double sine = norm(way);
      if (sine < kParallel) {
        lower = smaller(lower, least - 8 * sine * reach - kSlack * reach);
        continue;
      }
      // A face is preferred where nothing but roundings speaks for the edges.
      const double slack = kSlack * reach / sine;
      if (look(way / sine, slack, slack)) edge_a = i, edge_b = k;
    }
  out.lower = lower, out.upper = least + kSlack * reach;
  const Vec3 n = out.normal;
  Vec3 place;
  if (edge_a >= 0) {
    place = between_lines(a.farthest(n), a.axis[edge_a], b.farthest(-n), b.axis[edge_b]);
  } else {
    // The other box's deepest points, as far as they lie over the face; halfway up from there.
    place = face < 3 ? a.clamped(b.farthest(-n) + (0.5 * least) * n) : b.clamped(a.farthest(n) - (0.5 * least) * n);
  }
  out.point = apply(pair.pose_a(), pair.a().center()) + place;
  return out;
}

}  // namespace clearance::detail
