#include <clearance/build/mesh.h>

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/dyadic.h>
#include <clearance/exact/orient3d.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace clearance::detail {
namespace {

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
};

// The unit cube, corner i at the bits of i, two triangles a side.
Soup cube() {
  Soup soup;
  for (int i = 0; i < 8; ++i) soup.vertices.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
  soup.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return soup;
}

Soup scaled(Soup soup, double factor, Vec3 shift = {}) {
  for (Vec3& v : soup.vertices) v = factor * v + shift;
  return soup;
}

Soup inside_out(Soup soup) {
  for (MeshTriangle& t : soup.triangles) std::swap(t[0], t[1]);
  return soup;
}

Soup joined(Soup a, const Soup& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const MeshTriangle& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

// Every triangle with three vertices of its own.
Soup unwelded(const Soup& soup) {
  Soup out;
  for (const MeshTriangle& t : soup.triangles) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const std::uint32_t v : t) out.vertices.push_back(soup.vertices[v]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

MeshFacts facts_of(const Soup& soup, int threads = 1) { return mesh_facts(soup.vertices, soup.triangles, threads); }

std::string why_not(const Soup& soup) { return why_not_solid(facts_of(soup)); }

Result<Mesh> make(const Soup& soup, MeshKind kind = MeshKind::Automatic, bool flip = false, int threads = 1) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = kind, .flip = flip, .threads = threads});
}

std::string refusal(const Soup& soup, MeshKind kind = MeshKind::Automatic) {
  const Result<Mesh> mesh = make(soup, kind);
  return mesh ? "made" : mesh.error().text();
}

// --- solved by hand

TEST(Mesh, ACubeIsASolid) {
  const Soup soup = cube();
  const Mesh mesh = make(soup).value();
  const MeshFacts& facts = mesh.facts();
  EXPECT_TRUE(mesh.is_solid() && facts.is_closed());
  EXPECT_EQ(facts.triangles, 12u);
  EXPECT_EQ(facts.vertices_used, 8u);
  EXPECT_EQ(facts.edges, 18u);
  EXPECT_EQ(facts.components, 1u);
  EXPECT_EQ(facts.zero_area + facts.duplicate_triangles + facts.faults.size(), 0u);
  EXPECT_EQ(facts.volume, 1);
  EXPECT_EQ(facts.volume_sign, 1);
  EXPECT_EQ(why_not_solid(facts), "");
  EXPECT_EQ(mesh.triangles_as_given(), soup.triangles);
  EXPECT_EQ(std::vector(mesh.vertices().begin(), mesh.vertices().end()), soup.vertices);
  EXPECT_EQ(mesh.box_low(), (Vec3{0, 0, 0}));
  EXPECT_EQ(mesh.box_high(), (Vec3{1, 1, 1}));
  EXPECT_EQ(mesh.size(), 1);
  EXPECT_GE(mesh.reach(), 3);
  EXPECT_LT(mesh.reach(), 3.0001);
  EXPECT_EQ(std::vector(mesh.component_vertices().begin(), mesh.component_vertices().end()),
            std::vector<std::uint32_t>{0});
}

TEST(Mesh, KindsAreTheCallersChoice) {
  EXPECT_FALSE(make(cube(), MeshKind::Surface)->is_solid());
  EXPECT_TRUE(make(cube(), MeshKind::Solid)->is_solid());
  Soup open = cube();
  open.triangles.pop_back();
  EXPECT_FALSE(make(open)->is_solid());
  EXPECT_FALSE(make(open, MeshKind::Surface)->is_solid());
  EXPECT_EQ(refusal(open, MeshKind::Solid),
            "no solid: not closed: edge 3–5 has one triangle, edge 3–7 has one triangle and edge 5–7 has one triangle");
}

TEST(Mesh, TheFirstEdgesAtFaultAreNamedAndTheRestCounted) {
  Soup open = cube();
  open.triangles.resize(8);
  EXPECT_EQ(why_not(open),
            "not closed: edge 0–2 has one triangle, edge 0–4 has one triangle, edge 1–3 has one triangle and 5 more");
}

TEST(Mesh, AFlippedFaceIsInconsistent) {
  Soup soup = cube();
  std::swap(soup.triangles[0][0], soup.triangles[0][1]);
  EXPECT_EQ(facts_of(soup).inconsistent_edges, 3u);
  EXPECT_FALSE(facts_of(soup).is_closed());
  EXPECT_EQ(why_not(soup),
            "not consistently oriented: edge 0–1 has two triangles in the same direction, edge 0–2 has two triangles "
            "in the same direction and edge 1–2 has two triangles in the same direction");
}

TEST(Mesh, InsideOutIsASolidAndIsTurnedOnRequestOnly) {
  const Soup soup = inside_out(cube());
  EXPECT_TRUE(facts_of(soup).is_closed());
  EXPECT_EQ(facts_of(soup).volume, -1);
  const Mesh solid = make(soup).value();
  EXPECT_TRUE(solid.is_solid());
  EXPECT_EQ(solid.outer_side(), -1);
  EXPECT_EQ(solid.triangles_as_given(), soup.triangles);
  EXPECT_EQ(refusal(soup, MeshKind::Solid), "made");
  const Mesh turned = make(soup, MeshKind::Solid, true).value();
  EXPECT_EQ(turned.outer_side(), 1);
  EXPECT_EQ(turned.facts().volume, 1);
  for (std::uint32_t t = 0; t < 12; ++t) {
    const MeshTriangle before = soup.triangles[turned.id(t)], after = turned.triangle(t);
    EXPECT_EQ(after, (MeshTriangle{before[0], before[2], before[1]}));
  }
}

TEST(Mesh, ComponentsAndCavities) {
  const Mesh two = make(joined(cube(), scaled(cube(), 1, {5, 0, 0}))).value();
  EXPECT_TRUE(two.is_solid());
  EXPECT_EQ(two.facts().volume, 2);
  EXPECT_EQ(std::vector(two.component_vertices().begin(), two.component_vertices().end()),
            (std::vector<std::uint32_t>{0, 8}));
  const Soup hole = inside_out(scaled(cube(), 0.25, {0.5, 0.5, 0.5}));
  EXPECT_EQ(facts_of(joined(cube(), hole)).volume, 1 - 1.0 / 64);
  EXPECT_EQ(facts_of(joined(cube(), hole)).components, 2u);
  EXPECT_TRUE(facts_of(joined(cube(), hole)).is_solid());
  // Two cubes that share a corner's coordinates hang together there, and each edge still has two triangles.
  const MeshFacts at_a_corner = facts_of(joined(cube(), scaled(cube(), 1, {1, 1, 1})));
  EXPECT_EQ(at_a_corner.components, 1u);
  EXPECT_EQ(at_a_corner.vertices_used, 15u);
  EXPECT_TRUE(at_a_corner.is_solid());
}

TEST(Mesh, ThreeTrianglesOnOneEdge) {
  const Soup soup{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}};
  const MeshFacts facts = facts_of(soup);
  EXPECT_EQ(facts.nonmanifold_edges, 1u);
  EXPECT_EQ(facts.boundary_edges, 6u);
  EXPECT_EQ(facts.edges, 7u);
  EXPECT_EQ(why_not(soup),
            "not closed: edge 0–1 has 3 triangles in the same direction, edge 0–2 has one triangle, edge 0–3 has one "
            "triangle and 4 more");
  EXPECT_EQ(facts.unbalanced_edges, 7u);
}

// Where a solid touches itself along an edge, four triangles share it, two in each direction.
TEST(Mesh, FourTrianglesOnOneEdge) {
  const Soup two = joined(cube(), scaled(cube(), 1, {1, 1, 0}));
  const MeshFacts facts = facts_of(two);
  EXPECT_EQ(facts.nonmanifold_edges, 1u);
  EXPECT_EQ(facts.boundary_edges + facts.inconsistent_edges + facts.unbalanced_edges, 0u);
  EXPECT_EQ(facts.vertices_used, 14u);
  EXPECT_EQ(facts.components, 1u);
  EXPECT_TRUE(facts.is_closed() && facts.is_solid());
  EXPECT_EQ(why_not_solid(facts), "");
  // Three one way and one the other is no balance, though the number is even.
  Soup turned = two;
  std::swap(turned.triangles[7][0], turned.triangles[7][1]);  // of the three at edge 3–7 of the first cube
  EXPECT_EQ(facts_of(turned).unbalanced_edges, 3u);
  EXPECT_EQ(facts_of(turned).inconsistent_edges, 2u);
  EXPECT_EQ(why_not(turned),
            "not closed, not consistently oriented: edge 3–6 has two triangles in the same direction, edge 3–7 has 3 "
            "triangles in one direction and 1 in the other and edge 6–7 has two triangles in the same direction");
}

TEST(Mesh, ASolidThatIsThereTwice) {
  const MeshFacts facts = facts_of(joined(cube(), cube()));
  EXPECT_EQ(facts.nonmanifold_edges, 18u);
  EXPECT_EQ(facts.duplicate_triangles, 12u);
  EXPECT_EQ(facts.volume, 2);
  EXPECT_TRUE(facts.is_solid());
  EXPECT_FALSE(facts_of(joined(cube(), inside_out(cube()))).is_solid());
}

TEST(Mesh, OneSidedSurfacesAreNoSolids) {
  Soup strip;  // Möbius's, of five vertices
  for (int i = 0; i < 5; ++i) strip.vertices.push_back({std::cos(i * 1.0), std::sin(i * 1.0), i % 2 ? 1.0 : -1.0});
  for (std::uint32_t i = 0; i < 5; ++i) strip.triangles.push_back({i, (i + 1) % 5, (i + 2) % 5});
  EXPECT_EQ(facts_of(strip).boundary_edges, 5u);
  EXPECT_GT(facts_of(strip).inconsistent_edges, 0u);
  EXPECT_FALSE(facts_of(strip).is_closed());
  EXPECT_FALSE(make(strip)->is_solid());
  // Without a border: the projective plane of six vertices. Every edge has two triangles, but they cannot all agree.
  const Soup plane{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {2, 3, 5}},
      {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 1}, {1, 2, 4}, {2, 3, 5}, {3, 4, 1}, {4, 5, 2}, {5, 1, 3}}};
  EXPECT_EQ(facts_of(plane).boundary_edges + facts_of(plane).nonmanifold_edges, 0u);
  EXPECT_GT(facts_of(plane).inconsistent_edges, 0u);
  EXPECT_EQ(why_not(plane).substr(0, 25), "not consistently oriented");
}

TEST(Mesh, RefusedInOneLine) {
  EXPECT_EQ(refusal({}), "triangles: none given");
  EXPECT_EQ(refusal({cube().vertices, {}}), "triangles: none given");
  EXPECT_EQ(refusal({cube().vertices, {{0, 1, 2}, {5, 8, 1}}}), "triangles[1]: names vertex 8, but there are 8");
  EXPECT_EQ(refusal({{{0, 0, 0}, {0, NAN, 0}}, {{0, 0, 0}}}), "vertices[1]: not finite");
  EXPECT_EQ(refusal({{{0, 0, 0}, {0, 0, 1.5e300}}, {{0, 0, 0}}}), "vertices[1]: coordinate beyond 1e300");
}

// --- degenerate

TEST(Mesh, FoldedTrianglesHaveNoEdges) {
  Soup soup = cube();
  soup.triangles.push_back({0, 1, 1});
  soup.triangles.push_back({7, 7, 7});
  const MeshFacts facts = facts_of(soup);
  EXPECT_EQ(facts.zero_area, 2u);
  EXPECT_EQ(facts.edges, 18u);
  EXPECT_TRUE(make(soup)->is_solid());
  EXPECT_EQ(why_not({{{1, 2, 3}}, {{0, 0, 0}}}), "no triangle with three different vertices");
  EXPECT_EQ(refusal({{{1, 2, 3}}, {{0, 0, 0}}}), "made");
}

// A side of the cube with a point on its diagonal: the triangle that lies along the diagonal has no area, but edges.
TEST(Mesh, ATriangleWithoutAreaClosesACrack) {
  Soup soup = cube();
  soup.vertices.push_back({0.5, 0.5, 0});
  soup.triangles[0] = {0, 2, 8};
  soup.triangles.push_back({0, 8, 1});
  EXPECT_FALSE(facts_of(soup).is_closed());
  soup.triangles.push_back({1, 8, 2});
  EXPECT_EQ(facts_of(soup).zero_area, 1u);
  EXPECT_TRUE(make(soup)->is_solid());
}

TEST(Mesh, DuplicateFaces) {
  Soup soup = cube();
  soup.triangles.push_back({2, 1, 0});  // the first, turned in its plane
  soup.triangles.push_back({2, 0, 1});  // and turned over
  const MeshFacts facts = facts_of(soup);
  EXPECT_EQ(facts.duplicate_triangles, 2u);
  EXPECT_EQ(facts.nonmanifold_edges, 3u);
  EXPECT_EQ(facts.boundary_edges + facts.inconsistent_edges + facts.unbalanced_edges, 0u);
  EXPECT_TRUE(facts.is_solid());  // the two cancel
  // Back to back two faces close each other, around nothing.
  const Soup pillow{{{0.1, 0.2, 0.3}, {1.1e8, 0.7, 0.3}, {0.1, 1.3e-8, 0.9}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_EQ(facts_of(pillow).duplicate_triangles, 1u);
  EXPECT_TRUE(facts_of(pillow).is_closed());
  EXPECT_EQ(facts_of(pillow).volume, 0);
  EXPECT_EQ(refusal(pillow, MeshKind::Solid), "no solid: it encloses no volume");
}

TEST(Mesh, UnusedVerticesKeepTheirNumbersAndAreNoPart) {
  Soup soup = joined({{{-9, -9, -9}, {0, 0, 1e299}}, {}}, cube());
  soup.vertices.push_back({99, 99, 99});
  const Mesh mesh = make(soup).value();
  EXPECT_TRUE(mesh.is_solid());
  EXPECT_EQ(mesh.vertex_count(), 11u);
  EXPECT_EQ(mesh.facts().vertices_used, 8u);
  EXPECT_EQ(mesh.facts().components, 1u);
  EXPECT_EQ(mesh.box_high(), (Vec3{1, 1, 1}));
  EXPECT_LT(mesh.reach(), 3.0001);
  EXPECT_EQ(mesh.component_vertices()[0], 2u);
}

// An unused vertex at the place of a used one stood for it, so that certificates named a vertex of no triangle.
TEST(Mesh, AnUnusedVertexStandsForNoOther) {
  const Mesh mesh = make(joined({cube().vertices, {}}, unwelded(cube()))).value();
  EXPECT_TRUE(mesh.is_solid());
  EXPECT_EQ(mesh.component_vertices()[0], 8u);
  Soup open = joined({cube().vertices, {}}, cube());
  open.triangles.pop_back();
  EXPECT_EQ(facts_of(open).faults[0].low, 11u);
}

TEST(Mesh, EqualCoordinatesCountAsOneVertex) {
  Soup soup = unwelded(cube());
  for (std::size_t v = 0; v < soup.vertices.size(); v += 2)
    soup.vertices[v] = {soup.vertices[v].x == 0 ? -0.0 : 1, soup.vertices[v].y, soup.vertices[v].z};
  const Mesh mesh = make(soup).value();
  EXPECT_TRUE(mesh.is_solid());
  EXPECT_EQ(mesh.vertex_count(), 36u);
  EXPECT_EQ(mesh.facts().vertices_used, 8u);
  EXPECT_EQ(mesh.facts().edges, 18u);
  EXPECT_EQ(mesh.facts().components, 1u);
  EXPECT_EQ(mesh.triangles_as_given(), soup.triangles);
  // Edges at fault are named by the first vertices that lie there.
  soup.triangles.pop_back();
  EXPECT_EQ(make(soup)->facts().faults[0].low, 5u);
}

TEST(Mesh, AreasAndVolumesToTheLastBit) {
  const double third = 1.0 / 3;
  Soup needle{{{0, 0, 0}, {third, third, third}, {2 * third, 2 * third, 2 * third}}, {{0, 1, 2}}};
  EXPECT_EQ(facts_of(needle).zero_area, 1u);
  needle.vertices[1].z = std::nextafter(third, 1);
  EXPECT_EQ(facts_of(needle).zero_area, 0u);
  // A tetrahedron as thick as a double can show, far from the origin, one way and the other.
  const double up = std::nextafter(1e6, 2e6), down = std::nextafter(1e6, 0);
  for (const double top : {up, 1e6, down}) {
    const Soup thin{{{0.1, 0.1, 1e6}, {1.1, 0.3, 1e6}, {0.7, 1.3, 1e6}, {0.5, 0.6, top}},
                    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    EXPECT_EQ(facts_of(thin).volume_sign, top > 1e6 ? 1 : top < 1e6 ? -1 : 0);
    EXPECT_EQ(facts_of(thin).is_solid(), top != 1e6);
  }
}

// Two solids of equal size, one inside out: no volume is left, whatever the roundings say. In one place nothing else is
// left either; in two they are there all the same.
TEST(Mesh, VolumesThatCancel) {
  const Soup a = scaled(cube(), 0.75, {0.1, 0.2, 0.3});
  EXPECT_EQ(facts_of(joined(a, inside_out(a))).volume_sign, 0);
  EXPECT_EQ(facts_of(joined(a, inside_out(a))).volume, 0);
  EXPECT_EQ(why_not(joined(a, inside_out(a))), "it encloses no volume");
  for (const Vec3 by : {Vec3{5, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0.5, 0.5, 0.5}, {0x1p-50, 0, 0}}) {
    const Soup both = joined(cube(), inside_out(scaled(cube(), 1, by)));
    EXPECT_EQ(facts_of(both).volume, 0);
    EXPECT_TRUE(facts_of(both).is_solid()) << by.x;
    EXPECT_TRUE(make(both, MeshKind::Solid)->is_solid());
  }
}

// An open mesh encloses nothing, but its sum is taken about the origin all the same.
TEST(Mesh, TheSumOfAnOpenMeshIsAboutTheOrigin) {
  const Soup soup{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}}};
  EXPECT_EQ(facts_of(soup).volume, 1.0 / 6);
  EXPECT_EQ(facts_of(inside_out(soup)).volume_sign, -1);
  EXPECT_EQ(facts_of(scaled(soup, 1, {0, 0, -1})).volume_sign, 0);
}

// --- invariance

void expect_equal(const MeshFacts& a, const MeshFacts& b) {
  const auto all = [](const MeshFacts& f) {
    return std::vector<std::size_t>{
        f.triangles,         f.vertices_used,      f.zero_area,        f.duplicate_triangles, f.boundary_edges,
        f.nonmanifold_edges, f.inconsistent_edges, f.unbalanced_edges, f.components,          f.edges};
  };
  EXPECT_EQ(all(a), all(b));
  EXPECT_EQ(a.volume_sign, b.volume_sign);
  EXPECT_EQ(a.faults.size(), b.faults.size());
}

TEST(Mesh, TheSameAtEveryScale) {
  for (const double scale : {0x1p-1000, 0x1p-340, 1.0, 0x1p340, 0x1p990}) {
    const MeshFacts facts = facts_of(scaled(cube(), scale));
    expect_equal(facts, facts_of(cube()));
    EXPECT_EQ(facts.volume, scale * scale * scale) << scale;
  }
}

// A torus of 2·m·n triangles.
Soup torus(int m, int n) {
  Soup soup;
  const double turn = 6.283185307179586;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const double a = turn * i / m, b = turn * j / n, r = 0.3 + 0.02 * std::sin(7 * a) * std::cos(5 * b);
      soup.vertices.push_back(
          {(1 + r * std::cos(b)) * std::cos(a), (1 + r * std::cos(b)) * std::sin(a), r * std::sin(b)});
    }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i % m * n + j % n); };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      soup.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      soup.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return soup;
}

TEST(Mesh, ThreadsChangeNothing) {
  Soup soup = torus(150, 120);
  soup.triangles.erase(soup.triangles.begin() + 5000, soup.triangles.begin() + 5007);
  const MeshFacts one = facts_of(soup);
  EXPECT_GT(one.boundary_edges, 8u);
  for (const int threads : {2, 3}) {
    const MeshFacts many = facts_of(soup, threads);
    expect_equal(one, many);
    EXPECT_EQ(one.volume, many.volume);
    for (std::size_t i = 0; i < one.faults.size(); ++i) EXPECT_EQ(one.faults[i].high, many.faults[i].high);
    const Mesh a = make(soup).value(), b = make(soup, MeshKind::Automatic, false, threads).value();
    EXPECT_TRUE(std::ranges::equal(a.ids(), b.ids()));
  }
}

TEST(Mesh, ShuffledTrianglesHaveTheSameFacts) {
  Random random(5);
  Soup soup = torus(40, 30);
  const MeshFacts before = facts_of(soup);
  EXPECT_TRUE(before.is_solid());
  for (std::size_t i = soup.triangles.size(); i > 1; --i)
    std::swap(soup.triangles[i - 1], soup.triangles[random.below(i)]);
  for (MeshTriangle& t : soup.triangles) std::rotate(t.begin(), t.begin() + random.below(3), t.end());
  expect_equal(before, facts_of(soup));
  const Mesh mesh = make(soup).value();
  EXPECT_EQ(mesh.triangles_as_given(), soup.triangles);
}

TEST(Mesh, AClosedWeldedMeshTakesAtMost64BytesATriangle) {
  const Mesh mesh = make(torus(200, 100)).value();
  EXPECT_LE(static_cast<double>(mesh.memory_bytes()) / static_cast<double>(mesh.triangle_count()), 64);
}

// --- against brute force

MeshFacts slow_facts(const Soup& soup) {
  MeshFacts facts;
  std::map<std::array<double, 3>, std::uint32_t> number;
  std::map<std::array<std::uint32_t, 2>, std::vector<bool>> edges;
  std::map<std::uint32_t, std::uint32_t> component;
  std::set<MeshTriangle> seen;
  Dyadic sum;
  facts.triangles = soup.triangles.size();
  for (const MeshTriangle& given : soup.triangles) {
    MeshTriangle t;
    Vec3 p[3];
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = soup.vertices[given[k]];
      t[k] = number.emplace(std::array{p[k].x + 0.0, p[k].y + 0.0, p[k].z + 0.0}, number.size()).first->second;
      component.emplace(t[k], t[k]);
    }
    for (const std::uint32_t v : t) {
      const std::uint32_t old = component[v], now = component[t[0]];
      for (auto& [vertex, label] : component) label = label == old ? now : label;
    }
    sum = sum + dot(exact(p[0]), cross(exact(p[1]), exact(p[2])));
    facts.zero_area += collinear(p[0], p[1], p[2]);
    MeshTriangle sorted = t;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2]) continue;
    facts.duplicate_triangles += !seen.insert(sorted).second;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      edges[{std::min(from, to), std::max(from, to)}].push_back(from < to);
    }
  }
  for (const auto& [edge, ways] : edges) {
    facts.boundary_edges += ways.size() == 1;
    facts.nonmanifold_edges += ways.size() > 2;
    facts.inconsistent_edges += ways.size() == 2 && ways[0] == ways[1];
    facts.unbalanced_edges += 2 * std::ranges::count(ways, true) != std::ssize(ways);
  }
  std::set<std::uint32_t> labels;
  for (const auto& [vertex, label] : component) labels.insert(label);
  facts.edges = edges.size();
  facts.components = labels.size();
  facts.vertices_used = number.size();
  facts.volume_sign = sum.sign();
  facts.faults.resize(std::min<std::size_t>(8, facts.unbalanced_edges));
  return facts;
}

TEST(Mesh, FactsOfRandomSoupsAgreeWithMaps) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    Soup soup;
    const std::size_t points = 3 + random.below(25), count = 1 + random.below(40);
    const auto grid = [&] { return static_cast<double>(random.below(3)) * (random.below(2) ? 1.0 : -1.0) / 10; };
    while (soup.vertices.size() < points) soup.vertices.push_back({grid(), grid(), grid()});
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(points)); };
    while (soup.triangles.size() < count) soup.triangles.push_back({pick(), pick(), pick()});
    SCOPED_TRACE(round);
    expect_equal(facts_of(soup), slow_facts(soup));
  }
}

// Cells of a grid, each outward or inside out as often as it likes, every time with diagonals of its own: they enclose
// something exactly when those of some cell do not cancel.
TEST(Mesh, SumsOfCellsEncloseWhatIsLeft) {
  Random random(17);
  int solids = 0, without_volume = 0, nothing = 0;
  for (int round = 0; round < 400; ++round) {
    Soup soup;
    std::map<std::array<int, 3>, int> cells;
    const bool pair_up = round % 2 == 0;
    for (int k = 0; k < 4; ++k) {
      std::array<int, 3> at{};
      for (int& x : at) x = static_cast<int>(random.below(2));
      Soup cell = scaled(cube(), 1, {double(at[0]), double(at[1]), double(at[2])});
      const auto turn_diagonals = [&](Soup& of) {
        // Triangles 2s and 2s + 1 are a side: a, b, c and b, d, c, or the other way round.
        for (std::size_t s = 0; s < 12; s += 2) {
          const MeshTriangle t = of.triangles[s];
          std::uint32_t fourth = 0;
          for (const std::uint32_t v : of.triangles[s + 1])
            if (std::ranges::count(t, v) == 0) fourth = v;
          std::size_t far = 0;  // the corner of t that is not on the diagonal
          while (std::ranges::count(of.triangles[s + 1], t[far]) != 0) ++far;
          if (random.below(2) == 0) continue;
          of.triangles[s] = {t[far], t[(far + 1) % 3], fourth};
          of.triangles[s + 1] = {t[far], fourth, t[(far + 2) % 3]};
        }
      };
      const bool turned = random.below(2) == 0;
      Soup one = turned ? inside_out(cell) : cell;
      turn_diagonals(one);
      soup = joined(soup, one);
      cells[at] += turned ? -1 : 1;
      if (!pair_up || random.below(4) == 0) continue;
      Soup other = turned ? cell : inside_out(cell);
      turn_diagonals(other);
      soup = joined(soup, other);
      cells[at] -= turned ? -1 : 1;
    }
    // A shear, so that planes are slanted.
    for (Vec3& v : soup.vertices) v = {v.x + 0.375 * v.y, v.y - 0.25 * v.z, v.z + 3 * v.x};
    const bool truth = std::ranges::any_of(cells, [](const auto& cell) { return cell.second != 0; });
    const MeshFacts facts = facts_of(soup);
    EXPECT_TRUE(facts.is_closed());
    EXPECT_EQ(facts.encloses, truth) << round;
    solids += truth, without_volume += truth && facts.volume_sign == 0, nothing += !truth;
  }
  EXPECT_GT(solids, 100);
  EXPECT_GT(without_volume, 20);
  EXPECT_GT(nothing, 20);
}

// --- polytopes

TEST(Mesh, OfPolytopes) {
  for (const Polytope& body : {box({1, 2, 3}), test_polytope(TestShape::Plate, 60, 3)}) {
    const Mesh mesh = mesh_of(body);
    EXPECT_TRUE(mesh.is_solid());
    EXPECT_EQ(mesh.vertex_count(), static_cast<std::size_t>(body.vertex_count()));
    EXPECT_EQ(mesh.triangle_count(), mesh.vertex_count() * 2 - 4);
  }
  EXPECT_EQ(mesh_of(box({1, 2, 3})).facts().volume, 6);
}

TEST(Mesh, OfFlatPolytopes) {
  EXPECT_EQ(boundary_triangles(box({0, 0, 0})), (std::vector<MeshTriangle>{{0, 0, 0}}));
  const std::vector<MeshTriangle> segment = boundary_triangles(box({0, 2, 0}));
  ASSERT_EQ(segment.size(), 1u);
  EXPECT_NE(segment[0][0], segment[0][1]);
  EXPECT_EQ(segment[0][1], segment[0][2]);
  EXPECT_EQ(boundary_triangles(box({1, 1, 0})).size(), 2u);
  for (const Vec3 edges : {Vec3{0, 0, 0}, Vec3{0, 2, 0}, Vec3{1, 1, 0}}) EXPECT_FALSE(mesh_of(box(edges)).is_solid());
}

// The third point is inside and no vertex of the hull: numbers are the caller's.
TEST(Mesh, BoundaryTrianglesAreNumberedAsTheCallerDoes) {
  const std::vector<Vec3> points{{0, 0, 0}, {4, 0, 0}, {1, 1, 1}, {0, 4, 0}, {0, 0, 4}};
  const std::vector<MeshTriangle> triangles = boundary_triangles(convex_hull(points).value());
  EXPECT_EQ(triangles.size(), 4u);
  for (const MeshTriangle& t : triangles) EXPECT_EQ(std::ranges::count(t, 2u), 0);
  EXPECT_TRUE(mesh_facts(points, triangles).is_solid());
}

}  // namespace
}  // namespace clearance::detail
