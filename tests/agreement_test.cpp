// Every algorithm of the table on the same pairs. The public query's proof, checked exactly, says what is true; a
// single algorithm may leave a pair unresolved but never contradict it. The tables show who resolves what, and which
// tier of the public query decided.
#include <clearance/lab/all_algorithms.h>
#include <clearance/lab/pair/conclude.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <thread>

namespace clearance {
using namespace detail;
namespace {

using test::Complaint;
using test::Pair;
using test::Placement;

constexpr int kPlacements = static_cast<int>(Placement::Count);

// Pairs for which the public query is proved, for which all queries are, and for which every method runs, of each
// family. Of the first two half are ordinary pairs, half the ways that break programs.
int proved_pairs() { return test::full_level() ? 1'000'000 : 100'000; }
int query_pairs() { return proved_pairs() / 5; }
int pairs_of_a_cell() { return test::full_level() ? 100'000 : 1'000; }

Placement placement(int i) {
  return i % 2 == 0 ? Placement::Anywhere : static_cast<Placement>(1 + i / 2 % (kPlacements - 1));
}

// So that one fault does not fill the screen.
constexpr std::size_t kMostFailures = 5;

#define STOP_AFTER_FAILURES(failures) \
  if ((failures) >= kMostFailures) FAIL() << "stopped after " << (failures) << " failures"

Verdict verdict_of(Status status) {
  return status == Status::Separated  ? Verdict::Separated
         : status == Status::Touching ? Verdict::Touching
                                      : Verdict::Penetrating;
}

TEST(Agreement, EveryStatusIsProved) {
  test::PairSource source(1);
  std::map<Placement, std::map<Algorithm, int>> decided;
  std::map<Placement, std::map<Status, int>> met;
  std::size_t failures = 0;
  for (int i = 0; i < proved_pairs(); ++i) {
    const Pair pair = source.next(placement(i));
    const Intersection result = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ++decided[placement(i)][result.decided_by];
    ++met[placement(i)][result.status];
    const Complaint wrong = about(result, pair);
    EXPECT_EQ(wrong, "") << "pair " << i << ", " << to_string(placement(i)) << "\n" << scene_of(pair);
    failures += !wrong.empty();
    STOP_AFTER_FAILURES(failures);
  }
  std::printf("%-14s %9s %9s %9s | decided by\n", "status", "separated", "touching", "penetr.");
  for (auto& [where, statuses] : met) {
    std::printf("%-14s %9d %9d %9d |", to_string(where), statuses[Status::Separated], statuses[Status::Touching],
                statuses[Status::Penetrating]);
    for (const auto& [algorithm, count] : decided[where])
      std::printf(" %s %d", name_of(algorithm, all_algorithms()), count);
    std::printf("\n");
    // A family that never meets the hard side of its name tests nothing.
    EXPECT_GT(statuses[Status::Separated], 0) << to_string(where);
    EXPECT_GT(statuses[Status::Penetrating], 0) << to_string(where);
  }
  EXPECT_GT(met[Placement::Lattice][Status::Touching], 100);
  EXPECT_GT(met[Placement::FaceToFace][Status::Touching], 100);
}

// What one algorithm says about a pair of that status.
Complaint about_verdict(const AlgorithmRow& row, Verdict verdict, Status status) {
  if (verdict == Verdict::Unresolved) return "";
  if (verdict != verdict_of(status))
    return std::string("says ") + to_string(verdict) + ", but they are " + to_string(status);
  const bool able = verdict == Verdict::Separated  ? row.can_prove.separated
                    : verdict == Verdict::Touching ? row.can_prove.touching
                                                   : row.can_prove.penetrating;
  return able ? "" : "says what its row says it cannot";
}

// The nearest points are points of the bodies, so they are no nearer than the proved distance. `excess` is how much
// farther apart they are than its upper end, in units of the pair's reach.
Complaint about_nearest(const Evidence& evidence, const PosedPair& posed, const Distance& gap, double& excess) {
  double sum = 0;
  for (int k = 0; k < evidence.simplex_count; ++k) {
    if (!(evidence.weight[k] >= 0)) return "has a weight of " + double_text(evidence.weight[k]);
    sum += evidence.weight[k];
  }
  // Weights come from a quotient each: some roundings, far below what this allows. It moves a point by as much of the
  // reach, beside the rounding of four differences (kDifferenceError) and of their sum.
  constexpr double kRounding = 0x1p-44;
  if (!(std::fabs(sum - 1) <= kRounding)) return "has weights whose sum is " + double_text(sum);
  const double found = norm(nearest_difference(posed, evidence));
  excess = std::fmax(0, (found - gap.upper) / posed.reach());
  // Plain doubles lose half their digits where a simplex is nearly flat, and no more.
  if (excess <= 1e-7 && found >= gap.lower - 2 * kRounding * posed.reach()) return "";
  return "has points " + double_text(found) + " apart; they are " + test::interval_text(gap.lower, gap.upper);
}

// No method loops: steps are support searches, feature changes, pivots or vertices looked at, so that a few times the
// square of the vertices is far beyond any that works.
int most_steps(const Pair& pair) {
  const int n = pair.a.vertex_count() + pair.b.vertex_count();
  return 2000 + 4 * n * n;
}
constexpr double kMostSeconds = 10;  // for one call; the slowest takes milliseconds, sanitizers and busy machines more

// What a method did to the pairs of one family.
struct Record {
  int unresolved = 0, steps = 0;
  double excess = 0, seconds = 0;
};

// A shape family or a placement, and what every method did there.
struct Cell {
  std::string name;
  std::function<Pair(test::PairSource&)> next;
  std::map<Algorithm, Record> records;
  std::vector<Complaint> complaints;
};

// The cache, if there is one, holds what the methods before left there.
void run_all(const Pair& pair, ConvexCache* cache, Cell& cell) {
  const Distance gap = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  const auto complain = [&](const std::string& what) {
    cell.complaints.push_back(cell.name + ": " + what + "\n" + scene_of(pair));
  };
  if (const Complaint wrong = about(gap, pair); !wrong.empty()) complain(wrong);
  const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
  for (const AlgorithmRow& row : all_algorithms()) {
    Record& record = cell.records[row.id];
    const auto start = std::chrono::steady_clock::now();
    const Evidence evidence = row.run(posed, cache, nullptr);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    record.seconds += seconds;
    record.unresolved += evidence.verdict == Verdict::Unresolved;
    record.steps = std::max(record.steps, evidence.steps);
    Complaint wrong = about_verdict(row, evidence.verdict, gap.status);
    if (wrong.empty() && row.finds_nearest && evidence.verdict == Verdict::Separated) {
      double excess = 0;
      wrong = about_nearest(evidence, posed, gap, excess);
      record.excess = std::fmax(record.excess, excess);
    }
    if (evidence.steps > most_steps(pair)) wrong = "takes " + std::to_string(evidence.steps) + " steps";
    if (seconds > kMostSeconds) wrong = "takes " + double_text(seconds) + " seconds";
    if (!wrong.empty()) complain(std::string(row.name) + " " + wrong);
  }
}

void run_cell(Cell& cell, std::uint64_t seed) {
  test::PairSource source(seed);
  for (int i = 0; i < pairs_of_a_cell() && cell.complaints.size() < kMostFailures; ++i) {
    ConvexCache cache;
    run_all(cell.next(source), i % 2 == 0 ? nullptr : &cache, cell);
  }
}

std::vector<Cell> shape_cells() {
  std::vector<Cell> cells;
  const std::vector<test::Family> families = test::shape_families();
  cells.reserve(families.size());
  for (std::size_t f = 0; f < families.size(); ++f)
    cells.push_back({families[f].name, [f](test::PairSource& s) { return s.next_of(s.families()[f]); }, {}, {}});
  return cells;
}

std::vector<Cell> adversarial_cells() {
  std::vector<Cell> cells;
  for (int k = 1; k < kPlacements; ++k) {
    const auto where = static_cast<Placement>(k);
    cells.push_back({to_string(where), [where](test::PairSource& s) { return s.next(where); }, {}, {}});
  }
  return cells;
}

// Tables in Markdown: scripts/algorithm_pages --counts keeps them in docs/algorithms/README.md.
void print_unresolved(const std::vector<Cell>& cells, const char* what) {
  std::printf("**Unresolved, of %d pairs each: %s**\n| method |", pairs_of_a_cell(), what);
  for (const Cell& cell : cells) std::printf(" %s |", cell.name.c_str());
  std::printf("\n|---|");
  for (std::size_t i = 0; i < cells.size(); ++i) std::printf("---:|");
  for (const AlgorithmRow& row : all_algorithms()) {
    std::printf("\n| %s |", row.name);
    for (const Cell& cell : cells) std::printf(" %d |", cell.records.at(row.id).unresolved);
  }
  std::printf("\n");
}

Record worst(const std::vector<Cell>& cells, Algorithm id) {
  Record all;
  for (const Cell& cell : cells) {
    const Record& record = cell.records.at(id);
    all.steps = std::max(all.steps, record.steps);
    all.excess = std::fmax(all.excess, record.excess);
    all.seconds += record.seconds;
  }
  return all;
}

void print_worst(const std::vector<Cell>& shapes, const std::vector<Cell>& hard) {
  std::printf(
      "**Most steps; and how much farther apart than the proved distance the nearest points are at worst, in units "
      "of the reach (the bodies' sizes and their distance)**\n"
      "| method | steps, shapes | steps, hard | excess, shapes | excess, hard |\n|---|---:|---:|---:|---:|\n");
  for (const AlgorithmRow& row : all_algorithms()) {
    const Record of_shapes = worst(shapes, row.id), of_hard = worst(hard, row.id);
    std::printf("| %s | %d | %d |", row.name, of_shapes.steps, of_hard.steps);
    if (row.finds_nearest)
      std::printf(" %.1g | %.1g |\n", of_shapes.excess, of_hard.excess);
    else
      std::printf(" - | - |\n");
  }
  for (const AlgorithmRow& row : all_algorithms())
    std::printf("time: %-21s %8.2f s\n", row.name, worst(shapes, row.id).seconds + worst(hard, row.id).seconds);
}

TEST(Agreement, NoAlgorithmContradictsTheProof) {
  std::vector<Cell> shapes = shape_cells(), hard = adversarial_cells();
  std::vector<Cell*> cells;
  for (std::vector<Cell>* list : {&shapes, &hard})
    for (Cell& cell : *list) cells.push_back(&cell);
  // Every cell has its own seed, so that threads change nothing.
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < cells.size(); i = next++) run_cell(*cells[i], 100 + i);
  };
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < std::thread::hardware_concurrency(); ++k) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();

  for (const Cell* cell : cells) {
    for (const Complaint& wrong : cell->complaints) ADD_FAILURE() << wrong;
    EXPECT_EQ(cell->records.at(Algorithm::Exact).unresolved, 0) << cell->name;
  }
  if (HasFailure()) return;
  print_unresolved(shapes, "shape families");
  print_unresolved(hard, "the hard ones");
  print_worst(shapes, hard);
}

TEST(Agreement, AllQueriesProveTheSameWhoeverIsFirst) {
  test::PairSource source(3);
  std::size_t failures = 0;
  for (int i = 0; i < query_pairs(); ++i) {
    const Pair pair = source.next(placement(i));
    Status status;
    Complaint wrong = about_queries(pair, status);
    const std::span<const AlgorithmRow> table = all_algorithms();
    QueryOptions options;
    options.first = table[static_cast<std::size_t>(i) % table.size()].id;
    options.methods = table;
    const Intersection chosen = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b, options);
    if (wrong.empty()) wrong = about(chosen, pair);
    if (wrong.empty() && chosen.status != status) wrong = "another status";
    EXPECT_EQ(wrong, "") << "first " << to_string(options.first) << ", " << to_string(placement(i)) << "\n"
                         << scene_of(pair);
    failures += !wrong.empty();
    STOP_AFTER_FAILURES(failures);
  }
}

}  // namespace
}  // namespace clearance
