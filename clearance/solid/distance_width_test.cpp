// Brackets as wide as was asked for: DistanceOptions::relative_width where triangles are looked at.
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/solid/contact_bodies_test.h>
#include <clearance/solid/convex_mesh_query.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

using namespace solids;

constexpr double kWidths[] = {1e-6, 1e-3, 0.1, 0.5, 0.9, 1, 7};

void expect_same(const Distance& x, const Distance& y) {
  EXPECT_EQ(x.status, y.status);
  EXPECT_EQ(x.lower, y.lower);
  EXPECT_EQ(x.upper, y.upper);
  EXPECT_EQ(x.triangle_a, y.triangle_a);
  EXPECT_EQ(x.triangle_b, y.triangle_b);
}

// ask(options) is the distance of some pair.
template <class Ask>
void expect_width(const Ask& ask, bool& any_wider) {
  const Distance narrow = ask(DistanceOptions{});
  for (const double nothing : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), 1e-10})
    expect_same(ask(DistanceOptions{.relative_width = nothing}), narrow);
  for (const double width : kWidths) {
    const Distance wide = ask(DistanceOptions{.relative_width = width});
    EXPECT_EQ(wide.status, narrow.status);
    if (narrow.status != Status::Separated) {
      EXPECT_EQ(wide.upper, 0);
      continue;
    }
    EXPECT_GT(wide.lower, 0);
    EXPECT_LE(wide.lower, narrow.upper);
    EXPECT_GE(wide.upper, narrow.lower);
    EXPECT_LE(wide.upper - wide.lower, width * wide.upper) << width;
    EXPECT_TRUE(wide.has_witness);

    any_wider |= wide.upper - wide.lower > 0.05 * wide.upper;
    // Whether they are farther apart than a limit is told however wide.
    for (const double limit : {0.7 * narrow.lower, 1.4 * narrow.upper}) {
      const Distance limited = ask(DistanceOptions{.only_below = limit, .relative_width = width});
      if (limit < narrow.lower)
        EXPECT_GE(limited.lower, width < 0.2 ? limit : 0);
      else
        EXPECT_LE(limited.lower, narrow.upper);
      EXPECT_GE(limited.upper, narrow.lower);
    }
  }
}

TEST(DistanceWidth, OfMeshesAndOfHullsAndMeshes) {
  Random random(61);
  bool meshes = false, mixed = false;
  for (std::uint64_t k = 0; k < 24; ++k) {
    const Polytope p = test_polytope(static_cast<TestShape>(k % 3), 400, k + 1);
    const Mesh a = mesh_of(p), b = solid(cell_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}}, random));
    const Quat q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Pose pose_a = rotation(q, {random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-4, 4)});
    expect_width([&](const DistanceOptions& options) { return distance(a, pose_a, b, {}, options); }, meshes);
    expect_width(
        [&](const DistanceOptions& options) { return distance(Rounded::make(p, 0.1).value(), pose_a, b, {}, options); },
        mixed);
  }
  // Otherwise nobody asked for less.
  EXPECT_TRUE(meshes);
  EXPECT_TRUE(mixed);
}

// By hand: the bracket holds a distance of 1, and of 2⁻³⁰ where doubles hardly tell.
TEST(DistanceWidth, BoxesByHand) {
  const Mesh cube = box_solid({0, 0, 0}, {1, 1, 1});
  for (const double gap : {1.0, 0x1p-30, 0x1p-50}) {
    for (const double width : kWidths) {
      const Distance found = distance(cube, {}, cube, translation({1 + gap, 0.25, 0.5}), {.relative_width = width});
      EXPECT_EQ(found.status, Status::Separated);
      EXPECT_GT(found.lower, 0);
      EXPECT_LE(found.lower, gap);
      EXPECT_GE(found.upper, gap);
      EXPECT_LE(found.upper - found.lower, width * found.upper + 1e-13);
    }
  }
}

}  // namespace
}  // namespace clearance::detail
