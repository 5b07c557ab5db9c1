#include <clearance/bvh/triangle_tree.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace clearance {
namespace {

using Triangle = TriangleTree::Triangle;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

// Small triangles on a wavy sheet, large ones across it, points and segments among them.
Soup soup(std::uint64_t seed, std::uint32_t count, double size, Vec3 middle) {
  Random random(seed);
  Soup made;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = 0.3 * std::sin(3 * x + y);
    const double reach = random.below(20) == 0 ? 0.5 : 0.02;
    const Vec3 at{x, y, z};
    const std::uint32_t first = static_cast<std::uint32_t>(made.vertices.size());
    for (int k = 0; k < 3; ++k) {
      const Vec3 off{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
      made.vertices.push_back(middle + size * (at + off));
    }
    made.triangles.push_back(
        {first, first + (random.below(9) == 0 ? 0u : 1u), first + (random.below(9) == 0 ? 0u : 2u)});
  }
  return made;
}

TriangleTree::Built built(const Soup& soup, int threads = 1) {
  Workers workers(threads);
  return TriangleTree::build(soup.vertices, soup.triangles, workers);
}

// Where x is in the box, in units of its halves: at most 1 along each axis when inside.
double place_in_box(const TriangleTree& tree, const TriangleTree::Node& node, int slot, Vec3 x) {
  const Vec3 p = std::ldexp(1.0, -tree.exponent()) * (x - tree.origin());
  Mat3 axes;
  Vec3 center, half;
  for (int k = 0; k < 3; ++k) axes.row[k] = {node.axis[k][0][slot], node.axis[k][1][slot], node.axis[k][2][slot]};
  center = {node.center[0][slot], node.center[1][slot], node.center[2][slot]};
  half = {node.half[0][slot], node.half[1][slot], node.half[2][slot]};
  // p = center + Uᵀ s: solved by Cramer's rule, since the axes are not quite square to each other.
  const Vec3 d = p - center, c0 = cross(axes.row[1], axes.row[2]), c1 = cross(axes.row[2], axes.row[0]),
             c2 = cross(axes.row[0], axes.row[1]);
  const double det = dot(axes.row[0], c0);
  return std::max({std::fabs(dot(d, c0) / det) / half.x, std::fabs(dot(d, c1) / det) / half.y,
                   std::fabs(dot(d, c2) / det) / half.z});
}

// Checks every box above each triangle; returns how often each triangle is held by a leaf.
void expect_sound(const Soup& soup, const TriangleTree::Built& made) {
  const TriangleTree& tree = *made.tree;
  std::vector<int> held(soup.triangles.size());
  struct Open {
    std::uint32_t node;
    std::vector<std::pair<std::uint32_t, int>> above;
  };
  std::vector<Open> stack{{0, {}}};
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    const TriangleTree::Node& node = tree.nodes()[open.node];
    for (int slot = 0; slot < TriangleTree::kWidth; ++slot) {
      const std::uint32_t child = node.child[slot];
      if (child == TriangleTree::kNoChild) continue;
      Open next = open;
      next.above.emplace_back(open.node, slot);
      next.node = child;
      if (!TriangleTree::is_leaf(child)) {
        stack.push_back(next);
        continue;
      }
      for (std::uint32_t k = 0; k < TriangleTree::leaf_count(child); ++k) {
        const std::uint32_t number = made.order[TriangleTree::leaf_first(child) + k];
        ++held[number];
        for (const auto& [above, place] : next.above)
          for (const std::uint32_t v : soup.triangles[number])
            ASSERT_LE(place_in_box(tree, tree.nodes()[above], place, soup.vertices[v]), 1.0);
      }
    }
  }
  EXPECT_EQ(std::count(held.begin(), held.end(), 1), static_cast<std::ptrdiff_t>(held.size()));
}

TEST(TriangleTree, HoldsEveryTriangleInEachBoxAboveIt) {
  for (const std::uint32_t count : {1u, 2u, 4u, 5u, 32u, 33u, 255u, 1000u, 5000u}) {
    const Soup some = soup(count, count, 1, {});
    expect_sound(some, built(some));
  }
  const Soup tiny = soup(7, 500, 1e-250, {}), far = soup(8, 500, 1e-3, {1e6, -1e7, 3e5}),
             huge = soup(9, 500, 1e299, {});
  for (const Soup* each : {&tiny, &far, &huge}) expect_sound(*each, built(*each));
}

TEST(TriangleTree, TakesTrianglesThatAreAllOnePoint) {
  const Soup spot{{{1, 2, 3}}, std::vector<Triangle>(50, Triangle{0, 0, 0})};
  expect_sound(spot, built(spot));
}

TEST(TriangleTree, IsTheSameForAnyNumberOfThreads) {
  const Soup some = soup(3, 40000, 1, {});
  const TriangleTree::Built one = built(some, 1), two = built(some, 2), four = built(some, 4);
  EXPECT_EQ(one.order, two.order);
  EXPECT_EQ(one.order, four.order);
  EXPECT_EQ(one.tree->save(), two.tree->save());
  EXPECT_EQ(one.tree->save(), four.tree->save());
}

TEST(TriangleTree, TakesFewBytesATriangle) {
  const Soup some = soup(3, 40000, 1, {});
  EXPECT_LE(static_cast<double>(built(some).tree->memory_bytes()) / 40000, 24.0);
}

// ---- Against loops -----------------------------------------------------------------------------------------------

std::set<std::uint32_t> runs(const TriangleTree::Built& made, auto&& find) {
  std::set<std::uint32_t> found;
  find([&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; ++k) found.insert(made.order[first + k]);
    return true;
  });
  return found;
}

TEST(TriangleTree, FindsAllCornersInABoxAndFewOthers) {
  Random random(5);
  for (const double size : {1.0, 1e-200, 1e200}) {
    const Soup some = soup(11, 3000, size, {size, 0, -size});
    const TriangleTree::Built made = built(some);
    std::size_t reported = 0;
    for (int k = 0; k < 50; ++k) {
      const Vec3 c = size * Vec3{1 + random.uniform(-1, 1), random.uniform(-1, 1), -1 + random.uniform(-0.3, 0.3)};
      const Vec3 h = size * Vec3{0.05, 0.04, 0.06};
      const Box box{c - h, c + h};
      const std::set<std::uint32_t> found = runs(made, [&](auto visit) { made.tree->find_in_box(box, visit); });
      reported += found.size();
      for (std::uint32_t t = 0; t < some.triangles.size(); ++t)
        for (const std::uint32_t v : some.triangles[t])
          ASSERT_TRUE(!contains(box, {some.vertices[v], some.vertices[v]}) || found.count(t) > 0);
    }
    EXPECT_LT(reported, 50u * 600);
  }
}

TEST(TriangleTree, FindsEverythingInAnInfiniteBoxAndNothingElsewhere) {
  const Soup some = soup(12, 300, 1, {});
  const TriangleTree::Built made = built(some);
  const Vec3 end{kInfiniteEnd, kInfiniteEnd, kInfiniteEnd};
  EXPECT_EQ(runs(made, [&](auto visit) { made.tree->find_in_box({-end, end}, visit); }).size(), 300u);
  EXPECT_EQ(runs(made, [&](auto visit) { made.tree->find_in_box({{9, 9, 9}, end}, visit); }).size(), 0u);
  EXPECT_EQ(runs(made, [&](auto visit) { made.tree->find_in_box({{2, 0, 0}, {1, 1, 1}}, visit); }).size(), 0u);
}

TEST(TriangleTree, FindsWhatARayMeets) {
  const Soup some = soup(13, 3000, 1, {});
  const TriangleTree::Built made = built(some);
  Random random(6);
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 100; ++k) {
      // Towards a point of some triangle, from before it.
      const auto number = static_cast<std::uint32_t>(random.below(some.triangles.size()));
      const Triangle& t = some.triangles[number];
      Vec3 from = 0.25 * some.vertices[t[0]] + 0.25 * some.vertices[t[1]] + 0.5 * some.vertices[t[2]];
      (axis == 0 ? from.x : axis == 1 ? from.y : from.z) -= random.uniform(0, 3);
      const auto found = runs(made, [&](auto visit) { made.tree->find_on_ray(from, 1e-12, axis, visit); });
      EXPECT_TRUE(found.count(number) > 0);
      EXPECT_LT(found.size(), 400u);
    }
}

TEST(TriangleTree, FindsTheNearestCorner) {
  Random random(7);
  for (const double size : {1.0, 1e-100}) {
    const Soup some = soup(14, 3000, size, {});
    const TriangleTree::Built made = built(some);
    for (int k = 0; k < 50; ++k) {
      const Vec3 p = size * Vec3{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
      const auto nearest_of = [&](std::uint32_t number) {
        double d = kInfiniteEnd;
        for (const std::uint32_t v : some.triangles[number]) d = std::min(d, norm((some.vertices[v] - p) / size));
        return d * size;
      };
      double truth = kInfiniteEnd, found = kInfiniteEnd;
      for (std::uint32_t t = 0; t < some.triangles.size(); ++t) truth = std::min(truth, nearest_of(t));
      int visits = 0;
      made.tree->find_near(p, kInfiniteEnd, [&](std::uint32_t first, std::uint32_t count) {
        ++visits;
        for (std::uint32_t i = 0; i < count; ++i) found = std::min(found, nearest_of(made.order[first + i]));
        return found;
      });
      EXPECT_EQ(found, truth);
      EXPECT_LT(visits, 500);
    }
  }
}

// ---- As bytes ----------------------------------------------------------------------------------------------------

TEST(TriangleTree, ComesBackFromItsBytes) {
  const Soup some = soup(15, 1000, 1, {});
  const TriangleTree::Built made = built(some);
  const std::vector<std::byte> bytes = made.tree->save();
  std::vector<TriangleTree::Node> aligned(bytes.size() / sizeof(TriangleTree::Node) + 2);
  auto* const at = reinterpret_cast<std::byte*>(aligned.data());
  std::memcpy(at, bytes.data(), bytes.size());
  const auto mapped = TriangleTree::map({at, bytes.size()}, 1000);
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->save(), bytes);
  EXPECT_FALSE(TriangleTree::map({at, bytes.size()}, 999));
  EXPECT_FALSE(TriangleTree::map({at, bytes.size() - 1}, 1000));
  EXPECT_FALSE(TriangleTree::map({at + 1, bytes.size() - 1}, 1000));
  EXPECT_FALSE(TriangleTree::map({}, 0));
  // Any change of a link is noticed.
  Random random(8);
  const std::size_t link = offsetof(TriangleTree::Node, child);
  for (int k = 0; k < 200; ++k) {
    std::memcpy(at, bytes.data(), bytes.size());
    const std::size_t node = random.below(made.tree->nodes().size()), slot = random.below(TriangleTree::kWidth);
    const std::size_t place = 128 + node * sizeof(TriangleTree::Node) + link + 4 * slot;
    const auto flipped = static_cast<std::uint32_t>(std::uint64_t{1} << random.below(32));
    std::uint32_t value;
    std::memcpy(&value, at + place, 4);
    value ^= flipped;
    std::memcpy(at + place, &value, 4);
    EXPECT_FALSE(TriangleTree::map({at, bytes.size()}, 1000));
  }
}

}  // namespace
}  // namespace clearance
