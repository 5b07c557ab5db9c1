#include <clearance/contact/convex/convex_contacts_test.h>
#include <clearance/contact/manifold_scratch.h>

#include <string>

namespace clearance {
namespace {

using namespace convex_contacts;

const double kQuarter = 0.78539816339744830962;  // 45°

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(ConvexManifold, BoxOnABoxRestsOnFourCorners) {
  const Rounded cube = box({1, 1, 1});
  const Pose above = translation({0, 0, 1});
  const Manifold found = manifold(cube, {}, cube, above);
  expect_properties(found, cube, {}, cube, above);
  EXPECT_EQ(found.status(), Status::Touching);
  ASSERT_EQ(found.points.size(), 4u);
  EXPECT_EQ(found.patches[0].normal, (Vec3{0, 0, 1}));
  for (std::uint32_t k = 0; k < 4; ++k) {
    const ContactPoint& point = found.points[k];
    EXPECT_EQ(point.feature_a, (ContactFeature{Feature::Vertex, kNoIndex, k + 4, kNoIndex}));
    EXPECT_EQ(point.feature_b, (ContactFeature{Feature::Vertex, kNoIndex, k, kNoIndex}));
    EXPECT_NEAR(point.gap(), 0, 1e-15);
    EXPECT_LE(norm_max(point.a - Vec3{(k & 1) != 0 ? .5 : -.5, (k & 2) != 0 ? .5 : -.5, .5}), 1e-15);
  }
}

TEST(ConvexManifold, ShiftedBoxesShareARectangle) {
  const Rounded cube = box({1, 1, 1});
  const Pose above = translation({0.25, 0.5, 0.875});
  const Manifold found = manifold(cube, {}, cube, above);
  expect_properties(found, cube, {}, cube, above);
  ASSERT_EQ(found.points.size(), 4u);
  EXPECT_NEAR(found.patches[0].lower, -0.125, 1e-13);
  Vec3 low{9, 9, 9}, high{-9, -9, -9};
  int faces = 0;
  for (const ContactPoint& point : found.points) {
    low = {std::min(low.x, point.a.x), std::min(low.y, point.a.y), std::min(low.z, point.a.z)};
    high = {std::max(high.x, point.a.x), std::max(high.y, point.a.y), std::max(high.z, point.a.z)};
    EXPECT_NEAR(point.gap(), -0.125, 1e-13);
    faces += (point.feature_a.kind == Feature::Face) + (point.feature_b.kind == Feature::Face);
  }
  EXPECT_LE(norm_max(low - Vec3{-0.25, 0, 0.5}), 1e-13);
  EXPECT_LE(norm_max(high - Vec3{0.5, 0.5, 0.5}), 1e-13);
  EXPECT_EQ(faces, 2);  // a corner of either lies on the other's face; two sides cross two sides
}

TEST(ConvexManifold, BoxesTurnedAboutTheNormalShareAnOctagon) {
  const Rounded cube = box({1, 1, 1});
  const Pose turned = rotation_about({0, 0, 1}, kQuarter, {0, 0, 0.99});
  const Manifold found = manifold(cube, {}, cube, turned);
  expect_properties(found, cube, {}, cube, turned);
  ASSERT_EQ(found.points.size(), 8u);
  for (const ContactPoint& point : found.points) {
    EXPECT_EQ(point.feature_a.kind, Feature::Edge);
    EXPECT_EQ(point.feature_b.kind, Feature::Edge);
    const double near = std::min(std::fabs(point.a.x), std::fabs(point.a.y)),
                 far = std::max(std::fabs(point.a.x), std::fabs(point.a.y));
    EXPECT_NEAR(far, 0.5, 1e-12);
    EXPECT_NEAR(near, std::sqrt(0.5) - 0.5, 1e-12);
  }
  const Manifold four = manifold(cube, {}, cube, turned, {.points_per_patch = 4});
  expect_properties(four, cube, {}, cube, turned, {.points_per_patch = 4});
  EXPECT_EQ(four.points.size(), 4u);
}

TEST(ConvexManifold, BoxOnItsEdgeAndOnItsVertex) {
  const Rounded floor = box({20, 20, 1}), cube = box({1, 1, 1});
  const Pose on_edge = rotation_about({1, 0, 0}, kQuarter, {0, 0, 0.5 + std::sqrt(0.5) - 0.01});
  const Manifold edge = manifold(floor, {}, cube, on_edge);
  expect_properties(edge, floor, {}, cube, on_edge);
  ASSERT_EQ(edge.points.size(), 2u);
  for (const ContactPoint& point : edge.points) {
    EXPECT_EQ(point.feature_a.kind, Feature::Face);
    EXPECT_EQ(point.feature_b.kind, Feature::Vertex);
    EXPECT_NEAR(point.gap(), -0.01, 1e-12);
  }
  // The space diagonal upright.
  const Vec3 axis{1, -1, 0};
  const Pose on_vertex = rotation_about(axis, std::acos(1 / std::sqrt(3.0)), {0, 0, 0.5 + std::sqrt(0.75) - 0.01});
  const Manifold vertex = manifold(floor, {}, cube, on_vertex);
  expect_properties(vertex, floor, {}, cube, on_vertex);
  ASSERT_EQ(vertex.points.size(), 1u);
  EXPECT_EQ(vertex.points[0].feature_b.kind, Feature::Vertex);
  EXPECT_LE(norm_max(vertex.points[0].a - Vec3{0, 0, 0.5}), 1e-12);
  EXPECT_NEAR(vertex.points[0].gap(), -0.01, 1e-12);
}

TEST(ConvexManifold, CrossingEdgesMeetAtOnePoint) {
  const Rounded cube = box({1, 1, 1});
  const Pose lower = rotation_about({1, 0, 0}, kQuarter),
             upper = rotation_about({0, 1, 0}, kQuarter, {0.1, 0.2, std::sqrt(2.0) - 0.01});
  const Manifold found = manifold(cube, lower, cube, upper);
  expect_properties(found, cube, lower, cube, upper);
  ASSERT_EQ(found.points.size(), 1u);
  const ContactPoint& point = found.points[0];
  EXPECT_EQ(point.feature_a.kind, Feature::Edge);
  EXPECT_EQ(point.feature_b.kind, Feature::Edge);
  EXPECT_LE(norm_max(point.a - Vec3{0.1, 0, std::sqrt(0.5)}), 1e-12);
  EXPECT_LE(norm_max(point.b - Vec3{0.1, 0, std::sqrt(0.5) - 0.01}), 1e-12);
  EXPECT_NEAR(point.gap(), -0.01, 1e-12);
}

TEST(ConvexManifold, ParallelEdgesShareTwoPoints) {
  const Rounded rod = capsule(2, 0.5);
  const Pose beside = translation({0.9, 0, 1});
  const Manifold found = manifold(rod, {}, rod, beside);
  expect_properties(found, rod, {}, rod, beside);
  ASSERT_EQ(found.points.size(), 2u);
  for (const ContactPoint& point : found.points) {
    EXPECT_NEAR(point.gap(), -0.1, 1e-12);
    EXPECT_NEAR(point.a.x, 0.5, 1e-12);
    EXPECT_NEAR(point.b.x, 0.4, 1e-12);
    EXPECT_NE(point.feature_a.kind, point.feature_b.kind);  // an end of one on the other's edge
  }
}

TEST(ConvexManifold, BallsAndCapsulesAndRoundedBoxes) {
  const Rounded ball = sphere(1), rod = capsule(2, 0.5), floor = box({20, 20, 1}), soft = rounded(box({1, 1, 1}), 0.25);
  const Pose up = translation({0, 0, 1.9});
  const Manifold balls = manifold(ball, {}, ball, up);
  expect_properties(balls, ball, {}, ball, up);
  ASSERT_EQ(balls.points.size(), 1u);
  EXPECT_NEAR(balls.points[0].gap(), -0.1, 1e-14);
  EXPECT_LE(norm_max(balls.points[0].a - Vec3{0, 0, 1}), 1e-14);

  const Pose lying = rotation_about({1, 0, 0}, 2 * kQuarter, {3, 4, 0.99});
  const Manifold on_floor = manifold(floor, {}, rod, lying);
  expect_properties(on_floor, floor, {}, rod, lying);
  ASSERT_EQ(on_floor.points.size(), 2u);
  for (const ContactPoint& point : on_floor.points) EXPECT_NEAR(point.gap(), -0.01, 1e-12);

  const Pose above = translation({0.5, 0, 1.49});
  const Manifold pillows = manifold(soft, {}, soft, above);
  expect_properties(pillows, soft, {}, soft, above);
  ASSERT_EQ(pillows.points.size(), 4u);
  for (const ContactPoint& point : pillows.points) {
    EXPECT_NEAR(point.gap(), -0.01, 1e-12);
    EXPECT_NEAR(point.a.z, 0.75, 1e-12);
    EXPECT_NEAR(point.b.z, 0.74, 1e-12);
  }
}

TEST(ConvexManifold, MarginLooksAhead) {
  const Rounded cube = box({1, 1, 1});
  const Pose apart = translation({0, 0, 1.125});
  EXPECT_TRUE(manifold(cube, {}, cube, apart).patches.empty());
  EXPECT_TRUE(manifold(cube, {}, cube, apart, {.margin = 0.12}).patches.empty());
  for (const double margin : {0.125, 0.13, 1e9, std::numeric_limits<double>::infinity()}) {
    const Manifold found = manifold(cube, {}, cube, apart, {.margin = margin});
    expect_properties(found, cube, {}, cube, apart, {.margin = margin});
    ASSERT_EQ(found.points.size(), 4u) << margin;
    EXPECT_NEAR(found.points[0].gap(), 0.125, 1e-13);
  }
  for (const double margin : {-1.0, std::nan("")})
    EXPECT_TRUE(manifold(cube, {}, cube, apart, {.margin = margin}).patches.empty());
}

// A face's normal is taken where the bodies are nearly as far apart along it: else a box that lies askew on another
// would rest on an edge now and on its face in the next frame.
TEST(ConvexManifold, PrefersTheNormalOfAFace) {
  const Rounded floor = box({4, 4, 1}), cube = box({1, 1, 1});
  for (int k = 0; k < 40; ++k) {
    const double tilt = 1e-3 * k;
    const Pose askew = rotation_about({1, 0.3, 0}, tilt, {1.7, 0.2, 0.99});
    const Manifold found = manifold(floor, {}, cube, askew);
    expect_properties(found, floor, {}, cube, askew);
    EXPECT_GE(std::fabs(found.patches[0].normal.z), 0.999) << k;
  }
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

struct Case {
  std::string name;
  Rounded a;
  Pose pose_a;
  Rounded b;
  Pose pose_b;
};

std::vector<Case> hard_cases() {
  const auto hull = [](const std::vector<Vec3>& points) { return convex_hull(points).value(); };
  const Polytope cube = box({1, 1, 1}), plate = box({1, 1, 0}), stick = box({1, 0, 0}), dot = box({0, 0, 0});
  const Polytope needle = hull({{0, 0, 0}, {1e-9, 0, 1}, {0, 1e-9, 1}, {-1e-9, -1e-9, 1}});
  const Polytope sliver = hull({{0, 0, 0}, {1, 0, 0}, {1, 1e-12, 0}, {0.5, 0, 1e-12}});
  std::vector<Case> cases;
  const auto add = [&](const std::string& name, const Rounded& a, const Rounded& b, const Pose& pose_b = {},
                       const Pose& pose_a = {}) { cases.push_back({name, a, pose_a, b, pose_b}); };
  add("coincident cubes", cube, cube);
  add("coincident plates", plate, plate);
  add("coincident sticks", stick, stick);
  add("coincident points", dot, dot);
  add("coincident balls", sphere(1), sphere(1));
  add("coincident capsules", capsule(2, 1), capsule(2, 1));
  add("coincident pillows", rounded(cube, 0.5), rounded(cube, 0.5));
  add("one in the other", box({10, 10, 10}), cube, translation({1, 2, 3}));
  add("turned in the other", box({10, 10, 10}), cube, rotation_about({1, 2, 3}, 1, {1, 2, 3}));
  add("a point in a cube", cube, dot, translation({0.1, 0.2, 0.3}));
  add("a point at a corner", cube, dot, translation({0.5, 0.5, 0.5}));
  add("a point on an edge", cube, dot, translation({0.5, 0.5, 0.25}));
  add("corner on corner", cube, cube, translation({1, 1, 1}));
  add("edge on edge", cube, cube, translation({1, 1, 0.5}));
  add("crossing plates", plate, plate, rotation_about({1, 0, 0}, 1.5707963267948966));
  add("plates in one plane", plate, plate, translation({0.5, 0.25, 0}));
  add("plates edge to edge", plate, plate, translation({1, 0.25, 0}));
  add("plates corner to corner", plate, plate, translation({1, 1, 0}));
  add("a stick through a plate", plate, stick, rotation_about({0, 1, 0}, 1.5707963267948966));
  add("a stick on a plate", plate, stick, translation({0.25, 0.5, 0}));
  add("sticks end to end", stick, stick, translation({1, 0, 0}));
  add("sticks crossing", stick, stick, rotation_about({0, 0, 1}, 1));
  add("needles tip to tip", needle, needle, rotation_about({1, 0, 0}, 3.14159265358979));
  add("needles in one another", needle, needle, rotation_about({1, 0, 0}, 3.14159265358979, {0, 0, 0.5}));
  add("needle on a cube", cube, needle, translation({0.2, 0.2, 0.5}));
  add("needle in a cube", cube, needle, translation({0.2, 0.2, 0.4999}));
  add("slivers", sliver, sliver, translation({0.2, 0, 0}));
  add("sliver on a cube", cube, sliver, translation({0.2, 0.2, 0.5}));
  add("sliver through a cube", cube, sliver, rotation_about({1, 2, 3}, 2, {0.2, 0.2, 0.5}));
  add("a ball on an edge", cube, sphere(0.5), translation({1 - 1e-9, 0, 1 - 1e-9}));
  add("a ball's centre on an edge", cube, sphere(0.5), translation({0.5, 0, 0.5}));
  add("a ball's centre in a cube", cube, sphere(0.5), translation({0.1, 0, 0.3}));
  add("nearly parallel capsules", capsule(2, 0.5), capsule(2, 0.5), rotation_about({1, 0, 0}, 1e-9, {0.9, 0, 0}));
  add("nearly flush", cube, cube, rotation_about({1, 2, 3}, 1e-15, {0, 0, std::nextafter(1.0, 0)}));
  add("by a hair apart", cube, cube, translation({0, 0, std::nextafter(1.0, 2)}));
  add("far from home", cube, cube, translation({1e9 + 0.25, 1e9, 1e9 + 1}), translation({1e9, 1e9, 1e9}));
  add("tiny on huge", box({1e6, 1e6, 1e6}), box({1e-6, 1e-6, 1e-6}), translation({1, 2, 5e5}));
  for (const double size : {1e-150, 1e150, 1e-300, 1e300})
    for (const double up : {1.0, 0.99, 0.0})
      add("size " + std::to_string(std::log10(size)), box({size, size, size}),
          rounded(box({size, size / 2, size}), up == 0 ? 0.125 * size : 0),
          rotation_about({0, 0, 1}, up, {0, 0, up * size}));
  const Mat3 stretched{{{1.00002, 1e-5, 0}, {0, 0.99998, 2e-5}, {0, 0, 1.00001}}};
  add("under a matrix", cube, cube, Pose::from_matrix(stretched, {0.1, 0.2, 0.99}).value());
  add("under matrices", cube, rounded(cube, 0.25), Pose::from_matrix(stretched, {0.1, 0.2, 1.23}).value(),
      Pose::from_matrix(stretched, {}).value());
  return cases;
}

TEST(ConvexManifold, AnswersWhateverIsAsked) {
  for (const Case& c : hard_cases())
    for (const double margin : {0.0, 1e9})
      for (const std::uint32_t count : {kAllPoints, 4u, 1u, 0u}) {
        SCOPED_TRACE(c.name + ", margin " + std::to_string(margin));
        const ManifoldOptions options{margin, count};
        expect_properties(manifold(c.a, c.pose_a, c.b, c.pose_b, options), c.a, c.pose_a, c.b, c.pose_b, options);
        expect_properties(manifold(c.b, c.pose_b, c.a, c.pose_a, options), c.b, c.pose_b, c.a, c.pose_a, options);
      }
}

// ---- Invariance -----------------------------------------------------------------------------------------------------

TEST(ConvexManifold, SwappedMovedAndScaled) {
  detail::Random random(17);
  for (int k = 0; k < 300; ++k) {
    const int n = 4 + static_cast<int>(random.below(12));
    const auto body = [&](double size) {
      std::vector<Vec3> points;
      detail::Random same(static_cast<std::uint64_t>(k));
      for (int i = 0; i < n; ++i) points.push_back(size * random_vector(same));
      return convex_hull(points).value();
    };
    const Pose pose_b = random_turn(random, random_vector(random, 0.6));
    const Rounded a = box({1, 1, 1}), b = body(0.75);
    const Manifold found = manifold(a, {}, b, pose_b, {.margin = 0.05});
    expect_alike(mirrored(manifold(b, pose_b, a, {}, {.margin = 0.05})), found, 1e-10);

    const Manifold scaled =
        manifold(Rounded(box({0x1p60, 0x1p60, 0x1p60})), {}, Rounded(body(0.75 * 0x1p60)),
                 rotation(pose_b.quaternion(), 0x1p60 * pose_b.translation()), {.margin = 0.05 * 0x1p60});
    Manifold back = scaled;
    for (ContactPoint& point : back.points) {
      point.a = 0x1p-60 * point.a, point.b = 0x1p-60 * point.b;
      point.lower *= 0x1p-60, point.upper *= 0x1p-60;
    }
    expect_alike(back, found, 0);
  }
}

TEST(ConvexManifold, MovedTogether) {
  detail::Random random(18);
  const Rounded a = box({1, 1, 1}), b = test_polytope(TestShape::Ellipsoid, 20, 3);
  for (int k = 0; k < 200; ++k) {
    const Pose pose_b = random_turn(random, random_vector(random, 0.8)), move = random_turn(random, {3, 4, 5});
    Manifold found = manifold(a, {}, b, pose_b);
    const Manifold moved = manifold(a, move, b, move * pose_b);
    // A gap next to 0 may be on either side of the margin.
    if (found.points.size() != moved.points.size()) {
      double least = 1;
      for (const ContactPoint& point : manifold(a, {}, b, pose_b, {.margin = 1e-9}).points)
        least = std::min(least, std::fabs(point.gap()));
      EXPECT_LT(least, 1e-9);
      continue;
    }
    for (ContactPoint& point : found.points) point.a = apply(move, point.a), point.b = apply(move, point.b);
    expect_alike(found, moved, 1e-10);
  }
}

// ---- Against everything that is promised
// ------------------------------------------------------------------------------

Rounded random_body(detail::Random& random, bool on_grid) {
  std::vector<Vec3> points;
  const int n = 1 + static_cast<int>(random.below(on_grid ? 7 : 12));
  for (int i = 0; i < n; ++i) {
    const Vec3 v = random_vector(random, on_grid ? 2.5 : 1);
    points.push_back(on_grid ? Vec3{std::round(v.x), std::round(v.y), std::round(v.z)} : v);
  }
  const double radius = random.below(2) == 0 ? 0 : on_grid ? 0.5 : random.uniform(0, 0.4);
  return rounded(convex_hull(points).value(), radius);
}

TEST(ConvexManifold, RandomPairsKeepEveryPromise) {
  detail::Random random(19);
  for (int k = 0; k < 6000; ++k) {
    SCOPED_TRACE(k);
    const bool on_grid = k % 2 == 0;
    const Rounded a = random_body(random, on_grid), b = random_body(random, on_grid);
    Vec3 t = random_vector(random, on_grid ? 3.5 : 1.4);
    if (on_grid) t = {std::round(t.x), std::round(t.y), std::round(t.z)};
    Pose pose_b = on_grid && random.below(3) > 0 ? translation(t) : random_turn(random, t);
    // To where they nearly touch, half of the time.
    if (k % 4 < 2) {
      const SignedDistance gap = signed_distance(a, {}, b, pose_b);
      const double step = 0.5 * gap.lower + 0.5 * gap.upper + random.uniform(-0.02, 0.02);
      pose_b = moved_to(pose_b, t - step * gap.normal).value();
    }
    const ManifoldOptions options{random.below(2) == 0 ? 0 : 0.03, random.below(2) == 0 ? kAllPoints : 4u};
    expect_properties(manifold(a, {}, b, pose_b, options), a, {}, b, pose_b, options);
    if (HasFailure()) break;
  }
}

// A cache is tried, never believed: frames that follow each other closely, far jumps, other shapes.
TEST(ConvexManifold, WarmAnswersKeepThemToo) {
  detail::Random random(20);
  for (int round = 0; round < 60; ++round) {
    const bool on_grid = round % 2 == 0;
    const Rounded a = round % 3 == 0 ? Rounded(box({1, 1, 1})) : random_body(random, on_grid),
                  b = round % 3 != 2 ? Rounded(box({1, 2, 1})) : random_body(random, on_grid);
    PairContacts contacts;
    Vec3 t = random_vector(random), axis = random_vector(random);
    double angle = 0;
    for (int frame = 0; frame < 60; ++frame) {
      SCOPED_TRACE(std::to_string(round) + ", frame " + std::to_string(frame));
      t = t + random_vector(random, frame % 20 == 19 ? 1 : 0.02), angle += random.uniform(0, 0.05);
      const Pose pose_b = rotation_about(axis, angle, t);
      const ManifoldOptions options{round % 4 < 2 ? 0 : 0.05};
      expect_properties(contacts.update(a, {}, b, pose_b, options), a, {}, b, pose_b, options);
      if (HasFailure()) return;
    }
  }
}

// Bodies as thin as 1e-9 or 1e-12 of their length, whose faces are as good as segments: their points were named after
// sides that they lay beyond, or lay beyond a tip, or had one name twice.
TEST(ConvexManifold, SliversKeepThemToo) {
  detail::Random random(21);
  const auto thin = [&] { return random.below(2) == 0 ? 1 : random.below(2) == 0 ? 1e-9 : 1e-12; };
  const auto sliver = [&] {
    const Vec3 scale{thin(), thin(), 1};
    std::vector<Vec3> points;
    for (std::uint64_t n = 1 + random.below(10); n > 0; --n) {
      const Vec3 v = random_vector(random);
      points.push_back({scale.x * v.x, scale.y * v.y, scale.z * v.z});
    }
    return rounded(convex_hull(points).value(), random.below(3) > 0 ? 0 : random.uniform(0, 0.4));
  };
  for (int k = 0; k < 6000; ++k) {
    SCOPED_TRACE(k);
    const Rounded a = sliver(), b = k % 2 == 0 ? sliver() : random_body(random, true);
    Pose pose_b = random_turn(random, random_vector(random, 1.5));
    if (k % 3 != 0) {
      const SignedDistance gap = signed_distance(a, {}, b, pose_b);
      const double step = 0.5 * gap.lower + 0.5 * gap.upper + (k % 3 == 1 ? random.uniform(-0.01, 0.01) : 0);
      pose_b = moved_to(pose_b, pose_b.translation() - step * gap.normal).value();
    }
    const ManifoldOptions options{k % 5 == 0 ? 1e9 : k % 5 == 1 ? 0.05 : 0};
    PairContacts contacts;
    for (int frame = 0; frame < 3; ++frame) {
      expect_properties(contacts.update(a, {}, b, pose_b, options), a, {}, b, pose_b, options, 1);
      pose_b = moved_to(pose_b, pose_b.translation() + random_vector(random, 1e-4)).value();
    }
    if (HasFailure()) break;
  }
}

// Whatever a cache holds, of these bodies or of others.
TEST(ConvexManifold, AnyCacheWillDo) {
  detail::Random random(22);
  detail::ManifoldScratch scratch;
  for (int k = 0; k < 3000; ++k) {
    SCOPED_TRACE(k);
    const Rounded a = k % 3 == 0 ? Rounded(box({1, 1, 1})) : random_body(random, k % 2 == 0),
                  b = k % 3 == 1 ? Rounded(box({1, 2, 1})) : random_body(random, k % 2 == 0);
    const Pose pose_a, pose_b = k % 5 == 0 ? translation({0, 0, 1}) : random_turn(random, random_vector(random, 1.2));
    detail::ManifoldCache cache;
    ConvexCache& convex = cache.bodies.convex();
    // Of these bodies or of none: else it begins anew.
    convex.of_a = a.core().identity(), convex.of_b = b.core().identity();
    const auto number = [&] {
      return static_cast<std::int32_t>(random.below(4) == 0 ? random.bits() : random.below(20)) - 2;
    };
    const auto feature = [&] { return FeatureId{static_cast<Feature>(random.below(3)), number()}; };
    convex.feature_a = feature(), convex.feature_b = feature();
    if (random.below(2) == 0) (random.below(2) == 0 ? convex.feature_a : convex.feature_b).index = -1;
    convex.vertex_a = number(), convex.vertex_b = number();
    convex.direction = random_vector(random);
    convex.has_direction = random.below(2) == 0, convex.was_separated = random.below(2) == 0;
    const ManifoldOptions options{random.below(2) == 0 ? 0 : 0.1};
    Manifold found;
    detail::find_manifold(a, pose_a, b, pose_b, options, cache, scratch, found);
    expect_properties(found, a, pose_a, b, pose_b, options);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace clearance
