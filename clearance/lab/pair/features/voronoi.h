// Question: which feature of a body lies across the Voronoi plane that a point violates?
// Method:   vertices, edges and faces in one common frame, planes made on the fly from vertex coordinates or stored;
//           the shared ground of Lin–Canny and V-Clip (Mirtich 1997, §3.1, §3.3).
// Proves:   nothing.
// Cannot:   tell a plane's two sides apart within rounding: walks must watch for pairs that come back.
// Cost:     a plane is a few dozen flops; nothing is stored with the bodies, unless the caller has VoronoiPlanes.
// Notation: the frame has a's origin and the world's axes (a's own with stored planes); a region is in its planes'
//           frame: the common one, or the body's where they are stored. A polygon is a face seen from both sides.
#pragma once

#include <clearance/answer/feature.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/lab/pair/features/voronoi_planes.h>

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

// One body of a pair in the common frame. Only the matrix and its transpose are used, never an inverse: planes made on
// the fly are right for matrices that are not quite rotations, too. kStored: the planes are stored, and in the body's
// own frame; a parameter of the type, because asking each time makes the walks without them 7 % slower.
template <bool kStored>
struct BodyAt {
  const Polytope& body;
  const Mat3& rotation;
  Vec3 shift;
  const VoronoiPlanes* planes = nullptr;  // if kStored
  bool is_home = false;                   // if kStored: the common frame is the body's own

  Vec3 at(int v) const { return at_home() ? body.vertex(v) : rotation * body.vertex(v) + shift; }
  Vec3 at(std::uint32_t v) const { return at(static_cast<int>(v)); }
  // d·(at(w) − at(v)) is this · (vertex(w) − vertex(v)).
  Vec3 seen_from_body(Vec3 d) const { return at_home() ? d : transpose_times(rotation, d); }
  // Taking the matrix for a rotation.
  Vec3 to_body(Vec3 p) const { return at_home() ? p : transpose_times(rotation, p - shift); }
  bool is_solid() const { return body.dimension() == 3; }

  // Into the frame of the body's planes, and back.
  Vec3 see(Vec3 p) const { return kStored ? to_body(p) : p; }
  Vec3 seen_vertex(int v) const { return kStored ? body.vertex(v) : at(v); }
  Vec3 in_common_frame(Vec3 d) const { return !kStored || at_home() ? d : rotation * d; }

 private:
  bool at_home() const { return kStored && is_home; }
};
using PosedBody = BodyAt<false>;
inline PosedBody posed_a(const PosedPair& pair) { return {pair.a(), pair.pose_a().rotation(), {}}; }
inline PosedBody posed_b(const PosedPair& pair) { return {pair.b(), pair.pose_b().rotation(), pair.shift()}; }

// Both bodies of a pair.
struct PosedBodies {
  PosedBody side[2];

  explicit PosedBodies(const PosedPair& pair) : side{posed_a(pair), posed_b(pair)} {}
  const PosedBody& operator[](int i) const { return side[i]; }
};
// With stored planes: in a's own frame, so that only what passes from one body to the other is moved. Takes both
// matrices for rotations: a walk may go astray where they are not.
struct BodiesWithPlanes {
  Mat3 b_in_a;
  BodyAt<true> side[2];

  BodiesWithPlanes(const PosedPair& pair, const VoronoiPlanes& of_a, const VoronoiPlanes& of_b);
  BodiesWithPlanes(const BodiesWithPlanes&) = delete;
  BodiesWithPlanes& operator=(const BodiesWithPlanes&) = delete;
  const BodyAt<true>& operator[](int i) const { return side[i]; }
};

struct VoronoiEdge {
  FeatureId id;
  int tail_vertex, head_vertex;
  Vec3 tail, head, along;

  template <bool kStored>
  VoronoiEdge(const BodyAt<kStored>& side, int e) : VoronoiEdge(side.body, e) {
    place(side.at(tail_vertex), side.at(head_vertex));
  }
  // In the frame of its body's planes.
  template <bool kStored>
  static VoronoiEdge seen(const BodyAt<kStored>& side, int e) {
    VoronoiEdge edge(side.body, e);
    edge.place(side.seen_vertex(edge.tail_vertex), side.seen_vertex(edge.head_vertex));
    return edge;
  }
  Vec3 point(double t) const { return tail + t * along; }

 private:
  VoronoiEdge(const Polytope& body, int e) : id{Feature::Edge, e} {
    const std::span<const HalfEdge> edges = body.half_edges();
    const bool is_segment = edges.empty();
    const HalfEdge* const half = edges.data() + e;
    tail_vertex = is_segment ? 0 : static_cast<int>(half->origin);
    head_vertex = is_segment ? 1 : static_cast<int>(edges[half->next].origin);
  }
  void place(Vec3 from, Vec3 to) { tail = from, head = to, along = to - from; }

  template <bool kStored>
  friend decltype(auto) seen_by(const BodyAt<kStored>& other, const VoronoiEdge& edge);
};
// An edge in the frame of the other body's planes; one in that of its own body's, in the common frame. Where the frames
// are the same, so is the edge: no copy.
template <bool kStored>
decltype(auto) seen_by(const BodyAt<kStored>& other, const VoronoiEdge& edge) {
  if constexpr (kStored) {
    VoronoiEdge seen = edge;
    seen.place(other.see(edge.tail), other.see(edge.head));
    return seen;
  } else {
    return (edge);
  }
}
template <bool kStored>
decltype(auto) in_common_frame(const BodyAt<kStored>& side, const VoronoiEdge& seen) {
  if constexpr (kStored) {
    return VoronoiEdge(side, seen.id.index);
  } else {
    return (seen);
  }
}

// A face beside an edge: the plane between their regions holds the edge and the face's normal.
template <bool kStored>
struct FaceBeside;
template <>
struct FaceBeside<false> {
  FeatureId id = kNoFeature;  // none: a segment, the back of a polygon
  Vec3 inward;                // in the face, square to the edge, of any length
  Vec3 normal;                // outward, of any length
  Vec3 on;                    // a point of the edge

  // How far p is beyond the plane between them, on the face's side; and above the face.
  double over(Vec3 p) const { return dot(p - on, inward); }
  double height(Vec3 p) const { return dot(normal, p - on); }
  double slope(Vec3 along) const { return dot(normal, along); }
};
template <>
struct FaceBeside<true> {
  FeatureId id = kNoFeature;
  VoronoiPlane beside, face;

  double over(Vec3 p) const { return -beside.beyond(p); }
  double height(Vec3 p) const { return face.beyond(p); }
  double slope(Vec3 along) const { return dot(face.normal, along); }
};

// The region of an edge, given in the frame of its body's planes; so are the points it is asked about.
template <bool kStored>
struct EdgeRegion {
  const BodyAt<kStored>& side;
  const VoronoiEdge& edge;

  // How far p is beyond the planes at the edge's ends.
  double before_tail(Vec3 p) const {
    return kStored ? side.planes->at_origin(half()).beyond(p) : -dot(p - edge.tail, edge.along);
  }
  double past_head(Vec3 p) const {
    return kStored ? side.planes->at_origin(twin()).beyond(p) : dot(p - edge.head, edge.along);
  }
  FaceBeside<kStored> face(bool of_twin) const {
    const std::span<const HalfEdge> edges = side.body.half_edges();
    if (edges.empty()) return {};
    const std::uint32_t e = of_twin ? twin() : half();
    const HalfEdge& here = edges[e];
    if (here.face == kNoFace) return {};
    const FeatureId id = face_feature(here.face);
    if constexpr (kStored) {
      return {id, side.planes->beside_face(e), side.planes->face(id.index)};
    } else {
      const Vec3 to_third = side.at(edges[edges[here.next].next].origin) - edge.tail;
      const Vec3 normal = cross(edge.along, to_third);
      return {id, squared_norm(edge.along) * to_third - dot(edge.along, to_third) * edge.along,
              of_twin ? -normal : normal, edge.tail};
    }
  }

 private:
  std::uint32_t half() const { return static_cast<std::uint32_t>(edge.id.index); }
  std::uint32_t twin() const { return side.body.half_edges().empty() ? 1 : side.body.half_edges()[half()].twin; }
};

// A face, its plane and its region: in the frame of its body's planes, and so are the points it is asked about.
template <bool kStored>
struct VoronoiFace {
  const BodyAt<kStored>& side;
  FeatureId id;
  std::span<const std::uint32_t> loop;
  Vec3 three[3];  // unless kStored: corners that span the plane; all there are of a triangle
  Vec3 normal;    // outward, of any length

  VoronoiFace(const BodyAt<kStored>& of, int f) : side(of), id{Feature::Face, f}, loop(of.body.face(f)) {
    if constexpr (kStored) {
      normal = side.planes->face(f).normal;
    } else {
      const std::size_t third = loop.size() / 3;
      three[0] = side.at(loop[0]), three[1] = side.at(loop[third]), three[2] = side.at(loop[2 * third]);
      normal = cross(three[1] - three[0], three[2] - three[0]);
    }
  }
  Vec3 corner(std::size_t k) const {
    return !kStored && loop.size() == 3 ? three[k] : side.seen_vertex(static_cast<int>(loop[k]));
  }
  std::size_t after(std::size_t k) const { return k + 1 == loop.size() ? 0 : k + 1; }
  FeatureId edge(std::size_t k) const { return edge_feature(half(k)); }
  double height(Vec3 p) const { return kStored ? side.planes->face(id.index).beyond(p) : dot(normal, p - three[0]); }
  // The plane between the face and its k-th edge: how far a point is beyond it, as a function.
  auto beyond(std::size_t k) const {
    if constexpr (kStored) {
      return [&plane = side.planes->beside_face(half(k))](Vec3 p) { return plane.beyond(p); };
    } else {
      const Vec3 tail = corner(k), out = cross(corner(after(k)) - tail, normal);
      return [=](Vec3 p) { return dot(p - tail, out); };
    }
  }

 private:
  std::uint32_t half(std::size_t k) const {
    return side.body.half_edge_of_face(id.index) + static_cast<std::uint32_t>(k);
  }
};

// Vertex regions: the edge from v that climbs steepest along d, if any climbs: across its plane lies the end of d.
template <bool kStored>
FeatureId spoke_along(const BodyAt<kStored>& side, int v, Vec3 d);
// Edge regions: the face whose plane p is beyond, if any.
template <bool kStored>
FeatureId face_toward(const EdgeRegion<kStored>& region, Vec3 p);
// Face regions: of the edges whose planes p is beyond, the nearest to p, if any.
template <bool kStored>
FeatureId edge_toward(const VoronoiFace<kStored>& face, Vec3 p);

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
// The edge as the face's body sees it.
template <bool kStored>
EdgeOverFace clip_over_face(const VoronoiEdge& edge, const VoronoiFace<kStored>& face);

// The nearest points of two features, taken as closed sets, and the smallest features that hold them.
struct NearestPoints {
  FeaturePair on;
  Vec3 p, q;              // on a, on b
  bool crossing = false;  // an edge pierces a face: `on` names them
};
template <bool kStored>
NearestPoints nearest_points(const BodyAt<kStored>& a, const BodyAt<kStored>& b, const FeaturePair& features);

}  // namespace clearance
