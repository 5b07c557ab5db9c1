// Question: what do motions of hundreds of keyframes cost, and does that grow with the frames or with what happens?
// Method:   a train of gears (gears.h), all pairs: first_contact and separation_timeline over a full turn. Then two
//           bodies that stay far apart, with more and more keyframes.
#include <bench/experiments/motion_mesh.h>
#include <bench/race/fit.h>
#include <bench/race/timer.h>
#include <bench/workloads/gears.h>
#include <clearance/build/mesh.h>
#include <clearance/motion/query.h>

namespace clearance::bench {
namespace {

Shape solid(const TriangleSoup& soup) {
  return make_mesh(soup.vertices, soup.triangles, {.kind = MeshKind::Solid}).value();
}

template <class Ask>
double fastest_seconds(int passes, const Ask& ask) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < passes; ++pass) {
    const Timer timer;
    ask();
    best = std::min(best, timer.seconds());
  }
  return best;
}

void add_train(int gears, int keyframes, int triangles, const Options& options, Table& table, Report& report) {
  const GearTrain train = gear_train(gears, keyframes, triangles);
  const Shape body = solid(train.body);
  int pairs = 0, clear = 0, contact = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < train.motions.size(); ++i) {
    for (std::size_t k = i + 1; k < train.motions.size(); ++k) {
      ++pairs;
      FirstContact found;
      seconds += fastest_seconds(options.quick ? 1 : 2, [&] {
        found = first_contact(body, train.motions[i], body, train.motions[k], {0, 1}).value();
      });
      clear += found.is_clear() ? 1 : 0;
      contact += found.status == MotionStatus::Contact || found.status == MotionStatus::Already ? 1 : 0;
    }
  }
  const bool is_met = seconds <= MeshMotionBars::kEngine;
  table.row({format("%d gears of %zu triangles", gears, train.body.triangles.size()), std::to_string(keyframes),
             std::to_string(pairs), std::to_string(clear), std::to_string(contact), format("%.3f", seconds),
             keyframes == 720 ? met(is_met) : ""});
  report.add(Record{{"gears", std::int64_t{gears}},
                    {"triangles", static_cast<std::int64_t>(train.body.triangles.size())},
                    {"keyframes", std::int64_t{keyframes}},
                    {"pairs", std::int64_t{pairs}},
                    {"clear", std::int64_t{clear}},
                    {"contact", std::int64_t{contact}},
                    {"seconds", seconds},
                    {"met", is_met}});
}

}  // namespace

void run_motion_mesh_keyframes(const Options& options, Report& report) {
  Table table("All pairs of a train of gears over a full turn: first_contact  [seconds in all]");
  table.row({"", "keyframes", "pairs", "clear", "contact", "seconds", "at most 1"});
  const int triangles = options.quick ? 600 : 4000;
  for (const int keyframes : options.quick ? std::vector<int>{24, 72} : std::vector<int>{180, 720, 2880}) {
    report.progress(format("motion-mesh: %d keyframes", keyframes));
    add_train(4, keyframes, triangles, options, table, report);
  }
  report.add(std::move(table));

  Table far("Two gears that stay far apart  [µs per motion]");
  far.row({"keyframes", "first_contact", "~ n^p"});
  const Shape body = solid(gear_train(1, 1, triangles).body);
  std::vector<PlotPoint> points;
  for (const int keyframes : options.quick ? std::vector<int>{10, 100} : std::vector<int>{10, 100, 1000, 10'000}) {
    const Motion a = turning({0, 0, 0}, 0, 1, keyframes), b = turning({10, 0, 0}, 0, 2, keyframes);
    const double seconds =
        fastest_seconds(options.quick ? 2 : 20, [&] { keep(first_contact(body, a, body, b, {0, 1}).value().status); });
    points.push_back({static_cast<double>(keyframes), 1e6 * seconds});
    far.row({std::to_string(keyframes), format("%.2f", 1e6 * seconds),
             points.size() < 2 ? "" : format("%.2f", fit_power(points).exponent)});
    report.add(Record{{"far_apart_keyframes", std::int64_t{keyframes}}, {"us", 1e6 * seconds}});
  }
  report.add(std::move(far));
}

}  // namespace clearance::bench
