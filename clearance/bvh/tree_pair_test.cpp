#include <clearance/bvh/needles_test.h>
#include <clearance/bvh/tree_pair.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace clearance::detail {
namespace {

using Triangle = TriangleTree::Triangle;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  TriangleTree::Built built;

  std::vector<Triangle> in_order() const {
    std::vector<Triangle> made;
    made.reserve(built.order.size());
    for (const std::uint32_t t : built.order) made.push_back(triangles[t]);
    return made;
  }
  Vec3 corner(std::uint32_t position, int k) const {
    return vertices[triangles[built.order[position]][static_cast<std::size_t>(k)]];
  }
};

Soup soup(std::uint64_t seed, int count, double size) {
  Random random(seed);
  Soup made;
  for (int i = 0; i < count; ++i) {
    const Vec3 at{random.uniform(-1, 1), random.uniform(-1, 1), 0.3 * std::sin(0.01 * i)};
    for (int k = 0; k < 3; ++k)
      made.vertices.push_back(
          size * (at + Vec3{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)}));
    const auto first = static_cast<std::uint32_t>(3 * i);
    made.triangles.push_back({first, first + 1, first + 2});
  }
  Workers workers(1);
  made.built = TriangleTree::build(made.vertices, made.triangles, workers);
  return made;
}

TreeMotion motion(Vec3 axis, double angle, Vec3 shift, double size) {
  const Vec3 n = axis / norm(axis);
  const double c = std::cos(angle), s = std::sin(angle);
  TreeMotion made;
  made.linear = {{{c + n.x * n.x * (1 - c), n.x * n.y * (1 - c) - n.z * s, n.x * n.z * (1 - c) + n.y * s},
                  {n.y * n.x * (1 - c) + n.z * s, c + n.y * n.y * (1 - c), n.y * n.z * (1 - c) - n.x * s},
                  {n.z * n.x * (1 - c) - n.y * s, n.z * n.y * (1 - c) + n.x * s, c + n.z * n.z * (1 - c)}}};
  made.shift = size * shift;
  made.error = 1e-14 * size;
  made.crookedness = 1e-14;
  return made;
}

Vec3 unit(Vec3 v) { return v / norm(v); }
Vec3 moved(const TreeMotion& m, Vec3 p) { return m.linear * p + m.shift; }

// Pairs of triangles with two corners within `reach` of each other.
std::set<std::pair<std::uint32_t, std::uint32_t>> near_pairs(const Soup& a, const Soup& b, const TreeMotion& m,
                                                             double reach) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> near;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
    for (std::uint32_t k = 0; k < b.triangles.size(); ++k)
      for (int u = 0; u < 3; ++u)
        for (int v = 0; v < 3; ++v)
          if (norm(a.corner(i, u) - moved(m, b.corner(k, v))) <= reach) near.emplace(i, k);
  return near;
}

// Pairs of which an edge of b's triangle passes through a's, well inside.
std::set<std::pair<std::uint32_t, std::uint32_t>> crossing_pairs(const Soup& a, const Soup& b, const TreeMotion& m) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> crossing;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
    for (std::uint32_t k = 0; k < b.triangles.size(); ++k)
      for (int u = 0; u < 3; ++u) {
        const Vec3 p = moved(m, b.corner(k, u)), along = moved(m, b.corner(k, (u + 1) % 3)) - p;
        const Vec3 e = a.corner(i, 1) - a.corner(i, 0), f = a.corner(i, 2) - a.corner(i, 0), to = p - a.corner(i, 0);
        const double det = dot(cross(e, f), along), s = -dot(cross(e, f), to) / det, v = dot(cross(to, f), along) / det,
                     w = dot(cross(e, to), along) / det;
        if (std::min({s, 1 - s, v, w, 1 - v - w}) > 1e-3) crossing.emplace(i, k);
      }
  return crossing;
}

void add_runs(const RunPair& runs, std::set<std::pair<std::uint32_t, std::uint32_t>>& out) {
  for (std::uint32_t i = 0; i < runs.count_a; ++i)
    for (std::uint32_t k = 0; k < runs.count_b; ++k) out.emplace(runs.first_a + i, runs.first_b + k);
}

bool includes(const auto& outer, const auto& inner) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

TEST(TreePair, VisitsEverythingThatMeets) {
  Random random(1);
  for (const double size : {1.0, 1e-120, 1e120}) {
    const Soup a = soup(1, 300, size), b = soup(2, 200, size);
    for (int round = 0; round < 10; ++round) {
      const TreeMotion m = motion({random.uniform(-1, 1), 1, random.uniform(-1, 1)}, random.uniform(0, 3),
                                  {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, size);
      std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
      TreePair(*a.built.tree, *b.built.tree, m).find_meeting([&](const RunPair& runs) {
        add_runs(runs, visited);
        return true;
      });
      EXPECT_TRUE(includes(visited, near_pairs(a, b, m, 1e-6 * size)));
      EXPECT_LT(visited.size(), a.triangles.size() * b.triangles.size() / 3);
    }
  }
}

TEST(TreePair, TakesBodiesOfVeryDifferentSizes) {
  const Soup a = soup(3, 100, 1), b = soup(4, 100, 1e-5), c = soup(5, 100, 1e-60);
  for (const Soup* small : {&b, &c}) {
    TreeMotion m = motion({0, 0, 1}, 0.3, {}, 1);
    m.shift = a.corner(17, 0) - m.linear * small->corner(5, 1);
    const std::vector<Triangle> of_a = a.in_order(), of_small = small->in_order();
    for (const bool triangles_are_known : {false, true}) {
      const TreePair pair = triangles_are_known ? TreePair(*a.built.tree, *small->built.tree, m, {a.vertices, of_a},
                                                           {small->vertices, of_small})
                                                : TreePair(*a.built.tree, *small->built.tree, m);
      std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
      pair.find_meeting([&](const RunPair& runs) {
        add_runs(runs, visited);
        return true;
      });
      EXPECT_TRUE(visited.count({17, 5}) > 0);
    }
  }
}

// Divided along their length, needles of a bundle were in boxes that each held all of the bundle, and two of 19,704
// triangles that crossed (Generic_Twin_7081) had 700,000 pairs of runs to look at.
TEST(TreePair, TellsBundlesOfNeedlesApart) {
  const Vec3 along = unit({0.46, -0.88, 0.12}), across = unit({0.3, 0.2, 0.9});
  const Vec3 between = cross(along, across) / norm(cross(along, across));
  constexpr double kRadius = 0.01;
  Workers workers(1);
  const auto made_of = [&](Vec3 direction) {
    const Needles needles = cable(direction, kRadius, 24, 100);
    Soup made{needles.vertices, needles.triangles, {}};
    made.built = TriangleTree::build(made.vertices, made.triangles, workers);
    return made;
  };
  const Soup a = made_of(along), b = made_of(across);
  // As far into each other as a tenth of the radius: four lines or so of each meet those of the other.
  TreeMotion by;
  by.shift = 1.9 * kRadius * between;
  std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
  int runs = 0;
  TreePair(*a.built.tree, *b.built.tree, by).find_meeting([&](const RunPair& pair) {
    add_runs(pair, visited);
    ++runs;
    return true;
  });
  EXPECT_TRUE(includes(visited, crossing_pairs(a, b, by)));
  // All pairs of runs are 600²; divided along their length, 19,305 were left.
  EXPECT_GT(runs, 0);
  EXPECT_LT(runs, 2000);
}

TEST(TreePair, StopsWhenToldTo) {
  const Soup a = soup(6, 300, 1);
  int visits = 0;
  TreePair(*a.built.tree, *a.built.tree, motion({0, 0, 1}, 0, {}, 1)).find_meeting([&](const RunPair&) {
    return ++visits < 3;
  });
  EXPECT_EQ(visits, 3);
}

// Boxes that overlap are nearer than any distance below 0: the walk went on about large bodies deep in each other.
TEST(TreePair, StopsAmongBoxesThatOverlap) {
  for (const double size : {1e-6, 1.0, 1e6}) {
    const Soup a = soup(6, 300, size);
    int visits = 0;
    TreePair(*a.built.tree, *a.built.tree, motion({0, 0, 1}, 0, {}, size))
        .find_nearest(kInfiniteEnd, [&](const RunPair&) { return ++visits < 3 ? size : -1; });
    EXPECT_EQ(visits, 3);
  }
}

TEST(TreePair, FindsTheNearestCorners) {
  Random random(2);
  for (const double size : {1.0, 1e-120, 1e120}) {
    const Soup a = soup(7, 300, size), b = soup(8, 200, size);
    for (int round = 0; round < 10; ++round) {
      const TreeMotion m =
          motion({random.uniform(-1, 1), 1, 0}, random.uniform(0, 3), {0.2, 0.1, random.uniform(1, 3)}, size);
      const auto nearest_of = [&](std::uint32_t i, std::uint32_t k) {
        double d = kInfiniteEnd;
        for (int u = 0; u < 3; ++u)
          for (int v = 0; v < 3; ++v) d = std::min(d, norm((a.corner(i, u) - moved(m, b.corner(k, v))) / size));
        return d * size;
      };
      double truth = kInfiniteEnd, found = kInfiniteEnd;
      for (std::uint32_t i = 0; i < 300; ++i)
        for (std::uint32_t k = 0; k < 200; ++k) truth = std::min(truth, nearest_of(i, k));
      TreePair(*a.built.tree, *b.built.tree, m).find_nearest(kInfiniteEnd, [&](const RunPair& runs) {
        for (std::uint32_t i = 0; i < runs.count_a; ++i)
          for (std::uint32_t k = 0; k < runs.count_b; ++k)
            found = std::min(found, nearest_of(runs.first_a + i, runs.first_b + k));
        return found;
      });
      EXPECT_EQ(found, truth);
    }
  }
}

// All of the small one is in the boxes of many runs of the large one, which say nothing about its own boxes: every one
// of its runs was looked at with each of these.
TEST(TreePair, HoldsASmallTreeAgainstSingleTriangles) {
  for (const double size : {1e-4, 0.01, 0.03}) {
    const Soup large = soup(13, 2000, 1), small = soup(14, 2000, size);
    Random random(4);
    int of_boxes = 0, of_triangles = 0;
    for (int round = 0; round < 20; ++round) {
      TreeMotion m = motion({random.uniform(-1, 1), 1, 0}, random.uniform(0, 3), {}, 1);
      const auto at = static_cast<std::uint32_t>(random.below(2000));
      m.shift = large.corner(at, 0) + (round % 2 == 0 ? 0.0 : 100 * size) * (large.corner(at, 1) - large.corner(at, 2));
      for (const bool is_turned : {false, true}) {
        const Soup &a = is_turned ? small : large, &b = is_turned ? large : small;
        TreeMotion b_to_a = m;
        if (is_turned) b_to_a.linear = transpose(m.linear), b_to_a.shift = -(b_to_a.linear * m.shift);
        const auto nearest_of = [&](std::uint32_t i, std::uint32_t k) {
          double d = kInfiniteEnd;
          for (int u = 0; u < 3; ++u)
            for (int v = 0; v < 3; ++v) d = std::min(d, norm(a.corner(i, u) - moved(b_to_a, b.corner(k, v))));
          return d;
        };
        const auto walk = [&](const TreePair& pair, int& visits) {
          double found = kInfiniteEnd;
          pair.find_nearest(kInfiniteEnd, [&](const RunPair& runs) {
            ++visits;
            for (std::uint32_t i = 0; i < runs.count_a; ++i)
              for (std::uint32_t k = 0; k < runs.count_b; ++k)
                found = std::min(found, nearest_of(runs.first_a + i, runs.first_b + k));
            return found;
          });
          return found;
        };
        int boxes_alone = 0, with_triangles = 0;
        const double truth = walk(TreePair(*a.built.tree, *b.built.tree, b_to_a), boxes_alone);
        const std::vector<Triangle> of_a = a.in_order(), of_b = b.in_order();
        const TreePair pair(*a.built.tree, *b.built.tree, b_to_a, {a.vertices, of_a}, {b.vertices, of_b});
        EXPECT_EQ(walk(pair, with_triangles), truth);
        of_boxes += boxes_alone, of_triangles += with_triangles;
      }
    }
    EXPECT_LT(3 * of_triangles, 2 * of_boxes);
  }
}

// A box is three runs, whose boxes are nearly all of it: with what is inside, every run of the other was looked at.
TEST(TreePair, HoldsADenseTreeAgainstTheSidesOfABox) {
  Soup box, ball;
  for (int k = 0; k < 8; ++k) box.vertices.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  box.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                   {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
  constexpr std::uint32_t kRings = 100;
  for (std::uint32_t i = 0; i <= kRings; ++i)
    for (std::uint32_t k = 0; k < kRings; ++k) {
      const double up = M_PI * i / kRings, around = 2 * M_PI * k / kRings;
      ball.vertices.push_back(0.5 *
                              Vec3{std::sin(up) * std::cos(around), std::sin(up) * std::sin(around), std::cos(up)});
      if (i == kRings) continue;
      const std::uint32_t at = kRings * i + k, next = kRings * i + (k + 1) % kRings;
      ball.triangles.push_back({at, at + kRings, next});
      ball.triangles.push_back({next, at + kRings, next + kRings});
    }
  Workers workers(1);
  for (Soup* soup : {&box, &ball}) soup->built = TriangleTree::build(soup->vertices, soup->triangles, workers);
  const std::vector<Triangle> of_box = box.in_order(), of_ball = ball.in_order();
  const TreeMotion m = motion({1, 0.3, 0.2}, 0.4, {0, 0.1, 0.45}, 1);
  const TreePair boxes_alone(*box.built.tree, *ball.built.tree, m),
      with_triangles(*box.built.tree, *ball.built.tree, m, {box.vertices, of_box}, {ball.vertices, of_ball});
  const auto visits_of = [](const TreePair& pair) {
    int visits = 0;
    pair.find_meeting([&](const RunPair&) { return ++visits, true; });
    return visits;
  };
  EXPECT_GT(visits_of(boxes_alone), 6000);
  EXPECT_LT(visits_of(with_triangles), 600);
}

// A front that is carried along must visit whatever meets, in every frame: in slow motion, where most of it lasts, and
// in fast motion, where it rests.
TEST(TreePair, KeepsItsFrontUpToDate) {
  for (const double size : {1.0, 1e-120})
    for (const double speed : {1.0, 0.02}) {
      const Soup a = soup(9, 150, size), b = soup(10, 100, size);
      TreeFront front;
      int visits = 0, frames_with_front = 0;
      for (int frame = 0; frame < 120; ++frame) {
        const double time = speed * frame;
        const TreeMotion m =
            motion({1, 0.3, 0.2}, 0.025 * time, {0.3, 0.01 * time, 0.4 + 0.6 * std::cos(0.08 * time + 1.3)}, size);
        std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
        TreePair(*a.built.tree, *b.built.tree, m)
            .find_meeting(
                [&](const RunPair& runs) {
                  add_runs(runs, visited);
                  return true;
                },
                front);
        ASSERT_TRUE(includes(visited, near_pairs(a, b, m, 1e-6 * size)));
        visits += static_cast<int>(visited.size());
        frames_with_front += front.is_kept();
      }
      EXPECT_GT(visits, 300);
      if (speed < 1)
        EXPECT_GT(frames_with_front, 50);
      else
        EXPECT_LT(frames_with_front, 50);
    }
}

// Pairs for the walk that takes runs apart leave stops, too, that are looked at in every frame.
TEST(TreePair, KeepsAFrontOfASmallTree) {
  const Soup a = soup(15, 300, 1), b = soup(16, 300, 0.2);
  const std::vector<Triangle> of_a = a.in_order(), of_b = b.in_order();
  TreeFront front;
  int crossings = 0, frames_with_front = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const double time = 0.02 * frame;
    const TreeMotion m = motion({1, 0.3, 0.2}, 0.1 * time, {0.3, 0.1 * time, 0.2 * std::cos(time)}, 1);
    std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
    TreePair(*a.built.tree, *b.built.tree, m, {a.vertices, of_a}, {b.vertices, of_b})
        .find_meeting(
            [&](const RunPair& runs) {
              add_runs(runs, visited);
              return true;
            },
            front);
    const auto crossing = crossing_pairs(a, b, m);
    ASSERT_TRUE(includes(visited, crossing));
    crossings += static_cast<int>(crossing.size());
    frames_with_front += front.is_kept();
  }
  EXPECT_GT(crossings, 50);
  EXPECT_GT(frames_with_front, 20);
}

TEST(TreePair, KnowsHowFarThingsHaveMoved) {
  Random random(3);
  const Soup a = soup(11, 50, 1), b = soup(12, 50, 1);
  for (int round = 0; round < 100; ++round) {
    const auto any = [&] {
      return motion({random.uniform(-1, 1), 1, random.uniform(-1, 1)}, random.uniform(0, 0.2),
                    {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, 1);
    };
    const TreeMotion earlier = any(), now = any();
    const double travel = TreePair(*a.built.tree, *b.built.tree, now).travel_since(earlier);
    double most = 0;
    for (const Vec3 p : b.vertices) most = std::max(most, norm(moved(now, p) - moved(earlier, p)));
    EXPECT_GE(travel, most);
    EXPECT_LE(travel, 2 * most + 0.5);
  }
}

}  // namespace
}  // namespace clearance::detail
