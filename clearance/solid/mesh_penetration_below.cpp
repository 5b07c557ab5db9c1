// Question: which length must every translation have that ends the penetration of two solids?
// Method:   balls of radii r_a and r_b around one centre c, in a and in b: they go on overlapping as long as b moves by
//           less than r_a + r_b. c climbs on r_a + r_b from several starts, along the directions away from the nearest
//           points and along those that keep the distances to the surfaces met so far.
// Proves:   lower = r_a + r_b, from the certified distances of c.
#include <clearance/base/random.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/mesh_penetration_parts.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

// Places looked at for each unit of effort: a certified distance is a thousand times cheaper than a translation.
constexpr int kPlacesPerEffort = 12;

// What is within this of the most that can be found is the most, up to rounding.
constexpr double kRounding = 1e-12;

class Climb {
 public:
  Climb(const SolidPair& pair, int effort, double enough)
      : pair_(pair), left_(kPlacesPerEffort * effort), enough_((1 - kRounding) * enough) {}

  const DepthBelow& best() const { return best_; }
  bool has_left() const { return left_ > 0 && best_.lower < enough_; }

  void from(Vec3 start) {
    DepthBelow here = at(start);
    if (here.lower <= 0) return;
    double step = 0.5 * here.lower;
    // Steps below a thousandth bring nothing that the directions' own roughness does not lose.
    while (has_left() && step > 1e-4 * here.lower) {
      DepthBelow there = best_beside(here, step);
      if (there.lower > here.lower) {
        here = there;
        step *= 1.5;
      } else {
        step *= 0.5;
      }
    }
  }

 private:
  DepthBelow best_beside(const DepthBelow& here, double step) {
    const Vec3 away_a = unit_of(-here.way_a), away_b = unit_of(-here.way_b), between = unit_of(cross(away_a, away_b));
    const Vec3 any = unit_of({random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)});
    const Vec3 aside = unit_of(cross(any, last_)), along_a = unit_of(cross(away_a, any)),
               along_b = unit_of(cross(away_b, any));
    DepthBelow best = here;
    for (const Vec3 d : {last_, unit_of(away_a + away_b), away_a, away_b, between, -between, aside, -aside, along_a,
                         -along_a, along_b, -along_b, any, -any}) {
      if (!has_left() || !(norm_one(d) > 0.5)) continue;
      const DepthBelow there = at(here.center + step * d);
      if (there.lower <= best.lower) continue;
      best = there;
      last_ = d;
      break;
    }
    return best;
  }

  DepthBelow at(Vec3 center) {
    --left_;
    if (!is_coordinate(center)) return {};
    const PointDistance in_a = signed_distance(pair_.a, pair_.pose_a, center);
    if (in_a.location != PointLocation::Inside) return {};
    const PointDistance in_b = signed_distance(pair_.b, pair_.pose_b, center);
    if (in_b.location != PointLocation::Inside) return {};
    const double lower = std::max(next_below(-in_a.upper - in_b.upper), 0.0);
    const DepthBelow found{lower, center, in_a.nearest - center, in_b.nearest - center};
    if (found.lower > best_.lower) best_ = found;
    return found;
  }

  const SolidPair& pair_;
  int left_;
  const double enough_;
  Random random_{0xba11};
  Vec3 last_;
  DepthBelow best_;
};

Vec3 middle(const Mesh& mesh, const Pose& pose) { return apply(pose, 0.5 * mesh.box_low() + 0.5 * mesh.box_high()); }

}  // namespace

DepthBelow depth_below(const SolidPair& pair, Vec3 inside, int effort, double enough) {
  Climb climb(pair, effort, enough);
  climb.from(inside);
  climb.from(middle(pair.a, pair.pose_a));
  climb.from(middle(pair.b, pair.pose_b));
  climb.from(0.5 * middle(pair.a, pair.pose_a) + 0.5 * middle(pair.b, pair.pose_b));
  Random random(0x57a27);
  const Mesh& smaller = pair.a.size() < pair.b.size() ? pair.a : pair.b;
  const Pose& pose = pair.a.size() < pair.b.size() ? pair.pose_a : pair.pose_b;
  const Vec3 low = smaller.box_low(), high = smaller.box_high();
  while (climb.has_left())
    climb.from(
        apply(pose, {random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)}));
  return climb.best();
}

}  // namespace clearance::detail
