// Bodies that the tests of manifolds of meshes and parts share, and what must hold of every manifold.
#pragma once

#include <clearance/build/mesh.h>
#include <clearance/build/primitives.h>
#include <clearance/build/solids_test.h>
#include <clearance/contact/manifold.h>
#include <clearance/query/query.h>
#include <clearance/shape/mesh_faces.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace clearance {

// z = 0 over n × n cells of this size, centred, each cut along a diagonal that changes from cell to cell; looks up.
inline Mesh grid_floor(int n, double cell, MeshKind kind = MeshKind::Automatic) {
  std::vector<Vec3> vertices;
  std::vector<MeshTriangle> triangles;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) vertices.push_back({cell * (i - 0.5 * n), cell * (j - 0.5 * n), 0});
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const std::uint32_t p = at(i, j), q = at(i + 1, j), r = at(i + 1, j + 1), s = at(i, j + 1);
      if ((i + j) % 2 == 0) {
        triangles.push_back({p, q, r});
        triangles.push_back({p, r, s});
      } else {
        triangles.push_back({p, q, s});
        triangles.push_back({q, r, s});
      }
    }
  return make_mesh(vertices, triangles, {kind}).value();
}

// The inside of a box as a surface: the triangles look into the room.
inline Mesh room(Vec3 low, Vec3 high) {
  Soup soup;
  soup.add(box_soup(low, high), true);
  return make_mesh(soup.vertices, soup.triangles, {MeshKind::Surface}).value();
}

// A block with a hollow, open upwards: a solid room of wall thickness 1.
inline Mesh tub(double inner, double depth) {
  const double h = 0.5 * inner, g = h + 1;
  Soup soup;
  for (const double z : {0.0, -depth - 1})
    for (const auto& [x, y] : {std::pair(-g, -g), std::pair(g, -g), std::pair(g, g), std::pair(-g, g)})
      soup.vertices.push_back({x, y, z});
  for (const double z : {0.0, -depth})
    for (const auto& [x, y] : {std::pair(-h, -h), std::pair(h, -h), std::pair(h, h), std::pair(-h, h)})
      soup.vertices.push_back({x, y, z});
  const auto quad = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t s) {
    soup.triangles.push_back({p, q, r});
    soup.triangles.push_back({p, r, s});
  };
  quad(7, 6, 5, 4);
  quad(12, 13, 14, 15);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    quad(4 + i, 4 + j, j, i);  // outside
    quad(i, j, 8 + j, 8 + i);  // rim
    quad(8 + i, 8 + j, 12 + j, 12 + i);
  }
  return soup.mesh();
}

inline std::string described(const Manifold& found) {
  std::string text = std::to_string(found.patches.size()) + " patches\n";
  char line[400];
  const auto name = [](const ContactFeature& f) {
    const char* kind = f.kind == Feature::Vertex ? "V" : f.kind == Feature::Edge ? "E" : "F";
    return kind + std::to_string(f.first) + (f.kind == Feature::Edge ? "-" + std::to_string(f.second) : "") +
           (f.part == kNoIndex ? "" : "/" + std::to_string(f.part));
  };
  for (const ContactPatch& patch : found.patches) {
    std::snprintf(line, sizeof line, " n %.9g %.9g %.9g gap [%.9g, %.9g]\n", patch.normal.x, patch.normal.y,
                  patch.normal.z, patch.lower, patch.upper);
    text += line;
    for (const ContactPoint& p : found.points_of(patch)) {
      std::snprintf(line, sizeof line, "   a %.6g %.6g %.6g  b %.6g %.6g %.6g  gap %.9g ± %.2g error %.2g  %s × %s\n",
                    p.a.x, p.a.y, p.a.z, p.b.x, p.b.y, p.b.z, p.gap(), 0.5 * (p.upper - p.lower), p.error,
                    name(p.feature_a).c_str(), name(p.feature_b).c_str());
      text += line;
    }
  }
  return text;
}

// What every manifold promises, whatever the bodies are; measured in long doubles.
// Convex pairs have a bracket of their own, which need not be that of a point.
inline void expect_sound(const Manifold& found, double margin, double size, bool has_convex_pairs = false) {
  if (found.status() != Status::Separated) {
    EXPECT_FALSE(found.points.empty()) << to_string(found.status());
  }
  std::size_t next = 0;
  double deepest = -std::numeric_limits<double>::infinity();
  for (const ContactPatch& patch : found.patches) {
    EXPECT_EQ(patch.first_point, next);
    EXPECT_GT(patch.point_count, 0u);
    next += patch.point_count;
    EXPECT_NEAR(norm(patch.normal), 1, 1e-12);
    EXPECT_LE(patch.lower, patch.upper);
    EXPECT_GE(patch.lower, deepest) << "the deepest comes first";
    deepest = patch.lower;
    double least = std::numeric_limits<double>::infinity();
    std::set<std::tuple<int, std::uint32_t, std::uint32_t, int, std::uint32_t, std::uint32_t>> names;
    for (const ContactPoint& p : found.points_of(patch)) {
      ASSERT_TRUE(is_finite(p.a) && is_finite(p.b) && std::isfinite(p.lower) && std::isfinite(p.upper));
      EXPECT_LE(p.lower, p.upper);
      EXPECT_LE(p.lower, margin);
      EXPECT_LE(p.error, 1e-9 * size);
      least = std::min(least, p.lower);
      using Wide = long double;
      const Wide gap = 0.5L * (Wide(p.lower) + Wide(p.upper));
      const Wide off = 0.5L * (Wide(p.upper) - Wide(p.lower)) + Wide(p.error);
      const Wide x = Wide(p.b.x) - Wide(p.a.x) - gap * Wide(patch.normal.x),
                 y = Wide(p.b.y) - Wide(p.a.y) - gap * Wide(patch.normal.y),
                 z = Wide(p.b.z) - Wide(p.a.z) - gap * Wide(patch.normal.z);
      EXPECT_LE(std::sqrt(x * x + y * y + z * z), off + 1e-300L);
      EXPECT_TRUE(names
                      .insert({static_cast<int>(p.feature_a.kind), p.feature_a.first, p.feature_a.second,
                               static_cast<int>(p.feature_b.kind), p.feature_b.first, p.feature_b.second})
                      .second ||
                  (p.feature_a.kind == Feature::Edge) != (p.feature_b.kind == Feature::Edge));
    }
    if (!has_convex_pairs) {
      EXPECT_EQ(patch.lower, least);
    }
  }
  EXPECT_EQ(next, found.points.size());
}

// ---- Where features are, in long doubles
// ------------------------------------------------------------------------------

struct WidePoint {
  long double x, y, z;
};
inline WidePoint operator-(WidePoint p, WidePoint q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
inline long double wide_dot(WidePoint p, WidePoint q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
inline WidePoint wide_cross(WidePoint p, WidePoint q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
inline WidePoint wide(Vec3 p) { return {p.x, p.y, p.z}; }
// A pose by a quaternion, exactly but for long doubles.
inline WidePoint wide_place(const Pose& pose, Vec3 v) {
  const Quat q = pose.quaternion();
  const long double w = q.w, x = q.x, y = q.y, z = q.z, n = w * w + x * x + y * y + z * z;
  const WidePoint u = wide(v);
  const auto row = [&](long double a, long double b, long double c) { return (a * u.x + b * u.y + c * u.z) / n; };
  const WidePoint turned{row(w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
                         row(2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
                         row(2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)};
  const Vec3 t = pose.translation();
  return {turned.x + t.x, turned.y + t.y, turned.z + t.z};
}

inline long double distance_to_segment(WidePoint p, WidePoint q, WidePoint r) {
  const WidePoint along = r - q, to = p - q;
  const long double squared = wide_dot(along, along);
  const long double s = squared > 0 ? std::clamp(wide_dot(to, along) / squared, 0.0L, 1.0L) : 0.0L;
  const WidePoint off{to.x - s * along.x, to.y - s * along.y, to.z - s * along.z};
  return std::sqrt(wide_dot(off, off));
}
inline long double distance_to_triangle(WidePoint p, const WidePoint (&c)[3]) {
  const WidePoint n = wide_cross(c[1] - c[0], c[2] - c[0]);
  const long double squared = wide_dot(n, n);
  bool is_over = squared > 0;
  for (int k = 0; k < 3 && is_over; ++k) is_over = wide_dot(wide_cross(n, c[(k + 1) % 3] - c[k]), p - c[k]) >= 0;
  if (is_over) return std::fabs(wide_dot(n, p - c[0])) / std::sqrt(squared);
  return std::min(
      {distance_to_segment(p, c[0], c[1]), distance_to_segment(p, c[1], c[2]), distance_to_segment(p, c[2], c[0])});
}

inline long double distance_to_feature(const Mesh& mesh, const Pose& pose, const ContactFeature& feature, Vec3 place) {
  const auto at = [&](std::uint32_t v) { return wide_place(pose, mesh.vertex(v)); };
  const WidePoint p = wide(place);
  if (feature.kind == Feature::Vertex) return distance_to_segment(p, at(feature.first), at(feature.first));
  if (feature.kind == Feature::Edge) return distance_to_segment(p, at(feature.first), at(feature.second));
  const detail::MeshFaces& faces = mesh.faces();
  long double least = std::numeric_limits<long double>::infinity();
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    if (faces.lowest[faces.face[t]] != feature.first) continue;
    const MeshTriangle& c = mesh.triangle(t);
    least = std::min(least, distance_to_triangle(p, {at(c[0]), at(c[1]), at(c[2])}));
  }
  return least;
}
// Of a rounded body: to the feature of the core.
inline long double distance_to_feature(const Rounded& body, const Pose& pose, const ContactFeature& feature,
                                       Vec3 place) {
  const Polytope& core = body.core();
  const auto at = [&](std::uint32_t v) { return wide_place(pose, core.vertex(static_cast<int>(v))); };
  const auto of_id = [&](std::uint32_t id) { return at(static_cast<std::uint32_t>(core.find(id))); };
  const WidePoint p = wide(place);
  long double least = std::numeric_limits<long double>::infinity();
  if (feature.kind == Feature::Vertex) least = distance_to_segment(p, of_id(feature.first), of_id(feature.first));
  if (feature.kind == Feature::Edge) least = distance_to_segment(p, of_id(feature.first), of_id(feature.second));
  if (feature.kind == Feature::Face) {
    const auto loop = core.face(static_cast<int>(feature.first));
    for (std::size_t k = 2; k < loop.size(); ++k)
      least = std::min(least, distance_to_triangle(p, {at(loop[0]), at(loop[k - 1]), at(loop[k])}));
  }
  return least;
}
inline long double distance_to_feature(const Shape& shape, const Pose& pose, const ContactFeature& feature,
                                       Vec3 place) {
  if (const auto* convex = std::get_if<Rounded>(&shape)) return distance_to_feature(*convex, pose, feature, place);
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return distance_to_feature(*mesh, pose, feature, place);
  if (const auto* parts = std::get_if<Parts>(&shape))
    return std::visit([&](const auto& part) { return distance_to_feature(part, pose, feature, place); },
                      (*parts)[feature.part]);
  const auto& space = std::get<HalfSpace>(shape);
  const WidePoint n = wide_place(rotation(pose.quaternion()), space.normal()),
                  p = wide(place) - wide(pose.translation());
  return std::fabs(wide_dot(n, p) - static_cast<long double>(space.offset())) / std::sqrt(wide_dot(n, n));
}

inline double radius_at(const Shape& shape, const ContactFeature& feature) {
  if (const auto* convex = std::get_if<Rounded>(&shape)) return convex->radius();
  if (const auto* parts = std::get_if<Parts>(&shape))
    if (const auto* part = std::get_if<Rounded>(&(*parts)[feature.part])) return part->radius();
  return 0;
}

// Every place is on the feature that it names; of a rounded body, its radius along the normal beyond that of the core.
inline void expect_places(const Manifold& found, const Shape& a, const Pose& pose_a, const Shape& b,
                          const Pose& pose_b) {
  for (const ContactPatch& patch : found.patches)
    for (const ContactPoint& p : found.points_of(patch)) {
      const Vec3 of_a = p.a - radius_at(a, p.feature_a) * patch.normal,
                 of_b = p.b + radius_at(b, p.feature_b) * patch.normal;
      EXPECT_LE(distance_to_feature(a, pose_a, p.feature_a, of_a), p.error) << described(found);
      EXPECT_LE(distance_to_feature(b, pose_b, p.feature_b, of_b), p.error) << described(found);
    }
}

}  // namespace clearance
