// Question: how many searching steps k does the separating vector algorithm take to a verdict?
// Method:   Chung §6.2.1, Fig. 6.3 to 6.5: 500 bodies in the environment of environment.h; the first search of a pair
//           starts along the line of centres, later ones from the cached vector.
#include <bench/experiments.h>
#include <bench/workloads/environment.h>
#include <bench/workloads/w1.h>
#include <clearance/convex/query.h>
#include <clearance/lab/pair/separating_vector.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

// How many tests took k steps, k = 1 …
class Histogram {
 public:
  void add(int k) {
    if (count_.size() < static_cast<std::size_t>(k) + 1) count_.resize(static_cast<std::size_t>(k) + 1);
    ++count_[static_cast<std::size_t>(k)];
    ++total_;
  }
  void add(const Histogram& other) {
    if (count_.size() < other.count_.size()) count_.resize(other.count_.size());
    for (std::size_t k = 0; k < other.count_.size(); ++k) count_[k] += other.count_[k];
    total_ += other.total_;
  }
  std::int64_t total() const { return total_; }
  int maximum() const { return count_.empty() ? 0 : static_cast<int>(count_.size()) - 1; }
  double percent_within(int steps) const {
    std::int64_t within = 0;
    for (std::size_t k = 0; k < count_.size() && static_cast<int>(k) <= steps; ++k) within += count_[k];
    return total_ == 0 ? 0 : 100 * static_cast<double>(within) / static_cast<double>(total_);
  }
  double mean() const {
    double sum = 0;
    for (std::size_t k = 0; k < count_.size(); ++k) sum += static_cast<double>(k) * static_cast<double>(count_[k]);
    return total_ == 0 ? 0 : sum / static_cast<double>(total_);
  }

 private:
  std::vector<std::int64_t> count_;
  std::int64_t total_ = 0;
};

// The tests of one environment.
struct Counts {
  Histogram cold, cached, colliding;  // separated from the line of centres, separated from the cache, colliding
  std::int64_t unresolved = 0, reoccurrences = 0;

  Histogram separated() const {
    Histogram both = cold;
    both.add(cached);
    return both;
  }
  Histogram all() const {
    Histogram every = separated();
    every.add(colliding);
    return every;
  }
};

bool is_reoccurrence(const TraceStep& step) { return step.what == kReoccurrence; }

void test_pair(Environment& environment, const Environment::Pair& pair, Trace& trace, Counts& counts) {
  const Polytope &a = environment.polytope(pair.a), &b = environment.polytope(pair.b);
  const Pose &pose_a = environment.pose(pair.a), &pose_b = environment.pose(pair.b);
  trace.steps.clear();
  const Evidence found = separating_vector({a, pose_a, b, pose_b}, pair.cache, {}, &trace);
  switch (found.verdict) {
    case Verdict::Separated:
      (pair.fresh ? counts.cold : counts.cached).add(found.steps);
      counts.reoccurrences += std::any_of(trace.steps.begin(), trace.steps.end(), is_reoccurrence);
      return;
    case Verdict::Penetrating:
      counts.colliding.add(found.steps);
      environment.report_collision(pair);
      return;
    default:
      ++counts.unresolved;
      if (intersects(a, pose_a, b, pose_b)) environment.report_collision(pair);
  }
}

Counts simulate(TestShape shape, int n, int bodies, int frames) {
  Environment environment(shape, n, bodies);
  Counts counts;
  Trace trace;
  for (int frame = 0; frame < frames; ++frame) {
    for (const Environment::Pair& pair : environment.pairs()) test_pair(environment, pair, trace, counts);
    environment.advance();
  }
  return counts;
}

// What the thesis states in words; `planned` where the project's plan asks for it.
struct Bar {
  const char* what;
  double paper, ours;
  bool at_most, planned;

  bool met() const { return at_most ? ours <= paper : ours >= paper; }
  const char* judgement() const { return met() ? "met" : planned ? "MISSED" : "not met, not planned"; }
};

void add_bar(const std::string& who, const Bar& bar, Table& table, Report& report) {
  table.row({who + ": " + bar.what, format("%s %g", bar.at_most ? "≤" : "≥", bar.paper), format("%.4g", bar.ours),
             bar.judgement()});
  report.add(Record{{"shape", who},
                    {"bar", bar.what},
                    {"paper", bar.paper},
                    {"ours", bar.ours},
                    {"planned", bar.planned},
                    {"met", bar.met()}});
}

// Fig. 6.5 in the words of the thesis, for n from 10 to 1000; between them, straight in log n.
double paper_maximum(TestShape shape, int n) {
  const double along = std::clamp(0.5 * (std::log10(n) - 1), 0.0, 1.0);
  switch (shape) {
    case TestShape::Ellipsoid:
      return 22;
    case TestShape::Rod:
      return 25 + 30 * along;
    case TestShape::Plate:
      return 20 + 20 * along;
  }
  return 0;
}

std::vector<std::string> row_of(const std::string& name, const Histogram& histogram) {
  std::vector<std::string> cells = {name, std::to_string(histogram.total())};
  for (int k = 1; k <= 4; ++k) cells.push_back(format("%.2f", histogram.percent_within(k)));
  cells.push_back(format("%.2f", histogram.mean()));
  cells.push_back(std::to_string(histogram.maximum()));
  return cells;
}

void add_rows(const std::string& who, int n, const Counts& counts, Table& table, Report& report) {
  const std::pair<const char*, Histogram> parts[] = {{"separated", counts.separated()},
                                                     {"  boxes overlap for the first time", counts.cold},
                                                     {"  with the cached vector", counts.cached},
                                                     {"colliding", counts.colliding},
                                                     {"all", counts.all()}};
  for (const auto& [part, histogram] : parts) {
    table.row(row_of(who + ", " + part, histogram));
    Record record = {{"shape", who}, {"n", std::int64_t{n}}, {"tests", part}, {"count", histogram.total()}};
    for (int k = 1; k <= 10; ++k) record.emplace_back(format("within_%d", k), histogram.percent_within(k));
    record.emplace_back("mean", histogram.mean());
    record.emplace_back("maximum", std::int64_t{histogram.maximum()});
    record.emplace_back("unresolved", counts.unresolved);
    record.emplace_back("reoccurrences", counts.reoccurrences);
    report.add(std::move(record));
  }
}

std::vector<PlotPoint> cumulative(const Histogram& histogram) {
  std::vector<PlotPoint> points;
  for (int k = 1; k <= 10; ++k) points.push_back({static_cast<double>(k), histogram.percent_within(k)});
  return points;
}

// Fig. 6.3 and 6.4, for hulls of 500 points.
void compare_shares(const Counts (&counts)[3], int n, Table& bars, Report& report) {
  Table table(format("Searching steps k, hulls of %d points  [%% of tests within k steps]", n));
  table.row({"", "tests", "k ≤ 1", "≤ 2", "≤ 3", "≤ 4", "mean", "max"});
  Plot separated("Searching steps when there is no collision (Chung, Fig. 6.3)");
  Plot overall("Overall number of searching steps (Chung, Fig. 6.4)");
  for (Plot* const plot : {&separated, &overall})
    plot->x("searching steps k", Scale::Linear).y("% of tests within k steps", Scale::Linear);
  separated.series("thesis: all, over 95 % within 3", {{3, 95}}, Plot::Line::Dashed);
  separated.series("thesis: ellipsoids, over 99 % within 4", {{4, 99}}, Plot::Line::Dashed);
  overall.series("thesis: on average over 80 % within 3", {{3, 80}}, Plot::Line::Dashed);
  double overall_share = 0;
  for (std::size_t s = 0; s < std::size(kShapes); ++s) {
    const std::string who = clearance::to_string(kShapes[s]);
    add_rows(who, n, counts[s], table, report);
    separated.series(who, cumulative(counts[s].separated()));
    overall.series(who, cumulative(counts[s].all()));
    add_bar(who, {"% of separated pairs within 3 steps", 95, counts[s].separated().percent_within(3), false, true},
            bars, report);
    if (kShapes[s] == TestShape::Ellipsoid)
      add_bar(who, {"% of separated pairs within 4 steps", 99, counts[s].separated().percent_within(4), false, true},
              bars, report);
    const double reoccurring = 100 * static_cast<double>(counts[s].reoccurrences) /
                               std::max(1.0, static_cast<double>(counts[s].separated().total()));
    add_bar(who, {"% of separated pairs with a reoccurrence", 0.1, reoccurring, true, false}, bars, report);
    overall_share += counts[s].all().percent_within(3) / static_cast<double>(std::size(kShapes));
  }
  add_bar("average", {"% of all pairs within 3 steps", 80, overall_share, false, false}, bars, report);
  report.add(std::move(table));
  report.add("qcollide-steps-separated", std::move(separated));
  report.add("qcollide-steps-overall", std::move(overall));
}

}  // namespace

void run_qcollide_steps(const Options& options, Report& report) {
  const int bodies = options.quick ? 100 : 500, frames = options.quick ? 10 : 1000;
  constexpr int kCounts[] = {10, 20, 50, 100, 200, 500, 1000};
  constexpr int kShown = 500;
  Table bars("The thesis' figures beside ours"), maxima("Largest k  [ours / thesis, Fig. 6.5]");
  bars.row({"", "thesis", "ours", ""});
  Plot plot("Maximum value of k (Chung, Fig. 6.5)");
  plot.x("n: points of each hull", Scale::Log).y("largest number of searching steps", Scale::Linear);
  std::vector<std::string> head = {""};
  for (const int n : kCounts) head.push_back(format("n = %d", n));
  maxima.row(std::move(head));
  Counts shown[3];
  for (std::size_t s = 0; s < std::size(kShapes); ++s) {
    const std::string who = clearance::to_string(kShapes[s]);
    std::vector<std::string> cells = {who};
    std::vector<PlotPoint> ours, paper;
    double worst = 0;  // the largest share of the thesis' figure
    for (const int n : kCounts) {
      report.progress(format("qcollide-steps: %s, n = %d", who.c_str(), n));
      const Counts counts = simulate(kShapes[s], n, bodies, frames);
      const int maximum = counts.all().maximum();
      const double limit = paper_maximum(kShapes[s], n);
      cells.push_back(format("%d / %.0f", maximum, limit));
      ours.push_back({static_cast<double>(n), static_cast<double>(maximum)});
      paper.push_back({static_cast<double>(n), limit});
      worst = std::max(worst, maximum / limit);
      report.add(Record{{"shape", who},
                        {"n", std::int64_t{n}},
                        {"maximum", std::int64_t{maximum}},
                        {"maximum_separated", std::int64_t{counts.separated().maximum()}},
                        {"paper_maximum", limit},
                        {"tests", counts.all().total()},
                        {"unresolved", counts.unresolved}});
      if (n == kShown) shown[s] = counts;
    }
    maxima.row(std::move(cells));
    plot.series(who, std::move(ours)).series(who + ", thesis", std::move(paper), Plot::Line::Dashed);
    add_bar(who, {"largest k by the thesis' largest k, n = 10 … 1000", 1, worst, true, true}, bars, report);
  }
  compare_shares(shown, kShown, bars, report);
  report.add(std::move(maxima));
  report.add(std::move(bars));
  plot.note("The thesis in words: about 22 for ellipsoids, 20 to 40 for plates, 25 to 55 for rods as n grows.");
  report.add("qcollide-steps-maximum", std::move(plot));
}

}  // namespace clearance::bench
