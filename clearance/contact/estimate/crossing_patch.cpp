// Notation: everything about a place near the crossings, `base`, in world axes, in units of `unit`, so that no product
//           over- or underflows. n_a, n_b normals of two triangles that cross; n_a × n_b runs along the line with the
//           inside of b to its left, seen from outside a.
#include <clearance/contact/estimate/crossing_patch.h>

#include <clearance/bvh/triangle_tree.h>
#include <clearance/contact/estimate/sheet_chord.h>
#include <clearance/convex/any_length.h>
#include <clearance/solid/mesh_pair.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace clearance::detail {
namespace {

// How far beyond the line a patch is looked for, in units of the line's own width: a needle's tip.
constexpr double kBeyond = 2;

struct Triangle {
  Vec3 v[3];
  Vec3 normal;  // of any length

  Triangle(Vec3 p, Vec3 q, Vec3 r) : v{p, q, r}, normal(cross(q - p, r - p)) {}
};

// The boxes of two triangles of runs are apart, along some axis.
bool are_apart(const double (&p)[3][RunPoints::kLanes], int i, const double (&q)[3][RunPoints::kLanes], int k) {
  const double low_p = smaller(p[0][i], smaller(p[1][i], p[2][i])), high_p = larger(p[0][i], larger(p[1][i], p[2][i]));
  const double low_q = smaller(q[0][k], smaller(q[1][k], q[2][k])), high_q = larger(q[0][k], larger(q[1][k], q[2][k]));
  return low_p > high_q || low_q > high_p;
}

// Where the triangle meets the plane n·x = h: the ends of a segment, or false.
bool cut_by_plane(const Triangle& t, Vec3 n, double h, Vec3& first, Vec3& last) {
  const double d[3] = {dot(n, t.v[0]) - h, dot(n, t.v[1]) - h, dot(n, t.v[2]) - h};
  int found = 0;
  Vec3 ends[2];
  for (int k = 0; k < 3 && found < 2; ++k) {
    const int l = k == 2 ? 0 : k + 1;
    if ((d[k] < 0) == (d[l] < 0)) continue;
    ends[found++] = t.v[k] + d[k] / (d[k] - d[l]) * (t.v[l] - t.v[k]);
  }
  first = ends[0], last = ends[1];
  return found == 2;
}

// The segment in which two triangles cross, along n_a × n_b; false where they do not, or only just.
bool crossing(const Triangle& a, const Triangle& b, Vec3& from, Vec3& to) {
  const Vec3 along = cross(a.normal, b.normal);
  Vec3 a0, a1, b0, b1;
  if (!cut_by_plane(b, a.normal, dot(a.normal, a.v[0]), b0, b1)) return false;
  if (!cut_by_plane(a, b.normal, dot(b.normal, b.v[0]), a0, a1)) return false;
  double ta0 = dot(along, a0), ta1 = dot(along, a1), tb0 = dot(along, b0), tb1 = dot(along, b1);
  if (ta0 > ta1) std::swap(ta0, ta1), std::swap(a0, a1);
  if (tb0 > tb1) std::swap(tb0, tb1), std::swap(b0, b1);
  from = ta0 > tb0 ? a0 : b0, to = ta1 < tb1 ? a1 : b1;
  return larger(ta0, tb0) < smaller(ta1, tb1);
}

// The line so far: its area, and its points for what they reach.
struct Line {
  int crossings = 0;
  Vec3 base, area;
  StackArray<Vec3, kMostCrossings> points;

  void add(Vec3 from, Vec3 to) {
    if (crossings++ == 0) base = from;
    area = area + cross(from - base, to - base);
    if (points.size() < kMostCrossings) points.push_back(from);
  }
};

// Axes n, u, v, and what the line reaches along them.
struct Frame {
  Mat3 axes;
  Reach reach[3];

  Frame(Vec3 n, const Line& line) {
    axes = axes_along(n);
    for (const Vec3& p : line.points)
      for (int k = 0; k < 3; ++k) reach[k].add(dot(axes.row[k], p));
  }
};

// What is seen of a mesh within the line's width from `sign`·n, a little beyond the line.
// The mesh's own frame is v ↦ turn·v + shift in the frame of the line.
void see_beside(const Mesh& mesh, const Mat3& turn, Vec3 shift, const Frame& frame, double sign, Sheet& out) {
  const double wide = larger(frame.reach[1].half(), frame.reach[2].half());
  const double slack = 1e-6 * wide, beyond = kBeyond * wide;
  const double from = sign > 0 ? frame.reach[0].low : frame.reach[0].low - beyond;
  const double to = sign > 0 ? frame.reach[0].high + beyond : frame.reach[0].high;
  const Vec3 middle{0.5 * (from + to), frame.reach[1].middle(), frame.reach[2].middle()};
  const Vec3 half{0.5 * (to - from) + slack, frame.reach[1].half() + slack, frame.reach[2].half() + slack};
  // Into the mesh's frame: turn is a rotation times a scale.
  const double scale = norm(turn.row[0]);
  const Vec3 center = transpose_times(frame.axes, middle) - shift;
  const auto turned_back = [&](Vec3 d) { return transpose_times(turn, d) / scale; };
  const Mat3 axes = {{turned_back(frame.axes.row[0]), turned_back(frame.axes.row[1]), turned_back(frame.axes.row[2])}};
  const Vec3 there = turned_back(center) / scale;
  mesh.tree().find_in_box(there, axes, half / scale, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t) {
      const MeshTriangle& corners = mesh.triangle(t);
      Vec3 v[3];
      for (std::size_t k = 0; k < 3; ++k) v[k] = scale * (axes * (mesh.vertex(corners[k]) - there));
      const Vec3 normal = cross(v[1] - v[0], v[2] - v[0]);
      const double looks = mesh.is_solid() ? mesh.outer_side() * sign * normal.x : std::fabs(normal.x);
      if (!(looks > kOnEdge * norm_one(normal))) continue;
      const auto is_beside = [&](double p, double q, double r, double reach) {
        return smaller(p, smaller(q, r)) <= reach && larger(p, larger(q, r)) >= -reach;
      };
      if (!is_beside(v[0].x, v[1].x, v[2].x, half.x) || !is_beside(v[0].y, v[1].y, v[2].y, half.y) ||
          !is_beside(v[0].z, v[1].z, v[2].z, half.z))
        continue;
      for (const Vec3& each : v)
        if (std::fabs(each.x) <= half.x && std::fabs(each.y) <= half.y && std::fabs(each.z) <= half.z)
          out.reach.add(each.x + middle.x);
      out.add(v, normal, middle.x);
    }
    return true;
  });
}

}  // namespace

CrossingPatch crossing_patch(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, int most) {
  const MeshPair pair(a, pose_a, b, pose_b);
  Line line;
  pair.trees().find_meeting([&](const RunPair& runs) {
    RunPoints points_a, points_b;
    pair.load(points_a, points_b, runs);
    for (std::uint32_t left = pair.may_meet(points_a, points_b, runs); left != 0; left &= left - 1) {
      const int at = std::countr_zero(left), i = at / RunPoints::kLanes, k = at % RunPoints::kLanes;
      if (are_apart(points_a.x, i, points_b.x, k) || are_apart(points_a.y, i, points_b.y, k) ||
          are_apart(points_a.z, i, points_b.z, k))
        continue;
      const Triangle ta(points_a.corner(0, i), points_a.corner(1, i), points_a.corner(2, i));
      const Triangle tb(points_b.corner(0, k), points_b.corner(1, k), points_b.corner(2, k));
      Vec3 from, to;
      if (crossing(ta, tb, from, to)) line.add(from, to);
    }
    return line.crossings < most;
  });
  CrossingPatch out;
  out.crossings = line.crossings;
  // A mesh that is inside out runs along the line the other way.
  const Vec3 n = (a.outer_side() * b.outer_side()) * unit_of(line.area);
  if (norm_one(n) == 0) return out;
  const Frame frame(n, line);
  const Vec3 zero = pair.point_b({});
  const Mat3 turn_a{{pair.point_a({1, 0, 0}), pair.point_a({0, 1, 0}), pair.point_a({0, 0, 1})}};
  const Mat3 turn_b{{pair.point_b({1, 0, 0}) - zero, pair.point_b({0, 1, 0}) - zero, pair.point_b({0, 0, 1}) - zero}};
  Sheet sheet_a, sheet_b;
  see_beside(a, transpose(turn_a), {}, frame, 1, sheet_a);
  see_beside(b, transpose(turn_b), zero, frame, -1, sheet_b);
  Chord chord;
  if (line.crossings < most) chord = longest_chord(sheet_a, sheet_b);
  out.is_complete = chord.length > 0;
  if (!out.is_complete) {
    // As far as either reaches.
    chord.top = larger(frame.reach[0].high, sheet_a.reach.high);
    chord.length = chord.top - smaller(frame.reach[0].low, sheet_b.reach.low);
    chord.y = chord.z = 0;
  }
  out.depth = chord.length * pair.unit();
  // Back to the world.
  const bool is_plain = pose_a.kind() == Pose::Kind::Quaternion;
  const auto direction = [&](Vec3 d) { return is_plain ? pose_a.rotation() * d : d; };
  const auto place = [&](double along) {
    const Vec3 p =
        transpose_times(frame.axes, {along, frame.reach[1].middle() + chord.y, frame.reach[2].middle() + chord.z});
    return direction(pair.unit() * p) + pose_a.translation();
  };
  out.normal = unit_of(direction(n));
  out.point = place(chord.top - 0.5 * chord.length);
  out.top = place(chord.top);
  return out;
}

}  // namespace clearance::detail
