// Question: on which pairs of convex bodies do programs fail?
// Method:   a pool of shapes of every dimension, size and thinness, and ways to put two of them: anywhere, stacked,
//           into one another, a rounding away from contact, far from the origin. The same seed gives the same pairs.
#pragma once

#include <clearance/base/random.h>
#include <tests/judge.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace clearance::test {
using namespace detail;

inline Polytope hull(const std::vector<Vec3>& points) { return convex_hull(points).value(); }

inline Polytope scaled(const Polytope& body, double scale) {
  std::vector<Vec3> points = vertices_of(body);
  for (Vec3& point : points) point = scale * point;
  return hull(points);
}

inline Vec3 random_in_box(Random& random, double half) {
  const double x = random.uniform(-half, half), y = random.uniform(-half, half), z = random.uniform(-half, half);
  return {x, y, z};
}

inline Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v = random_in_box(random, 1);
    if (const double length = norm(v); length > 0.01 && length <= 1) return v / length;
  }
}

// Of any length, as poses may be.
inline Quat random_quaternion(Random& random) {
  const Vec3 v = random_direction(random);
  return {random.uniform(-1, 1), v.x, v.y, v.z};
}

// Corners on a grid of small integers: coplanar, collinear and repeated points.
inline Vec3 random_lattice_point(Random& random, int half) {
  const auto pick = [&] { return static_cast<double>(random.below(static_cast<std::uint64_t>(2 * half + 1))) - half; };
  const double x = pick(), y = pick(), z = pick();
  return {x, y, z};
}

inline std::vector<Vec3> random_lattice_points(Random& random, int count, int half) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random_lattice_point(random, half));
  return points;
}

// Beside 0 by a rounding, as some placements are: such numbers cannot be scaled down.
inline bool has_tiny(Vec3 v) {
  const auto tiny = [](double x) { return x != 0 && std::fabs(x) < 1e-100; };
  return tiny(v.x) || tiny(v.y) || tiny(v.z);
}

// The 24 turns of the cube as quaternions of small integers: exact in doubles, and so are their matrices.
inline Quat quarter_turn(std::uint64_t which) {
  constexpr Quat kTurns[] = {{1, 0, 0, 0},  {0, 1, 0, 0},   {0, 0, 1, 0},   {0, 0, 0, 1},   {1, 1, 0, 0},
                             {1, -1, 0, 0}, {1, 0, 1, 0},   {1, 0, -1, 0},  {1, 0, 0, 1},   {1, 0, 0, -1},
                             {0, 1, 1, 0},  {0, 1, -1, 0},  {0, 1, 0, 1},   {0, 1, 0, -1},  {0, 0, 1, 1},
                             {0, 0, 1, -1}, {1, 1, 1, 1},   {1, 1, 1, -1},  {1, 1, -1, 1},  {1, 1, -1, -1},
                             {1, -1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, -1, -1, -1}};
  return kTurns[which % std::size(kTurns)];
}

// One family of shapes: what the tables of a test tell apart.
struct Family {
  const char* name;
  std::vector<Polytope> bodies;
};

inline Family thesis_shapes(TestShape shape) {
  Family family{to_string(shape), {}};
  for (const int n : {4, 5, 8, 12, 20, 50, 100, 200})
    for (const std::uint64_t seed : {1u, 2u}) family.bodies.push_back(test_polytope(shape, n, seed));
  return family;
}

inline Family prisms() {
  Family family{"prism", {}};
  for (const int sides : {3, 4, 6, 7, 12, 32}) family.bodies.push_back(make_prism(sides, 0.5, 1.5).value());
  return family;
}

inline Family flat_shapes(Random& random) {
  Family family{"flat", {box({1, 1, 0}), box({0, 2, 0.5}), make_prism(7, 1, 0).value()}};
  for (int i = 0; i < 6; ++i) {
    // In a plane with small integer coefficients, exactly: u and v span it.
    const Vec3 u = random_lattice_point(random, 3), v = random_lattice_point(random, 3);
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) points.push_back(random.uniform(0, 1) < 0.5 ? 0.25 * u : 0.5 * v);
    for (int k = 0; k < 12; ++k) {
      const double along_v = static_cast<double>(random.below(5)), along_u = static_cast<double>(random.below(5));
      points.push_back(along_u * 0.25 * u + along_v * 0.25 * v);
    }
    family.bodies.push_back(hull(points));
  }
  return family;
}

inline Family segments(Random& random) {
  Family family{"segment", {hull({{-1, 0, 0}, {1, 0, 0}}), hull({{0, 0, 0}, {0.25, -0.5, 1}})}};
  for (int i = 0; i < 3; ++i) family.bodies.push_back(hull({random_in_box(random, 1), random_in_box(random, 1)}));
  return family;
}

inline Family lattice_hulls(Random& random) {
  Family family{"lattice", {}};
  for (const int count : {4, 5, 6, 8, 12, 30}) family.bodies.push_back(hull(random_lattice_points(random, count, 2)));
  return family;
}

inline Family needles() {
  return {"needle",
          {box({1, 1e-4, 1e-4}), scaled(box({1e4, 1, 1}), 1e-4),
           hull({{-1, 0, 0}, {1, 1e-4, 0}, {1, 0, 1e-4}, {1, -1e-4, -1e-4}}), box({2, 2, 1e-4})}};
}

inline std::vector<Family> shape_families(std::uint64_t seed = 7) {
  Random random(seed);
  return {thesis_shapes(TestShape::Ellipsoid),
          thesis_shapes(TestShape::Rod),
          thesis_shapes(TestShape::Plate),
          {"box", {box({1, 1, 1}), box({2, 1, 0.5}), box({0.1, 0.2, 3})}},
          prisms(),
          flat_shapes(random),
          segments(random),
          {"point", {hull({{0, 0, 0}}), hull({{0.5, -0.25, 0.125}})}},
          lattice_hulls(random),
          needles()};
}

inline const Polytope& pick(Random& random, const std::vector<Polytope>& bodies) {
  return bodies[random.below(bodies.size())];
}

// Centres apart by up to a little more than the bodies' sizes along a random direction: contact and gaps alike.
inline Pair anywhere(Random& random, const Polytope& a, const Polytope& b) {
  const double apart = random.uniform(0, 0.75) * (a.size() + b.size());
  const auto pose = [&](double far) {
    const Vec3 t = far * random_direction(random);
    return rotation(random_quaternion(random), t);
  };
  return {a, pose(0.3), b, pose(apart)};
}

inline Pair moved_b(const Pair& pair, Vec3 shift) {
  return {pair.a, pair.pose_a, pair.b, moved_to(pair.pose_b, pair.pose_b.translation() + shift).value()};
}

// Moved along the shortest way into contact, as far as doubles go; then perhaps some roundings on or back.
inline Pair near_contact(Random& random, const Pair& pair) {
  const SignedDistance gap = signed_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  const double ulps = static_cast<double>(random.below(7)) - 3;
  return moved_b(pair, -(gap.upper * (1 + ulps * 0x1p-52)) * gap.normal);
}

// One pair of every way that has broken a program: which of them, `kind` counts through.
enum class Placement : std::uint8_t {
  Anywhere,
  NearContact,  // a rounding away from it
  FaceToFace,   // boxes of one orientation, stacked on a grid
  Coincident,   // the same body in the same place, or a rounding beside it
  Lattice,      // small integers and quarter turns: exact contact of every kind
  SizeRatio,    // 1 : 1e6
  Scale,        // both 1e-6 … 1e6
  Offset,       // 1e5 from the origin
  Count
};
inline const char* to_string(Placement placement) {
  constexpr const char* kNames[] = {"anywhere", "near contact", "face to face", "coincident",
                                    "lattice",  "size 1:1e6",   "scale 1e±6",   "offset 1e5"};
  return kNames[static_cast<int>(placement)];
}

class PairSource {
 public:
  explicit PairSource(std::uint64_t seed) : random_(seed), families_(shape_families()) {
    const Polytope sources[] = {box({1, 1, 1}), test_polytope(TestShape::Ellipsoid, 20, 3),
                                test_polytope(TestShape::Plate, 50, 4), make_prism(6, 0.5, 1).value(), box({1, 1, 0})};
    for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
      scaled_.emplace_back();
      for (const Polytope& body : sources) scaled_.back().push_back(scaled(body, scale));
    }
  }

  Pair next(Placement placement) {
    switch (placement) {
      case Placement::NearContact:
        return near_contact(random_, any_two());
      case Placement::FaceToFace:
        return stacked();
      case Placement::Coincident:
        return coincident();
      case Placement::Lattice:
        return lattice();
      case Placement::SizeRatio:
        return ratio();
      case Placement::Scale:
        return scale();
      case Placement::Offset:
        return offset();
      default:
        return any_two();
    }
  }

  // One body of that family with another of it or of any, anywhere.
  Pair next_of(const Family& family) {
    const Polytope &one = pick(random_, family.bodies), &other = chance(0.5) ? pick(random_, family.bodies) : body();
    const bool one_first = chance(0.5);
    return anywhere(random_, one_first ? one : other, one_first ? other : one);
  }

  const Polytope& body() { return pick(random_, families_[random_.below(families_.size())].bodies); }
  Random& random() { return random_; }
  const std::vector<Family>& families() const { return families_; }

 private:
  // One after the other, here and elsewhere: in which order a call's arguments are made, every compiler has its own
  // way, and the same seed must give the same bodies.
  Pair any_two() {
    const Polytope &b = body(), &a = body();
    return anywhere(random_, a, b);
  }
  bool chance(double probability) { return random_.unit() < probability; }
  double nudge(double x) { return std::nextafter(x, chance(0.5) ? 1e9 : -1e9); }

  // Grid steps of a cell; the shared turn may be none, exact, or any.
  Pair stacked() {
    const Polytope cell = chance(0.5) ? box({1, 1, 1}) : box({0.5, 1, 0.25});
    const Vec3 edges = cell.box_high() - cell.box_low(), step = random_lattice_point(random_, 1);
    const Quat q = chance(0.4) ? Quat{} : chance(0.5) ? quarter_turn(random_.below(24)) : random_quaternion(random_);
    const Pose turn = rotation(q);
    Vec3 shift = turn.rotation() * Vec3{step.x * edges.x, step.y * edges.y, step.z * edges.z};
    if (chance(0.3)) shift.x = nudge(shift.x);
    if (chance(0.3)) shift = shift + 0.5 * (turn.rotation() * Vec3{0, edges.y, 0});
    const Vec3 base = chance(0.5) ? Vec3{} : random_in_box(random_, 4);
    return {cell, rotation(q, base), cell, rotation(q, base + shift)};
  }

  Pair coincident() {
    const Polytope& a = body();
    const Quat q = random_quaternion(random_);
    const Vec3 t = random_in_box(random_, 2);
    const Quat twice{2 * q.w, 2 * q.x, 2 * q.y, 2 * q.z};  // the same turn
    const Vec3 beside = chance(0.5) ? t : Vec3{nudge(t.x), t.y, nudge(t.z)};
    return {a, rotation(q, t), a, rotation(chance(0.5) ? q : twice, beside)};
  }

  Pair lattice() {
    const auto points = [&] { return random_lattice_points(random_, 1 + static_cast<int>(random_.below(9)), 2); };
    const auto pose = [&] {
      const Vec3 t = random_lattice_point(random_, 3);
      return rotation(quarter_turn(random_.below(24)), t);
    };
    const Pair pair{hull(points()), rotation(quarter_turn(random_.below(24))), hull(points()), pose()};
    if (!chance(0.2)) return pair;
    const Vec3 t = pair.pose_b.translation();
    return moved_b(pair, Vec3{nudge(t.x), t.y, t.z} - t);
  }

  Pair ratio() {
    const Polytope &small = pick(random_, scaled_[chance(0.5) ? 0 : 1]),
                   &large = pick(random_, scaled_[chance(0.5) ? 2 : 3]);
    const Polytope &b = chance(0.5) ? small : large, &a = chance(0.5) ? small : large;
    const Pair pair = anywhere(random_, a, b);
    return chance(0.5) ? near_contact(random_, pair) : pair;
  }

  Pair scale() {
    const std::vector<Polytope>& bodies = scaled_[random_.below(scaled_.size())];
    const Polytope &a = pick(random_, bodies), &b = pick(random_, bodies);
    Pair pair = anywhere(random_, a, b);
    pair.pose_a = rotation(pair.pose_a.quaternion());
    return chance(0.5) ? near_contact(random_, pair) : pair;
  }

  Pair offset() {
    Pair pair = any_two();
    if (chance(0.5)) pair = near_contact(random_, pair);
    const Vec3 far = 1e5 * random_direction(random_);
    pair.pose_a = rotation(pair.pose_a.quaternion(), pair.pose_a.translation() + far);
    return moved_b(pair, far);
  }

  Random random_;
  std::vector<Family> families_;
  std::vector<std::vector<Polytope>> scaled_;
};

}  // namespace clearance::test
