#include <clearance/lab/pair/features/witness_plane.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/enhanced_gjk_steps.h>
#include <clearance/lab/pair/rabbitz.h>
#include <clearance/lab/pair/short_walk.h>

#include <cmath>
#include <limits>

namespace clearance {
namespace {

// What lies within this of a support vertex, in units of |n|₁·reach, is taken to be level with it. Normals and products
// are off by some 2⁻⁴⁸; taking too much for level skips a facet too thin to matter, and the next search mends it.
constexpr double kLevel = 0x1p-42;

// One body as the walk sees it: its half-edges, and how directions look from it.
class Side {
 public:
  Side(const Polytope& body, const Pose& pose, double sign)
      : body_(body), edges_(body.half_edges()), rotation_(pose.rotation()), sign_(sign) {}

  const HalfEdge& edge(int h) const { return edges_[static_cast<std::size_t>(h)]; }
  int origin(int h) const { return static_cast<int>(edge(h).origin); }
  int twin(int h) const { return static_cast<int>(edge(h).twin); }
  int next(int h) const { return static_cast<int>(edge(h).next); }
  int head(int h) const { return origin(twin(h)); }
  // The next half-edge from the same vertex.
  int turn(int h) const { return next(twin(h)); }
  int face(int h) const { return static_cast<int>(edge(h).face); }
  // Half-edges are stored face by face, in the order of the faces' loops (polytope.cpp).
  int first_of_face(int f) const { return static_cast<int>(body_.face(f).data() - body_.face(0).data()); }
  bool has_edge(FeatureId id) const {
    return id.kind == Feature::Edge && id.index >= 0 && static_cast<std::size_t>(id.index) < edges_.size();
  }
  bool has_face(FeatureId id) const {
    return id.kind == Feature::Face && id.index >= 0 && id.index < body_.face_count();
  }

  // n seen from the body, pointing outwards: what its vertices are supports along.
  Vec3 inward(Vec3 n) const { return transpose_times(rotation_, sign_ * n); }
  // The outward normal of h's face as a direction from a to b, of unit length.
  Vec3 normal(int h) const {
    const auto loop = body_.face(face(h));
    const Vec3 v0 = body_.vertex(static_cast<int>(loop[0]));
    Vec3 sum;
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      sum = sum + cross(body_.vertex(static_cast<int>(loop[k])) - v0, body_.vertex(static_cast<int>(loop[k + 1])) - v0);
    return rotation_ * (sign_ / norm(sum) * sum);
  }
  Vec3 vector(int h) const { return rotation_ * (body_.vertex(head(h)) - body_.vertex(origin(h))); }
  double height(int h, Vec3 d) const { return dot(d, body_.vertex(origin(h))); }
  // How far the edge falls from its origin, seen along d.
  double fall(int h, Vec3 d) const { return dot(d, body_.vertex(origin(h)) - body_.vertex(head(h))); }
  double level(Vec3 d) const { return kLevel * norm_one(d) * body_.reach(); }
  bool is_level(int h, Vec3 d) const { return std::fabs(fall(h, d)) <= level(d); }
  // Two edges of a face are level only if all are.
  bool is_level_face(int h, Vec3 d) const { return is_level(h, d) && is_level(next(h), d); }

  // A half-edge from the vertex farthest along d, by climbing from h's origin. Heights rise strictly: it ends.
  int climb(int h, Vec3 d) const {
    for (double top = height(h, d);;) {
      int best = -1;
      for_ring(h, [&](int g) {
        if (const double there = height(twin(g), d); there > top) top = there, best = g;
      });
      if (best < 0) return h;
      h = twin(best);
    }
  }
  // Is the edge a highest part of the body along d?
  bool is_top(int h, Vec3 d) const { return is_level(h, d) && height(climb(h, d), d) - height(h, d) <= level(d); }

  // All half-edges from h's origin, h first.
  template <class Visit>
  void for_ring(int h, Visit visit) const {
    int g = h;
    do {
      visit(g);
      g = turn(g);
    } while (g != h);
  }

  // The edges around the feature that is highest along n (h's face; or what of it is level with h's origin: a face, an
  // edge, or nothing but the vertex), each as the half-edge whose face lies beyond it.
  template <class Visit>
  void for_rim(int h, bool is_face, Vec3 n, Visit visit) const {
    const Vec3 d = inward(n);
    if (!is_face) {
      int level_edge = -1;
      for_ring(h, [&](int g) {
        if (!is_face && is_level(g, d)) level_edge = g, is_face = is_level_face(g, d);
      });
      if (level_edge < 0) return;
      h = level_edge;
    }
    if (!is_face) return visit(h), visit(twin(h));
    int g = h;
    do {
      visit(twin(g));
      g = next(g);
    } while (g != h);
  }

 private:
  const Polytope& body_;
  std::span<const HalfEdge> edges_;
  const Mat3& rotation_;
  double sign_;
};

enum class Kind : std::uint8_t { FaceOfA, FaceOfB, Edges };

// A facet of the difference body: a half-edge of the face or edge on one side, and on the other one that starts at the
// vertex nearest to the plane, or the edge.
struct Witness {
  Kind kind = Kind::FaceOfA;
  int a = 0, b = 0;
  Vec3 normal;
  double pierced = 0;  // ρ
};

// Where the way along an edge's arc of the Gauss map ends: at the face beyond it, or before that at an edge of the
// other body.
struct Slide {
  bool met_edge = false;
  int other = 0;  // the edge met, or one that starts at the other body's support
  Vec3 normal;
};

// From n, square to h's edge, towards the normal of h's face: n(t) = (1 − t)n + t·n′ stays square to the edge, and the
// heights of the other body's vertices are linear in t.
Slide slide(const Side& own, int h, const Side& other, int g, Vec3 n) {
  const Vec3 end = own.normal(h), d = other.inward(n), d_end = other.inward(end);
  // Of the vertices that are level now the one that will be the highest.
  for (int best = g; best >= 0;) {
    double steepest = -other.level(d_end);
    best = -1;
    other.for_ring(g, [&](int edge) {
      const double fall = other.fall(edge, d_end);
      if (fall < steepest && other.is_level(edge, d)) steepest = fall, best = edge;
    });
    if (best >= 0) g = other.twin(best);
  }
  constexpr double kEnd = 1 - 0x1p-40;  // edges met later than this are those of a face parallel to the end's
  double first = kEnd;
  int met = -1;
  other.for_ring(g, [&](int edge) {
    const double now = larger(other.fall(edge, d), 0), then = other.fall(edge, d_end);
    if (then < 0 && now < first * (now - then)) first = now / (now - then), met = edge;
  });
  if (met < 0) return {false, g, end};
  const Vec3 between = (1 - first) * n + first * end, square = cross(own.vector(h), other.vector(met));
  const double length = norm(square), along = dot(square, between);
  // Edges nearly parallel have no cross product worth the name.
  const bool sharp = std::fabs(along) > 0.5 * length * norm(between);
  return {true, met, sharp ? (along < 0 ? -1 : 1) / length * square : between};
}

class Walk {
 public:
  explicit Walk(const PosedPair& pair)
      : pair_(pair),
        a_(pair.a(), pair.pose_a(), 1),
        b_(pair.b(), pair.pose_b(), -1),
        center_(pair.center_difference()) {}

  VertexPair at(const Witness& w) const { return {a_.origin(w.a), b_.origin(w.b)}; }
  double gap(const Witness& w) const { return dot(w.normal, pair_.difference(at(w))); }

  // The facet nearest to a direction: supports along it, and of the faces around them the one turned least from it.
  Witness near_direction(Vec3 n, int a, int b) const {
    a = a_.climb(a, a_.inward(n)), b = b_.climb(b, b_.inward(n));
    Witness best;
    double least_turned = -2 * norm(n);
    const auto consider = [&](const Side& side, int h, Kind kind) {
      side.for_ring(h, [&](int g) {
        const Vec3 normal = side.normal(g);
        const double along = dot(normal, n);
        if (!(along > least_turned)) return;
        least_turned = along;
        best = kind == Kind::FaceOfA ? Witness{kind, g, b, normal} : Witness{kind, a, g, normal};
      });
    };
    consider(a_, a, Kind::FaceOfA);
    consider(b_, b, Kind::FaceOfB);
    return best;
  }

  // The witness of the last call, or one near the direction that would separate two ellipsoids.
  Witness start(const ConvexCache* cache) const {
    if (cache != nullptr) {
      const FeatureId fa = cache->feature_a, fb = cache->feature_b;
      if (a_.has_face(fa) && b_.has_edge(fb)) return face_of_a(a_.first_of_face(fa.index), fb.index);
      if (a_.has_edge(fa) && b_.has_face(fb)) return face_of_b(fa.index, b_.first_of_face(fb.index));
      if (a_.has_edge(fa) && b_.has_edge(fb)) {
        const Vec3 n = cross(a_.vector(fa.index), b_.vector(fb.index));
        // Of its two senses the one that looks from the facet to the centre.
        const Vec3 inside = center_ - pair_.difference({a_.origin(fa.index), b_.origin(fb.index)});
        if (norm_one(n) > 0) return {Kind::Edges, fa.index, fb.index, dot(n, inside) < 0 ? -n : n};
      }
    }
    return near_direction(pair_.ellipsoid_direction(), 0, 0);
  }

  // Moves the supports to where they belong and measures. An edge pair that is no facet any more is replaced.
  Witness settled(Witness w) const {
    const Vec3 d_a = a_.inward(w.normal), d_b = b_.inward(w.normal);
    if (w.kind == Kind::FaceOfA) w.b = b_.climb(w.b, d_b);
    if (w.kind == Kind::FaceOfB) w.a = a_.climb(w.a, d_a);
    if (w.kind == Kind::Edges && !(a_.is_top(w.a, d_a) && b_.is_top(w.b, d_b))) {
      w = near_direction(w.normal, w.a, w.b);
      return settled(w);  // a face now: no further
    }
    w.pierced = pierced(w);
    return w;
  }

  // The best of the facets around w; w itself where none is better.
  Witness best_neighbour(const Witness& w) const {
    Witness best = w;
    const auto take = [&](Witness other) {
      other.pierced = pierced(other);
      if (other.pierced > best.pierced) best = other;
    };
    a_.for_rim(w.a, w.kind == Kind::FaceOfA, w.normal, [&](int h) {
      const Slide s = slide(a_, h, b_, w.b, w.normal);
      take({s.met_edge ? Kind::Edges : Kind::FaceOfA, h, s.other, s.normal});
    });
    b_.for_rim(w.b, w.kind == Kind::FaceOfB, w.normal, [&](int h) {
      const Slide s = slide(b_, h, a_, w.a, w.normal);
      take({s.met_edge ? Kind::Edges : Kind::FaceOfB, s.other, h, s.normal});
    });
    return best;
  }

  // Up to four vertex pairs that span the facet, or nearly.
  PointSimplex corners(const Witness& w) const {
    PointSimplex out;
    const auto add = [&](int a, int b) { out.add({a, b}, pair_.difference({a, b})); };
    if (w.kind == Kind::Edges) {
      for (const int a : {a_.origin(w.a), a_.head(w.a)}) add(a, b_.origin(w.b)), add(a, b_.head(w.b));
      return out;
    }
    const bool of_a = w.kind == Kind::FaceOfA;
    const auto loop = of_a ? pair_.a().face(a_.face(w.a)) : pair_.b().face(b_.face(w.b));
    for (std::size_t k = 0; k < 3; ++k) {
      const int v = static_cast<int>(loop[k * loop.size() / 3]);
      of_a ? add(v, b_.origin(w.b)) : add(a_.origin(w.a), v);
    }
    return out;
  }

  void remember_witness(const Witness& w, ConvexCache* cache) const {
    if (cache == nullptr) return;
    cache->feature_a = w.kind == Kind::FaceOfA ? FeatureId{Feature::Face, a_.face(w.a)} : FeatureId{Feature::Edge, w.a};
    cache->feature_b = w.kind == Kind::FaceOfB ? FeatureId{Feature::Face, b_.face(w.b)} : FeatureId{Feature::Edge, w.b};
  }

 private:
  // ρ: seen from the centre z of the difference body, the ray to the origin meets this facet's plane at 1/ρ of the
  // way. Linear over the polar body, so that no facet better than its neighbours is worse than any other.
  double pierced(const Witness& w) const {
    const double along = dot(w.normal, center_), depth = along - gap(w);
    return depth > 0 ? along / depth : -std::numeric_limits<double>::infinity();
  }

  Witness face_of_a(int a, int b) const { return {Kind::FaceOfA, a, b, a_.normal(a)}; }
  Witness face_of_b(int a, int b) const { return {Kind::FaceOfB, a, b, b_.normal(b)}; }

  const PosedPair& pair_;
  Side a_, b_;
  Vec3 center_;
};

const char* word(Kind kind) {
  return kind == Kind::FaceOfA ? "face of a" : kind == Kind::FaceOfB ? "face of b" : "edges";
}

void trace_witness(Trace* trace, const PosedPair& pair, const Witness& w, VertexPair at) {
  trace_support(trace, pair, w.normal, at);
  if (trace != nullptr) trace->steps.back().what = word(w.kind);
}

// Rabbitz's walk from a simplex, within what is left of the steps; adds its steps to the evidence's.
void walk_on(const PosedPair& pair, ConvexCache& cache, int steps, Evidence& evidence, Trace* trace) {
  RabbitzOptions options;
  options.max_steps = steps;
  const int before = evidence.steps;
  evidence = rabbitz(pair, &cache, options, trace);
  evidence.steps += before;
}

// The tetrahedron of the last call, if there was one.
bool still_inside(const PosedPair& pair, const ConvexCache* cache, Evidence& evidence) {
  if (cache == nullptr || cache->was_separated) return false;
  const PointSimplex last = cached_simplex(pair, cache);
  evidence.last = cached_last(pair, cache);
  return conclude_penetrating(pair, {last.pair, static_cast<std::size_t>(last.count)}, evidence);
}

}  // namespace

Evidence witness_plane(const PosedPair& pair, ConvexCache* cache, const WitnessPlaneOptions& options, Trace* trace) {
  Evidence evidence;
  if (still_inside(pair, cache, evidence)) return evidence;
  ConvexCache scratch;
  if (pair.a().dimension() < 3 || pair.b().dimension() < 3) {
    ConvexCache& used = cache != nullptr ? *cache : scratch;
    walk_on(pair, used, options.max_steps, evidence, trace);
    return evidence;
  }
  const Walk walk(pair);
  Witness witness = walk.settled(walk.start(cache));
  while (evidence.steps < options.max_steps) {
    const VertexPair at = walk.at(witness);
    trace_witness(trace, pair, witness, at);
    if (walk.gap(witness) > pair.bound(witness.normal) && conclude_separated(pair, witness.normal, at, evidence)) break;
    ++evidence.steps;
    const Witness next = walk.settled(walk.best_neighbour(witness));
    if (!(next.pierced > witness.pierced)) break;
    witness = next;
  }
  if (evidence.verdict == Verdict::Unresolved && evidence.steps < options.max_steps) {
    set_simplex(evidence, walk.corners(witness));
    remember(evidence, &scratch);
    walk_on(pair, scratch, options.max_steps, evidence, trace);
  } else if (evidence.verdict == Verdict::Separated) {
    set_simplex(evidence, walk.corners(witness));
  }
  remember(evidence, cache);
  walk.remember_witness(witness, cache);
  return evidence;
}

}  // namespace clearance
