#include <clearance/lab/trees/edge_face.h>

#include <clearance/base/random.h>
#include <clearance/mesh/triangle_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

const Pose kRest;
using Corners = std::vector<Vec3>;

// What all methods answer that apply: with the edge and the face turned around, and the corners begun elsewhere.
EdgeFace relation(Vec3 from, Vec3 to, Vec3 third, const Pose& pose, const Corners& corners, const Pose& face_pose,
                  bool convex) {
  const EdgeFace answer = edge_face_determinants({from, to, third, pose}, {corners, face_pose});
  Corners turned(corners.rbegin(), corners.rend());
  std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  for (const EdgeFaceMethod& method : edge_face_methods()) {
    if (method.convex_only && !convex) continue;
    EXPECT_EQ(method.decide({from, to, third, pose}, {corners, face_pose}), answer) << method.name;
    EXPECT_EQ(method.decide({to, from, third, pose}, {corners, face_pose}), answer) << method.name;
    EXPECT_EQ(method.decide({from, to, third, pose}, {turned, face_pose}), answer) << method.name;
  }
  return answer;
}
EdgeFace relation(Vec3 from, Vec3 to, const Corners& corners, bool convex) {
  return relation(from, to, from + Vec3{1, 0.5, 0.25}, kRest, corners, kRest, convex);
}

constexpr EdgeFace kApart = EdgeFace::Apart, kMeet = EdgeFace::Meet, kPierce = EdgeFace::Pierce;

const Corners kSquare = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
// A U that opens upward: x from 0 to 3, y from 0 to 3, without 1 < x < 2, y > 1.
const Corners kU = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2, 3, 0}, {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};

// --- Solved by hand.

TEST(EdgeFace, PiercesASquareOrMissesIt) {
  EXPECT_EQ(relation({1, 1, -1}, {1, 1, 1}, kSquare, true), kPierce);
  EXPECT_EQ(relation({1, 1, -1}, {0.5, 0.25, 5}, kSquare, true), kPierce);
  EXPECT_EQ(relation({3, 1, -1}, {3, 1, 1}, kSquare, true), kApart);
  EXPECT_EQ(relation({1, 1, 1}, {1, 1, 2}, kSquare, true), kApart);
}

TEST(EdgeFace, GoesBetweenTheArmsOfAU) {
  EXPECT_EQ(relation({1.5, 2, -1}, {1.5, 2, 1}, kU, false), kApart);
  EXPECT_EQ(relation({0.5, 2, -1}, {0.5, 2, 1}, kU, false), kPierce);
  EXPECT_EQ(relation({2.5, 2, -1}, {2.5, 2, 1}, kU, false), kPierce);
  EXPECT_EQ(relation({1.5, 0.5, -1}, {1.5, 0.5, 1}, kU, false), kPierce);
  // Level with corners and sides: rays along them.
  EXPECT_EQ(relation({0.5, 1, -1}, {0.5, 1, 1}, kU, false), kPierce);
  EXPECT_EQ(relation({-1, 1, -1}, {-1, 1, 1}, kU, false), kApart);
  EXPECT_EQ(relation({-1, 3, -1}, {-1, 3, 1}, kU, false), kApart);
  EXPECT_EQ(relation({1.5, 3, -1}, {1.5, 3, 1}, kU, false), kApart);
}

// --- Degenerate.

TEST(EdgeFace, TouchesBoundaryAndPlane) {
  EXPECT_EQ(relation({2, 1, -1}, {2, 1, 1}, kSquare, true), kMeet);  // through a side
  EXPECT_EQ(relation({2, 2, -1}, {2, 2, 1}, kSquare, true), kMeet);  // through a corner
  EXPECT_EQ(relation({1, 1, 0}, {1, 1, 1}, kSquare, true), kMeet);   // ends inside
  EXPECT_EQ(relation({2, 2, 0}, {3, 3, 1}, kSquare, true), kMeet);   // ends at a corner
  EXPECT_EQ(relation({3, 1, 0}, {3, 1, 1}, kSquare, true), kApart);
  const double up = 0x1p-1074;
  EXPECT_EQ(relation({1, 1, up}, {1, 1, 1}, kSquare, true), kApart);
  EXPECT_EQ(relation({1, 1, -up}, {1, 1, 1}, kSquare, true), kPierce);
  EXPECT_EQ(relation({std::nextafter(2, 3), 1, -1}, {std::nextafter(2, 3), 1, 1}, kSquare, true), kApart);
  EXPECT_EQ(relation({std::nextafter(2, 1), 1, -1}, {std::nextafter(2, 1), 1, 1}, kSquare, true), kPierce);
}

TEST(EdgeFace, LiesInThePlane) {
  EXPECT_EQ(relation({0.5, 0.5, 0}, {1.5, 1.5, 0}, kSquare, true), kMeet);  // inside
  EXPECT_EQ(relation({-1, -1, 0}, {3, 3, 0}, kSquare, true), kMeet);        // corner to corner
  EXPECT_EQ(relation({-1, 1, 0}, {3, 1, 0}, kSquare, true), kMeet);
  EXPECT_EQ(relation({-1, 2, 0}, {3, 2, 0}, kSquare, true), kMeet);  // along a side
  EXPECT_EQ(relation({2, 2, 0}, {3, 2, 0}, kSquare, true), kMeet);   // in line with a side, from its end
  EXPECT_EQ(relation({2.5, 2, 0}, {3, 2, 0}, kSquare, true), kApart);
  EXPECT_EQ(relation({1, 3, 0}, {3, 1, 0}, kSquare, true), kMeet);  // over a corner
  EXPECT_EQ(relation({1, 3.5, 0}, {3.5, 1, 0}, kSquare, true), kApart);
  EXPECT_EQ(relation({1, 1, 0}, {1, 1, 0}, kSquare, true), kMeet);  // a point
  EXPECT_EQ(relation({1, 5, 0}, {1, 5, 0}, kSquare, true), kApart);
  EXPECT_EQ(relation({1.25, 1.5, 0}, {1.75, 2.5, 0}, kU, false), kApart);  // between the arms
  EXPECT_EQ(relation({1, 2, 0}, {2, 2, 0}, kU, false), kMeet);             // from arm to arm
  EXPECT_EQ(relation({1.25, 1, 0}, {1.5, 1, 0}, kU, false), kMeet);
}

// --- Against other methods, and against triangles.

Vec3 grid_vector(Random& random, int size) {
  const auto coordinate = [&] {
    return static_cast<double>(random.below(2 * static_cast<std::uint64_t>(size) + 1)) - size;
  };
  const double x = coordinate(), y = coordinate(), z = coordinate();
  return {x, y, z};
}

struct Flat {
  int x, y;
};
int turn(Flat a, Flat b, Flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Corners around the origin, one in each direction, no two neighbours half a turn apart: simple, the origin sees all.
std::vector<Flat> random_star(Random& random, bool convex) {
  for (;;) {
    std::vector<Flat> points;
    const int n = 3 + static_cast<int>(random.below(6));
    for (int i = 0; i < n; ++i) {
      const Flat p{static_cast<int>(random.below(9)) - 4, static_cast<int>(random.below(9)) - 4};
      const auto same_way = [&](Flat q) { return turn({0, 0}, p, q) == 0 && p.x * q.x + p.y * q.y > 0; };
      if ((p.x != 0 || p.y != 0) && std::none_of(points.begin(), points.end(), same_way)) points.push_back(p);
    }
    const auto lower = [](Flat p) { return p.y < 0 || (p.y == 0 && p.x < 0); };
    std::sort(points.begin(), points.end(),
              [&](Flat p, Flat q) { return lower(p) != lower(q) ? lower(q) : turn({0, 0}, p, q) > 0; });
    bool good = points.size() >= 3;
    for (std::size_t i = 0; good && i < points.size(); ++i) {
      const Flat p = points[i], q = points[(i + 1) % points.size()], r = points[(i + 2) % points.size()];
      good = turn({0, 0}, p, q) > 0 && (!convex || turn(p, q, r) >= 0);
    }
    if (good) return points;
  }
}

struct Plane {
  Vec3 origin, u, v, off;
  Vec3 at(double x, double y, double z = 0) const { return origin + x * u + y * v + z * off; }
};
Plane random_plane(Random& random) {
  for (;;) {
    const Plane plane{grid_vector(random, 3), grid_vector(random, 2), grid_vector(random, 2), grid_vector(random, 2)};
    if (dot(cross(plane.u, plane.v), plane.off) != 0) return plane;
  }
}

// Through the triangles from the origin of the star to its sides, and the sides as segments.
EdgeFace oracle(Vec3 from, Vec3 to, const Corners& corners, Vec3 center, bool opposite) {
  bool meets = false, boundary = false;
  const TriangleAt edge{{from, to, from}, kRest};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 p = corners[i], q = corners[(i + 1) % corners.size()];
    meets = meets || triangle_relation_exact(edge, {{center, p, q}, kRest}) != TriangleRelation::Apart;
    boundary = boundary || triangle_relation_exact(edge, {{p, q, p}, kRest}) != TriangleRelation::Apart;
  }
  return !meets ? kApart : !boundary && opposite ? kPierce : kMeet;
}

TEST(EdgeFace, AllMethodsAgreeOnGridsAndWithTriangles) {
  Random random(41);
  int counts[3] = {}, within = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const bool convex = trial % 2 == 0;
    const Plane plane = random_plane(random);
    Corners corners;
    for (const Flat p : random_star(random, convex)) corners.push_back(plane.at(p.x, p.y));
    // Through a point of the plane on the half grid, where corners, sides and their lines are; at times within it.
    const double x = static_cast<double>(random.below(13)) / 2 - 3, y = static_cast<double>(random.below(13)) / 2 - 3;
    const double dx = static_cast<double>(random.below(7)) - 3, dy = static_cast<double>(random.below(7)) - 3;
    const int low = static_cast<int>(random.below(4)) - 3, high = static_cast<int>(random.below(4));
    const Vec3 from = plane.at(x + low * dx, y + low * dy, random.below(4) == 0 ? 0 : low);
    const Vec3 to = plane.at(x + high * dx, y + high * dy, random.below(4) == 0 ? 0 : high);
    const Vec3 third = random.below(8) == 0 ? 0.5 * (from + to) : grid_vector(random, 4);
    const EdgeFace answer = relation(from, to, third, kRest, corners, kRest, convex);
    const Vec3 normal = cross(plane.u, plane.v);
    const double side_from = dot(normal, from - plane.origin), side_to = dot(normal, to - plane.origin);
    ASSERT_EQ(answer, oracle(from, to, corners, plane.origin, side_from * side_to < 0)) << trial;
    ++counts[static_cast<int>(answer)];
    within += side_from == 0 && side_to == 0;
    if (trial % 10 != 0) continue;
    // The same motion for both, given in two ways: exact numbers decide, and nothing changes.
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Pose pose = rotation(q, {5, 6, 7}), doubled = rotation({2 * q.w, 2 * q.x, 2 * q.y, 2 * q.z}, {5, 6, 7});
    ASSERT_EQ(relation(from, to, third, pose, corners, doubled, convex), answer);
    ASSERT_EQ(relation(from, to, third, pose, corners, pose, convex), answer);
  }
  for (const int count : counts) EXPECT_GT(count, 500);
  EXPECT_GT(within, 300);
}

TEST(EdgeFace, AllMethodsAgreeOnRandomTrianglesUnderPoses) {
  Random random(42);
  for (int trial = 0; trial < 1000; ++trial) {
    const auto vector = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
    const Corners corners = {vector(), vector(), vector()};
    const Vec3 from = vector(), to = vector(), third = vector();
    const auto pose = [&] {
      const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      return rotation(q, 0.2 * vector());
    };
    const Pose pose_edge = pose(), pose_face = pose();
    const EdgeFace answer = relation(from, to, third, pose_edge, corners, pose_face, true);
    const TriangleRelation same =
        triangle_relation({{from, to, from}, pose_edge}, {{corners[0], corners[1], corners[2]}, pose_face});
    ASSERT_EQ(static_cast<int>(answer), static_cast<int>(same));
  }
}

TEST(EdgeFace, IsListed) {
  ASSERT_EQ(edge_face_methods().size(), 3u);
  for (const EdgeFaceMethod& method : edge_face_methods())
    EXPECT_EQ(method.decide({{1, 1, -1}, {1, 1, 1}, {0, 5, 0}, kRest}, {kSquare, kRest}), kPierce) << method.name;
}

}  // namespace
}  // namespace clearance::detail
