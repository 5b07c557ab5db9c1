// Question: how long do many moving boxes take per frame, update and all pairs, beside the peers?
// Method:   W3 (w3.h): 1000 to 100 000 boxes in four worlds; every row of the table of broad phases and every broad
//           phase of FCL, Bullet, ODE and Embree gets the same recorded boxes; race.h says what is timed.
#include <bench/experiments.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/embree.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/race.h>
#include <bench/workloads/w3.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

struct Size {
  int boxes, frames;
};
constexpr Size kFull[] = {{1000, 100}, {10'000, 30}, {100'000, 8}}, kQuick[] = {{1000, 6}, {2000, 4}};

// The project's plan: four times as fast as the best peer, and never slower.
double bar(W3World world) { return world == W3World::Clustered ? 1 : 4; }

// One world at all sizes.
struct WorldResults {
  W3World world;
  std::vector<Size> sizes;
  std::vector<Overlaps> overlaps;
  std::vector<std::vector<RaceResult>> by_size;
};

const RaceResult* fastest_peer(const std::vector<RaceResult>& results, bool right_only) {
  return fastest(results, [=](const RaceResult& r) { return !r.is_ours() && (r.is_right() || !right_only); });
}

WorldResults run_world(W3World world, std::span<const Size> sizes, const RaceOptions& patience, Report& report) {
  const std::vector<BroadContestant> contestants = joined(
      {our_broad_phases(), fcl_broad_phases(), bullet_broad_phases(), ode_broad_phases(), embree_broad_phases()});
  WorldResults out{world, {sizes.begin(), sizes.end()}, {}, {}};
  for (const Size& size : sizes) {
    report.progress(format("broad: %s, %d boxes", to_string(world), size.boxes));
    const BoxFrames frames = w3_frames(world, size.boxes, size.frames);
    const std::vector<std::vector<PairKey>> truth = w3_truth(frames);
    out.overlaps.push_back(overlaps_per_box(truth, static_cast<std::size_t>(size.boxes)));
    // Only tenfold steps say anything about the next.
    const bool tenfold = !out.by_size.empty() && size.boxes == 10 * out.sizes[out.by_size.size() - 1].boxes;
    const std::span<const RaceResult> smaller =
        tenfold ? std::span<const RaceResult>(out.by_size.back()) : std::span<const RaceResult>();
    out.by_size.push_back(race(contestants, frames, FrameJudge{truth}, patience, smaller));
  }
  return out;
}

void add_records(const WorldResults& results, Report& report) {
  for (std::size_t k = 0; k < results.sizes.size(); ++k) {
    for (const RaceResult& r : results.by_size[k]) {
      report.add(Record{{"world", to_string(results.world)},
                        {"boxes", std::int64_t{results.sizes[k].boxes}},
                        {"overlaps_least", results.overlaps[k].least},
                        {"overlaps_most", results.overlaps[k].most},
                        {"library", r.package},
                        {"method", r.name},
                        {"ms", 1e3 * r.seconds},
                        {"frames", r.frames},
                        {"lost", r.misses},
                        {"extra", r.false_hits},
                        {"bytes_per_box", static_cast<double>(r.bytes) / results.sizes[k].boxes},
                        {"skipped", r.skipped}});
    }
  }
}

std::string time_cell(const RaceResult& result) {
  if (!result.answered()) return result.skipped;
  std::string wrong;
  if (result.misses > 0) wrong += format(" (%lld lost)", static_cast<long long>(result.misses));
  if (result.false_hits > 0) wrong += format(" (%lld extra)", static_cast<long long>(result.false_hits));
  return format("%.3g", 1e3 * result.seconds) + wrong;
}

// The peer, how many times the time of `automatic` it takes, and whether that is what is to be reached.
void add_comparison(const WorldResults& results, bool right_only, Table& table, Report& report) {
  std::vector<std::string> names = {right_only ? "fastest right peer" : "fastest, right or not"},
                           ratios = {"  times automatic"}, bars = {"  to reach"};
  for (std::size_t k = 0; k < results.sizes.size(); ++k) {
    const RaceResult* peer = fastest_peer(results.by_size[k], right_only);
    const RaceResult& ours = results.by_size[k][0];  // the first row of the table of broad phases
    const bool comparable = peer != nullptr && ours.answered();
    const double ratio = comparable ? peer->seconds / ours.seconds : 0;
    const bool met = comparable && ours.is_right() && ratio >= bar(results.world);
    names.push_back(peer == nullptr ? "none" : peer->full_name());
    ratios.push_back(comparable ? format("%.2f", ratio) : "");
    bars.push_back(format("%g %s", bar(results.world), met ? "met" : "MISSED"));
    report.add(Record{{"world", to_string(results.world)},
                      {"boxes", std::int64_t{results.sizes[k].boxes}},
                      {"compared_with", names[0]},
                      {"peer", names.back()},
                      {"ratio", ratio},
                      {"to_reach", bar(results.world)},
                      {"met", met}});
  }
  table.row(std::move(names));
  table.row(std::move(ratios));
  if (right_only) table.row(std::move(bars));
}

Table make_table(const WorldResults& results, Report& report) {
  Table table(format("W3, %s: update and all pairs  [ms per frame (pairs lost or extra over all frames)]",
                     to_string(results.world)));
  std::vector<std::string> head = {""}, overlaps = {"others that a box overlaps"};
  for (std::size_t k = 0; k < results.sizes.size(); ++k) {
    head.push_back(format("%d boxes", results.sizes[k].boxes));
    overlaps.push_back(format("%.2f to %.2f", results.overlaps[k].least, results.overlaps[k].most));
  }
  table.row(std::move(head));
  table.row(std::move(overlaps));
  table.rule();
  for (std::size_t m = 0; m < results.by_size[0].size(); ++m) {
    std::vector<std::string> cells = {results.by_size[0][m].full_name()};
    for (const auto& of_size : results.by_size) cells.push_back(time_cell(of_size[m]));
    const bool first_peer = m > 0 && results.by_size[0][m - 1].is_ours() && !results.by_size[0][m].is_ours();
    if (first_peer) table.rule();
    table.row(std::move(cells));
  }
  table.rule();
  add_comparison(results, true, table, report);
  add_comparison(results, false, table, report);
  return table;
}

// Each of ours; of each peer the fastest right one at the size.
Plot make_plot(const WorldResults& results) {
  Plot plot(format("W3, %s: update and all pairs", to_string(results.world)));
  plot.x("boxes", Scale::Log).y("ms per frame", Scale::Log);
  const auto point = [&](std::size_t k, double seconds) {
    return PlotPoint{static_cast<double>(results.sizes[k].boxes), 1e3 * seconds};
  };
  std::vector<std::string> peers;
  for (std::size_t m = 0; m < results.by_size[0].size(); ++m) {
    const RaceResult& first = results.by_size[0][m];
    if (!first.is_ours()) {
      if (std::find(peers.begin(), peers.end(), first.package) == peers.end()) peers.push_back(first.package);
      continue;
    }
    std::vector<PlotPoint> points;
    for (std::size_t k = 0; k < results.sizes.size(); ++k) {
      const RaceResult& result = results.by_size[k][m];
      if (result.answered()) points.push_back(point(k, result.seconds));
    }
    plot.series(first.name, std::move(points));
  }
  for (const std::string& package : peers) {
    std::vector<PlotPoint> points;
    for (std::size_t k = 0; k < results.sizes.size(); ++k) {
      const auto* best =
          fastest(results.by_size[k], [&](const RaceResult& r) { return r.package == package && r.is_right(); });
      if (best != nullptr) points.push_back(point(k, best->seconds));
    }
    plot.series(package, std::move(points));
  }
  return plot.note("Of each peer the fastest of its broad phases that loses and invents no pair.");
}

// How much our methods keep, at the largest size that each was run with.
void add_memory(const std::vector<WorldResults>& worlds, Report& report) {
  Table table("What our broad phases keep  [bytes per box, boxes themselves included, at the largest size]");
  std::vector<std::string> head = {""};
  for (const WorldResults& results : worlds) head.emplace_back(to_string(results.world));
  table.row(std::move(head));
  for (std::size_t m = 0; m < worlds[0].by_size[0].size() && worlds[0].by_size[0][m].is_ours(); ++m) {
    std::vector<std::string> cells = {worlds[0].by_size[0][m].name};
    for (const WorldResults& results : worlds) {
      std::string cell = "";
      for (std::size_t k = 0; k < results.sizes.size(); ++k)
        if (const RaceResult& r = results.by_size[k][m]; r.answered())
          cell = format("%.0f", static_cast<double>(r.bytes) / results.sizes[k].boxes);
      cells.push_back(std::move(cell));
    }
    table.row(std::move(cells));
  }
  report.add(std::move(table));
}

}  // namespace

void run_broad(const Options& options, Report& report) {
  const RaceOptions patience{.repetitions = options.quick ? 2 : 5, .longest_pass = options.quick ? 0.05 : 0.3};
  const std::span<const Size> sizes = options.quick ? std::span<const Size>(kQuick) : std::span<const Size>(kFull);
  std::vector<WorldResults> worlds;
  for (const W3World world : kW3Worlds) {
    worlds.push_back(run_world(world, sizes, patience, report));
    add_records(worlds.back(), report);
    report.add(make_table(worlds.back(), report));
    report.add(std::string("broad-") + to_string(world), make_plot(worlds.back()));
  }
  add_memory(worlds, report);
  report.note(
      "\nRight: no pair lost, none too many. Everybody gets the same boxes in doubles; Embree, which has floats, gets "
      "them rounded outward, and its pairs are compared again.");
}

}  // namespace clearance::bench
