// Question: how much quicker is a frame of a large world with more threads, and what keeps it from being quicker still?
// Method:   crowd.h, with one thread and more, stage by stage: what does not shrink is what the threads do not share.
#include <bench/experiments.h>
#include <bench/workloads/crowd.h>

#include <algorithm>
#include <thread>

namespace clearance::bench {
namespace {

constexpr double kTwoBar = 1.8, kSixteenBar = 10;  // the project's plan, from 10⁴ bodies on

struct Column {
  const char* name;
  double (*seconds)(const CrowdTimes& times);
};
constexpr Column kColumns[] = {
    {"moves one by one", [](const CrowdTimes& t) { return t.one_by_one; }},
    {"move", [](const CrowdTimes& t) { return t.move; }},
    {"collide", [](const CrowdTimes& t) { return t.collide; }},
    {"boxes", [](const CrowdTimes& t) { return t.stages.seconds_boxes; }},
    {"search", [](const CrowdTimes& t) { return t.stages.seconds_broad - t.stages.seconds_sorting; }},
    {"sorting", [](const CrowdTimes& t) { return t.stages.seconds_sorting; }},
    {"pairs", [](const CrowdTimes& t) { return t.stages.seconds_pairs; }},
    {"answers",
     [](const CrowdTimes& t) { return t.stages.seconds_narrow - t.stages.seconds_pairs - t.stages.seconds_joining; }},
    {"joining", [](const CrowdTimes& t) { return t.stages.seconds_joining; }},
};

std::string verdict(int bodies, int threads, double ratio) {
  if (bodies < 10'000) return threads > 1 ? format("to reach 1: %s", met(ratio >= 0.95)) : "";
  if (threads == 2) return format("to reach %g: %s", kTwoBar, met(ratio >= kTwoBar));
  if (threads == 16) return format("to reach %g: %s", kSixteenBar, met(ratio >= kSixteenBar));
  return "";
}

void report_size(int bodies, const std::vector<int>& threads, const Options& options, Report& report) {
  report.progress(format("crowd: %d bodies", bodies));
  CrowdOptions crowd{.bodies = bodies};
  crowd.rounds = options.quick ? 2 : std::clamp(2'000'000 / bodies, 8, 400);
  const std::vector<CrowdTimes> times = time_crowd(crowd, threads);
  Table table(format("%d hulls, all moving: %zu pairs of boxes, %zu contacts  [ms]", bodies, times[0].stages.box_pairs,
                     times[0].contacts));
  std::vector<std::string> head = {"threads"};
  for (const Column& column : kColumns) head.emplace_back(column.name);
  head.insert(head.end(), {"ratio", ""});
  table.row(std::move(head));
  for (const CrowdTimes& t : times) {
    std::vector<std::string> cells = {format("%d", t.threads)};
    Record record = {{"bodies", std::int64_t{bodies}}, {"threads", std::int64_t{t.threads}}};
    for (const Column& column : kColumns) {
      cells.push_back(format("%.3f", 1e3 * column.seconds(t)));
      record.emplace_back(column.name, 1e3 * column.seconds(t));
    }
    const double ratio = times[0].frame() / t.frame();
    cells.push_back(format("%.2f", ratio));
    cells.push_back(verdict(bodies, t.threads, ratio));
    record.emplace_back("ratio", ratio);
    table.row(std::move(cells));
    report.add(std::move(record));
  }
  report.add(std::move(table));
}

}  // namespace

void run_crowd(const Options& options, Report& report) {
  std::vector<int> threads;
  const int most = std::max(static_cast<int>(std::thread::hardware_concurrency()), 2);
  for (int count = 1; count <= most; count *= 2) threads.push_back(count);
  for (const int bodies : {500, 10'000, 100'000}) {
    if (options.quick && bodies > 500) break;
    report_size(bodies, threads, options, report);
  }
  report.note("Ratios are those of whole frames: one call of move, one of collide.");
}

}  // namespace clearance::bench
