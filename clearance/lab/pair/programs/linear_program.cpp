#include <clearance/lab/pair/programs/linear_program.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/programs/seidel.h>
#include <clearance/lab/pair/short_walk.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance {
namespace {

// Bounds of s and t. In the frame below both bodies are about as wide in all directions, so that n is more than a few
// times u only where most vertices crowd in one place.
constexpr double kMostTurn = 1e4;

// n₀, u₁, u₂: square to each other and of one length as measured by the spread S of both bodies, so that the vertices
// have coordinates around 1 however thin the bodies are; n₀ is what would separate ellipsoids.
struct Frame {
  Vec3 n0, u1, u2;
};

Mat3 spread_of_both(const PosedPair& pair) {
  Mat3 sum{};
  for (int i = 0; i < 3; ++i) sum.row[i] = {};
  const auto add = [&](const Polytope& body, const Pose& pose) {
    const Mat3& r = pose.rotation();
    for (int i = 0; i < 3; ++i) {
      const Vec3 t = body.spread() * r.row[i];
      sum.row[i] = sum.row[i] + Vec3{dot(t, r.row[0]), dot(t, r.row[1]), dot(t, r.row[2])};
    }
  };
  add(pair.a(), pair.pose_a());
  add(pair.b(), pair.pose_b());
  return sum;
}

Frame make_frame(const PosedPair& pair, Vec3 w) {
  Mat3 s = spread_of_both(pair);
  const double trace = s.row[0].x + s.row[1].y + s.row[2].z, square_size = trace > 0 ? trace : 1;
  // Flat bodies spread over a plane or a line only; across it any unit will do that is not lost in rounding.
  for (Vec3& row : s.row) row = row / square_size;
  s.row[0].x += 1e-12, s.row[1].y += 1e-12, s.row[2].z += 1e-12;
  const auto unit = [&](Vec3 v) { return v / std::sqrt(dot(v, s * v) * square_size); };
  Frame frame;
  const Vec3 c = w / norm_max(w);
  const Vec3 r0 = s.row[0], r1 = s.row[1], r2 = s.row[2];
  frame.n0 = unit({dot(cross(r1, r2), c), dot(cross(r2, r0), c), dot(cross(r0, r1), c)});
  const Vec3 axis = std::fabs(c.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  frame.u1 = unit(cross(c, axis));
  frame.u2 = unit(cross(c, s * frame.u1));  // square to w, and to u₁ as S measures it
  return frame;
}

// The variables are s, t, e, f; e and f as seen from the bodies' centres, so that e ≤ 0 ≤ f.
std::vector<LinearConstraint> make_constraints(const PosedPair& pair, const Frame& frame) {
  std::vector<LinearConstraint> rows;
  rows.reserve(static_cast<std::size_t>(pair.a().vertex_count()) + static_cast<std::size_t>(pair.b().vertex_count()));
  const auto add = [&](const Polytope& body, const Pose& pose, bool is_a) {
    const Vec3 n0 = transpose_times(pose.rotation(), frame.n0), u1 = transpose_times(pose.rotation(), frame.u1),
               u2 = transpose_times(pose.rotation(), frame.u2);
    const double side = is_a ? 1 : -1;
    for (int v = 0; v < body.vertex_count(); ++v) {
      const Vec3 at = body.vertex(v) - body.center();
      rows.push_back({{side * dot(u1, at), side * dot(u2, at), is_a ? 0. : 1., is_a ? -1. : 0.}, -side * dot(n0, at)});
    }
  };
  add(pair.a(), pair.pose_a(), true);
  add(pair.b(), pair.pose_b(), false);
  return rows;
}

struct Optimum {
  Vec3 n;
  std::vector<VertexPair>
      facet;  // differences on the plane n·m = gap that hold the point where the line along w meets it
};

Optimum solve(const PosedPair& pair, Vec3 w, const LinearProgramOptions& options, Evidence& evidence, Trace* trace) {
  Optimum optimum;
  const Frame frame = make_frame(pair, w);
  if (!is_finite(frame.n0) || !is_finite(frame.u1) || !is_finite(frame.u2)) return optimum;  // out of range
  const std::vector<LinearConstraint> rows = make_constraints(pair, frame);
  double widest = 0;
  for (const LinearConstraint& row : rows)
    widest = std::fmax(widest, std::fabs(row.a[0]) + std::fabs(row.a[1]) + std::fabs(row.b));
  const double reach = 2 * kMostTurn * widest + 1;  // |n·p| of no n in the box is larger
  const SeidelProblem problem{4, {0, 0, 1, -1}, {kMostTurn, kMostTurn, reach, reach}, rows};
  SeidelOptions limits;
  limits.seed = options.seed;
  limits.max_problems = std::max(0, options.max_steps - evidence.steps);
  const SeidelResult best = seidel(problem, limits);
  evidence.steps += best.problems;
  if (best.end != SeidelEnd::Optimal) return optimum;
  optimum.n = frame.n0 + best.x[0] * frame.u1 + best.x[1] * frame.u2;
  const int count_a = pair.a().vertex_count();
  for (int i = 0; i < best.tight_count; ++i)
    for (int j = 0; j < best.tight_count; ++j)
      if (best.tight[i] < count_a && best.tight[j] >= count_a)
        optimum.facet.push_back({best.tight[i], best.tight[j] - count_a});
  if (trace != nullptr && !optimum.facet.empty()) {
    trace_support(trace, pair, optimum.n, optimum.facet.front());
    trace->steps.back().what = "optimum";
  }
  return optimum;
}

// Cached evidence of the frame before, tried first.
bool holds_still(const PosedPair& pair, const ConvexCache* cache, Evidence& evidence) {
  if (cache == nullptr) return false;
  if (cache->was_separated)
    return cache->has_direction && conclude_separated(pair, cache->direction, {-1, -1}, evidence);
  const PointSimplex simplex = cached_simplex(pair, cache);
  return simplex.count == 4 && conclude_penetrating(pair, {simplex.pair, 4}, evidence);
}

Evidence decide(const PosedPair& pair, const ConvexCache* cache, const LinearProgramOptions& options, Trace* trace) {
  Evidence evidence;
  if (holds_still(pair, cache, evidence)) return evidence;
  Vec3 w = pair.center_difference();
  if (!(norm_max(w) > 1e-14 * pair.reach())) w = {pair.reach(), 0, 0};  // one centre: any line through it will do
  const Optimum ahead = solve(pair, w, options, evidence, trace);
  if (!(norm_one(ahead.n) > 0)) return evidence;
  if (conclude_separated(pair, ahead.n, {-1, -1}, evidence)) return evidence;
  // The line along w through the origin leaves the difference body through the facet that is tight here, behind the
  // origin. The opposite problem gives the facet where it comes in: together they surround the origin.
  std::vector<VertexPair> around = ahead.facet;
  const Optimum behind = solve(pair, -w, options, evidence, trace);
  around.insert(around.end(), behind.facet.begin(), behind.facet.end());
  settle_contact(pair, around, evidence);
  return evidence;
}

}  // namespace

Evidence linear_program(const PosedPair& pair, ConvexCache* cache, const LinearProgramOptions& options, Trace* trace) {
  const Evidence evidence = decide(pair, cache, options, trace);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
