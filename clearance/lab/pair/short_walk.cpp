#include <clearance/lab/pair/short_walk.h>

#include <clearance/base/random.h>
#include <clearance/base/stack_array.h>
#include <clearance/lab/pair/one_sided.h>

#include <algorithm>

namespace clearance {
using namespace detail;
namespace {

// A half-space is left by each new difference, and a small hull surrounds an inner point within a dozen; beyond this
// many searches the origin is at the surface within rounding. Eight more are for symmetric bodies.
constexpr int kContactSteps = 56;
// Each is 495 tetrahedra at most.
constexpr int kDraws = 8;

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
  if (conclude_penetrating(pair, {candidates, count}, evidence)) return true;
  // All of these can still lie opposite each other, as those of two octahedra do. The vertex of one pair with that of
  // another is not extreme, and as good.
  VertexPair extreme[12];
  std::copy(candidates, candidates + count, extreme);
  Random random(count);
  for (int draw = 0, of = static_cast<int>(count); draw < kDraws; ++draw) {
    const auto any = [&] { return extreme[random.below(static_cast<std::uint64_t>(of))]; };
    for (count = 0; count < std::size(candidates);) candidates[count++] = {any().a, any().b};
    if (conclude_penetrating(pair, candidates, evidence)) return true;
  }
  return false;
}

}  // namespace

ShortWalkEnd nearest_of_few(const PosedPair& pair, const FewVertices& few_a, const FewVertices& few_b,
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
  const ShortWalkEnd end = short_walk(pair, simplex, support, kMost, steps);
  return end == ShortWalkEnd::OutOfSteps ? ShortWalkEnd::Nearest : end;
}

bool settle_contact(const PosedPair& pair, std::span<const VertexPair> start, Evidence& evidence) {
  if (conclude_penetrating(pair, start, evidence)) return true;
  Hemisphere one_sided;
  StackArray<VertexPair, kContactSteps + 8> met;
  const auto still_fits = [&](VertexPair at) {
    const Vec3 m = pair.difference(at);
    const double length = norm(m);
    if (!(length > 0)) return true;
    met.push_back(at);
    return one_sided.add(m / length);
  };
  bool fits = true;
  for (std::size_t k = 0; k < start.size() && fits; ++k) fits = still_fits(start[k]);
  for (int step = 0; step < kContactSteps && fits; ++step) {
    const Vec3 n = met.size() == 0 ? pair.ellipsoid_direction() : one_sided.normal();
    if (conclude_separated(pair, n, {-1, -1}, evidence)) return true;
    if (std::find(met.begin(), met.end(), evidence.last) != met.end()) return false;
    fits = still_fits(evidence.last);
  }
  if (fits) return false;
  VertexPair four[4];
  for (int k = 0; k < 4; ++k) four[k] = met[static_cast<std::size_t>(one_sided.surrounding()[k])];
  return conclude_penetrating(pair, four, evidence) || conclude_from_others(pair, four, evidence);
}

bool settle_contact(const PosedPair& pair, Evidence& evidence) {
  VertexPair start[4];
  std::copy(evidence.simplex, evidence.simplex + evidence.simplex_count, start);
  return settle_contact(pair, {start, static_cast<std::size_t>(evidence.simplex_count)}, evidence);
}

void conclude_walk(const PosedPair& pair, ShortWalkEnd end, PointSimplex simplex, Evidence& evidence) {
  // Ties and flat simplices can end a method where rounding cannot tell near from nearest. A support search over both
  // bodies can: it confirms the simplex, or is the first step of a short walk on.
  constexpr int kMostMore = 24;
  SupportPair found;  // along the direction of the simplex that the walk ends with
  if (end == ShortWalkEnd::Nearest) {
    const auto support = [&](Vec3 n) { return (found = search_support(pair, n, simplex.pair[0])).pair; };
    end = short_walk(pair, simplex, support, evidence.steps + kMostMore, evidence.steps);
  }
  const PointSimplex around = simplex;
  if (simplex.count == 4) keep_nearest_face(simplex);
  set_simplex(evidence, simplex);
  if (end == ShortWalkEnd::OutOfSteps) return;
  if (end == ShortWalkEnd::Nearest && conclude_gap(pair, simplex.direction, found, evidence)) return;
  settle_contact(pair, {around.pair, static_cast<std::size_t>(around.count)}, evidence);
}

}  // namespace clearance
