#include <clearance/mesh/triangle_pair.h>

#include <clearance/convex/bodies_test.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace clearance::detail {
namespace {

using Triangle = std::array<Vec3, 3>;

TriangleAt at(const Triangle& t, const Pose& pose) { return {{t[0], t[1], t[2]}, pose}; }

const Pose kRest;

// All tiers, with the bodies in either order and the vertices in every order: all the same.
TriangleRelation relation(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b) {
  const TriangleRelation answer = triangle_relation(at(a, pose_a), at(b, pose_b));
  EXPECT_EQ(triangle_relation_exact(at(a, pose_a), at(b, pose_b)), answer);
  if (const auto in_integers = triangle_relation_in_integers(at(a, pose_a), at(b, pose_b))) {
    EXPECT_EQ(*in_integers, answer);
  }
  for (int k = 0; k < 6; ++k) {
    const int first = k % 3, second = (first + (k < 3 ? 1 : 2)) % 3, third = 3 - first - second;
    const auto turned = [&](const Triangle& t) {
      const auto v = [&](int i) { return t[static_cast<std::size_t>(i)]; };
      return Triangle{v(first), v(second), v(third)};
    };
    EXPECT_EQ(triangle_relation(at(turned(b), pose_b), at(a, pose_a)), answer);
    EXPECT_EQ(triangle_relation(at(turned(a), pose_a), at(turned(b), pose_b)), answer);
  }
  return answer;
}
TriangleRelation relation(const Triangle& a, const Triangle& b) { return relation(a, kRest, b, kRest); }

std::vector<Vec3> common(const Triangle& a, const Triangle& b) {
  return triangle_intersection(at(a, kRest), at(b, kRest));
}

constexpr TriangleRelation kApart = TriangleRelation::Apart, kMeet = TriangleRelation::Meet,
                           kCross = TriangleRelation::Cross;

// x, y ≥ 0, x + y ≤ 4, in the plane z = 0.
const Triangle kFloor = {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

// --- Solved by hand.

TEST(TrianglePair, CrossesWhereAnEdgeRunsThroughTheInnerPart) {
  const Triangle wall = {Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{9, 9, 0}};
  EXPECT_EQ(relation(kFloor, wall), kCross);
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), wall.data(), 0), TriangleGuess::Cross);
  const std::vector<Vec3> segment = common(kFloor, wall);
  ASSERT_EQ(segment.size(), 2u);
  EXPECT_TRUE(segment[0] == (Vec3{1, 1, 0}) || segment[1] == (Vec3{1, 1, 0}));
  EXPECT_TRUE(segment[0] == (Vec3{2, 2, 0}) || segment[1] == (Vec3{2, 2, 0}));
}

TEST(TrianglePair, IsApartAboveAndBeside) {
  const Triangle above = {Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{0, 4, 2}};
  EXPECT_EQ(relation(kFloor, above), kApart);
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), above.data(), 0), TriangleGuess::Apart);
  // Through the floor's plane, but beside it.
  const Triangle beside = {Vec3{3, 3, -1}, Vec3{3, 3, 1}, Vec3{9, 9, 0.5}};
  EXPECT_EQ(relation(kFloor, beside), kApart);
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), beside.data(), 0), TriangleGuess::Apart);
  EXPECT_TRUE(common(kFloor, beside).empty());
}

TEST(TrianglePair, GivesTheCornersOfAnOverlapInOnePlane) {
  const Triangle turned = {Vec3{3, 3, 0}, Vec3{-1, 3, 0}, Vec3{3, -1, 0}};
  EXPECT_EQ(relation(kFloor, turned), kMeet);
  // x + y ≥ 2, x ≤ 3, y ≤ 3 cut the three corners off the floor.
  std::vector<Vec3> corners = common(kFloor, turned);
  ASSERT_EQ(corners.size(), 6u);
  const std::vector<Vec3> expected = {{0, 2, 0}, {2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  std::vector<Vec3> reversed = {expected[0]};
  reversed.insert(reversed.end(), expected.rbegin(), expected.rend() - 1);
  EXPECT_TRUE(corners == expected || corners == reversed);
}

TEST(TrianglePair, KnowsEdgeThroughEdgeFromACrossing) {
  // Both cross the x axis between 0 and 1; the ends of their intervals are the same.
  const Triangle flat = {Vec3{0, -1, 0}, Vec3{0, 1, 0}, Vec3{2, 1, 0}};
  const Triangle upright = {Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{2, 0, 1}};
  EXPECT_EQ(relation(flat, upright), kMeet);
  EXPECT_EQ(common(flat, upright), (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}));
  const Triangle longer = {Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{2 + 0x1p-50, 0, 1}};
  EXPECT_EQ(relation(flat, longer), kCross);
}

// --- Degenerate: what touches, and the neighbouring doubles.

TEST(TrianglePair, TouchesAtVerticesAndEdges) {
  EXPECT_EQ(relation(kFloor, kFloor), kMeet);  // identical
  EXPECT_EQ(common(kFloor, kFloor).size(), 3u);
  EXPECT_EQ(relation(kFloor, {Vec3{0, 0, 0}, Vec3{-1, 0, 3}, Vec3{0, -1, 3}}), kMeet);  // a shared vertex
  EXPECT_EQ(common(kFloor, {Vec3{0, 0, 0}, Vec3{-1, 0, 3}, Vec3{0, -1, 3}}), (std::vector<Vec3>{{0, 0, 0}}));
  EXPECT_EQ(relation(kFloor, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, -1, 3}}), kMeet);   // a shared edge
  EXPECT_EQ(relation(kFloor, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, -4, 0}}), kMeet);   // in one plane
  EXPECT_EQ(relation(kFloor, {Vec3{0, 0, 0}, Vec3{-4, 0, 0}, Vec3{0, -4, 0}}), kMeet);  // a vertex in one plane
  EXPECT_EQ(relation(kFloor, {Vec3{4, 4, 0}, Vec3{5, 4, 0}, Vec3{4, 5, 0}}), kApart);   // apart in one plane
  EXPECT_EQ(relation(kFloor, {Vec3{1, 1, 0}, Vec3{2, 1, 0}, Vec3{1, 2, 0}}), kMeet);    // inside
  EXPECT_EQ(common(kFloor, {Vec3{1, 1, 0}, Vec3{2, 1, 0}, Vec3{1, 2, 0}}).size(), 3u);
}

TEST(TrianglePair, TellsAVertexOnAFaceFromItsNeighbours) {
  const double up = std::nextafter(0, 1.0);
  const auto spike = [](double z) { return Triangle{Vec3{1, 1, z}, Vec3{1, 2, 3}, Vec3{2, 1, 3}}; };
  EXPECT_EQ(relation(kFloor, spike(0)), kMeet);
  EXPECT_EQ(relation(kFloor, spike(up)), kApart);
  EXPECT_EQ(relation(kFloor, spike(-up)), kCross);
  EXPECT_EQ(common(kFloor, spike(0)), (std::vector<Vec3>{{1, 1, 0}}));
  // A vertex on the edge x + y = 4, and next to it.
  const auto beside = [](double x) { return Triangle{Vec3{x, 2, -1}, Vec3{x, 2, 1}, Vec3{9, 9, 0.5}}; };
  EXPECT_EQ(relation(kFloor, beside(2)), kMeet);
  EXPECT_EQ(relation(kFloor, beside(std::nextafter(2, 3))), kApart);
  EXPECT_EQ(relation(kFloor, beside(std::nextafter(2, 1))), kCross);
}

TEST(TrianglePair, TellsCrossingEdgesFromTheirNeighbours) {
  const double up = 0x1p-1074;
  const auto bridge = [](double z) { return Triangle{Vec3{2, 3, z}, Vec3{2, -3, z}, Vec3{2, 0, 5}}; };
  EXPECT_EQ(relation(kFloor, bridge(0)), kMeet);
  EXPECT_EQ(common(kFloor, bridge(0)), (std::vector<Vec3>{{2, 0, 0}, {2, 2, 0}}));
  EXPECT_EQ(relation(kFloor, bridge(up)), kApart);
  EXPECT_EQ(relation(kFloor, bridge(-up)), kCross);
}

TEST(TrianglePair, TakesSegmentsAndPointsForTriangles) {
  const auto segment = [](Vec3 p, Vec3 q) { return Triangle{p, q, p}; };
  const auto point = [](Vec3 p) { return Triangle{p, p, p}; };
  EXPECT_EQ(relation(kFloor, segment({1, 1, -1}, {1, 1, 1})), kCross);
  EXPECT_EQ(relation(kFloor, segment({1, 1, 0}, {1, 1, 1})), kMeet);
  EXPECT_EQ(relation(kFloor, segment({1, 1, 0x1p-1074}, {1, 1, 1})), kApart);
  EXPECT_EQ(relation(kFloor, segment({-1, -1, 0}, {9, 9, 0})), kMeet);  // right through, in its plane
  EXPECT_EQ(common(kFloor, segment({-1, -1, 0}, {9, 9, 0})), (std::vector<Vec3>{{0, 0, 0}, {2, 2, 0}}));
  EXPECT_EQ(relation(kFloor, point({1, 1, 0})), kMeet);
  EXPECT_EQ(relation(kFloor, point({2, 2, 0})), kMeet);
  EXPECT_EQ(relation(kFloor, point({2, std::nextafter(2, 3), 0})), kApart);
  EXPECT_EQ(relation(point({1, 2, 3}), point({1, 2, 3})), kMeet);
  EXPECT_EQ(relation(point({1, 2, 3}), point({1, 2, std::nextafter(3, 4)})), kApart);
  EXPECT_EQ(relation(segment({0, 0, 0}, {3, 3, 3}), segment({3, 0, 1.5}, {0, 3, 1.5})), kMeet);
  EXPECT_EQ(common(segment({0, 0, 0}, {3, 3, 3}), segment({3, 0, 1.5}, {0, 3, 1.5})),
            (std::vector<Vec3>{{1.5, 1.5, 1.5}}));
  EXPECT_EQ(relation(segment({0, 0, 0}, {3, 3, 3}), segment({3, 0, 1.5}, {0, 3, std::nextafter(1.5, 2)})), kApart);
  // On one line.
  EXPECT_EQ(relation(segment({0, 0, 0}, {3, 3, 3}), segment({5, 5, 5}, {3, 3, 3})), kMeet);
  EXPECT_EQ(relation(segment({0, 0, 0}, {3, 3, 3}), segment({5, 5, 5}, {4, 4, 4})), kApart);
  EXPECT_EQ(relation(segment({0, 0, 0}, {9, 9, 9}), point({4, 4, 4})), kMeet);
  // A flat triangle whose middle vertex is none of the ends.
  const Triangle flat = {Vec3{0, 0, 0}, Vec3{1, 1, 0}, Vec3{5, 5, 0}};
  EXPECT_EQ(relation(kFloor, flat), kMeet);
  EXPECT_EQ(common(kFloor, flat), (std::vector<Vec3>{{0, 0, 0}, {2, 2, 0}}));
}

TEST(TrianglePair, IsRightAtTheEndsOfTheRangeOfDoubles) {
  for (const double size : {1e300, 1e200, 0x1p-200, 0x1p-500, 0x1p-1074}) {
    const auto scaled = [&](const Triangle& t) { return Triangle{size * t[0], size * t[1], size * t[2]}; };
    const Triangle floor = scaled({Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}});
    EXPECT_EQ(relation(floor, scaled({Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{1, 1, 1}})), kMeet) << size;
    EXPECT_EQ(relation(floor, scaled({Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{1, 0, 1}})), kApart) << size;
    EXPECT_EQ(relation(floor, scaled({Vec3{0, 0, 1}, Vec3{1, 0, 1}, Vec3{0, 1, 1}})), kApart) << size;
    EXPECT_EQ(relation(scaled({Vec3{-1, -1, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}),
                       scaled({Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{1, 1, 1}})),
              kCross)
        << size;
  }
}

TEST(TrianglePair, FiltersNothingThatTheErrorLeavesOpen) {
  const Triangle above = {Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{0, 4, 1}};
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), above.data(), 0.24), TriangleGuess::Apart);
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), above.data(), 0.5), TriangleGuess::Unsure);
  const Triangle wall = {Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{9, 9, 0}};
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), wall.data(), 0.001), TriangleGuess::Cross);
  EXPECT_EQ(triangle_pair_filter(kFloor.data(), wall.data(), 1), TriangleGuess::Unsure);
  for (const double error : {kInfinite, std::nan("")})
    EXPECT_EQ(triangle_pair_filter(kFloor.data(), above.data(), error), TriangleGuess::Unsure);
}

// --- Invariance, and against an oracle: the exact decision of the two hulls.

Vec3 random_vertex(Random& random, bool grid) {
  const Vec3 v = random_vector(random, grid ? 2.4 : 1);
  return grid ? Vec3{std::round(v.x), std::round(v.y), std::round(v.z)} : v;
}
Triangle random_triangle(Random& random, bool grid) {
  return {random_vertex(random, grid), random_vertex(random, grid), random_vertex(random, grid)};
}

bool oracle_meets(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b) {
  const Polytope hull_a = hull({a.begin(), a.end()}), hull_b = hull({b.begin(), b.end()});
  return decide_exactly(PosedPair(hull_a, pose_a, hull_b, pose_b), {}).status != Status::Separated;
}

// An edge of `a` against the inner part of `b`, by determinants of exact numbers alone.
bool oracle_crosses(const ExactPair& pair, const Triangle& a, const Triangle& b, bool a_is_a) {
  DyadicVec p[3], q[3];
  for (std::size_t i = 0; i < 3; ++i) {
    p[i] = a_is_a ? pair.point_a(a[i]) : pair.point_b(a[i]);
    q[i] = a_is_a ? pair.point_b(b[i]) : pair.point_a(b[i]);
  }
  const auto volume = [](const DyadicVec& o, const DyadicVec& x, const DyadicVec& y, const DyadicVec& z) {
    return dot(cross(x - o, y - o), z - o).sign();
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const DyadicVec &s = p[i], &t = p[(i + 1) % 3];
    if (volume(q[0], q[1], q[2], s) * volume(q[0], q[1], q[2], t) >= 0) continue;
    const int v0 = volume(s, t, q[0], q[1]), v1 = volume(s, t, q[1], q[2]), v2 = volume(s, t, q[2], q[0]);
    if (v0 != 0 && v0 == v1 && v1 == v2) return true;
  }
  return false;
}

void expect_as_the_oracle(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b) {
  const TriangleRelation answer = relation(a, pose_a, b, pose_b);
  const bool meets = oracle_meets(a, pose_a, b, pose_b);
  ASSERT_EQ(answer != kApart, meets);
  const ExactPair pair(pose_a, pose_b);
  ASSERT_EQ(answer == kCross, oracle_crosses(pair, a, b, true) || oracle_crosses(pair, b, a, false));
  const std::vector<Vec3> points = triangle_intersection(at(a, pose_a), at(b, pose_b));
  ASSERT_EQ(points.empty(), !meets);
  // Rounded points are near both triangles: each is a hull of world points, off by less than 1e-14 here.
  for (const Vec3 p : points)
    for (const auto& [t, pose] : {std::pair<const Triangle&, const Pose&>{a, pose_a}, {b, pose_b}}) {
      const Distance off = distance(hull({t.begin(), t.end()}), pose, point(p), kRest);
      ASSERT_LE(off.lower, 1e-14 * (1 + norm_max(pose.translation())));
    }
}

TEST(TrianglePair, AgreesWithTheExactDecisionOfHullsOnAGrid) {
  Random random(11);
  int counts[3] = {};
  for (int trial = 0; trial < 3000; ++trial) {
    const Triangle a = random_triangle(random, true), b = random_triangle(random, true);
    expect_as_the_oracle(a, kRest, b, kRest);
    ++counts[static_cast<int>(triangle_relation(at(a, kRest), at(b, kRest)))];
    if (HasFatalFailure()) return;
  }
  for (const int count : counts) EXPECT_GT(count, 300);
}

TEST(TrianglePair, AgreesWithTheExactDecisionOfHullsUnderPoses) {
  Random random(12);
  for (int trial = 0; trial < 600; ++trial) {
    const bool grid = trial % 2 == 0;
    const Triangle a = random_triangle(random, grid), b = random_triangle(random, grid);
    // On the grid, turns that keep it: quarter turns, a third of a turn, and lengths of q other than 1.
    const Quat turns[] = {{1, 1, 0, 0}, {2, 0, 2, 0}, {1, 1, 1, 1}, {0, 3, 0, 0}, {1, 0, 0, 0}};
    const auto pose = [&] {
      return grid ? rotation(turns[random.below(5)], random_vertex(random, true))
                  : random_pose(random, random_vector(random, 0.3));
    };
    const Pose pose_a = pose(), pose_b = trial % 3 == 0 ? pose_a : pose();
    expect_as_the_oracle(a, pose_a, b, pose_b);
    if (HasFatalFailure()) return;
  }
}

TEST(TrianglePair, KeepsItsAnswerWhenBothAreMoved) {
  Random random(13);
  for (int trial = 0; trial < 300; ++trial) {
    const Triangle a = random_triangle(random, true), b = random_triangle(random, true);
    const TriangleRelation answer = relation(a, b);
    // The same rational motion for both, but given differently, so that no shortcut sees it: signs are still the same.
    const Quat q = random_quaternion(random);
    const Vec3 t = random_vector(random, 100);
    const Pose pose = rotation(q, t), doubled = rotation({2 * q.w, 2 * q.x, 2 * q.y, 2 * q.z}, t);
    ASSERT_EQ(triangle_relation(at(a, pose), at(b, doubled)), answer);
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(400)) - 200);
    const Triangle a_scaled = {scale * a[0], scale * a[1], scale * a[2]};
    const Triangle b_scaled = {scale * b[0], scale * b[1], scale * b[2]};
    ASSERT_EQ(triangle_relation(at(a_scaled, kRest), at(b_scaled, kRest)), answer);
  }
}

// The first tier within its error: both triangles are moved by as much as is allowed, and the answer must be that of
// every such place.
TEST(TrianglePair, FiltersOnlyWhatHoldsEverywhereWithinTheError) {
  Random random(14);
  int decided = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const bool grid = trial % 2 == 0;
    const Triangle a = random_triangle(random, grid), b = random_triangle(random, grid);
    const double error = std::ldexp(1.0, -static_cast<int>(random.below(12)) - 1);
    const TriangleGuess guess = triangle_pair_filter(a.data(), b.data(), error);
    if (guess == TriangleGuess::Unsure) continue;
    ++decided;
    for (int k = 0; k < 4; ++k) {
      const auto corner = [&] { return random.below(2) == 0 ? error : -error; };
      const auto moved = [&](Triangle t) {
        for (Vec3& v : t) v = v + Vec3{corner(), corner(), corner()};
        return t;
      };
      const Triangle a_moved = moved(a), b_moved = moved(b);
      ASSERT_EQ(triangle_relation_exact(at(a_moved, kRest), at(b_moved, kRest)),
                guess == TriangleGuess::Apart ? kApart : kCross);
    }
  }
  EXPECT_GT(decided, 4000);
}

// A filter that fails more than once in ten thousand random pairs is a bug.
TEST(TrianglePair, SettlesRandomPairsInDoubles) {
  Random random(15);
  int unsure = 0;
  for (int trial = 0; trial < 200000; ++trial) {
    const Triangle a = random_triangle(random, false), b = random_triangle(random, false);
    unsure += triangle_pair_filter(a.data(), b.data(), 1e-14) == TriangleGuess::Unsure;
  }
  EXPECT_LE(unsure, 20);
}

// --- Regressions.

// Two bodies with one pose are decided in their own frame, the common points made in the world: the axis along which
// edges were seen to cross was taken over, and after a quarter turn the plane was seen edge on.
TEST(TrianglePair, FindsCornersUnderACommonTurn) {
  const Pose quarter = rotation({1, 1, 0, 0}, {0, 0, 10});  // (x, y, z) ↦ (x, −z, y + 10)
  const Triangle turned = {Vec3{3, 3, 0}, Vec3{-1, 3, 0}, Vec3{3, -1, 0}};
  const std::vector<Vec3> corners = triangle_intersection(at(kFloor, quarter), at(turned, quarter));
  ASSERT_EQ(corners.size(), 6u);
  for (const Vec3 expected :
       {Vec3{0, 0, 12}, Vec3{2, 0, 10}, Vec3{3, 0, 10}, Vec3{3, 0, 11}, Vec3{1, 0, 13}, Vec3{0, 0, 13}})
    EXPECT_EQ(std::count(corners.begin(), corners.end(), expected), 1);
}

// Pairs that broke others, from the folder of shared cases.

// All numbers between two words of a file.
std::vector<double> numbers_after(const std::string& text, std::size_t& from, const std::string& word) {
  from = text.find(word, from) + word.size();
  std::vector<double> out;
  while (from < text.size() && text[from] != '"') {
    char* end = nullptr;
    const double value = std::strtod(text.c_str() + from, &end);
    const std::size_t used = static_cast<std::size_t>(end - text.c_str()) - from;
    if (used > 0) out.push_back(value);
    from += used > 0 ? used : 1;
  }
  return out;
}

TEST(TrianglePair, DecidesThePairsThatBrokeOthers) {
  const char* const given = std::getenv("CLEARANCE_SHARED");
  const std::string cases = std::string(given != nullptr ? given : CLEARANCE_SHARED_DEFAULT) + "/cases/";
  const struct {
    const char* name;
    bool meets;
  } kCases[] = {
      {"cgal-6384-tri-tri", true},  // null with exact predicates and rounded constructions
      {"contours-1-tri-tri", false},
      {"geogram-10-tri-tri", false},
      {"libigl-2381-near-coplanar", false},
      {"libigl-2382-tri-tri-false-positive", false},
      {"parry-253-triangle-touch-float32", false},  // 4e-8 apart
      {"jolt-2065-degenerate-triangle", false},
      {"jolt-small-triangle-plane-through-origin", false},
      {"coal-48-triangles-abort", false},  // 5 mm against a sliver of 15 m
  };
  for (const auto& wanted : kCases) {
    std::ifstream file(cases + wanted.name + ".scene.json");
    if (!file) {
      std::cout << "not there: " << wanted.name << '\n';
      continue;
    }
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::size_t from = 0;
    Triangle triangles[2];
    Pose poses[2];
    for (int body = 0; body < 2; ++body) {
      const std::vector<double> x = numbers_after(text, from, "\"hull\":");
      const std::vector<double> r = numbers_after(text, from, "\"R\":"), t = numbers_after(text, from, "\"t\":");
      ASSERT_TRUE((x.size() == 9 || x.size() == 3) && r.size() == 9 && t.size() == 3) << wanted.name;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = x.size() == 9 ? 3 * i : 0;
        triangles[body][i] = {x[k], x[k + 1], x[k + 2]};
      }
      const Mat3 matrix = {{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}}};
      poses[body] = Pose::from_matrix(matrix, {t[0], t[1], t[2]}).value();
    }
    EXPECT_EQ(relation(triangles[0], poses[0], triangles[1], poses[1]) != kApart, wanted.meets) << wanted.name;
  }
}

}  // namespace
}  // namespace clearance::detail
