#include <clearance/lab/pair/dobkin_kirkpatrick.h>

#include <clearance/lab/pair/coherence.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/short_walk.h>

#include <algorithm>
#include <optional>

namespace clearance {
namespace {

// One body as the walk sees it: a level of its hierarchy, or what a vertex adds to the next coarser one.
struct Side {
  const Polytope& body;
  const Pose& pose;
  const Hierarchy& hierarchy;
  int level;
  int* visited;

  // The vertex of the level that is farthest along a world direction: O(log n).
  int farthest(Vec3 direction) const {
    int looked_at = 0;
    const int found = hierarchy.support_at(level, transpose_times(pose.rotation(), direction), &looked_at);
    *visited += looked_at;
    return found;
  }

  // The same of the hull of v and its neighbours, which holds all of the level that lies beyond the plane below v.
  int farthest_in_star(int v, Vec3 direction) const {
    const Vec3 local = transpose_times(pose.rotation(), direction);
    int best = v;
    double best_value = dot(body.vertex(v), local);
    const auto star = hierarchy.star(v);
    for (const std::uint32_t w : star) {
      const double value = dot(body.vertex(static_cast<int>(w)), local);
      if (value > best_value) best_value = value, best = static_cast<int>(w);
    }
    *visited += 1 + static_cast<int>(star.size());
    return best;
  }

  // The vertex that this level has, the next coarser one has not, and that lies beyond the plane across `direction`
  // through `corner`, where the coarser level is farthest along it; −1 for none. There is at most one, for the vertices
  // beyond a plane are connected and the new ones are not; and it is adjacent to the corner (Chung, Lemma 9).
  int beyond(int corner, Vec3 direction) const {
    const Vec3 local = transpose_times(pose.rotation(), direction);
    const double height = dot(body.vertex(corner), local);
    const auto links = hierarchy.links(corner);
    auto link = std::partition_point(links.begin(), links.end(), [&](const auto& at) { return at.level > level; });
    // A misjudged vertex costs a search that finds nothing; one that is missed is found by the last walk.
    const double margin = 2 * kDotError * norm_one(direction) * body.reach();
    for (; link != links.end() && link->level == level; ++link) {
      ++*visited;
      if (dot(link->point, local) > height + margin) return static_cast<int>(link->vertex);
    }
    return -1;
  }
};

class Descent {
 public:
  Descent(const PosedPair& pair, Side a, Side b, int max_steps, Trace* trace)
      : pair_(pair), a_(a), b_(b), max_steps_(max_steps), trace_(trace) {}

  // Nearest points of the two whole bodies, or contact of two levels on the way.
  ShortWalkEnd run() {
    simplex_.add({a_.farthest(pair_.center_difference()), b_.farthest(-pair_.center_difference())}, {});
    simplex_.m[0] = pair_.difference(simplex_.pair[0]);
    ShortWalkEnd end = walk_levels(simplex_);
    while (end == ShortWalkEnd::Nearest && (a_.level > 1 || b_.level > 1)) {
      const bool finer_a = a_.level > 1, finer_b = b_.level > 1;
      if (finer_a) --a_.level;
      if (finer_b) --b_.level;
      const Vec3 n = simplex_.direction;
      const int v = finer_a ? a_.beyond(simplex_.pair[0].a, n) : -1;
      const int w = finer_b ? b_.beyond(simplex_.pair[0].b, -n) : -1;
      if (v >= 0 || w >= 0) end = refine(v, w);
      note();
    }
    // What rounding hid: a single search where it hid nothing.
    return end == ShortWalkEnd::Nearest ? walk_levels(simplex_) : end;
  }

  const PointSimplex& simplex() const { return simplex_; }
  int steps() const { return steps_; }

 private:
  ShortWalkEnd walk_levels(PointSimplex& simplex) {
    return short_walk(
        pair_, simplex, [&](Vec3 n) { return VertexPair{a_.farthest(n), b_.farthest(-n)}; }, max_steps_, steps_);
  }

  // If the nearest points of the finer levels are new, one of them is in the star of v or of w.
  ShortWalkEnd refine(int v, int w) {
    PointSimplex with_v = simplex_, with_w = simplex_;
    ShortWalkEnd end = ShortWalkEnd::Nearest;
    if (v >= 0) {
      end = short_walk(
          pair_, with_v, [&](Vec3 n) { return VertexPair{a_.farthest_in_star(v, n), b_.farthest(-n)}; }, max_steps_,
          steps_);
      if (end != ShortWalkEnd::Nearest) return simplex_ = with_v, end;
    }
    if (w >= 0) {
      end = short_walk(
          pair_, with_w, [&](Vec3 n) { return VertexPair{a_.farthest(n), b_.farthest_in_star(w, -n)}; }, max_steps_,
          steps_);
      if (end != ShortWalkEnd::Nearest) return simplex_ = with_w, end;
    }
    simplex_ = squared_norm(with_w.point()) < squared_norm(with_v.point()) ? with_w : with_v;
    return end;
  }

  void note() const {
    if (trace_ == nullptr) return;
    TraceStep step{simplex_.direction, {}, {}, "level"};
    for (int k = 0; k < simplex_.count; ++k) {
      const VertexPair at = simplex_.pair[k];
      step.point_a = step.point_a + simplex_.weight[k] * apply(a_.pose, a_.body.vertex(at.a));
      step.point_b = step.point_b + simplex_.weight[k] * apply(b_.pose, b_.body.vertex(at.b));
    }
    trace_->steps.push_back(step);
  }

  const PosedPair& pair_;
  Side a_, b_;
  int max_steps_, steps_ = 0;
  Trace* trace_;
  PointSimplex simplex_;
};

}  // namespace

Evidence dobkin_kirkpatrick(const PosedPair& pair, ConvexCache* cache, const DobkinKirkpatrickOptions& options,
                            Trace* trace) {
  std::optional<Hierarchy> built_a, built_b;
  const auto prepared = [](const Hierarchy* given, std::optional<Hierarchy>& built,
                           const Polytope& body) -> const auto& {
    return given != nullptr ? *given : built.emplace(Hierarchy::build(body));
  };
  const Hierarchy &of_a = prepared(options.hierarchy_a, built_a, pair.a()),
                  &of_b = prepared(options.hierarchy_b, built_b, pair.b());
  int visited = 0;
  Descent descent(pair, {pair.a(), pair.pose_a(), of_a, of_a.levels(), &visited},
                  {pair.b(), pair.pose_b(), of_b, of_b.levels(), &visited}, options.max_steps, trace);
  const ShortWalkEnd end = descent.run();
  if (options.visited != nullptr) *options.visited = visited;

  Evidence evidence;
  evidence.steps = descent.steps();
  conclude_walk(pair, end, descent.simplex(), evidence);
  remember(evidence, cache);
  return evidence;
}

}  // namespace clearance
