// What holds of every manifold of two convex bodies, measured in long doubles; for the tests of this folder.
#pragma once

#include <clearance/base/random.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/contact/manifold.h>
#include <clearance/query/query.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

namespace clearance::convex_contacts {

using Wide = long double;

struct WideVec {
  Wide x, y, z;
};
inline WideVec operator+(WideVec p, WideVec q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
inline WideVec operator-(WideVec p, WideVec q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
inline WideVec operator*(Wide s, WideVec p) { return {s * p.x, s * p.y, s * p.z}; }
inline Wide dot(WideVec p, WideVec q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
inline WideVec cross(WideVec p, WideVec q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
inline Wide length(WideVec p) { return std::sqrt(dot(p, p)); }
inline WideVec wide(Vec3 p) { return {p.x, p.y, p.z}; }

// A pose at face value, but for the rounding of long doubles; without its translation.
inline WideVec turned(const Pose& pose, Vec3 at) {
  const WideVec v = wide(at);
  if (pose.kind() == Pose::Kind::Matrix) {
    const auto row = [&](int k) { return dot(wide(pose.rotation().row[k]), v); };
    return {row(0), row(1), row(2)};
  }
  const Quat q = pose.quaternion();
  const Wide w = q.w;
  const WideVec r{q.x, q.y, q.z};
  // v + 2 (w r×v + r×(r×v)) / |q|²
  const WideVec rv = cross(r, v);
  return v + (2 / (w * w + dot(r, r))) * (w * rv + cross(r, rv));
}
inline WideVec placed(const Pose& pose, Vec3 at) { return turned(pose, at) + wide(pose.translation()); }

inline WideVec nearest_of_segment(WideVec p, WideVec q, WideVec at) {
  const WideVec along = q - p;
  const Wide square = dot(along, along), share = square > 0 ? dot(at - p, along) / square : 0;
  return p + std::clamp(share, Wide(0), Wide(1)) * along;
}

// How far a place is from a feature of a core.
inline Wide away_from(const Polytope& core, const Pose& pose, const ContactFeature& feature, WideVec at) {
  const auto vertex = [&](std::uint32_t id) { return placed(pose, core.vertex(core.find(id))); };
  if (feature.kind == Feature::Vertex) return length(at - vertex(feature.first));
  if (feature.kind == Feature::Edge)
    return length(at - nearest_of_segment(vertex(feature.first), vertex(feature.second), at));
  std::vector<WideVec> loop;
  for (const std::uint32_t v : core.face(static_cast<int>(feature.first)))
    loop.push_back(placed(pose, core.vertex(static_cast<int>(v))));
  WideVec n{0, 0, 0};
  for (std::size_t k = 0; k < loop.size(); ++k) n = n + cross(loop[k] - loop[0], loop[(k + 1) % loop.size()] - loop[0]);
  n = (1 / length(n)) * n;
  bool is_over = true;
  WideVec nearest = loop[0];
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const WideVec from = loop[k], to = loop[(k + 1) % loop.size()], there = nearest_of_segment(from, to, at);
    is_over = is_over && dot(cross(to - from, at - from), n) >= 0;
    if (length(at - there) < length(at - nearest)) nearest = there;
  }
  // From the nearest place of the border: the normal of a sliver is made of rounding.
  return is_over ? std::fabs(dot(at - nearest, n)) : length(at - nearest);
}

// How far apart the bodies are along a direction of unit length.
inline Wide apart_along(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, WideVec n) {
  Wide far_a = -std::numeric_limits<Wide>::infinity(), near_b = -far_a;
  const WideVec shift = wide(pose_b.translation()) - wide(pose_a.translation());
  for (int v = 0; v < a.core().vertex_count(); ++v) far_a = std::max(far_a, dot(n, turned(pose_a, a.core().vertex(v))));
  for (int v = 0; v < b.core().vertex_count(); ++v)
    near_b = std::min(near_b, dot(n, turned(pose_b, b.core().vertex(v)) + shift));
  return near_b - far_a - a.radius() - b.radius();
}

inline double size_of(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b) {
  return a.core().reach() + b.core().reach() + a.radius() + b.radius() +
         norm_max(pose_b.translation() - pose_a.translation());
}

// Bodies without size have errors, too: nothing is nearer than some of the smallest doubles.
inline constexpr double kUnderflow = 1e-300;

// `most_error` of a point, in units of the size: of slivers it may be large, but must be true.
inline void expect_properties(const Manifold& found, const Rounded& a, const Pose& pose_a, const Rounded& b,
                              const Pose& pose_b, const ManifoldOptions& options = {}, double most_error = 1e-10) {
  const double size = size_of(a, pose_a, b, pose_b), world = size + norm_max(pose_a.translation());
  const double margin = options.margin > 0 ? options.margin : 0;
  EXPECT_EQ(found.status(), intersects(a, pose_a, b, pose_b).status);
  const bool is_apart = found.status() == Status::Separated;
  const Distance distance_found = is_apart ? distance(a, pose_a, b, pose_b) : Distance{};
  if (is_apart && distance_found.lower > margin) {
    EXPECT_TRUE(found.patches.empty());
  }
  if (!is_apart || distance_found.upper < margin) {
    ASSERT_EQ(found.patches.size(), 1u);
  }
  EXPECT_LE(found.patches.size(), 1u);
  std::size_t points = 0;
  for (const ContactPatch& patch : found.patches) {
    points += patch.point_count;
    ASSERT_TRUE(is_finite(patch.normal));
    EXPECT_NEAR(norm(patch.normal), 1, 0x1p-50);
    EXPECT_GT(patch.point_count, 0u);
    EXPECT_LE(patch.point_count, std::max(options.points_per_patch, 1u));
    const WideVec n = wide(patch.normal);
    const Wide g = apart_along(a, pose_a, b, pose_b, (1 / length(n)) * n);
    EXPECT_LE(patch.lower, g + 1e-18L * size);
    EXPECT_GE(patch.upper, g - 1e-18L * size);
    EXPECT_LE(patch.upper - patch.lower, 1e-13 * size + kUnderflow);
    if (is_apart) {
      EXPECT_GE(patch.lower, 0.95 * distance_found.lower - 1e-12 * size);
    } else {
      EXPECT_LE(-patch.lower, 1.05 * penetration(a, pose_a, b, pose_b).upper + 1e-12 * size + kUnderflow);
    }
    std::set<std::tuple<Feature, std::uint32_t, std::uint32_t, Feature, std::uint32_t, std::uint32_t>> names;
    for (const ContactPoint& point : found.points_of(patch)) {
      ASSERT_TRUE(is_finite(point.a) && is_finite(point.b) && std::isfinite(point.error));
      ASSERT_TRUE(std::isfinite(point.lower) && std::isfinite(point.upper));
      EXPECT_LE(point.lower, point.upper);
      EXPECT_LE(point.lower, margin);
      // At most the patch says how near the bodies come along the normal.
      EXPECT_GE(point.upper, patch.lower);
      EXPECT_LE(point.error, most_error * world + kUnderflow);
      const ContactFeature &x = point.feature_a, &y = point.feature_b;
      EXPECT_TRUE(names.insert({x.kind, x.first, x.second, y.kind, y.first, y.second}).second);
      const WideVec between = wide(point.b) - wide(point.a);
      EXPECT_LE(length(between - Wide(point.gap()) * n), point.error);
      EXPECT_LE(away_from(a.core(), pose_a, x, wide(point.a) - Wide(a.radius()) * n), point.error);
      EXPECT_LE(away_from(b.core(), pose_b, y, wide(point.b) + Wide(b.radius()) * n), point.error);
      // The gap of the features there, along the normal.
      EXPECT_LE(std::fabs(dot(between, n) - Wide(point.gap())), 0.5 * (point.upper - point.lower) + point.error);
    }
  }
  EXPECT_EQ(points, found.points.size());
}

// The same names at places that are the same but for `off`, whatever the order.
inline void expect_alike(const Manifold& x, const Manifold& y, double off) {
  ASSERT_EQ(x.status(), y.status());
  ASSERT_EQ(x.points.size(), y.points.size());
  for (const ContactPoint& point : x.points) {
    const auto twin = std::find_if(y.points.begin(), y.points.end(), [&](const ContactPoint& other) {
      return other.feature_a == point.feature_a && other.feature_b == point.feature_b;
    });
    ASSERT_NE(twin, y.points.end());
    EXPECT_LE(norm_max(twin->a - point.a), off);
    EXPECT_LE(norm_max(twin->b - point.b), off);
    EXPECT_NEAR(twin->gap(), point.gap(), off);
  }
}

inline Manifold mirrored(Manifold found) {
  for (ContactPatch& patch : found.patches) patch.normal = -patch.normal;
  for (ContactPoint& point : found.points) {
    std::swap(point.a, point.b);
    std::swap(point.feature_a, point.feature_b);
  }
  return found;
}

inline Vec3 random_vector(detail::Random& random, double size = 1) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
inline Pose random_turn(detail::Random& random, Vec3 t = {}) {
  return rotation({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, t);
}

}  // namespace clearance::convex_contacts
