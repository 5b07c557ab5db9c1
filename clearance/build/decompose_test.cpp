#include <clearance/build/decompose.h>

#include <clearance/base/random.h>
#include <clearance/build/decompose/merge.h>
#include <clearance/build/decompose/solid.h>
#include <clearance/build/primitives.h>
#include <clearance/build/solids_test.h>
#include <clearance/exact/orient3d.h>
#include <clearance/math/pose.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

namespace clearance::detail {
namespace {

Decomposition decomposed(const Mesh& solid, const DecomposeOptions& options = {}) {
  const Result<Decomposition> result = decompose(solid, options);
  EXPECT_TRUE(result) << result.error().text();
  return result.value();
}

bool holds(const Polytope& piece, Vec3 p) {
  if (piece.dimension() < 3) return false;
  for (int f = 0; f < piece.face_count(); ++f) {
    const auto loop = piece.face(f);
    const auto corner = [&](std::size_t k) { return piece.vertex(static_cast<int>(loop[k])); };
    if (orient3d_sign(corner(0), corner(1), corner(2), p) > 0) return false;
  }
  return true;
}

bool holds(const Decomposition& pieces, Vec3 p) {
  for (const Polytope& piece : pieces.pieces)
    if (holds(piece, p)) return true;
  return false;
}

// By brute force over points of a fine grid on every triangle: not below the distance.
double distance_to_surface(const Mesh& solid, Vec3 p, int grid) {
  double least = std::numeric_limits<double>::infinity();
  for (const MeshTriangle& t : solid.triangles())
    for (int i = 0; i <= grid; ++i)
      for (int k = 0; i + k <= grid; ++k) {
        const double s = static_cast<double>(i) / grid, r = static_cast<double>(k) / grid;
        const Vec3 on = (1 - s - r) * solid.vertex(t[0]) + s * solid.vertex(t[1]) + r * solid.vertex(t[2]);
        least = std::fmin(least, norm(on - p));
      }
  return least;
}

Dyadic sixfold_volume_of(const Mesh& solid) {
  Dyadic sum;
  for (const MeshTriangle& t : solid.triangles())
    sum = sum + dot(exact(solid.vertex(t[0])), cross(exact(solid.vertex(t[1])), exact(solid.vertex(t[2]))));
  return sum;
}

Dyadic sixfold_volume_of(const Decomposition& pieces) {
  Dyadic sum;
  for (const Polytope& piece : pieces.pieces) sum = sum + sixfold_volume(piece);
  return sum;
}

// Random points and all vertices: what is in the solid is in a piece; what is in a piece is near the solid. Returns how
// many were in the solid.
int expect_cover(const Mesh& solid, const Decomposition& pieces, int samples, double excess) {
  Random random(7);
  const Vec3 low = solid.box_low() - Vec3{0.125, 0.125, 0.125}, high = solid.box_high() + Vec3{0.125, 0.125, 0.125};
  int inside = 0;
  for (int k = 0; k < samples; ++k) {
    const Vec3 p{random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
    const bool is_inside = winding_number(solid, {exact(p), 1.0}) != 0;
    inside += is_inside;
    if (is_inside) {
      EXPECT_TRUE(holds(pieces, p)) << p.x << " " << p.y << " " << p.z;
    } else if (holds(pieces, p)) {
      EXPECT_LE(distance_to_surface(solid, p, 12), excess * 1.2) << p.x << " " << p.y << " " << p.z;
    }
  }
  for (const Vec3& v : solid.vertices()) EXPECT_TRUE(holds(pieces, v));
  return inside;
}

void expect_exact(const Mesh& solid, std::size_t pieces) {
  const Decomposition made = decomposed(solid);
  EXPECT_EQ(made.pieces.size(), pieces);
  EXPECT_EQ(made.excess, 0);
  EXPECT_EQ(made.rounded, 0u);
  EXPECT_EQ(compare(sixfold_volume_of(made), sixfold_volume_of(solid)), 0);
  EXPECT_GT(expect_cover(solid, made, 200, 0), 0);
}

Soup turned(Soup soup, const Pose& pose) {
  for (Vec3& v : soup.vertices) v = apply(pose, v);
  return soup;
}

// ---- solved by hand

TEST(Decompose, AConvexSolidIsOnePiece) {
  expect_exact(box_soup({0, 0, 0}, {1, 2, 3}).mesh(), 1);
  expect_exact(mesh_of(test_polytope(TestShape::Ellipsoid, 60, 1)), 1);
}

TEST(Decompose, ACornerIsTwoPieces) { expect_exact(corner_soup().mesh(), 2); }
TEST(Decompose, AForkIsThreePieces) { expect_exact(fork_soup().mesh(), 3); }
TEST(Decompose, StairsAreAPieceAStep) { expect_exact(stairs_soup(12, 2).mesh(), 12); }
TEST(Decompose, AFrameIsFourPieces) { expect_exact(frame_soup().mesh(), 4); }

TEST(Decompose, AHollowBoxIsSixPieces) {
  Soup soup = box_soup({0, 0, 0}, {3, 3, 3});
  soup.add(box_soup({1, 1, 1}, {2, 2, 2}), true);
  expect_exact(soup.mesh(), 6);
}

TEST(Decompose, ComponentsApartArePieces) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.add(box_soup({2, 0, 0}, {3, 1, 1}));
  soup.add(box_soup({0.5, 2, 0}, {1.5, 3, 1}));
  expect_exact(soup.mesh(), 3);
}

// Left whole, the corner's hull has a pocket whose deepest point, (2, 2), is 1 away from both arms.
TEST(Decompose, ExcessIsAllowedUpToALimit) {
  const Mesh solid = corner_soup().mesh();
  const Decomposition strict = decomposed(solid, {.max_excess = 0.75});
  EXPECT_EQ(strict.pieces.size(), 2u);
  EXPECT_EQ(strict.excess, 0);
  const Decomposition loose = decomposed(solid, {.max_excess = 1.25});
  EXPECT_EQ(loose.pieces.size(), 1u);
  EXPECT_GE(loose.excess, 1);
  EXPECT_LE(loose.excess, 1.25);
  expect_cover(solid, loose, 300, loose.excess);
}

// However many steps a piece has, its hull exceeds each by half a unit: the pocket over a step is half a square.
TEST(Decompose, PiecesAreLimited) {
  const Mesh solid = stairs_soup(8, 2).mesh();
  for (const std::size_t most : {1u, 2u, 4u, 8u}) {
    const Decomposition made = decomposed(solid, {.max_pieces = most});
    EXPECT_LE(made.pieces.size(), most);
    EXPECT_GE(made.excess, most < 8 ? 0.5 : 0);
    EXPECT_LE(made.excess, most < 8 ? 0.6 : 0);
    expect_cover(solid, made, 200, made.excess);
  }
}

// At whichever moment it strikes: what is there covers the solid, and no more is claimed than is so.
TEST(Decompose, ADeadlineLeavesPiecesThatCover) {
  using Clock = std::chrono::steady_clock;
  EXPECT_FALSE(Decomposition{}.complete);
  int cut_off = 0, done = 0;
  for (const Soup& straight : {frame_soup(), stairs_soup(8, 2)})
    for (const Pose& pose : {Pose(), rotation({3, 1, -2, 1}, {0.1, 0.2, 0.3})}) {
      const Mesh solid = turned(straight, pose).mesh();
      for (const DecomposeOptions& options :
           {DecomposeOptions{}, DecomposeOptions{.max_excess = 0.3}, DecomposeOptions{.max_pieces = 3}}) {
        const Decomposition without = decomposed(solid, options);
        EXPECT_TRUE(without.complete);
        for (const int microseconds : {-1, 300, 600'000'000}) {
          DecomposeOptions limited = options;
          limited.deadline = Clock::now() + std::chrono::microseconds(microseconds);
          const Decomposition made = decomposed(solid, limited);
          ++(made.complete ? done : cut_off);
          EXPECT_FALSE(microseconds < 0 && made.complete);
          EXPECT_LE(made.pieces.size(), options.max_pieces);
          EXPECT_TRUE(std::isfinite(made.excess));
          expect_cover(solid, made, 20, larger(made.excess, 1e-14));
          if (!made.complete) continue;
          EXPECT_EQ(made.pieces.size(), without.pieces.size());
          EXPECT_EQ(made.excess, without.excess);
        }
      }
    }
  EXPECT_GE(cut_off, 12);
  EXPECT_GE(done, 12);
}

// However many steps: the hull of all of them exceeds the solid by half a unit.
TEST(Decompose, AToleranceLeavesFewPiecesAndATightExcess) {
  const Mesh stairs = stairs_soup(20, 2).mesh();
  const Decomposition one = decomposed(stairs, {.max_excess = 5});
  EXPECT_EQ(one.pieces.size(), 1u);
  EXPECT_GE(one.excess, 0.5);
  EXPECT_LE(one.excess, 0.6);
  // The slot of a fork may not be filled: then nothing needs rounding.
  Soup row = fork_soup();
  for (Vec3& v : row.vertices) v.z *= 4;
  const Decomposition three = decomposed(row.mesh(), {.max_excess = 0.25});
  EXPECT_EQ(three.pieces.size(), 3u);
  EXPECT_EQ(three.excess, 0);
}

TEST(Decompose, Refuses) {
  Soup open = box_soup({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  const Result<Decomposition> surface = decompose(open.mesh());
  ASSERT_FALSE(surface);
  EXPECT_NE(surface.error().fault.find("not closed"), std::string::npos) << surface.error().text();
  const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  EXPECT_FALSE(decompose(make_mesh(box.vertices, box.triangles, {.kind = MeshKind::Surface}).value()));
  EXPECT_FALSE(decompose(box.mesh(), {.max_pieces = 0}));
  EXPECT_FALSE(decompose(box.mesh(), {.max_excess = -1}));
  EXPECT_FALSE(decompose(box.mesh(), {.max_excess = std::nan("")}));
}

// ---- degenerate

// Inside is where the winding number is not 0: a solid that cuts itself is the union.
TEST(Decompose, OverlappingComponentsAreTheirUnion) {
  Soup soup = box_soup({0, 0, 0}, {2, 2, 2});
  soup.add(box_soup({1, 1, 1}, {3, 3, 3}));
  const Mesh solid = soup.mesh();
  const Decomposition made = decomposed(solid);
  EXPECT_EQ(made.excess, 0);
  EXPECT_EQ(sixfold_volume_of(made).to_double(), 6 * (8 + 8 - 1));
  expect_cover(solid, made, 300, 0);
}

TEST(Decompose, ComponentsThatShareAFaceAreJoined) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.add(box_soup({1, 0, 0}, {2, 1, 1}));
  // The common face is there twice, with four triangles at each of its edges, and bounds nothing.
  expect_exact(soup.mesh(), 1);
  // A smaller neighbour shares no edge.
  Soup stuck = box_soup({0, 0, 0}, {1, 1, 1});
  stuck.add(box_soup({1, 0.25, 0.25}, {2, 0.75, 0.75}));
  expect_exact(stuck.mesh(), 2);
}

TEST(Decompose, ASheetThatBoundsNothingIsAPieceOfItsOwn) {
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  Soup sheet;
  sheet.vertices = {{2, 0, 0}, {3, 0, 0}, {2, 1, 0}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 1}};
  soup.add(sheet);
  const Mesh solid = soup.mesh();
  ASSERT_TRUE(solid.is_solid());
  const Decomposition made = decomposed(solid);
  ASSERT_EQ(made.pieces.size(), 2u);
  EXPECT_EQ(std::min(made.pieces[0].dimension(), made.pieces[1].dimension()), 2);
}

TEST(Decompose, TrianglesWithoutAreaAreCovered) {
  // A vertex in the middle of a box's edge that one side knows and the other reaches by a flat triangle.
  Soup soup = box_soup({0, 0, 0}, {1, 1, 1});
  const auto middle = static_cast<std::uint32_t>(soup.vertices.size());
  soup.vertices.push_back({0.5, 0, 0});
  for (std::size_t k = 0; k < soup.triangles.size(); ++k) {
    const MeshTriangle t = soup.triangles[k];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [u, v, w] = std::array{t[i % 3], t[(i + 1) % 3], t[(i + 2) % 3]};
      if (u != 0 || v != 1) continue;
      soup.triangles[k] = {u, middle, w};
      soup.triangles.push_back({middle, v, w});
      soup.triangles.push_back({u, v, middle});
      const Mesh solid = soup.mesh();
      ASSERT_TRUE(solid.is_solid());
      ASSERT_EQ(solid.facts().zero_area, 1u);
      return expect_exact(solid, 1);
    }
  }
  FAIL() << "no triangle has the edge 0–1";
}

TEST(Decompose, ASlantByOneUlpIsSeen) {
  Soup soup = corner_soup();
  for (Vec3& v : soup.vertices)
    if (v.x == 1 && v.y == 1 && v.z == 1) v.x = std::nextafter(1, 2);
  const Mesh solid = soup.mesh();
  const Decomposition made = decomposed(solid);
  EXPECT_LE(made.excess, 1e-15);
  expect_cover(solid, made, 200, 1e-15);
}

// ---- invariance

TEST(Decompose, PowersOfTwoChangeNothing) {
  for (const double scale : {0x1p-300, 0x1p-20, 0x1p40, 0x1p300}) {
    Soup soup = fork_soup();
    for (Vec3& v : soup.vertices) v = scale * v;
    const Decomposition made = decomposed(soup.mesh());
    EXPECT_EQ(made.pieces.size(), 3u);
    EXPECT_EQ(made.excess, 0);
    EXPECT_EQ(compare(sixfold_volume_of(made), sixfold_volume_of(soup.mesh())), 0);
  }
}

// Turned solids have rounded vertices, so their faces are bent and cuts need rounding: the excess is a few units of the
// last place, and the volumes add up to more by no more than that makes of the surface.
TEST(Decompose, RoundedCutsCoverAndExceedByUlps) {
  Random random(11);
  for (const Soup& straight : {corner_soup(), fork_soup(), frame_soup(), stairs_soup(5, 2)}) {
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Mesh solid = turned(straight, rotation(q, {0.1, 0.2, 0.3})).mesh();
    const Decomposition made = decomposed(solid);
    EXPECT_GT(made.rounded, 0u);
    EXPECT_GT(made.excess, 0);
    EXPECT_LE(made.excess, 2e-15);
    EXPECT_GE(compare(sixfold_volume_of(made), sixfold_volume_of(solid)), 0);
    EXPECT_LE((sixfold_volume_of(made) - sixfold_volume_of(solid)).to_double(),
              6 * 200 * made.excess * static_cast<double>(made.pieces.size()));
    expect_cover(solid, made, 200, 1e-14);
  }
}

// Pieces are joined by rounded vertices; what comes out holds the exact ones.
TEST(Decompose, RoundedCutsCoverWithATolerance) {
  Random random(13);
  for (const Soup& straight : {corner_soup(), fork_soup(), frame_soup(), stairs_soup(7, 2)}) {
    const Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Mesh solid = turned(straight, rotation(q, {0.1, 0.2, 0.3})).mesh();
    const std::size_t exactly = decomposed(solid).pieces.size();
    for (const double allowed : {1e-12, 0.01, 0.3, 0.6}) {
      const Decomposition made = decomposed(solid, {.max_excess = allowed});
      EXPECT_LE(made.excess, allowed);
      EXPECT_LE(made.pieces.size(), exactly);
      EXPECT_GE(compare(sixfold_volume_of(made), sixfold_volume_of(solid)), 0);
      expect_cover(solid, made, 200, larger(made.excess, 1e-14));
    }
  }
}

// ---- against brute force

// Blocks of unit cubes, every third left out: all kinds of notches, tunnels and cavities, some of which meet in edges,
// which are no solids.
TEST(Decompose, BlocksOfCubes) {
  Random random(29);
  int solids = 0;
  for (int k = 0; k < 40 && solids < 8; ++k) {
    bool full[5][5][5] = {};
    for (int i = 0; i < 27; ++i) full[1 + i % 3][1 + i / 3 % 3][1 + i / 9] = random.uniform(0, 1) < 0.67;
    Soup soup;
    int cubes = 0;
    for (int x = 1; x < 4; ++x)
      for (int y = 1; y < 4; ++y)
        for (int z = 1; z < 4; ++z) {
          if (!full[x][y][z]) continue;
          ++cubes;
          const Vec3 low{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
          Soup cube = box_soup(low, low + Vec3{1, 1, 1});
          // Only the sides that look at nothing.
          std::erase_if(cube.triangles, [&](const MeshTriangle& t) {
            const Vec3 n = cross(cube.vertices[t[1]] - cube.vertices[t[0]], cube.vertices[t[2]] - cube.vertices[t[0]]);
            return full[x + static_cast<int>(n.x)][y + static_cast<int>(n.y)][z + static_cast<int>(n.z)];
          });
          soup.add(cube);
        }
    const Mesh solid = soup.mesh();
    if (!solid.is_solid()) continue;
    ++solids;
    const Decomposition made = decomposed(solid);
    EXPECT_EQ(made.excess, 0);
    EXPECT_EQ(sixfold_volume_of(made).to_double(), 6 * cubes);
    EXPECT_LE(made.pieces.size(), static_cast<std::size_t>(cubes));
    expect_cover(solid, made, 100, 0);
  }
  EXPECT_GE(solids, 4);
}

// Tetrahedra through each other, on a coarse grid (where planes coincide) and off it: what is inside is where the
// winding number is not 0, whatever the planes do.
TEST(Decompose, TetrahedraThroughEachOther) {
  Random random(31);
  int solids = 0, inside = 0;
  for (int k = 0; k < 45; ++k) {
    const bool on_grid = k % 3 != 0;
    const auto coordinate = [&] { return on_grid ? std::floor(random.uniform(-3, 4)) : random.uniform(-3, 3); };
    Soup soup;
    for (int i = 0; i < 2 + k % 4; ++i) {
      Soup one;
      int turn = 0;
      while (turn == 0) {
        one.vertices.assign(4, {});
        for (Vec3& v : one.vertices) v = {coordinate(), coordinate(), coordinate()};
        turn = orient3d_sign(one.vertices[0], one.vertices[1], one.vertices[2], one.vertices[3]);
      }
      if (turn > 0) std::swap(one.vertices[0], one.vertices[1]);
      one.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
      soup.add(one);
    }
    const Mesh solid = soup.mesh();
    if (!solid.is_solid()) continue;  // they share edges
    ++solids;
    const Decomposition made = decomposed(solid);
    EXPECT_LE(made.excess, 1e-14);
    inside += expect_cover(solid, made, 60, 1e-13);
    if (k % 8 == 1) {
      const Decomposition loose = decomposed(solid, {.max_excess = 0.25});
      EXPECT_LE(loose.excess, 0.25);
      EXPECT_LE(loose.pieces.size(), made.pieces.size());
      expect_cover(solid, loose, 60, larger(loose.excess, 1e-13));
    }
    if (k % 4 != 0) continue;
    const Decomposition few = decomposed(solid, {.max_pieces = 3});
    EXPECT_LE(few.pieces.size(), 3u);
    expect_cover(solid, few, 60, few.excess);
  }
  EXPECT_GT(solids, 20);
  EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace clearance::detail
