#include <clearance/lab/pair/features/applicability.h>

#include <clearance/lab/pair/conclude.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace clearance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The planes of the applicable pairs: b lies beyond (n, gap) as seen from a, where a itself reaches up to 0. Calls
// visit(n, gap, vertex of a, vertex of b, kind, index) for each until it returns false.
enum class PairKind : std::uint8_t { FaceOfA, FaceOfB, Edges };
template <class Visit>
void for_each_plane(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift, const ApplicablePairs& pairs,
                    const Visit& visit) {
  const auto on_face = [](const TurnedGraph& body, int node) {
    return static_cast<int>(body.graph().body().face(body.graph().face_of(node))[0]);
  };
  const auto gap = [&](Vec3 n, int v_a, int v_b) { return dot(n, (b.vertex(v_b) + shift) - a.vertex(v_a)); };
  for (std::size_t k = 0; k < pairs.faces_of_a.size(); ++k) {
    const auto [vertex, face] = pairs.faces_of_a[k];
    const Vec3 n = a.node(face);
    const int corner = on_face(a, face);
    if (!visit(n, gap(n, corner, vertex), corner, vertex, PairKind::FaceOfA, k)) return;
  }
  for (std::size_t k = 0; k < pairs.faces_of_b.size(); ++k) {
    const auto [vertex, face] = pairs.faces_of_b[k];
    const Vec3 n = -b.node(face);
    const int corner = on_face(b, face);
    if (!visit(n, gap(n, vertex, corner), vertex, corner, PairKind::FaceOfB, k)) return;
  }
  for (std::size_t k = 0; k < pairs.edges.size(); ++k) {
    const EdgeEdge& edges = pairs.edges[k];
    // Arcs that only touch have a face's normal in common, or none of their own.
    if (!edges.crossing) continue;
    const Vec3 n = unit_vector(static_cast<double>(edges.sense) * cross(a.along(edges.edge_a), b.along(edges.edge_b)));
    const int v_a = a.arc(edges.edge_a).tail, v_b = b.arc(edges.edge_b).tail;
    if (!visit(n, gap(n, v_a, v_b), v_a, v_b, PairKind::Edges, k)) return;
  }
}

// What of an applicable pair is tested for a crossing: one edge against one face.
struct EdgeFace {
  bool edge_of_a = false;
  int edge = -1, face = -1;
};

// Of the edges at the vertex, the one that leaves the face's plane most steeply is the likeliest to go through it.
int steepest_edge(const TurnedGraph& body, int v, Vec3 n) {
  double steepest = -kInfinity;
  int best = -1;
  for (const ArcEnd end : body.around_vertex(v))
    if (const double slope = dot(n, body.along(end)); slope > steepest) steepest = slope, best = end.arc;
  return best;
}

EdgeFace tested(const TurnedGraph& a, const TurnedGraph& b, const ApplicablePairs& pairs, PairKind kind,
                std::size_t k) {
  if (kind == PairKind::FaceOfA) {
    const auto [vertex, face] = pairs.faces_of_a[k];
    return {false, steepest_edge(b, vertex, a.node(face)), face};
  }
  if (kind == PairKind::FaceOfB) {
    const auto [vertex, face] = pairs.faces_of_b[k];
    return {true, steepest_edge(a, vertex, b.node(face)), face};
  }
  const EdgeEdge& edges = pairs.edges[k];
  if (const int face = a.arc(edges.edge_a).left; face >= 0) return {false, edges.edge_b, face};
  return {true, edges.edge_a, b.arc(edges.edge_b).left};
}

// Beyond rounding, and beyond what kParallel may have turned a normal by.
double doubt(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift) {
  return kParallel * (a.graph().body().reach() + b.graph().body().reach() + norm_max(shift));
}

// The vertex pairs whose differences are the corners of a pair's facet of the difference body.
void corners_of(const TurnedGraph& a, const TurnedGraph& b, const ApplicablePairs& pairs, PairKind kind, std::size_t k,
                std::vector<VertexPair>& out) {
  out.clear();
  if (kind == PairKind::Edges) {
    const OrientationArc &of_a = a.arc(pairs.edges[k].edge_a), &of_b = b.arc(pairs.edges[k].edge_b);
    out = {{of_a.tail, of_b.tail}, {of_a.head, of_b.tail}, {of_a.head, of_b.head}, {of_a.tail, of_b.head}};
    return;
  }
  const bool of_a = kind == PairKind::FaceOfA;
  const auto [vertex, face] = (of_a ? pairs.faces_of_a : pairs.faces_of_b)[k];
  const FaceOrientationGraph& graph = (of_a ? a : b).graph();
  for (const std::uint32_t v : graph.body().face(graph.face_of(face))) {
    const auto corner = static_cast<std::int32_t>(v);
    out.push_back(of_a ? VertexPair{corner, vertex} : VertexPair{vertex, corner});
  }
}

// A ray from a corner of the difference body through the origin leaves it through the facet of some pair; the corner
// and a triangle of the facet surround the origin.
bool surrounded_from(const PosedPair& pair, const TurnedGraph& a, const TurnedGraph& b, const ApplicablePairs& pairs,
                     VertexPair corner, Evidence& evidence) {
  const Vec3 m = pair.difference(corner);
  const auto way_out = [&](Vec3 n, double gap) {
    const double speed = dot(n, m);
    return speed > 0 ? -gap / speed : kInfinity;
  };
  double nearest = kInfinity;
  for_each_plane(a, b, pair.shift(), pairs, [&](Vec3 n, double gap, int, int, PairKind, std::size_t) {
    nearest = std::min(nearest, way_out(n, gap));
    return true;
  });
  // Pairs that share a plane share a facet: any of them may be the piece that the ray goes through.
  const double limit = nearest * (1 + 0x1p-30);
  std::vector<VertexPair> loop;
  for_each_plane(a, b, pair.shift(), pairs, [&](Vec3 n, double gap, int, int, PairKind kind, std::size_t k) {
    if (!(way_out(n, gap) <= limit)) return true;
    corners_of(a, b, pairs, kind, k, loop);
    for (std::size_t c = 1; c + 1 < loop.size(); ++c) {
      const VertexPair four[4] = {corner, loop[0], loop[c], loop[c + 1]};
      if (conclude_penetrating(pair, four, evidence)) return false;
    }
    return true;
  });
  return evidence.verdict == Verdict::Penetrating;
}

// The ends of the edge against the corners of the face: the bodies overlap where those two do.
bool concluded_by_crossing(const PosedPair& pair, const TurnedGraph& a, const TurnedGraph& b,
                           const FeatureInterference& found, Evidence& evidence) {
  const OrientationArc& arc = (found.edge_of_a ? a : b).arc(found.edge);
  const FaceOrientationGraph& graph = (found.edge_of_a ? b : a).graph();
  const std::span<const std::uint32_t> loop = graph.body().face(graph.face_of(found.face));
  for (std::size_t c = 1; c + 1 < loop.size(); ++c) {
    VertexPair six[6];
    int count = 0;
    for (const std::int32_t end : {arc.tail, arc.head})
      for (const std::size_t k : {std::size_t{0}, c, c + 1}) {
        const auto corner = static_cast<std::int32_t>(loop[k]);
        six[count++] = found.edge_of_a ? VertexPair{end, corner} : VertexPair{corner, end};
      }
    if (conclude_penetrating(pair, six, evidence)) return true;
  }
  return false;
}

// Where no tested edge meets a face: one body is inside the other, or they reach through each other.
bool concluded_without_crossing(const PosedPair& pair, const TurnedGraph& a, const TurnedGraph& b,
                                const ApplicablePairs& pairs, const FeatureInterference& found, Evidence& evidence) {
  if (conclude_inside(pair, true, 0, evidence) || conclude_inside(pair, false, 0, evidence)) return true;
  // Seen from the far side of the nearest facet the origin is in front of it; the other views are for ties.
  for (const Vec3 n : {-found.direction, Vec3{1, 0.3, 0.2}, Vec3{-0.2, 1, 0.3}, Vec3{-0.3, -0.2, 1}}) {
    ++evidence.steps;
    if (surrounded_from(pair, a, b, pairs, search_support(pair, n).pair, evidence)) return true;
  }
  return conclude_from_around(pair, evidence);
}

bool separated_as_before(const PosedPair& pair, const ConvexCache& cache, Evidence& evidence) {
  return cache.has_direction && conclude_separated(pair, cache.direction, {-1, -1}, evidence);
}

// The planes that raised the largest gap, in the order in which they did.
void draw(const PosedPair& pair, const TurnedGraph& a, const TurnedGraph& b, const ApplicablePairs& pairs,
          Trace* trace) {
  double largest = -kInfinity;
  for_each_plane(a, b, pair.shift(), pairs, [&](Vec3 n, double gap, int v_a, int v_b, PairKind kind, std::size_t) {
    if (gap <= largest) return true;
    largest = gap;
    trace->steps.push_back({n, apply(pair.pose_a(), pair.a().vertex(v_a)), apply(pair.pose_b(), pair.b().vertex(v_b)),
                            kind == PairKind::Edges ? "edge-edge" : "vertex-face"});
    return true;
  });
}

}  // namespace

bool edge_meets_face(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift, bool edge_of_a, int edge, int face,
                     double margin) {
  const TurnedGraph &of_edge = edge_of_a ? a : b, &of_face = edge_of_a ? b : a;
  const Vec3 moved = edge_of_a ? -shift : shift;  // of the edge's body against the face's
  const int front = of_face.graph().face_of(face);
  const std::span<const std::uint32_t> loop = of_face.graph().body().face(front);
  const auto corner = [&](std::size_t k) { return of_face.vertex(static_cast<int>(loop[k % loop.size()])); };
  const Vec3 n = of_face.node(front), tail = of_edge.vertex(of_edge.arc(edge).tail) + moved,
             head = of_edge.vertex(of_edge.arc(edge).head) + moved;
  const double low = dot(n, tail - corner(0)), high = dot(n, head - corner(0));
  if (!(std::min(low, high) < -margin && std::max(low, high) > margin)) return false;
  const Vec3 x = tail + (low / (low - high)) * (head - tail);
  for (std::size_t k = 0; k < loop.size(); ++k)
    if (!(dot(cross(n, unit_vector(corner(k + 1) - corner(k))), x - corner(k)) > margin)) return false;
  return true;
}

FeatureInterference interference(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift, const ApplicablePairs& pairs) {
  FeatureInterference found;
  found.gap = -kInfinity;
  const double margin = doubt(a, b, shift);
  for_each_plane(a, b, shift, pairs, [&](Vec3 n, double gap, int v_a, int v_b, PairKind kind, std::size_t k) {
    if (gap > found.gap) found.gap = gap, found.direction = n, found.at = {v_a, v_b};
    const EdgeFace test = tested(a, b, pairs, kind, k);
    if (test.edge < 0 || test.face < 0) return true;
    ++found.edge_face_tests;
    // An edge that ends on the far side of the plane starts there, too.
    if (gap >= 0 || !edge_meets_face(a, b, shift, test.edge_of_a, test.edge, test.face, margin)) return true;
    found.has_crossing = true;
    found.edge_of_a = test.edge_of_a, found.edge = test.edge, found.face = test.face;
    return false;
  });
  if (found.gap > margin) found.verdict = Verdict::Separated;
  if (found.has_crossing || (found.gap < -margin && found.gap > -kInfinity)) found.verdict = Verdict::Penetrating;
  return found;
}

bool conclude_from_around(const PosedPair& pair, Evidence& evidence) {
  // About the axes of an icosahedron, turned out of every symmetry.
  constexpr Vec3 kAround[] = {{0.11, 1, 1.57},   {-0.07, -1, 1.69}, {1, 1.63, 0.05},
                              {-1, 1.55, -0.13}, {1.66, 0.09, 1},   {1.58, -0.12, -1}};
  VertexPair candidates[12];
  int count = 0;
  for (const Vec3 n : kAround)
    for (const Vec3 direction : {n, -n}) candidates[count++] = search_support(pair, direction).pair;
  evidence.steps += count;
  return conclude_penetrating(pair, candidates, evidence);
}

Evidence applicability(const PosedPair& pair, ConvexCache* cache, const ApplicabilityOptions& options, Trace* trace) {
  Evidence evidence;
  if (cache != nullptr && options.use_cache && separated_as_before(pair, *cache, evidence)) return evidence;
  const FaceOrientationGraph graph_a(pair.a()), graph_b(pair.b());
  const TurnedGraph a(graph_a, pair.pose_a()), b(graph_b, pair.pose_b());
  const ApplicablePairs pairs = applicable_pairs(a, b);
  if (trace != nullptr) draw(pair, a, b, pairs, trace);
  const FeatureInterference found = interference(a, b, pair.shift(), pairs);
  evidence.steps += static_cast<int>(found.edge_face_tests);
  evidence.last = found.at;
  if (found.has_crossing) {
    concluded_by_crossing(pair, a, b, found, evidence);
  } else if (found.verdict == Verdict::Penetrating) {
    concluded_without_crossing(pair, a, b, pairs, found, evidence);
  } else if (found.at.a >= 0) {
    conclude_separated(pair, found.direction, found.at, evidence);
  }
  if (cache != nullptr) {
    cache->has_direction = found.at.a >= 0;
    cache->direction = found.direction;
    cache->was_separated = evidence.verdict == Verdict::Separated;
    cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  }
  return evidence;
}

}  // namespace clearance
