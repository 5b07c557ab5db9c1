#include <bench/papers/qcollide_methods.h>
#include <bench/race/timer.h>
#include <clearance/broad/sweep_and_prune.h>
#include <clearance/convex/query.h>
#include <clearance/lab/pair/combined.h>
#include <clearance/lab/pair/features/lin_canny.h>
#include <clearance/lab/pair/features/v_clip.h>
#include <clearance/lab/pair/programs/linear_program.h>
#include <clearance/query/support_bound.h>
#include <clearance/query/world_box.h>

#include <limits>

namespace clearance::bench {
namespace {

struct Work {
  std::int64_t steps = 0, fallbacks = 0;
};

// One test, as every method gets it.
struct Test {
  const Polytope& a;
  const Pose& pose_a;
  const Polytope& b;
  const Pose& pose_b;
  std::uint32_t hull_a, hull_b;

  PosedPair pair() const { return {a, pose_a, b, pose_b}; }
};

struct AskSeparatingVector {
  using Cache = ConvexCache;
  static Verdict ask(const Test& test, Cache& cache, Work& work) {
    const Evidence found = separating_vector(test.pair(), &cache);
    work.steps += found.steps;
    return found.verdict;
  }
};

struct AskGilbert {
  struct Cache {
    VertexPair simplex[4];
    std::size_t count = 0;
  };
  static Verdict ask(const Test& test, Cache& cache, Work& work) {
    GilbertOptions options;
    options.start = {cache.simplex, cache.count};
    const Evidence found = gilbert(test.pair(), options).evidence;
    cache.count = static_cast<std::size_t>(found.simplex_count);
    std::copy(found.simplex, found.simplex + found.simplex_count, cache.simplex);
    work.steps += found.steps;
    return found.verdict;
  }
};

struct AskCombined {
  using Cache = CombinedCache;
  static Verdict ask(const Test& test, Cache& cache, Work& work) {
    const CombinedResult found = combined(test.a, test.pose_a, test.b, test.pose_b, cache);
    work.steps += found.evidence.steps + (found.nearest ? found.nearest->evidence.steps : 0);
    keep(found.point_a);
    return found.evidence.verdict;
  }
};

// Trackers of closest features have their Voronoi planes made beforehand, as I_COLLIDE and V-Clip have.
class WithPlanes {
 public:
  explicit WithPlanes(const Recording& recording) {
    for (const Polytope& hull : recording.trajectory.hulls) planes_.push_back(VoronoiPlanes::build(hull));
  }

 protected:
  LinCannyOptions lin_canny_options(const Test& test) const {
    LinCannyOptions options;
    options.planes_a = &planes_[test.hull_a], options.planes_b = &planes_[test.hull_b];
    return options;
  }
  VClipOptions v_clip_options(const Test& test) const {
    VClipOptions options;
    options.planes_a = &planes_[test.hull_a], options.planes_b = &planes_[test.hull_b];
    return options;
  }

 private:
  std::vector<VoronoiPlanes> planes_;
};

struct AskLinCanny : WithPlanes {
  using Cache = ConvexCache;
  using WithPlanes::WithPlanes;
  Verdict ask(const Test& test, Cache& cache, Work& work) const {
    const Evidence found = lin_canny(test.pair(), &cache, lin_canny_options(test));
    work.steps += found.steps;
    return found.verdict;
  }
};

struct AskClosestFeatures : WithPlanes {
  using Cache = ConvexCache;
  using WithPlanes::WithPlanes;
  Verdict ask(const Test& test, Cache& cache, Work& work) const {
    const PosedPair pair = test.pair();
    const Evidence found = lin_canny(pair, &cache, lin_canny_options(test));
    work.steps += found.steps;
    if (found.verdict == Verdict::Separated) return found.verdict;
    ++work.fallbacks;
    return linear_program(pair, nullptr).verdict;
  }
};

struct AskVClip : WithPlanes {
  using Cache = ConvexCache;
  using WithPlanes::WithPlanes;
  Verdict ask(const Test& test, Cache& cache, Work& work) const {
    const Evidence found = v_clip(test.pair(), &cache, v_clip_options(test));
    work.steps += found.steps;
    return found.verdict;
  }
};

Verdict verdict_of(Status status) {
  return status == Status::Separated  ? Verdict::Separated
         : status == Status::Touching ? Verdict::Touching
                                      : Verdict::Penetrating;
}

struct AskIntersects {
  using Cache = ConvexCache;
  static Verdict ask(const Test& test, Cache& cache, Work&) {
    return verdict_of(intersects(test.a, test.pose_a, test.b, test.pose_b, cache).status);
  }
};

struct AskDistance {
  using Cache = ConvexCache;
  static Verdict ask(const Test& test, Cache& cache, Work&) {
    return verdict_of(distance(test.a, test.pose_a, test.b, test.pose_b, cache).status);
  }
};

class Lane {
 public:
  virtual ~Lane() = default;
  // All frames from cold; `verdicts` has one for each test, in order. Seconds.
  virtual double pass(std::vector<Verdict>& verdicts, Work& work) = 0;

  double best = std::numeric_limits<double>::infinity();
};

// The loop is compiled with the method: nothing but the test itself between one test and the next.
template <class Asker>
class LaneOf final : public Lane {
 public:
  explicit LaneOf(const Recording& recording) : recording_(recording), asker_(make(recording)) {}

  double pass(std::vector<Verdict>& verdicts, Work& work) override {
    caches_.assign(recording_.slots, {});
    const Trajectory& way = recording_.trajectory;
    std::size_t k = 0;
    const Timer timer;
    for (std::size_t frame = 0; frame < recording_.candidates.size(); ++frame) {
      const std::vector<Pose>& poses = way.frames[frame];
      for (const Candidate& candidate : recording_.candidates[frame]) {
        typename Asker::Cache& cache = caches_[candidate.slot];
        if (candidate.fresh) cache = {};
        const Test test{way.hull(candidate.a), poses[candidate.a],       way.hull(candidate.b),
                        poses[candidate.b],    way.hull_of[candidate.a], way.hull_of[candidate.b]};
        verdicts[k++] = asker_.ask(test, cache, work);
      }
    }
    return timer.seconds();
  }

 private:
  static Asker make(const Recording& recording) {
    if constexpr (std::is_constructible_v<Asker, const Recording&>)
      return Asker(recording);
    else
      return {};
  }

  const Recording& recording_;
  Asker asker_;
  std::vector<typename Asker::Cache> caches_;
};

std::unique_ptr<Lane> make_lane(NarrowMethod method, const Recording& recording) {
  switch (method) {
    case NarrowMethod::SeparatingVector:
      return std::make_unique<LaneOf<AskSeparatingVector>>(recording);
    case NarrowMethod::Gilbert:
      return std::make_unique<LaneOf<AskGilbert>>(recording);
    case NarrowMethod::Combined:
      return std::make_unique<LaneOf<AskCombined>>(recording);
    case NarrowMethod::ClosestFeatures:
      return std::make_unique<LaneOf<AskClosestFeatures>>(recording);
    case NarrowMethod::LinCanny:
      return std::make_unique<LaneOf<AskLinCanny>>(recording);
    case NarrowMethod::VClip:
      return std::make_unique<LaneOf<AskVClip>>(recording);
    case NarrowMethod::Intersects:
      return std::make_unique<LaneOf<AskIntersects>>(recording);
    case NarrowMethod::Distance:
      break;
  }
  return std::make_unique<LaneOf<AskDistance>>(recording);
}

void judge(const Recording& recording, const std::vector<Verdict>& verdicts, NarrowCost& cost) {
  std::size_t k = 0;
  for (const auto& candidates : recording.candidates) {
    for (const Candidate& candidate : candidates) {
      const Verdict verdict = verdicts[k++];
      if (verdict == Verdict::Unresolved)
        ++cost.without;
      else if ((verdict != Verdict::Separated) != candidate.colliding)
        ++cost.wrong;
    }
  }
}

}  // namespace

const char* to_string(NarrowMethod method) {
  constexpr const char* kNames[kNarrowMethods] = {"SV",
                                                  "Gilbert",
                                                  "combined",
                                                  "CF (Lin–Canny, LP)",
                                                  "Lin–Canny alone",
                                                  "V-Clip",
                                                  "intersects, proved",
                                                  "distance, proved"};
  return kNames[static_cast<int>(method)];
}

std::vector<NarrowCost> race_narrow(const Recording& recording, int repetitions) {
  std::vector<std::unique_ptr<Lane>> lanes;
  lanes.reserve(kNarrowMethods);
  for (int k = 0; k < kNarrowMethods; ++k) lanes.push_back(make_lane(static_cast<NarrowMethod>(k), recording));
  std::vector<NarrowCost> out(lanes.size());
  std::vector<Verdict> verdicts(recording.tests);
  const auto tests = static_cast<double>(std::max<std::size_t>(recording.tests, 1));
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t m = 0; m < lanes.size(); ++m) {
      Work work;
      lanes[m]->best = std::min(lanes[m]->best, lanes[m]->pass(verdicts, work));
      if (repetition > 0) continue;
      out[m].steps = static_cast<double>(work.steps) / tests;
      out[m].fallbacks = static_cast<double>(work.fallbacks) / tests;
      judge(recording, verdicts, out[m]);
    }
  }
  for (std::size_t m = 0; m < lanes.size(); ++m) {
    out[m].seconds = lanes[m]->best / recording.frames();
    out[m].ns = 1e9 * lanes[m]->best / tests;
  }
  return out;
}

double sweep_seconds(const Recording& recording, BoxMaking making, int repetitions) {
  const Trajectory& way = recording.trajectory;
  const std::vector<Rounded> hulls(way.hulls.begin(), way.hulls.end());
  const std::vector<SupportBound> bounds(way.hulls.begin(), way.hulls.end());
  double best = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    SweepAndPrune sweep;
    std::vector<BoxHints> hints(way.body_count());
    std::size_t pairs = 0;
    const Timer timer;
    for (const std::vector<Pose>& poses : way.frames) {
      for (std::size_t k = 0; k < poses.size(); ++k) {
        const std::uint32_t hull = way.hull_of[k];
        sweep.place(static_cast<std::uint32_t>(k), making == BoxMaking::Tight
                                                       ? world_box(hulls[hull], poses[k], hints[k])
                                                       : world_box(hulls[hull], bounds[hull], poses[k]));
      }
      sweep.find_pairs([&](std::span<const IndexPair> block) {
        pairs += block.size();
        return true;
      });
    }
    best = std::min(best, timer.seconds());
    keep(pairs);
  }
  return best / recording.frames();
}

}  // namespace clearance::bench
