// Question: how far apart are two bodies, or how far must one move to come free, whatever the translation between them?
// Method:   Cameron and Culley (Jiménez, Thomas, Torras §3.2): build the difference body b ⊖ a = {q − p} itself. Its
//           facets are the applicable pairs (applicability_pairs.h), parallel ones merged; the distance is that of its
//           boundary to the origin, the minimum translational distance minus that when the origin is inside.
// Proves:   Separated with the nearest points, Penetrating: by conclude.h.
// Cannot:   tell touching from a hair's breadth.
// Cost:     O(n + m + k) to build, k up to n·m facets, about (n + m) · 3 on round bodies; O(facets) a translation.
// Notation: N the outward unit normal of a facet, h its offset: N·m ≤ h for all differences m, before translation.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/features/applicability_pairs.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

struct DifferenceVertex {
  VertexPair pair;
  Vec3 at;  // R_b v_b − R_a v_a
};

enum class FacetKind : std::uint8_t {
  FaceOfA,  // a face of a and a vertex or an edge of b
  FaceOfB,  // a face of b and a vertex or an edge of a
  Edges,    // an edge of each
  Faces,    // two parallel faces, merged
  Flat,     // the body is a point or a segment: no plane (N = 0)
};

struct DifferenceFacet {
  FacetKind kind;
  Vec3 normal;                        // N
  double offset;                      // h
  std::int32_t feature_a, feature_b;  // face (a node), edge (an arc) or vertex of each body, as the kind says
  std::uint32_t first, count;         // its corners in DifferenceBody::loop
};

// The minimum translational distance and where it is attained.
struct DifferenceAnswer {
  double distance = 0;  // apart: how far; inside: minus the depth
  Vec3 direction;       // from a to b, unit: where apart the nearest points are, or where b must move by the depth
  int facet = -1;       // holds the nearest point
  int count = 0;        // apart: the nearest point as a combination of corners
  VertexPair corner[3];
  double weight[3] = {};

  bool inside() const { return distance < 0; }
};

// The difference body of two orientations. Built once, it answers for every translation of b against a.
class DifferenceBody {
 public:
  DifferenceBody(const TurnedGraph& a, const TurnedGraph& b);
  DifferenceBody(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b);

  std::span<const DifferenceVertex> vertices() const { return vertex_; }
  std::span<const DifferenceFacet> facets() const { return facet_; }
  // Corners of a facet as indices of vertices(), counter-clockwise seen from outside.
  std::span<const std::uint32_t> loop(const DifferenceFacet& facet) const {
    return {corner_.data() + facet.first, facet.count};
  }
  // Every edge belongs to two facets.
  std::size_t edge_count() const { return corner_.size() / 2; }

  // All with b moved by t against a. Is the origin in the moved body, its boundary included, in doubles?
  bool contains_origin(Vec3 t) const;
  DifferenceAnswer query(Vec3 t) const;

 private:
  class Builder;

  double reach_;
  std::vector<DifferenceVertex> vertex_;
  std::vector<DifferenceFacet> facet_;
  std::vector<std::uint32_t> corner_;
};

struct MinkowskiDifferenceOptions {
  int max_views = 4;  // corners of the body from which a way through the origin is tried before giving up
};

// Steps: the facets of the body; there is nothing to iterate.
Evidence minkowski_difference(const PosedPair& pair, ConvexCache* cache, const MinkowskiDifferenceOptions& options = {},
                              Trace* trace = nullptr);

}  // namespace clearance
