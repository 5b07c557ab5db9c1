#include <bench/race/contact_judge.h>
#include <clearance/contact/manifold.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

double distance_to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 along = b - a;
  const double squared = dot(along, along);
  const double share = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
  return norm(p - (a + share * along));
}

// Of either of its places; a place that is not a number is far from everything.
bool is_same(const TouchPoint& theirs, const TouchPoint& ours) {
  return distance_to_segment(theirs.a, ours.a, ours.b) <= kPointTolerance ||
         distance_to_segment(theirs.b, ours.a, ours.b) <= kPointTolerance;
}

double deepest_of(std::span<const TouchPoint> points) {
  double out = std::numeric_limits<double>::infinity();
  for (const TouchPoint& point : points) out = std::min(out, point.gap);
  return out;
}

}  // namespace

ContactTruth contact_truth(std::span<const TouchPoint> points, bool meets, double distance_at_least) {
  ContactTruth out;
  out.points.assign(points.begin(), points.end());
  out.deepest = deepest_of(points);
  out.separated = !meets && distance_at_least > kPointTolerance;
  out.penetrating = meets && out.deepest < -kPointTolerance;
  out.touching = meets && !out.penetrating;
  out.wanted = static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const TouchPoint& p) { return p.gap < -kPointTolerance; }));
  return out;
}

std::vector<ContactTruth> contact_truth(const ContactScene& scene) {
  const Shape a = scene.shape_a(), b = scene.shape_b();
  std::vector<ContactTruth> out;
  std::vector<TouchPoint> points;
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    const Pose &pose_a = scene.poses.a[i], &pose_b = scene.poses.b[i];
    const Manifold found = manifold(a, pose_a, b, pose_b, {.margin = kPointTolerance});
    points.clear();
    for (const ContactPatch& patch : found.patches)
      for (const ContactPoint& point : found.points_of(patch))
        points.push_back({point.a, point.b, patch.normal, point.gap()});
    const bool meets = intersects(a, pose_a, b, pose_b).status != Status::Separated;
    out.push_back(contact_truth(points, meets, meets ? 0 : distance(a, pose_a, b, pose_b).lower));
  }
  return out;
}

ContactVerdict judge(std::span<const TouchPoint> reported, const ContactTruth& truth, Points kind) {
  ContactVerdict out;
  std::vector<const TouchPoint*> distinct;
  std::vector<bool> found(truth.points.size());
  for (const TouchPoint& point : reported) {
    if (point.gap > kPointTolerance) {
      ++out.speculative;
      continue;
    }
    ++out.reported;
    if (std::any_of(distinct.begin(), distinct.end(),
                    [&](const TouchPoint* other) { return norm(point.a - other->a) <= kPointTolerance; })) {
      ++out.doubled;
      continue;
    }
    distinct.push_back(&point);
    bool known = false;
    for (std::size_t k = 0; k < truth.points.size(); ++k) {
      if (!is_same(point, truth.points[k])) continue;
      known = found[k] = true;
    }
    ++(known ? out.matching : out.extra);
  }
  for (std::size_t k = 0; k < found.size(); ++k)
    if (!found[k] && truth.points[k].gap < -kPointTolerance) ++out.missing;
  const bool enough =
      out.missing == 0 || (kind == Points::Four && out.matching >= std::min<std::size_t>(4, truth.wanted));
  out.same = out.extra == 0 && enough;
  out.invented = truth.separated && out.reported > 0;
  out.lost = truth.penetrating && out.reported == 0;
  out.touching_free = truth.touching && out.reported == 0;
  if (out.reported > 0 && truth.penetrating) {
    // Not a number counts as off.
    out.depth_error = std::fabs(deepest_of(reported) - truth.deepest);
    out.off = !(out.depth_error <= kPointTolerance);
  }
  if (out.invented || out.lost || out.touching_free) out.same = false;
  return out;
}

void ContactCount::add(const ContactVerdict& verdict) {
  const auto number = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  ++frames;
  same += verdict.same, invented += verdict.invented, lost += verdict.lost, off += verdict.off;
  touching_free += verdict.touching_free;
  reported += number(verdict.reported), speculative += number(verdict.speculative);
  matching += number(verdict.matching), extra += number(verdict.extra), missing += number(verdict.missing);
  doubled += number(verdict.doubled);
  worst_depth = std::max(worst_depth, verdict.depth_error);
}

void ContactCount::add(const ContactCount& other) {
  frames += other.frames, same += other.same, invented += other.invented, lost += other.lost, off += other.off;
  touching_free += other.touching_free;
  reported += other.reported, speculative += other.speculative, matching += other.matching, extra += other.extra;
  missing += other.missing, doubled += other.doubled;
  worst_depth = std::max(worst_depth, other.worst_depth);
}

}  // namespace clearance::bench
