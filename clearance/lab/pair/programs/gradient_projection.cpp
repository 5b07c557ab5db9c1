#include <clearance/lab/pair/programs/gradient_projection.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/programs/walls.h>
#include <clearance/lab/pair/short_walk.h>

#include <algorithm>
#include <cmath>

namespace clearance {
namespace {

// A projected direction this much shorter than d is rounding: the walls hold the point.
constexpr double kHeld = 1e-10;

// A point in its body, and what the step in hand does with it.
struct Mover {
  const Walls walls;
  Vec3 at, s;
  std::vector<int> touched;
  Projected pull;  // of the other point, on the walls

  void look(Vec3 d) {
    walls.find_touched(at, touched);
    pull = project(d, walls.all(), touched);
    s = held(d) ? Vec3{} : pull.direction;
  }
  bool held(Vec3 d) const { return norm(pull.direction) <= kHeld * norm(d); }
  // Along the walls that hold this point with the other one.
  void follow(const Mover& other) {
    s = project(other.s, walls.all(), touched, {pull.wall, static_cast<std::size_t>(pull.count)}).direction;
  }
  Vec3 allowed(Vec3 direction) const { return project(direction, walls.all(), touched).direction; }
};

// What of x·g + y·h brings d + x·g + y·h nearest to zero; y = 0 where g and h are parallel.
struct Shares {
  double x, y;
};
Shares best_shares(Vec3 d, Vec3 g, Vec3 h) {
  const double gg = squared_norm(g), hh = squared_norm(h), gh = dot(g, h), gd = dot(g, d), hd = dot(h, d);
  const double determinant = gg * hh - gh * gh;
  if (!(determinant > 1e-20 * gg * hh)) return {gg > 0 ? -gd / gg : 0, 0};
  return {(gh * hd - hh * gd) / determinant, (gh * gd - gg * hd) / determinant};
}

class Search {
 public:
  Search(const PosedPair& pair, const GradientProjectionOptions& options, Trace* trace)
      : pair_(pair),
        options_(options),
        trace_(trace),
        p_{{pair.a(), pair.pose_a(), {}, pair.reach()}, {}, {}, {}, {}},
        q_{{pair.b(), pair.pose_b(), pair.shift(), pair.reach()}, {}, {}, {}, {}} {}

  // Where the segment of the centres leaves the bodies. False when it does so in the wrong order: the bodies overlap.
  bool start_between_centers() {
    const Vec3 from = p_.walls.center(), to = q_.walls.center();
    const double way_p = p_.walls.way(from, to - from, {}), way_q = q_.walls.way(to, from - to, {});
    p_.at = from + std::fmin(std::fmax(way_p, 0), 1) * (to - from);
    q_.at = to + std::fmin(std::fmax(way_q, 0), 1) * (from - to);
    return !(way_p + way_q >= 1);
  }

  // In the middle of what was nearest in the last frame.
  void start_at(const PointSimplex& simplex) {
    for (int k = 0; k < simplex.count; ++k) {
      p_.at = p_.at + p_.walls.place(pair_.a().vertex(simplex.pair[k].a)) / simplex.count;
      q_.at = q_.at + q_.walls.place(pair_.b().vertex(simplex.pair[k].b)) / simplex.count;
    }
  }

  ShortWalkEnd run(Evidence& evidence) {
    while (evidence.steps < options_.max_steps) {
      const Vec3 d = q_.at - p_.at;
      if (!(norm_max(d) > 1e-14 * pair_.reach())) return ShortWalkEnd::Contact;
      p_.look(d);
      q_.look(-d);
      note(d);
      const bool p_held = p_.held(d), q_held = q_.held(-d);
      if (p_held && q_held) return ShortWalkEnd::Nearest;  // Kuhn and Tucker
      if (options_.cure && p_held) p_.follow(q_);
      if (options_.cure && q_held) q_.follow(p_);
      step(d);
      ++evidence.steps;
    }
    return ShortWalkEnd::OutOfSteps;
  }

  // The nearest points of the triangles that hold p and q, which rounding has not moved.
  ShortWalkEnd nearest(PointSimplex& simplex) const {
    std::int32_t of_a[3], of_b[3];
    const int count_a = p_.walls.corners(p_.at, of_a), count_b = q_.walls.corners(q_.at, of_b);
    FewVertices few_a, few_b;
    for (int k = 0; k < count_a; ++k) few_a.add(of_a[k]);
    for (int k = 0; k < count_b; ++k) few_b.add(of_b[k]);
    simplex.add({of_a[0], of_b[0]}, pair_.difference({of_a[0], of_b[0]}));
    return nearest_of_few(pair_, few_a, few_b, simplex);
  }

 private:
  // Moves along a joint direction, to where the points are nearest or to the next wall.
  struct Stride {
    Vec3 p, q;
    double gain;  // how much |d|² falls
  };
  Stride stride(Vec3 d, Vec3 s_p, Vec3 s_q) const {
    const Vec3 along = s_q - s_p;
    const double square = squared_norm(along), best = square > 0 ? larger(-dot(d, along) / square, 0) : 0;
    const double free = smaller(p_.walls.way(p_.at, s_p, p_.touched), q_.walls.way(q_.at, s_q, q_.touched));
    const double length = smaller(best, larger(free, 0));
    return {length * s_p, length * s_q, -length * (2 * dot(d, along) + length * square)};
  }

  void step(Vec3 d) {
    Stride next = stride(d, p_.s, q_.s);
    if (options_.conjugate) {
      // Of the directions that this step and the last one took together, the best that the walls allow: on one set of
      // walls these are conjugate gradients, which end where steepest descent goes to and fro.
      const Shares shares = best_shares(d, q_.s - p_.s, last_q_ - last_p_);
      const Stride both =
          stride(d, p_.allowed(shares.x * p_.s + shares.y * last_p_), q_.allowed(shares.x * q_.s + shares.y * last_q_));
      if (both.gain > next.gain) next = both;
    }
    last_p_ = next.p, last_q_ = next.q;
    p_.at = p_.at + next.p, q_.at = q_.at + next.q;
  }

  void note(Vec3 d) const {
    if (trace_ == nullptr) return;
    const Vec3 origin = pair_.pose_a().translation();
    trace_->steps.push_back({d, p_.at + origin, q_.at + origin, "step"});
  }

  const PosedPair& pair_;
  const GradientProjectionOptions& options_;
  Trace* trace_;
  Mover p_, q_;
  Vec3 last_p_, last_q_;
};

Evidence decide(const PosedPair& pair, const ConvexCache* cache, const GradientProjectionOptions& options,
                Trace* trace) {
  Evidence evidence;
  const PointSimplex cached = cached_simplex(pair, cache);
  if (cached.count == 4 && conclude_penetrating(pair, {cached.pair, 4}, evidence)) return evidence;
  Search search(pair, options, trace);
  bool apart = true;
  if (cached.count > 0 && cache->was_separated) {
    search.start_at(cached);
  } else {
    apart = search.start_between_centers();
  }
  const ShortWalkEnd end = apart ? search.run(evidence) : ShortWalkEnd::Contact;
  PointSimplex simplex;
  const ShortWalkEnd corners = search.nearest(simplex);
  // Between two faces of almost one direction a thousand steps may not do; the corners reached are near enough for the
  // short walk that confirms the nearest points to find them.
  conclude_walk(pair, end == ShortWalkEnd::Contact ? end : corners, simplex, evidence);
  return evidence;
}

}  // namespace

Evidence gradient_projection(const PosedPair& pair, ConvexCache* cache, const GradientProjectionOptions& options,
                             Trace* trace) {
  const Evidence evidence = decide(pair, cache, options, trace);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
