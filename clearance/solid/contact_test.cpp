#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/contact_parts.h>

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace clearance::detail {
namespace {

using namespace solids;

Dyadic sum_of(const double* terms, int count) {
  Dyadic sum;
  for (int k = 0; k < count; ++k) sum = sum + Dyadic(terms[k]);
  return sum;
}

// The status, with the point of a penetration looked at again.
Status status(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const Intersection result = decide_solid_contact(a, pose_a, b, pose_b);
  if (result.status == Status::Penetrating) {
    EXPECT_EQ(result.certificate.kind, Certificate::Kind::Interior);
    const ExactPoint& p = result.certificate.mesh.point;
    const DyadicVec x{sum_of(p.x, p.count), sum_of(p.y, p.count), sum_of(p.z, p.count)};
    EXPECT_EQ(locate(a, pose_a, x, 1.0), PointLocation::Inside);
    EXPECT_EQ(locate(b, pose_b, x, 1.0), PointLocation::Inside);
  }
  if (result.status == Status::Touching) {
    EXPECT_EQ(result.certificate.kind, Certificate::Kind::Triangles);
  }
  return result.status;
}

Status status(const Mesh& a, const Mesh& b, Vec3 by = {}) {
  const Status there = status(a, {}, b, translation(by));
  EXPECT_EQ(there, status(b, translation(by), a, {}));
  return there;
}

constexpr double kTiny = 0x1p-52;

TEST(SolidContact, BoxesByTheirFaces) {
  const Mesh a = box_solid({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(status(a, a, {1, 0, 0}), Status::Touching);
  EXPECT_EQ(status(a, a, {1, 0.25, 0.125}), Status::Touching);
  EXPECT_EQ(status(a, a, {1, 1, 0}), Status::Touching);
  EXPECT_EQ(status(a, a, {1, 1, 1}), Status::Touching);
  EXPECT_EQ(status(a, a, {1 - kTiny, 0, 0}), Status::Penetrating);
  EXPECT_EQ(status(a, a, {1 - kTiny, 1 - kTiny, 1 - kTiny}), Status::Penetrating);
  EXPECT_EQ(status(a, a), Status::Penetrating);
  EXPECT_EQ(status(a, a, {0.5, 0.5, 0.5}), Status::Penetrating);
  EXPECT_EQ(status(a, a, {0.5, 0, 0}), Status::Penetrating);
}

// The tip of 500 faces a hair inside the other solid, or on it: a place beside the vertex shows it, where every face
// there was looked at with every other that it meets.
TEST(SolidContact, ATipByAHair) {
  std::vector<Vec3> points{{0, 0, 1}};
  for (int k = 0; k < 500; ++k) {
    const double angle = k * 2 * std::acos(-1.0) / 500;
    points.push_back({std::cos(angle), std::sin(angle), 0});
  }
  const Polytope cone_hull = convex_hull(points).value(), slab_hull = make_box({4, 3, 0.5}).value();
  const Mesh cone = mesh_of(cone_hull), slab = mesh_of(slab_hull);
  Random random(23);
  int penetrating = 0;
  for (int round = 0; round < 8; ++round) {
    const auto number = [&] { return random.uniform(-1, 1); };
    const Pose pose = rotation({number(), number(), number(), number()}, {number(), number(), number()});
    const Vec3 tip = apply(pose, {0, 0, 1}), up = pose.rotation() * Vec3{0, 0, 1};
    const Pose on = rotation(pose.quaternion(), tip + (0.25 - std::ldexp(1.0, -48 - round)) * up);
    const Status found = status(cone, pose, slab, on);
    EXPECT_EQ(found, intersects(cone_hull, pose, slab_hull, on).status);
    EXPECT_EQ(found, status(slab, on, cone, pose));
    penetrating += found == Status::Penetrating;
  }
  EXPECT_GE(penetrating, 3);
}

TEST(SolidContact, InsideAndInCavities) {
  Soup hollow = box_soup({0, 0, 0}, {8, 8, 8}), cavity = box_soup({2, 2, 2}, {6, 6, 6});
  for (MeshTriangle& t : cavity.triangles) std::swap(t[0], t[1]);
  hollow.append(cavity);
  const Mesh outer = solid(hollow);
  EXPECT_EQ(status(outer, box_solid({2, 2, 2}, {6, 6, 6})), Status::Touching);
  EXPECT_EQ(status(outer, box_solid({2, 3, 3}, {5, 5, 5})), Status::Touching);
  EXPECT_EQ(status(outer, box_solid({2 - kTiny, 3, 3}, {5, 5, 5})), Status::Penetrating);
  EXPECT_EQ(status(outer, box_solid({2, 2, 2}, {3, 3, 3})), Status::Touching);
  EXPECT_EQ(status(outer, box_solid({1, 1, 1}, {2, 2, 2})), Status::Penetrating);
  EXPECT_EQ(status(outer, box_solid({0, 3, 3}, {1, 4, 4})), Status::Penetrating);
  EXPECT_EQ(status(outer, box_solid({0, 0, 0}, {8, 8, 8})), Status::Penetrating);
}

TEST(SolidContact, FinsProveNothingButHideNothingEither) {
  // A cube with a flat flap of two opposite triangles that shares a corner with it.
  Soup fin = box_soup({0, 0, 0}, {1, 1, 1});
  const std::uint32_t p = fin.add({4, 1, 1}), q = fin.add({4, 2, 1});
  fin.triangles.push_back({7, p, q});
  fin.triangles.push_back({7, q, p});
  const Mesh a = solid(fin);
  EXPECT_EQ(status(a, box_solid({3, 0, 0}, {5, 3, 3})), Status::Touching);
  // The flap alone crosses the surface; the cube is inside.
  EXPECT_EQ(status(a, box_solid({-1, -1, -1}, {2, 2, 2})), Status::Penetrating);
  // A needle without area does.
  Soup needle = box_soup({0, 0, 0}, {1, 1, 1});
  const std::uint32_t r = needle.add({2, 2, 2}), s = needle.add({3, 3, 3});
  needle.triangles.push_back({7, r, s});
  needle.triangles.push_back({7, s, r});
  EXPECT_EQ(status(solid(needle), box_solid({-1, -1, -1}, {2.5, 2.5, 2.5})), Status::Penetrating);
  EXPECT_EQ(status(solid(needle), box_solid({2, 2, 2}, {2.5, 2.5, 2.5})), Status::Touching);
}

TEST(SolidContact, WhatCrossesTheSurfaceMayHaveNoInside) {
  // Cubes inside the other solid, held to the world outside by a flap or a needle whose tip comes first, so that no
  // component is known by a vertex inside.
  const auto hung_on = [](std::vector<Vec3> ends) {
    Soup soup;
    for (const Vec3 v : ends) soup.add(v);
    soup.append(box_soup({0, 0, 0}, {1, 1, 1}));
    const std::uint32_t corner = 9, next = static_cast<std::uint32_t>(ends.size() - 1);
    soup.triangles.push_back({0, next, corner});
    soup.triangles.push_back({next, 0, corner});
    return solid(soup);
  };
  const Mesh flap = hung_on({{8, 1, 1}, {8, 3, 1}}), needle = hung_on({{9, 9, 9}, {3, 3, 3}});
  ASSERT_EQ(flap.vertex(flap.component_vertices()[0]), (Vec3{8, 1, 1}));
  ASSERT_EQ(needle.vertex(needle.component_vertices()[0]), (Vec3{9, 9, 9}));
  EXPECT_EQ(status(flap, box_solid({-1, -1, -1}, {2, 2, 2})), Status::Penetrating);
  EXPECT_EQ(status(needle, box_solid({-1, -1, -1}, {2, 2, 2})), Status::Penetrating);
  EXPECT_EQ(status(flap, box_solid({3, -1, -1}, {10, 4, 4})), Status::Touching);
  EXPECT_EQ(status(needle, box_solid({2, 2, 2}, {10, 10, 10})), Status::Touching);
}

const Pose kPoses[] = {Pose(), rotation({1, 2, 3, 4}, {1, -2, 0.5}), rotation({1, 2, 3, 4}, {1e6 + 0.1, -1e5, 3e7}),
                       Pose::from_matrix({{{1, 1e-5, 0}, {0, 1, 2e-5}, {-1e-5, 0, 1.00001}}}, {3, 1, 4}).value()};

bool is_solid(const Soup& soup) { return mesh_facts(soup.vertices, soup.triangles).is_solid(); }

TEST(SolidContact, UnionsOfCellsAsCountingSays) {
  Random random(11);
  std::map<Status, int> seen;
  for (int round = 0; round < 600; ++round) {
    const Cells a = random_cells(1 + static_cast<int>(random.below(6)), random);
    const auto step = [&] { return static_cast<int>(random.below(5)) - 2; };
    const Cells b = moved(random_cells(1 + static_cast<int>(random.below(6)), random), {step(), step(), step()});
    const Status truth = status_of(a, b);
    const Soup soup_a = cell_soup(a, random), soup_b = cell_soup(b, random);
    if (truth == Status::Separated || !is_solid(soup_a) || !is_solid(soup_b)) continue;
    ++seen[truth];
    const Pose& pose = kPoses[random.below(4)];
    EXPECT_EQ(status(solid(soup_a), pose, solid(soup_b), pose), truth) << "round " << round;
  }
  EXPECT_GT(seen[Status::Touching], 30);
  EXPECT_GT(seen[Status::Penetrating], 30);
}

TEST(SolidContact, SelfIntersectingUnionsAsCountingSays) {
  // Two unions in one mesh, the second on half cells, so that they run through each other without common edges.
  Random random(12);
  std::map<Status, int> seen;
  const auto doubled = [](const Cells& cells, Cell by) {
    Cells out;
    for (const Cell& c : cells)
      for (int i = 0; i < 8; ++i)
        out.insert({2 * c[0] + (i & 1) + by[0], 2 * c[1] + (i >> 1 & 1) + by[1], 2 * c[2] + (i >> 2 & 1) + by[2]});
    return out;
  };
  for (int round = 0; round < 150; ++round) {
    const auto step = [&] { return static_cast<int>(random.below(5)) - 2; };
    const auto pair = [&](Cells& cells, Soup& soup) {
      const Cells first = random_cells(1 + static_cast<int>(random.below(3)), random);
      const Cells second = random_cells(1 + static_cast<int>(random.below(3)), random);
      const Cell at{2 * step() + 1, 2 * step() + 1, 2 * step() + 1};
      cells = doubled(first, {});
      for (const Cell& c : doubled(second, at)) cells.insert(c);
      soup = cell_soup(first, random);
      Soup more = cell_soup(second, random);
      more.move({0.5 * at[0], 0.5 * at[1], 0.5 * at[2]});
      soup.append(more);
    };
    Cells a, b;
    Soup soup_a, soup_b;
    pair(a, soup_a);
    pair(b, soup_b);
    const Cell by{2 * step(), 2 * step() + static_cast<int>(random.below(2)), 2 * step()};
    soup_b.move({0.5 * by[0], 0.5 * by[1], 0.5 * by[2]});
    const Status truth = status_of(a, moved(b, by));
    if (truth == Status::Separated || !is_solid(soup_a) || !is_solid(soup_b)) continue;
    ++seen[truth];
    const Pose& pose = kPoses[random.below(4)];
    EXPECT_EQ(status(solid(soup_a), pose, solid(soup_b), pose), truth) << "round " << round;
  }
  EXPECT_GT(seen[Status::Touching], 10);
  EXPECT_GT(seen[Status::Penetrating], 10);
}

// A hull of a few points of a small grid: full of faces, edges and corners in one plane or on one line.
std::optional<Polytope> random_hull(Random& random) {
  std::vector<Vec3> points(4 + random.below(3));
  for (Vec3& p : points) {
    const auto coordinate = [&] { return static_cast<double>(random.below(4)); };
    p = {coordinate(), coordinate(), coordinate()};
  }
  const auto hull = convex_hull(points);
  if (!hull.ok() || hull.value().dimension() != 3) return std::nullopt;
  return hull.value();
}

Soup soup_of(const Polytope& polytope) {
  const Mesh mesh = mesh_of(polytope);
  return {{mesh.vertices().begin(), mesh.vertices().end()}, mesh.triangles_as_given()};
}

TEST(SolidContact, HullsOfGridPointsAsPolytopes) {
  Random random(13);
  std::map<Status, int> seen;
  for (int round = 0; round < 1500; ++round) {
    const auto p = random_hull(random), q = random_hull(random);
    if (!p || !q) continue;
    const auto shift = [&] { return static_cast<double>(random.below(5)) - 2; };
    const Pose pose_p = kPoses[random.below(4)];
    // The same pose, or one turned by a quarter about z before, both exactly.
    const bool turned = pose_p.kind() == Pose::Kind::Quaternion && random.below(2) == 1;
    const Quat r = pose_p.quaternion();
    const Quat quarter{r.w - r.z, r.x + r.y, r.y - r.x, r.z + r.w};
    Soup of_q = soup_of(*q);
    of_q.move({shift(), shift(), shift()});
    const Pose pose_q = turned ? rotation(quarter, pose_p.translation()) : pose_p;
    const Polytope moved_q = convex_hull(of_q.vertices).value();
    const Status truth = intersects(*p, pose_p, moved_q, pose_q).status;
    if (truth == Status::Separated) continue;
    ++seen[truth];
    EXPECT_EQ(status(mesh_of(*p), pose_p, solid(of_q), pose_q), truth) << "round " << round;
  }
  EXPECT_GT(seen[Status::Touching], 100);
  EXPECT_GT(seen[Status::Penetrating], 100);
}

TEST(SolidContact, UnionsOfHullsAsTheirParts) {
  // Solids of two hulls each, through each other as it happens: they penetrate when a part of one and a part of the
  // other do.
  Random random(14);
  std::map<Status, int> seen;
  for (int round = 0; round < 1500; ++round) {
    const auto p0 = random_hull(random), p1 = random_hull(random), q0 = random_hull(random), q1 = random_hull(random);
    if (!p0 || !p1 || !q0 || !q1) continue;
    Soup a = soup_of(*p0), b = soup_of(*q0);
    a.append(soup_of(*p1));
    b.append(soup_of(*q1));
    if (!is_solid(a) || !is_solid(b)) continue;
    const Vec3 by{static_cast<double>(random.below(7)) - 3, static_cast<double>(random.below(7)) - 3, 2};
    b.move(by);
    Status truth = Status::Separated;
    for (const Polytope* p : {&*p0, &*p1}) {
      for (const Polytope* q : {&*q0, &*q1}) {
        const Status part = intersects(*p, {}, *q, translation(by)).status;
        if (part == Status::Penetrating || truth == Status::Separated) truth = part;
      }
    }
    if (truth == Status::Separated) continue;
    ++seen[truth];
    const Pose& pose = kPoses[random.below(4)];
    EXPECT_EQ(status(solid(a), pose, solid(b), pose), truth) << "round " << round;
  }
  EXPECT_GT(seen[Status::Touching], 20);
  EXPECT_GT(seen[Status::Penetrating], 20);
}

TEST(SolidContact, EveryCellIsVisited) {
  // Walls across the lower face of a, some through each other; a spot is named by the walls it is behind. T's cells are
  // the names that a fine grid of points of T has.
  Random random(16);
  const Mesh a = box_solid({0, 0, 0}, {8, 8, 8});
  for (int round = 0; round < 30; ++round) {
    std::vector<std::array<Vec3, 2>> walls;
    Soup soup;
    for (int k = 0; k < 3; ++k) {
      const auto coordinate = [&] { return static_cast<double>(random.below(9)); };
      const Vec3 p{coordinate(), coordinate(), 0}, q{coordinate(), coordinate(), 0};
      if (p == q) continue;
      // Long enough to cut all of T, so that cells are told apart by sides alone.
      walls.push_back({p, q});
      const Vec3 from = p + 64.0 * (p - q), to = q + 64.0 * (q - p), up{0, 0, 1};
      soup.quad(soup.add(from - up), soup.add(to - up), soup.add(to + up), soup.add(from + up));
    }
    if (walls.empty()) continue;
    const Mesh b = make_mesh(soup.vertices, soup.triangles, {MeshKind::Surface, false, 1}).value();
    PosedSolids solids(a, kPoses[round % 4], b, kPoses[round % 4]);
    std::vector<Cutter> cutters;
    for (std::uint32_t t = 0; t < b.triangle_count(); ++t) cutters.push_back({Body::B, t});
    const auto name = [&](double x, double y) {
      int bits = 0;
      for (std::size_t k = 0; k < walls.size(); ++k) {
        const auto& [p, q] = walls[k];
        const double side = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
        if (std::fabs(side) < 1e-9) return -1;
        if (side > 0) bits |= 1 << k;
      }
      return bits;
    };
    for (std::uint32_t t = 0; t < a.triangle_count(); ++t) {
      const MeshTriangle& v = a.triangle(t);
      if (a.vertex(v[0]).z + a.vertex(v[1]).z + a.vertex(v[2]).z != 0) continue;
      std::set<int> expected, visited;
      const int n = 200;
      for (int i = 1; i < n; ++i) {
        for (int j = 1; i + j < n; ++j) {
          const double wi = static_cast<double>(i) / n, wj = static_cast<double>(j) / n;
          const Vec3 p = wi * a.vertex(v[0]) + wj * a.vertex(v[1]) + (1 - wi - wj) * a.vertex(v[2]);
          expected.insert(name(p.x, p.y));
        }
      }
      expected.erase(-1);
      const TriangleFrame frame(solids, Body::A, t);
      visit_cells(frame, cutters, [&](const Spot& spot) {
        const Vec3 p = turned_back(kPoses[round % 4], spot.approx.value, 0).value + frame.anchor();
        visited.insert(name(p.x, p.y));
        return true;
      });
      EXPECT_EQ(visited.count(-1), 0u) << "round " << round;
      EXPECT_EQ(visited, expected) << "round " << round;
    }
  }
}

TEST(SolidContact, InnerPartsByBothTests) {
  // In plain doubles and posed; and what holds a point of a grid in the inner part does not avoid it.
  Random random(17);
  int avoiding = 0, reaching = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto point = [&] {
      return Vec3{static_cast<double>(random.below(3)), static_cast<double>(random.below(3)),
                  static_cast<double>(random.below(2))};
    };
    const Vec3 t[3] = {point(), point(), point()}, other_one[3] = {point(), point(), point()};
    if (norm(cross(t[1] - t[0], t[2] - t[0])) == 0) continue;
    const std::vector<Vec3> points = {t[0], t[1], t[2], other_one[0], other_one[1], other_one[2]};
    const std::vector<MeshTriangle> triangles = {{0, 1, 2}, {3, 4, 5}};
    const Mesh mesh = make_mesh(points, triangles, {MeshKind::Surface, false, 1}).value();
    const Pose& pose = kPoses[random.below(4)];
    PosedSolids solids(mesh, pose, mesh, pose);
    const std::uint32_t first = mesh.id(0) == 0 ? 0 : 1;
    const TriangleFrame frame(solids, Body::A, first);
    const bool avoids = CutterView(frame, {Body::A, 1 - first}).avoids_inner_part();
    // The plain test may leave it open when both planes cut the other's triangle.
    if (avoids_inner_part(t, other_one)) {
      EXPECT_TRUE(avoids) << "round " << round;
    }
    const Mesh alone = make_mesh(points, std::vector<MeshTriangle>{{3, 4, 5}}, {MeshKind::Surface, false, 1}).value();
    bool reaches = false;
    for (int i = 1; i < 12 && !reaches; ++i)
      for (int j = 1; i + j < 12 && !reaches; ++j)
        reaches = locate(alone, {}, exact(i * t[0] + j * t[1] + (12 - i - j) * t[2]), 12.0) == PointLocation::On;
    if (reaches) {
      EXPECT_FALSE(avoids) << "round " << round;
    }
    avoids ? ++avoiding : ++reaching;
  }
  EXPECT_GT(avoiding, 300);
  EXPECT_GT(reaching, 300);
}

TEST(SolidContact, APointNearNearlyEveryCrossing) {
  Random random(15);
  int crossings = 0, found = 0;
  for (int round = 0; round < 60; ++round) {
    const Polytope p = test_polytope(TestShape::Ellipsoid, 60, static_cast<std::uint64_t>(round + 1));
    const Mesh a = mesh_of(p);
    const Pose pose_a = rotation({1, random.unit(), random.unit(), random.unit()}, {10, 20, 30});
    const Pose pose_b =
        rotation({1, random.unit(), -random.unit(), 0}, {10 + random.unit(), 20 + 0.5 * random.unit(), 30});
    visit_contacts(a, pose_a, a, pose_b, [&](const ContactPair& pair) {
      if (!pair.cross) return true;
      ++crossings;
      const auto point = interior_point_near(a, pose_a, pair.a, a, pose_b, pair.b);
      if (!point) return true;
      ++found;
      EXPECT_EQ(locate(a, pose_a, *point), PointLocation::Inside);
      EXPECT_EQ(locate(a, pose_b, *point), PointLocation::Inside);
      return true;
    });
  }
  EXPECT_GT(crossings, 300);
  EXPECT_GT(found, 0.95 * crossings);
}

}  // namespace
}  // namespace clearance::detail
