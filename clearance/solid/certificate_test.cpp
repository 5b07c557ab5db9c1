// Penetrating solids at sizes and depths where a point inside both is hard to find, and must be shown all the same.
#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/mesh/point.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/convex_mesh_query.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

using solids::box_soup;
using solids::Soup;

DyadicVec sum_of(const ExactPoint& point) {
  DyadicVec sum;
  for (int k = 0; k < point.count; ++k) sum = sum + exact(Vec3{point.x[k], point.y[k], point.z[k]});
  return sum;
}

void expect_shown(const Intersection& found, const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  ASSERT_EQ(found.status, Status::Penetrating);
  ASSERT_EQ(found.certificate.kind, Certificate::Kind::Interior);
  const DyadicVec x = sum_of(found.certificate.mesh.point);
  EXPECT_EQ(locate(a, pose_a, x, 1.0), PointLocation::Inside);
  EXPECT_EQ(locate(b, pose_b, x, 1.0), PointLocation::Inside);
}

// As hull and mesh, and as two meshes.
void expect_shown_both_ways(const Polytope& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const Mesh surface_a = mesh_of(a);
  expect_shown(intersects(Rounded(a), pose_a, b, pose_b), surface_a, pose_a, b, pose_b);
  expect_shown(intersects(surface_a, pose_a, b, pose_b), surface_a, pose_a, b, pose_b);
  expect_shown(intersects(b, pose_b, surface_a, pose_a), b, pose_b, surface_a, pose_a);
}

// (0,0) (3,0) (3,3) (2,3) (2,1) (1,1) (1,3) (0,3), along z from 0 to 3.
Mesh u_shape() {
  const std::vector<Vec3> profile = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2, 3, 0},
                                     {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  Soup soup;
  for (const double z : {0.0, 3.0})
    for (const Vec3& p : profile) soup.add({p.x, p.y, z});
  for (std::uint32_t k = 0; k < 8; ++k) soup.quad(k, (k + 1) % 8, (k + 1) % 8 + 8, k + 8);
  for (const MeshTriangle& t : {MeshTriangle{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 7}, {5, 6, 7}}) {
    soup.triangles.push_back({t[0], t[2], t[1]});
    soup.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  }
  return solids::solid(soup);
}

// One ulp thick: two terms a coordinate show it, and the search of a hull gave up before.
TEST(SolidCertificate, AnOverlapOfOneUlp) {
  const Polytope cube = box({1, 1, 1});
  expect_shown_both_ways(cube, translation({2, 1.5, 1.5}), u_shape(), translation({0, -1.9999999999999998, 1}));
  const Mesh other = solids::box_solid({0, 0, 0}, {1, 1, 1});
  for (const double x : {1.5, 1.5 - 0x1p-52}) {
    const double overlap = std::nextafter(x, 0);
    expect_shown_both_ways(cube, translation({overlap, 0.5, 0.5}), other, {});
  }
}

TEST(SolidCertificate, ATinySolidInAUnitBox) {
  const double e = 3e-17;
  const Mesh tiny = make_mesh(std::vector<Vec3>{{0, 0, 0}, {e, 0, 0}, {0, e, 0}, {0, 0, e}},
                              std::vector<MeshTriangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
                        .value();
  ASSERT_TRUE(tiny.is_solid());
  const Rounded rounded = Rounded::make(box({0.5, 0.5, 0.5}), 0.25).value();
  for (const Vec3 at : {Vec3{0.1, 0.1, 0.1}, {0.3, 0.01, -0.4}, {0.25, 0.125, -0.25}, {0, 0, 0}, {-0.4, 0.2, 1e-16}}) {
    expect_shown_both_ways(box({1, 1, 1}), {}, tiny, translation(at));
    const Intersection found = intersects(rounded, {}, tiny, translation(at));
    EXPECT_EQ(found.status, Status::Penetrating);
    ASSERT_EQ(found.certificate.kind, Certificate::Kind::Interior);
    EXPECT_EQ(locate(tiny, translation(at), sum_of(found.certificate.mesh.point), 1.0), PointLocation::Inside);
  }
}

// From 1e103 on, products of three lengths overflow.
TEST(SolidCertificate, AnyScale) {
  Random random(0x5ca1e);
  for (const double s : {1e-290, 1e-200, 1e-110, 1.0, 1e100, 1e103, 1e150, 1e200, 1e295}) {
    Soup soup = box_soup({0, 0, 0}, {s, s, s});
    soup.append(box_soup({s, 0, 0}, {2 * s, 0.5 * s, 0.75 * s}));
    const Mesh solid = solids::solid(soup);
    const Polytope hull =
        convex_hull(std::vector<Vec3>{{0, 0, 0}, {s, 0, 0}, {0, s, 0}, {0, 0, s}, {0.7 * s, 0.7 * s, 0.7 * s}}).value();
    int penetrating = 0;
    for (int k = 0; k < 20; ++k) {
      const Pose pose = Pose::from_quaternion({1, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                                              {random.uniform(-0.5, 2) * s, random.uniform(-0.5, 1) * s, 0.3 * s})
                            .value();
      const Rounded round = Rounded::make(hull, 0.0625 * s).value();
      const Intersection of_round = intersects(round, pose, solid, {});
      if (of_round.status == Status::Penetrating) {
        EXPECT_EQ(of_round.certificate.kind, Certificate::Kind::Interior) << s;
      }
      if (intersects(Rounded(hull), pose, solid, {}).status != Status::Penetrating) continue;
      ++penetrating;
      SCOPED_TRACE(testing::Message() << "scale " << s << ", pose " << k);
      expect_shown_both_ways(hull, pose, solid, {});
    }
    EXPECT_GT(penetrating, 5) << s;
  }
}

// Sizes so different that doubles of one cannot tell the other's points apart; exact numbers did it all, for seconds.
TEST(SolidCertificate, VeryDifferentSizesAreQuick) {
  const Mesh huge = solids::box_solid({-1.5e299, -1.5e299, -1.5e299}, {1.5e299, 1.5e299, 1.5e299});
  Soup soup = box_soup({-1e100, -1e100, -1e100}, {1e100, 1e100, 1e100});
  soup.append(box_soup({2e100, 0, 0}, {3e100, 1e100, 1e100}));
  const Mesh small = solids::solid(soup);
  const Pose pose = Pose::from_quaternion({1, 0.3, 0.2, 0.1}, {1e298, 2e298, 1}).value();
  for (const Pose& pose_a : {Pose(), pose}) {
    const auto begin = std::chrono::steady_clock::now();
    const Penetration depth = penetration(huge, pose_a, small, {});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(depth.status, Status::Penetrating);
    EXPECT_EQ(depth.certificate.kind, Certificate::Kind::Interior);
    EXPECT_GT(depth.lower, 0.99 * depth.upper);
    EXPECT_LT(took.count(), 0.5);  // some milliseconds; sanitizers and busy machines included
  }
  // Two terms a coordinate: the corner of the huge box, and a little less.
  const Pose corner = translation({1.5e299, 0, 0});
  expect_shown(intersects(huge, {}, small, corner), huge, {}, small, corner);
}

}  // namespace
}  // namespace clearance::detail
