// Question: where one pair of balls says too little, which length must a translation have that ends the penetration?
// Method:   the translations d are cut into cubes, the nearest to 0 first. A cube is barred when there are a ball in a
//           around c and a ball in b around c − d, d its centre, whose radii together exceed its half diagonal: moved
//           by any d of the cube, b's ball still overlaps a's. Other cubes are cut in eight. Balls are taken from a
//           stock, or found by climbing.
// Proves:   lower: the distance of the nearest cube that is left. It tends to the depth as the effort grows.
// Notation: d, h centre and half side of a cube; ρ = √3 h; r_a, r_b certified radii.
#include <clearance/base/random.h>
#include <clearance/bvh/box.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/mesh_penetration_parts.h>

#include <algorithm>
#include <cmath>
#include <queue>

namespace clearance::detail {
namespace {

// Cubes for each unit of effort, and places tried in one.
constexpr int kCubesPerEffort = 8, kPlaces = 8;
// Balls kept of each solid, and how often each is moved before.
constexpr int kBallsPerEffort = 2, kBallSteps = 4;
// A bracket as narrow as this is not worth another cube.
constexpr double kCloseEnough = 0.98;
// √3, rounded up.
constexpr double kHalfDiagonal = 1.7320508075688774;

struct Cube {
  Vec3 d;
  double h;
  Vec3 c;           // where a parent found its balls
  double distance;  // of its nearest point from 0, rounded down
};
struct Farther {
  bool operator()(const Cube& p, const Cube& q) const { return p.distance > q.distance; }
};

double distance_of(Vec3 d, double h) {
  const auto gap = [&](double x) { return std::max(std::fabs(x) - h, 0.0); };
  const double distance = norm({gap(d.x), gap(d.y), gap(d.z)}) * (1 - 0x1p-50);
  return std::isfinite(distance) ? distance : 0;
}

struct Balls {
  double sum = -std::numeric_limits<double>::infinity();  // r_a + r_b; negative where a centre is outside
  bool are_inside = false;
  Vec3 uphill;
};

// A ball in one of the solids.
struct Ball {
  Vec3 center;
  double radius;
};

// Balls here and there in a solid, each moved away from the surface for a few steps.
std::vector<Ball> balls_in(const Mesh& mesh, const Pose& pose, int count, Random& random) {
  std::vector<Ball> balls;
  const Vec3 low = mesh.box_low(), high = mesh.box_high();
  for (int tries = 0; tries < 8 * count && static_cast<int>(balls.size()) < count; ++tries) {
    Vec3 c = apply(pose, {random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)});
    PointDistance at = signed_distance(mesh, pose, c);
    for (int step = 0; step < kBallSteps && at.location == PointLocation::Inside; ++step) {
      const Vec3 next = c + 0.5 * (c - at.nearest);
      const PointDistance there = signed_distance(mesh, pose, next);
      if (there.location != PointLocation::Inside || there.upper >= at.upper) break;
      c = next, at = there;
    }
    if (at.location == PointLocation::Inside) balls.push_back({c, -at.upper});
  }
  return balls;
}

class Bars {
 public:
  Bars(const SolidPair& pair, int effort)
      : pair_(pair),
        balls_a_(balls_in(pair.a, pair.pose_a, kBallsPerEffort * effort, random_)),
        balls_b_(balls_in(pair.b, pair.pose_b, kBallsPerEffort * effort, random_)) {}

  // Whether b bars every translation of the cube; `c` is where to begin, and the best place found.
  bool bars(const Cube& cube, Vec3& c) {
    const double needed = kHalfDiagonal * cube.h * (1 + 0x1p-48);
    Vec3 common;
    if (best_known(cube.d, needed, common) > needed) return true;
    Balls here = at(c, cube.d);
    if (const Balls there = at(common, cube.d); there.sum > here.sum) here = there, c = common;
    double step = 0.5 * needed;
    for (int place = 1; place < kPlaces; ++place) {
      if (here.are_inside && here.sum > needed) return true;
      const Vec3 any{random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)};
      const Vec3 uphill = place % 2 == 1 ? here.uphill : any;
      const double length = norm(uphill);
      if (!(length > 1e-3)) continue;
      const Vec3 next = c + (step / length) * uphill;
      const Balls there = at(next, cube.d);
      if (there.sum > here.sum) {
        here = there;
        c = next;
      } else if (place % 2 == 1) {
        step *= 0.5;
      }
    }
    return here.are_inside && here.sum > needed;
  }

 private:
  // The most that a ball of a and one of b, moved by d, overlap by, or some that is more than needed; `common` is
  // between their centres. Rounding the centres' difference costs less than 2⁻⁵⁰ of their coordinates.
  double best_known(Vec3 d, double needed, Vec3& common) const {
    double best = -std::numeric_limits<double>::infinity();
    const auto proved = [&] { return best - 0x1p-48 * (norm_one(common) + norm_one(d) + std::fabs(best)); };
    for (const Ball& q : balls_b_) {
      const Vec3 moved = q.center + d;
      for (const Ball& p : balls_a_) {
        const double most = p.radius + q.radius;
        if (most <= best) continue;
        // Far beyond rounding: no root is needed.
        const double squared = squared_norm(p.center - moved), reach = most - best;
        if (squared > 1.000001 * reach * reach) continue;
        const double overlap = most - std::sqrt(squared);
        if (overlap <= best) continue;
        best = overlap;
        common = p.center + (p.radius / most) * (moved - p.center);
        if (proved() > needed) return proved();
      }
    }
    return proved();
  }

  // The sum is less by what rounding c − d may be off by.
  Balls at(Vec3 c, Vec3 d) const {
    const Vec3 of_b = c - d;
    if (!is_coordinate(c) || !is_coordinate(of_b)) return {};
    const PointDistance in_a = signed_distance(pair_.a, pair_.pose_a, c),
                        in_b = signed_distance(pair_.b, pair_.pose_b, of_b);
    Balls balls;
    balls.sum = next_below(-in_a.upper - in_b.upper) - 0x1p-50 * norm_one(of_b);
    balls.are_inside = in_a.location == PointLocation::Inside && in_b.location == PointLocation::Inside;
    balls.uphill = uphill(in_a, c) + uphill(in_b, of_b);
    return balls;
  }

  // Away from the nearest point inside, toward it outside.
  static Vec3 uphill(const PointDistance& found, Vec3 p) {
    const Vec3 way = found.location == PointLocation::Inside ? p - found.nearest : found.nearest - p;
    const double length = norm(way);
    return length > 0 && std::isfinite(length) ? (1 / length) * way : Vec3{};
  }

  const SolidPair& pair_;
  Random random_{0xcbe5};
  std::vector<Ball> balls_a_, balls_b_;
};

}  // namespace

double depth_below_by_cubes(const SolidPair& pair, const DepthBelow& below, double upper, int effort) {
  if (!(below.lower > 0) || !std::isfinite(upper)) return below.lower;
  const double enough = kCloseEnough * upper - 0x1p-40 * std::max(pair.a.size(), pair.b.size());
  if (below.lower >= enough) return below.lower;
  Bars bars(pair, effort);
  std::priority_queue<Cube, std::vector<Cube>, Farther> left;
  left.push({{}, upper, below.center, 0});
  for (int k = 0; k < kCubesPerEffort * effort && !left.empty() && left.top().distance < enough; ++k) {
    Cube cube = left.top();
    left.pop();
    if (bars.bars(cube, cube.c)) continue;
    const double h = 0.5 * cube.h;
    for (int i = 0; i < 8; ++i) {
      const Vec3 d = cube.d + h * Vec3{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
      left.push({d, h, cube.c, distance_of(d, h)});
    }
  }
  const double proved = left.empty() ? upper : std::min(left.top().distance, upper);
  return std::max(below.lower, proved);
}

}  // namespace clearance::detail
