// Where a convex body and a mesh cross.
// Method:   what is common to both is bounded by parts of either surface, whose areas add up to nothing: b's, cut out
// by
//           the planes of a's faces, tells a's.
// Notation: everything in a's frame, in units of its size.
#include <clearance/contact/estimate/crossing_patch.h>
#include <clearance/contact/estimate/sheet_chord.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <span>

namespace clearance::detail {
namespace {

constexpr std::size_t kMostFaces = 128;  // without a heap

// A triangle cut by the planes of a hull's faces: what is inside, as a polygon.
class CutTriangle {
 public:
  explicit CutTriangle(const Vec3 (&v)[3]) : count_(3) { std::copy(v, v + 3, corner_); }

  std::span<const Vec3> corners() const { return {corner_, static_cast<std::size_t>(count_)}; }
  // Keeps what is below; planes beyond the room for corners are left out.
  void cut(Vec3 normal, double offset) {
    if (count_ == 0 || count_ == kMostCorners) return;
    double height[kMostCorners];
    bool is_all_below = true;
    for (int k = 0; k < count_; ++k) height[k] = dot(normal, corner_[k]) - offset, is_all_below &= height[k] <= 0;
    if (is_all_below) return;
    Vec3 kept[kMostCorners + 1];
    int count = 0;
    for (int k = 0; k < count_; ++k) {
      const int l = k + 1 == count_ ? 0 : k + 1;
      if (height[k] <= 0) kept[count++] = corner_[k];
      if ((height[k] <= 0) != (height[l] <= 0) && count <= kMostCorners)
        kept[count++] = corner_[k] + height[k] / (height[k] - height[l]) * (corner_[l] - corner_[k]);
      if (count > kMostCorners) return;
    }
    std::copy(kept, kept + count, corner_);
    count_ = count;
  }

 private:
  static constexpr int kMostCorners = 32;
  Vec3 corner_[kMostCorners];
  int count_;
};

struct Corners {
  Vec3 v[3];
};

// n·x ≤ offset.
struct FacePlane {
  Vec3 normal;
  double offset;

  bool is_below(const Corners& t) const {
    return smaller(dot(normal, t.v[0]), smaller(dot(normal, t.v[1]), dot(normal, t.v[2]))) < offset;
  }
};

}  // namespace

CrossingPatch crossing_patch(const Rounded& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, int most) {
  const ConvexMeshPair pair(a, pose_a, b, pose_b);
  const Polytope& core = a.core();
  const double unit = core.size() > 0 ? core.size() : 1;
  const auto corner_of_face = [&](std::span<const std::uint32_t> loop, std::size_t k) {
    return core.vertex(static_cast<int>(loop[k])) / unit;
  };
  CrossingPatch out;
  if (core.dimension() < 3) return out;
  Vec3 area;
  StackArray<Vec3, kMostCrossings> points;
  StackArray<Corners, Sheet::kMost> crossed;
  StackArray<FacePlane, kMostFaces> planes;
  for (int f = 0; f < core.face_count(); ++f) {
    const std::span<const std::uint32_t> loop = core.face(f);
    const Vec3 on = corner_of_face(loop, 0), normal = normal_of(on, corner_of_face(loop, 1), corner_of_face(loop, 2));
    planes.push_back({normal, dot(normal, on)});
  }
  // The plane that was between the last triangle and the body is likely to be between the next and it, too.
  std::size_t between = 0;
  pair.for_triangles(0, [&](std::uint32_t t) {
    Corners at;
    for (std::size_t k = 0; k < 3; ++k) at.v[k] = pair.to_a()(b.vertex(b.triangle(t)[k])) / unit;
    if (between < planes.size() && !planes[between].is_below(at)) return true;
    for (std::size_t f = 0; f < planes.size(); ++f)
      if (!planes[f].is_below(at)) return between = f, true;
    CutTriangle cut(at.v);
    for (const FacePlane& plane : planes) cut.cut(plane.normal, plane.offset);
    const std::span<const Vec3> polygon = cut.corners();
    if (polygon.empty()) return true;
    for (std::size_t k = 2; k < polygon.size(); ++k)
      area = area + cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]);
    for (const Vec3& p : polygon)
      if (points.size() < kMostCrossings) points.push_back(p);
    if (crossed.size() < Sheet::kMost) crossed.push_back(at);
    return ++out.crossings < most;
  });
  const Vec3 n = -b.outer_side() * unit_of(area);
  if (norm_one(n) == 0 || points.size() == 0) return out;
  const Mat3 axes = axes_along(n);
  Reach reach[3];
  for (const Vec3& p : points)
    for (int k = 0; k < 3; ++k) reach[k].add(dot(axes.row[k], p));

  Sheet sheet_a, sheet_b;
  const auto add_to = [&](Sheet& sheet, Vec3 p, Vec3 q, Vec3 r, double sign) {
    const Vec3 v[3] = {axes * p, axes * q, axes * r}, normal = cross(v[1] - v[0], v[2] - v[0]);
    if (sign * normal.x > kOnEdge * norm_one(normal)) sheet.add(v, normal, 0);
  };
  for (int f = 0; f < core.face_count(); ++f) {
    const std::span<const std::uint32_t> loop = core.face(f);
    for (std::size_t k = 2; k < loop.size(); ++k)
      add_to(sheet_a, corner_of_face(loop, 0), corner_of_face(loop, k - 1), corner_of_face(loop, k), 1);
  }
  for (const Corners& each : crossed) add_to(sheet_b, each.v[0], each.v[1], each.v[2], -b.outer_side());
  Chord chord;
  if (out.crossings < most && out.crossings <= static_cast<int>(Sheet::kMost)) chord = longest_chord(sheet_a, sheet_b);
  out.is_complete = chord.length > 0;
  if (!out.is_complete) {
    // As far as either reaches.
    chord.top = -std::numeric_limits<double>::infinity();
    for (int v = 0; v < core.vertex_count(); ++v) chord.top = larger(chord.top, dot(n, core.vertex(v) / unit));
    chord.length = chord.top - reach[0].low;
    chord.y = reach[1].middle(), chord.z = reach[2].middle();
  }
  // The radius is around the core.
  chord.top += a.radius() / unit, chord.length += a.radius() / unit;
  const auto place = [&](double along) {
    return apply(pose_a, unit * transpose_times(axes, {along, chord.y, chord.z}));
  };
  out.normal = unit_of(pose_a.rotation() * n);
  out.depth = chord.length * unit;
  out.point = place(chord.top - 0.5 * chord.length);
  out.top = place(chord.top);
  return out;
}

}  // namespace clearance::detail
