// Manifolds allocate nothing once warm, where doubles can tell the status (the widest of big numbers have memory of
// their own).
#include <clearance/base/random.h>
#include <clearance/build/mesh.h>
#include <clearance/contact/convex/convex_contacts_test.h>
#include <clearance/convex/allocation_count_test.h>

namespace clearance {
namespace {

TEST(ManifoldAllocation, NoneWhenWarm) {
  const Polytope hull = test_polytope(TestShape::Ellipsoid, 100, 1);
  const Shape bodies[] = {Rounded(box({1, 1, 1})), Rounded(hull), rounded(box({1, 1, 1}), 0.1),
                          capsule(0.5, 0.25),      sphere(0.5),   Rounded(make_prism(40, 0.5, 1).value())};
  const Shape floors[] = {Rounded(box({9, 9, 1})), half_space({0, 0, 1}, 0.5), Rounded(make_prism(60, 5, 1).value())};
  for (const Shape& body : bodies)
    for (const Shape& floor : floors)
      for (const std::uint32_t count : {kAllPoints, 4u}) {
        PairContacts contacts;
        const auto frames = [&] {
          for (int k = 0; k < 40; ++k) {
            const Pose at = rotation_about({0.003, 0.0137 * (k % 5), 1}, 0.0511 * k + 0.01,
                                           {0.0103 * k, 0.02, 0.9983 + 0.001 * (k % 3)});
            contacts.update(floor, {}, body, at, {.margin = 0.01, .points_per_patch = count});
          }
        };
        frames();
        const long before = allocations;
        frames();
        EXPECT_EQ(allocations - before, 0);
      }
}

// At round numbers a corner comes down exactly over vertices and valleys of the floor.
TEST(ManifoldAllocation, NoneWhenWarmOnABumpyFloor) {
  constexpr int kCells = 12;
  detail::Random random(7);
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (int j = 0; j <= kCells; ++j)
    for (int i = 0; i <= kCells; ++i) vertices.push_back({0.2 * i, 0.2 * j, 0.02 * (2 * random.unit() - 1)});
  for (std::uint32_t j = 0; j < kCells; ++j)
    for (std::uint32_t i = 0; i < kCells; ++i) {
      const std::uint32_t p = j * (kCells + 1) + i, q = p + 1, r = q + kCells + 1, s = p + kCells + 1;
      triangles.push_back({p, q, r});
      triangles.push_back({p, r, s});
    }
  const Shape floor = make_mesh(vertices, triangles).value(), crate = Rounded(box({0.4, 0.3, 0.2}));
  PairContacts contacts;
  const auto frames = [&] {
    for (int k = 0; k < 200; ++k) {
      const Pose turned = rotation_about({1, 0.2 + 0.3 * (k % 5), 0.1 * (k % 3)}, 0.7 + 0.1 * k);
      const Polytope& body = std::get<Rounded>(crate).core();
      Vec3 lowest = apply(turned, body.vertex(0));
      for (int v = 1; v < 8; ++v)
        if (const Vec3 corner = apply(turned, body.vertex(v)); corner.z < lowest.z) lowest = corner;
      const Vec3 place = {0.2 * (2 + k % 8), 0.2 * (2 + k / 25), -0.01};
      contacts.update(floor, {}, crate, rotation(turned.quaternion(), place - lowest), {});
    }
  };
  frames();
  const long before = allocations;
  frames();
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace clearance
