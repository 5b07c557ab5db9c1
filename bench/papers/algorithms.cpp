// Question: which method should a query try first?
// Method:   every row of the algorithm table on W1, from nothing and with its cache, beside the public queries and the
//           fastest peer's distance; race.h times and judges them all alike. Docs: docs/decisions/.
// Cannot:   compare like with like to the end: a row returns evidence, a public query a proof with its certificate.
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/race/hull_race.h>
#include <bench/race/rows.h>
#include <bench/race/timer.h>
#include <clearance/lab/pair/conclude.h>

#include <algorithm>
#include <map>
#include <set>

namespace clearance::bench {
namespace {

constexpr const char* kLab = "row";
constexpr Algorithm kClosestFeature[] = {lab::kLinCanny, lab::kVClip, lab::kEnhancedGjk};
constexpr int kBarSize = 500;          // where a warm closest-feature method is to beat every peer's distance
constexpr double kLongestQuery = 0.1;  // seconds; a row slower than that is left out of larger sizes

template <bool kWarm>
class RowAsker {
 public:
  RowAsker(const Frames& frames, const AlgorithmRow* row, Query query) : frames_(frames), row_(*row), query_(query) {}

  void forget() { cache_ = {}; }

  Answer ask(std::size_t frame) {
    const PosedPair pair(*frames_.a, frames_.pose_a[frame], *frames_.b, frames_.pose_b[frame]);
    const Evidence evidence = row_.run(pair, kWarm ? &cache_ : nullptr, nullptr);
    keep(evidence);
    switch (evidence.verdict) {
      case Verdict::Unresolved:
        return {};
      case Verdict::Separated:
        return {Answer::Kind::Separated, query_ == Query::Distance ? norm(nearest_difference(pair, evidence)) : 0};
      default:
        return {Answer::Kind::Colliding, 0};
    }
  }

 private:
  Frames frames_;
  const AlgorithmRow& row_;
  Query query_;
  ConvexCache cache_;
};

std::string warm_name(const std::string& row) { return row + ", cached"; }

std::vector<Method> row_methods() {
  std::vector<Method> out;
  for (const AlgorithmRow& row : all_algorithms()) {
    const bool warm = uses_cache(row);
    for (const Query query : {Query::Boolean, Query::Distance}) {
      if (query == Query::Distance && !row.finds_nearest) continue;
      out.push_back(method_of<RowAsker<false>>(kLab, row.name, query, &row, query));
      if (warm) out.push_back(method_of<RowAsker<true>>(kLab, warm_name(row.name), query, &row, query));
    }
  }
  return out;
}

// One table and one plot.
struct Race {
  const char* title;
  const char* plot_name;
  Query query;
  Motion motion;
};

constexpr Race kRaces[] = {
    {"A verdict, 10° a frame", "algorithms-boolean-10-degrees", Query::Boolean, Motion::TenDegrees},
    {"A verdict, 1° a frame", "algorithms-boolean-1-degree", Query::Boolean, Motion::OneDegree},
    {"A verdict, random poses", "algorithms-boolean-random-poses", Query::Boolean, Motion::RandomPoses},
    {"Nearest points, separated, 10° a frame", "algorithms-distance-10-degrees", Query::Distance, Motion::TenDegrees},
    {"Nearest points, separated, 1° a frame", "algorithms-distance-1-degree", Query::Distance, Motion::OneDegree},
    {"Nearest points, separated, random poses", "algorithms-distance-random-poses", Query::Distance,
     Motion::RandomPoses},
};

// The measurements of a race: by name of the method, then by n. Names keep the order in which they came.
class Results {
 public:
  void add(int n, const RaceResult& measurement) {
    const std::string name = measurement.full_name();
    if (by_name_.find(name) == by_name_.end()) names_.push_back(name);
    by_name_[name].emplace(n, measurement);
  }
  const std::vector<std::string>& names() const { return names_; }
  const RaceResult* find(const std::string& name, int n) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return nullptr;
    const auto at = found->second.find(n);
    return at == found->second.end() ? nullptr : &at->second;
  }
  const std::map<int, RaceResult>& sizes(const std::string& name) const { return by_name_.at(name); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::map<int, RaceResult>> by_name_;
};

bool is_row(const RaceResult& m) { return m.package == kLab; }
bool is_peer(const RaceResult& m) { return !is_row(m) && !m.is_ours(); }

std::string cell_of(const RaceResult& m) {
  std::string cell = format("%.0f", m.ns());
  const double frames = static_cast<double>(m.frames);
  if (m.failures > 0) cell += format(" (%.2g %%)", 100 * static_cast<double>(m.failures) / frames);
  const std::int64_t wrong = m.wrong() - m.failures;
  if (wrong > 0) cell += format(" [%lld wrong]", static_cast<long long>(wrong));
  return cell;
}

const RaceResult* fastest(const Results& results, int n, bool (*admits)(const RaceResult&)) {
  const RaceResult* best = nullptr;
  for (const std::string& name : results.names()) {
    const RaceResult* const m = results.find(name, n);
    if (m != nullptr && admits(*m) && (best == nullptr || m->ns() < best->ns())) best = m;
  }
  return best;
}

bool is_closest_feature_warm(const RaceResult& m) {
  return is_row(m) && m.is_trustworthy() &&
         std::any_of(std::begin(kClosestFeature), std::end(kClosestFeature),
                     [&](Algorithm id) { return m.name == warm_name(to_string(id)); });
}

// The plan's bar: at n = 500 the best warm closest-feature method beats every peer's distance, right or not.
void add_bar(const Race& race, const Results& results, Table& table, Report& report) {
  if (race.query != Query::Distance || race.motion == Motion::RandomPoses) return;
  const RaceResult* const ours = fastest(results, kBarSize, is_closest_feature_warm);
  const RaceResult* const peer = fastest(results, kBarSize, is_peer);
  if (peer == nullptr) return;
  const double ratio = ours == nullptr ? 0 : peer->ns() / ours->ns();
  table.row({format("fastest peer by best warm closest-feature method, n = %d", kBarSize), format("%.2f", ratio),
             ratio > 1 ? "> 1 met" : "> 1 MISSED", ours == nullptr ? "none" : ours->name, peer->full_name()});
  report.add(Record{{"query", to_string(race.query)},
                    {"motion", to_string(race.motion)},
                    {"n", std::int64_t{kBarSize}},
                    {"ours", ours == nullptr ? "none" : ours->name},
                    {"peer", peer->full_name()},
                    {"ratio", ratio},
                    {"to_reach", 1.0},
                    {"met", ratio > 1}});
}

void report_race(const Race& race, const Results& results, Report& report) {
  Table table(std::string(race.title) + "  [ns per query (no verdict)]");
  std::vector<std::string> head = {""};
  for (const int n : kSizes) head.push_back(format("n = %d", n));
  table.row(std::move(head));
  Plot plot(std::string(race.title));
  plot.x("n: points of each hull", Scale::Log).y("ns per query", Scale::Log);
  std::vector<PlotPoint> peer;
  for (const int n : kSizes) {
    const RaceResult* const m =
        fastest(results, n, [](const RaceResult& p) { return is_peer(p) && p.is_trustworthy(); });
    if (m != nullptr) peer.push_back({static_cast<double>(n), m->ns()});
  }
  if (!peer.empty()) plot.series("fastest right peer", std::move(peer), Plot::Line::Dashed);
  const RaceResult* before = nullptr;
  for (const std::string& name : results.names()) {
    const RaceResult& first = results.sizes(name).begin()->second;
    if (before != nullptr && is_row(*before) != is_row(first)) table.rule();
    before = &first;
    std::vector<std::string> cells = {is_row(first) ? first.name : name};
    std::vector<PlotPoint> points;
    for (const int n : kSizes) {
      const RaceResult* const m = results.find(name, n);
      cells.push_back(m == nullptr ? "" : cell_of(*m));
      if (m != nullptr) points.push_back({static_cast<double>(n), m->ns()});
    }
    table.row(cells);
    // With motions the plot has warm methods where there are any; peers would crowd it: the fastest one only.
    const bool superseded = first.name == "no cache" ||
                            results.find(std::string(kLab) + ", " + warm_name(first.name), kSizes[0]) != nullptr;
    const bool shown = race.motion == Motion::RandomPoses ? !first.name.ends_with("cached") : !superseded;
    if (!is_peer(first) && shown) plot.series(cells[0], std::move(points));
  }
  add_bar(race, results, table, report);
  report.add(std::move(table));
  report.add(race.plot_name, std::move(plot));
}

void add_records(const Race& race, int n, const std::vector<RaceResult>& measurements, Report& report) {
  for (const RaceResult& m : measurements) {
    Record record = {{"query", to_string(race.query)},
                     {"motion", to_string(race.motion)},
                     {"n", std::int64_t{n}},
                     {"library", m.package},
                     {"method", m.name},
                     {"ns", m.ns()},
                     {"frames", m.frames},
                     {"unresolved", m.failures},
                     {"wrong", m.wrong() - m.failures}};
    for (std::size_t s = 0; s < std::size(kShapes); ++s)
      record.emplace_back(std::string("ns_") + clearance::to_string(kShapes[s]), m.by_heat[s].ns());
    report.add(std::move(record));
  }
}

}  // namespace

void run_algorithms(const Options& options, Report& report) {
  const int frames = options.quick ? 20 : 3000, repetitions = options.quick ? 1 : 3;
  const double longest_pass = options.quick ? 0.002 : 0.1;
  const std::vector<int> sizes =
      options.quick ? std::vector{20, 100} : std::vector(std::begin(kSizes), std::end(kSizes));
  const std::vector<Method> methods = joined({row_methods(), our_methods(), peer_methods()});
  for (const Race& race : kRaces) {
    Results results;
    std::set<std::string> too_slow;
    for (const int n : sizes) {
      report.progress(format("algorithms: %s, %s, n = %d", to_string(race.query), to_string(race.motion), n));
      const std::vector<Judged> judged = judge_w1(n, race.motion, frames, race.query);
      std::vector<Method> running;
      for (const Method& method : methods) {
        const bool wanted = method.package == kLab || method.is_ours() || race.query == Query::Distance;
        if (wanted && !too_slow.contains(method.name)) running.push_back(method);
      }
      const std::vector<RaceResult> measured =
          race_hulls(running, judged, race.query, {.repetitions = repetitions, .longest_pass = longest_pass});
      for (const RaceResult& m : measured) {
        results.add(n, m);
        if (is_row(m) && 1e-9 * m.ns() > kLongestQuery) too_slow.insert(m.name);
      }
      add_records(race, n, measured, report);
    }
    report_race(race, results, report);
  }
  report.note(
      "\nRows return evidence; the public queries also prove it and write the certificate. In brackets: queries "
      "without a "
      "verdict.\nThe plan: at n = 500 the best closest-feature method, warm, beats every peer's distance, right or "
      "not.");
}

}  // namespace clearance::bench
