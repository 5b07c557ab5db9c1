// Every algorithm of the table on the same pairs. The public query's proof, checked exactly, says what is true; a
// single algorithm may leave a pair unresolved but never contradict it. The tables show who resolves what, and which
// tier of the public query decided.
#include <clearance/lab/all_algorithms.h>
#include <tests/pairs.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

namespace clearance {
namespace {

using test::Complaint;
using test::Pair;
using test::Placement;

constexpr int kPlacements = static_cast<int>(Placement::Count);

// Pairs for which the public query is proved, and of those how many go to the whole table and to all queries. Half of
// the work is ordinary pairs, half the ways that break programs.
int proved_pairs() { return test::full_level() ? 1'000'000 : 100'000; }
int table_pairs() { return proved_pairs() / 5; }
int query_pairs() { return proved_pairs() / 5; }

Placement placement(int i) {
  return i % 2 == 0 ? Placement::Anywhere : static_cast<Placement>(1 + i / 2 % (kPlacements - 1));
}

// So that one fault does not fill the screen.
constexpr int kMostFailures = 5;

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
  int failures = 0;
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
    for (const auto& [algorithm, count] : decided[where]) std::printf(" %s %d", to_string(algorithm), count);
    std::printf("\n");
    // A family that never meets the hard side of its name tests nothing.
    EXPECT_GT(statuses[Status::Separated], 0) << to_string(where);
    EXPECT_GT(statuses[Status::Penetrating], 0) << to_string(where);
  }
  EXPECT_GT(met[Placement::Lattice][Status::Touching], 100);
  EXPECT_GT(met[Placement::FaceToFace][Status::Touching], 100);
}

// What one algorithm says about a pair of that status.
Complaint about_verdict(const AlgorithmRow& row, const Evidence& evidence, Status status) {
  const Verdict verdict = evidence.verdict;
  if (verdict == Verdict::Unresolved) return "";
  if (verdict != verdict_of(status)) return std::string(row.name()) + " says " + to_string(verdict);
  const bool able = verdict == Verdict::Separated  ? row.can_prove.separated
                    : verdict == Verdict::Touching ? row.can_prove.touching
                                                   : row.can_prove.penetrating;
  return able ? "" : std::string(row.name()) + " says what its row says it cannot";
}

TEST(Agreement, NoAlgorithmContradictsTheProof) {
  test::PairSource source(2);
  std::map<Algorithm, std::map<Placement, int>> unresolved;
  std::map<Placement, int> total;
  int failures = 0;
  for (int i = 0; i < table_pairs(); ++i) {
    const Pair pair = source.next(placement(i));
    const Intersection result = intersects(pair.a, pair.pose_a, pair.b, pair.pose_b);
    ASSERT_EQ(about(result, pair), "") << scene_of(pair);
    ++total[placement(i)];
    const PosedPair posed(pair.a, pair.pose_a, pair.b, pair.pose_b);
    PairCache cache;
    for (const AlgorithmRow& row : all_algorithms()) {
      // With and without a cache, which by now holds what the other algorithms left.
      const Evidence evidence = row.run(posed, i % 2 == 0 ? nullptr : &cache, nullptr);
      unresolved[row.id][placement(i)] += evidence.verdict == Verdict::Unresolved;
      const Complaint wrong = about_verdict(row, evidence, result.status);
      EXPECT_EQ(wrong, "") << "but they are " << to_string(result.status) << ", " << to_string(placement(i)) << "\n"
                           << scene_of(pair);
      failures += !wrong.empty();
    }
    STOP_AFTER_FAILURES(failures);
  }
  std::printf("%-18s", "unresolved");
  for (const auto& [where, count] : total) std::printf(" %13s", to_string(where));
  std::printf("\n%-18s", "of");
  for (const auto& [where, count] : total) std::printf(" %13d", count);
  for (auto& [id, counts] : unresolved) {
    std::printf("\n%-18s", to_string(id));
    for (const auto& [where, count] : total) std::printf(" %13d", counts[where]);
  }
  std::printf("\n");
  for (const auto& [where, count] : unresolved[Algorithm::Exact]) EXPECT_EQ(count, 0) << to_string(where);
}

TEST(Agreement, AllQueriesProveTheSameWhoeverIsFirst) {
  test::PairSource source(3);
  int failures = 0;
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
