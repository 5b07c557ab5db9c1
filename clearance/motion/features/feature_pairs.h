// Question: which vertices, edges and faces of two bodies may meet, and what is known of each?
// Method:   faces are fans of triangles; features by number, with what is made of them kept: control points and boxes
//           over a span in doubles, points, lines and planes as polynomials once somebody asks.
#pragma once

#include <clearance/exact/time/contact_functions_of_bodies.h>
#include <clearance/motion/features/feature_filter.h>
#include <clearance/motion/features/feature_times.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {

enum class FeatureKind : std::uint8_t { Vertex, Edge, Face };

// Vertices that may take part come first, then those that only edges and faces have.
struct BodyFeatures {
  explicit BodyFeatures(const MovingFeatures& moving);

  std::vector<Vec3> points;
  std::vector<std::uint32_t> ids;  // the caller's
  std::size_t vertex_count = 0;    // of those that may take part
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  // Those of a feature, by their place in `points`.
  std::span<const std::uint32_t> vertices_of(FeatureKind kind, const std::uint32_t& number) const;
  void set_ids(FeatureKind kind, std::uint32_t number, std::uint32_t (&out)[3]) const;
};

struct FeaturePair {
  FeatureKind kind_a, kind_b;
  std::uint32_t a, b;
  std::uint32_t number;  // in the list of all pairs
};
// Those that are enough: features that share a point show it by a vertex and a face or by two edges, or by a vertex and
// an edge or two vertices where a body has no edges; those that are some distance apart by the two that hold the points
// nearest to each other.
std::vector<FeaturePair> pairs_of(const BodyFeatures& a, const BodyFeatures& b, bool has_radius);

class BodyFunctions {
 public:
  // Both must outlive it.
  BodyFunctions(const BodyFeatures& features, const PosePath& path);

  const PosePath& path() const { return path_; }
  const MovingVertex& vertex(std::uint32_t number);
  const MovingLine& edge(std::uint32_t number);
  const MovingFace& face(std::uint32_t number);

 private:
  const BodyFeatures& features_;
  const PosePath& path_;
  std::vector<std::optional<MovingVertex>> vertices_;
  std::vector<std::optional<MovingLine>> edges_;
  std::vector<std::optional<MovingFace>> faces_;
};

class SweptFeatures {
 public:
  // Both must outlive it.
  SweptFeatures(const BodyFeatures& features, const SweptVertices& swept);

  struct Points {
    std::span<const Vec3> of[3];
    std::size_t count = 0;
    std::span<const std::span<const Vec3>> runs() const { return {of, count}; }
  };
  Points points(FeatureKind kind, std::uint32_t number) const;
  const SweptBox& box(FeatureKind kind, std::uint32_t number) const {
    return boxes_[static_cast<std::size_t>(kind)][number];
  }

 private:
  const BodyFeatures& features_;
  const SweptVertices& swept_;
  std::vector<SweptBox> boxes_[3];
};

}  // namespace clearance::detail
