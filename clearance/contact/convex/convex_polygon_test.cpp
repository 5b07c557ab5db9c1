// Manifolds of prisms with coplanar faces against the polygons' exact intersection.
#include <clearance/contact/convex/convex_contacts_test.h>

namespace clearance {
namespace {

using namespace convex_contacts;

struct Flat {
  Wide x, y;
};

Wide turn(Flat p, Flat q, Flat r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); }

// The face of a prism at a height, counter-clockwise seen from above, in world coordinates.
std::vector<Flat> face_at(const Polytope& prism, const Pose& pose, bool is_top) {
  for (int f = 0; f < prism.face_count(); ++f) {
    const auto loop = prism.face(f);
    const double level = is_top ? prism.box_high().z : prism.box_low().z;
    if (!std::all_of(loop.begin(), loop.end(), [&](auto v) { return prism.vertex(static_cast<int>(v)).z == level; }))
      continue;
    std::vector<Flat> corners;
    for (const std::uint32_t v : loop) {
      const WideVec at = placed(pose, prism.vertex(static_cast<int>(v)));
      corners.push_back({at.x, at.y});
    }
    if (!is_top) std::reverse(corners.begin(), corners.end());
    return corners;
  }
  return {};
}

std::vector<Flat> intersection(std::vector<Flat> found, const std::vector<Flat>& other) {
  for (std::size_t j = 0; j < other.size(); ++j) {
    const Flat p = other[j], q = other[(j + 1) % other.size()];
    std::vector<Flat> kept;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const Flat r = found[k], s = found[(k + 1) % found.size()];
      const Wide h = turn(p, q, r), g = turn(p, q, s);
      if (h >= 0) kept.push_back(r);
      if ((h > 0 && g < 0) || (h < 0 && g > 0))
        kept.push_back({r.x + h / (h - g) * (s.x - r.x), r.y + h / (h - g) * (s.y - r.y)});
    }
    found = kept;
  }
  return found;
}

Polytope random_prism(detail::Random& random, bool on_grid) {
  std::vector<Vec3> points;
  for (std::uint64_t n = 3 + random.below(6); n > 0; --n) {
    double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
    if (on_grid) x = std::round(x), y = std::round(y);
    points.push_back({x, y, 0});
    points.push_back({x, y, 8});
  }
  return convex_hull(points).value();
}

// Touching, so that the normal is upright however little they share; or one in the other by less than they share.
TEST(ConvexPolygon, IsTheExactIntersection) {
  detail::Random random(23);
  int compared = 0;
  for (int k = 0; k < 5000; ++k) {
    SCOPED_TRACE(k);
    const bool on_grid = k % 2 == 0;
    const Polytope lower = random_prism(random, on_grid), upper = random_prism(random, on_grid);
    if (lower.dimension() < 3 || upper.dimension() < 3) continue;
    const double depth = k % 4 < 2 ? 0 : 0x1p-20;
    Vec3 t{random.uniform(-3, 3), random.uniform(-3, 3), 8 - depth};
    if (on_grid) t.x = std::round(t.x), t.y = std::round(t.y);
    const Pose pose_b = on_grid ? translation(t) : rotation_about({0, 0, 1}, random.uniform(0, 6), t);
    const std::vector<Flat> exact = intersection(face_at(lower, {}, true), face_at(upper, pose_b, false));
    // Room for a ball that is much larger than the depth.
    Wide area = 0;
    for (std::size_t i = 1; i + 1 < exact.size(); ++i) area += turn(exact[0], exact[i], exact[i + 1]);
    if (area < (depth == 0 ? 1e-6L : 0.1L)) continue;
    ++compared;
    const Manifold found = manifold(lower, {}, upper, pose_b);
    expect_properties(found, lower, {}, upper, pose_b);
    ASSERT_EQ(found.patches.size(), 1u);
    EXPECT_GE(found.patches[0].normal.z, 1 - 1e-12);
    for (const Flat corner : exact) {
      Wide nearest = 9;
      for (const ContactPoint& point : found.points)
        nearest = std::min(nearest, std::max(std::fabs(point.a.x - corner.x), std::fabs(point.a.y - corner.y)));
      EXPECT_LE(nearest, 1e-10L);
    }
    for (const ContactPoint& point : found.points) {
      EXPECT_NEAR(point.gap(), -depth, 1e-13);
      EXPECT_NEAR(point.a.z, 8, 1e-12);
      // In the polygon, and one of its corners or on a side.
      Wide least = 9;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const Flat p = exact[i], q = exact[(i + 1) % exact.size()];
        const Wide length = std::hypot(q.x - p.x, q.y - p.y);
        if (length > 0) least = std::min(least, turn(p, q, {point.a.x, point.a.y}) / length);
      }
      EXPECT_LE(std::fabs(least), 1e-9L);
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(compared, 2000);
}

}  // namespace
}  // namespace clearance
