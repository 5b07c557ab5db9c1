#include <clearance/query/query.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/parts/turned_answer.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/query/half_space.h>
#include <clearance/query/world_box.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

Vec3 random_vec(Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
Pose random_pose(Random& random, double half) {
  const Vec3 at = random_vec(random, half);
  const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
  if (random.below(4) != 0) return rotation(q, at);
  Mat3 m = rotation(q).rotation();
  m.row[1] = 0.99997 * m.row[1];
  return Pose::from_matrix(m, at).value();
}

Parts parts_of(std::vector<PartShape> given) { return make_parts(std::move(given)).value(); }

// One convex solid as each of the kinds.
struct Guises {
  Shape of[4];
  explicit Guises(const Polytope& body)
      : of{Rounded(body), mesh_of(body), parts_of({Rounded(body)}), parts_of({mesh_of(body)})} {}
};

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(ShapeQuery, EveryEntryOfTheMatrixByHand) {
  const Guises cube(box({1, 1, 1}));
  for (const Shape& a : cube.of)
    for (const Shape& b : cube.of) {
      EXPECT_EQ(intersects(a, {}, b, translation({1, 0, 0})).status, Status::Touching);
      EXPECT_EQ(intersects(a, {}, b, translation({0.5, 0.25, 0})).status, Status::Penetrating);
      EXPECT_EQ(intersects(a, {}, b, translation({3, 0, 0})).status, Status::Separated);
      const Distance gap = distance(a, {}, b, translation({3, 0, 0}));
      EXPECT_LE(gap.lower, 2);
      EXPECT_NEAR(gap.upper, 2, 1e-9);
      EXPECT_NEAR(gap.point_a.x, 0.5, 1e-9);
      EXPECT_NEAR(gap.point_b.x, 2.5, 1e-9);
      EXPECT_EQ(compare_distance(a, {}, b, translation({3, 0, 0}), 2), 0);
      const Penetration depth = penetration(a, {}, b, translation({0.75, 0, 0}));
      EXPECT_EQ(depth.status, Status::Penetrating);
      EXPECT_LE(depth.lower, 0.25 + 1e-12);
      EXPECT_GE(depth.upper, 0.25 - 1e-12);
      EXPECT_LE(depth.upper, 0.5);
      EXPECT_GT(depth.direction.x, 0);
    }
}

// ---- Turning --------------------------------------------------------------------------------------------------------

TEST(ShapeQuery, ATurnedPlaneStillSeparates) {
  const Polytope a = box({1, 1, 1}), b = box({1, 2, 1});
  const Pose pose_b = rotation_about({0, 0, 1}, 0.3, {2, 0.5, 0});
  std::vector<Plane> planes(4);
  planes[0].normal = {1, 0, 0};
  planes[1].kind = Plane::Kind::Face, planes[1].vertices[0] = 1, planes[1].vertices[1] = 3, planes[1].vertices[2] = 7;
  planes[2].kind = Plane::Kind::Edges;
  for (std::uint32_t k = 0; k < 4; ++k) planes[2].vertices[k] = k % 2 == 0 ? 0 : k == 1 ? 2 : 4;
  planes[3].kind = Plane::Kind::Points, planes[3].vertices[0] = 1, planes[3].vertices[1] = 0;
  int separating = 0;
  for (Plane& plane : planes)
    for (const bool flip : {false, true}) {
      plane.flip = flip;
      if (plane.kind == Plane::Kind::Vector && flip) plane.flip = false, plane.normal = {1, 0.125, 0};
      Intersection answer;
      answer.status = Status::Separated;
      answer.certificate.kind = Certificate::Kind::Plane;
      answer.certificate.plane = plane;
      const bool holds = bool(check_claim(claim_of(answer), a, {}, b, pose_b));
      EXPECT_EQ(bool(check_claim(claim_of(turned(answer)), b, pose_b, a, {})), holds);
      separating += holds;
    }
  EXPECT_GE(separating, 4);
}

TEST(ShapeQuery, TurnedAnswersOfConvexPairsAreCheckedTheOtherWayRound) {
  Random random(3);
  const Polytope a = test_polytope(TestShape::Ellipsoid, 30, 1), b = box({1, 0.7, 0.4});
  for (int trial = 0; trial < 100; ++trial) {
    const Pose pose_a = random_pose(random, 1), pose_b = random_pose(random, 1);
    EXPECT_TRUE(check_claim(claim_of(turned(intersects(a, pose_a, b, pose_b))), b, pose_b, a, pose_a));
    PenetrationOptions options;
    options.want_shell = true;
    const Penetration depth = turned(penetration(a, pose_a, b, pose_b, options));
    const CheckResult checked = check_claim(claim_of(depth), b, pose_b, a, pose_a);
    EXPECT_TRUE(checked) << checked.reason;
  }
}

TEST(ShapeQuery, SwappedBodiesHaveTurnedAnswers) {
  Random random(4);
  const Guises a(test_polytope(TestShape::Ellipsoid, 30, 1)), b(box({1, 0.7, 0.4}));
  for (int trial = 0; trial < 40; ++trial) {
    const Pose pose_a = random_pose(random, 0.8), pose_b = random_pose(random, 0.8);
    const Status expected = intersects(a.of[0], pose_a, b.of[0], pose_b).status;
    const Distance gap = distance(a.of[0], pose_a, b.of[0], pose_b);
    for (const Shape& p : a.of)
      for (const Shape& q : b.of) {
        EXPECT_EQ(intersects(p, pose_a, q, pose_b).status, expected);
        EXPECT_EQ(intersects(q, pose_b, p, pose_a).status, expected);
        const Distance there = distance(p, pose_a, q, pose_b), back = distance(q, pose_b, p, pose_a);
        for (const Distance* found : {&there, &back}) {
          EXPECT_LE(found->lower, gap.upper);
          EXPECT_GE(found->upper, gap.lower);
          EXPECT_LE(found->upper - found->lower, 1e-8);
        }
        if (expected != Status::Separated) continue;
        EXPECT_NEAR(norm(there.point_a - back.point_b), 0, 1e-6);
        EXPECT_NEAR(norm(there.point_b - back.point_a), 0, 1e-6);
      }
  }
}

// ---- Covers ---------------------------------------------------------------------------------------------------------

// Two boxes, one mesh: a solid of two components.
Mesh two_boxes() {
  const Mesh one = mesh_of(box({0.25, 0.25, 0.25}));
  std::vector<Vec3> vertices(one.vertices().begin(), one.vertices().end());
  std::vector<MeshTriangle> triangles = one.triangles_as_given();
  const auto first = static_cast<std::uint32_t>(vertices.size());
  for (std::uint32_t v = 0; v < first; ++v) vertices.push_back(vertices[v] + Vec3{1, 0, 0});
  for (std::size_t t = triangles.size(); t-- > 0;)
    triangles.push_back({triangles[t][0] + first, triangles[t][1] + first, triangles[t][2] + first});
  return make_mesh(vertices, triangles).value();
}

// Of every kind, and of several: convex ones, and meshes among them.
std::vector<Shape> shapes_of_every_kind() {
  const Polytope rock = test_polytope(TestShape::Ellipsoid, 30, 1);
  const Mesh plate =
      make_mesh(std::vector<Vec3>{{0, -1, 0}, {1, -1, 0}, {0, -1, 1}}, std::vector<MeshTriangle>{{0, 1, 2}}).value();
  return {Rounded(rock),
          rounded(rock, 0.125),
          rounded(box({0, 0, 0}), 0.5),
          rounded(box({0.5, 0, 0}), 0.25),
          rounded(box({0.5, 0.5, 0}), 0.25),
          mesh_of(rock),
          two_boxes(),
          plate,
          parts_of({Rounded(rock), rounded(box({1, 0.2, 0.2}), 0.0625)}),
          parts_of({rounded(box({1, 0.2, 0.2}), 0.0625), mesh_of(rock), plate}),
          parts_of({two_boxes(), Rounded(box({0.2, 1, 0.2}))})};
}

TEST(ShapeQuery, CoversOfEveryEntryAreAccepted) {
  Random random(8);
  const std::vector<Shape> shapes = shapes_of_every_kind();
  int covers = 0, refused = 0;
  for (int trial = 0; trial < 8; ++trial)
    for (const Shape& a : shapes)
      for (const Shape& b : shapes) {
        const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 1.5);
        const Distance gap = distance(a, pose_a, b, pose_b);
        if (gap.status != Status::Separated) continue;
        const std::optional<Cover> cover = separation_cover(a, pose_a, b, pose_b, gap.lower);
        const bool both_convex = std::holds_alternative<Rounded>(a) && std::holds_alternative<Rounded>(b);
        ASSERT_EQ(cover.has_value(), !both_convex) << a.index() << " " << b.index();
        if (!cover) continue;
        Claim claim = claim_of(gap, a, pose_a, b, pose_b);
        const CheckResult checked = check_claim(claim, a, pose_a, b, pose_b);
        EXPECT_TRUE(checked) << checked.reason << ": " << a.index() << " " << b.index();
        ++covers;
        // What leaves something out proves nothing.
        for (std::vector<std::uint32_t>* list : {&claim.cover->outside_a, &claim.cover->outside_b}) {
          if (list->empty()) continue;
          const std::uint32_t last = list->back();
          list->pop_back();
          EXPECT_FALSE(check_claim(claim, a, pose_a, b, pose_b));
          list->push_back(last);
          ++refused;
        }
        if (!claim.cover->ids.empty()) {
          claim.cover->ids.back() += 1000;
          EXPECT_FALSE(check_claim(claim, a, pose_a, b, pose_b));
          ++refused;
        }
      }
  EXPECT_GT(covers, 150);
  EXPECT_GT(refused, 150);
}

// Contact of any two: what lacks a proof says so, and nothing is refused.
TEST(ShapeQuery, ContactsOfEveryEntryAreAccepted) {
  Random random(9);
  const std::vector<Shape> shapes = shapes_of_every_kind();
  int proved = 0, contacts = 0;
  for (int trial = 0; trial < 8; ++trial)
    for (const Shape& a : shapes)
      for (const Shape& b : shapes) {
        const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 0.5);
        const Intersection met = intersects(a, pose_a, b, pose_b);
        if (met.status == Status::Separated) continue;
        ++contacts;
        const Claim claim = claim_of(met, a, pose_a, b, pose_b);
        const CheckResult checked = check_claim(claim, a, pose_a, b, pose_b);
        EXPECT_FALSE(checked.is_refuted())
            << checked.reason << ": " << a.index() << " " << b.index() << " " << to_string(met.status);
        proved += bool(checked);
        if (met.status == Status::Penetrating) {
          EXPECT_TRUE(checked) << checked.reason << ": " << a.index() << " " << b.index();
        }
      }
  EXPECT_GT(contacts, 150);
  EXPECT_GT(proved, 100);
}

// ---- Boxes, half-spaces, rays ---------------------------------------------------------------------------------------

TEST(ShapeQuery, BoxesHoldMeshesAndAreTight) {
  Random random(5);
  for (const int vertices : {4, 20, 500}) {
    const Polytope body = test_polytope(TestShape::Ellipsoid, vertices, 7);
    const Mesh mesh = mesh_of(body);
    for (int trial = 0; trial < 20; ++trial) {
      const Pose pose = random_pose(random, trial % 2 == 0 ? 1 : 1e9);
      const Box tight = world_box(body, pose), found = world_box(mesh, pose);
      const double slack = 1e-14 * (norm_max(pose.translation()) + body.reach());
      for (int k = 0; k < 3; ++k) {
        EXPECT_LE(found.low[k], tight.low[k] + slack);
        EXPECT_GE(found.high[k], tight.high[k] - slack);
        EXPECT_LE(found.high[k] - found.low[k], (tight.high[k] - tight.low[k]) + 4 * slack);
      }
      for (int v = 0; v < body.vertex_count(); ++v) {  // exactly
        const Rounded point = convex_hull(std::vector<Vec3>{body.vertex(v)}).value();
        EXPECT_NE(intersects(half_space({1, 0, 0}, found.high.x), {}, point, pose).status, Status::Separated);
        EXPECT_NE(intersects(half_space({0, 0, -1}, -found.low.z), {}, point, pose).status, Status::Separated);
      }
    }
  }
}

TEST(ShapeQuery, HalfSpacesSeeAMeshAsItsHull) {
  Random random(6);
  const Polytope bodies[] = {box({1, 1, 1}), test_polytope(TestShape::Ellipsoid, 300, 2)};
  for (int trial = 0; trial < 200; ++trial) {
    const Polytope& body = bodies[trial % 2];
    const Mesh mesh = mesh_of(body);
    const Parts parts = parts_of({Rounded(body), mesh_of(box({0.1, 0.1, 0.1}))});
    const bool lattice = trial % 5 == 0;
    const Pose pose =
        lattice ? translation({0, 0, 0.5 * static_cast<double>(random.below(4))}) : random_pose(random, 1);
    const HalfSpace space =
        lattice ? half_space({0, 0, 2}, 0) : half_space(random_vec(random, 1), random.uniform(-1, 0.2));
    const Intersection expected = intersects(space, {}, Rounded(body), pose);
    EXPECT_EQ(intersects(space, {}, mesh, pose).status, expected.status);
    EXPECT_EQ(intersects(space, {}, parts, pose).status, expected.status);
    const Distance gap = distance(space, {}, Rounded(body), pose);
    for (const Distance& found : {distance(space, {}, mesh, pose), distance(space, {}, parts, pose)}) {
      EXPECT_EQ(found.status, gap.status);
      EXPECT_LE(found.lower, gap.upper);
      EXPECT_GE(found.upper, gap.lower);
    }
    for (const double limit : {0.0, gap.lower, gap.upper, 0.5}) {
      EXPECT_EQ(compare_distance(space, {}, mesh, pose, limit),
                compare_distance(space, {}, Rounded(body), pose, limit));
      EXPECT_EQ(compare_distance(space, {}, parts, pose, limit),
                compare_distance(space, {}, Rounded(body), pose, limit));
    }
  }
  const Mesh surface =
      make_mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<MeshTriangle>{{0, 1, 2}}).value();
  EXPECT_EQ(intersects(half_space({0, 0, 1}, 0), {}, surface, {}).status, Status::Intersecting);
  EXPECT_EQ(intersects(half_space({0, 0, 1}, -1), {}, surface, {}).status, Status::Separated);
}

TEST(ShapeQuery, RaysMeetAMeshWhereTheyMeetTheHull) {
  Random random(7);
  const Polytope bodies[] = {box({1, 1, 1}), test_polytope(TestShape::Ellipsoid, 300, 2)};
  int hits = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Polytope& body = bodies[trial % 2];
    const Mesh mesh = mesh_of(body);
    const Parts parts = parts_of({Rounded(body), mesh_of(box({0.1, 0.1, 0.1}))});
    const bool lattice = trial % 5 == 0;  // along edges and through corners
    const Pose pose = lattice ? Pose{} : random_pose(random, 0.3);
    const auto end = [&] {
      const Vec3 v = random_vec(random, 1.5);
      return lattice ? Vec3{std::round(2 * v.x) / 2, std::round(2 * v.y) / 2, std::round(2 * v.z) / 2} : v;
    };
    const Vec3 from = end(), to = end();
    const auto expected = cast_ray(Rounded(body), pose, from, to);
    for (const auto& found : {cast_ray(mesh, pose, from, to), cast_ray(parts, pose, from, to)}) {
      ASSERT_EQ(found.has_value(), expected.has_value()) << trial;
      if (!found) continue;
      ++hits;
      EXPECT_LE(found->lower, expected->upper);
      EXPECT_GE(found->upper, expected->lower);
      EXPECT_LE(found->upper - found->lower, 1e-8);
      if (expected->upper > 0 && !lattice) {
        EXPECT_NEAR(dot(found->normal, expected->normal), 1, 1e-6);
      }
    }
  }
  EXPECT_GT(hits, 100);
}

// Along edges, through corners, within the planes of faces: hit or no hit as the segment, a polytope, meets the body,
// and nothing is met before the lower end.
TEST(ShapeQuery, RaysAtNiceNumbers) {
  Random random(8);
  const double h = std::sqrt(0.5);
  const Quat turns[] = {{}, {}, {h, h, 0, 0}, {0.5, 0.5, -0.5, 0.5}, {0, 0, 1, 0}, {0.9, 0.1, 0.3, 0.2}};
  const Polytope cube = box({1, 1, 1});
  int hits = 0, misses = 0;
  for (int trial = 0; trial < 12000; ++trial) {
    const double unit = trial % 2 == 0 ? 0.5 : 0.1;
    const auto place = [&](int most) {
      const auto step = [&] {
        return unit * (static_cast<double>(random.below(static_cast<std::uint64_t>(2 * most + 1))) - most);
      };
      const double x = step(), y = step(), z = step();
      return Vec3{x, y, z};
    };
    const std::uint64_t turned = random.below(6);
    const Pose pose = rotation(turns[turned], trial % 3 == 0 ? Vec3{} : place(4));
    Vec3 from = place(trial % 2 == 0 ? 4 : 20), to = place(trial % 2 == 0 ? 4 : 20);
    const Vec3 corner[3] = {place(2), place(2), place(2)};
    // Where nothing rounds: up to a corner, along an edge, past a corner in the triangle's plane, from an edge.
    if (trial % 2 == 0 && turned < 5) {
      const Vec3 at[3] = {apply(pose, corner[0]), apply(pose, corner[1]), apply(pose, corner[2])};
      const std::uint64_t how = random.below(5);
      if (how == 1) to = at[0];
      if (how == 2) from = 2 * at[0] - at[1], to = 2 * at[1] - at[0];
      if (how == 3) from = at[0] - (at[1] - at[2]), to = at[0] + (at[1] - at[2]);
      if (how == 4) from = 0.5 * (at[0] + at[1]);
    }
    const auto triangle = make_mesh(corner, std::vector<MeshTriangle>{{0, 1, 2}}, {MeshKind::Surface, false, 1});
    const auto meets = [&](const Polytope& body, Vec3 end) {
      const std::vector<Vec3> segment{from, end};
      return intersects(convex_hull(segment).value(), {}, body, pose).status != Status::Separated;
    };
    const auto expect_right = [&](const std::optional<RayHit>& found, const Polytope& body) {
      ASSERT_EQ(found.has_value(), meets(body, to)) << trial;
      ++(found ? hits : misses);
      if (!found) return;
      ASSERT_LE(found->upper - found->lower, 1e-8) << trial;
      const bool is_late = found->lower > 1e-6;
      ASSERT_FALSE(is_late && meets(body, from + (found->lower - 1e-6) * (to - from))) << trial;
    };
    expect_right(cast_ray(Rounded(cube), pose, from, to), cube);
    expect_right(cast_ray(mesh_of(cube), pose, from, to), cube);
    if (triangle) {
      const std::vector<Vec3> points(corner, corner + 3);
      expect_right(cast_ray(triangle.value(), pose, from, to), convex_hull(points).value());
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(misses, 1000);
}

}  // namespace
}  // namespace clearance::detail
