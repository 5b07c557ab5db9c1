// Half-spaces against bodies of triangles and of parts: depths, fins, surfaces, poses.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_oracle_test.h>
#include <clearance/query/query.h>
#include <clearance/solid/contact_bodies_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

using solids::box_soup;
using solids::Soup;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Vec3 kUp{0, 0, 1};

// A quad of zero thickness, cut along one diagonal on one side and along the other behind.
void add_leaf(Soup& soup, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const std::uint32_t p = soup.add(a), q = soup.add(b), r = soup.add(c), s = soup.add(d);
  soup.quad(p, q, r, s, false);
  soup.quad(s, r, q, p, false);
}

// A cube whose lower face is at z = 0, and a leaf below it.
Mesh cube_with_leaf() {
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  add_leaf(soup, {1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1});
  return solids::solid(soup);
}

const Quat kTurns[] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {2, 0, 1, 0}, {1, 2, 3, 4}, {0.3, -0.1, 0.7, 0.2}};

template <class Body>
Claim with_part(Claim claim, const Body&, std::uint32_t) {
  return claim;
}
Claim with_part(Claim claim, const Parts&, std::uint32_t part) {
  claim.part_b = part;
  return claim;
}

template <class Body>
void expect_checked(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) {
  const auto met = intersects(a, pose_a, b, pose_b);
  const auto gap = distance(a, pose_a, b, pose_b);
  const auto depth = penetration(a, pose_a, b, pose_b);
  EXPECT_EQ(gap.status, met.status);
  EXPECT_EQ(depth.status, met.status);
  const Claim claims[] = {with_part(claim_of(static_cast<const Intersection&>(met)), b, met.part_b),
                          with_part(claim_of(static_cast<const Distance&>(gap)), b, gap.part_b),
                          with_part(claim_of(static_cast<const Penetration&>(depth)), b, depth.part_b)};
  for (const Claim& claim : claims) {
    const CheckResult checked = check_claim(claim, a, pose_a, b, pose_b);
    EXPECT_TRUE(checked) << checked.reason;
  }
  if (gap.status == Status::Separated) {
    EXPECT_GE(compare_distance(a, pose_a, b, pose_b, gap.lower), 0);
    EXPECT_LE(compare_distance(a, pose_a, b, pose_b, gap.upper), 0);
  } else {
    EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, 0), 0);
    EXPECT_EQ(compare_distance(a, pose_a, b, pose_b, 0x1p-1074), -1);
  }
}

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(HalfSpaceMesh, TheDepthOfASolidIsThatOfItsLowestPoint) {
  const Mesh cube = solids::box_solid({0, 0, 0}, {4, 4, 4});
  const Penetration depth = penetration(half_space({0, 0, 2}, 3), {}, cube, {});
  EXPECT_EQ(depth.status, Status::Penetrating);
  EXPECT_LE(depth.lower, 1.5);
  EXPECT_GE(depth.upper, 1.5);
  EXPECT_LT(depth.upper - depth.lower, 1e-12);
  EXPECT_EQ(depth.direction, kUp);
  EXPECT_NEAR(depth.point_a.z, 1.5, 1e-12);
  EXPECT_NEAR(depth.point_b.z, 0, 1e-12);
  const Penetration axis = penetration(half_space(kUp, 1.5), {}, cube, {});
  EXPECT_NEAR(axis.upper, 1.5, 1e-13);
  EXPECT_EQ(penetration(half_space(kUp, 0), {}, cube, {}).status, Status::Touching);
  EXPECT_EQ(penetration(half_space(kUp, 0), {}, cube, {}).upper, 0);
  EXPECT_EQ(penetration(half_space(kUp, -1), {}, cube, {}).status, Status::Separated);
  for (const double offset : {-1.0, 0.0, 0x1p-60, 1.5, 9.0}) expect_checked(half_space(kUp, offset), {}, cube, {});
}

// The leaf is as deep as −3, the solid only as deep as 0: a leaf need not be moved out.
TEST(HalfSpaceMesh, ALeafHasNoDepth) {
  const Mesh solid = cube_with_leaf();
  for (const Quat& q : kTurns)
    for (const Vec3 t : {Vec3{}, Vec3{1e8, -1e8, 3}}) {
      const Pose pose = rotation(q, t);
      for (const double offset : {-4.0, -3.0, -2.0, 0.0, 0x1p-70, 1.0, 6.0}) {
        SCOPED_TRACE(offset);
        const HalfSpace space = half_space(kUp, offset);
        const Penetration depth = penetration(space, pose, solid, pose);
        EXPECT_EQ(depth.status, offset < -3 ? Status::Separated : offset <= 0 ? Status::Touching : Status::Penetrating);
        EXPECT_LE(depth.lower, std::fmax(offset, 0));
        EXPECT_GE(depth.upper, std::fmax(offset, 0));
        EXPECT_LE(depth.upper, std::fmax(offset, 0) * (1 + 1e-12));
        expect_checked(space, pose, solid, pose);
      }
    }
}

// A face whose lowest vertices are not corners of it: in the middle of the face and of its edges.
TEST(HalfSpaceMesh, VerticesWithinFacesAndEdges) {
  Soup soup;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) soup.add({1.0 * x, 1.0 * y, 2.0 * z});
  const auto at = [](int x, int y, int z) { return static_cast<std::uint32_t>(9 * z + 3 * y + x); };
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) {
      soup.quad(at(x, y, 0), at(x, y + 1, 0), at(x + 1, y + 1, 0), at(x + 1, y, 0));
      soup.quad(at(x, y, 1), at(x + 1, y, 1), at(x + 1, y + 1, 1), at(x, y + 1, 1));
    }
  for (int k = 0; k < 2; ++k) {
    soup.quad(at(k, 0, 0), at(k + 1, 0, 0), at(k + 1, 0, 1), at(k, 0, 1));
    soup.quad(at(k + 1, 2, 0), at(k, 2, 0), at(k, 2, 1), at(k + 1, 2, 1));
    soup.quad(at(0, k + 1, 0), at(0, k, 0), at(0, k, 1), at(0, k + 1, 1));
    soup.quad(at(2, k, 0), at(2, k + 1, 0), at(2, k + 1, 1), at(2, k, 1));
  }
  const Mesh solid = solids::solid(soup);
  for (const Quat& q : kTurns)
    for (const double offset : {-0.5, 0.0, 0.25, 3.0}) {
      const Pose pose = rotation(q, {0.5, 0, 1});
      expect_checked(half_space(kUp, offset), pose, solid, pose);
      expect_checked(half_space(kUp, offset), pose, solid, {});
    }
}

TEST(HalfSpaceMesh, SurfacesIntersectAndHaveNoDepth) {
  const Mesh flat =
      make_mesh(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, -9}}, std::vector<MeshTriangle>{{0, 1, 2}})
          .value();  // the last vertex is no part of it
  for (const Quat& q : kTurns) {
    const Pose pose = rotation(q, {1, 2, 3});
    for (const double offset : {0.0, 1.0}) {
      const Penetration found = penetration(half_space(kUp, offset), pose, flat, pose);
      EXPECT_EQ(found.status, Status::Intersecting);
      EXPECT_EQ(found.upper, 0);
      EXPECT_EQ(found.translation, Vec3{});
      EXPECT_EQ(found.certificate.kind, Certificate::Kind::Simplex);
      expect_checked(half_space(kUp, offset), pose, flat, pose);
    }
    EXPECT_EQ(intersects(half_space(kUp, -0x1p-1000), pose, flat, pose).status, Status::Separated);
    expect_checked(half_space(kUp, -1), pose, flat, pose);
  }
}

TEST(HalfSpaceMesh, PartsAreAsDeepAsTheDeepest) {
  const Mesh plate = make_mesh(std::vector<Vec3>{{0, 0, -5}, {1, 0, -5}, {0, 1, -5}},
                               std::vector<MeshTriangle>{{0, 1, 2}}, {.kind = MeshKind::Surface})
                         .value();
  const Parts parts = make_parts({PartShape(make_sphere(1, {0, 0, 0}).value()), PartShape(cube_with_leaf()),
                                  PartShape(Rounded(box({1, 1, 2.25}))), PartShape(plate)})
                          .value();
  for (const Quat& q : kTurns) {
    const Pose pose = rotation(q, {1, 2, 3});
    const auto depth = [&](double offset) { return penetration(half_space(kUp, offset), pose, parts, pose); };
    EXPECT_EQ(depth(-6).status, Status::Separated);
    EXPECT_EQ(depth(-5).status, Status::Intersecting);
    EXPECT_EQ(depth(-5).part_b, 3u);
    EXPECT_EQ(depth(-1.125).status, Status::Intersecting);
    EXPECT_EQ(depth(-1.125).upper, 0);
    EXPECT_EQ(depth(0).status, Status::Penetrating);
    EXPECT_EQ(depth(0).part_b, 2u);
    EXPECT_LE(depth(0).lower, 1.125);
    EXPECT_GE(depth(0).upper, 1.125);
    EXPECT_NEAR(depth(0).upper, 1.125, 1e-12);
    for (const double offset : {-6.0, -5.0, -3.0, -1.125, -1.0, 0.0, 2.0})
      expect_checked(half_space(kUp, offset), pose, parts, pose);
  }
}

// ---- Degenerate -----------------------------------------------------------------------------------------------------

// Parts that are equally deep, or deeper by less than a double shows.
TEST(HalfSpaceMesh, PartsThatAreEquallyDeep) {
  for (const double other : {1.0, 1 + 0x1p-52, 1 - 0x1p-53}) {
    const Parts parts =
        make_parts({PartShape(make_sphere(1, {0, 0, 0}).value()), PartShape(make_sphere(other, {3, 0, 0}).value()),
                    PartShape(Rounded(box({2, 2, 2})))})
            .value();
    for (const Quat& q : kTurns)
      for (const Vec3 t : {Vec3{}, Vec3{1e8, 1e8, -1e8}, Vec3{0.1, 0.2, 0.3}})
        for (const double offset : {0.0, -1.0, -0.3}) {
          expect_checked(half_space(kUp, offset), rotation(q, t), parts, rotation(q, t));
          expect_checked(half_space(kUp, offset), {}, parts, rotation(q));
        }
  }
}

TEST(HalfSpaceMesh, OnlyBelow) {
  const Mesh solid = cube_with_leaf();
  const Parts parts = make_parts({PartShape(solid), PartShape(make_sphere(1, {0, 0, -3.5}).value())}).value();
  const HalfSpace space = half_space(kUp, -6);
  for (const Quat& q : kTurns) {
    const Pose pose = rotation(q, {1, 2, 3});
    const auto expect_kept = [&](const auto& body) {
      const Distance plain = distance(space, pose, body, pose);
      for (const double limit : {0.0, -1.0, kInfinity, -kInfinity, std::nan(""), plain.lower, plain.upper, 1.0, 9.0}) {
        DistanceOptions options;
        options.only_below = limit;
        const Distance found = distance(space, pose, body, pose, options);
        EXPECT_EQ(found.status, Status::Separated);
        EXPECT_EQ(found.lower, plain.lower);
        EXPECT_EQ(found.upper, plain.lower >= limit ? kInfinity : plain.upper);
        EXPECT_FALSE(found.has_witness);
      }
    };
    expect_kept(solid);
    expect_kept(parts);
  }
}

// ---- At random ------------------------------------------------------------------------------------------------------

// Unions of cells, under poses of all kinds, against the plane through three mapped points.
TEST(HalfSpaceMesh, AgreesWithTheOracle) {
  Random random(31);
  int counts[kStatusCount] = {};
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Mesh mesh = solids::solid(solids::cell_soup(solids::random_cells(1 + round % 7, random), random));
    const KnownHalfSpace known = some_known_half_space(random);
    const double far = round % 3 == 0 ? 1e8 : 1;
    const Pose pose_a = some_known_pose(random, far);
    const Pose pose_b =
        round % 2 == 0 ? pose_a : moved_to(some_known_pose(random, far), apply(pose_a, known.on)).value();
    const HalfSpaceOracle oracle(known, pose_a, pose_b);
    const HalfSpace a = known.space();
    const auto compare_lift = [&](const Dyadic& length) {
      int least = 1;
      for (const Vec3 v : mesh.vertices()) least = std::min(least, oracle.compare_height(v, length));
      return least;
    };
    const int sign = compare_lift({});
    const Status wanted = sign > 0 ? Status::Separated : sign < 0 ? Status::Penetrating : Status::Touching;
    ++counts[static_cast<int>(wanted)];
    ASSERT_EQ(intersects(a, pose_a, mesh, pose_b).status, wanted);
    const Distance gap = distance(a, pose_a, mesh, pose_b);
    const Penetration depth = penetration(a, pose_a, mesh, pose_b);
    if (wanted == Status::Separated) {
      ASSERT_GE(compare_lift(gap.lower), 0);
      ASSERT_LE(compare_lift(gap.upper), 0);
    }
    if (wanted == Status::Penetrating) {
      ASSERT_LE(compare_lift(-Dyadic(depth.lower)), 0);
      for (const Vec3 v : mesh.vertices()) ASSERT_GE(oracle.compare_moved(v, depth.translation, {}), 0);
      ASSERT_LE(depth.upper - depth.lower, 1e-9 * depth.upper);
    }
    expect_checked(a, pose_a, mesh, pose_b);
    expect_checked(a, pose_a, make_parts({PartShape(mesh), PartShape(Rounded(box({1, 1, 3})))}).value(), pose_b);
  }
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating})
    EXPECT_GT(counts[static_cast<int>(status)], 10) << to_string(status);
}

}  // namespace
}  // namespace clearance::detail
