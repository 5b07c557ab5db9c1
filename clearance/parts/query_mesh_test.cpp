// The same solid as one mesh, as the convex pieces it is made of, and as a tree with meshes in its leaves: the answers
// are those of the solid, however it is given.
#include <clearance/parts/query.h>

#include <clearance/build/decompose.h>
#include <clearance/build/parts.h>
#include <clearance/build/solids_test.h>
#include <clearance/convex/bodies_test.h>
#include <clearance/convex/query.h>
#include <clearance/convex/way_out.h>
#include <clearance/solid/mesh_query.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace clearance::detail {
namespace {

struct Solid {
  const char* name;
  Mesh mesh;
  Parts pieces;  // exact
  Parts whole;   // the mesh as the one leaf
};

Solid solid_of(const char* name, const Soup& soup) {
  Mesh mesh = soup.mesh();
  const Decomposition made = decompose(mesh).value();
  EXPECT_EQ(made.excess, 0);
  Parts pieces = make_parts({made.pieces.begin(), made.pieces.end()}).value();
  Parts whole = make_parts({mesh}).value();
  return {name, mesh, pieces, whole};
}

std::vector<Solid> solids() {
  return {solid_of("corner", corner_soup()), solid_of("fork", fork_soup()), solid_of("frame", frame_soup()),
          solid_of("stairs", stairs_soup(3, 1))};
}

// Right angles, a third turn, and one that nothing fits; shifts by halves, so that faces, edges and corners meet.
std::vector<Pose> poses(Random& random, int count) {
  const Quat turns[] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 1, 1, 1}, {1, 0, 0, 1}, {3, 1, 0, 2}};
  std::vector<Pose> made;
  for (int k = 0; k < count; ++k) {
    const auto half = [&] { return 0.5 * std::floor(random.uniform(-7, 8)); };
    made.push_back(rotation(turns[k % 6], {half(), half(), 0.5 * half()}));
  }
  return made;
}

void expect_overlap(double lower, double upper, double other_lower, double other_upper) {
  EXPECT_LE(lower, other_upper);
  EXPECT_LE(other_lower, upper);
}

TEST(PartsAndMeshes, StatusesAndDistancesAreTheSolids) {
  Random random(41);
  int seen[kStatusCount] = {};
  const std::vector<Solid> all = solids();
  for (const Solid& a : all)
    for (const Solid& b : all)
      for (const Pose& pose : poses(random, 12)) {
        SCOPED_TRACE(std::string(a.name) + " " + b.name);
        const Status status = intersects(a.mesh, {}, b.mesh, pose).status;
        ++seen[static_cast<int>(status)];
        EXPECT_EQ(intersects(a.pieces, {}, b.pieces, pose).status, status);
        EXPECT_EQ(intersects(a.whole, {}, b.whole, pose).status, status);
        EXPECT_EQ(intersects(a.pieces, {}, b.whole, pose).status, status);
        EXPECT_EQ(intersects(a.whole, {}, b.pieces, pose).status, status);
        const Distance of_meshes = distance(a.mesh, {}, b.mesh, pose);
        for (const auto& [x, y] : {std::pair(&a.pieces, &b.pieces), std::pair(&a.whole, &b.whole),
                                   std::pair(&a.pieces, &b.whole), std::pair(&a.whole, &b.pieces)}) {
          const Distance gap = distance(*x, {}, *y, pose);
          ASSERT_EQ(gap.status, status);
          expect_overlap(gap.lower, gap.upper, of_meshes.lower, of_meshes.upper);
          if (status != Status::Separated) continue;
          EXPECT_LE(gap.upper - gap.lower, 1e-8);
          EXPECT_EQ(compare_distance(*x, {}, *y, pose, 0.5), compare_distance(a.mesh, {}, b.mesh, pose, 0.5));
        }
      }
  EXPECT_GT(seen[static_cast<int>(Status::Separated)], 15);
  EXPECT_GT(seen[static_cast<int>(Status::Touching)], 15);
  EXPECT_GT(seen[static_cast<int>(Status::Penetrating)], 15);
  EXPECT_EQ(seen[static_cast<int>(Status::Intersecting)], 0);
}

TEST(PartsAndMeshes, DepthsAreBracketsOfOneNumber) {
  Random random(43);
  const std::vector<Solid> all = solids();
  PenetrationOptions little;
  little.effort = 12;
  int seen = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Solid &a = all[k], &b = all[(k + 1) % all.size()];
    for (const Pose& pose : poses(random, 12)) {
      const Penetration pieces = penetration(a.pieces, {}, b.pieces, pose, little);
      if (pieces.status != Status::Penetrating) continue;
      ++seen;
      const Penetration whole = penetration(a.whole, {}, b.whole, pose, little);
      const Penetration mixed = penetration(a.whole, {}, b.pieces, pose, little);
      const Penetration meshes = penetration(a.mesh, {}, b.mesh, pose, PenetrationOptions{.effort = little.effort});
      EXPECT_EQ(whole.status, pieces.status);
      EXPECT_EQ(mixed.status, pieces.status);
      EXPECT_LE(pieces.lower, pieces.upper);
      expect_overlap(pieces.lower, pieces.upper, whole.lower, whole.upper);
      expect_overlap(pieces.lower, pieces.upper, mixed.lower, mixed.upper);
      expect_overlap(pieces.lower, pieces.upper, meshes.lower, meshes.upper);
    }
  }
  EXPECT_GT(seen, 8);
}

TEST(PartsAndMeshes, DepthsEndWhenAskedTo) {
  Random random(44);
  const std::vector<Solid> all = solids();
  const auto struck = std::chrono::steady_clock::time_point::min();
  int seen = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Solid &a = all[k], &b = all[(k + 1) % all.size()];
    for (const Pose& pose : poses(random, 4)) {
      const Penetration full = penetration(a.whole, {}, b.pieces, pose);
      if (full.status != Status::Penetrating) continue;
      ++seen;
      const Penetration late = penetration(a.whole, {}, b.pieces, pose, {.deadline = struck});
      EXPECT_EQ(late.status, full.status);
      EXPECT_TRUE(std::isfinite(late.upper));
      EXPECT_LE(late.lower, late.upper);
      expect_overlap(late.lower, late.upper, full.lower, full.upper);
      const std::optional<MovedPair> moved = moved_by({}, pose, late.translation);
      EXPECT_TRUE(moved && intersects(a.whole, moved->a, b.pieces, moved->b).status != Status::Penetrating);
      const Penetration wide = penetration(a.whole, {}, b.pieces, pose, {.relative_width = 0.9});
      expect_overlap(wide.lower, wide.upper, full.lower, full.upper);
    }
  }
  EXPECT_GT(seen, 2);
}

// A surface among the parts has no inside: whatever meets it intersects.
TEST(PartsAndMeshes, ASurfaceAmongThePartsIntersects) {
  const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  const Mesh shell = make_mesh(box.vertices, box.triangles, {.kind = MeshKind::Surface}).value();
  const Parts a = make_parts({shell, Rounded(hull({{5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}}))}).value();
  const Parts small = make_parts({Rounded(clearance::box({0.25, 0.25, 0.25}))}).value();
  EXPECT_EQ(intersects(a, {}, small, translation({0.5, 0.5, 0.5})).status, Status::Separated);
  EXPECT_EQ(intersects(a, {}, small, translation({1, 0.5, 0.5})).status, Status::Intersecting);
  EXPECT_EQ(intersects(a, {}, small, translation({5.25, 0.25, 0.25})).status, Status::Penetrating);
  EXPECT_EQ(penetration(a, {}, small, translation({1, 0.5, 0.5})).upper, 0);
  const Intersection swapped = intersects(small, translation({1, 0.5, 0.5}), a, {});
  EXPECT_EQ(swapped.status, Status::Intersecting);
  EXPECT_EQ(swapped.part_b, 0u);
}

}  // namespace
}  // namespace clearance::detail
