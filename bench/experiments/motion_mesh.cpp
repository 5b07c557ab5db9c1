// Question: when do two moving bodies of triangles first meet: how fast is that found, beside one static distance and
//           beside FCL, who misses or invents hits how often, and how does it grow with the triangles?
// Method:   W6 (w6.h) at 2k, 20k and 200k triangles; each library judged by the motion that it answers for
//           (motion_judge.h). One thread; each motion counts by its fastest pass, in processor time. The distance is
//           that of the bodies where the motions near contact begin.
#include <bench/experiments/motion_mesh.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/race/fit.h>
#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <clearance/query/query.h>

#include <map>
#include <numeric>

namespace clearance::bench {
namespace {

template <class Ask>
Costs costs_of(std::size_t count, int passes, double longest, const Ask& ask) {
  Costs out;
  const Timer all;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < (pass == 0 ? count : out.ns.size()); ++i) {
      const Timer one;
      ask(i);
      const double ns = 1e9 * one.seconds();
      if (pass > 0) {
        out.ns[i] = std::min(out.ns[i], ns);
        continue;
      }
      out.ns.push_back(ns);
      if (i > 0 && all.seconds() > longest) break;
    }
  }
  return out;
}

// All that is measured of one library in one cell, over the pairs of bodies.
struct MeshMotionRow {
  Costs costs;
  std::vector<double> rival;  // our costs of the same motions
  MotionMistakes mistakes;

  double times_ours() const {
    const double ours = std::accumulate(rival.begin(), rival.end(), 0.0);
    return ours == 0 ? 0 : std::accumulate(costs.ns.begin(), costs.ns.end(), 0.0) / ours;
  }
};
void add(const MotionMistakes& more, MotionMistakes& to) {
  to.asked += more.asked, to.hits += more.hits, to.found += more.found, to.missed += more.missed;
  to.invented += more.invented, to.failed += more.failed, to.by_a_hair += more.by_a_hair;
  to.worst_error = std::max(to.worst_error, more.worst_error), to.total_error += more.total_error;
}

struct CellResult {
  std::vector<MeshMotionRow> rows;  // by library
  Costs distance;
};

std::vector<MeshMotionLibrary> libraries() { return joined({our_mesh_motions(), fcl_mesh_motions()}); }
// In that list.
constexpr std::size_t kFirstContact = 0, kClearThroughout = 1, kAdvancement = 2;

// One pair of bodies at one size.
class PairRace {
 public:
  PairRace(const W2Pair& pair, int triangles, const MeshMotionEffort& effort)
      : bodies_(pair, triangles), effort_(effort) {
    for (const MeshMotionLibrary& library : libraries())
      movers_.push_back(triangles <= library.most_triangles ? library.make(bodies_) : nullptr);
  }

  void measure(const W6Motions& motions, CellResult& result) const {
    const std::vector<MeshMotionLibrary> all = libraries();
    std::map<std::string, std::vector<MotionTruth>> by_way;
    Costs ours;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (movers_[k] == nullptr) continue;
      const std::unique_ptr<MotionAsker> asker = movers_[k]->asker(motions);
      std::vector<Answer> answers(motions.pairs.size());
      const Costs costs = costs_of(motions.pairs.size(), effort_.passes, effort_.longest_pass,
                                   [&](std::size_t i) { answers[i] = asker->ask(i); });
      answers.resize(costs.ns.size());
      if (k == kFirstContact) ours = costs;
      MeshMotionRow& row = result.rows[k];
      row.costs.add(costs);
      row.rival.insert(row.rival.end(), ours.ns.begin(),
                       ours.ns.begin() + static_cast<std::ptrdiff_t>(std::min(costs.ns.size(), ours.ns.size())));
      std::vector<MotionTruth>& truth = by_way[all[k].package];
      if (truth.size() < answers.size())
        truth = sampled_truth(bodies_, motions, *asker, motions.pairs.size(), effort_.instants);
      add(judge_motions(bodies_, motions, answers, truth, *asker, effort_.instants), row.mistakes);
    }
  }

  // Where the motions begin.
  void measure_distance(const W6Motions& motions, CellResult& result) const {
    result.distance.add(
        costs_of(motions.pairs.size(), std::max(effort_.passes, 3), effort_.longest_pass, [&](std::size_t i) {
          const MovingPair& pair = motions.pairs[i];
          keep(distance(bodies_.a, pair.a.start, bodies_.b, pair.b.start));
        }));
  }

 private:
  const W6Bodies bodies_;
  const MeshMotionEffort& effort_;
  std::vector<std::unique_ptr<MeshMover>> movers_;
};

// Nothing where nobody was asked.
std::string us(double ns) {
  return ns == 0 ? std::string() : format(ns < 1e4 ? "%.2f" : ns < 1e6 ? "%.1f" : "%.0f", 1e-3 * ns);
}
std::string with_bar(const char* pattern, double value, bool is_met) {
  char text[32];
  std::snprintf(text, sizeof text, pattern, value);
  return std::string(text) + " " + met(is_met);
}

// The cell near contact of the same kind and numbers.
std::size_t near_cell(const std::vector<W6Cell>& cells, const W6Cell& of) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const W6Cell& cell) {
    return cell.kind == of.kind && cell.numbers == of.numbers && cell.place == W6Place::Near;
  });
  return static_cast<std::size_t>(found - cells.begin());
}

struct Curve {
  std::vector<PlotPoint> ours, distance, fcl;
};

void add_times(const W6Cell& cell, int triangles, const CellResult& result, double distance, Table& table,
               Report& report) {
  const MeshMotionRow &ours = result.rows[kFirstContact], &clear = result.rows[kClearThroughout],
                      &fcl = result.rows[kAdvancement];
  const double by_distance = ours.costs.mean() / distance, times = fcl.times_ours();
  const bool few = by_distance <= MeshMotionBars::kDistances, fast = times >= MeshMotionBars::kTimesFcl;
  const std::int64_t wrong = ours.mistakes.wrong() + ours.mistakes.by_a_hair;
  table.row({cell.name(), us(ours.costs.mean()), us(ours.costs.worst()), us(clear.costs.mean()), us(distance),
             cell.place == W6Place::Near ? with_bar("%.2f", by_distance, few) : format("%.2f", by_distance),
             us(fcl.costs.mean()), with_bar("%.1f", times, fast), us(result.rows[kAdvancement + 1].costs.mean()),
             us(result.rows[kAdvancement + 2].costs.mean()), us(result.rows[kAdvancement + 3].costs.mean()),
             with_bar("%.0f", static_cast<double>(wrong), wrong == 0)});
  report.add(Record{{"kind", to_string(cell.kind)},
                    {"place", to_string(cell.place)},
                    {"numbers", to_string(cell.numbers)},
                    {"triangles", std::int64_t{triangles}},
                    {"ns_first_contact", ours.costs.mean()},
                    {"ns_first_contact_worst", ours.costs.worst()},
                    {"ns_clear_throughout", clear.costs.mean()},
                    {"ns_distance", distance},
                    {"by_distance", by_distance},
                    {"ns_fcl_oriented", fcl.costs.mean()},
                    {"fcl_by_ours", times},
                    {"wrong", wrong}});
}

void add_mistakes(const W6Cell& cell, int triangles, const CellResult& result, Table& table, Report& report) {
  const std::vector<MeshMotionLibrary> all = libraries();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const MotionMistakes& m = result.rows[k].mistakes;
    if (m.asked == 0) continue;
    const auto count = [](std::int64_t number) { return std::to_string(number); };
    table.row({k == 0 ? cell.name() : "", all[k].full_name(), count(m.asked), count(m.hits), count(m.found),
               count(m.missed), count(m.invented), count(m.by_a_hair), count(m.failed), format("%.1e", m.mean_error()),
               format("%.1e", m.worst_error)});
    report.add(Record{{"kind", to_string(cell.kind)},
                      {"place", to_string(cell.place)},
                      {"numbers", to_string(cell.numbers)},
                      {"triangles", std::int64_t{triangles}},
                      {"library", all[k].package},
                      {"method", all[k].name},
                      {"ns", result.rows[k].costs.mean()},
                      {"ns_worst", result.rows[k].costs.worst()},
                      {"asked", m.asked},
                      {"hits", m.hits},
                      {"found", m.found},
                      {"missed", m.missed},
                      {"invented", m.invented},
                      {"by_a_hair", m.by_a_hair},
                      {"failed", m.failed},
                      {"mean_time_error", m.mean_error()},
                      {"worst_time_error", m.worst_error}});
  }
}

void add_growth(const std::vector<W6Cell>& cells, const std::vector<Curve>& curves, Report& report) {
  Table table("Growth of first_contact with the triangles  [the exponent p of n^p]");
  table.row({"", "first_contact", "distance", "FCL, oriented"});
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const double ours = fit_power(curves[c].ours).exponent, still = fit_power(curves[c].distance).exponent,
                 fcl = fit_power(curves[c].fcl).exponent;
    const bool slow = ours <= MeshMotionBars::kExponent;
    table.row({cells[c].name(), with_bar("%.2f", ours, slow), format("%.2f", still), format("%.2f", fcl)});
    report.add(Record{{"kind", to_string(cells[c].kind)},
                      {"place", to_string(cells[c].place)},
                      {"numbers", to_string(cells[c].numbers)},
                      {"exponent", ours},
                      {"exponent_distance", still},
                      {"exponent_fcl", fcl},
                      {"met", slow}});
  }
  report.add(std::move(table));
}

}  // namespace

double Costs::mean() const {
  return ns.empty() ? 0 : std::accumulate(ns.begin(), ns.end(), 0.0) / static_cast<double>(ns.size());
}

W6Course w6_course(int motions) {
  W6Course out(w6_cells().size());
  for (const W2Pair& pair : kW2Pairs) {
    const MeetFunction meet = w2_meet(pair);
    const std::vector<W6Cell> cells = w6_cells();
    for (std::size_t c = 0; c < cells.size(); ++c)
      out[c].push_back(w6_motions(pair, cells[c].kind, cells[c].place, cells[c].numbers, motions, meet));
  }
  return out;
}

void run_motion_mesh_race(const Options& options, const W6Course& course, Report& report) {
  const MeshMotionEffort effort = mesh_motion_effort(options);
  const std::vector<W6Cell> cells = w6_cells();
  std::vector<Curve> curves(cells.size());
  for (const int triangles : effort.sizes) {
    std::vector<CellResult> results(cells.size(), {std::vector<MeshMotionRow>(libraries().size()), {}});
    for (std::size_t p = 0; p < std::size(kW2Pairs); ++p) {
      report.progress(format("motion-mesh: %s, %d triangles", kW2Pairs[p].name, triangles));
      const PairRace race(kW2Pairs[p], triangles, effort);
      for (std::size_t c = 0; c < cells.size(); ++c) {
        race.measure(course[c][p], results[c]);
        race.measure_distance(course[near_cell(cells, cells[c])][p], results[c]);
      }
    }
    Table times(format("When do two bodies of %d triangles meet?  [µs per motion]", triangles));
    times.row({"", "first_contact", "worst", "clear_throughout", "distance", "by distance", "FCL, oriented", "by ours",
               "FCL, advancement", "10 instants", "100 instants", "wrong, ours"});
    Table mistakes(format("Who is wrong how often? %d triangles", triangles));
    mistakes.row(
        {"", "", "asked", "hits", "found", "missed", "invented", "by a hair", "failed", "time off", "at most"});
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const double distance = results[c].distance.mean();
      add_times(cells[c], triangles, results[c], distance, times, report);
      add_mistakes(cells[c], triangles, results[c], mistakes, report);
      const double n = triangles;
      curves[c].ours.push_back({n, results[c].rows[kFirstContact].costs.mean()});
      curves[c].distance.push_back({n, distance});
      curves[c].fcl.push_back({n, results[c].rows[kAdvancement].costs.mean()});
    }
    report.add(std::move(times));
    report.add(std::move(mistakes));
  }
  add_growth(cells, curves, report);
}

void run_motion_mesh(const Options& options, Report& report) {
  report.progress("motion-mesh: where the bodies meet");
  const W6Course course = w6_course(mesh_motion_effort(options).motions);
  run_motion_mesh_race(options, course, report);
  run_motion_mesh_proofs(options, course, report);
  run_motion_mesh_spin(options, course, report);
  run_motion_mesh_keyframes(options, report);
  report.note(
      "\nTimes of contact are shares of the motion. Everybody is judged where the library itself has the bodies, at "
      "100 "
      "instants\n(--quick: 40) by our static query and by bisection, and at the time of each reported hit. Missed: "
      "they "
      "overlap by more than\n1e-3 of the radius, and no hit is found. Invented: they never come that near. By a hair: "
      "missed or invented, but by less.\nThe distance is one static query where the motions near contact begin; \"by "
      "ours\" compares the motions that FCL was asked\nabout, fewer where it is slow.");
}

}  // namespace clearance::bench
