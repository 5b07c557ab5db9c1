#include <clearance/lab/pair/programs/seidel.h>

#include <clearance/base/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace clearance::detail {
namespace {

SeidelProblem problem_of(int d, std::initializer_list<double> c, const std::vector<LinearConstraint>& rows,
                         double box = 100) {
  SeidelProblem problem;
  problem.dimension = d;
  std::copy(c.begin(), c.end(), problem.c);
  std::fill(problem.box, problem.box + d, box);
  problem.constraints = rows;
  return problem;
}

double product(const double* a, const double* x, int d) {
  double sum = 0;
  for (int j = 0; j < d; ++j) sum += a[j] * x[j];
  return sum;
}

TEST(Seidel, SolvedByHand) {
  // x + y ≤ 4, x + 3y ≤ 6, x ≥ 0, y ≥ 0: 2x + 3y is largest at (3, 1).
  const std::vector<LinearConstraint> rows = {{{1, 1}, 4}, {{1, 3}, 6}, {{-1, 0}, 0}, {{0, -1}, 0}};
  const SeidelResult best = seidel(problem_of(2, {2, 3}, rows));
  ASSERT_EQ(best.end, SeidelEnd::Optimal);
  EXPECT_NEAR(best.x[0], 3, 1e-14);
  EXPECT_NEAR(best.x[1], 1, 1e-14);
  ASSERT_EQ(best.tight_count, 2);
  EXPECT_EQ(best.tight[0] + best.tight[1], 1);  // the first two rows
}

TEST(Seidel, TheBoxAloneDecidesWithoutConstraints) {
  const SeidelResult best = seidel(problem_of(3, {1, -2, 0}, {}, 7));
  ASSERT_EQ(best.end, SeidelEnd::Optimal);
  EXPECT_EQ(best.x[0], 7);
  EXPECT_EQ(best.x[1], -7);
  EXPECT_EQ(best.x[2], 0);
  EXPECT_EQ(best.tight_count, 0);
}

TEST(Seidel, ParallelAndRepeatedConstraints) {
  std::vector<LinearConstraint> rows;
  for (int k = 0; k < 50; ++k) rows.push_back({{1, 1, 1}, 3. + k % 7}), rows.push_back({{2, 2, 2}, 6. + k % 5});
  rows.push_back({{-1, -1, -1}, -3});  // squeezes x + y + z to 3 exactly
  rows.push_back({{1, 0, 0}, 1});
  const SeidelResult best = seidel(problem_of(3, {1, 2, 1}, rows, 10));
  ASSERT_EQ(best.end, SeidelEnd::Optimal);
  EXPECT_NEAR(best.x[0] + best.x[1] + best.x[2], 3, 1e-13);
  EXPECT_NEAR(best.x[1], 10, 1e-13);  // as large as its box
}

TEST(Seidel, InfeasibleIsSaid) {
  const std::vector<LinearConstraint> strip = {{{1, 1}, 1}, {{-1, -1}, -1.5}};
  EXPECT_EQ(seidel(problem_of(2, {1, 0}, strip)).end, SeidelEnd::Infeasible);
  const std::vector<LinearConstraint> triangle = {{{1, 0}, -1}, {{0, 1}, -1}, {{-1, -1}, 1}};
  EXPECT_EQ(seidel(problem_of(2, {1, 1}, triangle)).end, SeidelEnd::Infeasible);
  const std::vector<LinearConstraint> nothing = {{{0, 0}, -1}};
  EXPECT_EQ(seidel(problem_of(2, {1, 1}, nothing)).end, SeidelEnd::Infeasible);
  const std::vector<LinearConstraint> beyond_the_box = {{{-1, 0}, -101}};
  EXPECT_EQ(seidel(problem_of(2, {1, 1}, beyond_the_box)).end, SeidelEnd::Infeasible);
}

TEST(Seidel, StopsAtItsLimit) {
  Random random(1);
  std::vector<LinearConstraint> rows;
  for (int k = 0; k < 200; ++k)
    rows.push_back({{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, 1});
  SeidelOptions options;
  const int needed = seidel(problem_of(3, {1, 1, 1}, rows)).problems;
  ASSERT_GT(needed, 3);
  for (options.max_problems = 0; options.max_problems < needed; ++options.max_problems) {
    const SeidelResult cut = seidel(problem_of(3, {1, 1, 1}, rows), options);
    EXPECT_EQ(cut.end, SeidelEnd::OutOfSteps);
    EXPECT_LE(cut.problems, options.max_problems);
  }
}

TEST(Seidel, EverySeedGivesTheSameOptimum) {
  Random random(2);
  std::vector<LinearConstraint> rows;
  for (int k = 0; k < 300; ++k) {
    LinearConstraint row;
    for (int j = 0; j < 4; ++j) row.a[j] = random.uniform(-1, 1);
    row.b = random.uniform(0.1, 1);
    rows.push_back(row);
  }
  const SeidelProblem problem = problem_of(4, {1, -2, 3, 0.5}, rows);
  const double value = product(problem.c, seidel(problem).x, 4);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SeidelOptions options;
    options.seed = seed;
    EXPECT_NEAR(product(problem.c, seidel(problem, options).x, 4), value, 1e-11);
  }
}

// x of d tight rows, box sides included; none where they are dependent.
std::optional<std::vector<double>> corner_of(const std::vector<LinearConstraint>& rows, const std::vector<int>& tight) {
  const std::size_t d = tight.size();
  std::vector<std::vector<double>> m(d, std::vector<double>(d + 1));
  for (std::size_t i = 0; i < d; ++i) {
    const LinearConstraint& row = rows[static_cast<std::size_t>(tight[i])];
    std::copy(row.a, row.a + d, m[i].begin());
    m[i][d] = row.b;
  }
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < d; ++i)
      if (std::fabs(m[i][k]) > std::fabs(m[pivot][k])) pivot = i;
    if (std::fabs(m[pivot][k]) < 1e-9) return {};
    std::swap(m[k], m[pivot]);
    for (std::size_t i = 0; i < d; ++i) {
      if (i == k) continue;
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= d; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  std::vector<double> x(d);
  for (std::size_t k = 0; k < d; ++k) x[k] = m[k][d] / m[k][k];
  return x;
}

// Brute force: the best feasible corner of all.
TEST(Seidel, TheBestOfAllCorners) {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    const int d = 1 + round % 4, n = 3 + static_cast<int>(random.below(5));
    const bool grid = random.below(2) == 0;
    const auto number = [&] { return grid ? std::round(random.uniform(-2.4, 2.4)) : random.uniform(-2, 2); };
    std::vector<LinearConstraint> rows;
    for (int k = 0; k < n; ++k) {
      LinearConstraint row;
      for (int j = 0; j < d; ++j) row.a[j] = number();
      row.b = number();
      rows.push_back(row);
    }
    SeidelProblem problem = problem_of(d, {}, rows, 10);
    for (int j = 0; j < d; ++j) problem.c[j] = number();
    const SeidelResult found = seidel(problem);

    std::vector<LinearConstraint> all = rows;
    for (int j = 0; j < d; ++j)
      for (const double side : {1., -1.}) {
        LinearConstraint row;
        row.a[j] = side, row.b = 10;
        all.push_back(row);
      }
    std::optional<double> best;
    std::vector<int> choice(static_cast<std::size_t>(d));
    const auto look = [&](auto&& self, std::size_t depth, int from) -> void {
      if (depth == choice.size()) {
        const auto x = corner_of(all, choice);
        if (!x) return;
        for (const LinearConstraint& row : all)
          if (product(row.a, x->data(), d) > row.b + 1e-9) return;
        const double value = product(problem.c, x->data(), d);
        if (!best || value > *best) best = value;
        return;
      }
      for (int k = from; k < static_cast<int>(all.size()); ++k) choice[depth] = k, self(self, depth + 1, k + 1);
    };
    look(look, 0, 0);
    ASSERT_EQ(found.end == SeidelEnd::Optimal, best.has_value());
    if (!best) continue;
    EXPECT_NEAR(product(problem.c, found.x, d), *best, 1e-8);
    for (const LinearConstraint& row : all) EXPECT_LE(product(row.a, found.x, d), row.b + 1e-8);
    for (int k = 0; k < found.tight_count; ++k) {
      const LinearConstraint& row = rows[static_cast<std::size_t>(found.tight[k])];
      EXPECT_NEAR(product(row.a, found.x, d), row.b, 1e-8);
    }
  }
}

// Five variables: Chebyshev's centre of the dual is out of reach of brute force, but the constraints of a sphere are
// not: under u·x ≤ 1 for many unit u the largest c·x is a little above |c|.
TEST(Seidel, FiveVariables) {
  Random random(4);
  std::vector<LinearConstraint> rows;
  for (int k = 0; k < 2000; ++k) {
    LinearConstraint row;
    double square = 0;
    for (int j = 0; j < 5; ++j) row.a[j] = random.uniform(-1, 1), square += row.a[j] * row.a[j];
    for (double& a : row.a) a /= std::sqrt(square);
    row.b = 1;
    rows.push_back(row);
  }
  const SeidelResult best = seidel(problem_of(5, {3, 0, 4, 0, 12}, rows));
  ASSERT_EQ(best.end, SeidelEnd::Optimal);
  const double value = 3 * best.x[0] + 4 * best.x[2] + 12 * best.x[4];
  EXPECT_GT(value, 13);
  EXPECT_LT(value, 26);
  EXPECT_EQ(best.tight_count, 5);
}

}  // namespace
}  // namespace clearance::detail
