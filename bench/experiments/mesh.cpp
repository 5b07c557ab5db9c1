// Question: how fast are two bodies of triangles asked about, beside FCL, Bullet, ODE and CGAL, and who is right?
// Method:   W2 (w2.h): 1000 poses near contact, half of them colliding; boolean on all, distance on the separated ones,
//           both again, warm, along sequences that turn by 1° a frame; build time and memory of each library.
#include <bench/experiments.h>
#include <bench/race/fit.h>
#include <bench/race/mesh_race.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace clearance::bench {
namespace {

// The project's plan.
constexpr double kBooleanBar = 5, kDistanceBar = 10, kWarmBar = 3, kBuildBar = 0.25, kBytesBar = 64, kExponentBar = 0.2;

enum Part : std::uint8_t { kBoolean, kDistance, kSequenceBoolean, kSequenceDistance, kWarmBoolean, kWarmDistance };
constexpr const char* kPartNames[] = {"boolean",       "distance",      "boolean, sequence", "distance, sequence",
                                      "boolean, warm", "distance, warm"};
constexpr std::size_t kParts = std::size(kPartNames);

struct SizeResult {
  int triangles;
  std::vector<double> build_seconds, bytes;  // by racer, ours first
  std::vector<RaceResult> costs[kParts];
  double colliding = 0;  // share of the poses

  std::size_t count() const { return costs[kBoolean].size(); }
  std::string name(std::size_t racer) const { return costs[kBoolean][racer].full_name(); }
};

struct PairResult {
  const W2Pair* pair;
  std::vector<SizeResult> sizes;
};

SizeResult run_size(const W2Pair& pair, int triangles, const MeshPoses& poses, const Options& options) {
  const TriangleSoup a = w2_body(pair.a, triangles), b = w2_body(pair.b, triangles);
  const std::vector<Racer> racers =
      build_racers(all_mesh_libraries(), a, b, options.quick || triangles > 50'000 ? 1 : 3);
  SizeResult out{triangles, {}, {}, {}};
  for (const Racer& racer : racers) {
    out.build_seconds.push_back(racer.build_seconds);
    out.bytes.push_back(racer.bytes_per_triangle);
  }
  const MeshPair& judge = *racers[0].pair;
  const RaceOptions patience{.repetitions = options.quick ? 1 : 5, .longest_pass = options.quick ? 0.02 : 0.15};
  const auto race = [&](Query query, const MeshPoses& frames, Part cold, std::optional<Part> warm) {
    const std::vector<Truth> truth = mesh_truth(judge, frames, query);
    out.costs[cold] = race_meshes(racers, {query, false, &frames, truth}, patience);
    if (warm) out.costs[*warm] = race_meshes(racers, {query, true, &frames, truth}, patience);
  };
  const std::vector<Truth> status = mesh_truth(judge, poses, Query::Boolean);
  out.colliding = static_cast<double>(
                      std::count_if(status.begin(), status.end(), [](const Truth& truth) { return truth.colliding; })) /
                  static_cast<double>(std::max<std::size_t>(1, status.size()));
  race(Query::Boolean, poses, kBoolean, {});
  race(Query::Distance, separated_of(poses, status), kDistance, {});
  const MeshPoses sequence = w2_sequence(poses, static_cast<int>(poses.size()));
  race(Query::Boolean, sequence, kSequenceBoolean, kWarmBoolean);
  const MeshPoses apart = separated_of(sequence, mesh_truth(judge, sequence, Query::Boolean));
  race(Query::Distance, apart, kSequenceDistance, kWarmDistance);
  return out;
}

void add_records(const PairResult& result, Report& report) {
  for (const SizeResult& size : result.sizes) {
    for (std::size_t m = 0; m < size.count(); ++m) {
      Record record = {{"pair", result.pair->name},
                       {"triangles", std::int64_t{size.triangles}},
                       {"library", size.name(m)},
                       {"colliding", size.colliding},
                       {"build_ms", 1e3 * size.build_seconds[m]},
                       {"bytes_per_triangle", size.bytes[m]}};
      for (std::size_t part = 0; part < kParts; ++part) {
        const RaceResult& cost = size.costs[part][m];
        if (!cost.answered()) continue;
        const std::string name = kPartNames[part];
        record.emplace_back(name + " us", 1e6 * cost.seconds);
        record.emplace_back(name + " frames", cost.frames);
        record.emplace_back(name + " false_hits", cost.false_hits);
        record.emplace_back(name + " misses", cost.misses);
        record.emplace_back(name + " off", cost.off);
        record.emplace_back(name + " worst_error", cost.worst_error);
      }
      report.add(std::move(record));
    }
  }
}

std::vector<PlotPoint> curve(const PairResult& result, Part part, std::size_t m) {
  std::vector<PlotPoint> out;
  for (const SizeResult& size : result.sizes)
    if (size.costs[part][m].answered())
      out.push_back({static_cast<double>(size.triangles), 1e6 * size.costs[part][m].seconds});
  return out;
}

std::string cost_cell(const RaceResult& cost) {
  if (!cost.answered()) return "";
  std::string out = format("%.3g", 1e6 * cost.seconds);
  if (cost.wrong() > 0)
    out += format(" (%lld of %lld wrong)", static_cast<long long>(cost.wrong()), static_cast<long long>(cost.frames));
  return out;
}

// The fastest peer that is right in 99 of 100 frames; or null.
const RaceResult* fastest_peer(const SizeResult& size, Part part) {
  return fastest(size.costs[part], [](const RaceResult& r) { return !r.is_ours() && r.is_trustworthy(); });
}

// A row of ratios with its bar; `ratio` is of a size.
template <class Ratio>
void add_bar(const PairResult& result, const char* what, double bar, bool at_least, Ratio ratio, Table& table,
             Report& report) {
  std::vector<std::string> cells = {what};
  for (const SizeResult& size : result.sizes) {
    const auto [value, peer] = ratio(size);
    const bool is_met = at_least ? value >= bar : value <= bar;
    cells.push_back(format("%.3g%s%s, %s", value, peer.empty() ? "" : " of ", peer.c_str(), met(is_met)));
    report.add(Record{{"pair", result.pair->name},
                      {"triangles", std::int64_t{size.triangles}},
                      {"compared", what},
                      {"with", peer},
                      {"ratio", value},
                      {"to_reach", bar},
                      {"met", is_met}});
  }
  cells.push_back(format("%s %g", at_least ? "at least" : "at most", bar));
  table.row(std::move(cells));
}

std::vector<std::string> head_of(const PairResult& result, const char* last) {
  std::vector<std::string> head = {""};
  for (const SizeResult& size : result.sizes)
    head.push_back(format("%d triangles (%.0f %%)", size.triangles, 100 * size.colliding));
  head.emplace_back(last);
  return head;
}

Table times_table(const PairResult& result) {
  Table table(format("W2, %s  [µs per query; in brackets the share of colliding poses]", result.pair->name));
  table.row(head_of(result, "~ n^p"));
  for (std::size_t part = 0; part < kParts; ++part) {
    table.rule();
    for (std::size_t m = 0; m < result.sizes[0].count(); ++m) {
      const auto points = curve(result, static_cast<Part>(part), m);
      if (points.empty()) continue;
      std::vector<std::string> cells = {std::string(kPartNames[part]) + ": " + result.sizes[0].name(m)};
      for (const SizeResult& size : result.sizes) cells.push_back(cost_cell(size.costs[part][m]));
      cells.push_back(points.size() > 1 ? format("%.2f", fit_power(points).exponent) : "");
      table.row(std::move(cells));
    }
  }
  return table;
}

Table builds_table(const PairResult& result) {
  Table table(format("W2, %s: building a body  [ms; bytes per triangle, vertices included]", result.pair->name));
  table.row(head_of(result, ""));
  for (std::size_t m = 0; m < result.sizes[0].count(); ++m) {
    std::vector<std::string> cells = {result.sizes[0].name(m)};
    for (const SizeResult& size : result.sizes)
      cells.push_back(format("%.3g", 1e3 * size.build_seconds[m]) +
                      (size.bytes[m] > 0 ? format("; %.1f", size.bytes[m]) : std::string()));
    table.row(std::move(cells));
  }
  return table;
}

Table bars_table(const PairResult& result, Report& report) {
  Table table(format("W2, %s: what is to be reached", result.pair->name));
  table.row(head_of(result, ""));
  struct Value {
    double value;
    std::string peer;
  };
  const auto against_peer = [](Part ours, Part theirs) {
    return [=](const SizeResult& size) -> Value {
      const RaceResult* const peer = fastest_peer(size, theirs);
      if (peer == nullptr) return {0, "nobody"};
      return {peer->seconds / size.costs[ours][0].seconds, peer->full_name()};
    };
  };
  const auto against_cold = [](Part warm, Part cold) {
    return [=](const SizeResult& size) -> Value {
      return {size.costs[cold][0].seconds / size.costs[warm][0].seconds, ""};
    };
  };
  add_bar(result, "boolean, fastest peer by ours", kBooleanBar, true, against_peer(kBoolean, kBoolean), table, report);
  add_bar(result, "distance, fastest peer by ours", kDistanceBar, true, against_peer(kDistance, kDistance), table,
          report);
  add_bar(result, "boolean, cold by warm", kWarmBar, true, against_cold(kWarmBoolean, kSequenceBoolean), table, report);
  add_bar(result, "distance, cold by warm", kWarmBar, true, against_cold(kWarmDistance, kSequenceDistance), table,
          report);
  add_bar(result, "boolean, fastest peer by ours warm", kBooleanBar * kWarmBar, true,
          against_peer(kWarmBoolean, kSequenceBoolean), table, report);
  add_bar(result, "distance, fastest peer by ours warm", kDistanceBar * kWarmBar, true,
          against_peer(kWarmDistance, kSequenceDistance), table, report);
  // Ours answers both questions from one tree; so does not every model of FCL's.
  for (const bool both : {true, false}) {
    const auto build = [=](const SizeResult& size) -> Value {
      std::size_t best = 0;
      for (std::size_t m = 0; m < size.count(); ++m) {
        if (!size.name(m).starts_with("FCL")) continue;
        if (both && !(size.costs[kBoolean][m].answered() && size.costs[kDistance][m].answered())) continue;
        if (best == 0 || size.build_seconds[m] < size.build_seconds[best]) best = m;
      }
      return {size.build_seconds[0] / size.build_seconds[best], size.name(best)};
    };
    add_bar(result, both ? "build, ours by FCL's that answers both" : "build, ours by FCL's fastest", kBuildBar, false,
            build, table, report);
  }
  add_bar(
      result, "bytes per triangle", kBytesBar, false,
      [](const SizeResult& size) -> Value { return {size.bytes[0], ""}; }, table, report);
  if (result.sizes.size() > 1) {
    const double exponent = fit_power(curve(result, kBoolean, 0)).exponent;
    table.row({"boolean ~ n^p", format("p = %.2f, %s", exponent, met(exponent <= kExponentBar)),
               format("at most %g", kExponentBar)});
    report.add(Record{{"pair", result.pair->name}, {"exponent", exponent}, {"to_reach", kExponentBar}});
  }
  return table;
}

Plot make_plot(const PairResult& result) {
  Plot plot(format("W2, %s", result.pair->name));
  plot.x("triangles of each body", Scale::Log).y("µs per query", Scale::Log);
  for (const Part part : {kBoolean, kDistance, kWarmBoolean, kWarmDistance}) {
    for (std::size_t m = 0; m < result.sizes[0].count(); ++m) {
      const bool shown =
          m == 0 || (!result.sizes[0].costs[kBoolean][m].is_ours() && (part == kBoolean || part == kDistance));
      if (const auto points = curve(result, part, m); shown && !points.empty())
        plot.series(std::string(kPartNames[part]) + ": " + result.sizes[0].name(m), points);
    }
  }
  return plot.note("1000 poses near contact; distances on the separated ones; warm: 1° a frame.");
}

}  // namespace

void run_mesh(const Options& options, Report& report) {
  const std::span<const W2Pair> pairs = options.quick ? std::span(kW2Pairs).first(1) : std::span(kW2Pairs);
  for (const W2Pair& pair : pairs) {
    report.progress(format("mesh: %s, poses", pair.name));
    const MeshPoses poses = w2_poses(pair, options.quick ? 40 : 1000);
    PairResult result{&pair, {}};
    for (const int triangles : kW2Sizes) {
      if (options.quick && triangles > 2000) break;
      report.progress(format("mesh: %s, %d triangles", pair.name, triangles));
      result.sizes.push_back(run_size(pair, triangles, poses, options));
    }
    add_records(result, report);
    report.add(times_table(result));
    report.add(builds_table(result));
    report.add(bars_table(result, report));
    report.add("mesh-" + file_name(pair), make_plot(result));
  }
  for (const MeshLibrary& library : all_mesh_libraries())
    report.note(library.package + ", " + library.name + " returns " + library.returns + ".");
}

}  // namespace clearance::bench
