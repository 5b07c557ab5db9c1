// Question: how fast are boolean, distance and depth queries on one moving pair, beside the peers?
// Method:   W1 (w1.h) for hulls of 20 to 1000 points; see race.h for what is timed and judged. Then: does a separated
//           pair with a warm cache cost the same whatever the size of the hulls?
#include <bench/experiments.h>
#include <bench/peers/clearance.h>
#include <bench/race/hull_race.h>
#include <bench/race/timer.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

constexpr std::size_t kSizeCount = std::size(kSizes);

// One table: a query under a motion, and how many times faster than the fastest peer we are to be at each size.
struct Group {
  const char* title;
  Query query;
  Motion motion;
  bool cached;              // which of our two times is compared: with nothing coherent, nobody would keep a cache
  double bars[kSizeCount];  // 0: none
};

// The figures of the project's plan.
constexpr Group kGroups[] = {
    {"Do they intersect? 5 % of the radius and 10° a frame", Query::Boolean, Motion::TenDegrees, true, {2, 3, 5, 6}},
    {"Do they intersect? 5 % of the radius and 1° a frame", Query::Boolean, Motion::OneDegree, true, {}},
    {"Do they intersect? Random poses", Query::Boolean, Motion::RandomPoses, false, {1, 1, 1, 1}},
    {"How far apart, with closest points? Separated frames, 10°",
     Query::Distance,
     Motion::TenDegrees,
     true,
     {5, 8, 12, 0}},
    {"How deep? Colliding frames, 10°", Query::Depth, Motion::TenDegrees, true, {4, 5, 8, 0}},
};

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

const RaceResult* fastest_peer(const std::vector<RaceResult>& results, const Comparison& comparison) {
  return fastest(results, [&](const RaceResult& result) {
    return !result.is_ours() && !(comparison.right_only && !result.is_trustworthy()) &&
           !(comparison.without_lent && result.lent);
  });
}

void add_records(const Group& group, int n, std::span<const Judged> judged, const std::vector<RaceResult>& measurements,
                 Report& report) {
  for (const RaceResult& m : measurements) {
    Record record = {{"query", to_string(group.query)},
                     {"motion", to_string(group.motion)},
                     {"n", std::int64_t{n}},
                     {"colliding_share", colliding_share(judged)},
                     {"library", m.package},
                     {"method", m.name},
                     {"ns", m.ns()},
                     {"frames", m.frames}};
    for (std::size_t s = 0; s < std::size(kShapes); ++s) {
      record.emplace_back(std::string("ns_") + clearance::to_string(kShapes[s]), m.by_heat[s].ns());
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
void add_comparison(const Group& group, const std::vector<std::vector<RaceResult>>& by_size,
                    const Comparison& comparison, Table& table, Report& report) {
  std::vector<std::string> names = {comparison.who},
                           ratios = {group.cached ? "  times ours, cached" : "  times ours, no cache"},
                           bars = {"  to reach"};
  bool has_bar = false;
  for (std::size_t k = 0; k < by_size.size(); ++k) {
    const RaceResult* peer = fastest_peer(by_size[k], comparison);
    const RaceResult& ours = by_size[k][group.cached ? 0 : 1];  // in the order of our_methods
    const double ratio = peer == nullptr ? std::numeric_limits<double>::infinity() : peer->ns() / ours.ns();
    const double bar = group.bars[k];
    has_bar |= bar > 0;
    names.push_back(peer == nullptr ? "none" : peer->full_name());
    ratios.push_back(format("%.2f", ratio));
    const bool met = ratio >= bar && ours.is_trustworthy();
    bars.push_back(bar == 0 ? "" : format("%g %s", bar, met ? "met" : "MISSED"));
    report.add(Record{{"query", to_string(group.query)},
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

Table make_table(const Group& group, const std::vector<std::vector<RaceResult>>& by_size, Report& report) {
  Table table(std::string(group.title) + "  [ns per query (frames answered wrongly)]");
  std::vector<std::string> head = {""};
  for (const int n : kSizes) head.push_back("n = " + std::to_string(n));
  table.row(std::move(head));
  for (std::size_t m = 0; m < by_size[0].size(); ++m) {
    std::vector<std::string> cells = {by_size[0][m].full_name()};
    for (const auto& measurements : by_size) {
      const RaceResult& measurement = measurements[m];
      const std::string wrong =
          measurement.wrong() == 0 ? "" : format(" (%lld)", static_cast<long long>(measurement.wrong()));
      cells.push_back(format("%.0f", measurement.ns()) + wrong);
    }
    const bool last_of_ours = by_size[0][m].is_ours() && m + 1 < by_size[0].size() && !by_size[0][m + 1].is_ours();
    table.row(std::move(cells));
    if (last_of_ours) table.rule();
  }
  table.rule();
  const bool any_lent = std::any_of(by_size[0].begin(), by_size[0].end(), [](const RaceResult& m) { return m.lent; });
  for (const Comparison& comparison : kComparisons) {
    if (any_lent || !comparison.without_lent) add_comparison(group, by_size, comparison, table, report);
  }
  return table;
}

// The separated frames of W1. "Same pose": each frame has its own cache, which has just answered that frame, so that
// the cached direction always holds. "In sequence": one cache goes through the separated frames at 1°.
struct SeparatedFrames {
  W1Scene scene;
  std::vector<std::size_t> frames;
};

SeparatedFrames separated_frames(TestShape shape, int n, int count) {
  SeparatedFrames out{w1_scene(shape, n, Motion::OneDegree, count), {}};
  for (std::size_t i = 0; i < out.scene.pose_a.size(); ++i) {
    if (!intersects(out.scene.a, out.scene.pose_a[i], out.scene.b, out.scene.pose_b[i])) out.frames.push_back(i);
  }
  return out;
}

// Runs through the frames; caches[i * stride] serves the i-th of them.
double pass(const SeparatedFrames& separated, std::vector<ConvexCache>& caches, std::size_t stride) {
  const W1Scene& scene = separated.scene;
  const Timer timer;
  for (std::size_t i = 0; i < separated.frames.size(); ++i) {
    const std::size_t frame = separated.frames[i];
    keep(intersects(scene.a, scene.pose_a[frame], scene.b, scene.pose_b[frame], caches[i * stride]));
  }
  return timer.seconds();
}

// Nanoseconds per query over all three shapes.
double time_of(int n, int frames, int repetitions, bool same_pose) {
  double seconds = 0;
  std::size_t count = 0;
  for (const TestShape shape : kShapes) {
    const SeparatedFrames separated = separated_frames(shape, n, frames);
    std::vector<ConvexCache> caches(same_pose ? separated.frames.size() : 1);
    double best = std::numeric_limits<double>::infinity();
    pass(separated, caches, same_pose ? 1 : 0);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      best = std::min(best, pass(separated, caches, same_pose ? 1 : 0));
    }
    seconds += best;
    count += separated.frames.size();
  }
  return 1e9 * seconds / static_cast<double>(count);
}

void report_warm(int frames, int repetitions, Report& report) {
  constexpr double kBar = 2;
  Table table("Separated with a warm cache  [ns per query]");
  std::vector<std::string> head = {""};
  for (const int n : kSizes) head.push_back("n = " + std::to_string(n));
  head.emplace_back("1000 : 20");
  head.emplace_back("to reach");
  table.row(std::move(head));
  for (const bool same_pose : {true, false}) {
    const char* name = same_pose ? "same pose" : "in sequence, 1° a frame";
    std::vector<std::string> cells = {std::string("Clearance, ") + name};
    std::vector<double> times;
    for (const int n : kSizes) {
      report.progress(format("convex: warm cache, %s, n = %d", name, n));
      times.push_back(time_of(n, frames, repetitions, same_pose));
      cells.push_back(format("%.1f", times.back()));
      report.add(Record{{"query", "warm"}, {"method", name}, {"n", std::int64_t{n}}, {"ns", times.back()}});
    }
    const double ratio = times.back() / times.front();
    cells.push_back(format("%.2f", ratio));
    cells.push_back(same_pose ? format("≤ %g %s", kBar, ratio <= kBar ? "met" : "MISSED") : "");
    report.add(
        Record{{"query", "warm"}, {"method", name}, {"ratio", ratio}, {"to_reach", kBar}, {"met", ratio <= kBar}});
    table.row(std::move(cells));
  }
  report.add(std::move(table));
}

}  // namespace

void run_convex(const Options& options, Report& report) {
  const int frames = options.quick ? 500 : 10'000;
  const int repetitions = options.quick ? 2 : 5;
  const std::vector<Method> methods = joined({our_methods(), peer_methods()});
  for (const Group& group : kGroups) {
    std::vector<std::vector<RaceResult>> by_size;
    for (const int n : kSizes) {
      report.progress(format("convex: %s, %s, n = %d", to_string(group.query), to_string(group.motion), n));
      const std::vector<Judged> judged = judge_w1(n, group.motion, frames, group.query);
      by_size.push_back(race_hulls(methods, judged, group.query, {.repetitions = repetitions, .longest_pass = 0.5}));
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
