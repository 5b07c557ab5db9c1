#include <clearance/bvh/needles_test.h>
#include <clearance/bvh/triangle_tree.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace clearance::detail {
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

TEST(TriangleTree, HoldsNeedlesAndIsTheSameForAnyNumberOfThreads) {
  const Needles needles = cable({0.46, -0.88, 0.12}, 1e-3, 24, 2000);
  const Soup some{needles.vertices, needles.triangles};
  const TriangleTree::Built one = built(some, 1), four = built(some, 4);
  expect_sound(some, one);
  EXPECT_EQ(one.order, four.order);
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

// A tree's bytes where a mapped file would have them, and its triangles.
struct Saved {
  Soup some;
  std::vector<Triangle> in_order;
  std::vector<std::byte> bytes;
  std::vector<TriangleTree::Node> aligned;

  explicit Saved(Soup given) : some(std::move(given)) {
    const TriangleTree::Built made = built(some);
    for (const std::uint32_t t : made.order) in_order.push_back(some.triangles[t]);
    bytes = made.tree->save();
    aligned.resize(bytes.size() / sizeof(TriangleTree::Node) + 2);
    restore();
  }
  std::byte* at() { return reinterpret_cast<std::byte*>(aligned.data()); }
  TriangleTree::Node& node(std::size_t n) { return *reinterpret_cast<TriangleTree::Node*>(at() + 128 + n * 512); }
  std::size_t nodes() const { return (bytes.size() - 128) / 512; }
  void restore() { std::memcpy(at(), bytes.data(), bytes.size()); }
  std::shared_ptr<const TriangleTree> map() { return TriangleTree::map({at(), bytes.size()}, some.vertices, in_order); }
};
static_assert(sizeof(TriangleTree::Node) == 512);

TEST(TriangleTree, ComesBackFromItsBytes) {
  Saved saved(soup(15, 1000, 1, {}));
  const auto mapped = saved.map();
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->save(), saved.bytes);
  const std::size_t size = saved.bytes.size();
  const std::span<const Triangle> fewer = std::span(saved.in_order).first(999);
  EXPECT_FALSE(TriangleTree::map({saved.at(), size}, saved.some.vertices, fewer));
  EXPECT_FALSE(TriangleTree::map({saved.at(), size - 1}, saved.some.vertices, saved.in_order));
  EXPECT_FALSE(TriangleTree::map({saved.at() + 1, size - 1}, saved.some.vertices, saved.in_order));
  EXPECT_FALSE(TriangleTree::map({}, {}, {}));
  // Any change of a link is noticed.
  Random random(8);
  for (int k = 0; k < 200; ++k) {
    saved.restore();
    saved.node(random.below(saved.nodes())).child[random.below(TriangleTree::kWidth)] ^= 1u << random.below(32);
    EXPECT_FALSE(saved.map());
  }
}

// A box that was shrunk, moved, turned or made of no numbers at all lost the contacts of what is in it.
TEST(TriangleTree, ComesBackOnlyIfItsBoxesHoldTheirTriangles) {
  for (const double size : {1.0, 1e-200, 1e200}) {
    Saved saved(soup(16, 700, size, {}));
    ASSERT_TRUE(saved.map());
    Random random(9);
    const auto use = [&](std::size_t& n) {
      for (;;) {
        n = random.below(saved.nodes());
        const auto slot = static_cast<std::uint32_t>(random.below(TriangleTree::kWidth));
        if (saved.node(n).child[slot] != TriangleTree::kNoChild) return slot;
      }
    };
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kFar = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 300; ++k) {
      saved.restore();
      std::size_t n = 0;
      const std::uint32_t slot = use(n);
      TriangleTree::Node& node = saved.node(n);
      float& half = node.half[k % 3][slot];
      float& center = node.center[k % 3][slot];
      float& axis = node.axis[k % 3][random.below(3)][slot];
      switch (random.below(8)) {
        case 0:
          half = 0.999f * half - 1e-6f;
          break;
        case 1:
          half = kNan;
          break;
        case 2:
          half = kFar;
          break;
        case 3:
          center += center > 0 ? -2.5f : 2.5f;
          break;
        case 4:
          center = kNan;
          break;
        case 5:
          axis = kNan;
          break;
        case 6:
          axis += 0.25f;
          break;
        default:
          node.half[k % 3][slot] = -half;
          break;
      }
      EXPECT_FALSE(saved.map());
    }
    // Larger boxes are right, only slower.
    saved.restore();
    std::size_t n = 0;
    const std::uint32_t slot = use(n);
    saved.node(n).half[0][slot] *= 1.5f;
    EXPECT_TRUE(saved.map());
  }
}

// An unused place that seems to overlap would send a walk to triangles that are not there.
TEST(TriangleTree, ComesBackOnlyIfWhatIsUnusedSaysSo) {
  Saved saved(soup(17, 5, 1, {}));
  ASSERT_EQ(saved.node(0).child[7], TriangleTree::kNoChild);
  saved.node(0).half[0][7] = 1;
  EXPECT_FALSE(saved.map());
  saved.restore();
  saved.node(0).axis[1][1][7] = 0;
  EXPECT_FALSE(saved.map());
  saved.restore();
  EXPECT_TRUE(saved.map());
}

// Triangles so thin that the squares of their normals have hardly a digit: the axes of their boxes are unit vectors all
// the same, or boxes would not hold them.
TEST(TriangleTree, BoxesHoldTrianglesAlmostWithoutArea) {
  Random random(10);
  for (const double thin : {1e-150, 1e-155, 1e-158, 1e-160, 1e-161, 1e-162, 1e-170}) {
    Soup slivers;
    for (std::uint32_t i = 0; i < 64; ++i) {
      const Vec3 off{thin * random.uniform(0.5, 1), thin * random.uniform(0.5, 1), thin * random.uniform(0.5, 1)};
      const Vec3 along{static_cast<double>(i % 3), static_cast<double>(i % 5), 1};
      slivers.vertices.insert(slivers.vertices.end(), {Vec3{}, along, off});
      slivers.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    Saved saved(std::move(slivers));
    EXPECT_TRUE(saved.map()) << thin;
  }
}

}  // namespace
}  // namespace clearance::detail
