// Worlds of moving boxes, and the comparison of a broad phase with plain double loops over many frames of them.
#pragma once

#include <clearance/base/random.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/broad/methods.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace clearance::detail {

enum class TestWorld : std::uint8_t {
  Uniform,
  Clustered,    // a few dense heaps far apart
  Planar,       // all on one plane, of no height
  Mixed,        // sizes 1 : 1000
  Extreme,      // sizes 1e-9 to 1e9
  Teleporting,  // no coherence at all
  Lattice,      // unit cubes that share faces, edges and corners exactly
  Tenths,       // cubes at tenths: they touch, or miss by a rounding, where floats cannot tell
  Heap,         // all at one spot
  Far,          // so far from zero that floats cannot tell them apart
  Points,       // without size, many at one place
  Huge,         // infinite, and as large as numbers go, among small ones
};

inline constexpr TestWorld kTestWorlds[] = {TestWorld::Uniform, TestWorld::Clustered,   TestWorld::Planar,
                                            TestWorld::Mixed,   TestWorld::Extreme,     TestWorld::Lattice,
                                            TestWorld::Tenths,  TestWorld::Teleporting, TestWorld::Heap,
                                            TestWorld::Far,     TestWorld::Points,      TestWorld::Huge};

inline const char* to_string(TestWorld world) {
  constexpr const char* kNames[] = {"Uniform", "Clustered", "Planar", "Mixed", "Extreme", "Teleporting",
                                    "Lattice", "Tenths",    "Heap",   "Far",   "Points",  "Huge"};
  return kNames[static_cast<int>(world)];
}

inline std::vector<BroadMethod> all_methods() {
  std::vector<BroadMethod> methods;
  for (const BroadRow& row : broad_methods()) methods.push_back(row.id);
  return methods;
}

// Boxes by index that wander; kNoBox where one was removed.
class MovingBoxes {
 public:
  MovingBoxes(TestWorld world, int count, std::uint64_t seed)
      : world_(world), random_(seed), half_(std::cbrt(static_cast<double>(count))) {
    for (int k = 0; k < count; ++k) boxes_.push_back(fresh());
  }

  const std::vector<Box>& boxes() const { return boxes_; }
  const Box& operator[](std::uint32_t index) const { return boxes_[index]; }

  // Moves about `share` of the boxes, removes a few and brings a few back; the indices that changed, in no order.
  std::vector<std::uint32_t> step(double share) {
    std::vector<std::uint32_t> changed;
    for (std::uint32_t k = 0; k < boxes_.size(); ++k) {
      const double draw = random_.uniform(0, 1);
      if (draw >= share) continue;
      const bool gone = !is_box(boxes_[k]);
      if (draw < 0.02 * share)
        boxes_[k] = gone ? fresh() : kNoBox;
      else if (gone)
        continue;
      else
        boxes_[k] = moved(boxes_[k]);
      changed.push_back(k);
    }
    for (std::size_t k = changed.size(); k > 1; --k) std::swap(changed[k - 1], changed[random_.bits() % k]);
    return changed;
  }

 private:
  Vec3 point(double half) {
    return {random_.uniform(-half, half), random_.uniform(-half, half), random_.uniform(-half, half)};
  }
  double side() {
    switch (world_) {
      case TestWorld::Mixed:
        return std::pow(1000.0, random_.uniform(-1, 0)) * half_;
      case TestWorld::Extreme:
        return std::pow(10.0, random_.uniform(-9, 9));
      default:
        return random_.uniform(0.2, 1.2);
    }
  }
  Box fresh() {
    if (world_ == TestWorld::Lattice) {
      const Vec3 p = point(half_);
      const Vec3 low{std::floor(p.x), std::floor(p.y), std::floor(p.z)};
      return {low, low + Vec3{1, 1, 1}};
    }
    if (world_ == TestWorld::Tenths) {
      const Vec3 p = 10.0 * point(half_);
      const auto tenths = [](double x) { return 0.1 * std::floor(x); };
      return {{tenths(p.x), tenths(p.y), tenths(p.z)}, {tenths(p.x + 10), tenths(p.y + 10), tenths(p.z + 10)}};
    }
    Vec3 p = point(half_);
    if (world_ == TestWorld::Points) p = {std::floor(0.5 * p.x), std::floor(0.5 * p.y), 0.1};
    if (world_ == TestWorld::Points) return {p, p};
    if (world_ == TestWorld::Huge && random_.below(8) == 0) return huge();
    if (world_ == TestWorld::Far) p = p + Vec3{1e9, -3e11, 7e10};
    if (world_ == TestWorld::Clustered) p = 1000.0 * Vec3{std::floor(3 * random_.uniform(0, 1)), 0, 0} + 0.2 * p;
    if (world_ == TestWorld::Planar) p.z = 0;
    if (world_ == TestWorld::Extreme) p = std::pow(10.0, random_.uniform(-9, 9)) * p;
    if (world_ == TestWorld::Heap) p = {};
    Vec3 s{side(), side(), side()};
    if (world_ == TestWorld::Planar) s.z = 0;
    return {p - 0.5 * s, p + 0.5 * s};
  }
  // Along each axis all numbers, half of them, or as many as are finite.
  Box huge() {
    constexpr double kEnds[][2] = {
        {-kInfiniteEnd, kInfiniteEnd}, {0.25, kInfiniteEnd}, {-1e300, 1e300}, {1, 1 + 1e-12}};
    const auto ends = [&] { return kEnds[random_.below(4)]; };
    const double *const x = ends(), *const y = ends(), *const z = ends();
    return {{x[0], y[0], z[0]}, {x[1], y[1], z[1]}};
  }
  Box moved(const Box& box) {
    if (world_ == TestWorld::Teleporting || world_ == TestWorld::Lattice || world_ == TestWorld::Tenths ||
        world_ == TestWorld::Points || world_ == TestWorld::Huge)
      return fresh();
    Vec3 by = 0.05 * norm_max(box.high - box.low) * point(1);
    if (world_ == TestWorld::Planar) by.z = 0;
    return {box.low + by, box.high + by};
  }

  TestWorld world_;
  Random random_;
  double half_;
  std::vector<Box> boxes_;
};

inline std::vector<IndexPair> pairs_by_loops(const std::vector<Box>& boxes) {
  std::vector<IndexPair> pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
      if (is_box(boxes[i]) && is_box(boxes[j]) && overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
  return pairs;
}

// What a method reports, in its own order.
inline std::vector<IndexPair> reported_pairs(BroadPhase& method, Workers& workers, bool changed_only = false) {
  std::vector<IndexPair> pairs;
  const auto collect = [&](std::span<const IndexPair> block) {
    EXPECT_FALSE(block.empty());
    pairs.insert(pairs.end(), block.begin(), block.end());
    return true;
  };
  EXPECT_TRUE(changed_only ? method.find_changed_pairs(collect, workers) : method.find_pairs(collect, workers));
  return pairs;
}

inline std::vector<IndexPair> sorted(std::vector<IndexPair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Every frame the same pairs as the loops, each once; every few frames only the changed ones; probes, too; and a copy
// made half-way goes on alike. `share` of the boxes moves per frame.
inline void expect_agreement(BroadPhase& method, TestWorld world, int count, int frames, double share,
                             std::uint64_t seed, int threads = 1) {
  SCOPED_TRACE(::testing::Message() << to_string(world) << ", " << count << " boxes, share " << share << ", seed "
                                    << seed);
  MovingBoxes scene(world, count, seed);
  Workers workers(threads);
  for (std::uint32_t k = 0; k < scene.boxes().size(); ++k) ASSERT_TRUE(method.place(k, scene[k]));
  std::unique_ptr<BroadPhase> copy;
  for (int frame = 0; frame < frames; ++frame) {
    const std::vector<IndexPair> truth = pairs_by_loops(scene.boxes());
    ASSERT_EQ(sorted(reported_pairs(method, workers)), truth) << "frame " << frame;
    if (copy) {
      ASSERT_EQ(sorted(reported_pairs(*copy, workers)), truth) << "the copy, frame " << frame;
    }
    const std::vector<std::uint32_t> changed = scene.step(share);
    for (const std::uint32_t k : changed) {
      ASSERT_TRUE(is_box(scene[k]) ? method.place(k, scene[k]) : method.remove(k));
      if (copy) {
        ASSERT_TRUE(is_box(scene[k]) ? copy->place(k, scene[k]) : copy->remove(k));
      }
    }
    if (frame % 3 == 1) {
      std::vector<IndexPair> expected;
      for (const IndexPair& pair : pairs_by_loops(scene.boxes()))
        if (std::count(changed.begin(), changed.end(), pair.a) + std::count(changed.begin(), changed.end(), pair.b) > 0)
          expected.push_back(pair);
      ASSERT_EQ(sorted(reported_pairs(method, workers, true)), expected) << "changed pairs, frame " << frame;
    }
    const Box probe = scene[static_cast<std::uint32_t>(frame) % static_cast<std::uint32_t>(count)];
    if (is_box(probe)) {
      std::vector<std::uint32_t> met;
      method.find_overlaps(probe, [&](std::span<const std::uint32_t> block) {
        met.insert(met.end(), block.begin(), block.end());
        return true;
      });
      std::sort(met.begin(), met.end());
      std::vector<std::uint32_t> expected;
      for (std::uint32_t k = 0; k < scene.boxes().size(); ++k)
        if (is_box(scene[k]) && overlap(scene[k], probe)) expected.push_back(k);
      ASSERT_EQ(met, expected) << "probe, frame " << frame;
    }
    if (frame == frames / 2) copy = method.clone();
  }
}

// All worlds, many movers and few, few boxes and many.
template <class Make>
void expect_agreement_everywhere(const Make& make) {
  for (const TestWorld world : kTestWorlds) {
    for (const double share : {1.0, 0.1}) {
      const auto few = make(), many = make();
      expect_agreement(*few, world, 40, 60, share, 7);
      expect_agreement(*many, world, world == TestWorld::Heap ? 150 : 400, 12, share, 11);
    }
  }
}

}  // namespace clearance::detail
