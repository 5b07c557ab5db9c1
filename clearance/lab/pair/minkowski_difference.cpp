#include <clearance/lab/pair/minkowski_difference.h>

#include <clearance/lab/pair/coherence.h>

#include <clearance/convex/nearest_simplex.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/features/applicability.h>

#include <algorithm>
#include <limits>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The part of a body that is farthest along a direction: a vertex, an edge or a face, as a loop of vertices.
struct FarPart {
  std::int32_t feature = -1;
  std::vector<std::int32_t> loop;
};

// What the vertices tied along −n make up: themselves, the edge between two, or the face that looks that way.
void find_extreme(const TurnedGraph& body, Vec3 n, std::span<const VertexFace> tied, FarPart& out) {
  const int v = tied[0].vertex;
  out.feature = v;
  out.loop.assign(1, v);
  if (tied.size() == 1) return;
  if (tied.size() == 2) {
    for (const ArcEnd end : body.around_vertex(v))
      if (body.other_end(end) == tied[1].vertex) out.feature = end.arc;
    out.loop.push_back(tied[1].vertex);
    return;
  }
  double lowest = kInfinity;
  for (const ArcEnd end : body.around_vertex(v))
    for (const int node : {body.arc(end.arc).left, body.arc(end.arc).right})
      if (node >= 0 && dot(body.node(node), n) < lowest) lowest = dot(body.node(node), n), out.feature = node;
  body.graph().loop(out.feature, out.loop);
}

// The corner of a convex loop that comes first along d.
std::size_t first_along(const TurnedGraph& body, const std::vector<std::int32_t>& loop, Vec3 d) {
  std::size_t first = 0;
  for (std::size_t k = 1; k < loop.size(); ++k)
    if (dot(d, body.vertex(loop[k])) < dot(d, body.vertex(loop[first]))) first = k;
  return first;
}

// A direction in the plane square to n along which no two corners of a sensible loop are level: an odd angle from some
// axis of the plane.
Vec3 odd_direction(Vec3 n, Vec3 in_plane) { return 0.7289 * in_plane + 0.6846 * cross(n, in_plane); }

// Hands out numbers to vertex pairs: the table is open, its size a power of two at least twice the count.
class PairNumbers {
 public:
  explicit PairNumbers(std::size_t expected) {
    std::size_t size = 16;
    while (size < 2 * expected) size *= 2;
    slot_.assign(size, kEmpty);
  }

  // Where the number of this pair is, or would be.
  std::uint32_t& find(VertexPair pair, const std::vector<DifferenceVertex>& known) {
    if (2 * known.size() >= slot_.size()) grow(known);
    return slot_[probe(pair, known)];
  }
  static constexpr std::uint32_t kEmpty = 0xffffffffu;

 private:
  std::size_t probe(VertexPair pair, const std::vector<DifferenceVertex>& known) const {
    const std::uint64_t key = static_cast<std::uint64_t>(pair.a) << 32 | static_cast<std::uint32_t>(pair.b);
    std::size_t k = (key * 0x9e3779b97f4a7c15u) >> 20;
    for (;; ++k) {
      const std::uint32_t number = slot_[k & (slot_.size() - 1)];
      if (number == kEmpty || known[number].pair == pair) return k & (slot_.size() - 1);
    }
  }
  void grow(const std::vector<DifferenceVertex>& known) {
    slot_.assign(2 * slot_.size(), kEmpty);
    for (std::uint32_t k = 0; k < known.size(); ++k) slot_[probe(known[k].pair, known)] = k;
  }

  std::vector<std::uint32_t> slot_;
};

// The nearest point of a facet to the origin, by the triangles of its fan; kept in `best` if it is nearer than that.
void improve(const DifferenceBody& body, int facet, Vec3 t, DifferenceAnswer& best) {
  const std::span<const std::uint32_t> loop = body.loop(body.facets()[at(facet)]);
  const std::size_t triangles = loop.size() > 3 ? loop.size() - 2 : 1;
  for (std::size_t k = 0; k < triangles; ++k) {
    PointSimplex simplex;
    for (const std::size_t c : {std::size_t{0}, k + 1, k + 2})
      if (c < loop.size()) simplex.add(body.vertices()[loop[c]].pair, body.vertices()[loop[c]].at + t);
    nearest_point(simplex);
    const Vec3 n = unit_vector(simplex.direction);
    const double distance = dot(n, simplex.m[0]);
    if (!(distance < best.distance)) continue;
    best = {distance, n, facet, simplex.count, {}, {}};
    for (int c = 0; c < simplex.count; ++c) best.corner[c] = simplex.pair[c], best.weight[c] = simplex.weight[c];
  }
}

double beyond(const DifferenceFacet& facet, Vec3 t) { return -(facet.offset + dot(facet.normal, t)); }

// The corner of the body that is lowest along n.
VertexPair lowest_corner(const DifferenceBody& body, Vec3 n) {
  const DifferenceVertex* lowest = body.vertices().data();
  for (const DifferenceVertex& vertex : body.vertices())
    if (dot(n, vertex.at) < dot(n, lowest->at)) lowest = &vertex;
  return lowest->pair;
}

// The ray from a corner through the origin leaves the body through a facet: the corner and a triangle of that facet
// surround the origin.
bool surrounded_from(const PosedPair& pair, const DifferenceBody& body, VertexPair corner, Evidence& evidence) {
  const Vec3 m = pair.difference(corner), t = pair.shift();
  const DifferenceFacet* exit = nullptr;
  double nearest = kInfinity;
  for (const DifferenceFacet& facet : body.facets()) {
    const double speed = -dot(facet.normal, m), way = -beyond(facet, t) / speed;
    if (speed > 0 && way < nearest) nearest = way, exit = &facet;
  }
  if (exit == nullptr) return false;
  const std::span<const std::uint32_t> loop = body.loop(*exit);
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    const VertexPair four[4] = {corner, body.vertices()[loop[0]].pair, body.vertices()[loop[k]].pair,
                                body.vertices()[loop[k + 1]].pair};
    if (conclude_penetrating(pair, four, evidence)) return true;
  }
  return false;
}

// First seen from the far side of the nearest facet; the other views are for rays that meet an edge.
void conclude_from_inside(const PosedPair& pair, const DifferenceBody& body, const DifferenceAnswer& answer,
                          int max_views, Evidence& evidence) {
  const Vec3 views[] = {-answer.direction, {1, 0.3, 0.2}, {-0.2, 1, 0.3}, {-0.3, -0.2, 1}};
  for (int k = 0; k < std::min(max_views, 4); ++k)
    if (surrounded_from(pair, body, lowest_corner(body, views[k]), evidence)) return;
  conclude_from_around(pair, evidence);
}

void conclude_from_outside(const PosedPair& pair, const DifferenceAnswer& answer, Evidence& evidence) {
  conclude_separated(pair, answer.direction, answer.corner[0], evidence);
  evidence.simplex_count = answer.count;
  for (int k = 0; k < answer.count; ++k) {
    evidence.simplex[k] = answer.corner[k];
    evidence.weight[k] = answer.weight[k];
  }
}

const char* word(FacetKind kind) {
  switch (kind) {
    case FacetKind::FaceOfA:
    case FacetKind::FaceOfB:
      return "vertex-face";
    case FacetKind::Edges:
      return "edge-edge";
    case FacetKind::Faces:
      return "face-face";
    case FacetKind::Flat:
      return "flat";
  }
  return "";
}

// One step: the nearest points, or the corner of the facet through which b comes free.
void draw(const PosedPair& pair, const DifferenceBody& body, const DifferenceAnswer& answer, Trace& trace) {
  const DifferenceFacet& facet = body.facets()[at(answer.facet)];
  TraceStep step{answer.direction, {}, {}, word(facet.kind)};
  const VertexPair first = body.vertices()[body.loop(facet)[0]].pair;
  const int count = answer.count > 0 ? answer.count : 1;
  for (int k = 0; k < count; ++k) {
    const VertexPair corner = answer.count > 0 ? answer.corner[k] : first;
    const double weight = answer.count > 0 ? answer.weight[k] : 1;
    step.point_a = step.point_a + weight * apply(pair.pose_a(), pair.a().vertex(corner.a));
    step.point_b = step.point_b + weight * apply(pair.pose_b(), pair.b().vertex(corner.b));
  }
  trace.steps.push_back(step);
}

}  // namespace

class DifferenceBody::Builder {
 public:
  Builder(const TurnedGraph& a, const TurnedGraph& b, DifferenceBody& out)
      : a_(a), b_(b), out_(out), numbers_(3 * at(a.arc_count() + b.arc_count())) {
    const ApplicablePairs pairs = applicable_pairs(a, b);
    add_faces(pairs.faces_of_a, true);
    add_faces(pairs.faces_of_b, false);
    for (const EdgeEdge& edges : pairs.edges)
      if (edges.crossing) add_edges(edges);
    if (out_.facet_.empty()) add_flat();
  }

 private:
  // A facet for each face of one body: the face and the other body's extreme vertex, edge or face in that direction.
  void add_faces(const std::vector<VertexFace>& pairs, bool of_a) {
    for (std::size_t first = 0, last = 0; first < pairs.size(); first = last) {
      while (last < pairs.size() && pairs[last].face == pairs[first].face) ++last;
      const TurnedGraph &own = of_a ? a_ : b_, &other = of_a ? b_ : a_;
      const int face = pairs[first].face;
      find_extreme(other, own.node(face), {pairs.data() + first, last - first}, other_);
      const bool merged = other_.loop.size() > 2;
      if (merged && !of_a) continue;  // entered with the face of a
      own_.feature = face;
      own.graph().loop(face, own_.loop);
      FarPart &from_a = of_a ? own_ : other_, &from_b = of_a ? other_ : own_;
      // In −a the loop of a face runs the other way around, seen from outside.
      std::reverse(from_a.loop.begin(), from_a.loop.end());
      const Vec3 outward = of_a ? -own.node(face) : own.node(face);
      begin_facet();
      add_sum_of_loops(outward, from_a.loop, from_b.loop);
      end_facet(merged ? FacetKind::Faces
                : of_a ? FacetKind::FaceOfA
                       : FacetKind::FaceOfB,
                outward, from_a.feature, from_b.feature);
    }
  }

  // The corners of the sum of −(loop of a) and (loop of b), both counter-clockwise about `outward`: their edges in
  // order of direction.
  void add_sum_of_loops(Vec3 outward, const std::vector<std::int32_t>& of_a, const std::vector<std::int32_t>& of_b) {
    const std::size_t count_a = of_a.size(), count_b = of_b.size();
    if (count_a <= 1 || count_b <= 1) {
      for (const std::int32_t v : of_a)
        for (const std::int32_t w : of_b) add_corner({v, w});
      return;
    }
    const Vec3 d = odd_direction(outward, unit_vector(a_.vertex(of_a[1]) - a_.vertex(of_a[0])));
    const std::size_t start_a = first_along(a_, of_a, -d), start_b = first_along(b_, of_b, d);
    for (std::size_t i = 0, j = 0; i < count_a || j < count_b;) {
      const std::int32_t v = of_a[(start_a + i) % count_a], w = of_b[(start_b + j) % count_b];
      add_corner({v, w});
      const Vec3 next_a = unit_vector(a_.vertex(v) - a_.vertex(of_a[(start_a + i + 1) % count_a]));
      const Vec3 next_b = unit_vector(b_.vertex(of_b[(start_b + j + 1) % count_b]) - b_.vertex(w));
      const double turn = dot(outward, cross(next_a, next_b));
      const bool both = i < count_a && j < count_b;
      const bool step_a = both ? turn >= -kParallel : i < count_a, step_b = both ? turn <= kParallel : j < count_b;
      i += step_a, j += step_b;
    }
  }

  void add_edges(const EdgeEdge& edges) {
    const OrientationArc &of_a = a_.arc(edges.edge_a), &of_b = b_.arc(edges.edge_b);
    const Vec3 u = unit_vector(cross(a_.along(edges.edge_a), b_.along(edges.edge_b)));
    // tail, −u_a, +u_b: turns about −u_a × u_b, which is outward where the sense is +1.
    VertexPair loop[4] = {
        {of_a.tail, of_b.tail}, {of_a.head, of_b.tail}, {of_a.head, of_b.head}, {of_a.tail, of_b.head}};
    if (edges.sense < 0) std::reverse(loop, loop + 4);
    begin_facet();
    for (const VertexPair& corner : loop) add_corner(corner);
    end_facet(FacetKind::Edges, edges.sense < 0 ? u : -u, edges.edge_a, edges.edge_b);
  }

  // Points and parallel segments: the two ends of what is left, once if they are one.
  void add_flat() {
    const Vec3 u = a_.arc_count() > 0 ? a_.along(0) : b_.arc_count() > 0 ? b_.along(0) : Vec3{};
    const auto end = [](const TurnedGraph& body, Vec3 d) {
      return body.vertex_count() > 1 && dot(d, body.vertex(1)) > dot(d, body.vertex(0)) ? 1 : 0;
    };
    const VertexPair low{end(a_, u), end(b_, -u)}, high{end(a_, -u), end(b_, u)};
    begin_facet();
    add_corner(low);
    if (!(low == high)) add_corner(high);
    end_facet(FacetKind::Flat, {}, 0, 0);
  }

  void begin_facet() { first_ = out_.corner_.size(); }

  void add_corner(VertexPair pair) {
    std::uint32_t& number = numbers_.find(pair, out_.vertex_);
    if (number == PairNumbers::kEmpty) {
      number = static_cast<std::uint32_t>(out_.vertex_.size());
      out_.vertex_.push_back({pair, b_.vertex(pair.b) - a_.vertex(pair.a)});
    }
    out_.corner_.push_back(number);
  }

  void end_facet(FacetKind kind, Vec3 normal, std::int32_t feature_a, std::int32_t feature_b) {
    double offset = -kInfinity;
    for (std::size_t k = first_; k < out_.corner_.size(); ++k)
      offset = larger(offset, dot(normal, out_.vertex_[out_.corner_[k]].at));
    out_.facet_.push_back({kind, normal, offset, feature_a, feature_b, static_cast<std::uint32_t>(first_),
                           static_cast<std::uint32_t>(out_.corner_.size() - first_)});
  }

  const TurnedGraph &a_, &b_;
  DifferenceBody& out_;
  PairNumbers numbers_;
  FarPart own_, other_;
  std::size_t first_ = 0;
};

DifferenceBody::DifferenceBody(const TurnedGraph& a, const TurnedGraph& b)
    : reach_(a.graph().body().reach() + b.graph().body().reach()) {
  Builder(a, b, *this);
}

DifferenceBody::DifferenceBody(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b)
    : DifferenceBody(TurnedGraph(FaceOrientationGraph(a), pose_a), TurnedGraph(FaceOrientationGraph(b), pose_b)) {}

bool DifferenceBody::contains_origin(Vec3 t) const {
  const DifferenceAnswer answer = query(t);
  return answer.distance <= 0;
}

DifferenceAnswer DifferenceBody::query(Vec3 t) const {
  int outermost = 0;
  for (int f = 1; f < static_cast<int>(facet_.size()); ++f)
    if (beyond(facet_[at(f)], t) > beyond(facet_[at(outermost)], t)) outermost = f;
  const DifferenceFacet& facet = facet_[at(outermost)];
  const double gap = beyond(facet, t), doubt = kParallel * (reach_ + norm_max(t));
  const DifferenceAnswer inside{gap, -facet.normal, outermost, 0, {}, {}};
  if (gap < -doubt) return inside;
  // Only facets that the origin sees can hold the nearest point, and none that is farther away than one found.
  DifferenceAnswer best{kInfinity, {}, -1, 0, {}, {}};
  improve(*this, outermost, t, best);
  for (int f = 0; f < static_cast<int>(facet_.size()); ++f)
    if (const double away = beyond(facet_[at(f)], t); f != outermost && away >= -doubt && away < best.distance)
      improve(*this, f, t, best);
  // Within rounding of the boundary the sign is that of the plane.
  return gap < 0 && best.distance <= 2 * doubt ? inside : best;
}

Evidence minkowski_difference(const PosedPair& pair, ConvexCache* cache, const MinkowskiDifferenceOptions& options,
                              Trace* trace) {
  const DifferenceBody body(pair.a(), pair.pose_a(), pair.b(), pair.pose_b());
  const DifferenceAnswer answer = body.query(pair.shift());
  Evidence evidence;
  evidence.steps = static_cast<int>(body.facets().size());
  if (answer.facet < 0) return evidence;
  if (answer.inside()) {
    conclude_from_inside(pair, body, answer, options.max_views, evidence);
  } else {
    conclude_from_outside(pair, answer, evidence);
  }
  if (trace != nullptr) draw(pair, body, answer, *trace);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
