// Question: what do the proofs about motions consist of, what does it cost to check them, and does the exact reference
//           agree?
// Method:   W5: spans of the timelines, widths of the brackets, check_motion beside first_contact; every claim is
//           checked. Then the first few pairs by contact functions. Free motions: clear_throughout beside one static
//           distance.
#include <bench/experiments/motion.h>
#include <bench/race/race.h>
#include <bench/race/timer.h>
#include <clearance/convex/query.h>
#include <clearance/motion/query.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace clearance::bench {
namespace {

FirstContact contact_of(const W5Scene& scene, const MovingPair& pair, const MotionOptions& options = {}) {
  const Result<FirstContact> found = first_contact(scene.hulls[pair.a.hull], pair.a.motion, scene.hulls[pair.b.hull],
                                                   pair.b.motion, kW5Interval, options);
  return found ? *found : FirstContact{};
}

// The vertices by the caller's numbers; a number that no vertex has stands for one all the same.
std::vector<Vec3> points_of(const Polytope& hull) {
  std::uint32_t most = 0;
  for (int v = 0; v < hull.vertex_count(); ++v) most = std::max(most, hull.id(v));
  std::vector<Vec3> out(most + 1, hull.vertex(0));
  for (int v = 0; v < hull.vertex_count(); ++v) out[hull.id(v)] = hull.vertex(v);
  return out;
}

// Claims about a scene, ready to be checked.
class Claims {
 public:
  explicit Claims(const W5Scene& scene) : scene_(scene) {
    for (const Rounded& hull : scene.hulls) points_.push_back(points_of(hull.core()));
    for (const MovingPair& pair : scene.pairs) {
      found_.push_back(contact_of(scene, pair));
      claims_.push_back(claim_of(found_.back()));
    }
  }

  std::size_t size() const { return found_.size(); }
  const FirstContact& found(std::size_t pair) const { return found_[pair]; }
  bool check(std::size_t pair) const {
    const MovingBody &a = scene_.pairs[pair].a, &b = scene_.pairs[pair].b;
    return check_motion(claims_[pair], {points_[a.hull], a.motion}, {points_[b.hull], b.motion}, kW5Interval).holds;
  }

 private:
  const W5Scene& scene_;
  std::vector<std::vector<Vec3>> points_;
  std::vector<FirstContact> found_;
  std::vector<MotionClaim> claims_;
};

struct Spans {
  double total = 0;
  std::size_t most = 0, motions = 0;

  void add(std::size_t spans) {
    total += static_cast<double>(spans);
    most = std::max(most, spans);
    ++motions;
  }
  double mean() const { return motions == 0 ? 0 : total / static_cast<double>(motions); }
};

// The fastest of several passes, per pair, in nanoseconds.
template <class Ask>
double mean_time(std::size_t pairs, int passes, const Ask& ask) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < passes; ++pass) {
    const Timer timer;
    for (std::size_t i = 0; i < pairs; ++i) ask(i);
    best = std::min(best, timer.seconds());
  }
  return pairs == 0 ? 0 : 1e9 * best / static_cast<double>(pairs);
}

struct ProofFigures {
  Spans free, hit;
  double widest = 0, instants = 0;
  std::int64_t refused = 0, undecided = 0;
  // Of all pairs, and of those that stay apart: what is checked of these is a timeline, of the others also the contact.
  double finding = 0, checking = 0, finding_free = 0, checking_free = 0;
};

ProofFigures figures_of(const W5Scene& scene, int passes) {
  const Claims claims(scene);
  ProofFigures out;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const FirstContact& found = claims.found(i);
    const bool is_hit = found.status == MotionStatus::Contact || found.status == MotionStatus::Already;
    if (!is_hit && !found.is_clear()) ++out.undecided;
    if (is_hit) out.widest = std::max(out.widest, found.upper - found.lower);
    (is_hit ? out.hit : out.free).add(found.timeline.spans.size());
    out.instants += static_cast<double>(found.instants) / static_cast<double>(claims.size());
    out.refused += claims.check(i) ? 0 : 1;
  }
  std::vector<std::size_t> all(claims.size()), free;
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::copy_if(all.begin(), all.end(), std::back_inserter(free),
               [&](std::size_t i) { return claims.found(i).is_clear(); });
  const auto finding = [&](const std::vector<std::size_t>& pairs) {
    return mean_time(pairs.size(), passes, [&](std::size_t i) { keep(contact_of(scene, scene.pairs[pairs[i]])); });
  };
  const auto checking = [&](const std::vector<std::size_t>& pairs) {
    return mean_time(pairs.size(), passes, [&](std::size_t i) { keep(claims.check(pairs[i])); });
  };
  out.finding = finding(all), out.checking = checking(all);
  out.finding_free = finding(free), out.checking_free = checking(free);
  return out;
}

std::string with_bar(const std::string& value, bool is_met) { return value + " " + met(is_met); }

void add_proof_row(const W5Scene& scene, const ProofFigures& f, Table& table, Report& report) {
  const bool few_spans = f.free.mean() <= MotionBars::kSpans, narrow = f.widest <= MotionBars::kBracket,
             cheap = f.checking_free < f.finding_free;
  table.row({format("%s, %s", to_string(scene.kind), to_string(scene.numbers)),
             with_bar(format("%.2f", f.free.mean()), few_spans), std::to_string(f.free.most),
             format("%.2f", f.hit.mean()), std::to_string(f.hit.most), format("%.1f", f.instants),
             with_bar(format("%.1e", f.widest), narrow), format("%.2f", 1e-3 * f.finding_free),
             with_bar(format("%.2f", 1e-3 * f.checking_free), cheap), format("%.2f", 1e-3 * f.finding),
             format("%.2f", 1e-3 * f.checking), std::to_string(f.refused), std::to_string(f.undecided)});
  report.add(Record{{"kind", to_string(scene.kind)},
                    {"numbers", to_string(scene.numbers)},
                    {"spans_free_mean", f.free.mean()},
                    {"spans_free_most", static_cast<std::int64_t>(f.free.most)},
                    {"spans_hit_mean", f.hit.mean()},
                    {"spans_hit_most", static_cast<std::int64_t>(f.hit.most)},
                    {"instants", f.instants},
                    {"widest_bracket", f.widest},
                    {"ns_finding", f.finding},
                    {"ns_checking", f.checking},
                    {"ns_finding_free", f.finding_free},
                    {"ns_checking_free", f.checking_free},
                    {"claims_refused", f.refused},
                    {"undecided", f.undecided},
                    {"met_spans", few_spans},
                    {"met_bracket", narrow},
                    {"met_checking", cheap}});
}

// What the contact functions of all features say about the first pairs.
struct Agreement {
  std::int64_t asked = 0, hits = 0, missed = 0, invented = 0, apart = 0;
  double seconds = 0;
};

Agreement compare_with_features(const W5Scene& scene, double longest) {
  Agreement out;
  for (const MovingPair& pair : scene.pairs) {
    const Timer timer;
    const FirstContact exact = contact_of(scene, pair, {.method = MotionMethod::Features});
    out.seconds += timer.seconds();
    const FirstContact fast = contact_of(scene, pair);
    const bool is_hit = !exact.is_clear(), says_hit = !fast.is_clear();
    ++out.asked;
    out.hits += is_hit ? 1 : 0;
    out.missed += is_hit && !says_hit ? 1 : 0;
    out.invented += says_hit && !is_hit ? 1 : 0;
    out.apart += is_hit && says_hit && (fast.lower > exact.upper || exact.lower > fast.upper) ? 1 : 0;
    if (out.seconds > longest) break;
  }
  return out;
}

void add_agreement_row(const W5Scene& scene, const Agreement& found, Table& table, Report& report) {
  const double each = 1e3 * found.seconds / static_cast<double>(std::max<std::int64_t>(1, found.asked));
  const bool agree = found.missed + found.invented + found.apart == 0;
  table.row({format("%s, %s", to_string(scene.kind), to_string(scene.numbers)), std::to_string(found.asked),
             std::to_string(found.hits), std::to_string(found.missed), std::to_string(found.invented),
             std::to_string(found.apart), format("%.1f", each), met(agree)});
  report.add(Record{{"kind", to_string(scene.kind)},
                    {"numbers", to_string(scene.numbers)},
                    {"compared_with", "features"},
                    {"asked", found.asked},
                    {"hits", found.hits},
                    {"missed", found.missed},
                    {"invented", found.invented},
                    {"brackets_apart", found.apart},
                    {"ms_features", each},
                    {"met", agree}});
}

void add_free_row(const W5Scene& scene, int passes, Table& table, Report& report) {
  const std::size_t pairs = scene.pairs.size();
  std::int64_t clear = 0;
  Spans spans;
  const auto ask = [&](std::size_t i) {
    const auto& [a, b, unit] = scene.pairs[i];
    return clear_throughout(scene.hulls[a.hull], a.motion, scene.hulls[b.hull], b.motion, kW5Interval);
  };
  const auto ask_distance = [&](std::size_t i) {
    const auto& [a, b, unit] = scene.pairs[i];
    return distance(scene.hulls[a.hull], a.start, scene.hulls[b.hull], b.start);
  };
  for (std::size_t i = 0; i < pairs; ++i) {
    const Result<FirstContact> found = ask(i);
    if (!found || !found->is_clear()) continue;
    ++clear;
    spans.add(found->timeline.spans.size());
  }
  double moving = std::numeric_limits<double>::infinity(), still = moving;
  for (int pass = 0; pass < passes; ++pass) {
    moving = std::min(moving, mean_time(pairs, 1, [&](std::size_t i) { keep(ask(i)); }));
    still = std::min(still, mean_time(pairs, 1, [&](std::size_t i) { keep(ask_distance(i)); }));
  }
  const double ratio = moving / still;
  const bool fast = ratio <= MotionBars::kFreeByDistance;
  table.row({format("%s, %s", to_string(scene.kind), to_string(scene.numbers)), std::to_string(pairs),
             std::to_string(clear), format("%.0f", moving), format("%.0f", still),
             with_bar(format("%.2f", ratio), fast), format("%.2f", spans.mean()), std::to_string(spans.most)});
  report.add(Record{{"kind", std::string("free, ") + to_string(scene.kind)},
                    {"numbers", to_string(scene.numbers)},
                    {"asked", static_cast<std::int64_t>(pairs)},
                    {"clear", clear},
                    {"ns", moving},
                    {"ns_distance", still},
                    {"by_distance", ratio},
                    {"to_reach", MotionBars::kFreeByDistance},
                    {"met", fast},
                    {"spans_mean", spans.mean()},
                    {"spans_most", static_cast<std::int64_t>(spans.most)}});
}

}  // namespace

void run_motion_proofs(const Options& options, Report& report) {
  const int pairs = options.quick ? 24 : 1000, passes = options.quick ? 1 : 5;
  Table proofs("What first_contact proves  [times in µs; brackets in shares of the motion]");
  proofs.row({"", "spans, free", "most", "spans, hit", "most", "instants", "widest bracket", "finding, free",
              "checking, free", "finding", "checking", "not proved", "undecided"});
  Table agreement("first_contact beside the contact functions of all features, the exact reference");
  agreement.row({"", "asked", "hits", "missed", "invented", "brackets apart", "ms, features", "to reach: none"});
  for (const W5Kind kind : kW5Kinds) {
    for (const Numbers numbers : kNumbers) {
      report.progress(format("motion: proofs, %s, %s", to_string(kind), to_string(numbers)));
      const W5Scene scene = w5_scene(kind, numbers, pairs);
      add_proof_row(scene, figures_of(scene, passes), proofs, report);
      add_agreement_row(scene, compare_with_features(scene, options.quick ? 0 : 20), agreement, report);
    }
  }
  report.add(std::move(proofs));
  report.add(std::move(agreement));
}

void run_motion_free(const Options& options, Report& report) {
  Table table(format("Free: a gap of at least %g times the movement  [ns per query]", kFreeRatio));
  table.row({"", "asked", "clear", "clear_throughout", "distance", "by distance", "spans", "most"});
  for (const W5Kind kind : {W5Kind::Linear, W5Kind::Turning}) {
    for (const Numbers numbers : kNumbers) {
      report.progress(format("motion: free, %s, %s", to_string(kind), to_string(numbers)));
      add_free_row(w5_free_scene(kind, numbers, options.quick ? 50 : 2000), options.quick ? 2 : 9, table, report);
    }
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
