#include <clearance/lab/pair/features/v_clip.h>

#include <clearance/lab/pair/features/voronoi_walk.h>

namespace clearance {
namespace {

enum class Step : std::uint8_t {
  Moved,    // to a neighbouring pair
  Done,     // the pair is closest
  Pierced,  // the edge passes through the face
  Beneath,  // the vertex is over the face, but on its inner side
};

// The distance from a point of an edge to the feature across a plane falls or rises along the edge: its derivative's
// sign, where the plane cuts the edge. For a vertex that of |x − v|; for a face that of |height|.
double rate_to_vertex(Vec3 x, Vec3 along, Vec3 v) { return dot(along, x - v); }
template <bool kStored>
double rate_to_face(Vec3 x, Vec3 along, const FaceBeside<kStored>& face) {
  const double height = face.height(x), slope = face.slope(along);
  return height > 0 ? slope : height < 0 ? -slope : 0;
}

template <bool kStored>
class VClip {
 public:
  VClip(const BodyAt<kStored>& a, const BodyAt<kStored>& b, const FeaturePair& start) : side_{a, b}, at_(start) {
    // There is no face–face state.
    if (at_.a.kind == Feature::Face && at_.b.kind == Feature::Face)
      at_.a = vertex_feature(static_cast<int>(side_[0].body.face(at_.a.index)[0]));
  }

  const FeaturePair& at() const { return at_; }
  const BodyAt<kStored>& side(int i) const { return side_[i]; }
  void move(int i, FeatureId to) { at_[i] = to; }
  void move_to(const FeaturePair& to) { at_ = to; }

  Step step() {
    const int lower = at_.a.kind <= at_.b.kind ? 0 : 1;
    const Feature low = at_[lower].kind, high = at_[1 - lower].kind;
    if (high == Feature::Vertex) return vertex_vertex();
    if (high == Feature::Edge) return low == Feature::Vertex ? vertex_edge(lower) : edge_edge();
    return low == Feature::Vertex ? vertex_face(lower) : edge_face(lower);
  }

 private:
  // Steps to a feature of body i, if there is one to step to.
  bool moved(int i, FeatureId to) {
    if (to == kNoFeature) return false;
    at_[i] = to;
    return true;
  }

  Step vertex_vertex() {
    const Vec3 d = side_[1].at(at_.b.index) - side_[0].at(at_.a.index);
    return moved(0, spoke_along(side_[0], at_.a.index, d)) || moved(1, spoke_along(side_[1], at_.b.index, -d))
               ? Step::Moved
               : Step::Done;
  }

  // Body i has the vertex.
  Step vertex_edge(int i) {
    const BodyAt<kStored>&of_vertex = side_[i], &of_edge = side_[1 - i];
    const int v = at_[i].index;
    const Vec3 p = of_vertex.at(v);
    const VoronoiEdge own = VoronoiEdge::seen(of_edge, at_[1 - i].index);
    const EdgeRegion<kStored> region{of_edge, own};
    const Vec3 seen = of_edge.see(p);
    if (region.before_tail(seen) > 0) return moved(1 - i, vertex_feature(own.tail_vertex)), Step::Moved;
    if (region.past_head(seen) > 0) return moved(1 - i, vertex_feature(own.head_vertex)), Step::Moved;
    if (moved(1 - i, face_toward(region, seen))) return Step::Moved;

    const VoronoiEdge& edge = in_common_frame(of_edge, own);
    ClippedEdge part;
    const FeatureId beyond = clip_by_vertex(of_vertex, v, p, edge, part);
    if (moved(i, beyond)) return Step::Moved;
    if (rate_to_vertex(edge.point(part.low), edge.along, p) > 0 && moved(i, part.beyond_low)) return Step::Moved;
    if (rate_to_vertex(edge.point(part.high), edge.along, p) < 0 && moved(i, part.beyond_high)) return Step::Moved;
    return Step::Done;
  }

  // Cuts the edge by all planes around vertex v at p; a plane that the whole edge is beyond stands for all.
  static FeatureId clip_by_vertex(const BodyAt<kStored>& side, int v, Vec3 p, const VoronoiEdge& edge,
                                  ClippedEdge& part) {
    const Vec3 to_tail = side.seen_from_body(edge.tail - p), to_head = side.seen_from_body(edge.head - p);
    const double tail_at_v = dot(to_tail, side.body.vertex(v)), head_at_v = dot(to_head, side.body.vertex(v));
    const Polytope::NeighbourBlock around = side.body.neighbour_block(v);
    const std::span<const std::uint32_t> spokes = side.body.spokes(v);
    for (std::size_t first = 0; first < spokes.size(); first += simd::kLanes) {
      alignas(64) double tail[simd::kLanes], head[simd::kLanes];
      simd::store_dots<2>(tail, around.coordinates + first * 3, to_tail);
      simd::store_dots<2>(head, around.coordinates + first * 3, to_head);
      for (std::size_t k = 0; k < simd::kLanes && first + k < spokes.size(); ++k) {
        const FeatureId spoke = edge_feature(spokes[first + k]);
        if (!part.cut(tail[k] - tail_at_v, head[k] - head_at_v, spoke)) return spoke;
      }
    }
    return kNoFeature;
  }

  Step edge_edge() {
    const VoronoiEdge own[2] = {VoronoiEdge::seen(side_[0], at_.a.index), VoronoiEdge::seen(side_[1], at_.b.index)};
    const VoronoiEdge &of_a = in_common_frame(side_[0], own[0]), &of_b = in_common_frame(side_[1], own[1]);
    return moved_from_edge(0, own[0], of_b) || moved_from_edge(1, own[1], of_a) ? Step::Moved : Step::Done;
  }

  // Clips the other edge by the region of body i's: first by the planes at its ends, then by those of its faces.
  bool moved_from_edge(int i, const VoronoiEdge& edge, const VoronoiEdge& of_other) {
    const EdgeRegion<kStored> region{side_[i], edge};
    const VoronoiEdge& other = seen_by(side_[i], of_other);
    const FeatureId tail = vertex_feature(edge.tail_vertex), head = vertex_feature(edge.head_vertex);
    ClippedEdge part;
    if (!part.cut(region.before_tail(other.tail), region.before_tail(other.head), tail)) return moved(i, tail);
    if (!part.cut(region.past_head(other.tail), region.past_head(other.head), head)) return moved(i, head);
    const auto end_at = [&](FeatureId id) { return id == tail ? edge.tail : edge.head; };
    if (part.beyond_low != kNoFeature &&
        rate_to_vertex(other.point(part.low), other.along, end_at(part.beyond_low)) > 0)
      return moved(i, part.beyond_low);
    if (part.beyond_high != kNoFeature &&
        rate_to_vertex(other.point(part.high), other.along, end_at(part.beyond_high)) < 0)
      return moved(i, part.beyond_high);

    const FaceBeside<kStored> face[2] = {region.face(false), region.face(true)};
    for (const FaceBeside<kStored>& beside : face)
      if (beside.id != kNoFeature && !part.cut(beside.over(other.tail), beside.over(other.head), beside.id))
        return moved(i, beside.id);
    for (const FaceBeside<kStored>& beside : face) {
      if (beside.id == kNoFeature) continue;
      if (part.beyond_low == beside.id && rate_to_face(other.point(part.low), other.along, beside) > 0)
        return moved(i, beside.id);
      if (part.beyond_high == beside.id && rate_to_face(other.point(part.high), other.along, beside) < 0)
        return moved(i, beside.id);
    }
    return false;
  }

  // Body i has the vertex.
  Step vertex_face(int i) {
    const BodyAt<kStored>& of_face = side_[1 - i];
    const Vec3 p = side_[i].at(at_[i].index);
    const VoronoiFace face(of_face, at_[1 - i].index);
    const Vec3 seen = of_face.see(p);
    if (moved(1 - i, edge_toward(face, seen))) return Step::Moved;
    const double height = face.height(seen);
    if (height < 0 && of_face.is_solid()) return Step::Beneath;
    const Vec3 down = of_face.in_common_frame(height < 0 ? face.normal : -face.normal);
    return moved(i, spoke_along(side_[i], at_[i].index, down)) ? Step::Moved : Step::Done;
  }

  // Body i has the edge. Never the closest pair that is named: one end, or a boundary edge, is as near.
  Step edge_face(int i) {
    const VoronoiEdge edge(side_[i], at_[i].index);
    const VoronoiFace face(side_[1 - i], at_[1 - i].index);
    const EdgeOverFace over = clip_over_face(seen_by(side_[1 - i], edge), face);
    if (moved(1 - i, over.excluded)) return Step::Moved;
    if (over.pierces()) return Step::Pierced;
    const bool low = over.low_is_nearer();
    if (moved(1 - i, low ? over.part.beyond_low : over.part.beyond_high)) return Step::Moved;
    return moved(i, vertex_feature(low ? edge.tail_vertex : edge.head_vertex)), Step::Moved;
  }

  const BodyAt<kStored> side_[2];
  FeaturePair at_;
};

// A vertex on the inner side of its face: inside the body, or nearer to another face, where the walk goes on.
template <bool kStored>
bool conclude_or_leave(const PosedPair& pair, VClip<kStored>& walk, Evidence& evidence) {
  const int i = walk.at().a.kind == Feature::Vertex ? 0 : 1;
  const Beneath beneath = look_beneath(walk.side(1 - i), walk.at()[1 - i].index, walk.side(i).at(walk.at()[i].index));
  walk.move(1 - i, beneath.exit);
  return beneath.inside && conclude_beneath(pair, walk.at(), evidence);
}

// Rounding leads the walk in a circle only between pairs that are as near as each other; any of them may be provable.
template <bool kStored>
bool conclude_on_cycle(const PosedPair& pair, VClip<kStored>& walk, int length, int max_steps, Evidence& evidence) {
  for (int k = 0; k < length && evidence.steps < max_steps; ++k) {
    if (conclude_features(pair, walk.at(), evidence)) return true;
    if (walk.step() != Step::Moved) return false;
  }
  return false;
}

// From one pair to the closest, or to a proof of penetration. False: to neither.
template <bool kStored>
bool walk_to_end(const PosedPair& pair, VClip<kStored>& walk, int max_steps, Evidence& evidence, Trace* trace) {
  CycleWatch watch;
  while (evidence.steps < max_steps) {
    trace_features(trace, pair, walk.at());
    const Step step = walk.step();
    ++evidence.steps;
    if (step == Step::Done) return conclude_features(pair, walk.at(), evidence);
    if (step == Step::Pierced) return conclude_pierced(pair, walk.at(), evidence);
    if (step == Step::Beneath && conclude_or_leave(pair, walk, evidence)) return true;
    if (watch.comes_back(walk.at())) return conclude_on_cycle(pair, walk, watch.longest(), max_steps, evidence);
  }
  return false;
}

// The first walk where planes are stored.
bool walk_with_planes(const PosedPair& pair, FeaturePair& at, const VClipOptions& options, Evidence& evidence,
                      Trace* trace) {
  const BodiesWithPlanes bodies(pair, *options.planes_a, *options.planes_b);
  VClip walk(bodies[0], bodies[1], at);
  const bool ended = walk_to_end(pair, walk, options.max_steps, evidence, trace);
  at = walk.at();
  return ended;
}

}  // namespace

Evidence v_clip(const PosedPair& pair, ConvexCache* cache, const VClipOptions& options, Trace* trace) {
  Evidence evidence;
  FeaturePair start = start_features(pair, cache);
  const bool stored = options.planes_a != nullptr && options.planes_b != nullptr;
  int time = stored ? 1 : 0;
  bool ended = stored && walk_with_planes(pair, start, options, evidence, trace);
  VClip walk(posed_a(pair), posed_b(pair), start);
  for (; !ended && time < kStarts; ++time) {
    if (time > 0) walk.move_to(restart_features(pair, evidence, time));
    ended = walk_to_end(pair, walk, options.max_steps, evidence, trace);
  }
  if (!ended && evidence.steps < options.max_steps) finish_walk(pair, evidence);
  remember(walk.at(), evidence, cache);
  return evidence;
}

}  // namespace clearance
