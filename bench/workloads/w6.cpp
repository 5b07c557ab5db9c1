#include <bench/workloads/random_motion.h>
#include <bench/workloads/w6.h>

#include <cmath>
#include <iterator>

namespace clearance::bench {
namespace {

constexpr double kGrid = 40;

Vec3 snapped(Vec3 v) {
  return {std::round(v.x * kGrid) / kGrid, std::round(v.y * kGrid) / kGrid, std::round(v.z * kGrid) / kGrid};
}

// Where b meets a, coming along the direction.
struct Approach {
  Quat turned_a, turned_b;
  Vec3 place_a, direction;
  double contact;
};

// Quarter turns and half turns.
Quat round_rotation(Random& random) {
  constexpr Quat kTurns[] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}, {0, 1, 0, 0}, {0, 1, 1, 0}};
  return kTurns[random.below(std::size(kTurns))];
}
// Along an axis, or between two or three.
Vec3 round_direction(Random& random) {
  for (;;) {
    const auto one = [&] { return static_cast<double>(random.below(3)) - 1; };
    const Vec3 v = {one(), one(), one()};
    if (v != Vec3{}) return v / norm(v);
  }
}

Approach approach(Numbers numbers, const MeetFunction& meet, Random& random) {
  const bool is_round = numbers == Numbers::Round;
  for (;;) {
    const Quat turned_a = is_round ? round_rotation(random) : random_rotation(random),
               turned_b = is_round ? round_rotation(random) : random_rotation(random);
    const Vec3 any = random_point(random, kW2Size), place_a = is_round ? snapped(any) : any;
    const Vec3 direction = is_round ? round_direction(random) : random_direction(random);
    const double contact = w2_first_meeting(meet, rotation(turned_a, place_a), turned_b, direction);
    if (contact > 0) return {turned_a, turned_b, place_a, direction, contact};
  }
}

Quat product(Quat p, Quat q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// From one side of a rotation to the other, through it half-way: q goes on a line.
struct Turn {
  Quat from, to;
};
Turn turn_through(Quat middle, double tangent, bool is_round, Random& random) {
  const Vec3 axis = is_round ? round_direction(random) : random_direction(random);
  if (!is_round) {
    const double share = tangent * random.unit();
    return {product(turn(-axis, share), middle), product(turn(axis, share), middle)};
  }
  // Small integers: w about as large as the tangent is small.
  const double w = std::ceil(1 / tangent) + static_cast<double>(random.below(3));
  const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
  const Vec3 by = {sign(axis.x), sign(axis.y), sign(axis.z)};
  return {product({w, -by.x, -by.y, -by.z}, middle), product({w, by.x, by.y, by.z}, middle)};
}

// The rotation half-way: bodies that begin near contact are turned as they were when they met.
Quat begun(const Turn& turn) {
  return {0.5 * (turn.from.w + turn.to.w), 0.5 * (turn.from.x + turn.to.x), 0.5 * (turn.from.y + turn.to.y),
          0.5 * (turn.from.z + turn.to.z)};
}

// Where b's origin begins and how it goes, seen from a's.
struct Way {
  Vec3 from, by;
};
Way way_of(const Approach& found, W6Place place, Random& random) {
  const Vec3 contact = found.contact * found.direction;
  switch (place) {
    case W6Place::Free: {
      Vec3 way = random_direction(random);
      if (dot(way, found.direction) < 0) way = -way;
      return {contact + random.uniform(0.25, 0.75) * kW2Size * found.direction, 0.2 * kW2Size * way};
    }
    case W6Place::Near:
      return {contact + random.uniform(0.01, 0.05) * kW2Size * found.direction,
              0.1 * kW2Size * random_direction(random)};
    case W6Place::Hitting:
      break;
  }
  const double before = random.uniform(0.25, 0.75) * kW2Size;
  const Vec3 middle = contact - 0.03 * kW2Size * found.direction, from = contact + before * found.direction;
  return {from, 2 * (middle - from)};
}

// On the grid, and drawn back by steps until they are apart, and one more: coarse bodies differ from fine ones.
Vec3 snapped_start(const Approach& found, Vec3 from, const MeetFunction& meet) {
  const auto step = [&](int steps) { return snapped(from + steps * 1.5 / kGrid * found.direction); };
  int steps = 0;
  while (meet(rotation(found.turned_a, found.place_a), rotation(found.turned_b, found.place_a + step(steps)))) ++steps;
  return step(steps + 1);
}

MovingPair moving(const Approach& found, const Way& way, W6Kind kind, W6Place place, bool is_round,
                  const MeetFunction& meet, Random& random) {
  const Vec3 from = !is_round                ? way.from
                    : place == W6Place::Near ? snapped_start(found, way.from, meet)
                                             : snapped(way.from),
             by = is_round ? snapped(way.by) : way.by;
  if (kind == W6Kind::Translating)
    return {resting(0, rotation(found.turned_a, found.place_a)),
            flying(1, rotation(found.turned_b, found.place_a + from), by), kW2Size / 2};
  const double tangent = place == W6Place::Hitting ? 0.4 : 0.052;  // of half the angle from the middle to either end
  Turn turn_a = turn_through(found.turned_a, tangent, is_round, random),
       turn_b = turn_through(found.turned_b, tangent, is_round, random);
  if (place != W6Place::Hitting) turn_a.from = begun(turn_a), turn_b.from = begun(turn_b);
  const Vec3 begin = found.place_a + from;
  return {going(0, rotation(turn_a.from, found.place_a), rotation(turn_a.to, found.place_a)),
          going(1, rotation(turn_b.from, begin), rotation(turn_b.to, begin + by)), kW2Size / 2};
}

}  // namespace

const char* to_string(W6Kind kind) { return kind == W6Kind::Translating ? "translating" : "rotating"; }

const char* to_string(W6Place place) {
  switch (place) {
    case W6Place::Free:
      return "free";
    case W6Place::Near:
      return "near contact";
    case W6Place::Hitting:
      return "hitting";
  }
  return "?";
}

W6Motions w6_motions(const W2Pair& pair, W6Kind kind, W6Place place, Numbers numbers, int count,
                     const MeetFunction& meet) {
  // Approaches are the same for all kinds and places.
  const std::uint64_t seed = 6000 + 10 * static_cast<std::uint64_t>(pair.a) + static_cast<std::uint64_t>(pair.b) +
                             100 * static_cast<std::uint64_t>(numbers);
  Random random(seed),
      ways(seed + 1000 * (1 + 3 * static_cast<std::uint64_t>(kind) + static_cast<std::uint64_t>(place)));
  W6Motions out{kind, place, numbers, {}};
  for (int i = 0; i < count; ++i) {
    const Approach found = approach(numbers, meet, random);
    out.pairs.push_back(moving(found, way_of(found, place, ways), kind, place, numbers == Numbers::Round, meet, ways));
  }
  return out;
}

}  // namespace clearance::bench
