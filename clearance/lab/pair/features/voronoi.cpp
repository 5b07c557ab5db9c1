#include <clearance/lab/pair/features/voronoi.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// mᵀ n.
Mat3 transpose_times(const Mat3& m, const Mat3& n) {
  Mat3 product;
  for (int i = 0; i < 3; ++i) product.row[i] = m.row[0][i] * n.row[0] + m.row[1][i] * n.row[1] + m.row[2][i] * n.row[2];
  return product;
}

double clamped(double t) { return t > 0 ? smaller(t, 1) : 0; }

FeatureId feature_at(const VoronoiEdge& edge, double t) {
  return t <= 0 ? vertex_feature(edge.tail_vertex) : t >= 1 ? vertex_feature(edge.head_vertex) : edge.id;
}
Vec3 point_at(const VoronoiEdge& edge, double t) { return t >= 1 ? edge.head : edge.point(t); }

template <bool kStored>
NearestPoints vertex_vertex(const BodyAt<kStored>& a, int v, const BodyAt<kStored>& b, int w) {
  return {{vertex_feature(v), vertex_feature(w)}, a.at(v), b.at(w)};
}

NearestPoints point_edge(FeatureId v, Vec3 p, const VoronoiEdge& edge) {
  const double t = clamped(dot(p - edge.tail, edge.along) / squared_norm(edge.along));
  return {{v, feature_at(edge, t)}, p, point_at(edge, t)};
}

// Where the lines come nearest, moved back onto the edges: first along a, then along b, then along a again. Parallel
// edges: from a's tail.
NearestPoints edge_edge(const VoronoiEdge& a, const VoronoiEdge& b) {
  const Vec3 r = a.tail - b.tail;
  const double aa = squared_norm(a.along), bb = squared_norm(b.along), ab = dot(a.along, b.along);
  const double ar = dot(a.along, r), br = dot(b.along, r), lines = aa * bb - ab * ab;
  double s = lines > 0 ? clamped((ab * br - ar * bb) / lines) : 0, t = (ab * s + br) / bb;
  if (!(t >= 0 && t <= 1)) t = clamped(t), s = clamped((ab * t - ar) / aa);
  return {{feature_at(a, s), feature_at(b, t)}, point_at(a, s), point_at(b, t)};
}

template <bool kStored>
NearestPoints vertex_face(FeatureId v, Vec3 p, const VoronoiFace<kStored>& face) {
  const Vec3 seen = face.side.see(p);
  if (const FeatureId toward = edge_toward(face, seen); toward != kNoFeature)
    return point_edge(v, p, VoronoiEdge(face.side, toward.index));
  const Vec3 above = (face.height(seen) / squared_norm(face.normal)) * face.normal;
  return {{v, face.id}, p, p - face.side.in_common_frame(above)};
}

// The edge of the face nearest to one that leaves its prism, or that edge's end: among the edges beyond whose planes
// some of it lies. Always one, be it the first where the distances overflow. In the frame of the face's planes.
template <bool kStored>
FeatureId nearest_on_boundary(const VoronoiEdge& edge, const VoronoiFace<kStored>& face) {
  FeatureId nearest = face.edge(0);
  double least = kInfinity;
  for (std::size_t k = 0; k < face.loop.size(); ++k) {
    const auto beyond = face.beyond(k);
    if (!(beyond(edge.tail) > 0 || beyond(edge.head) > 0)) continue;
    const NearestPoints near = edge_edge(edge, VoronoiEdge::seen(face.side, face.edge(k).index));
    const double square = squared_norm(near.q - near.p);
    if (square < least) least = square, nearest = near.on.b;
  }
  return nearest;
}

template <bool kStored>
NearestPoints edge_face(const VoronoiEdge& edge, const VoronoiFace<kStored>& face) {
  const VoronoiEdge& seen = seen_by(face.side, edge);
  const EdgeOverFace over = clip_over_face(seen, face);
  FeatureId toward = over.excluded;
  if (toward == kNoFeature) {
    if (over.pierces()) {
      const double low = std::fabs(over.height_low), high = std::fabs(over.height_high);
      const double share = low + high > 0 ? low / (low + high) : 0;
      const Vec3 p = edge.point(over.part.low + share * (over.part.high - over.part.low));
      return {{edge.id, face.id}, p, p, true};
    }
    const bool low = over.low_is_nearer();
    if ((low ? over.part.beyond_low : over.part.beyond_high) == kNoFeature)
      return vertex_face(vertex_feature(low ? edge.tail_vertex : edge.head_vertex), low ? edge.tail : edge.head, face);
    toward = nearest_on_boundary(seen, face);
  }
  if (toward.kind == Feature::Edge) return edge_edge(edge, VoronoiEdge(face.side, toward.index));
  NearestPoints near = point_edge(toward, face.side.at(toward.index), edge);
  std::swap(near.on.a, near.on.b), std::swap(near.p, near.q);
  return near;
}

// Two faces are nearest where an edge of one is, or where one pierces the other.
template <bool kStored>
NearestPoints face_face(const VoronoiFace<kStored>& a, const VoronoiFace<kStored>& b) {
  NearestPoints best = vertex_face(vertex_feature(static_cast<int>(a.loop[0])), a.side.at(a.loop[0]), b);
  double least = squared_norm(best.q - best.p);
  const auto consider = [&](const NearestPoints& near) {
    const double square = near.crossing ? -1 : squared_norm(near.q - near.p);
    if (square < least) least = square, best = near;
  };
  for (std::size_t k = 0; k < a.loop.size(); ++k) consider(edge_face(VoronoiEdge(a.side, a.edge(k).index), b));
  for (std::size_t k = 0; k < b.loop.size(); ++k) {
    NearestPoints near = edge_face(VoronoiEdge(b.side, b.edge(k).index), a);
    std::swap(near.on.a, near.on.b), std::swap(near.p, near.q);
    consider(near);
  }
  return best;
}

// a's feature has the lower dimension, or the same.
template <bool kStored>
NearestPoints nearest_in_order(const BodyAt<kStored>& a, FeatureId x, const BodyAt<kStored>& b, FeatureId y) {
  if (y.kind == Feature::Vertex) return vertex_vertex(a, x.index, b, y.index);
  if (y.kind == Feature::Edge) {
    const VoronoiEdge edge(b, y.index);
    return x.kind == Feature::Vertex ? point_edge(x, a.at(x.index), edge) : edge_edge(VoronoiEdge(a, x.index), edge);
  }
  const VoronoiFace face(b, y.index);
  if (x.kind == Feature::Vertex) return vertex_face(x, a.at(x.index), face);
  return x.kind == Feature::Edge ? edge_face(VoronoiEdge(a, x.index), face) : face_face(VoronoiFace(a, x.index), face);
}

}  // namespace

BodiesWithPlanes::BodiesWithPlanes(const PosedPair& pair, const VoronoiPlanes& of_a, const VoronoiPlanes& of_b)
    : b_in_a(transpose_times(pair.pose_a().rotation(), pair.pose_b().rotation())),
      side{{pair.a(), pair.pose_a().rotation(), {}, &of_a, true},
           {pair.b(), b_in_a, transpose_times(pair.pose_a().rotation(), pair.shift()), &of_b}} {}

template <bool kStored>
FeatureId spoke_along(const BodyAt<kStored>& side, int v, Vec3 d) {
  const Vec3 seen = side.seen_from_body(d);
  const Polytope::NeighbourBlock around = side.body.neighbour_block(v);
  double best = dot(seen, side.body.vertex(v));
  int lane = -1;
  for (int block = 0; block < around.blocks; ++block) {
    alignas(64) double products[simd::kLanes];
    simd::store_dots<2>(products, around.coordinates + block * 3 * simd::kLanes, seen);
    for (int k = 0; k < simd::kLanes; ++k)
      if (products[k] > best) best = products[k], lane = block * simd::kLanes + k;
  }
  // Padding repeats the first neighbour, which comes before it.
  return lane < 0 ? kNoFeature : edge_feature(side.body.spokes(v)[static_cast<std::size_t>(lane)]);
}

template <bool kStored>
FeatureId face_toward(const EdgeRegion<kStored>& region, Vec3 p) {
  FeatureId toward = kNoFeature;
  double most = 0;
  for (const bool of_twin : {false, true}) {
    const FaceBeside<kStored> face = region.face(of_twin);
    if (face.id == kNoFeature) continue;
    if (const double over = face.over(p); over > most) most = over, toward = face.id;
  }
  return toward;
}

template <bool kStored>
FeatureId edge_toward(const VoronoiFace<kStored>& face, Vec3 p) {
  FeatureId toward = kNoFeature;
  double least = kInfinity;
  for (std::size_t k = 0; k < face.loop.size(); ++k) {
    if (face.beyond(k)(p) <= 0) continue;
    const Vec3 tail = face.corner(k), along = face.corner(face.after(k)) - tail, from = p - tail;
    const double t = clamped(dot(from, along) / squared_norm(along)), square = squared_norm(from - t * along);
    if (square < least) least = square, toward = face.edge(k);
  }
  return toward;
}

template <bool kStored>
EdgeOverFace clip_over_face(const VoronoiEdge& edge, const VoronoiFace<kStored>& face) {
  EdgeOverFace over;
  bool misses = false;
  for (std::size_t k = 0; k < face.loop.size() && !misses; ++k) {
    const auto beyond = face.beyond(k);
    misses = !over.part.cut(beyond(edge.tail), beyond(edge.head), face.edge(k)) || over.part.empty();
  }
  if (misses) {
    over.excluded = nearest_on_boundary(edge, face);
    return over;
  }
  const double at_tail = face.height(edge.tail);
  over.slope = dot(face.normal, edge.along);
  over.height_low = at_tail + over.part.low * over.slope;
  over.height_high = over.part.high < 1 ? at_tail + over.part.high * over.slope : face.height(edge.head);
  return over;
}

template <bool kStored>
NearestPoints nearest_points(const BodyAt<kStored>& a, const BodyAt<kStored>& b, const FeaturePair& features) {
  if (features.a.kind <= features.b.kind) return nearest_in_order(a, features.a, b, features.b);
  NearestPoints near = nearest_in_order(b, features.b, a, features.a);
  std::swap(near.on.a, near.on.b), std::swap(near.p, near.q);
  return near;
}

template FeatureId spoke_along(const BodyAt<false>&, int, Vec3);
template FeatureId face_toward(const EdgeRegion<false>&, Vec3);
template FeatureId edge_toward(const VoronoiFace<false>&, Vec3);
template EdgeOverFace clip_over_face(const VoronoiEdge&, const VoronoiFace<false>&);
template NearestPoints nearest_points(const BodyAt<false>&, const BodyAt<false>&, const FeaturePair&);
template FeatureId spoke_along(const BodyAt<true>&, int, Vec3);
template FeatureId face_toward(const EdgeRegion<true>&, Vec3);
template FeatureId edge_toward(const VoronoiFace<true>&, Vec3);
template EdgeOverFace clip_over_face(const VoronoiEdge&, const VoronoiFace<true>&);
template NearestPoints nearest_points(const BodyAt<true>&, const BodyAt<true>&, const FeaturePair&);

}  // namespace clearance
