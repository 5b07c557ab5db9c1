// Question: how fast are boolean, distance and depth queries on one moving pair, beside the peers?
// Method:   W1 (w1.h) for hulls of 20 to 1000 points; see measure.h for what is timed and judged.
#include <bench/experiments.h>
#include <bench/race/measure.h>
#include <bench/warm.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

constexpr std::size_t kSizeCount = std::size(kSizes);

// One table: a query under a motion, and how many times faster than the fastest peer we are to be at each size.
struct Group {
  const char* title;
  const char* query_name;
  Query query;
  Motion motion;
  bool cached;              // which of our two times is compared: with nothing coherent, nobody would keep a cache
  double bars[kSizeCount];  // 0: none
};

// The figures of the project's plan.
constexpr Group kGroups[] = {
    {"Do they intersect? 5 % of the radius and 10° a frame",
     "boolean",
     Query::Boolean,
     Motion::TenDegrees,
     true,
     {2, 3, 5, 6}},
    {"Do they intersect? 5 % of the radius and 1° a frame", "boolean", Query::Boolean, Motion::OneDegree, true, {}},
    {"Do they intersect? Random poses", "boolean", Query::Boolean, Motion::RandomPoses, false, {1, 1, 1, 1}},
    {"How far apart, with closest points? Separated frames, 10°",
     "distance",
     Query::Distance,
     Motion::TenDegrees,
     true,
     {5, 8, 12, 0}},
    {"How deep? Colliding frames, 10°", "depth", Query::Depth, Motion::TenDegrees, true, {4, 5, 8, 0}},
};

bool is_ours(const Measurement& measurement) { return measurement.package == "Clearance"; }

double colliding_share(std::span<const Judged> judged) {
  std::size_t colliding = 0, all = 0;
  for (const Judged& frames : judged) {
    all += frames.truth.size();
    colliding += static_cast<std::size_t>(
        std::count_if(frames.truth.begin(), frames.truth.end(), [](const Truth& truth) { return truth.colliding; }));
  }
  return all == 0 ? 0 : static_cast<double>(colliding) / static_cast<double>(all);
}

// Which peers a comparison admits.
struct Comparison {
  const char* who;
  bool right_only, without_lent;
};

constexpr Comparison kComparisons[] = {
    {"fastest right peer", true, false},
    {"the same, plain callbacks", true, true},
    {"fastest, right or not", false, false},
};

const Measurement* fastest_peer(const std::vector<Measurement>& measurements, const Comparison& comparison) {
  const Measurement* best = nullptr;
  for (const Measurement& measurement : measurements) {
    if (is_ours(measurement) || (comparison.right_only && !measurement.is_trustworthy()) ||
        (comparison.without_lent && measurement.lent)) {
      continue;
    }
    if (best == nullptr || measurement.total.ns() < best->total.ns()) best = &measurement;
  }
  return best;
}

std::string full_name(const Measurement& measurement) { return measurement.package + ", " + measurement.name; }

void add_records(const Group& group, int n, std::span<const Judged> judged,
                 const std::vector<Measurement>& measurements, Report& report) {
  for (const Measurement& m : measurements) {
    Record record = {{"query", group.query_name}, {"motion", to_string(group.motion)},
                     {"n", std::int64_t{n}},      {"colliding_share", colliding_share(judged)},
                     {"library", m.package},      {"method", m.name},
                     {"ns", m.total.ns()},        {"frames", m.total.frames}};
    for (std::size_t s = 0; s < std::size(kShapes); ++s) {
      record.emplace_back(std::string("ns_") + clearance::to_string(kShapes[s]), m.by_shape[s].ns());
      record.emplace_back(std::string("colliding_share_") + clearance::to_string(kShapes[s]),
                          colliding_share(judged.subspan(s, 1)));
    }
    const Record judgement = {{"false_hits", m.false_hits},
                              {"misses", m.misses},
                              {"failures", m.failures},
                              {"off_by_a_thousandth", m.off},
                              {"worst_error", m.worst_error}};
    record.insert(record.end(), judgement.begin(), judgement.end());
    report.add(std::move(record));
  }
}

// Two or three rows: the peer, how many times our time it takes, and whether that is what is to be reached.
void add_comparison(const Group& group, const std::vector<std::vector<Measurement>>& by_size,
                    const Comparison& comparison, Table& table, Report& report) {
  std::vector<std::string> names = {comparison.who},
                           ratios = {group.cached ? "  times ours, cached" : "  times ours, no cache"},
                           bars = {"  to reach"};
  bool has_bar = false;
  for (std::size_t k = 0; k < by_size.size(); ++k) {
    const Measurement* peer = fastest_peer(by_size[k], comparison);
    const Measurement& ours = by_size[k][group.cached ? 0 : 1];  // in the order of our_methods
    const double ratio = peer == nullptr ? std::numeric_limits<double>::infinity() : peer->total.ns() / ours.total.ns();
    const double bar = group.bars[k];
    has_bar |= bar > 0;
    names.push_back(peer == nullptr ? "none" : full_name(*peer));
    ratios.push_back(format("%.2f", ratio));
    const bool met = ratio >= bar && ours.is_trustworthy();
    bars.push_back(bar == 0 ? "" : format("%g %s", bar, met ? "met" : "MISSED"));
    report.add(Record{{"query", group.query_name},
                      {"motion", to_string(group.motion)},
                      {"n", std::int64_t{kSizes[k]}},
                      {"compared_with", comparison.who},
                      {"peer", names.back()},
                      {"ours", ours.name},
                      {"ratio", ratio},
                      {"to_reach", bar},
                      {"met", met}});
  }
  table.row(std::move(names));
  table.row(std::move(ratios));
  if (has_bar && comparison.right_only) table.row(std::move(bars));
}

Table make_table(const Group& group, const std::vector<std::vector<Measurement>>& by_size, Report& report) {
  Table table(std::string(group.title) + "  [ns per query (frames answered wrongly)]");
  std::vector<std::string> head = {""};
  for (const int n : kSizes) head.push_back("n = " + std::to_string(n));
  table.row(std::move(head));
  for (std::size_t m = 0; m < by_size[0].size(); ++m) {
    std::vector<std::string> cells = {full_name(by_size[0][m])};
    for (const auto& measurements : by_size) {
      const Measurement& measurement = measurements[m];
      const std::string wrong =
          measurement.wrong() == 0 ? "" : format(" (%lld)", static_cast<long long>(measurement.wrong()));
      cells.push_back(format("%.0f", measurement.total.ns()) + wrong);
    }
    const bool last_of_ours = is_ours(by_size[0][m]) && m + 1 < by_size[0].size() && !is_ours(by_size[0][m + 1]);
    table.row(std::move(cells));
    if (last_of_ours) table.rule();
  }
  table.rule();
  const bool any_lent = std::any_of(by_size[0].begin(), by_size[0].end(), [](const Measurement& m) { return m.lent; });
  for (const Comparison& comparison : kComparisons) {
    if (any_lent || !comparison.without_lent) add_comparison(group, by_size, comparison, table, report);
  }
  return table;
}

}  // namespace

void run_convex(const Options& options, Report& report) {
  const int frames = options.quick ? 500 : 10'000;
  const int repetitions = options.quick ? 2 : 5;
  std::vector<Method> methods = our_methods();
  const std::vector<Method> peers = peer_methods();
  methods.insert(methods.end(), peers.begin(), peers.end());
  for (const Group& group : kGroups) {
    std::vector<std::vector<Measurement>> by_size;
    for (const int n : kSizes) {
      report.progress(format("convex: %s, %s, n = %d", group.query_name, to_string(group.motion), n));
      std::vector<W1Scene> scenes;
      for (const TestShape shape : kShapes) scenes.push_back(w1_scene(shape, n, group.motion, frames));
      std::vector<Judged> judged;
      for (const W1Scene& scene : scenes) judged.push_back(judge_frames(scene, group.query));
      by_size.push_back(measure(methods, judged, group.query, repetitions));
      add_records(group, n, judged, by_size.back(), report);
    }
    report.add(make_table(group, by_size, report));
  }
  report_warm(frames, repetitions, report);
  report.note(
      "\nA peer is right when at most 1 in 100 of its answers is wrong: the status, or a value off by over a "
      "thousandth."
      "\nPlain callbacks: without the SIMD support search that this benchmark lends to libccd.");
}

}  // namespace clearance::bench
