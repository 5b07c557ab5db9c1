// A cache may cost time, never an answer: caches of other bodies, of bodies that died, and of bytes that nobody wrote.
#include <clearance/lab/all_algorithms.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/query/half_space.h>
#include <clearance/solid/mesh_cache.h>
#include <tests/judge.h>
#include <tests/meshes.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::RoundedPair;

// Every query and method with the cache as it is: `fill` is called before each, so that none cleans up for the next.
template <class Fill>
Complaint about_pair(const Pair& pair, const Fill& fill) {
  const auto& [a, pose_a, b, pose_b] = pair;
  const Status status = intersects(a, pose_a, b, pose_b).status;
  const auto look = [&](const auto& result) {
    return result.status == status ? about(result, pair) : std::string("a status of ") + to_string(result.status);
  };
  ConvexCache cache = fill();
  if (Complaint wrong = look(intersects(a, pose_a, b, pose_b, cache)); !wrong.empty()) return wrong;
  cache = fill();
  if (Complaint wrong = look(distance(a, pose_a, b, pose_b, cache)); !wrong.empty()) return wrong;
  cache = fill();
  PenetrationOptions with_shell;
  with_shell.want_shell = true;
  if (Complaint wrong = look(penetration(a, pose_a, b, pose_b, cache, with_shell)); !wrong.empty()) return wrong;
  cache = fill();
  if (signed_distance(a, pose_a, b, pose_b, cache).status != status) return "signed_distance";
  for (const AlgorithmRow& row : all_algorithms()) {
    cache = fill();
    const Verdict verdict = row.run(PosedPair(a, pose_a, b, pose_b), &cache, nullptr).verdict;
    if (verdict != Verdict::Unresolved && to_string(verdict) != std::string(to_string(status)))
      return std::string(row.name) + " says " + to_string(verdict);
    cache = fill();
    QueryOptions first;
    first.first = row.id, first.methods = all_algorithms();
    if (Complaint wrong = look(intersects(a, pose_a, b, pose_b, cache, first)); !wrong.empty()) return wrong;
  }
  cache = fill();
  QueryOptions exact;
  exact.first = Algorithm::Exact;
  return look(intersects(a, pose_a, b, pose_b, cache, exact));
}

Pair boxes(Vec3 t) { return {box({1, 1, 1}), {}, box({1, 2, 1}), translation(t)}; }

// The cache as two hulls of 500 vertices left it, but said to be of these bodies: as if those had died, and these lay
// where they were.
ConvexCache of_hulls(const Pair& pair, double apart) {
  const Polytope hull = test_polytope(TestShape::Ellipsoid, 500, 3);
  ConvexCache cache;
  distance(hull, {}, hull, translation({apart, 0.1, 0.2}), cache);
  intersects(hull, {}, hull, translation({apart, 0.1, 0.2}), cache);
  cache.of_a = pair.a.identity(), cache.of_b = pair.b.identity();
  return cache;
}

// The recalled simplex was made of whatever lay behind the vertices, the climbs started there, and the exact decision
// copied as many pairs as the count said into room for four. Run under AddressSanitizer by `./test full`.
TEST(Caches, OfLargeHullsServeBoxes) {
  for (const Vec3 t : {Vec3{0.3, 0.2, 0.1}, Vec3{1, 0, 0}, Vec3{3, 1, 0}})
    for (const double apart : {0.5, 5.0}) {
      const Pair pair = boxes(t);
      EXPECT_EQ(about_pair(pair, [&] { return of_hulls(pair, apart); }), "") << scene_of(pair);
      const auto many = [&] {
        ConvexCache cache = of_hulls(pair, apart);
        cache.simplex_count = 255, cache.was_separated = 0;
        return cache;
      };
      EXPECT_EQ(about_pair(pair, many), "") << scene_of(pair);
    }
}

// A cache that served other bodies, or these the other way round, is as good as a new one.
TEST(Caches, StartAnewForOtherBodies) {
  const Polytope small = box({1, 1, 1}), large = test_polytope(TestShape::Ellipsoid, 500, 4);
  ConvexCache cache;
  intersects(large, {}, small, translation({0.2, 0, 0}), cache);
  EXPECT_EQ(cache.of_a, large.identity());
  EXPECT_EQ(cache.simplex_count, 4);
  const Polytope copy = large;
  EXPECT_EQ(intersects(copy, {}, small, translation({0.2, 0, 0}), cache).decided_by, Algorithm::Cache);
  EXPECT_NE(intersects(small, {}, large, translation({0.2, 0, 0}), cache).decided_by, Algorithm::Cache);
  EXPECT_EQ(cache.of_a, small.identity());
  EXPECT_NE(intersects(small, {}, box({1, 1, 1}), {}, cache).decided_by, Algorithm::Cache);
  // The same cores, rounded: the evidence is about the cores.
  EXPECT_EQ(cache.of_a, small.identity());
  intersects(rounded(small, 0.5), {}, large, translation({9, 0, 0}), cache);
  EXPECT_EQ(intersects(rounded(small, 0.25), {}, rounded(large, 1), translation({9, 0, 0}), cache).decided_by,
            Algorithm::Cache);
}

static_assert(std::is_trivially_copyable_v<ConvexCache>, "bytes of any kind are a ConvexCache");

// Numbers that lead astray more often than those of random bytes.
ConvexCache garbage(Random& random) {
  unsigned char bytes[sizeof(ConvexCache)];
  const bool plain = random.below(2) == 0;
  for (unsigned char& byte : bytes)
    byte = static_cast<unsigned char>(plain ? random.below(256) : random.below(3) == 0 ? 255 : random.below(6));
  ConvexCache cache;
  std::memcpy(static_cast<void*>(&cache), bytes, sizeof cache);
  constexpr double kLengths[] = {0, 1, 1, 1e-320, 1e-160, 1e160, 1e308, std::numeric_limits<double>::infinity()};
  if (random.below(2) == 0) cache.direction = kLengths[random.below(8)] * test::random_direction(random);
  for (int k = 0; k < 4 && random.below(2) == 0; ++k) cache.simplex_a[k] %= 9, cache.simplex_b[k] %= 9;
  return cache;
}

TEST(Caches, OfAnyBytesChangeNothing) {
  test::PairSource source(21);
  const int rounds = test::full_level() ? 3000 : 200;
  for (int i = 0; i < rounds; ++i) {
    const Pair pair = source.next(static_cast<test::Placement>(i % static_cast<int>(test::Placement::Count)));
    Random random(static_cast<std::uint64_t>(i));
    const auto fill = [&] {
      ConvexCache cache = garbage(random);
      cache.of_a = pair.a.identity(), cache.of_b = pair.b.identity();
      return cache;
    };
    ASSERT_EQ(about_pair(pair, fill), "") << "pair " << i << "\n" << scene_of(pair);
  }
}

TEST(Caches, OfAnyBytesChangeNothingAboutRoundedBodies) {
  test::PairSource source(22);
  for (int i = 0; i < (test::full_level() ? 10'000 : 1000); ++i) {
    const Pair cores = source.next(static_cast<test::Placement>(i % static_cast<int>(test::Placement::Count)));
    Random random(static_cast<std::uint64_t>(i));
    const RoundedPair pair{rounded(cores.a, random.uniform(0, 0.3)), cores.pose_a, rounded(cores.b, 0.1), cores.pose_b};
    const auto& [a, pose_a, b, pose_b] = pair;
    const auto fill = [&] {
      ConvexCache cache = garbage(random);
      cache.of_a = cores.a.identity(), cache.of_b = cores.b.identity();
      return cache;
    };
    const Status status = intersects(a, pose_a, b, pose_b).status;
    ConvexCache cache = fill();
    const Intersection meeting = intersects(a, pose_a, b, pose_b, cache);
    ASSERT_EQ(meeting.status, status) << scene_of(pair);
    ASSERT_EQ(about(meeting, pair), "") << scene_of(pair);
    cache = fill();
    const Distance gap = distance(a, pose_a, b, pose_b, cache);
    ASSERT_EQ(gap.status, status) << scene_of(pair);
    ASSERT_EQ(about(gap, pair), "") << scene_of(pair);
    cache = fill();
    PenetrationOptions with_shell;
    with_shell.want_shell = true;
    const Penetration depth = penetration(a, pose_a, b, pose_b, cache, with_shell);
    ASSERT_EQ(depth.status, status) << scene_of(pair);
    ASSERT_EQ(about(depth, pair), "") << scene_of(pair);
    const Penetration fresh = penetration(a, pose_a, b, pose_b);
    ASSERT_TRUE(depth.lower <= fresh.upper && fresh.lower <= depth.upper) << scene_of(pair);
  }
}

TEST(Caches, OfAnyBytesChangeNothingAboutHalfSpaces) {
  Random random(23);
  const HalfSpace floor = half_space({0.1, 0.2, 1}, 0);
  for (int i = 0; i < 500; ++i) {
    const Polytope body = test_polytope(TestShape::Ellipsoid, i % 2 == 0 ? 20 : 200, 5);
    const Pose pose = translation({0, 0, random.uniform(-0.5, 1.5)});
    ConvexCache cache = garbage(random);
    cache.of_a = nullptr, cache.of_b = body.identity();
    ASSERT_EQ(intersects(floor, {}, body, pose, cache).status, intersects(floor, {}, body, pose).status);
    cache.vertex_b = static_cast<std::int32_t>(random.below(1000)) - 500;
    ASSERT_EQ(distance(floor, {}, body, pose, cache).lower, distance(floor, {}, body, pose).lower);
  }
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

Mesh cube(double side) { return mesh_of(box({side, side, side})); }

// Where the walk of two small solids ended was believed of two larger ones that penetrate: "separated".
TEST(Caches, OfSmallSolidsAreNotBelievedOfLargeOnes) {
  const Pose there = translation({2, 0, 0});
  MeshCache cache;
  ASSERT_EQ(intersects(cube(0.5), {}, cube(0.5), there, cache).status, Status::Separated);
  EXPECT_EQ(intersects(cube(3), {}, cube(3), there, cache).status, Status::Penetrating);
  MeshCache of_stars;
  const Mesh star = test::star(1), other = test::star(2);
  const Pose beside = translation({2.5, 0, 0});
  for (int k = 0; k < 3; ++k) ASSERT_EQ(intersects(star, {}, other, beside, of_stars).status, Status::Separated);
  EXPECT_EQ(intersects(cube(4), {}, other, beside, of_stars).status, Status::Penetrating);
  EXPECT_EQ(intersects(star, {}, other, beside, of_stars).status, Status::Separated);
  EXPECT_EQ(intersects(star, {}, cube(4), beside, of_stars).status, Status::Penetrating);
}

// The front as the one thing that nothing proves again: even where all else says that the bodies are the same.
TEST(Caches, FrontsKnowTheirTreesAmongTheDead) {
  const Pose there = translation({2, 0, 0});
  for (int k = 0; k < 50; ++k) {
    MeshCache cache;
    auto small = std::make_unique<Mesh>(cube(0.5));
    intersects(*small, {}, *small, there, cache);
    small.reset();
    const Mesh large = cube(3);  // often where the small one was
    cache.of_a = cache.of_b = large.identity();
    ASSERT_EQ(intersects(large, {}, large, there, cache).status, Status::Penetrating);
  }
}

TEST(Caches, FrontsMayBeCopiedMovedAndLeftBehind) {
  const Mesh a = test::star(3), b = test::star(4), large = cube(4);
  const Pose there = translation({2.5, 0, 0});
  MeshCache cache;
  for (int k = 0; k < 2; ++k) ASSERT_EQ(intersects(a, {}, b, there, cache).status, Status::Separated);
  ASSERT_TRUE(cache.front.is_kept());
  MeshCache copy = cache, others;
  MeshCache moved = std::move(cache);
  for (MeshCache* each : {&copy, &moved, &cache}) {
    EXPECT_EQ(intersects(a, {}, b, there, *each).status, Status::Separated);
    EXPECT_EQ(intersects(a, {}, b, translation({0.1, 0, 0}), *each).status, Status::Penetrating);
    EXPECT_EQ(intersects(a, {}, b, there, *each).status, Status::Separated);
  }
  // Put where it does not belong.
  others.of_a = large.identity(), others.of_b = b.identity();
  others.front = copy.front;
  EXPECT_EQ(intersects(large, {}, b, there, others).status, Status::Penetrating);
}

// The squares of such steps underflowed, so that bodies seemed to stand still on their way into each other.
TEST(Caches, FrontsSeeTinyBodiesMove) {
  for (const double size : {1.0, 1e-100, 1e-160, 1e-170, 1e-250, 1e200}) {
    const Mesh a = cube(size), b = cube(size);
    MeshCache cache;
    for (int step = 30; step >= 0; --step) {
      const Pose pose = translation({0.1 * step * size, 0, 0});
      ASSERT_EQ(intersects(a, {}, b, pose, cache).status, intersects(a, {}, b, pose).status) << size << ' ' << step;
    }
  }
}

// What is left of a cache without its front: numbers, any of which may be wrong.
TEST(Caches, OfMeshesHoldAnyNumbers) {
  Random random(24);
  const Mesh bodies[] = {test::star(5), test::star(6, 20), cube(1), test::sheet()};
  const Rounded convex[] = {box({1, 1, 1}), rounded(box({0.5, 0.5, 0.5}), 0.3)};
  constexpr double kWild[] = {
      0, 1, -1e300, 1e308, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  const auto fill = [&](const void* a, const void* b) {
    MeshCache cache;
    cache.of_a = a, cache.of_b = b;
    const auto any = [&] {
      return static_cast<std::uint32_t>(random.below(4) == 0 ? random.bits() : random.below(40));
    };
    cache.triangle_a = any(), cache.triangle_b = any();
    cache.has_inside = random.below(2) == 0;
    cache.inside = test::random_in_box(random, 0.5);
    if (random.below(2) == 0) cache.inside.y = kWild[random.below(6)];
    return cache;
  };
  for (int i = 0; i < 2000; ++i) {
    const Mesh &a = bodies[random.below(4)], &b = bodies[random.below(4)];
    const Pose pose = rotation(test::random_quaternion(random), test::random_in_box(random, 1.5));
    MeshCache cache = fill(a.identity(), b.identity());
    ASSERT_EQ(intersects(a, {}, b, pose, cache).status, intersects(a, {}, b, pose).status) << i;
    cache = fill(a.identity(), b.identity());
    const Distance gap = distance(a, {}, b, pose, cache), fresh = distance(a, {}, b, pose);
    ASSERT_EQ(gap.status, fresh.status) << i;
    ASSERT_TRUE(gap.lower <= fresh.upper && fresh.lower <= gap.upper) << i;
    const Rounded& c = convex[random.below(2)];
    cache = fill(c.core().identity(), b.identity());
    ASSERT_EQ(intersects(c, {}, b, pose, cache).status, intersects(c, {}, b, pose).status) << i;
    cache = fill(c.core().identity(), b.identity());
    const Distance off = distance(c, {}, b, pose, cache), fresh_off = distance(c, {}, b, pose);
    ASSERT_EQ(off.status, fresh_off.status) << i;
    ASSERT_TRUE(off.lower <= fresh_off.upper && fresh_off.lower <= off.upper) << i;
  }
}

// One cache for shapes of every kind in turn.
TEST(Caches, OfShapesServeAnyShape) {
  Random random(25);
  const Shape shapes[] = {test::star(7),
                          test::sheet(),
                          cube(2),
                          Rounded(box({1, 1, 1})),
                          rounded(box({1, 1, 2}), 0.25),
                          test::cross(),
                          make_parts({Rounded(box({1, 1, 1})), test::star(8)}).value()};
  PairCache cache;
  for (int i = 0; i < 3000; ++i) {
    const Shape &a = shapes[random.below(7)], &b = shapes[random.below(7)];
    const Pose pose = rotation(test::random_quaternion(random), test::random_in_box(random, 2));
    if (random.below(4) == 0) {
      cache.parts().leaf_a = static_cast<std::int32_t>(random.below(5)) - 1;
      cache.parts().leaf_b = static_cast<std::int32_t>(random.bits());
    }
    ASSERT_EQ(intersects(a, {}, b, pose, cache).status, intersects(a, {}, b, pose).status) << i;
    const Distance gap = distance(a, {}, b, pose, cache), fresh = distance(a, {}, b, pose);
    ASSERT_EQ(gap.status, fresh.status) << i;
    ASSERT_TRUE(gap.lower <= fresh.upper && fresh.lower <= gap.upper) << i;
  }
}

}  // namespace
}  // namespace clearance
