#include <clearance/lab/spacetime/separation.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/lab/spacetime/polyhedron_of.h>
#include <clearance/lab/spacetime/voxels_test.h>
#include <clearance/query/query.h>

#include <cmath>

namespace clearance::lab {
namespace {

template <int kDimension>
double square_of(const Separation<kDimension>& found) {
  return found.square_numerator.to_double() / found.square_denominator.to_double();
}

// ---- Solved by hand

TEST(Separation, OfTwoIntervals) {
  PrismMotion<1> later;
  const auto a = cube<1>();
  IncidenceLists<1> lists;
  lists.vertices = {point({3.0}), point({7.0})};
  lists.facets = {{{0, 1}}};
  const auto b = make_incidence_polytope(lists).value();
  EXPECT_EQ(square_of(separation(a, b)), 4);
  EXPECT_TRUE(separation(a, a).is_zero());
}

TEST(Separation, OfCubesInEveryDimension) {
  // From the corner (1, …, 1) to (3, …, 3).
  const auto apart = [](auto shape) {
    using Shape = decltype(shape);
    constexpr int kDimension =
        static_cast<int>(std::tuple_size_v<std::decay_t<decltype(shape.vertex(0).coordinates())>>) - 1;
    IncidenceLists<kDimension> lists;
    for (const auto& v : shape.vertices()) {
      auto x = v.coordinates();
      for (int c = 0; c < kDimension; ++c)
        x[static_cast<std::size_t>(c)] = x[static_cast<std::size_t>(c)] + Dyadic(4.0) * v.weight();
      lists.vertices.emplace_back(std::move(x));
    }
    for (int d = 1; d <= kDimension; ++d) {
      auto& facets = lists.facets.emplace_back();
      for (const auto& face : shape.faces(d)) facets.push_back(face.facets);
    }
    const Shape other = make_incidence_polytope(std::move(lists)).value();
    SeparationCounts counts;
    EXPECT_EQ(square_of(separation(shape, other, &counts)), 4.0 * kDimension);
    EXPECT_LE(counts.with_feet, counts.pairs / 2);
  };
  apart(cube<1>());
  apart(cube<2>());
  apart(cube<3>());
  apart(cube<4>());
}

// One inside the other, in the hole of the other, in its hollow.
TEST(Separation, InsideAndInHoles) {
  const auto frame = polygon(frame_loops());
  const auto small = polygon({square(0.5)}), large = polygon({square(5)}),
             beside = polygon({{{1.5, 1.5}, {2.5, 1.5}, {2.5, 2.5}}});
  EXPECT_EQ(square_of(separation(frame, small)), 0.25);
  EXPECT_TRUE(separation(frame, large).is_zero());
  EXPECT_TRUE(separation(large, frame).is_zero());
  EXPECT_TRUE(separation(frame, beside).is_zero());
  EXPECT_EQ(separation(beside, frame).face_b, frame.whole());
  // Two parts, of which the second alone is inside.
  const auto two = polygon({{{10, 10}, {11, 10}, {11, 11}}, {{2, 2}, {2.5, 2}, {2.5, 2.5}}});
  EXPECT_TRUE(separation(frame, two).is_zero());
  EXPECT_TRUE(separation(two, frame).is_zero());
}

TEST(Separation, OfFlatBodies) {
  const auto at = [](std::vector<Vec3> points) {
    return polyhedron_of(convex_hull(points).value(), ExactPose(Pose())).shape;
  };
  const auto dot = at({{0, 0, 0}}), rod = at({{1, -1, 1}, {1, 1, 1}}), plate = at({{-2, -2, 3}, {2, -2, 3}, {0, 3, 3}});
  EXPECT_EQ(square_of(separation(dot, rod)), 2);
  EXPECT_EQ(square_of(separation(plate, dot)), 9);
  EXPECT_EQ(square_of(separation(rod, plate)), 4);
  EXPECT_TRUE(separation(dot, dot).is_zero());
  EXPECT_TRUE(separation(at({{0, 0, 3}, {1, 0, 3}}), plate).is_zero());
  EXPECT_TRUE(separation(at({{0, 0, 2}, {0, 0, 4}}), plate).is_zero());
}

// ---- Against the library's brackets: convex bodies, and solids that are not

TEST(Separation, OfConvexBodies) {
  detail::Random random(11);
  int apart = 0;
  for (int round = 0; round < 40; ++round) {
    const bool is_nice = round % 2 == 0;
    const auto number = [&](double size) {
      const double x = random.uniform(-size, size);
      return is_nice ? std::round(2 * x) / 2 : x;
    };
    const auto hull = [&](double at) {
      std::vector<Vec3> points(1 + random.below(6));
      for (Vec3& p : points) {
        const double x = number(1), y = number(1);
        p = {x + at, y, number(1)};
      }
      return convex_hull(points).value();
    };
    const Polytope a = hull(0), b = hull(number(3));
    const Pose turned = rotation({1, number(1), 0.5, 0}, {0, 0, number(1)});
    const auto found = separation(polyhedron_of(a, ExactPose(Pose())).shape, polyhedron_of(b, ExactPose(turned)).shape);
    const Distance expected = distance(a, Pose(), b, turned);
    ASSERT_EQ(found.is_zero(), expected.status != Status::Separated) << round;
    apart += found.is_zero() ? 0 : 1;
    const double gap = std::sqrt(square_of(found));
    EXPECT_GE(gap, expected.lower * (1 - 1e-12)) << round;
    EXPECT_LE(gap, expected.upper * (1 + 1e-12)) << round;
  }
  EXPECT_GT(apart, 8);
}

// As solid meshes have it; the squares of the grid as triangles.
Mesh u_mesh() {
  const std::vector<Vec3> polygon = {{-3, -1, 0}, {3, -1, 0}, {3, 3, 0},  {1, 3, 0},
                                     {1, 0, 0},   {-1, 0, 0}, {-1, 3, 0}, {-3, 3, 0}};
  const std::vector<MeshTriangle> flat = {{0, 5, 6}, {0, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}};
  std::vector<Vec3> points;
  for (const double z : {-1.0, 1.0})
    for (const Vec3 v : polygon) points.push_back({v.x, v.y, z});
  std::vector<MeshTriangle> all;
  for (const auto& [i, j, k] : flat) {
    all.push_back({i + 8, j + 8, k + 8});
    all.push_back({k, j, i});
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t j = (i + 1) % 8;
    all.push_back({i, j, j + 8});
    all.push_back({i, j + 8, i + 8});
  }
  return make_mesh(points, all).value();
}
TEST(Separation, OfSolids) {
  const Mesh u = u_mesh(), block = mesh_of(box({1, 1, 1}));
  const auto of_u = polyhedron_of(u, ExactPose(Pose())).value().shape;
  detail::Random random(12);
  for (int round = 0; round < 25; ++round) {
    const auto half = [&](double low, double high) { return std::round(2 * random.uniform(low, high)) / 2; };
    const double x = half(-4, 4), y = half(-2, 5), z = half(-2, 2);
    const Pose at = round % 2 == 0 ? translation({x, y, z}) : rotation({3, 1, 1, 0}, {x, y, z});
    const auto found = separation(of_u, polyhedron_of(block, ExactPose(at)).value().shape);
    const Distance expected = distance(u, Pose(), block, at);
    ASSERT_EQ(found.is_zero(), expected.status != Status::Separated) << x << " " << y << " " << z;
    const double gap = std::sqrt(square_of(found));
    EXPECT_GE(gap, expected.lower * (1 - 1e-12));
    EXPECT_LE(gap, expected.upper * (1 + 1e-12));
  }
}

// ---- Everything meets what it shares a cube's corner with

TEST(Separation, OfUnionsOfCubes) {
  detail::Random random(13);
  for (int round = 0; round < 60; ++round) {
    const Voxels<2> a(3, 0.3, random, false), b(3, 0.3, random, false);
    const auto shape_a = a.polytope(), shape_b = b.polytope();
    // The least distance of corners is that of the sets, corners being everywhere where the sets are nearest.
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 16; ++i)
      for (int k = 0; k < 16; ++k) {
        const std::array<double, 2> x = {double(i % 4), double(i / 4)}, y = {double(k % 4), double(k / 4)};
        if (a.dimension_at(x) < 0 || b.dimension_at(y) < 0) continue;
        least = std::min(least, (x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]));
      }
    EXPECT_EQ(square_of(separation(shape_a, shape_b)), 9 * least);
    const auto turned = separation(shape_b, shape_a);
    EXPECT_EQ(square_of(turned), 9 * least);
  }
}

}  // namespace
}  // namespace clearance::lab
