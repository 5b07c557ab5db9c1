// Question: where does a convex body meet a floor or a wall?
// Method:   the feature of the body that looks down: each of its corners is a point, straight over a place of the
// plane. Proves:   the status; brackets and errors, by the bounds of query/half_space_plane.h. Notation: n the plane's
// normal in the world, of any length; N = n·p − c for a vertex at p from the plane's
//           translation, as in query/half_space.cpp, where the bound on N is derived; S = reach of the core + |t|∞.
#include <clearance/contact/convex/convex_feature.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/exact/posed.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/support/direction_table.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>
#include <vector>

namespace clearance::detail {
namespace {

struct Height {
  double lower, upper;
};

// The plane and the body as one sees the other.
class Ground {
 public:
  Ground(const HalfSpace& space, const Pose& pose_a, const Rounded& b, const Pose& pose_b)
      : b_(b), pose_b_(pose_b), shift_(pose_b.translation() - pose_a.translation()) {
    const WorldPlane plane = world_plane(space, pose_a);
    unit_ = unit_normal(plane, space, pose_a);
    // Normals of any length: in units in which their squares are ordinary.
    const double longest = norm_max(plane.normal),
                 scale = longest > 0x1p-200 && longest < 0x1p200 ? 1 : std::ldexp(1.0, -std::ilogb(longest));
    normal_ = scale * plane.normal;
    length_ = norm(normal_);
    offset_ = std::clamp(scale * plane.offset, -kMost, kMost);
    const double reach = b.core().reach() + norm_max(shift_), size = norm_one(normal_);
    const double unusual = scale == 1 ? 0 : kNormalError * size;
    error_ = (kDotError * size + 3 * (scale * plane.error + unusual)) * reach +
             2 * larger(scale * plane.offset_error, 4 * 0x1p-53 * std::fabs(offset_)) + 0x1p-1000;
    reach_ = reach;
    per_length_ = 1 / length_;
    error_here_ = error_ * per_length_ * (1 + 0x1p-40);
    own_normal_ = transpose_times(pose_b.rotation(), normal_);
    height_of_origin_ = dot(normal_, shift_) - offset_;
  }

  Vec3 unit() const { return unit_; }
  // Down, as the body sees it.
  Vec3 down() const { return transpose_times(pose_b_.rotation(), -unit_); }

  // Of the body's surface below that vertex: N/|n| − r, where |n| is off by 32u at most, and its inverse, the product
  // and what is added to it by u each: 32u in all of N/|n|, the error and r.
  Height height(std::uint32_t v) const {
    const Vec3 p = b_.core().vertex(static_cast<int>(v));
    const double value = dot(own_normal_, p) + height_of_origin_;
    const double high = std::clamp(value * per_length_, -kMost, kMost),
                 error = error_here_ + 0x1p-48 * (std::fabs(high) + b_.radius());
    return {(high - error) - b_.radius(), (high + error) - b_.radius()};
  }

  void set_point(ContactPoint& made, std::uint32_t v) const {
    const Height gap = height(v);
    const Vec3 corner = apply(pose_b_, b_.core().vertex(static_cast<int>(v)));
    made.lower = gap.lower, made.upper = gap.upper;
    made.b = corner - b_.radius() * unit_;
    made.a = made.b - made.gap() * unit_;
    // Half the bracket; the unit normal's own error, over the gap; rounding of the places.
    made.error = (0.5 * gap.upper - 0.5 * gap.lower) + 0x1p-46 * std::fabs(made.gap()) +
                 0x1p-48 * (reach_ + norm_max(corner) + norm_max(pose_b_.translation()) + b_.radius());
    made.feature_a = {Feature::Face, kNoIndex, 0, kNoIndex};
    made.feature_b = named(b_.core(), {Feature::Vertex, v, 0});
  }

  // One that no vertex is lower than, but for less than what height() allows.
  std::uint32_t lowest(int hint) const {
    const Polytope& core = b_.core();
    const Vec3 towards = down();
    if (core.vertex_count() > kScanLimit) {
      const bool is_vertex = hint >= 0 && hint < core.vertex_count();
      const Peak peak = support_peak(core, towards, is_vertex ? hint : table_vertex(core, towards));
      if (peak.value - peak.runner_up > 4 * kDotError * core.reach()) return static_cast<std::uint32_t>(peak.index);
    }
    return static_cast<std::uint32_t>(support_scan(core, towards));
  }

 private:
  static constexpr double kMost = 0x1p1020;

  const Rounded& b_;
  const Pose& pose_b_;
  Vec3 shift_, unit_, normal_, own_normal_;  // the last as the body sees it
  double length_ = 1, per_length_ = 1, offset_ = 0, height_of_origin_ = 0, error_ = 0, error_here_ = 0, reach_ = 0;
};

}  // namespace

void half_space_convex_manifold(const HalfSpace& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                                ManifoldScratch& scratch, Manifold& out) {
  // Made where it is wanted: a copy would wait for what was just written.
  static_assert(std::is_trivially_destructible_v<Intersection>);
  new (&out.answer) Intersection(detail::intersects(a, ask.pose_a, b, ask.pose_b, cache));
  const bool is_apart = out.answer.status == Status::Separated;
  if (is_apart && !(ask.margin > 0)) return;
  const Ground ground(a, ask.pose_a, b, ask.pose_b);
  const std::uint32_t lowest = ground.lowest(cache.vertex_b);
  const Height least = ground.height(lowest);
  if (is_apart && least.lower > ask.margin) return;
  const Polytope& core = b.core();
  const BodyFeature feature = facing_feature(core, ground.down(), static_cast<int>(lowest));
  // Ids ascend with positions: so the points come in the order of their names.
  std::vector<std::uint32_t>& corners = scratch.span.chosen;
  corners.assign({feature.first});
  if (feature.kind == Feature::Edge) corners.push_back(feature.second);
  if (feature.kind == Feature::Face) {
    const auto loop = core.face(static_cast<int>(feature.first));
    corners.assign(loop.begin(), loop.end());
  }
  std::sort(corners.begin(), corners.end());
  ContactPatch patch;
  patch.normal = ground.unit();
  patch.lower = least.lower, patch.upper = least.upper;
  patch.first_point = static_cast<std::uint32_t>(out.points.size());
  for (const std::uint32_t v : corners) ground.set_point(out.points.emplace_back(), v);
  finish_patch(ask, patch, scratch, out);
}

}  // namespace clearance::detail
