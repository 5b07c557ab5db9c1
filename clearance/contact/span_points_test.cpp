#include <clearance/contact/span_points.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

ContactPoint point(double x, double y, double gap = 0) {
  ContactPoint made;
  made.a = made.b = {x, y, 0};
  made.lower = made.upper = gap;
  return made;
}

std::vector<std::uint32_t> chosen(const std::vector<ContactPoint>& points, std::uint32_t count,
                                  Vec3 normal = {0, 0, 1}) {
  SpanBuffers buffers;
  const auto found = span_points(points, normal, count, buffers);
  return {found.begin(), found.end()};
}

using Indices = std::vector<std::uint32_t>;

TEST(SpanPoints, ByHand) {
  // A square, and points on its sides and inside.
  const std::vector<ContactPoint> points{point(0, 0), point(1, 0), point(2, 0), point(2, 2), point(1, 1), point(0, 2)};
  EXPECT_EQ(chosen(points, 9), (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(chosen(points, 4), (Indices{0, 2, 3, 5}));
  EXPECT_EQ(chosen(points, 1), (Indices{0}));
  EXPECT_EQ(chosen(points, 2), (Indices{0, 3}));
  EXPECT_EQ(chosen(points, 4, {0, 0, -1}), (Indices{0, 2, 3, 5}));
  EXPECT_EQ(chosen(points, 5).size(), 5u);
}

TEST(SpanPoints, TheDeepestIsAmongThem) {
  std::vector<ContactPoint> points{point(0, 0), point(1, 0), point(2, 0), point(2, 2), point(1, 1), point(0, 2)};
  points[4].lower = points[4].upper = -1;
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 5u}) {
    const Indices found = chosen(points, count);
    EXPECT_EQ(found.size(), count);
    EXPECT_TRUE(std::find(found.begin(), found.end(), 4u) != found.end());
  }
}

TEST(SpanPoints, Degenerate) {
  const std::vector<ContactPoint> on_a_line{point(0, 0), point(1, 1), point(2, 2), point(3, 3), point(4, 4)};
  const Indices ends = chosen(on_a_line, 4);
  EXPECT_EQ(ends.size(), 4u);
  EXPECT_TRUE(ends.front() == 0 && ends.back() == 4);
  const std::vector<ContactPoint> at_one_place(6, point(1, 2));
  EXPECT_LE(chosen(at_one_place, 4).size(), 4u);
  EXPECT_GE(chosen(at_one_place, 4).size(), 1u);
}

// Of four, with the deepest as a corner of it: none of all the others spans more.
TEST(SpanPoints, LargestQuadrilateral) {
  Random random(3);
  for (int k = 0; k < 300; ++k) {
    std::vector<ContactPoint> points;
    const std::size_t n = 5 + random.below(k % 10 == 0 ? 90 : 6);
    for (std::size_t i = 0; i < n; ++i) {
      // On an ellipse, or anywhere.
      const double turn = random.uniform(0, 6.28), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      points.push_back(k % 2 == 0 ? point(std::cos(turn), 2 * std::sin(turn), random.uniform(-1, 0))
                                  : point(x, y, random.uniform(-1, 0)));
    }
    const Indices found = chosen(points, 4);
    const auto area = [&](std::size_t i, std::size_t j, std::size_t l) {
      const Vec3 p = points[i].a, q = points[j].a, r = points[l].a;
      return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (points[i].lower < points[deepest].lower) deepest = i;
    const auto spanned = [&](std::size_t i, std::size_t j, std::size_t l) {
      // Three others in some order around the deepest: a diagonal with triangles on either side.
      double most = 0;
      const std::size_t others[3] = {i, j, l};
      for (int middle = 0; middle < 3; ++middle) {
        const std::size_t m = others[middle], u = others[(middle + 1) % 3], v = others[(middle + 2) % 3];
        most = std::max({most, std::max(area(deepest, m, u), 0.0) + std::max(-area(deepest, m, v), 0.0),
                         std::max(area(deepest, m, v), 0.0) + std::max(-area(deepest, m, u), 0.0)});
      }
      return most;
    };
    Indices others;
    for (const std::uint32_t i : found)
      if (i != deepest) others.push_back(i);
    ASSERT_LT(others.size(), found.size());
    while (others.size() < 3) others.push_back(others.back());
    const double ours = spanned(others[0], others[1], others[2]);
    for (int trial = 0; trial < 400; ++trial)
      EXPECT_LE(spanned(random.below(n), random.below(n), random.below(n)), ours * (1 + 1e-8));
  }
}

// The last bits of a gap or of a place change nothing.
TEST(SpanPoints, DoesNotFlicker) {
  std::vector<ContactPoint> octagon;
  for (int k = 0; k < 8; ++k)
    octagon.push_back(point(std::cos(0.785398163397 * k), std::sin(0.785398163397 * k), -0.01));
  for (ContactPoint& p : octagon) p.lower -= 1e-14, p.upper += 1e-14;
  const Indices first = chosen(octagon, 4);
  Random random(5);
  for (int k = 0; k < 100; ++k) {
    std::vector<ContactPoint> shaken = octagon;
    for (ContactPoint& p : shaken) {
      const double by = random.uniform(-1e-15, 1e-15);
      p.a = p.a + Vec3{random.uniform(-1e-15, 1e-15), random.uniform(-1e-15, 1e-15), 0};
      p.lower += by, p.upper += by;
    }
    EXPECT_EQ(chosen(shaken, 4), first);
  }
}

}  // namespace
}  // namespace clearance::detail
