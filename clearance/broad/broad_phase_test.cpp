// What every broad phase promises, asked of every row of the table.
#include <clearance/broad/agreement_test.h>
#include <clearance/broad/box_tree.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/brute_force.h>
#include <clearance/broad/methods.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr Box kUnitBox = {{0, 0, 0}, {1, 1, 1}};

Box cube_at(double x, double side = 1) { return {{x, 0, 0}, {x + side, side, side}}; }

class EveryBroadPhase : public ::testing::TestWithParam<BroadMethod> {
 protected:
  std::vector<IndexPair> pairs() { return sorted(reported_pairs(*method_, workers_)); }
  std::vector<std::uint32_t> overlaps(const Box& probe) {
    std::vector<std::uint32_t> met;
    method_->find_overlaps(probe, [&](std::span<const std::uint32_t> block) {
      met.insert(met.end(), block.begin(), block.end());
      return true;
    });
    std::sort(met.begin(), met.end());
    return met;
  }

  std::unique_ptr<BroadPhase> method_ = make_broad_phase(GetParam());
  Workers workers_{1};
};

INSTANTIATE_TEST_SUITE_P(Methods, EveryBroadPhase, ::testing::ValuesIn(all_methods()),
                         [](const auto& parameter) { return std::string(to_string(parameter.param)); });

TEST_P(EveryBroadPhase, IsEmptyAtFirst) {
  EXPECT_TRUE(pairs().empty());
  EXPECT_TRUE(overlaps(kUnitBox).empty());
  EXPECT_EQ(method_->size(), 0u);
  EXPECT_FALSE(method_->remove(0));
}

TEST_P(EveryBroadPhase, RefusesWhatIsNoBoxAndKeepsWhatWasThere) {
  ASSERT_TRUE(method_->place(0, kUnitBox));
  ASSERT_TRUE(method_->place(1, cube_at(0.5)));
  EXPECT_FALSE(method_->place(0, {{kNan, 0, 0}, {1, 1, 1}}));
  EXPECT_FALSE(method_->place(0, {{0, 0, 0}, {1, kNan, 1}}));
  EXPECT_FALSE(method_->place(0, {{1, 0, 0}, {0, 1, 1}}));
  EXPECT_FALSE(method_->place(0, kNoBox));
  EXPECT_FALSE(method_->place(BroadPhase::kMaxIndex + 1, kUnitBox));
  EXPECT_FALSE(method_->remove(2));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{0, 1}}));
  EXPECT_EQ(method_->size(), 2u);
}

TEST_P(EveryBroadPhase, ClosedBoxesMeetAtFacesEdgesAndCorners) {
  ASSERT_TRUE(method_->place(0, kUnitBox));
  ASSERT_TRUE(method_->place(1, {{1, 1, 1}, {2, 2, 2}}));
  ASSERT_TRUE(method_->place(2, {{std::nextafter(1, 2), 0, 0}, {2, 1, 1}}));
  ASSERT_TRUE(method_->place(3, {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{0, 1}, {0, 3}, {1, 2}}));
}

TEST_P(EveryBroadPhase, InfiniteBoxesAndProbes) {
  ASSERT_TRUE(method_->place(0, {{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}}));
  ASSERT_TRUE(method_->place(1, {{0, -kInf, 0}, {0, kInf, 0}}));
  ASSERT_TRUE(method_->place(2, kUnitBox));
  ASSERT_TRUE(method_->place(3, {{5, 5, 5}, {6, 6, 6}}));
  ASSERT_TRUE(method_->place(4, kUnitBox));
  ASSERT_TRUE(method_->place(5, {{kInf, 0, 0}, {kInf, 1, 1}}));
  ASSERT_TRUE(method_->remove(4));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{0, 1}, {0, 2}, {0, 3}, {0, 5}, {1, 2}}));
  EXPECT_EQ(overlaps({{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}}), (std::vector<std::uint32_t>{0, 1, 2, 3, 5}));
  EXPECT_EQ(overlaps({{5.5, 5.5, 5.5}, {5.5, 5.5, 5.5}}), (std::vector<std::uint32_t>{0, 3}));
}

TEST_P(EveryBroadPhase, TheEndsOfTheRange) {
  const double far = 1e300, next = std::nextafter(far, 0);
  ASSERT_TRUE(method_->place(0, {{next, 0, 0}, {far, 1, 1}}));
  ASSERT_TRUE(method_->place(1, {{far, 0, 0}, {far, 1, 1}}));
  ASSERT_TRUE(method_->place(2, {{-far, 0, 0}, {next, 1, 1}}));
  ASSERT_TRUE(method_->place(3, {{-far, 0, 0}, {std::nextafter(next, 0), 1e-320, 1}}));
  ASSERT_TRUE(method_->place(4, {{0, 5e-324, 0}, {0, 1e-323, 0}}));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{0, 1}, {0, 2}, {2, 3}, {2, 4}, {3, 4}}));
}

TEST_P(EveryBroadPhase, IndicesMayHaveGapsAndComeBack) {
  ASSERT_TRUE(method_->place(7, kUnitBox));
  ASSERT_TRUE(method_->place(1000, kUnitBox));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{7, 1000}}));
  ASSERT_TRUE(method_->remove(7));
  EXPECT_TRUE(pairs().empty());
  EXPECT_EQ(method_->size(), 1u);
  EXPECT_FALSE(is_box(method_->box(7)));
  ASSERT_TRUE(method_->place(7, cube_at(0.75)));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{7, 1000}}));
  // Gone and back between two questions.
  ASSERT_TRUE(method_->remove(7));
  ASSERT_TRUE(method_->place(7, cube_at(5)));
  EXPECT_TRUE(pairs().empty());
}

TEST_P(EveryBroadPhase, VisitorsMayEndButNotChangeIt) {
  for (std::uint32_t k = 0; k < 60; ++k) ASSERT_TRUE(method_->place(k, cube_at(0.01 * k)));
  int blocks = 0;
  EXPECT_FALSE(method_->find_pairs([&](std::span<const IndexPair>) {
    ++blocks;
    EXPECT_FALSE(method_->place(0, cube_at(9)));
    EXPECT_FALSE(method_->remove(1));
    return false;
  }));
  EXPECT_EQ(blocks, 1);
  EXPECT_EQ(pairs().size(), 60u * 59 / 2);
  EXPECT_TRUE(method_->remove(1));
}

TEST_P(EveryBroadPhase, ChangedPairsAreThoseSinceTheLastQuestion) {
  for (std::uint32_t k = 0; k < 200; ++k) ASSERT_TRUE(method_->place(k, cube_at(2.0 * k)));
  EXPECT_TRUE(reported_pairs(*method_, workers_, true).empty());
  ASSERT_TRUE(method_->place(3, cube_at(20.5)));
  EXPECT_EQ(sorted(reported_pairs(*method_, workers_, true)), (std::vector<IndexPair>{{3, 10}}));
  EXPECT_TRUE(reported_pairs(*method_, workers_, true).empty());
  // A probe in between takes the changes in, but reports none of their pairs.
  ASSERT_TRUE(method_->place(4, cube_at(30.5)));
  EXPECT_EQ(overlaps(cube_at(30.25, 0.5)), (std::vector<std::uint32_t>{4, 15}));
  EXPECT_EQ(sorted(reported_pairs(*method_, workers_, true)), (std::vector<IndexPair>{{4, 15}}));
  EXPECT_EQ(pairs(), (std::vector<IndexPair>{{3, 10}, {4, 15}}));
}

TEST_P(EveryBroadPhase, SegmentsMeetTheirBoxes) {
  Random random(3);
  MovingBoxes scene(TestWorld::Uniform, 300, 5);
  for (std::uint32_t k = 0; k < 300; ++k) ASSERT_TRUE(method_->place(k, scene[k]));
  for (int ray = 0; ray < 30; ++ray) {
    const auto point = [&] { return Vec3{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)}; };
    const Vec3 from = point(), to = point();
    std::vector<int> met(300, 0);
    method_->find_on_segment(from, to, [&](std::span<const std::uint32_t> block) {
      for (const std::uint32_t k : block) ++met[k];
      return true;
    });
    for (std::uint32_t k = 0; k < 300; ++k) {
      EXPECT_LE(met[k], 1);
      // Any of many points of the segment inside the box: then it must have been found.
      for (int s = 0; s <= 200; ++s) {
        const Vec3 p = from + (s / 200.0) * (to - from);
        if (contains(scene[k], {p, p})) {
          EXPECT_EQ(met[k], 1);
        }
      }
    }
  }
}

// All pairs of a heap stream through a visitor; the method keeps nothing like their number.
TEST_P(EveryBroadPhase, AHeapStreamsInBoundedMemory) {
  constexpr std::uint32_t kCount = 1500;
  for (std::uint32_t k = 0; k < kCount; ++k) ASSERT_TRUE(method_->place(k, kUnitBox));
  std::size_t count = 0, largest = 0;
  EXPECT_TRUE(method_->find_pairs([&](std::span<const IndexPair> block) {
    count += block.size();
    largest = std::max(largest, block.size());
    return true;
  }));
  EXPECT_EQ(count, std::size_t{kCount} * (kCount - 1) / 2);
  EXPECT_LE(largest, 1u << 17);
  const bool keeps_pairs = GetParam() == BroadMethod::CoherentHash || GetParam() == BroadMethod::SweepAndPrune;
  if (!keeps_pairs) {
    EXPECT_LE(method_->memory_bytes(), (4u << 20) + 400 * kCount);
  }
}

// The copy inherited the mark of being visited and found nothing any more.
TEST_P(EveryBroadPhase, ACopyMadeByAVisitorIsIndependent) {
  for (std::uint32_t k = 0; k < 60; ++k) ASSERT_TRUE(method_->place(k, cube_at(0.5 * k)));
  const std::vector<IndexPair> all = pairs();
  const std::vector<std::uint32_t> met = overlaps(cube_at(10));
  ASSERT_EQ(met.size(), 5u);
  int copies = 0;
  const auto expect_whole = [&] {
    ++copies;
    std::unique_ptr<BroadPhase> original = std::move(method_);
    method_ = original->clone();
    EXPECT_EQ(overlaps(cube_at(10)), met);
    EXPECT_EQ(pairs(), all);
    EXPECT_TRUE(reported_pairs(*method_, workers_, true).empty());
    std::size_t on_segment = 0;
    EXPECT_TRUE(method_->find_on_segment({-1, 0.5, 0.5}, {99, 0.5, 0.5}, [&](std::span<const std::uint32_t> block) {
      return on_segment += block.size(), true;
    }));
    EXPECT_EQ(on_segment, 60u);
    EXPECT_TRUE(method_->place(0, cube_at(99)));
    EXPECT_TRUE(method_->remove(1));
    EXPECT_EQ(pairs().size(), all.size() - 4);
    method_ = std::move(original);
    return true;
  };
  const auto visit_pairs = [&](std::span<const IndexPair>) { return expect_whole(); };
  const auto visit_boxes = [&](std::span<const std::uint32_t>) { return expect_whole(); };
  BroadPhase& visited = *method_;
  EXPECT_TRUE(visited.find_pairs(visit_pairs));
  ASSERT_TRUE(visited.place(7, cube_at(0.5 * 7)));
  EXPECT_TRUE(visited.find_changed_pairs(visit_pairs, workers_));
  EXPECT_TRUE(visited.find_overlaps(cube_at(10), visit_boxes));
  EXPECT_TRUE(visited.find_on_segment({-1, 0.5, 0.5}, {3, 0.5, 0.5}, visit_boxes));
  EXPECT_GE(copies, 4);
  EXPECT_EQ(pairs(), all);
}

// Asking from within a visitor is refused, which is not the same as finding nothing.
TEST_P(EveryBroadPhase, QuestionsFromWithinAVisitorAreRefused) {
  ASSERT_TRUE(method_->place(0, kUnitBox));
  ASSERT_TRUE(method_->place(1, kUnitBox));
  const auto no_pairs = [](std::span<const IndexPair>) { return ADD_FAILURE(), true; };
  const auto no_boxes = [](std::span<const std::uint32_t>) { return ADD_FAILURE(), true; };
  EXPECT_TRUE(method_->find_pairs([&](std::span<const IndexPair>) {
    EXPECT_FALSE(method_->find_pairs(no_pairs));
    EXPECT_FALSE(method_->find_changed_pairs(no_pairs, workers_));
    EXPECT_FALSE(method_->find_overlaps(kUnitBox, no_boxes));
    EXPECT_FALSE(method_->find_on_segment({}, {1, 1, 1}, no_boxes));
    return true;
  }));
  static_assert(!std::is_copy_assignable_v<BruteForce> && !std::is_copy_assignable_v<BoxTree>);
}

// Const questions are right before anything is built, after it is, and again after a change; several threads may ask
// them, and from within a visitor they look at every box.
TEST_P(EveryBroadPhase, ConstQuestionsAreRightAtAnyTime) {
  Random random(5);
  std::vector<Box> boxes;
  for (std::uint32_t k = 0; k < 300; ++k) {
    const Vec3 low{random.uniform(0, 20), random.uniform(0, 20), random.uniform(0, 20)};
    const double side = random.uniform(0, 2);
    boxes.push_back({low, low + Vec3{side, side, side}});
    ASSERT_TRUE(method_->place(k, boxes[k]));
  }
  const BroadPhase& method = *method_;
  const Box probes[] = {{{3, 3, 3}, {9, 9, 9}}, {{-1, -1, -1}, {30, 30, 30}}, {{5, 5, 5}, {5, 5, 5}}};
  const auto expect_right = [&] {
    for (const Box& probe : probes) {
      std::vector<std::uint32_t> expected, met;
      for (std::uint32_t k = 0; k < boxes.size(); ++k)
        if (is_box(boxes[k]) && overlap(boxes[k], probe)) expected.push_back(k);
      EXPECT_TRUE(method.overlaps(probe, [&](std::span<const std::uint32_t> block) {
        return met.insert(met.end(), block.begin(), block.end()), true;
      }));
      std::sort(met.begin(), met.end());
      EXPECT_EQ(met, expected);
    }
    std::vector<std::uint8_t> seen(boxes.size(), 0);
    const Vec3 from{0, 0, 0}, to{20, 19, 21};
    EXPECT_TRUE(method.on_segment(from, to, [&](std::span<const std::uint32_t> block) {
      for (const std::uint32_t k : block) ++seen[k];
      return true;
    }));
    for (int step = 0; step <= 1000; ++step) {
      const Vec3 at = from + (step / 1000.0) * (to - from);
      for (std::uint32_t k = 0; k < boxes.size(); ++k)
        if (is_box(boxes[k]) && overlap(boxes[k], {at, at})) {
          EXPECT_EQ(seen[k], 1) << k;
        }
    }
  };
  expect_right();
  for (const ProbeKind kind : {ProbeKind::Overlaps, ProbeKind::Segments}) {
    EXPECT_TRUE(method_->get_ready(kind, 1, workers_));
    expect_right();
  }
  EXPECT_TRUE(method_->get_ready(workers_));
  expect_right();
  Workers four(4);
  four.run(8, [&](std::size_t) { expect_right(); });
  boxes[7] = {{4, 4, 4}, {5, 5, 5}};
  boxes[8] = kNoBox;
  ASSERT_TRUE(method_->place(7, boxes[7]) && method_->remove(8));
  expect_right();
  EXPECT_TRUE(method_->get_ready(workers_));
  expect_right();
  bool visited = false;
  EXPECT_TRUE(method_->find_pairs([&](std::span<const IndexPair>) {
    if (std::exchange(visited, true)) return true;
    EXPECT_FALSE(method_->get_ready(workers_));
    expect_right();
    return true;
  }));
  EXPECT_TRUE(visited);
  const auto no = [] { return false; };
  const GoOn never(no);
  const auto nothing = [](std::span<const std::uint32_t>) { return ADD_FAILURE(), true; };
  EXPECT_FALSE(method.overlaps(probes[0], nothing, &never));
  EXPECT_FALSE(method.on_segment({}, {1, 1, 1}, nothing, &never));
  EXPECT_FALSE(method.overlaps(kNoBox, nothing));
}

// A search can be told to end at any moment, also where it finds nothing that a visitor could end it at, and whatever
// it had found until then is true; the next one finds everything.
TEST_P(EveryBroadPhase, SearchesEndWhenTheyAreToldTo) {
  constexpr std::uint32_t kCount = 4000;
  const bool keeps_pairs = GetParam() == BroadMethod::CoherentHash || GetParam() == BroadMethod::SweepAndPrune;
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (const double step : {2.0, 0.5}) {
      for (std::uint32_t k = 0; k < kCount; ++k)
        ASSERT_TRUE(
            method_->place(k, {{step * (k % 64), step * (k / 64), 0}, {step * (k % 64) + 1, step * (k / 64) + 1, 1}}));
      const std::vector<IndexPair> all = pairs();
      std::atomic<int> asked = 0;
      const auto count = [&] { return ++asked > 0; };
      const GoOn always(count);
      std::vector<IndexPair> found;
      const auto collect = [&](std::span<const IndexPair> block) {
        return found.insert(found.end(), block.begin(), block.end()), true;
      };
      ASSERT_TRUE(method_->place(0, method_->box(0)));
      ASSERT_TRUE(method_->find_pairs(collect, workers, &always));
      EXPECT_EQ(sorted(found), all);
      const int most = asked;
      if (!keeps_pairs || step < 1) {
        EXPECT_GE(most, 3);
      }
      for (int k = 0; k < most; k = k < 4 ? k + 1 : 2 * k) {
        std::atomic<int> left = k;
        const auto end = [&] { return left-- > 0; };
        const GoOn go_on(end);
        found.clear();
        ASSERT_TRUE(method_->place(0, method_->box(0)));
        const bool whole = k % 2 == 0 ? method_->find_pairs(collect, workers, &go_on)
                                      : method_->find_changed_pairs(collect, workers, &go_on);
        found = sorted(found);
        EXPECT_TRUE(std::includes(all.begin(), all.end(), found.begin(), found.end()));
        const auto is_changed = [](const IndexPair& pair) { return pair.a == 0; };
        const auto count_all = k % 2 == 0 ? std::ssize(all) : std::count_if(all.begin(), all.end(), is_changed);
        EXPECT_TRUE(!whole || std::ssize(found) == count_all);
        EXPECT_TRUE(whole || left < 0);
        EXPECT_EQ(pairs(), all);
      }
      const auto never_again = [] { return false; };
      const GoOn never(never_again);
      const auto no_boxes = [](std::span<const std::uint32_t>) { return ADD_FAILURE(), true; };
      EXPECT_FALSE(method_->find_overlaps(cube_at(10), no_boxes, &never));
      EXPECT_FALSE(method_->find_on_segment({}, {9, 9, 0}, no_boxes, &never));
    }
  }
}

TEST_P(EveryBroadPhase, HasANameAndARow) {
  bool found = false;
  EXPECT_EQ(broad_method(to_string(GetParam()), found), GetParam());
  EXPECT_TRUE(found);
  EXPECT_EQ(broad_method("no such method", found), BroadMethod::Automatic);
  EXPECT_FALSE(found);
}

}  // namespace
}  // namespace clearance::detail
