#include <bench/workloads/random_motion.h>
#include <bench/workloads/w5.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::bench {
namespace {

constexpr int kVertices = 100;
constexpr std::size_t kPairsOfHulls = 6;

// What two hulls are made of, and how far off the middle a way may pass so that about half of them hit; found by trial.
enum class Make : std::uint8_t { Ellipsoid, Rough, Rod, Plate, Tenths, Quarters };
struct Body {
  Polytope hull;
  double unit;   // its radius
  double grid;   // steps of round numbers in a unit of length; 0: any number
  double reach;  // in units
};

std::vector<Vec3> corners_of(const Polytope& hull) {
  std::vector<Vec3> out;
  for (int v = 0; v < hull.vertex_count(); ++v) out.push_back(hull.vertex(v));
  return out;
}

// Random ones of the corners that the hull of the points has: every one is a corner again.
Polytope some_corners(std::span<const Vec3> points, Random& random) {
  std::vector<Vec3> corners = corners_of(convex_hull(points).value());
  const std::size_t count = std::min<std::size_t>(kVertices, corners.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(corners[i], corners[i + random.below(corners.size() - i)]);
  corners.resize(count);
  return convex_hull(corners).value();
}

double snapped(double value, double grid) { return grid == 0 ? value : std::round(value * grid) / grid; }
Vec3 snapped(Vec3 v, double grid) { return {snapped(v.x, grid), snapped(v.y, grid), snapped(v.z, grid)}; }

Vec3 in_ball(Random& random) {
  for (;;) {
    const Vec3 v = random_point(random, 1);
    if (dot(v, v) <= 1) return v;
  }
}

Polytope rough_ball(Random& random) {
  std::vector<Vec3> points(4000);
  for (Vec3& point : points) point = in_ball(random);
  return some_corners(points, random);
}

// Tenths at a radius of 2: fine enough for a hundred corners.
Polytope ball_at_tenths(Random& random) {
  std::vector<Vec3> points(600);
  for (Vec3& point : points) point = snapped(2 * random_direction(random), 10);
  return some_corners(points, random);
}

// All points at quarters within a radius: faces along the axes, every corner with its mirror images.
Polytope ball_at_quarters(int radius_squared) {
  const int most = static_cast<int>(std::sqrt(static_cast<double>(radius_squared)));
  std::vector<Vec3> points;
  for (int x = -most; x <= most; ++x)
    for (int y = -most; y <= most; ++y)
      for (int z = -most; z <= most; ++z)
        if (x * x + y * y + z * z <= radius_squared) points.push_back(Vec3{1.0 * x, 1.0 * y, 1.0 * z} / 4);
  return convex_hull(corners_of(convex_hull(points).value())).value();
}

Body make_body(Make make, Random& random) {
  const std::uint64_t seed = random.bits();
  switch (make) {
    case Make::Ellipsoid:
      return {test_polytope(TestShape::Ellipsoid, kVertices, seed), 1, 0, 2.0};
    case Make::Rough:
      return {rough_ball(random), 1, 0, 2.7};
    case Make::Rod:
      return {test_polytope(TestShape::Rod, kVertices, seed), 1, 0, 1.0};
    case Make::Plate:
      return {test_polytope(TestShape::Plate, kVertices, seed), 1, 0, 2.05};
    case Make::Tenths:
      return {ball_at_tenths(random), 2, 10, 2.8};
    case Make::Quarters:
      break;
  }
  // Radii of 5.5 to 7 quarters, with 96, 108 and 104 corners.
  constexpr int kRadii[] = {30, 32, 48};
  const int radius_squared = kRadii[random.below(std::size(kRadii))];
  return {ball_at_quarters(radius_squared), std::sqrt(static_cast<double>(radius_squared)) / 4, 4, 2.6};
}

Make make_of(W5Kind kind, Numbers numbers, std::size_t pair) {
  if (numbers == Numbers::Round) return pair % 2 == 0 ? Make::Tenths : Make::Quarters;
  if (!is_fast(kind)) return pair % 2 == 0 ? Make::Ellipsoid : Make::Rough;
  constexpr Make kThin[] = {Make::Rod, Make::Plate, Make::Ellipsoid};
  return kThin[pair % std::size(kThin)];
}

Quat unit_rotation(Random& random) { return normalised_product({1, 0, 0, 0}, random_rotation(random)); }

Vec3 axis(Random& random) {
  const double sign = random.below(2) == 0 ? 1 : -1;
  const Vec3 axes[] = {{sign, 0, 0}, {0, sign, 0}, {0, 0, sign}};
  return axes[random.below(std::size(axes))];
}

// By up to 90°, about any axis.
Quat turned(Quat from, Random& random) {
  return normalised_product(turn(random_direction(random), random.uniform(0, 1)), from);
}
// Not turned, but as long as what it will turn to, so that the turn is spread over the time.
Quat unturned(double length) { return {length, 0, 0, 0}; }
// About a coordinate axis; by 90°, 53.13° or 36.87° for w = 1, 2 or 3.
Quat round_turn(double w, Random& random) {
  const Vec3 about = axis(random);
  return {w, about.x, about.y, about.z};
}
double small_integer(Random& random) { return static_cast<double>(1 + random.below(3)); }

// In units: how b goes by, seen from a.
struct Way {
  Vec3 from, by;
};

Vec3 square_to(Vec3 direction, Random& random) {
  for (;;) {
    const Vec3 across = cross(direction, random_direction(random));
    if (norm(across) > 0.1) return across / norm(across);
  }
}

// The bodies are within their radii, so that they are apart at the beginning.
constexpr double kApart = 2.2;

Way random_way(const Body& body, W5Kind kind, Random& random) {
  const Vec3 direction = body.grid != 0 && random.below(2) == 0 ? axis(random) : random_direction(random);
  const double off = body.reach * std::sqrt(random.unit());
  const double length = is_fast(kind) ? random.uniform(10, 50) : random.uniform(2.5, 6);
  // Fast ones pass a anywhere on their way, slow ones soon after their beginning, some not at all.
  const double before = is_fast(kind) ? random.uniform(kApart, length) : random.uniform(kApart, 3.5);
  return {off * square_to(direction, random) - before * direction, length * direction};
}

MovingPair random_pair(const Body& body, W5Kind kind, Random& random) {
  const Way way = random_way(body, kind, random);
  const auto place = [&](Vec3 in_units) { return snapped(body.unit * in_units, body.grid); };
  const bool is_round = body.grid != 0;
  const Quat from_a = is_round ? unturned(small_integer(random)) : unit_rotation(random),
             from_b = is_round ? unturned(small_integer(random)) : unit_rotation(random);
  const Vec3 at = place(random_point(random, 1)), to_b = place(way.from), by = place(way.by);
  const Pose start_a = rotation(from_a, at), start_b = rotation(from_b, at + to_b);
  if (!turns(kind)) return {resting(0, start_a), flying(0, start_b, by), body.unit};
  const Quat to_turn_a = is_round ? round_turn(from_a.w, random) : turned(from_a, random),
             to_turn_b = is_round ? round_turn(from_b.w, random) : turned(from_b, random);
  const Vec3 both = place(random_point(random, 0.5));
  return {going(0, start_a, rotation(to_turn_a, at + both)),
          going(0, start_b, rotation(to_turn_b, start_b.translation() + both + by)), body.unit};
}

// By a small angle, from a rotation as long. The chord of any point of a body of radius 1 is below 2·tangent.
struct SmallTurn {
  Quat from, to;
};
SmallTurn small_turn(Quat from, double tangent, bool is_round, Random& random) {
  if (!is_round) return {from, normalised_product(turn(random_direction(random), tangent), from)};
  const double w = std::ceil(1 / tangent);
  return {unturned(w), round_turn(w, random)};
}

// A quarter of what they may come nearer for each of: the turn of a, that of b, the way of b; the rest is for the
// rounding of round numbers.
MovingPair free_pair(const Polytope& a, const Polytope& b, const Body& body, W5Kind kind, Random& random) {
  const bool is_round = body.grid != 0;
  const Quat from_a = is_round ? Quat{} : unit_rotation(random), from_b = is_round ? Quat{} : unit_rotation(random);
  const Vec3 way = random.uniform(4, 8) * body.unit * random_direction(random);
  const Pose start_a = rotation(from_a), start_b = rotation(from_b, snapped(way, body.grid));
  const double movement = distance(a, start_a, b, start_b).lower / kFreeRatio;
  const Vec3 direction = is_round ? axis(random) : random_direction(random);
  const double step = is_round ? std::floor(movement * body.grid) / body.grid : movement;
  if (!turns(kind)) return {resting(0, start_a), flying(0, start_b, step * direction), body.unit};
  const double tangent = movement / 8 / body.unit;
  const Vec3 by = (is_round ? std::floor(movement / 4 * body.grid) / body.grid : movement / 4) * direction;
  const SmallTurn turn_a = small_turn(from_a, tangent, is_round, random),
                  turn_b = small_turn(from_b, tangent, is_round, random);
  const Vec3 at = start_b.translation();
  return {going(0, rotation(turn_a.from), rotation(turn_a.to)),
          going(0, rotation(turn_b.from, at), rotation(turn_b.to, at + by)), body.unit};
}

template <class MakePair>
W5Scene make_scene(W5Kind kind, Numbers numbers, int count, std::uint64_t seed, const MakePair& make_pair) {
  Random random(seed + 16 * static_cast<std::uint64_t>(kind) + 256 * static_cast<std::uint64_t>(numbers));
  W5Scene out{kind, numbers, {}, {}};
  std::vector<Body> bodies;
  for (std::size_t k = 0; k < kPairsOfHulls; ++k) {
    for (int side = 0; side < 2; ++side) bodies.push_back(make_body(make_of(kind, numbers, k), random));
    out.hulls.emplace_back(bodies[2 * k].hull);
    out.hulls.emplace_back(bodies[2 * k + 1].hull);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::size_t k = i % kPairsOfHulls;
    const Body &a = bodies[2 * k], &b = bodies[2 * k + 1];
    MovingPair& pair = out.pairs.emplace_back(make_pair(a, b, random));
    pair.a.hull = 2 * k;
    pair.b.hull = 2 * k + 1;
  }
  return out;
}

// The larger of two bodies stands for both.
const Body& larger(const Body& a, const Body& b) { return a.unit < b.unit ? b : a; }

}  // namespace

const char* to_string(W5Kind kind) {
  switch (kind) {
    case W5Kind::Linear:
      return "linear";
    case W5Kind::Turning:
      return "linear + rotating";
    case W5Kind::Fast:
      return "fast";
    case W5Kind::FastTurning:
      return "fast + rotating";
  }
  return "?";
}

const char* to_string(Numbers numbers) { return numbers == Numbers::Random ? "random numbers" : "round numbers"; }

MovingBody resting(std::size_t hull, const Pose& pose) { return {hull, clearance::Motion::rest(pose), pose, pose}; }
MovingBody flying(std::size_t hull, const Pose& start, Vec3 velocity) {
  return {hull, clearance::Motion::linear(start, velocity).value(), start,
          moved_to(start, start.translation() + velocity).value()};
}
MovingBody going(std::size_t hull, const Pose& start, const Pose& end) {
  return {hull, clearance::Motion::to(start, end, 1).value(), start, end};
}

W5Scene w5_scene(W5Kind kind, Numbers numbers, int count) {
  return make_scene(kind, numbers, count, 5000, [&](const Body& a, const Body& b, Random& random) {
    return random_pair(larger(a, b), kind, random);
  });
}

W5Scene w5_free_scene(W5Kind kind, Numbers numbers, int count) {
  return make_scene(kind, numbers, count, 5500, [&](const Body& a, const Body& b, Random& random) {
    return free_pair(a.hull, b.hull, larger(a, b), kind, random);
  });
}

}  // namespace clearance::bench
