// Solids with components that meet in one plane, and leaves of zero thickness, where one point may not stand in for a
// decision.
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/check_shapes.h>
#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/convex_mesh_query.h>

#include <gtest/gtest.h>

#include <vector>

namespace clearance::detail {
namespace {

using solids::box_soup;
using solids::Soup;

// A plank below z = 0 and a post on it, one mesh: where the post stands their faces look at each other.
Soup plank_and_post() {
  Soup soup = box_soup({0, 0, -1}, {10, 1, 0});
  soup.append(box_soup({1, 0.25, 0}, {2, 0.75, 1}));
  return soup;
}

// A quad of zero thickness, cut along one diagonal on one side and along the other behind.
void add_leaf(Soup& soup, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const std::uint32_t p = soup.add(a), q = soup.add(b), r = soup.add(c), s = soup.add(d);
  soup.quad(p, q, r, s, false);
  soup.quad(s, r, q, p, false);
}

// The point of a certificate is checked by someone who trusts nothing.
void expect_checked(const Intersection& found, const Rounded& body, const Pose& pose, const Mesh& mesh,
                    const Pose& pose_mesh = {}) {
  std::vector<Vec3> core(body.core().source_count(), body.core().vertex(0));
  std::vector<MeshTriangle> hull;
  for (int v = 0; v < body.core().vertex_count(); ++v) core[body.core().id(v)] = body.core().vertex(v);
  const std::uint32_t first = body.core().id(0), last = body.core().id(body.core().vertex_count() - 1);
  if (body.core().dimension() < 2) hull = {{first, last, last}};
  for (int f = 0; f < body.core().face_count(); ++f) {
    const auto loop = body.core().face(f);
    for (std::size_t k = 2; k < loop.size(); ++k)
      hull.push_back({body.core().id(static_cast<int>(loop[0])), body.core().id(static_cast<int>(loop[k - 1])),
                      body.core().id(static_cast<int>(loop[k]))});
  }
  const std::vector<MeshTriangle> triangles = mesh.triangles_as_given();
  PosedBody a, b;
  a.parts = {{core, body.radius(), hull}};
  a.pose = pose;
  b.kind = PosedBody::Kind::Solid;
  b.parts = {{mesh.vertices(), 0, triangles}};
  b.pose = pose_mesh;
  const CheckResult result = check_claim(claim_of(found), a, b);
  EXPECT_TRUE(result) << result.reason;
}

// A ball on the plank beside the post. The plank's upper face has the post's foot in its plane, looking the other way;
// once that made one point, the ball's middle, stand for the decision: touching, for a ball that reaches into the plank
// by one ulp.
TEST(ConvexMeshFins, ABallReachesIntoAPlankByAnUlp) {
  const Mesh solid = solids::solid(plank_and_post());
  const Pose pose = translation({5, 0.5, 1});
  for (const double radius : {1 + 0x1p-52, 1 + 0x1p-50, 1 + 1e-12, 1.5}) {
    const Rounded ball = make_sphere(radius).value();
    const Intersection found = intersects(ball, pose, solid, {});
    EXPECT_EQ(found.status, Status::Penetrating) << radius;
    expect_checked(found, ball, pose, solid);
    EXPECT_EQ(penetration(ball, pose, solid, {}).status, Status::Penetrating);
  }
  EXPECT_EQ(intersects(make_sphere(1).value(), pose, solid, {}).status, Status::Touching);
  EXPECT_EQ(intersects(make_sphere(1 - 0x1p-53).value(), pose, solid, {}).status, Status::Separated);
}

// The same turned, where nothing is a double any more: both bodies under one pose, the ball's centre a vertex.
TEST(ConvexMeshFins, TurnedItIsTheSame) {
  const Mesh solid = solids::solid(plank_and_post());
  const Pose pose = Pose::from_quaternion({1, 0.3, -0.2, 0.7}, {3, 1, 4}).value();
  for (const double radius : {1 + 0x1p-52, 1 + 1e-12}) {
    const Rounded ball = make_sphere(radius, {5, 0.5, 1}).value();
    const Intersection found = intersects(ball, pose, solid, pose);
    EXPECT_EQ(found.status, Status::Penetrating) << radius;
    expect_checked(found, ball, pose, solid, pose);
  }
  EXPECT_EQ(intersects(make_sphere(1, {5, 0.5, 1}).value(), pose, solid, pose).status, Status::Touching);
}

// A box whose top is cut into four about its middle, and a leaf that stands below a quarter's axis. All points tried
// for a certificate, on the way from the nearest point to the middle of that quarter, lay above the leaf, and those
// beside them in it: penetrating, rightly, but with nothing to show for it. Found by SolidGrid at full level.
TEST(ConvexMeshFins, ALeafOnTheWayToTheMiddle) {
  Soup soup = box_soup({2, 5, 3}, {6, 6, 6});
  std::erase_if(soup.triangles, [&](const MeshTriangle& t) {
    return soup.vertices[t[0]].y == 6 && soup.vertices[t[1]].y == 6 && soup.vertices[t[2]].y == 6;
  });
  const std::uint32_t middle = soup.add({4, 6, 4.5});
  const std::uint32_t rim[] = {soup.add({2, 6, 3}), soup.add({2, 6, 6}), soup.add({6, 6, 6}), soup.add({6, 6, 3})};
  for (std::size_t k = 0; k < 4; ++k) soup.triangles.push_back({rim[k], rim[(k + 1) % 4], middle});
  add_leaf(soup, {4, 5.25, 3.25}, {4, 6, 3.25}, {4, 6, 5.5}, {4, 5.25, 5.5});
  const Mesh solid = solids::solid(soup);
  const Rounded ball = make_sphere(1 + 0x1p-52, {4, 7, 4}).value();
  const Intersection found = intersects(ball, {}, solid, {});
  EXPECT_EQ(found.status, Status::Penetrating);
  expect_checked(found, ball, {}, solid);
}

// On the post's foot nothing is bounded: a capsule inside both, across the common face, is inside the solid.
TEST(ConvexMeshFins, AcrossTheCommonFaceItIsInside) {
  const Mesh solid = solids::solid(plank_and_post());
  const Rounded capsule = make_capsule({1.5, 0.5, -0.25}, {1.5, 0.5, 0.25}, 0x1p-4).value();
  const Intersection found = intersects(capsule, {}, solid, {});
  EXPECT_EQ(found.status, Status::Penetrating);
  expect_checked(found, capsule, {}, solid);
}

// Leaves bound no interior, however they are cut.
TEST(ConvexMeshFins, LeavesAreTouched) {
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  add_leaf(soup, {1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1});
  const Mesh solid = solids::solid(soup);
  EXPECT_EQ(intersects(make_sphere(0.5, {2, 2, -2}).value(), {}, solid, {}).status, Status::Touching);
  EXPECT_EQ(intersects(make_sphere(0.5, {2, 2.25, -1}).value(), {}, solid, {}).status, Status::Touching);
  EXPECT_EQ(intersects(Rounded(box({1, 1, 1})), translation({2, 2, -2}), solid, {}).status, Status::Touching);
  EXPECT_EQ(intersects(make_sphere(2, {2, 2, -2}).value(), {}, solid, {}).status, Status::Touching);
  EXPECT_EQ(intersects(make_sphere(2 + 0x1p-51, {2, 2, -2}).value(), {}, solid, {}).status, Status::Penetrating);
  EXPECT_EQ(intersects(make_sphere(0.5, {2, 2, 2}).value(), {}, solid, {}).status, Status::Penetrating);
}

// A half-space asked whether triangles cancel in pairs, corner by corner, and took a leaf that is cut differently on
// its two sides for a solid.
TEST(ConvexMeshFins, AHalfSpaceTouchesALeaf) {
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  add_leaf(soup, {1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1});
  const Mesh solid = solids::solid(soup);
  for (const double offset : {-3.0, -2.0, -1.0, -0.5, 0.0}) {
    EXPECT_EQ(intersects(half_space({0, 0, 1}, offset), {}, solid, {}).status, Status::Touching) << offset;
    EXPECT_EQ(distance(half_space({0, 0, 1}, offset), {}, solid, {}).status, Status::Touching) << offset;
  }
  EXPECT_EQ(intersects(half_space({0, 0, 1}, 5e-324), {}, solid, {}).status, Status::Penetrating);
  EXPECT_EQ(intersects(half_space({0, 0, 1}, -4), {}, solid, {}).status, Status::Separated);
  const Parts parts = make_parts({PartShape(solid)}).value();
  EXPECT_EQ(intersects(half_space({0, 0, 1}, -2), {}, parts, {}).status, Status::Touching);
}

// A leaf that hangs in another solid and touches nothing of its surface was called separated, though solids hold their
// triangles, and a hull around it was told that it touches.
TEST(ConvexMeshFins, ALeafInsideAnotherSolidTouchesIt) {
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  add_leaf(soup, {1, 2, -3}, {3, 2, -3}, {3, 2, -1}, {1, 2, -1});
  const Mesh solid = solids::solid(soup), around = solids::box_solid({-9, -9, -5}, {9, 9, -0.5});
  const Intersection found = intersects(solid, {}, around, {});
  EXPECT_EQ(found.status, Status::Touching);
  EXPECT_EQ(found.certificate.kind, Certificate::Kind::Inside);
  EXPECT_EQ(found.certificate.mesh.inside_of, Body::A);
  EXPECT_EQ(intersects(around, {}, solid, {}).status, Status::Touching);
  EXPECT_EQ(distance(solid, {}, around, {}).status, Status::Touching);
  EXPECT_EQ(compare_distance(solid, {}, around, {}, 0), 0);
  const Rounded hull = box({18, 18, 4.5});
  EXPECT_EQ(intersects(hull, translation({0, 0, -2.75}), solid, {}).status, Status::Touching);
}

// Sixty-four triangles of no thickness through all the points that were once tried: the answer does not depend on luck.
TEST(ConvexMeshFins, NoNumberOfLeavesHidesTheInside) {
  Soup soup = box_soup({-8, -8, -8}, {8, 8, 8});
  for (int k = 0; k < 80; ++k) {
    const double z = k / 64.0;
    add_leaf(soup, {-2, -2, z}, {2, -2, z}, {2, 2, z}, {-2, 2, z});
  }
  const Mesh solid = solids::solid(soup);
  const Intersection found = intersects(make_sphere(1.25).value(), {}, solid, {});
  EXPECT_EQ(found.status, Status::Penetrating);
  expect_checked(found, make_sphere(1.25).value(), {}, solid);
}

}  // namespace
}  // namespace clearance::detail
