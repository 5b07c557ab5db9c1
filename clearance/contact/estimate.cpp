#include <clearance/contact/estimate.h>

#include <clearance/bvh/box.h>
#include <clearance/contact/estimate/crossing_patch.h>
#include <clearance/contact/estimate/estimate_parts.h>
#include <clearance/contact/estimate/round_on_mesh.h>
#include <clearance/convex/query.h>
#include <clearance/convex/way_out.h>
#include <clearance/exact/posed.h>
#include <clearance/math/sum.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/mesh/point.h>
#include <clearance/mesh/triangle_nearest.h>
#include <clearance/parts/ask.h>
#include <clearance/query/query.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/support/support.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// What is tried as an upper end, in depths measured.
constexpr double kFirstTry = 1.05;
// How near the ends of a search for it come, and how many places it tries.
constexpr double kNearEnough = 1.1;
constexpr int kTries = 6;
// With no effort a line of more crossings is not followed to its end.
constexpr int kFewCrossings = 64;

// ---- Upper ends that hold for any bodies ----------------------------------------------------------------------------

// Not less than n·p for any point p of the body at its turn alone; the hull's, of parts.
double reach_along(const Rounded& body, const Mat3& turn, Vec3 n) {
  const Vec3 d = transpose_times(turn, n);
  const Polytope& core = body.core();
  return (dot(d, core.vertex(support_scan(core, d))) + body.radius()) + kDotError * norm_one(n) * core.reach();
}
double reach_along(const Mesh& mesh, const Mat3& turn, Vec3 n) {
  const Vec3 d = transpose_times(turn, n);
  double least = kInfinity;
  visit_lowest(mesh, -d, least, [&least](std::uint32_t, double height) { least = smaller(least, height); });
  return -least + kDotError * norm_one(n) * mesh.reach();
}
double reach_along(const Parts& parts, const Mat3& turn, Vec3 n) { return reach_along(parts.hull(), turn, n); }
double reach_along(const HalfSpace&, const Mat3&, Vec3) { return kInfinity; }

// How far b must go along n, of unit length, to be beyond all of a: enough.
double beyond_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3 n) {
  const auto reach = [](const Shape& shape, const Pose& pose, Vec3 d) {
    return std::visit([&](const auto& body) { return reach_along(body, pose.rotation(), d); }, shape);
  };
  const Vec3 shift = pose_a.translation() - pose_b.translation();
  const double far_a = reach(a, pose_a, n), far_b = reach(b, pose_b, -n), between = dot(n, shift);
  const double sum = far_a + far_b + between;
  // n is of unit length but for roundings, and so are the sums.
  const double slack = 0x1p-48 * (std::fabs(far_a) + std::fabs(far_b) + norm_one(shift));
  return larger(sum + slack, 0);
}

// Whether b moved by exactly `way` has left a, where that can be told in poses of doubles.
bool leaves(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3 way, bool may_touch) {
  const std::optional<MovedPair> moved = moved_by(pose_a, pose_b, way);
  if (!moved || moved->off != 0) return false;
  const auto *mesh_a = std::get_if<Mesh>(&a), *mesh_b = std::get_if<Mesh>(&b);
  const Status status = mesh_a != nullptr && mesh_b != nullptr ? intersects(*mesh_a, moved->a, *mesh_b, moved->b).status
                                                               : intersects(a, moved->a, b, moved->b).status;
  return status == Status::Separated || (may_touch && status == Status::Touching);
}

// ---- Bodies of triangles --------------------------------------------------------------------------------------------

struct Pair {
  const Shape& a;
  const Pose& pose_a;
  const Shape& b;
  const Pose& pose_b;
};

// A normal and a depth that hold of anything: of some directions the one along which b is out soonest.
void set_by_directions(ContactEstimate& out, const Pair& pair) {
  const Box box_a = world_box(pair.a, pair.pose_a), box_b = world_box(pair.b, pair.pose_b);
  const auto middle = [](const Box& box) { return 0.5 * box.low + 0.5 * box.high; };
  double least = kInfinity;
  for (const Vec3 d : {unit_of(middle(box_b) - middle(box_a)), Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0},
                       Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
    if (norm_one(d) == 0) continue;
    const double there = beyond_all(pair.a, pair.pose_a, pair.b, pair.pose_b, d);
    if (there < least) least = there, out.normal = d;
  }
  out.depth = least;
  const Vec3 low{larger(box_a.low.x, box_b.low.x), larger(box_a.low.y, box_b.low.y), larger(box_a.low.z, box_b.low.z)};
  const Vec3 high{smaller(box_a.high.x, box_b.high.x), smaller(box_a.high.y, box_b.high.y),
                  smaller(box_a.high.z, box_b.high.z)};
  out.point = halfway(low, high);
}

CrossingPatch turned(CrossingPatch patch) {
  patch.normal = -patch.normal;
  return patch;
}

CrossingPatch crossing_of(const Single& a, const Pose& pose_a, const Single& b, const Pose& pose_b, int most) {
  if (a.mesh != nullptr)
    return b.mesh != nullptr ? crossing_patch(*a.mesh, pose_a, *b.mesh, pose_b, most)
                             : turned(crossing_patch(*b.convex, pose_b, *a.mesh, pose_a, most));
  return crossing_patch(*a.convex, pose_a, *b.mesh, pose_b, most);
}

// A ball whose middle is inside a solid: out to the nearest of the surface, and its radius more.
bool set_sunk_ball(ContactEstimate& out, const Rounded& ball, const Pose& pose, const Mesh& mesh, const Pose& pose_mesh,
                   bool is_a) {
  const Vec3 middle = apply(pose, ball.core().vertex(0));
  if (ball.core().dimension() > 0 || !mesh.is_solid() || !is_coordinate(middle)) return false;
  const PointDistance found = signed_distance(mesh, pose_mesh, middle);
  const Vec3 n = unit_of(found.nearest - middle);
  if (found.location != PointLocation::Inside || norm_one(n) == 0) return false;
  const double rounding = kDotError * (ball.core().reach() + norm_max(middle));
  out.lower = larger(next_below(sum_down(ball.radius(), -found.upper) - rounding), 0);
  out.depth = ball.radius() - found.upper;
  out.normal = is_a ? -n : n;
  out.point = halfway(found.nearest, middle - ball.radius() * n);
  return true;
}

// A round body whose core is clear of the mesh: it is as deep as the mesh's nearest point is within the radius.
bool set_round(ContactEstimate& out, const Rounded& round, const Pose& pose, const Mesh& mesh, const Pose& pose_mesh,
               bool is_a) {
  if (round.radius() == 0) return false;
  if (RoundOnMesh found; nearest_on_mesh(round, pose, mesh, pose_mesh, found)) {
    const Vec3 n = unit_of(found.on_mesh - found.on_core);
    out.lower = mesh.is_solid() ? larger(sum_down(round.radius(), -found.distance), 0) : 0;
    out.depth = round.radius() - found.distance;
    out.normal = is_a ? n : -n;
    out.point = halfway(found.on_core + round.radius() * n, found.on_mesh);
    return true;
  }
  if (set_sunk_ball(out, round, pose, mesh, pose_mesh, is_a)) return true;
  DistanceOptions near;
  near.only_below = limit_above(round.radius());
  const Distance gap = distance(Rounded(round.core()), pose, mesh, pose_mesh, near);
  const Vec3 n = normal_of(gap);
  if (gap.status != Status::Separated || !(gap.upper < kInfinity) || norm_one(n) == 0) return false;
  out.lower = mesh.is_solid() ? larger(sum_down(round.radius(), -gap.upper), 0) : 0;
  out.depth = larger(round.radius() - gap.upper, 0);
  out.normal = is_a ? n : -n;
  out.point = halfway(gap.point_a + round.radius() * n, gap.point_b);
  return true;
}

// Beside where two triangles touch, along the plane of one of them.
void set_touch(ContactEstimate& out, const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
               const MeshCache& cache) {
  if (cache.triangle_a >= a.triangle_count() || cache.triangle_b >= b.triangle_count()) return;
  Vec3 p[3], q[3];
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = apply(pose_a, a.vertex(a.triangle(cache.triangle_a)[k]));
    q[k] = apply(pose_b, b.vertex(b.triangle(cache.triangle_b)[k]));
  }
  const TriangleNearest nearest = nearest_points(p, q);
  out.point = is_finite(nearest.p) && is_finite(nearest.q) ? halfway(nearest.p, nearest.q) : p[0];
  double best = -kInfinity;
  for (const Vec3 n :
       {a.outer_side() * detail::normal_of(p[0], p[1], p[2]), -b.outer_side() * detail::normal_of(q[0], q[1], q[2])}) {
    if (norm_one(n) == 0) continue;
    double far_a = -kInfinity, near_b = kInfinity;
    for (int k = 0; k < 3; ++k)
      far_a = larger(far_a, dot(n, p[k] - p[0])), near_b = smaller(near_b, dot(n, q[k] - p[0]));
    if (near_b - far_a > best) best = near_b - far_a, out.normal = n;
  }
}

// A length that no translation that ends the penetration is below: two balls around one place, one in each solid.
double lower_at(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3 place) {
  const auto room = [place](const Shape& shape, const Pose& pose) {
    const auto* mesh = std::get_if<Mesh>(&shape);
    if (mesh == nullptr || !mesh->is_solid() || !is_coordinate(place)) return -1.0;
    const PointDistance found = signed_distance(*mesh, pose, place);
    return found.location == PointLocation::Inside ? -found.upper : -1.0;
  };
  const double in_a = room(a, pose_a), in_b = in_a < 0 ? -1 : room(b, pose_b);
  return in_b < 0 ? 0 : larger(next_below(in_a + in_b), 0);
}

// What was measured of the pieces that meet.
struct Measured {
  Vec3 top;                  // a place of a that is deepest in b
  bool is_complete = false;  // the depth is right along the normal; else it may be too large
};

// By moving b along the normal and asking again: where it still meets a, and where no more.
void search_upper(ContactEstimate& out, const Pair& pair, bool is_complete) {
  const bool may_touch = out.answer.status == Status::Penetrating;
  double low = 0, high = out.upper, next = (is_complete ? kFirstTry : 1) * out.depth;
  if (!(next < high)) {
    if (is_complete) return;
    next = 0.6 * high;
  }
  for (int k = 0; k < kTries && high > kNearEnough * low; ++k) {
    const Vec3 way = next * out.normal;
    if (leaves(pair.a, pair.pose_a, pair.b, pair.pose_b, way, may_touch)) {
      high = next;
      out.upper = smaller(out.upper, length_above(way)), out.translation = way;
      if (k == 0 && is_complete) return;
    } else {
      low = next;
    }
    next = low == 0 ? 0.6 * high : high > 4 * low ? 1.5 * low : std::sqrt(low) * std::sqrt(high);
  }
  out.depth = low > 0 ? 0.5 * low + 0.5 * high : high;
}

// Ends that hold for the whole bodies, about what was measured.
void prove_ends(ContactEstimate& out, const Pair& pair, const EstimateOptions& options, const Measured& measured) {
  const bool has_depth = out.answer.status == Status::Penetrating;
  out.lower = larger(out.lower, 0);
  if (norm_one(out.normal) == 0) return;
  const double whole = beyond_all(pair.a, pair.pose_a, pair.b, pair.pose_b, out.normal);
  if (!(whole < kInfinity)) return;
  const Way far = way_along(out.normal, whole);
  out.upper = far.upper, out.translation = far.translation;
  out.depth = smaller(larger(out.depth, out.lower), out.upper);
  if (options.effort < 1 || !(out.depth > 0)) return;
  search_upper(out, pair, measured.is_complete);
  if (options.effort >= 2 && has_depth) {
    // Just behind the farthest point of a, so that it surely is in a.
    const Vec3 place = measured.top - (0x1p-10 * out.depth) * out.normal;
    out.lower = larger(out.lower, lower_at(pair.a, pair.pose_a, pair.b, pair.pose_b, place));
  }
  out.lower = smaller(out.lower, out.upper);
  out.depth = smaller(larger(out.depth, out.lower), out.upper);
}

// Two pieces that are convex or meshes, not both convex; they meet.
void measure(ContactEstimate& out, const Single& a, const Single& b, const Pair& pair, const MeshCache& cache, int most,
             Measured& measured) {
  if ((a.convex != nullptr && set_round(out, *a.convex, pair.pose_a, *b.mesh, pair.pose_b, true)) ||
      (b.convex != nullptr && set_round(out, *b.convex, pair.pose_b, *a.mesh, pair.pose_a, false))) {
    measured = {out.point, true};
    return;
  }
  const CrossingPatch patch = crossing_of(a, pair.pose_a, b, pair.pose_b, most);
  const bool is_sound =
      norm_one(patch.normal) > 0 && is_finite(patch.normal) && is_finite(patch.point) && std::isfinite(patch.depth);
  if (!is_sound) {
    set_by_directions(out, pair);
    if (a.mesh != nullptr && b.mesh != nullptr && out.answer.status == Status::Touching)
      set_touch(out, *a.mesh, pair.pose_a, *b.mesh, pair.pose_b, cache);
    return;
  }
  out.normal = patch.normal;
  out.depth = larger(patch.depth, 0);
  out.point = patch.point;
  measured = {patch.top, patch.is_complete};
}

void triangles_estimate(const Pair& pair, PairCache& cache, const EstimateOptions& options, ContactEstimate& out) {
  if (options.margin > 0) {
    DistanceOptions near;
    near.only_below = limit_above(options.margin);
    const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache, near);
    if (set_near(out, gap, options.margin)) return;
  }
  out.answer = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
  if (out.answer.status == Status::Separated) {
    out.upper = 0;
    return;
  }
  // Of bodies of parts those two that were seen to meet.
  const auto part_of = [](const Shape& shape, std::uint32_t part) {
    const auto* parts = std::get_if<Parts>(&shape);
    return parts == nullptr ? Single(shape) : Single((*parts)[part < parts->count() ? part : 0]);
  };
  const Single a = part_of(pair.a, out.answer.part_a), b = part_of(pair.b, out.answer.part_b);
  Measured measured;
  if (a.convex != nullptr && b.convex != nullptr) {
    ConvexCache fresh;
    ContactEstimate of_parts;
    EstimateOptions only = options;
    only.margin = 0;
    convex_estimate(*a.convex, pair.pose_a, *b.convex, pair.pose_b, fresh, only, of_parts);
    out.normal = of_parts.normal, out.point = of_parts.point;
    out.depth = of_parts.depth, out.lower = of_parts.lower;
    measured = {of_parts.point, true};
  } else {
    const int most = options.effort < 1 ? kFewCrossings : std::numeric_limits<int>::max();
    measure(out, a, b, pair, cache.mesh(), most, measured);
  }
  if (out.answer.status == Status::Touching) {
    out.depth = out.lower = out.upper = 0;
    return;
  }
  prove_ends(out, pair, options, measured);
}

// ---- A half-space and a body ----------------------------------------------------------------------------------------

void half_space_estimate(const Pair& pair, PairCache& cache, const EstimateOptions& options, ContactEstimate& out) {
  const SignedDistance known = signed_distance(pair.a, pair.pose_a, pair.b, pair.pose_b, cache);
  set_answer(out.answer, known);
  out.lower = -known.upper, out.upper = -known.lower;
  out.depth = std::isfinite(known.lower) ? -(0.5 * known.lower + 0.5 * known.upper) : out.lower;
  if (-out.depth > options.margin && known.status == Status::Separated) return;
  if (known.status == Status::Intersecting) {
    set_by_directions(out, pair);
    out.lower = 0, out.upper = kInfinity, out.depth = 0;
    return;
  }
  out.normal = known.normal;
  out.point = halfway(known.point_a, known.point_b);
  if (known.status == Status::Penetrating && out.upper < kInfinity) {
    const Way way = way_along(unit_of(known.normal), out.upper);
    out.upper = way.upper, out.translation = way.translation;
  }
}

}  // namespace

ContactEstimate estimate_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 const EstimateOptions& options) {
  PairCache cache;
  return estimate_contact(a, pose_a, b, pose_b, cache, options);
}

ContactEstimate estimate_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 PairCache& cache, const EstimateOptions& options) {
  ContactEstimate out;
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr)
    convex_estimate(*convex_a, pose_a, *convex_b, pose_b, cache.convex(), options, out);
  else if (std::holds_alternative<HalfSpace>(a) || std::holds_alternative<HalfSpace>(b))
    half_space_estimate({a, pose_a, b, pose_b}, cache, options, out);
  else
    triangles_estimate({a, pose_a, b, pose_b}, cache, options, out);
  return out;
}

}  // namespace clearance
