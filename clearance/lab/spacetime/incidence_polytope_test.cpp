#include <clearance/lab/spacetime/made_polytopes_test.h>

namespace clearance::lab {
namespace {

// ---- Solved by hand

TEST(IncidencePolytope, ATriangleIsSix) {
  const auto triangle = polygon({{{0, 0}, {4, 0}, {0, 3}}});
  EXPECT_EQ(triangle.incidences(), 6u);
  EXPECT_TRUE(triangle.face(triangle.whole()).is_convex);
}

template <int kDimension>
void expect_cube() {
  const auto shape = cube<kDimension>();
  // 2^(d − k)·(d over k) faces of dimension k; 2d facets, each a cube: I = 2^d·d!.
  std::uint64_t expected = 1, over = 1;
  for (int k = kDimension; k >= 0; --k) {
    EXPECT_EQ(shape.face_count(k), over << (kDimension - k)) << k;
    over = over * static_cast<std::uint64_t>(k) / static_cast<std::uint64_t>(kDimension - k + 1);
  }
  for (std::uint64_t k = 1; k <= kDimension; ++k) expected *= 2 * k;
  EXPECT_EQ(shape.incidences(), expected);
  std::uint64_t of_facets = 0;
  for (std::uint32_t i = 0; i < shape.face_count(kDimension - 1); ++i)
    of_facets += shape.incidences(FaceId{kDimension - 1, i});
  EXPECT_EQ(of_facets, shape.incidences());
}
TEST(IncidencePolytope, CubesOfAnyDimension) {
  expect_cube<1>();
  expect_cube<2>();
  expect_cube<3>();
  expect_cube<4>();
  expect_cube<5>();
  expect_cube<6>();
}

TEST(IncidencePolytope, InnerSidesOfDentsAndHoles) {
  const auto frame = polygon(frame_loops());
  EXPECT_FALSE(frame.face(frame.whole()).is_convex);
  const auto& whole = frame.face(frame.whole());
  const auto sign_at = [&](std::size_t k, double x, double y) {
    return sign_of_product(whole.sides[k], point({x, y}));
  };
  EXPECT_GT(sign_at(0, 0, 0), 0);  // of the outer square's lower side
  EXPECT_LT(sign_at(4, 0, 0), 0);  // of the hole's
  const auto ring = upright(frame_loops(), -1, 1);
  EXPECT_EQ(ring.face_count(2), 10u);
  EXPECT_FALSE(ring.face(FaceId{2, 0}).is_convex);
  EXPECT_FALSE(ring.face(ring.whole()).is_convex);
  EXPECT_TRUE(ring.face(FaceId{2, 5}).is_convex);
}

// ---- Bad input

template <int kDimension>
std::string fault(IncidenceLists<kDimension> lists) {
  const auto made = make_incidence_polytope(std::move(lists));
  return made ? "none" : made.error().text();
}
TEST(IncidencePolytope, WhatIsRefused) {
  EXPECT_EQ(fault(IncidenceLists<2>{}), "vertices: there are none");
  const auto square_lists = polygon_lists({square(1)});
  EXPECT_EQ(fault(square_lists), "none");
  auto bad = square_lists;
  bad.vertices[2] = point({1, 1}, 0);
  EXPECT_EQ(fault(bad), "face 2 of dimension 0: its weight is not positive");
  bad = square_lists;
  bad.facets[0][1][1] = 9;
  EXPECT_EQ(fault(bad), "face 1 of dimension 1: facet 9 is none");
  bad = square_lists;
  bad.facets[0][1] = {1};
  EXPECT_EQ(fault(bad), "face 1 of dimension 1: an edge has two vertices");
  bad = square_lists;
  bad.facets[0][1] = {1, 1};
  EXPECT_EQ(fault(bad), "face 1 of dimension 1: has a facet twice");
  bad = square_lists;
  bad.vertices[1] = bad.vertices[0];
  EXPECT_EQ(fault(bad), "face 0 of dimension 1: its vertices lie in a flat of dimension 0");
  bad = square_lists;
  bad.facets[1][0].pop_back();
  EXPECT_EQ(fault(bad), "face 0 of dimension 2: not closed: face 0 of dimension 0 bounds 1 of its facets");
  bad = square_lists;
  bad.facets[1][0].clear();
  EXPECT_EQ(fault(bad), "face 0 of dimension 2: has no facets");
  bad = square_lists;
  bad.facets[1].push_back(bad.facets[1][0]);
  EXPECT_EQ(fault(bad), "facets: the last must be one face, the whole");
  bad = square_lists;
  bad.vertices.push_back(point({7, 7}));
  EXPECT_EQ(fault(bad), "face 4 of dimension 0: bounds nothing");
  bad = square_lists;
  bad.facets.push_back({{0}});
  EXPECT_EQ(fault(bad), "facets: of a higher dimension than the space");
  EXPECT_EQ(fault(polygon_lists({{{0, 0}, {1, 0}, {2, 0}}})),
            "face 0 of dimension 2: its vertices lie in a flat of dimension 1");
  Faces3 bent{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5}, {0, 1, 0}}, {{{0, 1, 2, 3}}}};
  EXPECT_EQ(fault(polyhedron_lists(bent)), "face 0 of dimension 2: its vertices lie in no flat of that dimension");
  Faces3 open{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{{0, 1, 2}}, {{0, 1, 3}}, {{0, 2, 3}}}};
  EXPECT_EQ(fault(polyhedron_lists(open)),
            "face 0 of dimension 3: not closed: face 1 of dimension 1 bounds 1 of its facets");
}

// ---- Flat bodies are polytopes of a lower dimension

TEST(IncidencePolytope, FlatBodies) {
  IncidenceLists<3> dot;
  dot.vertices = {point({1, 2, 3})};
  const auto made = make_incidence_polytope(dot).value();
  EXPECT_EQ(made.dimension(), 0);
  EXPECT_EQ(made.incidences(), 1u);
  Faces3 plate{{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}, {{{0, 1, 2, 3}}}};
  auto lists = polyhedron_lists(plate);
  lists.facets.pop_back();
  const auto flat = make_incidence_polytope(lists).value();
  EXPECT_EQ(flat.dimension(), 2);
  EXPECT_EQ(flat.face(flat.whole()).hyperplanes.size(), 1u);
}

// ---- Filters

TEST(Homogeneous, FiltersSeldomFail) {
  detail::Random random(7);
  int open = 0;
  for (int k = 0; k < 100'000; ++k) {
    double x[4], y[4];
    for (double& each : x) each = random.uniform(-1, 1);
    for (double& each : y) each = random.uniform(-1, 1);
    const auto a = point(x), b = point(y);
    const int sign = filtered_sign(a, b);
    open += sign == 0 ? 1 : 0;
    if (k % 100 == 0 && sign != 0) {
      EXPECT_EQ(sign, product(a, b).sign());
    }
  }
  EXPECT_LE(open, 10);
}
TEST(Homogeneous, SignsOfWhatDoublesCannotTell) {
  const auto a = point({1e300, 1e-300}), b = point({1e-300, -1e300});
  EXPECT_EQ(sign_of_product(a, b), 1);  // 1 − 1 + 1
  EXPECT_EQ(sign_of_product(point({1e300, 1e-300}, 0), b), 0);
  EXPECT_EQ(sign_of_product(point({1e-320, 1e300}, 0), point({1, 0}, 0)), 1);
  EXPECT_EQ(filtered_sign(point({1e-320, 1e300}, 0), point({1, 0}, 0)), 0);
  EXPECT_EQ(point({3e300, 1}, 1e-9).rounded(0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(point({3, 1}, 4).rounded(0), 0.75);
}

}  // namespace
}  // namespace clearance::lab
