// Question: which feature of a body lies across the Voronoi plane that a point violates?
// Method:   vertices, edges and faces in one common frame, planes made on the fly from vertex coordinates; the shared
//           ground of Lin–Canny and V-Clip (Mirtich 1997, §3.1, §3.3).
// Proves:   nothing.
// Cannot:   tell a plane's two sides apart within rounding: walks must watch for pairs that come back.
// Cost:     a plane is a few dozen flops; nothing is stored with the bodies.
// Notation: the frame has a's origin and the world's axes; u = along an edge; a polygon is a face seen from both sides.
#pragma once

#include <clearance/narrow/feature.h>
#include <clearance/narrow/posed_pair.h>

#include <span>

namespace clearance {

struct FeaturePair {
  FeatureId a, b;

  FeatureId& operator[](int side) { return side == 0 ? a : b; }
  FeatureId operator[](int side) const { return side == 0 ? a : b; }
  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

inline FeatureId vertex_feature(int v) { return {Feature::Vertex, v}; }
inline FeatureId edge_feature(std::uint32_t e) { return {Feature::Edge, static_cast<std::int32_t>(e)}; }
inline FeatureId face_feature(std::uint32_t f) { return {Feature::Face, static_cast<std::int32_t>(f)}; }
inline constexpr FeatureId kNoFeature{};

// One body of a pair in the common frame. Only the matrix and its transpose are used, never an inverse: planes are
// right for matrices that are not quite rotations, too.
struct PosedBody {
  const Polytope& body;
  const Mat3& rotation;
  Vec3 shift;

  Vec3 at(int v) const { return rotation * body.vertex(v) + shift; }
  Vec3 at(std::uint32_t v) const { return at(static_cast<int>(v)); }
  // d·(at(w) − at(v)) is this · (vertex(w) − vertex(v)).
  Vec3 seen_from_body(Vec3 d) const { return transpose_times(rotation, d); }
  bool is_solid() const { return body.dimension() == 3; }
};
inline PosedBody posed_a(const PosedPair& pair) { return {pair.a(), pair.pose_a().rotation(), {}}; }
inline PosedBody posed_b(const PosedPair& pair) { return {pair.b(), pair.pose_b().rotation(), pair.shift()}; }

struct EdgeAt {
  FeatureId id;
  int tail_vertex, head_vertex;
  Vec3 tail, head, along;

  EdgeAt(const PosedBody& side, int e) : id{Feature::Edge, e} {
    const std::span<const HalfEdge> edges = side.body.half_edges();
    const bool is_segment = edges.empty();
    const HalfEdge* const half = edges.data() + e;
    tail_vertex = is_segment ? 0 : static_cast<int>(half->origin);
    head_vertex = is_segment ? 1 : static_cast<int>(edges[half->next].origin);
    tail = side.at(tail_vertex), head = side.at(head_vertex), along = head - tail;
  }
  Vec3 point(double t) const { return tail + t * along; }
};

// A face beside an edge: the plane between their regions holds the edge and the face's normal.
struct FaceBeside {
  FeatureId id;  // kNoFeature: none (a segment, the back of a polygon)
  Vec3 inward;   // in the face, square to the edge, of any length
  Vec3 normal;   // outward, of any length
};
inline FaceBeside face_beside(const PosedBody& side, const EdgeAt& edge, bool of_twin) {
  const std::span<const HalfEdge> edges = side.body.half_edges();
  if (edges.empty()) return {kNoFeature, {}, {}};
  const HalfEdge* half = &edges[static_cast<std::size_t>(edge.id.index)];
  if (of_twin) half = &edges[half->twin];
  if (half->face == kNoFace) return {kNoFeature, {}, {}};
  const Vec3 to_third = side.at(edges[edges[half->next].next].origin) - edge.tail;
  const Vec3 normal = cross(edge.along, to_third);
  return {face_feature(half->face), squared_norm(edge.along) * to_third - dot(edge.along, to_third) * edge.along,
          of_twin ? -normal : normal};
}

struct FaceAt {
  const PosedBody& side;
  FeatureId id;
  std::span<const std::uint32_t> loop;
  Vec3 three[3];  // corners that span the plane; all there are of a triangle
  Vec3 normal;    // outward, of any length

  FaceAt(const PosedBody& of, int f) : side(of), id{Feature::Face, f}, loop(of.body.face(f)) {
    const std::size_t third = loop.size() / 3;
    three[0] = side.at(loop[0]), three[1] = side.at(loop[third]), three[2] = side.at(loop[2 * third]);
    normal = cross(three[1] - three[0], three[2] - three[0]);
  }
  Vec3 corner(std::size_t k) const { return loop.size() == 3 ? three[k] : side.at(loop[k]); }
  std::size_t after(std::size_t k) const { return k + 1 == loop.size() ? 0 : k + 1; }
  FeatureId edge(std::size_t k) const {
    return edge_feature(side.body.half_edge_of_face(id.index) + static_cast<std::uint32_t>(k));
  }
  double height(Vec3 p) const { return dot(normal, p - three[0]); }
};

// Vertex regions: the edge from v that climbs steepest along d, if any climbs: across its plane lies the end of d.
FeatureId spoke_along(const PosedBody& side, int v, Vec3 d);
// Edge regions: the face whose plane p is beyond, if any.
FeatureId face_toward(const PosedBody& side, const EdgeAt& edge, Vec3 p);
// Face regions: of the edges whose planes p is beyond, the nearest to p, if any.
FeatureId edge_toward(const FaceAt& face, Vec3 p);

// The part of an edge inside a region, as parameters, and what lies across the planes that cut it.
struct ClippedEdge {
  double low = 0, high = 1;
  FeatureId beyond_low = kNoFeature, beyond_high = kNoFeature;

  bool empty() const { return low > high; }
  // By a plane that the edge's ends are `at_tail` and `at_head` beyond. False: the whole edge is.
  bool cut(double at_tail, double at_head, FeatureId across) {
    if (at_tail > 0) {
      if (at_head > 0) return false;
      const double t = at_tail / (at_tail - at_head);
      if (t > low) low = t, beyond_low = across;
    } else if (at_head > 0) {
      const double t = at_tail / (at_tail - at_head);
      if (t < high) high = t, beyond_high = across;
    }
    return true;
  }
};

// An edge clipped by the side planes of a face. `excluded`: the boundary feature nearest to an edge that misses it.
struct EdgeOverFace {
  ClippedEdge part;
  FeatureId excluded = kNoFeature;
  double height_low = 0, height_high = 0;  // of the part's ends above the face's plane
  double slope = 0;                        // of the height, from tail to head

  bool pierces() const { return (height_low < 0) != (height_high < 0) || height_low == 0 || height_high == 0; }
  // By the slope, not the heights: a part can be a single point, and the way on still be plain.
  bool low_is_nearer() const { return height_low < 0 ? slope <= 0 : slope >= 0; }
};
EdgeOverFace clip_over_face(const EdgeAt& edge, const FaceAt& face);

// The nearest points of two features, taken as closed sets, and the smallest features that hold them.
struct NearestPoints {
  FeaturePair on;
  Vec3 p, q;              // on a, on b
  bool crossing = false;  // an edge pierces a face: `on` names them
};
NearestPoints nearest_points(const PosedBody& a, const PosedBody& b, const FeaturePair& features);

}  // namespace clearance
