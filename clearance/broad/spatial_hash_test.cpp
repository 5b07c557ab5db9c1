#include <clearance/broad/spatial_hash.h>

#include <clearance/broad/spatial_hash_cases_test.h>

#include <cmath>

namespace clearance::detail {
namespace {

std::unique_ptr<BroadPhase> make() { return std::make_unique<SpatialHash>(); }

constexpr TilingOptions kFigureTwo = {.alpha = 0.5, .beta = 1};

// sz and distance as the theorems have them.
double distance(const Box& a, const Box& b) {
  const auto gap = [](double low, double high) { return larger(0, low - high); };
  return norm({larger(gap(a.low.x, b.high.x), gap(b.low.x, a.high.x)),
               larger(gap(a.low.y, b.high.y), gap(b.low.y, a.high.y)),
               larger(gap(a.low.z, b.high.z), gap(b.low.z, a.high.z))});
}

// Definition 1, by loops.
std::vector<IndexPair> close_by_loops(const std::vector<Box>& boxes, const Resolutions& resolutions) {
  std::vector<IndexPair> close;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      const int k =
          std::min(resolutions.resolution(tiling_size(boxes[i])), resolutions.resolution(tiling_size(boxes[j])));
      const double per_rho = resolutions.per_rho(k);
      if (share_a_tile(tiles_of(boxes[i], per_rho), tiles_of(boxes[j], per_rho))) close.push_back({i, j});
    }
  return close;
}

// Solved by hand.

TEST(SpatialHash, FigureTwo) {
  // Thin boxes along x. With α = 0.5 and β = 1 the sizes need ρ = 18 (C), 8 (F), 3 (E) and 1 (A, B, D). C, D and E lie
  // in tile 0 of ρ = 18, F in tile 1, A and B in tile −1; D and E in tiles 3 and 4–5 of ρ = 3.
  const auto thin = [](double low, double high) { return Box{{low, 0, 0}, {high, 0.0625, 0.0625}}; };
  enum : std::uint32_t { A, B, C, D, E, F };
  const std::vector<Box> boxes = {thin(-5, -4.5),  thin(-3, -2.5), thin(1, 10),
                                  thin(11, 11.75), thin(14, 15.5), thin(20, 24)};
  SpatialHash close({.tiling = kFigureTwo, .box_test = false});
  EXPECT_EQ(pairs_of(close, boxes), (std::vector<IndexPair>{{C, D}, {C, E}}));
  ASSERT_EQ(close.resolutions().count(), 4);
  // C: tile 0. F: tile 1; 2 and 3. E: 0; 1; 4 and 5. A, B, D: one at each of four.
  EXPECT_EQ(close.statistics().cells_checked, 1u + 3 + 4 + 3 * 4);
  EXPECT_EQ(close.statistics().close_pairs, 2u);
  SpatialHash overlapping({.tiling = kFigureTwo});
  EXPECT_EQ(pairs_of(overlapping, boxes), std::vector<IndexPair>{});
  EXPECT_EQ(overlapping.statistics().close_pairs, 2u);
}

TEST(SpatialHash, CountsUnboundedBoxesAsCloseToAll) {
  SpatialHash method;
  const double inf = kInfiniteEnd;
  EXPECT_EQ(pairs_of(method, {{{0, 0, 0}, {1, 1, 1}}, {{-inf, -inf, -inf}, {inf, inf, 0}}, {{0, 0, 5}, {1, 1, 6}}}),
            (std::vector<IndexPair>{{0, 1}}));
  EXPECT_EQ(method.statistics().close_pairs, 2u);
  EXPECT_EQ(method.statistics().overlapping_pairs, 1u);
}

// Degenerate, invariance, agreement.

TEST(SpatialHash, DegenerateWorlds) { expect_right_on_degenerate_worlds(make); }
TEST(SpatialHash, VisitorsCanStop) { expect_visitors_can_stop(make); }
TEST(SpatialHash, Invariance) { expect_invariance(make); }
TEST(SpatialHash, AgreesWithLoopsEverywhere) { expect_agreement_everywhere(make); }
TEST(SpatialHash, AgreesForLong) { expect_long_agreement(make); }

TEST(SpatialHash, AgreesWithOtherTilings) {
  for (const TilingOptions& tiling :
       {kFigureTwo, TilingOptions{.alpha = 0.9, .beta = 1}, TilingOptions{.alpha = 0.01, .beta = 4},
        TilingOptions{.alpha = 0.3, .beta = 3, .nested = true}})
    for (const TestWorld world : {TestWorld::Mixed, TestWorld::Extreme}) {
      SpatialHash method({.tiling = tiling});
      expect_agreement(method, world, 200, 6, 1, 5);
    }
}

// The paper's claims, on random boxes.

TEST(SpatialHash, ReportsExactlyTheClosePairsOfDefinitionOne) {
  for (const TestWorld world : kTestWorlds) {
    if (world == TestWorld::Huge) continue;  // tiles of infinite boxes are nowhere defined
    const std::vector<Box> boxes = MovingBoxes(world, 250, 9).boxes();
    SpatialHash method({.tiling = kFigureTwo, .box_test = false});
    const std::vector<IndexPair> close = pairs_of(method, boxes);
    EXPECT_EQ(close, close_by_loops(boxes, method.resolutions())) << to_string(world);
  }
}

TEST(SpatialHash, TheoremOne) {
  // No more than (β + 1)³ tiles at each of the resolutions; and these are Lemma 1's.
  for (const double beta : {1.0, 2.0, 3.5}) {
    MovingBoxes scene(TestWorld::Mixed, 2000, 4);
    SpatialHash method({.tiling = {.alpha = 0.5, .beta = beta}});
    pairs_of(method, scene.boxes());
    const HashStatistics& statistics = method.statistics();
    const double bound = std::pow(beta + 1, 3) * std::ceil(std::log(1000.0) / std::log(beta / 0.5));
    EXPECT_LE(static_cast<double>(statistics.cells_checked), bound * static_cast<double>(statistics.boxes));
    EXPECT_GE(statistics.cells_checked, statistics.boxes);
  }
}

TEST(SpatialHash, TheoremTwo) {
  // O(n + c) where R is a constant: eight times the boxes at the same density, the same work for each. The first two
  // boxes have the smallest and the largest of all sizes.
  double checked[2], close[2];
  for (int k = 0; k < 2; ++k) {
    SpatialHash method;
    MovingBoxes scene(TestWorld::Uniform, k == 0 ? 1000 : 8000, 6);
    std::vector<Box> world = scene.boxes();
    world[0] = {{0, 0, 0}, {0.2, 0.2, 0.2}};
    world[1] = {{0, 0, 0}, {1.2, 1.2, 1.2}};
    pairs_of(method, world);
    const auto boxes = static_cast<double>(method.statistics().boxes);
    checked[k] = static_cast<double>(method.statistics().cells_checked) / boxes;
    close[k] = static_cast<double>(method.statistics().close_pairs) / boxes;
  }
  EXPECT_LT(checked[1], 1.1 * checked[0]);
  EXPECT_LT(close[1], 1.5 * close[0]);
}

TEST(SpatialHash, TheoremThree) {
  for (const double alpha : {0.2, 0.5, 0.9}) {
    const std::vector<Box> boxes = MovingBoxes(TestWorld::Mixed, 400, 8).boxes();
    SpatialHash method({.tiling = {.alpha = alpha, .beta = 1}, .box_test = false});
    const std::vector<IndexPair> close = pairs_of(method, boxes);
    ASSERT_FALSE(close.empty());
    for (const auto& [i, j] : close)
      EXPECT_LE(distance(boxes[i], boxes[j]),
                std::sqrt(3.0) / alpha * larger(box_size(boxes[i]), box_size(boxes[j])) * (1 + 0x1p-40));
  }
}

TEST(SpatialHash, AllocatesNothingOnceWarm) {
  SpatialHash method;
  MovingBoxes scene(TestWorld::Uniform, 500, 2);
  pairs_of(method, scene.boxes());
  for (int frame = 0; frame < 20; ++frame) {
    for (const std::uint32_t k : scene.step(1)) is_box(scene[k]) ? method.place(k, scene[k]) : method.remove(k);
    method.find_pairs([](std::span<const IndexPair>) { return true; });
  }
  const std::size_t warm = method.memory_bytes();
  for (int frame = 0; frame < 20; ++frame) {
    for (std::uint32_t k = 0; k < scene.boxes().size(); ++k)
      if (is_box(scene[k])) method.place(k, {scene[k].low + Vec3{0.01, 0, 0}, scene[k].high + Vec3{0.01, 0, 0}});
    method.find_pairs([](std::span<const IndexPair>) { return true; });
    EXPECT_EQ(method.memory_bytes(), warm);
  }
}

}  // namespace
}  // namespace clearance::detail
