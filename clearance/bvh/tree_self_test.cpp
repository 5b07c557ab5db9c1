#include <clearance/bvh/tree_self.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace clearance::detail {
namespace {

using RunPairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// Triangles between neighbours on a wavy sheet.
struct Sheet {
  std::vector<Vec3> vertices;
  std::vector<TriangleTree::Triangle> triangles;
  TriangleTree::Built built;

  explicit Sheet(std::uint32_t side, double scale = 1) {
    for (std::uint32_t k = 0; k < side * side; ++k) {
      const double x = k % side, y = k / side;
      vertices.push_back(scale * Vec3{x, y, std::sin(0.4 * x) * std::cos(0.3 * y)});
    }
    for (std::uint32_t k = 0; k + side + 1 < side * side; ++k) {
      if (k % side + 1 == side) continue;
      triangles.push_back({k, k + 1, k + side});
      triangles.push_back({k + 1, k + side + 1, k + side});
    }
    Workers workers(1);
    built = TriangleTree::build(vertices, triangles, workers);
  }
  const TriangleTree::Triangle& at(std::uint32_t position) const { return triangles[built.order[position]]; }
};

constexpr auto kNothing = [](std::uint32_t, std::uint32_t) { return false; };

TEST(TreeSelf, EveryTwoTrianglesWithACommonVertexAreReportedOnce) {
  for (const std::uint32_t side : {2u, 3u, 12u, 40u}) {
    const Sheet sheet(side);
    RunPairs runs, pairs;
    find_meeting_itself(*sheet.built.tree, kNothing,
                        [&](std::uint32_t first, std::uint32_t count, std::uint32_t other, std::uint32_t others) {
                          EXPECT_TRUE(runs.insert(std::minmax(first, other)).second);
                          for (std::uint32_t t = first; t < first + count; ++t)
                            for (std::uint32_t u = other; u < other + others; ++u) pairs.insert(std::minmax(t, u));
                          return true;
                        });
    for (std::uint32_t t = 0; t < sheet.triangles.size(); ++t) {
      for (std::uint32_t u = t + 1; u < sheet.triangles.size(); ++u) {
        bool share = false;
        for (const std::uint32_t v : sheet.at(t))
          share = share || std::ranges::find(sheet.at(u), v) != sheet.at(u).end();
        EXPECT_TRUE(!share || pairs.contains({t, u}));
      }
    }
    // A run of four meets its neighbours: some dozen.
    EXPECT_LE(runs.size(), 6 * sheet.triangles.size());
  }
}

// Denormal coordinates were all one place to the tree, at any number of triangles: every two runs met.
TEST(TreeSelf, RunsOfTinyAndOfHugeBodiesAreToldApart) {
  for (const double scale : {1e-311, 1e-305, 1e298}) {
    const Sheet sheet(40, scale);
    std::size_t pairs = 0;
    find_meeting_itself(*sheet.built.tree, kNothing,
                        [&](std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) { return ++pairs > 0; });
    EXPECT_LE(pairs, 6 * sheet.triangles.size()) << scale;
  }
}

TEST(TreeSelf, WhatIsPassedOverIsNotReported) {
  const Sheet sheet(20);
  int calls = 0;
  find_meeting_itself(
      *sheet.built.tree, [](std::uint32_t, std::uint32_t) { return true; },
      [&](std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) { return ++calls > 0; });
  EXPECT_EQ(calls, 0);
}

TEST(TreeSelf, EndsWhenTheVisitorSaysSo) {
  const Sheet sheet(20);
  int calls = 0;
  find_meeting_itself(*sheet.built.tree, kNothing,
                      [&](std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) { return ++calls < 5; });
  EXPECT_EQ(calls, 5);
}

}  // namespace
}  // namespace clearance::detail
