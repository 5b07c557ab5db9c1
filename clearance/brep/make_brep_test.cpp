#include <clearance/brep/make_brep.h>

#include <clearance/brep/brep_check_test.h>
#include <clearance/brep/entity.h>
#include <clearance/brep/solids_test.h>
#include <clearance/build/convex_hull.h>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace clearance {
namespace {

using detail::Random;

std::array<std::size_t, 3> counts(const BRep& brep) {
  return {brep.vertex_count(), brep.edge_count(), brep.face_count()};
}
using Counts = std::array<std::size_t, 3>;

// Everything with lasting ids, so that two B-reps can be compared: what is around each face and each edge.
using Listing = std::vector<std::vector<std::uint32_t>>;
Listing listing(const BRep& b, const std::vector<std::uint32_t>& triangle_name = {}) {
  Listing all;
  const auto name = [&](std::uint32_t id) { return triangle_name.empty() ? id : triangle_name[id]; };
  // A face by all of its triangles.
  const auto face_name = [&](std::uint32_t f) {
    std::uint32_t lowest = 0xffffffffu;
    for (const std::uint32_t t : b.triangles_of_face(f)) lowest = std::min(lowest, name(b.mesh().id(t)));
    return lowest;
  };
  for (std::uint32_t f = 0; f < b.face_count(); ++f)
    for (const std::uint32_t first : b.loops_of_face(f)) {
      std::vector<std::uint32_t> loop{0, face_name(f)};
      std::uint32_t h = first;
      do {
        loop.push_back(b.vertex_id(b.half_edge(h).origin));
        loop.push_back(face_name(b.half_edge(b.half_edge(h).twin).face));
        h = b.half_edge(h).next;
      } while (h != first);
      all.push_back(loop);
    }
  for (std::uint32_t e = 0; e < b.edge_count(); ++e) all.push_back({1, b.edge_id(e)[0], b.edge_id(e)[1]});
  std::sort(all.begin(), all.end());
  return all;
}

// --- solved by hand

TEST(MakeBRep, FindsTheSixFacesOfABox) {
  const BRep box = brep_of(box_soup({0, 0, 0}, {1, 2, 3}));
  expect_valid(box);
  EXPECT_EQ(counts(box), (Counts{8, 12, 6}));
  EXPECT_EQ(box.entity_count(), 26u);
  EXPECT_EQ(BRepCheck(box).euler(), 2);
  // Triangles 0 and 2 are below, 1 and 3 above.
  EXPECT_EQ(box.face_id(0), 0u);
  EXPECT_EQ(box.face_id(1), 1u);
  EXPECT_EQ(box.face_id(2), 4u);
  EXPECT_EQ(box.triangles_of_face(0).size(), 2u);
  EXPECT_EQ(box.edge_id(0), (std::array<std::uint32_t, 2>{0, 1}));
  const auto& below = box.plane_of_face(0);
  EXPECT_LT(cross(below[1] - below[0], below[2] - below[0]).z, 0);
  EXPECT_GT(box.memory_bytes(), box.mesh().memory_bytes());
  // 0 → 3 → 2 → 1, seen from below counter-clockwise.
  const BRepHalfEdge& first = box.half_edge(box.loops_of_face(0)[0]);
  EXPECT_EQ(box.vertex_id(first.origin), 0u);
  EXPECT_EQ(box.vertex_id(box.half_edge(first.next).origin), 3u);
}

TEST(MakeBRep, NamesEntities) {
  const BRep box = brep_of(box_soup({0, 0, 0}, {1, 2, 3}));
  EXPECT_EQ(name_of(box, {EntityKind::Vertex, 5}), "vertex 5");
  EXPECT_EQ(name_of(box, {EntityKind::Edge, 0}), "edge 0-1");
  EXPECT_EQ(name_of(box, {EntityKind::Face, 2}), "face 4");
  EXPECT_EQ(name_of(box, {EntityKind::Inside}), "inside");
  EXPECT_EQ(name_of(box, {EntityKind::Outside}), "outside");
  EXPECT_EQ(name_of(box, {}), "not asked");
}

TEST(MakeBRep, KeepsConcaveFacesWhole) {
  const BRep corner = brep_of(corner_soup());
  expect_valid(corner);
  EXPECT_EQ(counts(corner), (Counts{12, 18, 8}));
  const BRep star = brep_of(star_soup(5));
  expect_valid(star);
  EXPECT_EQ(counts(star), (Counts{20, 30, 12}));
}

TEST(MakeBRep, GivesAHoleALoop) {
  const BRep frame = brep_of(frame_soup());
  expect_valid(frame);
  EXPECT_EQ(counts(frame), (Counts{16, 24, 10}));
  EXPECT_EQ(BRepCheck(frame).loop_count(), 12u);
  EXPECT_EQ(BRepCheck(frame).euler(), 0);  // one handle
  EXPECT_EQ(frame.loops_of_face(0).size(), 2u);
  EXPECT_EQ(frame.vertex_id(frame.half_edge(frame.loops_of_face(0)[0]).origin), 0u);  // the outer loop is first
  EXPECT_EQ(frame.vertex_id(frame.half_edge(frame.loops_of_face(0)[1]).origin), 4u);
}

TEST(MakeBRep, MergesADividedCube) {
  for (const int k : {1, 2, 3, 7}) {
    const BRep cube = brep_of(divided_cube_soup(k));
    expect_valid(cube);
    EXPECT_EQ(counts(cube), (Counts{8, 12, 6}));
    for (std::uint32_t f = 0; f < 6; ++f)
      EXPECT_EQ(cube.triangles_of_face(f).size(), static_cast<std::size_t>(2 * k * k));
  }
}

// Entities as the paper's Table 1 counts them.
TEST(MakeBRep, CountsTheEntitiesOfSpheresAndTori) {
  for (const auto& [n, sphere, torus] :
       std::vector<std::array<int, 3>>{{4, 58, 64}, {6, 134, 144}, {8, 242, 256}, {10, 382, 400}, {20, 1562, 1600}}) {
    const BRep round = brep_of(sphere_soup(n, n)), ring = brep_of(torus_soup(n, n));
    expect_valid(round);
    expect_valid(ring);
    EXPECT_EQ(round.entity_count(), static_cast<std::size_t>(sphere));
    EXPECT_EQ(ring.entity_count(), static_cast<std::size_t>(torus));
    EXPECT_EQ(BRepCheck(round).euler(), 2);
    EXPECT_EQ(BRepCheck(ring).euler(), 0);
  }
}

TEST(MakeBRep, LeavesOutTheMiddleOfABase) {
  const BRep cone = brep_of(cone_soup(6));
  expect_valid(cone);
  EXPECT_EQ(counts(cone), (Counts{7, 12, 7}));
  EXPECT_EQ(cone.vertex_id(0), 1u);  // 0 is the middle
}

TEST(MakeBRep, PairsFacesAcrossMaterial) {
  // Two cubes that share an edge: four half-edges, each cube's own two are twins.
  const BRep cubes = brep_of(voxel_soup({{0, 0, 0}, {1, 1, 0}}));
  expect_valid(cubes);
  EXPECT_EQ(counts(cubes), (Counts{14, 23, 12}));
  int shared = 0;
  for (std::uint32_t e = 0; e < cubes.edge_count(); ++e) {
    const auto around = cubes.half_edges_of_edge(e);
    if (around.size() == 2) continue;
    ++shared;
    ASSERT_EQ(around.size(), 4u);
    EXPECT_EQ(cubes.vertex(cubes.edge(e).low), (Vec3{1, 1, 0}));
    for (const std::uint32_t h : around) {
      const auto side = [&](std::uint32_t x) {
        const auto& p = cubes.plane_of_face(cubes.half_edge(x).face);
        const Vec3 n = cross(p[1] - p[0], p[2] - p[0]);
        return n.x + n.y > 0;  // of the lower cube
      };
      EXPECT_EQ(side(h), side(cubes.half_edge(h).twin));
    }
  }
  EXPECT_EQ(shared, 1);

  // Three around a corner's edge: the empty sector is the one wedge that is not there.
  expect_valid(brep_of(voxel_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})));
  EXPECT_EQ(brep_of(voxel_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})).edge_count(), 18u);
}

// Twelve pages of a book: wedges around one edge.
TEST(MakeBRep, SortsManyFacesAroundAnEdge) {
  Soup book;
  const Loop polygon = round_polygon(12);
  for (std::size_t k = 0; k < 12; k += 2) book.add(prism_over({{0, 0}, polygon[k], polygon[k + 1]}, {{0, 1, 2}}, 2));
  const BRep brep = brep_of(book);
  expect_valid(brep);
  EXPECT_EQ(counts(brep), (Counts{26, 6 * 8 + 1, 30}));
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e)
    EXPECT_EQ(brep.half_edges_of_edge(e).size(), brep.edge_id(e)[0] == 0 && brep.edge_id(e)[1] == 3 ? 12u : 2u);
}

TEST(MakeBRep, HoldsSolidsThatTouchAtAVertex) {
  const BRep cubes = brep_of(voxel_soup({{0, 0, 0}, {1, 1, 1}}));
  expect_valid(cubes);
  EXPECT_EQ(counts(cubes), (Counts{15, 24, 12}));
  EXPECT_EQ(BRepCheck(cubes).euler(), 3);  // two shells less the vertex that they share
}

TEST(MakeBRep, HoldsCavities) {
  const BRep hollow = brep_of(cavity_soup());
  expect_valid(hollow);
  EXPECT_EQ(counts(hollow), (Counts{16, 24, 12}));
  EXPECT_EQ(BRepCheck(hollow).euler(), 4);
}

TEST(MakeBRep, TakesPolytopes) {
  Random random(7);
  std::vector<Vec3> points;
  points.reserve(60);
  for (int i = 0; i < 60; ++i)
    points.push_back(
        {std::floor(random.uniform(-4, 5)), std::floor(random.uniform(-4, 5)), std::floor(random.uniform(-4, 5))});
  const Polytope hull = convex_hull(points).value();
  const BRep brep = make_brep(hull).value();
  expect_valid(brep);
  EXPECT_EQ(brep.vertex_count(), static_cast<std::size_t>(hull.vertex_count()));
  EXPECT_EQ(brep.edge_count(), static_cast<std::size_t>(hull.edge_count()));
  ASSERT_EQ(brep.face_count(), static_cast<std::size_t>(hull.face_count()));
  for (int v = 0; v < hull.vertex_count(); ++v) {
    EXPECT_EQ(brep.vertex_id(static_cast<std::uint32_t>(v)), hull.id(v));
    EXPECT_EQ(brep.vertex(static_cast<std::uint32_t>(v)), hull.vertex(v));
  }
  std::uint32_t fan = 0;
  for (int f = 0; f < hull.face_count(); ++f) {
    EXPECT_EQ(brep.face_id(static_cast<std::uint32_t>(f)), fan);
    EXPECT_EQ(brep.triangles_of_face(static_cast<std::uint32_t>(f)).size(), hull.face(f).size() - 2);
    fan += static_cast<std::uint32_t>(hull.face(f).size() - 2);
  }
  // The mesh of the same triangles, with the caller's numbers, is the same solid.
  const Mesh mesh = make_mesh(points, boundary_triangles(hull)).value();
  EXPECT_EQ(listing(make_brep(mesh).value()), listing(brep));

  for (const auto& [size, name] :
       std::vector<std::pair<std::size_t, std::string>>{{1, "a point"}, {2, "a segment"}, {4, "a polygon"}}) {
    const Vec3 square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const Polytope flat = convex_hull(std::span(square).first(size)).value();
    EXPECT_EQ(make_brep(flat).error().text(), "no solid: the polytope is " + name);
  }
}

// --- degenerate

TEST(MakeBRep, TurnsWhatIsInsideOut) {
  for (const Soup& soup : {box_soup({0, 0, 0}, {1, 2, 3}), cavity_soup(), frame_soup()}) {
    Soup turned;
    turned.add(soup, true);
    const BRep outward = brep_of(soup), brep = brep_of(turned);
    expect_valid(brep);
    EXPECT_EQ(listing(brep), listing(outward));
    EXPECT_GT(brep.mesh().facts().volume_sign, 0);
  }
  // One shell of two, and one of two that share an edge.
  Soup apart = box_soup({0, 0, 0}, {1, 1, 1}), apart_turned = apart;
  apart.add(box_soup({5, 0, 0}, {6, 1, 1}));
  apart_turned.add(box_soup({5, 0, 0}, {6, 1, 1}), true);
  expect_valid(brep_of(apart_turned));
  EXPECT_EQ(listing(brep_of(apart_turned)), listing(brep_of(apart)));

  Soup sharing = box_soup({0, 0, 0}, {1, 1, 1}), sharing_turned = sharing;
  sharing.add(box_soup({1, 1, 0}, {2, 2, 1}));
  sharing_turned.add(box_soup({1, 1, 0}, {2, 2, 1}), true);
  expect_valid(brep_of(sharing_turned));
  EXPECT_EQ(listing(brep_of(sharing_turned)), listing(brep_of(sharing)));
}

TEST(MakeBRep, TakesClosedSurfacesAsTheSolidTheyBound) {
  const Soup box = box_soup({0, 0, 0}, {1, 2, 3});
  const Mesh surface = make_mesh(box.vertices, box.triangles, {.kind = MeshKind::Surface}).value();
  const BRep brep = make_brep(surface).value();
  expect_valid(brep);
  EXPECT_EQ(listing(brep), listing(brep_of(box)));
}

TEST(MakeBRep, WeldsEqualVertices) {
  // Every triangle with vertices of its own, zeros of both signs among them.
  const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  Soup loose;
  for (const MeshTriangle& t : box.triangles)
    for (const std::uint32_t v : t) {
      if (loose.vertices.size() % 3 == 0) {
        const auto base = static_cast<std::uint32_t>(loose.vertices.size());
        loose.triangles.push_back({base, base + 1, base + 2});
      }
      const Vec3 p = box.vertices[v];
      loose.vertices.push_back(
          loose.vertices.size() % 2 == 0 ? p : Vec3{p.x == 0 ? -0.0 : p.x, p.y, p.z == 0 ? -0.0 : p.z});
    }
  const BRep brep = brep_of(loose);
  expect_valid(brep);
  EXPECT_EQ(counts(brep), (Counts{8, 12, 6}));
  // The first use of each: 0, 2, 1 and 0, 3, 2 below.
  EXPECT_EQ(brep.vertex_id(0), 0u);
  EXPECT_EQ(brep.vertex_id(1), 1u);
  EXPECT_EQ(brep.vertex_id(2), 2u);
}

// A face almost in the plane of its neighbour is another face, however little there is between them.
TEST(MakeBRep, KeepsNearlyCoplanarFacesApart) {
  const Soup flat{{{-1, 0, 0}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
  EXPECT_EQ(counts(brep_of(flat)), (Counts{5, 8, 5}));
  for (const double z : {0x1p-1074, 1e-300, 0x1p-60}) {
    for (const double sign : {1.0, -1.0}) {
      Soup bent = flat;
      bent.vertices[3].z = sign * z;
      const BRep brep = brep_of(bent);
      expect_valid(brep, false);
      EXPECT_EQ(counts(brep), (Counts{5, 9, 6}));
    }
  }
  // A vertex beside the line between its neighbours by one bit; so near, it is one.
  Soup bar = box_soup({0, 0, 0}, {1, 1, 1});
  bar.vertices.push_back({0.5, 0, 0});
  bar.triangles.erase(bar.triangles.begin());  // 0, 2, 1
  bar.triangles.insert(bar.triangles.begin(), {{0, 2, 8}, {8, 2, 1}});
  std::erase(bar.triangles, MeshTriangle{0, 1, 5});
  bar.triangles.insert(bar.triangles.end(), {{0, 8, 5}, {8, 1, 5}});
  EXPECT_EQ(counts(brep_of(bar)), (Counts{8, 12, 6}));
  bar.vertices[8].y = -0x1p-1074;
  const BRep bent = brep_of(bar);
  expect_valid(bent, false);
  // The vertex is in the plane below still, and bends the front: two triangles there and the rest of the face.
  EXPECT_EQ(counts(bent), (Counts{9, 15, 8}));
}

// A cube on its edge on a plate: the plate's upper face runs around a slit of two half-edges. A tip on a face is a
// vertex in the middle of that face, on none of its loops.
TEST(MakeBRep, HoldsContactsWithinAFace) {
  const BRep on_edge = brep_of(edge_on_plate_soup());
  expect_valid(on_edge);
  EXPECT_EQ(counts(on_edge), (Counts{8 + 6, 12 + 9, 6 + 5}));
  EXPECT_EQ(BRepCheck(on_edge).loop_count(), 12u);
  for (std::uint32_t e = 0; e < on_edge.edge_count(); ++e) {
    const auto around = on_edge.half_edges_of_edge(e);
    if (around.size() == 2) continue;
    ASSERT_EQ(around.size(), 4u);
    const auto face = [&](std::size_t k) { return on_edge.half_edge(around[k]).face; };
    EXPECT_TRUE(face(0) == face(1) ? face(2) != face(3) : face(2) == face(3));
  }

  const BRep on_tip = brep_of(tip_on_plate_soup());
  expect_valid(on_tip);
  EXPECT_EQ(counts(on_tip), (Counts{8 + 4, 12 + 6, 6 + 4}));
  EXPECT_EQ(BRepCheck(on_tip).loop_count(), 10u);
}

// Two squares that touch at a corner make one face with a loop that touches itself; loops turn there, they do not
// cross.
TEST(MakeBRep, WalksLoopsThatTouchThemselves) {
  // Below, a floor under both towers keeps the upper squares apart; above, a roof with two holes that share a corner.
  std::set<Cell> cells;
  for (int x = 0; x < 4; ++x)
    for (int y = 0; y < 4; ++y)
      if (!((x == 1 && y == 1) || (x == 2 && y == 2))) cells.insert({x, y, 0});
  const BRep holes = brep_of(voxel_soup(cells));
  expect_valid(holes);
  // The holes share an edge of four half-edges. Above and below, one loop goes around both.
  EXPECT_EQ(BRepCheck(holes).loop_count(), holes.face_count() + 2);
  EXPECT_EQ(counts(holes), (Counts{8 + 14, 12 + 23, 6 + 8}));
}

TEST(MakeBRep, HoldsEnormousAndTinySolids) {
  for (const double scale : {0x1p-1070, 0x1p-500, 0x1p900}) {
    for (Soup soup : {frame_soup(), cavity_soup(), voxel_soup({{0, 0, 0}, {1, 1, 0}})}) {
      const Listing before = listing(brep_of(soup));
      for (Vec3& v : soup.vertices) v = scale * v;
      const BRep brep = brep_of(soup);
      expect_valid(brep, false);
      EXPECT_EQ(listing(brep), before);
    }
  }
}

}  // namespace
}  // namespace clearance
