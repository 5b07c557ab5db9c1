#include <clearance/lab/pair/features/voronoi_walk.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/short_walk.h>

#include <limits>

namespace clearance {
namespace {

bool has(const Polytope& body, FeatureId id) {
  if (id.index < 0) return false;
  const auto index = static_cast<std::size_t>(id.index);
  switch (id.kind) {
    case Feature::Vertex:
      return id.index < body.vertex_count();
    case Feature::Edge:
      return body.dimension() == 1 ? index == 0 : index < body.half_edges().size();
    case Feature::Face:
      return id.index < body.face_count();
  }
  return false;
}

FeaturePair vertices(VertexPair pair) { return {vertex_feature(pair.a), vertex_feature(pair.b)}; }

// A point of a face as weights of three corners: of the triangle, in the fan from the first corner, that it is deepest
// inside.
Corners corners_in_face(const VoronoiFace<false>& face, Vec3 p) {
  Corners best;
  double deepest = -std::numeric_limits<double>::infinity();
  const Vec3 first = face.corner(0) - p;
  for (std::size_t k = 1; k + 1 < face.loop.size(); ++k) {
    const Vec3 second = face.corner(k) - p, third = face.corner(k + 1) - p;
    const double w0 = dot(face.normal, cross(second, third)), w1 = dot(face.normal, cross(third, first)),
                 w2 = dot(face.normal, cross(first, second)), least = smaller(w0, smaller(w1, w2));
    if (!(least > deepest)) continue;
    deepest = least;
    const double c0 = larger(w0, 0), c1 = larger(w1, 0), c2 = larger(w2, 0), sum = c0 + c1 + c2;
    const auto vertex = [&](std::size_t i) { return static_cast<std::int32_t>(face.loop[i]); };
    best = {3, {vertex(0), vertex(k), vertex(k + 1)}, {c0 / sum, c1 / sum, c2 / sum}};
    if (!(sum > 0)) best = Corners::at(vertex(0));
  }
  return best;
}

Corners corners_of(const PosedBody& side, FeatureId id, Vec3 p) {
  if (id.kind == Feature::Vertex) return Corners::at(id.index);
  if (id.kind == Feature::Face) return corners_in_face(VoronoiFace(side, id.index), p);
  const VoronoiEdge edge(side, id.index);
  const double t = dot(p - edge.tail, edge.along) / squared_norm(edge.along);
  return Corners::on_edge(edge.tail_vertex, edge.head_vertex, t > 0 ? smaller(t, 1) : 0);
}

Vec3 square_to(Vec3 u, Vec3 d) { return d - (dot(d, u) / squared_norm(u)) * u; }
Vec3 turned_along(Vec3 n, Vec3 d) { return dot(n, d) < 0 ? -n : n; }

// A solid's own; of a polygon the one along d.
Vec3 outward(const PosedBody& side, int face, Vec3 d) {
  const Vec3 normal = VoronoiFace(side, face).normal;
  return side.is_solid() ? normal : turned_along(normal, d);
}

// From a to b, square to both features; better than q − p, which cancels where they are near. Two edges' cross product
// cancels where they are parallel: then what q − p has square to the longer one.
Vec3 direction_of(const PosedBody& a, const PosedBody& b, const NearestPoints& near, double reach) {
  const Vec3 d = near.q - near.p;
  const FeatureId x = near.on.a, y = near.on.b;
  if (x.kind == Feature::Face) return outward(a, x.index, d);
  if (y.kind == Feature::Face) return -outward(b, y.index, -d);
  if (x.kind == Feature::Edge && y.kind == Feature::Edge) {
    const Vec3 u = VoronoiEdge(a, x.index).along, w = VoronoiEdge(b, y.index).along, n = cross(u, w);
    if (norm(n) * reach > norm(d) * norm(u) * norm(w)) return turned_along(n, d);
    return square_to(squared_norm(u) > squared_norm(w) ? u : w, d);
  }
  if (x.kind == Feature::Edge) return square_to(VoronoiEdge(a, x.index).along, d);
  if (y.kind == Feature::Edge) return square_to(VoronoiEdge(b, y.index).along, d);
  return d;
}

const char* word_for(const FeaturePair& pair) {
  static constexpr const char* kWords[3][3] = {{"vertex-vertex", "vertex-edge", "vertex-face"},
                                               {"edge-vertex", "edge-edge", "edge-face"},
                                               {"face-vertex", "face-edge", "face-face"}};
  return kWords[static_cast<int>(pair.a.kind)][static_cast<int>(pair.b.kind)];
}

// The face by which the ray from `apex`, a point of the body, through p leaves it: a walk across the planes of apex and
// edge that p is beyond. In the body's frame.
int exit_face(const Polytope& body, Vec3 apex, Vec3 p, int face) {
  const std::span<const HalfEdge> edges = body.half_edges();
  const Vec3 ray = p - apex;
  int before = -1;
  for (int step = 0; step < body.face_count(); ++step) {
    const auto loop = body.face(face);
    double most = 0;
    std::uint32_t beyond = 0;
    Vec3 tail = body.vertex(static_cast<int>(loop[0])) - apex;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3 head = body.vertex(static_cast<int>(loop[k + 1 < loop.size() ? k + 1 : 0])) - apex;
      if (const double side = dot(ray, cross(head, tail)); side > most)
        most = side, beyond = body.half_edge_of_face(face) + static_cast<std::uint32_t>(k);
      tail = head;
    }
    if (!(most > 0)) return face;
    const int next = static_cast<int>(edges[edges[beyond].twin].face);
    if (next == before) return face;  // rounding: the ray leaves through the edge between the two
    before = face, face = next;
  }
  return face;
}

Vec3 corner_of(const Polytope& body, int face, std::size_t k) {
  return body.vertex(static_cast<int>(body.face(face)[k]));
}
Vec3 normal_of(const Polytope& body, int face) {
  const std::size_t third = body.face(face).size() / 3;
  const Vec3 corner = corner_of(body, face, 0);
  return cross(corner_of(body, face, third) - corner, corner_of(body, face, 2 * third) - corner);
}

}  // namespace

FeaturePair start_features(const PosedPair& pair, const ConvexCache* cache) {
  if (cache != nullptr && has(pair.a(), cache->feature_a) && has(pair.b(), cache->feature_b))
    return {cache->feature_a, cache->feature_b};
  return vertices(search_support(pair, pair.ellipsoid_direction()).pair);
}

FeaturePair restart_features(const PosedPair& pair, const Evidence& evidence, int time) {
  return time == 1 && evidence.last.a >= 0 ? vertices(evidence.last) : start_features(pair, nullptr);
}

void remember(const FeaturePair& features, const Evidence& evidence, ConvexCache* cache) {
  if (cache == nullptr) return;
  cache->feature_a = features.a, cache->feature_b = features.b;
  remember(evidence, cache);
}

void trace_features(Trace* trace, const PosedPair& pair, const FeaturePair& features) {
  if (trace == nullptr) return;
  const NearestPoints near = nearest_points(posed_a(pair), posed_b(pair), features);
  const Vec3 origin = pair.pose_a().translation();
  trace->steps.push_back({near.q - near.p, near.p + origin, near.q + origin, word_for(features)});
}

bool conclude_features(const PosedPair& pair, const FeaturePair& features, Evidence& evidence) {
  const PosedBody a = posed_a(pair), b = posed_b(pair);
  const NearestPoints near = nearest_points(a, b, features);
  if (near.crossing) return false;
  const Corners on_a = corners_of(a, near.on.a, near.p), on_b = corners_of(b, near.on.b, near.q);
  set_nearest(on_a, on_b, evidence);
  const VertexPair hint{on_a.vertex[0], on_b.vertex[0]};
  const Vec3 n = direction_of(a, b, near, pair.reach());
  // Closest features have no vertex nearer along n than themselves: both sides of that are off by at most the bound.
  return conclude_separated(pair, n, hint, evidence) &&
         dot(n, pair.difference(evidence.last)) >= dot(n, near.q - near.p) - 2 * pair.bound(n);
}

void finish_walk(const PosedPair& pair, Evidence& evidence) {
  const VertexPair from = evidence.last.a >= 0 ? evidence.last : search_support(pair, pair.ellipsoid_direction()).pair;
  PointSimplex simplex;
  simplex.add(from, pair.difference(from));
  conclude_walk(pair, ShortWalkEnd::Nearest, simplex, evidence);
}

bool conclude_pierced(const PosedPair& pair, const FeaturePair& features, Evidence& evidence) {
  const bool edge_of_a = features.a.kind == Feature::Edge;
  const PosedBody a = posed_a(pair), b = posed_b(pair);
  const NearestPoints near = nearest_points(a, b, features);
  if (!near.crossing) return false;
  const VoronoiEdge edge(edge_of_a ? a : b, (edge_of_a ? features.a : features.b).index);
  const Corners triangle =
      corners_in_face(VoronoiFace(edge_of_a ? b : a, (edge_of_a ? features.b : features.a).index), near.p);
  VertexPair candidates[6];
  std::size_t count = 0;
  for (int k = 0; k < triangle.count; ++k)
    for (const int end : {edge.tail_vertex, edge.head_vertex})
      candidates[count++] = edge_of_a ? VertexPair{end, triangle.vertex[k]} : VertexPair{triangle.vertex[k], end};
  return conclude_penetrating(pair, {candidates, count}, evidence);
}

template <bool kStored>
Beneath look_beneath(const BodyAt<kStored>& side, int face, Vec3 p) {
  const Polytope& body = side.body;
  const Vec3 in_body = side.to_body(p);
  const int exit = exit_face(body, body.center(), in_body, face);
  return {dot(normal_of(body, exit), in_body - corner_of(body, exit, 0)) < 0, {Feature::Face, exit}};
}

template Beneath look_beneath(const BodyAt<false>&, int, Vec3);
template Beneath look_beneath(const BodyAt<true>&, int, Vec3);

bool conclude_beneath(const PosedPair& pair, const FeaturePair& features, Evidence& evidence) {
  const bool of_a = features.a.kind == Feature::Vertex;
  const int v = (of_a ? features.a : features.b).index, face = (of_a ? features.b : features.a).index;
  const PosedBody a = posed_a(pair), b = posed_b(pair);
  const Polytope& body = of_a ? pair.b() : pair.a();
  // From the vertex farthest beneath the face, so that the tetrahedron is not flat.
  const int corner = support_vertex(body, -normal_of(body, face));
  const Vec3 p = of_a ? b.to_body(a.at(v)) : a.to_body(b.at(v));  // a rotation or not: what it leads to is tested
  const auto loop = body.face(exit_face(body, body.vertex(corner), p, face));
  const auto with = [&](std::uint32_t w) {
    const auto at = static_cast<std::int32_t>(w);
    return of_a ? VertexPair{v, at} : VertexPair{at, v};
  };
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    const VertexPair four[4] = {with(static_cast<std::uint32_t>(corner)), with(loop[0]), with(loop[k]),
                                with(loop[k + 1])};
    if (conclude_penetrating(pair, four, evidence)) return true;
  }
  return conclude_inside(pair, of_a, v, evidence);
}

}  // namespace clearance
