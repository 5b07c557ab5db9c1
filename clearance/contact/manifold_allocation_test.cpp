// Manifolds of convex pairs and half-spaces allocate nothing once warm, where doubles can tell the status (big numbers
// have memory of their own).
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

}  // namespace
}  // namespace clearance
