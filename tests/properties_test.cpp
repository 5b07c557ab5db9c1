// What must not change an answer: the order of the bodies and of their vertices, the unit of length, a motion of both
// that doubles show exactly, the way a pose is written, and what a cache remembers. And what must: one rounding.
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::Placement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

int pair_count() { return test::full_level() ? 40'000 : 4'000; }

Placement placement(int i) { return static_cast<Placement>(i % static_cast<int>(Placement::Count)); }

struct Answer {
  Status status;
  SignedDistance gap;
};

// Everything asked and checked; `wrong` gathers what is.
Answer answer(const Pair& pair, Complaint& wrong) {
  Answer result;
  if (wrong.empty()) wrong = about_queries(pair, result.status);
  result.gap = signed_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  return result;
}

// Both brackets hold one number, so they have one in common.
Complaint about_same(const Answer& a, const Answer& b, double scale = 1) {
  if (a.status != b.status) return std::string(to_string(a.status)) + " became " + to_string(b.status);
  const double lower = scale * a.gap.lower, upper = scale * a.gap.upper;
  if (lower <= b.gap.upper && b.gap.lower <= upper) return "";
  return test::interval_text(lower, upper) + " became " + test::interval_text(b.gap.lower, b.gap.upper);
}

// The original and a changed pair give the same answer. Stops at the first failure, with the pair to keep.
template <class Change>
void expect_same_after(std::uint64_t seed, Change change, double scale = 1) {
  test::PairSource source(seed);
  for (int i = 0; i < pair_count(); ++i) {
    const Pair pair = source.next(placement(i));
    if (scale < 1 && test::has_tiny(pair.pose_b.translation())) continue;
    Complaint wrong;
    const Answer before = answer(pair, wrong), after = answer(change(pair, source.random()), wrong);
    if (wrong.empty()) wrong = about_same(before, after, scale);
    ASSERT_EQ(wrong, "") << "pair " << i << ", " << to_string(placement(i)) << "\n" << scene_of(pair);
  }
}

Pair swapped(const Pair& pair) { return {pair.b, pair.pose_b, pair.a, pair.pose_a}; }

TEST(Properties, SwappingTheBodiesChangesNothing) {
  expect_same_after(1, [](const Pair& pair, Random&) { return swapped(pair); });
}

// The nearest points have one difference d, and lower ≤ n·d, |d| ≤ upper: n is within acos(lower/upper) of it.
TEST(Properties, SwappingTheBodiesTurnsTheNormal) {
  test::PairSource source(2);
  int compared = 0;
  for (int i = 0; i < pair_count(); ++i) {
    const Pair pair = source.next(placement(i)), other = swapped(pair);
    const SignedDistance gap = signed_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const SignedDistance back = signed_distance(other.a, other.pose_a, other.b, other.pose_b);
    ASSERT_EQ(gap.status, back.status);
    if (gap.status != Status::Separated) continue;
    const double most = std::acos(gap.lower / gap.upper) + std::acos(back.lower / back.upper);
    const double angle = 2 * std::asin(std::fmin(1, 0.5 * norm(gap.normal + back.normal)));
    ASSERT_LE(angle, most + 1e-14) << scene_of(pair);
    ++compared;
  }
  EXPECT_GT(compared, pair_count() / 4);
}

Polytope shuffled(const Polytope& body, Random& random) {
  std::vector<Vec3> points = test::vertices_of(body);
  for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[random.below(i)]);
  return test::hull(points);
}

TEST(Properties, TheOrderOfVerticesChangesNothing) {
  expect_same_after(3, [](const Pair& pair, Random& random) {
    return Pair{shuffled(pair.a, random), pair.pose_a, shuffled(pair.b, random), pair.pose_b};
  });
}

Pose scaled_pose(const Pose& pose, double scale) { return moved_to(pose, scale * pose.translation()).value(); }

Pair scaled_pair(const Pair& pair, double scale) {
  return {test::scaled(pair.a, scale), scaled_pose(pair.pose_a, scale), test::scaled(pair.b, scale),
          scaled_pose(pair.pose_b, scale)};
}

TEST(Properties, ThePowerOfTwoOfTheUnitChangesNothing) {
  for (const double scale : {0x1p-60, 0.5, 0x1p60})
    expect_same_after(4, [scale](const Pair& pair, Random&) { return scaled_pair(pair, scale); }, scale);
}

// ---- Motions of both bodies that doubles show exactly --------------------------------------------------------------

Quat product(const Quat& p, const Quat& q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// Integers below 8 as quaternion and multiples of 1/1024 below 8 as shift: products and sums with those below are
// exact.
Pose short_pose(Random& random) {
  const Vec3 axis = test::random_lattice_point(random, 7);
  const Quat q{1 + static_cast<double>(random.below(7)), axis.x, axis.y, axis.z};
  return rotation(q, 0x1p-10 * test::random_lattice_point(random, 2048));
}

Pose turned_and_shifted(const Pose& pose, const Quat& turn, Vec3 shift) {
  return rotation(product(turn, pose.quaternion()), rotation(turn).rotation() * pose.translation() + shift);
}

TEST(Properties, QuarterTurnsAndShiftsOfBothChangeNothing) {
  test::PairSource source(5);
  Random random(6);
  for (int i = 0; i < pair_count(); ++i) {
    const Pose pose_a = short_pose(random), pose_b = i % 3 == 0 ? pose_a : short_pose(random);
    const Pair pair{source.body(), pose_a, source.body(), pose_b};
    const Quat turn = test::quarter_turn(random.below(24));
    const Vec3 shift = std::ldexp(1, static_cast<int>(random.below(30))) * test::random_lattice_point(random, 1);
    const Pair moved{pair.a, turned_and_shifted(pair.pose_a, turn, shift), pair.b,
                     turned_and_shifted(pair.pose_b, turn, shift)};
    Complaint wrong;
    const Answer before = answer(pair, wrong), after = answer(moved, wrong);
    if (wrong.empty()) wrong = about_same(before, after);
    ASSERT_EQ(wrong, "") << "pair " << i << "\n" << scene_of(pair) << scene_of(moved);
  }
}

// Turning the points instead of the pose: coordinates change places and signs.
Polytope turned(const Polytope& body, const Quat& turn) {
  std::vector<Vec3> points = test::vertices_of(body);
  for (Vec3& point : points) point = rotation(turn).rotation() * point;
  return test::hull(points);
}

TEST(Properties, TurningThePointsIsTurningThePose) {
  test::PairSource source(7);
  for (int i = 0; i < pair_count(); ++i) {
    const Polytope &a = source.body(), &b = source.body();
    const Quat turn = test::quarter_turn(source.random().below(24));
    const Vec3 shift = test::random_in_box(source.random(), 1);
    const Pose other = rotation(test::random_quaternion(source.random()));
    Complaint wrong;
    const Answer pose = answer({a, rotation(turn, shift), b, other}, wrong);
    const Answer points = answer({turned(a, turn), translation(shift), b, other}, wrong);
    if (wrong.empty()) wrong = about_same(pose, points);
    ASSERT_EQ(wrong, "") << scene_of(Pair{a, rotation(turn, shift), b, other});
  }
}

// Entries that are doubles and squares that add up to 1: only the turns of the cube have both.
TEST(Properties, MatrixAndQuaternionOfATurnAreOnePose) {
  test::PairSource source(8);
  for (int i = 0; i < pair_count(); ++i) {
    const Quat turn = test::quarter_turn(source.random().below(24));
    const Vec3 shift = test::random_lattice_point(source.random(), 2);
    const Pose by_matrix = Pose::from_matrix(rotation(turn).rotation(), shift).value();
    const Pair pair{source.body(), rotation(turn, shift), source.body(), {}};
    Complaint wrong;
    const Answer quaternion = answer(pair, wrong), matrix = answer({pair.a, by_matrix, pair.b, pair.pose_b}, wrong);
    if (wrong.empty()) wrong = about_same(quaternion, matrix);
    ASSERT_EQ(wrong, "") << scene_of(pair);
  }
}

// ---- One rounding beside contact -----------------------------------------------------------------------------------

void expect_status(const Pair& pair, Status expected) {
  Status status;
  EXPECT_EQ(about_queries(pair, status), "") << scene_of(pair);
  EXPECT_EQ(to_string(status), std::string(to_string(expected))) << scene_of(pair);
}

double component(Vec3 v, int k) { return v[k]; }
Vec3 with_component(Vec3 v, int k, double value) {
  return {k == 0 ? value : v.x, k == 1 ? value : v.y, k == 2 ? value : v.z};
}

// The pair touches; moving b along coordinate k by one rounding away from a or toward it decides.
void expect_contact_between(const Pair& pair, int k, bool away_is_up) {
  expect_status(pair, Status::Touching);
  const Vec3 t = pair.pose_b.translation();
  for (const bool up : {false, true}) {
    const double next = std::nextafter(component(t, k), up ? kInfinity : -kInfinity);
    const Pair beside{pair.a, pair.pose_a, pair.b, rotation(pair.pose_b.quaternion(), with_component(t, k, next))};
    expect_status(beside, up == away_is_up ? Status::Separated : Status::Penetrating);
  }
}

// Halves of 20 bits: their sums are exact.
double short_length(Random& random) { return 0x1p-20 * static_cast<double>(1 + random.below(1u << 20)); }

TEST(Properties, OneRoundingBesideContactOfBoxes) {
  Random random(9);
  for (int i = 0; i < pair_count() / 40; ++i)
    for (int k = 0; k < 3; ++k)
      for (const double side : {-1.0, 1.0}) {
        const Vec3 half_a{short_length(random), short_length(random), short_length(random)};
        const Vec3 half_b{short_length(random), short_length(random), short_length(random)};
        const Vec3 reach = half_a + half_b;
        // Anywhere beside each other, edge on edge and corner on corner left out: there one rounding is not contact.
        const Vec3 beside = random.uniform(-0.99, 0.99) * reach;
        const Vec3 t = with_component(beside, k, side * reach[k]);
        expect_contact_between({box(2 * half_a), {}, box(2 * half_b), translation(t)}, k, side > 0);
        if (::testing::Test::HasFailure()) return;
      }
}

// q of small integers turns by M/N with integers M, N = |q|². Boxes whose edges are multiples of 2N are turned onto
// integers, and so is the shift that makes them touch; a rounding of its k-th component moves b along the face's normal
// by M[k][axis] of it.
TEST(Properties, OneRoundingBesideContactOfTurnedBoxes) {
  Random random(10);
  for (int i = 0; i < pair_count() / 10; ++i) {
    const Vec3 axis = test::random_lattice_point(random, 4);
    const Quat q{1 + static_cast<double>(random.below(4)), axis.x, axis.y, axis.z};
    const double n = q.w * q.w + squared_norm(axis);
    const Vec3 columns[] = {
        {q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z, 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)},
        {2 * (q.x * q.y - q.w * q.z), q.w * q.w - q.x * q.x + q.y * q.y - q.z * q.z, 2 * (q.y * q.z + q.w * q.x)},
        {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z}};
    const int face = static_cast<int>(random.below(3)), k = static_cast<int>(random.below(3));
    const double along = component(columns[face], k);
    if (along == 0) continue;
    // Box a has half-edges 3N, box b N: touching at 4N along the face's axis, beside by up to 2N along the others.
    const Vec3 beside = test::random_lattice_point(random, 2);
    Vec3 t;
    for (int c = 0; c < 3; ++c) t = t + (c == face ? 4 : component(beside, c)) * columns[c];
    const Pair pair{box({6 * n, 6 * n, 6 * n}), rotation(q), box({2 * n, 2 * n, 2 * n}), rotation(q, t)};
    expect_contact_between(pair, k, along > 0);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Properties, OneRoundingBesideFlatContact) {
  const Polytope square = box({2, 2, 0}), point = test::hull({{0.25, 0.5, 0}});
  const Polytope along_x = test::hull({{-1, 0, 0}, {1, 0, 0}}), along_y = test::hull({{0, -1, 0}, {0, 1, 0}});
  for (const Polytope& other : {square, point, along_x, along_y})
    for (const double z : {0.0, 1.0, 0.1}) {
      const Pair pair{square, translation({0, 0, z}), other, translation({0, 0, z})};
      expect_status(pair, Status::Touching);
      for (const double end : {-kInfinity, kInfinity})
        expect_status(moved_b(pair, {0, 0, std::nextafter(z, end) - z}), Status::Separated);
    }
  for (const double end : {-kInfinity, kInfinity})
    expect_status({along_x, {}, along_y, translation({0, 0, std::nextafter(0, end)})}, Status::Separated);
  expect_status({along_x, {}, along_y, {}}, Status::Touching);
}

// ---- Caches --------------------------------------------------------------------------------------------------------

int frame_count() { return test::full_level() ? 100'000 : 10'000; }

// Empty when the cached answers are proved and those of a fresh query.
Complaint about_cached(const Pair& pair, ConvexCache& cache, int i) {
  const auto& [a, pose_a, b, pose_b] = pair;
  const Status status = intersects(a, pose_a, b, pose_b).status;
  const Intersection meeting = intersects(a, pose_a, b, pose_b, cache);
  if (meeting.status != status) return std::string("intersects: ") + to_string(meeting.status);
  if (Complaint wrong = about(meeting, pair); !wrong.empty()) return wrong;
  if (i % 2 != 0) return "";
  const Distance gap = distance(a, pose_a, b, pose_b, cache);
  if (gap.status != status) return std::string("distance: ") + to_string(gap.status);
  return about(gap, pair);
}

// Small steps, now and then a jump anywhere.
TEST(Properties, ACacheNeverChangesAStatusOnAWalk) {
  test::PairSource source(11);
  Random& random = source.random();
  Pair pair = source.next(Placement::Anywhere);
  ConvexCache cache;
  for (int i = 0; i < frame_count(); ++i) {
    if (i % 500 == 0) pair = source.next(Placement::Anywhere), cache = {};
    const Quat q = pair.pose_b.quaternion();
    const Vec3 v = test::random_in_box(random, 0.1), t = pair.pose_b.translation();
    pair.pose_b = rotation(product({1, v.x, v.y, v.z}, q), 0.99 * t + test::random_in_box(random, 0.05));
    if (random.below(50) == 0)
      pair.pose_b = rotation(test::random_quaternion(random), test::random_in_box(random, 1.5));
    const Quat now = pair.pose_b.quaternion();
    const double length = std::sqrt(now.w * now.w + now.x * now.x + now.y * now.y + now.z * now.z);
    pair.pose_b = rotation({now.w / length, now.x / length, now.y / length, now.z / length}, pair.pose_b.translation());
    ASSERT_EQ(about_cached(pair, cache, i), "") << "frame " << i << "\n" << scene_of(pair);
  }
}

// Any content whose vertices exist.
ConvexCache garbage(Random& random, const Pair& pair) {
  ConvexCache cache;
  const auto any = [&](const Polytope& body) { return random.below(static_cast<std::uint64_t>(body.vertex_count())); };
  cache.simplex_count = static_cast<std::uint8_t>(random.below(5));
  for (int k = 0; k < 4; ++k) {
    cache.simplex_a[k] = static_cast<std::uint32_t>(any(pair.a));
    cache.simplex_b[k] = static_cast<std::uint32_t>(any(pair.b));
  }
  constexpr double kLengths[] = {0,      1,     1,     1,         1e-320,
                                 1e-160, 1e160, 1e308, kInfinity, std::numeric_limits<double>::quiet_NaN()};
  cache.direction = kLengths[random.below(std::size(kLengths))] * test::random_direction(random);
  cache.has_direction = random.below(2) == 0;
  cache.was_separated = random.below(2) == 0;
  cache.contact = static_cast<ContactEvidence>(random.below(4));
  for (int k = 0; k < 2; ++k) {
    cache.beyond_a[k] = static_cast<std::uint32_t>(any(pair.a));
    cache.beyond_b[k] = static_cast<std::uint32_t>(any(pair.b));
  }
  if (random.below(2) == 0) cache.vertex_a = static_cast<std::int32_t>(any(pair.a));
  if (random.below(2) == 0) cache.vertex_b = static_cast<std::int32_t>(any(pair.b));
  return cache;
}

TEST(Properties, ACacheOfAnythingNeverChangesAStatus) {
  test::PairSource source(12);
  for (int i = 0; i < frame_count(); ++i) {
    const Pair pair = source.next(placement(i));
    ConvexCache cache = garbage(source.random(), pair);
    ASSERT_EQ(about_cached(pair, cache, i), "") << "pair " << i << "\n" << scene_of(pair);
  }
}

// Poses and bodies change under the cache, the numbers of vertices do not.
TEST(Properties, ACacheOfAnotherPairNeverChangesAStatus) {
  Random random(13);
  std::vector<Polytope> bodies;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) bodies.push_back(test_polytope(TestShape::Ellipsoid, 60, seed));
  for (const Polytope& body : bodies) ASSERT_EQ(body.vertex_count(), 60);
  ConvexCache cache;
  for (int i = 0; i < frame_count(); ++i) {
    const Pair pair = test::anywhere(random, test::pick(random, bodies), test::pick(random, bodies));
    ASSERT_EQ(about_cached(pair, cache, i), "") << "pair " << i << "\n" << scene_of(pair);
  }
}

}  // namespace
}  // namespace clearance
