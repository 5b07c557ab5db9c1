// Question: how long does a frame of stacked boxes take, beside the collision stages of Bullet and ODE?
// Method:   box_columns.h, 500 boxes; frames forth and back, all taking turns, warm; the fastest pass counts, in
//           processor time. Moving the boxes, the broad phase and all contact points are timed.
#include <bench/experiments/contacts.h>
#include <bench/peers/columns.h>
#include <bench/race/allocations.h>
#include <bench/race/timer.h>

#include <limits>

namespace clearance::bench {
namespace {

struct Lane {
  std::string package, name;
  std::unique_ptr<ColumnsRunner> runner;
  double best = std::numeric_limits<double>::infinity();  // seconds a frame
  double slowest = 0;                                     // frame, of the fastest pass
  std::size_t pairs = 0, points = 0;                      // of the last frame
  std::int64_t allocations = 0;                           // of the last pass
};

void pass(Lane& lane, std::size_t frames, bool back) {
  double seconds = 0, slowest = 0;
  std::int64_t allocated = 0;
  for (std::size_t step = 0; step < frames; ++step) {
    lane.runner->prepare(back ? frames - 1 - step : step);
    ContactTally tally;
    const std::int64_t before = allocations();
    const Timer timer;
    lane.runner->run(tally);
    const double frame = timer.seconds();
    allocated += allocations() - before;
    seconds += frame;
    slowest = std::max(slowest, frame);
    lane.pairs = tally.pairs, lane.points = tally.points;
  }
  lane.allocations = allocated;
  seconds /= static_cast<double>(frames);
  if (seconds < lane.best) lane.best = seconds, lane.slowest = slowest;
}

void add_row(const BoxColumns& columns, const char* name, const Options& options, Table& table, Report& report) {
  report.progress(format("contacts: columns, %s", name));
  std::vector<Lane> lanes;
  for (const ColumnsContestant& contestant : joined({our_columns(), bullet_columns(), ode_columns()}))
    lanes.push_back({contestant.package, contestant.name, contestant.make(columns)});
  const int passes = options.quick ? 3 : 20;
  for (int turn = 0; turn < passes; ++turn)
    for (Lane& lane : lanes) pass(lane, columns.frames.size(), turn % 2 == 1);
  const Record scene = {{"scene", "columns"}, {"motion", name}};
  for (const Lane& lane : lanes) {
    report.add(joined({scene, Record{{"library", lane.package},
                                     {"method", lane.name},
                                     {"us", 1e6 * lane.best},
                                     {"us_worst", 1e6 * lane.slowest},
                                     {"pairs", static_cast<std::int64_t>(lane.pairs)},
                                     {"points", static_cast<std::int64_t>(lane.points)},
                                     {"allocations", lane.allocations}}}));
  }
  for (const Lane& lane : lanes) {
    Bars bars(joined({scene, Record{{"method", lane.name}}}));
    if (lane.package == "Clearance" && !options.quick) {
      bars.at_most("µs", 1e6 * lane.best, ContactBars::kColumnsMicroseconds, report);
      bars.at_most("allocations", static_cast<double>(lane.allocations), 0, report);
    }
    table.row({format("%s: %s, %s", name, lane.package.c_str(), lane.name.c_str()), format("%.0f", 1e6 * lane.best),
               format("%.0f", 1e6 * lane.slowest), std::to_string(lane.pairs), std::to_string(lane.points),
               lane.package == "Clearance" ? std::to_string(lane.allocations) : "", bars.text()});
  }
}

}  // namespace

void run_contact_columns(const Options& options, Report& report) {
  const int columns = options.quick ? 5 : 50, height = options.quick ? 4 : 10, frames = options.quick ? 4 : 60;
  Table table(format("%d boxes in columns on a floor, warm  [µs a frame]", columns * height));
  table.row({"", "µs", "worst frame", "pairs", "points", "allocations", "to reach"});
  for (const bool shaken : {true, false})
    add_row(box_columns(columns, height, frames, shaken), shaken ? "shaken" : "at rest", options, table, report);
  report.add(std::move(table));
}

}  // namespace clearance::bench
