// What many threads do together: placing, and taking pairs over part by part; asked of every row of the table.
#include <clearance/broad/agreement_test.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/methods.h>

#include <array>
#include <atomic>
#include <string>

namespace clearance::detail {
namespace {

constexpr int kMany = 3000;  // more than threads are woken for

class PartsOfEveryBroadPhase : public ::testing::TestWithParam<BroadMethod> {};

INSTANTIATE_TEST_SUITE_P(Methods, PartsOfEveryBroadPhase, ::testing::ValuesIn(all_methods()),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

std::vector<std::uint32_t> up_to(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  for (std::uint32_t k = 0; k < count; ++k) all[k] = k;
  return all;
}

bool place_all(BroadPhase& method, const MovingBoxes& scene, std::span<const std::uint32_t> indices, Workers& workers) {
  const auto make = [&](std::size_t first, std::span<Box> boxes) {
    for (std::size_t k = 0; k < boxes.size(); ++k) boxes[k] = scene[indices[first + k]];
    return true;
  };
  return method.place_all(indices, make, workers);
}

// All parts in their order; each is one thread's at a time.
std::vector<IndexPair> pairs_of_parts(BroadPhase& method, Workers& workers, bool changed_only = false) {
  std::array<std::vector<IndexPair>, BroadPhase::kMostParts> parts;
  std::array<std::atomic<int>, BroadPhase::kMostParts> inside{};
  const auto collect = [&](std::size_t part, std::span<const IndexPair> pairs) {
    EXPECT_FALSE(pairs.empty());
    EXPECT_EQ(++inside[part], 1);
    parts[part].insert(parts[part].end(), pairs.begin(), pairs.end());
    --inside[part];
    return true;
  };
  EXPECT_TRUE(changed_only ? method.find_changed_pairs_in_parts(collect, workers)
                           : method.find_pairs_in_parts(collect, workers));
  std::vector<IndexPair> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST_P(PartsOfEveryBroadPhase, PlacingAllIsPlacingEach) {
  for (const int threads : {1, 3}) {
    MovingBoxes scene(TestWorld::Uniform, kMany, 5);
    Workers workers(threads), alone(1);
    const auto method = make_broad_phase(GetParam()), reference = make_broad_phase(GetParam());
    std::vector<std::uint32_t> changed = up_to(kMany);
    std::swap(changed[3], changed[2000]);  // in no order
    for (int frame = 0; frame < 6; ++frame) {
      ASSERT_TRUE(place_all(*method, scene, changed, workers));
      for (const std::uint32_t k : changed)
        EXPECT_TRUE(is_box(scene[k]) ? reference->place(k, scene[k]) : reference->remove(k));
      ASSERT_EQ(method->size(), reference->size());
      for (std::uint32_t k = 0; k < kMany; ++k) ASSERT_EQ(method->box(k), reference->box(k));
      const bool changed_only = frame % 2 == 1;
      ASSERT_EQ(reported_pairs(*method, workers, changed_only), reported_pairs(*reference, alone, changed_only))
          << threads << " threads, frame " << frame;
      changed = scene.step(frame < 3 ? 1 : 0.1);
    }
  }
}

TEST_P(PartsOfEveryBroadPhase, PlacingAllLeavesWhatIsNotMade) {
  Workers workers(2);
  const auto method = make_broad_phase(GetParam());
  const std::vector<std::uint32_t> indices = up_to(1000);
  const auto cube = [](std::size_t k, double y) {
    const auto x = static_cast<double>(2 * k);
    return Box{{x, y, 0}, {x + 1, y + 1, 1}};
  };
  const auto make_at = [&](double y, std::size_t refused) {
    return [=](std::size_t first, std::span<Box> boxes) {
      EXPECT_EQ(first % BroadPhase::kPlacedAtOnce, 0u);
      for (std::size_t k = 0; k < boxes.size(); ++k) boxes[k] = cube(first + k, y);
      return first != refused;
    };
  };
  ASSERT_TRUE(method->place_all(indices, make_at(0, 1), workers));
  ASSERT_TRUE(method->place_all(indices, make_at(5, 256), workers));
  EXPECT_EQ(method->size(), 1000u);
  for (std::uint32_t k = 0; k < 1000; ++k) EXPECT_EQ(method->box(k), cube(k, k / 256 == 1 ? 0 : 5)) << k;
  // What is made as no box is removed, and an index too many stops everything.
  const auto nothing = [](std::size_t, std::span<Box> boxes) {
    std::fill(boxes.begin(), boxes.end(), kNoBox);
    return true;
  };
  const std::uint32_t too_many[] = {0, BroadPhase::kMaxIndex + 1};
  EXPECT_FALSE(method->place_all(too_many, nothing, workers));
  EXPECT_EQ(method->size(), 1000u);
  const std::uint32_t some[] = {999, 0, 5, 2000};
  EXPECT_TRUE(method->place_all(some, nothing, workers));
  EXPECT_EQ(method->size(), 997u);
  EXPECT_FALSE(is_box(method->box(5)) || is_box(method->box(2000)));
  EXPECT_TRUE(method->place_all({}, nothing, workers));
}

TEST_P(PartsOfEveryBroadPhase, PartsAreTheSamePairsInTheSameOrder) {
  for (const TestWorld world : {TestWorld::Uniform, TestWorld::Mixed, TestWorld::Clustered, TestWorld::Tenths}) {
    SCOPED_TRACE(to_string(world));
    MovingBoxes scene(world, kMany, 3);
    Workers alone(1), workers(4);
    const auto method = make_broad_phase(GetParam()), reference = make_broad_phase(GetParam());
    std::vector<std::uint32_t> changed = up_to(kMany);
    for (int frame = 0; frame < 5; ++frame) {
      ASSERT_TRUE(place_all(*method, scene, changed, workers) && place_all(*reference, scene, changed, alone));
      const bool changed_only = frame >= 2;
      const std::vector<IndexPair> expected = reported_pairs(*reference, alone, changed_only);
      ASSERT_EQ(pairs_of_parts(*method, workers, changed_only), expected) << "frame " << frame;
      ASSERT_FALSE(expected.empty());
      changed = scene.step(frame < 2 ? 1 : frame == 2 ? 0.5 : 0.05);
    }
  }
}

TEST_P(PartsOfEveryBroadPhase, AHeapIsVisitedInBoundedMemory) {
  constexpr std::uint32_t kCount = 2500;
  Workers workers(4);
  const auto method = make_broad_phase(GetParam());
  for (std::uint32_t k = 0; k < kCount; ++k) ASSERT_TRUE(method->place(k, {{0, 0, 0}, {1, 1, 1}}));
  std::atomic<std::uint64_t> pairs{0};
  const auto count = [&](std::size_t, std::span<const IndexPair> block) { return pairs += block.size(), true; };
  EXPECT_TRUE(method->find_pairs_in_parts(count, workers));
  EXPECT_EQ(pairs, std::uint64_t{kCount} * (kCount - 1) / 2);
  EXPECT_LT(method->memory_bytes(), std::size_t{16} << 20);
}

TEST_P(PartsOfEveryBroadPhase, VisitorsAndGoOnEndIt) {
  MovingBoxes scene(TestWorld::Uniform, kMany, 9);
  for (const int threads : {1, 4}) {
    Workers workers(threads);
    const auto method = make_broad_phase(GetParam());
    ASSERT_TRUE(place_all(*method, scene, up_to(kMany), workers));
    const std::size_t pairs = pairs_of_parts(*method, workers).size();
    std::atomic<std::size_t> seen{0};
    const auto enough = [&](std::size_t, std::span<const IndexPair> block) { return seen += block.size(), false; };
    EXPECT_FALSE(method->find_pairs_in_parts(enough, workers));
    EXPECT_GT(seen, 0u);
    std::atomic<int> asked{0};
    // Methods that keep their pairs ask once before they hand them over.
    const bool keeps_pairs = GetParam() == BroadMethod::CoherentHash || GetParam() == BroadMethod::SweepAndPrune;
    const auto soon = [&] { return ++asked < (keeps_pairs ? 1 : 3); };
    const GoOn go_on = soon;
    const auto all = [](std::size_t, std::span<const IndexPair>) { return true; };
    EXPECT_FALSE(method->find_pairs_in_parts(all, workers, &go_on));
    EXPECT_FALSE(method->find_changed_pairs_in_parts(all, workers, &go_on));
    EXPECT_EQ(pairs_of_parts(*method, workers).size(), pairs);
  }
}

TEST_P(PartsOfEveryBroadPhase, NothingIsPlacedFromWithinAVisitorOrAMaker) {
  Workers workers(2), alone(1);
  const auto method = make_broad_phase(GetParam());
  MovingBoxes scene(TestWorld::Heap, 50, 1);
  const std::vector<std::uint32_t> all = up_to(50);
  const auto make = [&](std::size_t, std::span<Box> boxes) {
    for (Box& box : boxes) box = scene[0];
    EXPECT_FALSE(method->place(0, scene[0]) || method->remove(0) || place_all(*method, scene, all, alone));
    return true;
  };
  ASSERT_TRUE(method->place_all(all, make, workers));
  const auto visit = [&](std::size_t, std::span<const IndexPair>) {
    EXPECT_FALSE(place_all(*method, scene, all, alone));
    EXPECT_FALSE(method->find_pairs_in_parts([](std::size_t, std::span<const IndexPair>) { return true; }, alone));
    return true;
  };
  EXPECT_TRUE(method->find_pairs_in_parts(visit, workers));
}

}  // namespace
}  // namespace clearance::detail
