#include <clearance/lab/spacetime/voxels_test.h>

#include <cmath>

namespace clearance::lab {
namespace {

std::string text_of(const Place& place) {
  return place ? std::to_string(place->dimension) + "/" + std::to_string(place->index) : "outside";
}

// ---- Solved by hand

TEST(Locate, InAnInterval) {
  const auto interval = cube<1>();
  const Locator locate(interval);
  EXPECT_EQ(text_of(locate(point({0.5}))), "1/0");
  EXPECT_EQ(text_of(locate(point({3}, 3))), "0/1");
  EXPECT_EQ(text_of(locate(point({-1.5}))), "outside");
}

TEST(Locate, InAFrame) {
  const auto frame = polygon(frame_loops());
  const Locator locate(frame);
  EXPECT_EQ(text_of(locate(point({2, 0}))), "2/0");
  EXPECT_EQ(text_of(locate(point({0, 0}))), "outside");
  EXPECT_EQ(text_of(locate(point({1, 0}))), "1/5");
  EXPECT_EQ(text_of(locate(point({1, 1}))), "0/6");
  // Along both diagonals every meeting is a corner, and along a side's own line the ray lies in that line.
  for (const auto& u : {point({1, 1}, 0), point({-1, 1}, 0), point({1, 0}, 0)}) {
    EXPECT_EQ(text_of(locate.along(frame.whole(), point({0, 0}), u)), "outside");
    EXPECT_EQ(text_of(locate.along(frame.whole(), point({2, 2}), u)), "2/0");
    EXPECT_EQ(text_of(locate.along(frame.whole(), point({-2, 1}), u)), "2/0");
    EXPECT_EQ(text_of(locate.along(frame.whole(), point({-4, -1}), u)), "outside");
    EXPECT_EQ(text_of(locate.along(frame.whole(), point({-4, 3}), u)), "outside");
  }
}

// A vertex at which the surface is a saddle: the ray meets facets in both senses there and passes from outside to
// inside all the same. "Enters and leaves" would count it twice.
TEST(Locate, ASaddleVertex) {
  // Six faces around the middle vertex, up and down in turn, closed below.
  Faces3 of;
  of.corners.push_back({0, 0, 0});
  const double ring[6][3] = {{4, 0, 1}, {2, 3, -1}, {-2, 3, 1}, {-4, 0, -1}, {-2, -3, 1}, {2, -3, -1}};
  for (const auto& x : ring) of.corners.push_back({x[0], x[1], x[2]});
  of.corners.push_back({0, 0, -6});
  for (std::uint32_t k = 0; k < 6; ++k) {
    of.faces.push_back({{0, 1 + k, 1 + (k + 1) % 6}});
    of.faces.push_back({{7, 1 + k, 1 + (k + 1) % 6}});
  }
  const auto saddle = polyhedron(of);
  const Locator locate(saddle);
  EXPECT_EQ(text_of(locate(point({0, 0, 0}))), "0/0");
  const auto whole = saddle.whole();
  for (const double tilt : {-0.25, 0.0, 0.25}) {
    const auto up = point({tilt, 0, 1}, 0);
    const auto below = point({-2 * tilt, 0, -2}), above = point({2 * tilt, 0, 2});
    EXPECT_EQ(text_of(locate.along(whole, below, up)), "3/0") << tilt;
    EXPECT_EQ(text_of(locate.along(whole, above, opposite(up))), "outside") << tilt;
    // What lies just off the vertex, to all sides, against points near it.
    for (int k = 0; k < 48; ++k) {
      const double x = std::round(std::cos(0.13 + k) * 64), y = std::round(std::sin(0.13 + k) * 64);
      const auto off = locate.just_off(whole, {0, 0}, point({x, y, tilt * 16}, 0));
      EXPECT_EQ(text_of(off), text_of(locate(point({x, y, tilt * 16}, 0x1p20)))) << k;
    }
  }
}

// ---- Everything that a grid has, on and near the boundary, against the cubes around the point

template <int kDimension>
void expect_as_the_cubes(int shapes, int size, int points) {
  detail::Random random(40 + kDimension);
  int on = 0, in = 0, out = 0;
  for (int s = 0; s < shapes; ++s) {
    const Voxels<kDimension> voxels(size, 0.4 + 0.5 * random.unit(), random, s % 2 == 1);
    const auto shape = voxels.polytope();
    const Locator locate(shape);
    const auto whole = shape.whole();
    for (int n = 0; n < points; ++n) {
      std::array<double, kDimension> x, way;
      for (double& each : x) {
        each = 0.5 * static_cast<double>(random.below(2 * static_cast<std::uint64_t>(size) + 3)) - 0.5;
        if (n % 3 == 2) each += random.unit() < 0.5 ? 0x1p-40 : -0x1p-40;
      }
      // Along the grid, along diagonals, and a little beside them.
      do
        for (double& each : way) each = static_cast<double>(random.below(3)) - 1;
      while (std::all_of(way.begin(), way.end(), [](double each) { return each == 0; }));
      const double weight = static_cast<double>(1 + random.below(3));
      const auto at = voxels.at(x, weight);
      auto u = voxels.at(way);
      u = direction(voxels.at({}), u);
      const int expected = voxels.dimension_at(x);
      const Place found[] = {locate(at), locate.along(whole, at, u), locate.at_random(whole, at, random)};
      for (const Place& place : found) {
        ASSERT_EQ(place ? place->dimension : -1, expected) << s << " " << n;
        ASSERT_EQ(text_of(place), text_of(found[0]));
      }
      (expected < 0 ? out : expected == kDimension ? in : on)++;
    }
  }
  // All three are common.
  for (const int count : {on, in, out}) EXPECT_GT(50 * count, on + in + out);
}
TEST(Locate, AsTheCubesOfAGrid2) { expect_as_the_cubes<2>(60, 4, 200); }
TEST(Locate, AsTheCubesOfAGrid3) { expect_as_the_cubes<3>(16, 3, 600); }
TEST(Locate, AsTheCubesOfAGrid4) { expect_as_the_cubes<4>(8, 2, 500); }

// ---- Random directions

TEST(Locate, ADirectionOrTwoAreDrawn) {
  detail::Random random(5);
  const auto ring = upright(frame_loops(), -1, 1);
  const Locator locate(ring);
  int draws = 0, asked = 0;
  for (int n = 0; n < 2000; ++n, ++asked) {
    const auto at = point({random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-0.9, 0.9)});
    const bool is_in = std::max(std::fabs(at.rounded(0)), std::fabs(at.rounded(1))) < 3 &&
                       std::max(std::fabs(at.rounded(0)), std::fabs(at.rounded(1))) > 1;
    EXPECT_EQ(locate.at_random(ring.whole(), at, random, &draws).has_value(), is_in);
  }
  EXPECT_LE(draws, asked + asked / 50);
}

// ---- Invariance: another origin, another scale, other weights

TEST(Locate, IsTheSameInOtherPlaces) {
  detail::Random random(6);
  const Voxels<3> voxels(3, 0.5, random, true);
  const auto shape = voxels.polytope();
  IncidenceLists<3> lists;
  const auto elsewhere = [](const Homogeneous<4>& p) {
    const Dyadic k(0x1p70), third(3.0);
    return Homogeneous<4>({k * p[0] * third + Dyadic(12345.0) * p.weight(), k * p[1] * third - p.weight(),
                           k * p[2] * third, p.weight() * third});
  };
  for (const auto& v : shape.vertices()) lists.vertices.push_back(elsewhere(v));
  for (int d = 1; d <= 3; ++d) {
    auto& facets = lists.facets.emplace_back();
    for (const auto& face : shape.faces(d)) facets.push_back(face.facets);
  }
  const auto moved = make_incidence_polytope(std::move(lists)).value();
  for (int n = 0; n < 300; ++n) {
    std::array<double, 3> x;
    for (double& each : x) each = 0.5 * static_cast<double>(random.below(11)) - 1;
    const auto at = voxels.at(x);
    EXPECT_EQ(text_of(Locator(shape)(at)), text_of(Locator(moved)(elsewhere(at))));
  }
}

}  // namespace
}  // namespace clearance::lab
