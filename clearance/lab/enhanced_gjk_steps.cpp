#include <clearance/lab/enhanced_gjk_steps.h>

#include <clearance/base/random.h>
#include <clearance/narrow/intersects.h>
#include <clearance/narrow/johnson.h>

#include <algorithm>

namespace clearance {
namespace {

// Each is 495 tetrahedra at most. On bodies with corners on a grid 1 penetrating pair in 2,000 is left after eight.
constexpr int kDraws = 8;

int best_of(const Polytope& body, Vec3 direction, const PointSimplex& simplex, std::int32_t VertexPair::* which) {
  int best = simplex.pair[0].*which;
  for (int k = 1; k < simplex.count; ++k) {
    const int v = simplex.pair[k].*which;
    if (v != best && dot(body.vertex(v), direction) > dot(body.vertex(best), direction)) best = v;
  }
  return best;
}

// A tetrahedron that seems to hold the origin, though not beyond rounding: its nearest face.
void keep_nearest_triangle(PointSimplex& simplex) {
  constexpr int kFaces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  const PointSimplex whole = simplex;
  double best = std::numeric_limits<double>::infinity();
  for (const auto& face : kFaces) {
    PointSimplex triangle = whole;
    triangle.keep(face[0], face[1], face[2]);
    nearest_point(triangle);
    const double square = squared_norm(triangle.point());
    if (square < best || simplex.count == 4) best = square, simplex = triangle;
  }
}

// The pair that climbs from the best of the simplex's vertices lead to; adds the vertices visited.
SupportPair climb_from_simplex(const PosedPair& pair, Vec3 n, const PointSimplex& simplex, int& visited) {
  const Vec3 n_a = transpose_times(pair.pose_a().rotation(), n), n_b = transpose_times(pair.pose_b().rotation(), -n);
  const Peak a = support_peak(pair.a(), n_a, best_of(pair.a(), n_a, simplex, &VertexPair::a));
  const Peak b = support_peak(pair.b(), n_b, best_of(pair.b(), n_b, simplex, &VertexPair::b));
  visited += a.visited + b.visited;
  return {{a.index, b.index}, (-b.value - a.value) + dot(n, pair.shift())};
}

// Reduces the simplex to its face nearest to the origin. False, leaving all four vertices, only where they surely hold
// the origin inside. Johnson's answer is replaced by that of the regions (nearest_simplex.h) where its determinants
// lost their digits, which shows by a point no nearer than `nearest`, that of the step before.
bool reduce_to_nearest(const PosedPair& pair, SubAlgorithm sub_algorithm, double nearest, PointSimplex& simplex) {
  const PointSimplex before = simplex;
  const bool johnson = sub_algorithm == SubAlgorithm::Johnson;
  bool outside = johnson ? nearest_point_johnson(simplex) : nearest_point(simplex);
  if (!outside && surely_inside(volumes(simplex.m), simplex.m, pair.reach())) return false;
  if (johnson && !(outside && norm(simplex.point()) < nearest)) {
    simplex = before;
    outside = nearest_point(simplex);
    if (!outside && surely_inside(volumes(simplex.m), simplex.m, pair.reach())) return false;
  }
  if (!outside) keep_nearest_triangle(simplex);
  return true;
}

// Candidates for a tetrahedron around the origin, each once.
class Candidates {
 public:
  static constexpr std::size_t kMost = 12;  // that conclude_penetrating takes

  void add(VertexPair at) {
    if (std::find(pairs_, pairs_ + count_, at) == pairs_ + count_) pairs_[count_++] = at;
  }
  std::span<const VertexPair> all() const { return {pairs_, count_}; }

 private:
  VertexPair pairs_[kMost];
  std::size_t count_ = 0;
};

// Some vector square to v, of about its length.
Vec3 square_to(Vec3 v) {
  const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
  if (x <= y && x <= z) return {0, v.z, -v.y};
  return y <= z ? Vec3{-v.z, 0, v.x} : Vec3{v.y, -v.x, 0};
}

}  // namespace

bool is_pair_of(const PosedPair& pair, VertexPair at) {
  return at.a >= 0 && at.a < pair.a().vertex_count() && at.b >= 0 && at.b < pair.b().vertex_count();
}

VertexPair recall_last(const PosedPair& pair, const PairCache* cache) {
  if (cache == nullptr) return {-1, -1};
  const VertexPair last{cache->vertex_a, cache->vertex_b};
  return is_pair_of(pair, last) ? last : VertexPair{-1, -1};
}

PointSimplex recall_simplex_checked(const PosedPair& pair, const PairCache* cache) {
  PointSimplex simplex;
  if (cache == nullptr || cache->simplex_count > 4) return simplex;
  for (int k = 0; k < cache->simplex_count; ++k) {
    const VertexPair at = cached_pair(*cache, k);
    if (!is_pair_of(pair, at)) return {};
    if (!simplex.has(at)) simplex.add(at, pair.difference(at));
  }
  return simplex;
}

void remember(const Evidence& evidence, PairCache* cache) {
  if (cache == nullptr) return;
  remember_pairs(*cache, evidence.simplex, evidence.simplex_count);
  cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  cache->was_separated = evidence.verdict == Verdict::Separated;
  if (cache->was_separated) cache->direction = evidence.direction, cache->has_direction = true;
}

void set_simplex(const PointSimplex& simplex, Evidence& evidence) {
  evidence.simplex_count = simplex.count;
  std::copy(simplex.pair, simplex.pair + simplex.count, evidence.simplex);
  std::copy(simplex.weight, simplex.weight + simplex.count, evidence.weight);
}

std::optional<SupportPair> step_to_nearest(const PosedPair& pair, SubAlgorithm sub_algorithm, SimplexWalk& walk,
                                           Evidence& evidence, Trace* trace) {
  PointSimplex& simplex = walk.simplex;
  if (!reduce_to_nearest(pair, sub_algorithm, walk.nearest, simplex)) {
    conclude_penetrating(pair, {simplex.pair, 4}, evidence);
    return std::nullopt;
  }
  const double distance = norm(simplex.point());
  if (!(distance < walk.nearest)) return std::nullopt;  // the step before was as good, and only rounding led on
  walk.nearest = distance;
  set_simplex(simplex, evidence);
  const SupportPair found = climb_from_simplex(pair, simplex.direction, simplex, walk.visited);
  ++evidence.steps;
  evidence.last = found.pair;
  trace_support(trace, pair, simplex.direction, found.pair);
  return found;
}

bool conclude_around(const PosedPair& pair, Evidence& evidence) {
  Candidates candidates;
  Vec3 m[4];
  for (int k = 0; k < evidence.simplex_count; ++k) {
    candidates.add(evidence.simplex[k]);
    m[k] = pair.difference(evidence.simplex[k]);
  }
  bool crossed = true;  // by all planes searched along, beyond rounding
  const auto search = [&](Vec3 n) {
    if (!crossed) return;
    const SupportPair found = search_support(pair, n, evidence.last);
    ++evidence.steps;
    evidence.last = found.pair;
    candidates.add(found.pair);
    crossed = found.value < -pair.bound(n);
  };
  const auto search_both_ways = [&](Vec3 n) { search(n), search(-n); };
  if (evidence.simplex_count == 3) {
    search_both_ways(cross(m[1] - m[0], m[2] - m[0]));
  } else if (evidence.simplex_count == 2) {
    const Vec3 edge = m[1] - m[0], u = square_to(edge);
    search_both_ways(u);
    search_both_ways(cross(edge, u));
  } else {
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) search_both_ways(axis);
  }
  // Symmetric bodies put the origin on every plane through these; corners of a skew tetrahedron break the symmetry.
  for (const Vec3 n : {Vec3{5, 7, 11}, Vec3{7, -11, -5}, Vec3{-11, 5, -7}, Vec3{-5, -7, 11}}) search(n);
  if (!crossed) return false;
  const auto all = candidates.all();
  if (conclude_penetrating(pair, all, evidence)) return true;
  // Extreme differences can lie opposite each other all around the origin, as those of two octahedra do, and then no
  // four of them hold it inside. The vertex of one pair with that of another is not extreme, and as good.
  Random random(all.size());
  for (int draw = 0; draw < kDraws; ++draw) {
    Candidates mixed;
    for (std::size_t k = 0; k < Candidates::kMost; ++k)
      mixed.add({all[random.below(all.size())].a, all[random.below(all.size())].b});
    if (conclude_penetrating(pair, mixed.all(), evidence)) return true;
  }
  return false;
}

}  // namespace clearance
