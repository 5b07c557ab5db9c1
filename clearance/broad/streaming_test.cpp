// Inputs that are many, or nothing but extremes: no method keeps what grows with the pairs, goes on when told to stop,
// or looks at every box for every other where few meet.
#include <clearance/broad/agreement_test.h>
#include <clearance/broad/box_tree.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/grid/grid_index.h>
#include <clearance/broad/methods.h>

#include <string>

namespace clearance::detail {
namespace {

using Boxes = std::vector<Box>;
struct Scene {
  const char* name;
  Box (*box)(std::uint32_t k, Random& random);
};

Box around(const Vec3& p, double half) { return {p - Vec3{half, half, half}, p + Vec3{half, half, half}}; }
double side(Random& random) { return random.uniform(0, 14); }

constexpr Scene kScenes[] = {
    {"points", [](std::uint32_t, Random& r) { return around({side(r), side(r), side(r)}, 0); }},
    {"equal along x", [](std::uint32_t, Random& r) { return around({1, 4 * side(r), 4 * side(r)}, 0.5); }},
    {"line", [](std::uint32_t k, Random&) { return Box{{1.0 * k, 0, 0}, {k + 1.5, 1, 1}}; }},
    {"line in no order", [](std::uint32_t, Random& r) { return around({200 * side(r), 0, 0}, 0.5); }},
    {"diagonal", [](std::uint32_t k, Random&) { return around({1.0 * k, 1.0 * k, 1.0 * k}, 0.75); }},
    {"far from zero",
     [](std::uint32_t k, Random& r) {
       return k == 7 ? around({-1e18, 0, 0}, 1) : around({1e9 + side(r), 1e10 + side(r), -1e12 + side(r)}, 0.4);
     }},
    {"huge and tiny",
     [](std::uint32_t k, Random& r) {
       if (k % 500 == 0) return around({0, 0, 0}, kInfiniteEnd);
       return k % 500 == 1 ? around({0, 0, 0}, 1e300) : around({side(r), side(r), side(r)}, 1e-9);
     }},
    {"a few sizes",
     [](std::uint32_t k, Random& r) {
       return around({side(r), side(r), side(r)}, std::ldexp(1.0, -static_cast<int>(k % 30)));
     }},
};

Boxes boxes_of(const Scene& scene, std::uint32_t count) {
  Random random(8);
  Boxes boxes;
  for (std::uint32_t k = 0; k < count; ++k) boxes.push_back(scene.box(k, random));
  return boxes;
}

class StreamsOfEveryBroadPhase : public ::testing::TestWithParam<BroadMethod> {
 protected:
  void place(const Boxes& boxes) {
    for (std::uint32_t k = 0; k < boxes.size(); ++k) ASSERT_TRUE(method_->place(k, boxes[k]));
  }

  std::unique_ptr<BroadPhase> method_ = make_broad_phase(GetParam());
  Workers workers_{1};
};

INSTANTIATE_TEST_SUITE_P(Methods, StreamsOfEveryBroadPhase, ::testing::ValuesIn(all_methods()),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

TEST_P(StreamsOfEveryBroadPhase, ExtremesAreRight) {
  for (const Scene& scene : kScenes) {
    SCOPED_TRACE(scene.name);
    const Boxes boxes = boxes_of(scene, 1200);
    method_ = make_broad_phase(GetParam());
    place(boxes);
    const std::vector<IndexPair> truth = pairs_by_loops(boxes);
    ASSERT_EQ(sorted(reported_pairs(*method_, workers_)), truth);
    std::vector<IndexPair> of_some;
    for (const IndexPair& pair : truth)
      if (pair.a % 100 == 1 || pair.b % 100 == 1) of_some.push_back(pair);
    for (std::uint32_t k = 1; k < boxes.size(); k += 100) ASSERT_TRUE(method_->place(k, boxes[k]));
    ASSERT_EQ(sorted(reported_pairs(*method_, workers_, true)), of_some);
  }
}

// 50 million pairs, of which the visitor wants a few thousand.
TEST_P(StreamsOfEveryBroadPhase, AHeapEndsWhenTheVisitorHasEnough) {
  const Boxes boxes(10'000, Box{{0, 0, 0}, {1, 1, 1}});
  place(boxes);
  std::size_t seen = 0, largest = 0;
  const auto few = [&](std::span<const IndexPair> block) {
    seen += block.size();
    largest = std::max(largest, block.size());
    return seen < 5000;
  };
  EXPECT_FALSE(method_->find_pairs(few, workers_));
  EXPECT_GE(seen, 5000u);
  EXPECT_LE(seen, 5000 + largest);
  // Pairs may be kept up to a bound that their number does not move.
  EXPECT_LT(method_->memory_bytes(), std::size_t{24} << 20);
}

// What is looked at, counted: along a line, far from zero and at one place with the rest elsewhere a grid tests a few
// registers for each box, and a tree looks at a few nodes. Far from zero both compared every box with every other.
TEST(Streams, FewBoxesAreLookedAt) {
  constexpr std::uint32_t kCount = 20'000;
  Workers workers(1);
  const auto take = [](std::span<const IndexPair>) { return true; };
  const PairVisitor visitor = take;
  for (const Scene& scene : kScenes) {
    SCOPED_TRACE(scene.name);
    const bool meets_all = std::string(scene.name) == "huge and tiny" || std::string(scene.name) == "a few sizes";
    if (meets_all) continue;
    const Boxes boxes = boxes_of(scene, kCount);
    GridIndex grid;
    grid.build(boxes, workers);
    ASSERT_TRUE(grid.visit_pairs({.in_order = &visitor}, workers));
    EXPECT_LT(grid.runs_tested(), 60u * kCount);
    BoxTreeCore tree;
    tree.build(boxes, workers);
    const std::uint64_t before = tree.nodes_visited();
    ASSERT_TRUE(tree.visit_pairs(boxes, {.in_order = &visitor}, workers).whole);
    EXPECT_LT(tree.nodes_visited() - before, 60u * kCount);
  }
}

// A world that leaves for far away, and one box of it after the other.
TEST(Streams, ATreeFollowsBoxesThatGoFarAway) {
  Boxes boxes = boxes_of(kScenes[0], 2000);
  Workers workers(1);
  BoxTree tree;
  for (const double share : {0.02, 1.0, 0.02}) {
    Random random(3);
    for (std::uint32_t k = 0; k < boxes.size(); ++k) {
      if (random.unit() < share) boxes[k] = around({1e13 + side(random), side(random), -5e9 + side(random)}, 0.5);
      ASSERT_TRUE(tree.place(k, boxes[k]));
      std::size_t met = 0;
      if (k % 500 == 0) {
        const auto count = [&](std::span<const std::uint32_t> block) { return met += block.size(), true; };
        EXPECT_TRUE(tree.find_on_segment(boxes[k].low, boxes[k].high, count));
        EXPECT_GE(met, 1u);
      }
    }
    EXPECT_EQ(sorted(reported_pairs(tree, workers)), pairs_by_loops(boxes));
    EXPECT_TRUE(tree.is_sound());
  }
}

}  // namespace
}  // namespace clearance::detail
