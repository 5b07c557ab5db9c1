#include <clearance/lab/short_walk.h>

#include <clearance/narrow/half_space.h>

#include <algorithm>
#include <vector>

namespace clearance {
namespace {

// A half-space is left by each new difference, and a small hull surrounds an inner point within a dozen; beyond this
// many searches the origin is at the surface within rounding. Eight more are for symmetric bodies.
constexpr int kContactSteps = 56;

void set_simplex(const PointSimplex& simplex, Evidence& evidence) {
  evidence.simplex_count = simplex.count;
  std::copy(simplex.pair, simplex.pair + simplex.count, evidence.simplex);
  std::copy(simplex.weight, simplex.weight + simplex.count, evidence.weight);
}

// The nearest face of a tetrahedron that holds the origin by rounding alone.
PointSimplex nearest_face(const PointSimplex& four) {
  PointSimplex best;
  for (int left_out = 0; left_out < 4; ++left_out) {
    PointSimplex face;
    for (int k = 0; k < 4; ++k)
      if (k != left_out) face.add(four.pair[k], four.m[k]);
    nearest_point(face);
    if (best.count == 0 || squared_norm(face.point()) < squared_norm(best.point())) best = face;
  }
  return best;
}

// Bodies that lie symmetrically have opposite differences, and the origin ends up on an edge or a face of the four that
// surround it. Others are not opposite: those of neighbouring vertices, which are near enough to surround it too, and
// the farthest ones along eight directions that favour no axis.
bool conclude_from_others(const PosedPair& pair, const VertexPair (&four)[4], Evidence& evidence) {
  VertexPair candidates[12];
  std::copy(four, four + 4, candidates);
  std::size_t count = 4;
  const auto add = [&](VertexPair at) {
    if (std::find(candidates, candidates + count, at) == candidates + count) candidates[count++] = at;
  };
  for (std::size_t turn = 0; turn < 3; ++turn) {
    count = 4;
    for (const VertexPair at : four) {
      const auto around_a = pair.a().neighbours(at.a), around_b = pair.b().neighbours(at.b);
      if (!around_a.empty()) add({static_cast<std::int32_t>(around_a[turn % around_a.size()]), at.b});
      if (!around_b.empty()) add({at.a, static_cast<std::int32_t>(around_b[turn % around_b.size()])});
    }
    if (conclude_penetrating(pair, {candidates, count}, evidence)) return true;
  }
  count = 4;
  for (int k = 0; k < 8; ++k) {
    const Vec3 n{k & 1 ? 0.53 : -0.53, k & 2 ? 0.61 : -0.61, k & 4 ? 0.59 : -0.59};
    add(search_support(pair, n).pair);
    ++evidence.steps;
  }
  return conclude_penetrating(pair, {candidates, count}, evidence);
}

}  // namespace

WalkEnd nearest_of_few(const PosedPair& pair, const FewVertices& few_a, const FewVertices& few_b,
                       PointSimplex& simplex) {
  const auto farthest = [](const Polytope& body, const FewVertices& few, Vec3 direction) {
    int best = few.vertex[0];
    for (int k = 1; k < few.count; ++k)
      if (dot(body.vertex(few.vertex[k]), direction) > dot(body.vertex(best), direction)) best = few.vertex[k];
    return best;
  };
  const auto support = [&](Vec3 n) {
    return VertexPair{farthest(pair.a(), few_a, transpose_times(pair.pose_a().rotation(), n)),
                      farthest(pair.b(), few_b, transpose_times(pair.pose_b().rotation(), -n))};
  };
  // Five by five vertices have 25 differences; a walk that has seen each twice moves by rounding alone.
  constexpr int kMost = 50;
  int steps = 0;
  const WalkEnd end = short_walk(pair, simplex, support, kMost, steps);
  return end == WalkEnd::OutOfSteps ? WalkEnd::Nearest : end;
}

PointSimplex cached_simplex(const PosedPair& pair, const PairCache* cache) {
  PointSimplex simplex;
  if (cache == nullptr) return simplex;
  for (int k = 0; k < cache->simplex_count && k < 4; ++k) {
    const std::uint32_t a = cache->simplex_a[k], b = cache->simplex_b[k];
    if (a >= static_cast<std::uint32_t>(pair.a().vertex_count())) continue;
    if (b >= static_cast<std::uint32_t>(pair.b().vertex_count())) continue;
    const VertexPair at{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
    if (!simplex.has(at)) simplex.add(at, pair.difference(at));
  }
  return simplex;
}

void remember(PairCache* cache, const Evidence& evidence) {
  if (cache == nullptr || evidence.verdict == Verdict::Unresolved) return;
  cache->was_separated = evidence.verdict == Verdict::Separated;
  if (cache->was_separated) {
    cache->direction = evidence.direction, cache->has_direction = true;
    cache->vertex_a = evidence.last.a, cache->vertex_b = evidence.last.b;
  }
  cache->simplex_count = static_cast<std::uint8_t>(evidence.simplex_count);
  for (int k = 0; k < evidence.simplex_count; ++k) {
    cache->simplex_a[k] = static_cast<std::uint32_t>(evidence.simplex[k].a);
    cache->simplex_b[k] = static_cast<std::uint32_t>(evidence.simplex[k].b);
  }
}

bool settle_contact(const PosedPair& pair, std::span<const VertexPair> start, Evidence& evidence) {
  if (conclude_penetrating(pair, start, evidence)) return true;
  Hemisphere half_space;
  std::vector<VertexPair> met;
  const auto still_fits = [&](VertexPair at) {
    const Vec3 m = pair.difference(at);
    const double length = norm(m);
    if (!(length > 0)) return true;
    met.push_back(at);
    return half_space.add(m / length);
  };
  bool fits = true;
  for (std::size_t k = 0; k < start.size() && fits; ++k) fits = still_fits(start[k]);
  for (int step = 0; step < kContactSteps && fits; ++step) {
    const Vec3 n = met.empty() ? pair.ellipsoid_direction() : half_space.normal();
    if (conclude_separated(pair, n, {-1, -1}, evidence)) return true;
    if (std::find(met.begin(), met.end(), evidence.last) != met.end()) return false;
    fits = still_fits(evidence.last);
  }
  if (fits) return false;
  VertexPair four[4];
  for (int k = 0; k < 4; ++k) four[k] = met[static_cast<std::size_t>(half_space.surrounding()[k])];
  return conclude_penetrating(pair, four, evidence) || conclude_from_others(pair, four, evidence);
}

void conclude_walk(const PosedPair& pair, WalkEnd end, PointSimplex simplex, Evidence& evidence) {
  // Ties and flat simplices can end a method where rounding cannot tell near from nearest. A support search over both
  // bodies can: it confirms the simplex, or is the first step of a short walk on.
  constexpr int kMostMore = 24;
  SupportPair found;  // along the direction of the simplex that the walk ends with
  if (end == WalkEnd::Nearest) {
    const auto support = [&](Vec3 n) { return (found = search_support(pair, n, simplex.pair[0])).pair; };
    end = short_walk(pair, simplex, support, evidence.steps + kMostMore, evidence.steps);
  }
  set_simplex(simplex.count == 4 ? nearest_face(simplex) : simplex, evidence);
  if (end == WalkEnd::OutOfSteps) return;
  if (end == WalkEnd::Nearest && conclude_gap(pair, simplex.direction, found, evidence)) return;
  settle_contact(pair, {simplex.pair, static_cast<std::size_t>(simplex.count)}, evidence);
}

}  // namespace clearance
