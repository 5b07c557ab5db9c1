#include <clearance/broad/grid/overlap_runs.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <cmath>

namespace clearance::detail {
namespace {

constexpr float kMost = std::numeric_limits<float>::max();

TEST(KeyOf, IsTheFloatBelow) {
  EXPECT_EQ(key_of(0.5), 0.5f);
  EXPECT_EQ(key_of(-0.5), -0.5f);
  EXPECT_EQ(key_of(next_below(0.5)), std::nextafter(0.5f, 0.0f));
  EXPECT_EQ(key_of(next_above(0.5)), 0.5f);
  EXPECT_EQ(key_of(next_below(-0.5)), std::nextafter(-0.5f, -1.0f));
  EXPECT_EQ(key_of(next_above(-0.5)), -0.5f);
  EXPECT_EQ(key_of(0.0), 0.0f);
  EXPECT_EQ(key_of(1e-300), 0.0f);
  EXPECT_EQ(key_of(-1e-300), -std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(key_of(1e300), kMost);
  EXPECT_EQ(key_of(kInfiniteEnd), kMost);
  EXPECT_EQ(key_of(-1e300), -kMost);
  EXPECT_EQ(key_of(-kInfiniteEnd), -kMost);
}

TEST(KeyOf, KeepsOrder) {
  Random random(1);
  for (int k = 0; k < 20000; ++k) {
    const double a = std::bit_cast<double>(random.bits());
    const double b = k % 2 == 0 ? std::bit_cast<double>(random.bits()) : next_above(a);
    if (std::isnan(a) || std::isnan(b)) continue;
    EXPECT_TRUE(a <= b ? key_of(a) <= key_of(b) : key_of(b) <= key_of(a)) << a << " " << b;
  }
}

// Boxes with many equal keys, as columns.
struct World {
  std::vector<Box> boxes;
  std::vector<float> columns[6];
  std::vector<std::uint32_t> index;

  explicit World(std::uint32_t count) {
    Random random(2);
    const auto end = [&] {
      const double x = std::floor(random.uniform(0, 4)) / 3;
      return random.below(4) == 0 ? next_above(x) : x;
    };
    for (std::uint32_t k = 0; k < count; ++k) {
      const double a[3] = {end(), end(), end()}, b[3] = {end(), end(), end()};
      boxes.push_back({{smaller(a[0], b[0]), smaller(a[1], b[1]), smaller(a[2], b[2])},
                       {larger(a[0], b[0]), larger(a[1], b[1]), larger(a[2], b[2])}});
      index.push_back(count - 1 - k);
    }
    for (std::uint32_t p = 0; p < count; ++p) {
      const Box& box = boxes[index[p]];
      for (int a = 0; a < 3; ++a) {
        columns[a].push_back(key_of(box.low[a]));
        columns[a + 3].push_back(key_of(box.high[a]));
      }
    }
    for (auto& column : columns) column.resize(count + kColumnPadding);
    index.resize(count + kColumnPadding);
  }

  BoxColumns view() const {
    return {{columns[0].data(), columns[1].data(), columns[2].data()},
            {columns[3].data(), columns[4].data(), columns[5].data()},
            index.data(),
            boxes.data()};
  }
};

TEST(OverlapRuns, AllVersionsFindWhatOverlapSays) {
  const std::uint32_t count = 60;
  const World world(count);
  std::vector<BoxRun> runs;
  std::vector<IndexPair> expected;
  for (std::uint32_t p = 0; p < count; ++p) {
    for (std::uint32_t first = p + 1; first < count; first += 1 + p % kRunLength) {
      runs.push_back({p, first, std::min(1 + p % kRunLength, count - first)});
    }
    for (std::uint32_t q = p + 1; q < count; ++q)
      if (overlap(world.boxes[world.index[p]], world.boxes[world.index[q]]))
        expected.push_back({world.index[q], world.index[p]});  // indices fall with the position
  }
  ASSERT_GT(expected.size(), 100u);
  ASSERT_LT(expected.size(), count * (count - 1) / 2);
  for (const RunTester version : test_runs_versions()) {
    for (const std::size_t capacity : {kPairSlack, std::size_t{64}, std::size_t{4096}}) {
      std::vector<IndexPair> pairs, buffer(capacity);
      const auto keep = [&](PairSink& full) {
        EXPECT_LE(full.count, capacity);
        pairs.insert(pairs.end(), full.pairs, full.pairs + full.count);
        full.count = 0;
        return true;
      };
      PairSink sink{buffer.data(), capacity, keep};
      EXPECT_TRUE(version(world.view(), runs, sink));
      EXPECT_TRUE(sink.full(sink));
      EXPECT_EQ(pairs, expected);
    }
  }
}

TEST(OverlapRuns, AllVersionsStopWhenTold) {
  const World world(60);
  const std::vector<BoxRun> runs(100, {0, 1, 16});
  for (const RunTester version : test_runs_versions()) {
    std::vector<IndexPair> buffer(kPairSlack);
    const auto enough = [](PairSink&) { return false; };
    PairSink sink{buffer.data(), buffer.size(), enough};
    EXPECT_FALSE(version(world.view(), runs, sink));
  }
}

}  // namespace
}  // namespace clearance::detail
