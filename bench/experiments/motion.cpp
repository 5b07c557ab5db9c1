// Question: when do two moving hulls first meet: how fast is that found, beside FCL and Bullet, and who misses or
//           invents hits how often?
// Method:   W5 (w5.h), judged by motion_judge.h: every library by the motion that it answers for. One thread; all take
//           turns, and the fastest pass of each counts.
#include <bench/experiments/motion.h>
#include <bench/peers/bullet.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/race/motion_judge.h>
#include <bench/race/race.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <map>

namespace clearance::bench {
namespace {

struct Effort {
  int pairs, instants, repetitions;
  double longest_pass;  // seconds
};
Effort effort_of(const Options& options) {
  return options.quick ? Effort{24, 200, 2, 0.1} : Effort{1000, 10'000, 5, 0.5};
}

// One that answers a scene, and all that was measured of it.
struct MotionRow {
  MotionContestant contestant;
  std::shared_ptr<MotionAsker> asker;
  double ns = 0, p999 = 0, worst = 0;
  MotionMistakes mistakes = {};
};

struct Via {
  MotionAsker* asker;
  Answer ask(std::size_t pair) { return asker->ask(pair); }
};

void measure_times(const W5Scene& scene, const Effort& effort, std::vector<MotionRow>& rows) {
  std::vector<Contestant<W5Scene>> contestants;
  for (const MotionRow& row : rows)
    contestants.push_back({row.contestant.package, row.contestant.name,
                           [asker = row.asker.get()](const W5Scene&) -> std::unique_ptr<Runner> {
                             return std::make_unique<RunnerOf<Via>>(Via{asker});
                           }});
  // Judged elsewhere: here the truth only says how many there are.
  const std::vector<Truth> truth(scene.pairs.size());
  const std::vector<RaceResult> results =
      race(contestants, scene, PairJudge{truth},
           {.repetitions = effort.repetitions, .longest_pass = effort.longest_pass, .fewest = 20});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].ns = results[k].ns();
    rows[k].mistakes.asked = results[k].frames;
    const std::vector<double> single =
        latencies(static_cast<std::size_t>(results[k].frames), effort.repetitions, effort.longest_pass,
                  [&](std::size_t pair) { keep(rows[k].asker->ask(pair)); });
    rows[k].p999 = percentile_999(single);
    rows[k].worst = *std::max_element(single.begin(), single.end());
  }
}

// Where bodies turn, the truth of one way to turn them is found once, for all that have it.
void measure_mistakes(const W5Scene& scene, const Effort& effort, std::vector<MotionRow>& rows) {
  std::map<std::string, std::vector<MotionTruth>> by_way;
  const std::vector<MotionTruth> proved = turns(scene.kind) ? std::vector<MotionTruth>() : proved_truth(scene);
  for (MotionRow& row : rows) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < static_cast<std::size_t>(row.mistakes.asked); ++i) answers.push_back(row.asker->ask(i));
    std::vector<MotionTruth>& sampled = by_way[row.contestant.package + row.contestant.way];
    if (turns(scene.kind) && sampled.size() < answers.size())
      sampled = sampled_truth(scene, *row.asker, answers.size(), effort.instants);
    row.mistakes = judge_motions(scene, answers, turns(scene.kind) ? sampled : proved, *row.asker, effort.instants);
  }
}

std::vector<MotionRow> rows_of(const W5Scene& scene) {
  const bool turning = turns(scene.kind);
  std::vector<MotionRow> out;
  for (const MotionContestant& one : joined({our_motions(), fcl_motions(turning), bullet_motions(turning)}))
    out.push_back({one, one.make(scene)});
  return out;
}

// Those that answer what was asked; a motion that does not turn is another one.
bool is_rival(const MotionRow& row, W5Kind kind) {
  return !row.contestant.is_ours() && (row.contestant.can_turn || !turns(kind));
}
const MotionRow* fastest_peer(const std::vector<MotionRow>& rows, W5Kind kind, bool right_only) {
  const MotionRow* best = nullptr;
  for (const MotionRow& row : rows) {
    if (!is_rival(row, kind) || (right_only && !row.mistakes.is_trustworthy())) continue;
    if (best == nullptr || row.ns < best->ns) best = &row;
  }
  return best;
}

std::string microseconds(double ns) { return format(ns < 1e4 ? "%.2f" : ns < 1e5 ? "%.1f" : "%.0f", 1e-3 * ns); }

std::string count(std::int64_t number) { return std::to_string(number); }

void add_row(const W5Scene& scene, const MotionRow& row, Table& table, Report& report) {
  const MotionMistakes& m = row.mistakes;
  table.row({row.contestant.full_name(), microseconds(row.ns), microseconds(row.p999), microseconds(row.worst),
             count(m.asked), count(m.hits), count(m.found), count(m.missed), count(m.invented), count(m.by_a_hair),
             count(m.failed), format("%.1e", m.mean_error()), format("%.1e", m.worst_error),
             turns(scene.kind) ? row.contestant.way : ""});
  report.add(Record{{"kind", to_string(scene.kind)},
                    {"numbers", to_string(scene.numbers)},
                    {"library", row.contestant.package},
                    {"method", row.contestant.name},
                    {"turns", row.contestant.way},
                    {"ns", row.ns},
                    {"ns_p999", row.p999},
                    {"ns_worst", row.worst},
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

void add_bar(const W5Scene& scene, const std::string& what, double value, double limit, bool is_met, Table& table,
             Report& report) {
  table.row({"  " + what, format("%.2f", value), format("%g", limit), met(is_met)});
  report.add(Record{{"kind", to_string(scene.kind)},
                    {"numbers", to_string(scene.numbers)},
                    {"bar", what},
                    {"value", value},
                    {"to_reach", limit},
                    {"met", is_met}});
}

void add_comparison(const W5Scene& scene, const std::vector<MotionRow>& rows, Table& table, Report& report) {
  const MotionRow& ours = rows.front();
  const double limit = 1e-3 * (turns(scene.kind) ? MotionBars::kTurningNs : MotionBars::kLinearNs);
  add_bar(scene, "first_contact in µs, at most", 1e-3 * ours.ns, limit, 1e-3 * ours.ns <= limit, table, report);
  for (const bool right_only : {false, true}) {
    const MotionRow* const peer = fastest_peer(rows, scene.kind, right_only);
    const std::string who = right_only ? "fastest right peer" : "fastest peer, right or not";
    if (peer == nullptr) {
      table.row({"  " + who + ": none"});
      continue;
    }
    const double ratio = peer->ns / ours.ns;
    add_bar(scene, who + " (" + peer->contestant.full_name() + ") by ours, at least", ratio, MotionBars::kTimesPeer,
            ratio >= MotionBars::kTimesPeer, table, report);
  }
  const std::int64_t wrong = ours.mistakes.wrong() + ours.mistakes.by_a_hair;
  add_bar(scene, "wrong answers of first_contact, at most", static_cast<double>(wrong), 0, wrong == 0, table, report);
}

void race_scene(const W5Scene& scene, const Effort& effort, Report& report) {
  std::vector<MotionRow> rows = rows_of(scene);
  measure_times(scene, effort, rows);
  measure_mistakes(scene, effort, rows);
  Table table(format("When do they meet? %s, %s  [µs per query]", to_string(scene.kind), to_string(scene.numbers)));
  table.row({"", "mean", "p99.9", "worst", "asked", "hits", "found", "missed", "invented", "by a hair", "failed",
             "time off", "at most", turns(scene.kind) ? "turns" : ""});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k > 0 && rows[k - 1].contestant.is_ours() && !rows[k].contestant.is_ours()) table.rule();
    add_row(scene, rows[k], table, report);
  }
  table.rule();
  add_comparison(scene, rows, table, report);
  report.add(std::move(table));
}

}  // namespace

void run_motion_race(const Options& options, Report& report) {
  const Effort effort = effort_of(options);
  for (const W5Kind kind : kW5Kinds) {
    for (const Numbers numbers : kNumbers) {
      report.progress(format("motion: %s, %s", to_string(kind), to_string(numbers)));
      race_scene(w5_scene(kind, numbers, effort.pairs), effort, report);
    }
  }
}

void run_motion(const Options& options, Report& report) {
  run_motion_race(options, report);
  run_motion_proofs(options, report);
  run_motion_free(options, report);
  report.note(
      "\nTimes of contact are shares of the motion. Where nothing turns, the truth is our proved answer, the same for "
      "all."
      "\nBodies that turn are judged where the library itself has them, at 10⁴ instants (--quick: 200) and by "
      "bisection,"
      "\nand at the time of each reported hit; \"turns\" says how that is. Missed: they overlap by more than 1e-3 of "
      "the"
      "\nradius, and no hit is found. Invented: they never come that near. By a hair: missed or invented, but by less."
      "\nRight peers are wrong in at most 1 of 100, their times off by at most 1e-3 on average. Fixed steps are what "
      "not to"
      "\ndo: instants without contact say nothing about those between them. p99.9 and worst are by the wall clock, its "
      "own"
      "\ntime included.");
}

}  // namespace clearance::bench
