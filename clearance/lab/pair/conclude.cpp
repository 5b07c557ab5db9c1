#include <clearance/lab/pair/conclude.h>

#include <clearance/base/assert.h>
#include <clearance/convex/nearest_simplex.h>

#include <algorithm>
#include <cmath>

namespace clearance {
namespace {

template <int kWidth>
CLEARANCE_INLINE SupportPair support_body(const PosedPair& pair, Vec3 n, VertexPair hint) {
  return pair.support<kWidth>(n, hint);
}

// How far p + t·d may go before it leaves the plane's inner side; infinite when it never does.
double way_out(Vec3 p, Vec3 d, Vec3 normal, Vec3 on_plane) {
  const double speed = dot(normal, d);
  return speed > 0 ? dot(normal, on_plane - p) / speed : std::numeric_limits<double>::infinity();
}

}  // namespace

CLEARANCE_DISPATCH(SupportPair, search_support, (const PosedPair& pair, Vec3 n, VertexPair hint), support_body,
                   (pair, n, hint))

bool conclude_separated(const PosedPair& pair, Vec3 n, VertexPair hint, Evidence& evidence) {
  ++evidence.steps;
  return conclude_gap(pair, n, search_support(pair, n, hint), evidence);
}

bool conclude_gap(const PosedPair& pair, Vec3 n, const SupportPair& found, Evidence& evidence) {
  evidence.last = found.pair;
  if (!(found.value > pair.bound(n))) return false;
  evidence.verdict = Verdict::Separated;
  evidence.direction = n;
  return true;
}

bool conclude_penetrating(const PosedPair& pair, std::span<const VertexPair> candidates, Evidence& evidence) {
  constexpr std::size_t kMost = 12;
  CLEARANCE_ASSERT(candidates.size() <= kMost);
  Vec3 m[kMost];
  const std::size_t n = candidates.size();
  for (std::size_t k = 0; k < n; ++k) m[k] = pair.difference(candidates[k]);
  for (std::size_t i = 0; i + 3 < n; ++i)
    for (std::size_t j = i + 1; j + 2 < n; ++j)
      for (std::size_t k = j + 1; k + 1 < n; ++k)
        for (std::size_t l = k + 1; l < n; ++l) {
          const Vec3 four[4] = {m[i], m[j], m[k], m[l]};
          if (!surely_inside(volumes(four), four, pair.reach())) continue;
          evidence.verdict = Verdict::Penetrating;
          evidence.simplex_count = 4;
          const std::size_t at[4] = {i, j, k, l};
          for (int c = 0; c < 4; ++c) evidence.simplex[c] = candidates[at[c]];
          return true;
        }
  return false;
}

bool conclude_inside(const PosedPair& pair, bool of_a, int v, Evidence& evidence) {
  const Polytope& body = of_a ? pair.b() : pair.a();
  if (body.dimension() < 3) return false;
  // The vertex in the other body's frame, in doubles: what is concluded from it is tested again.
  const Pose &own = of_a ? pair.pose_a() : pair.pose_b(), &other = of_a ? pair.pose_b() : pair.pose_a();
  const Vec3 world = own.rotation() * (of_a ? pair.a() : pair.b()).vertex(v) + (of_a ? -pair.shift() : pair.shift());
  const Vec3 p = transpose_times(other.rotation(), world);
  // Seen from the vertex farthest from p, which keeps the tetrahedron from being flat near its corner.
  int corner = 0;
  for (int w = 1; w < body.vertex_count(); ++w)
    if (squared_norm(body.vertex(w) - p) > squared_norm(body.vertex(corner) - p)) corner = w;
  const Vec3 d = p - body.vertex(corner);
  int exit = -1;
  double nearest = std::numeric_limits<double>::infinity();
  for (int f = 0; f < body.face_count(); ++f) {
    const auto loop = body.face(f);
    const Vec3 v0 = body.vertex(static_cast<int>(loop[0])), v1 = body.vertex(static_cast<int>(loop[1])),
               v2 = body.vertex(static_cast<int>(loop[2]));
    if (std::find(loop.begin(), loop.end(), static_cast<std::uint32_t>(corner)) != loop.end()) continue;
    const double way = way_out(p, d, cross(v1 - v0, v2 - v0), v0);
    if (way < nearest) nearest = way, exit = f;
  }
  if (exit < 0) return false;
  const auto loop = body.face(exit);
  const auto pair_with = [&](std::uint32_t w) {
    const auto at = static_cast<std::int32_t>(w);
    return of_a ? VertexPair{v, at} : VertexPair{at, v};
  };
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    const VertexPair four[4] = {pair_with(static_cast<std::uint32_t>(corner)), pair_with(loop[0]), pair_with(loop[k]),
                                pair_with(loop[k + 1])};
    if (conclude_penetrating(pair, four, evidence)) return true;
  }
  // Symmetry can send the ray through an edge or a diagonal, where none of these is sure: more corners, none square to
  // another.
  VertexPair more[12] = {pair_with(static_cast<std::uint32_t>(corner))};
  std::size_t count = 1;
  const std::size_t most = std::min<std::size_t>(loop.size(), 5);
  for (std::size_t k = 0; k < most; ++k) more[count++] = pair_with(loop[k * loop.size() / most]);
  for (const Vec3 n : {Vec3{5, 7, 11}, Vec3{7, -11, -5}, Vec3{-11, 5, -7}})
    for (const double sign : {1.0, -1.0})
      more[count++] = pair_with(static_cast<std::uint32_t>(support_vertex(body, sign * n)));
  return conclude_penetrating(pair, {more, count}, evidence);
}

void set_nearest(const Corners& a, const Corners& b, Evidence& evidence) {
  // Two rules of length 1, each cut at its own weights, laid side by side: every piece belongs to one vertex of each.
  evidence.simplex_count = 0;
  if (a.count == 0 || b.count == 0) return;
  int i = 0, j = 0;
  double left_a = a.weight[0], left_b = b.weight[0];
  while (evidence.simplex_count < 4) {
    const bool last_a = i + 1 == a.count, last_b = j + 1 == b.count;
    const double piece = last_a && last_b ? larger(left_a, left_b)
                         : last_a         ? left_b
                         : last_b         ? left_a
                                          : smaller(left_a, left_b);
    evidence.simplex[evidence.simplex_count] = {a.vertex[i], b.vertex[j]};
    evidence.weight[evidence.simplex_count++] = piece;
    if (last_a && last_b) break;
    left_a -= piece, left_b -= piece;
    const bool step_a = last_b || (!last_a && left_a <= left_b);
    if (step_a) {
      left_a = a.weight[++i];
    } else {
      left_b = b.weight[++j];
    }
  }
}

Vec3 nearest_difference(const PosedPair& pair, const Evidence& evidence) {
  Vec3 sum;
  for (int k = 0; k < evidence.simplex_count; ++k)
    sum = sum + evidence.weight[k] * pair.difference(evidence.simplex[k]);
  return sum;
}

}  // namespace clearance
