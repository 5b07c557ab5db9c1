#include <clearance/lab/seidel.h>

#include <clearance/base/assert.h>
#include <clearance/base/random.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clearance {
namespace {

// Rows are scaled to a largest coefficient of 1. Eliminating at most four variables, each by its largest coefficient,
// leaves sums of at most 2⁴ such terms: what is below this is rounding, of a constraint parallel to the tight ones.
constexpr double kParallel = 1e-13;
// A constraint counts as satisfied within this much of the terms it is summed from.
constexpr double kSlack = 1e-13;

struct Row {
  double a[kSeidelMost];
  double b;
  int id;  // −1 for a side of the box
};

double largest(const double* a, int d) {
  double most = 0;
  for (int j = 0; j < d; ++j) most = std::fmax(most, std::fabs(a[j]));
  return most;
}

class Solver {
 public:
  Solver(const SeidelProblem& problem, const SeidelOptions& options) : most_(options.max_problems) {
    std::vector<Row>& rows = rows_[problem.dimension];
    rows.reserve(problem.constraints.size());
    for (std::size_t i = 0; i < problem.constraints.size(); ++i) {
      const LinearConstraint& from = problem.constraints[i];
      Row row{{}, from.b, static_cast<int>(i)};
      std::copy(from.a, from.a + problem.dimension, row.a);
      add(rows, row, problem.dimension);
    }
    Random random(options.seed);
    for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
    for (int d = 1; d < problem.dimension; ++d) rows_[d].reserve(rows.size() + 2 * kSeidelMost);
  }

  // Maximises c·x under rows_[d] and the box. `tight` is written from its end: one entry per variable.
  SeidelEnd solve(int d, const double* c, const double* box, double* x, int* tight) {
    if (problems_ == most_) return SeidelEnd::OutOfSteps;
    ++problems_;
    if (impossible_[d]) return SeidelEnd::Infeasible;
    if (d == 1) return solve_on_line(c[0], box[0], x, tight);
    // A variable that c does not ask for starts in the middle of its box.
    for (int j = 0; j < d; ++j) {
      x[j] = c[j] > 0 ? box[j] : c[j] < 0 ? -box[j] : 0;
      tight[j] = -1;
    }
    for (std::size_t i = 0; i < rows_[d].size(); ++i) {
      if (satisfied(rows_[d][i], x, d)) continue;
      const SeidelEnd end = solve_on(d, i, c, box, x, tight);
      if (end != SeidelEnd::Optimal) return end;
    }
    return SeidelEnd::Optimal;
  }

  int problems() const { return problems_; }

 private:
  // Keeps the row, scaled; one without coefficients says nothing, or that there is no solution.
  void add(std::vector<Row>& rows, Row row, int d) {
    const double scale = largest(row.a, d);
    if (!(scale > kParallel)) {
      if (row.b < -1e-7) impossible_[d] = true;
      return;
    }
    for (int j = 0; j < d; ++j) row.a[j] /= scale;
    row.b /= scale;
    rows.push_back(row);
  }

  static bool satisfied(const Row& row, const double* x, int d) {
    double sum = -row.b, size = std::fabs(row.b);
    for (int j = 0; j < d; ++j) {
      const double term = row.a[j] * x[j];
      sum += term, size += std::fabs(term);
    }
    return sum <= kSlack * size;
  }

  // The optimum of the rows before i and of row i, which is tight there: x_l follows from the others.
  SeidelEnd solve_on(int d, std::size_t i, const double* c, const double* box, double* x, int* tight) {
    const Row plane = rows_[d][i];
    int l = 0;
    for (int j = 1; j < d; ++j)
      if (std::fabs(plane.a[j]) > std::fabs(plane.a[l])) l = j;
    std::vector<Row>& rows = rows_[d - 1];
    rows.clear();
    impossible_[d - 1] = false;
    const auto without_l = [&](const double* of, double factor, double* to) {
      for (int j = 0, k = 0; j < d; ++j)
        if (j != l) to[k++] = of[j] - factor * plane.a[j];
    };
    const auto keep = [&](const Row& row) {
      const double factor = row.a[l] / plane.a[l];
      Row rest{{}, row.b - factor * plane.b, row.id};
      without_l(row.a, factor, rest.a);
      add(rows, rest, d - 1);
    };
    for (const double side : {1.0, -1.0}) {  // of the box of x_l
      Row row{{}, box[l], -1};
      row.a[l] = side;
      keep(row);
    }
    for (std::size_t j = 0; j < i; ++j) keep(rows_[d][j]);
    double sub_c[kSeidelMost], sub_box[kSeidelMost], sub_x[kSeidelMost];
    without_l(c, c[l] / plane.a[l], sub_c);
    without_l(box, 0, sub_box);
    // What is left of c by cancellation is rounding, and must not send x to the far side of the box.
    const double noise = 1e-14 * largest(c, d);
    for (int j = 0; j + 1 < d; ++j)
      if (std::fabs(sub_c[j]) <= noise) sub_c[j] = 0;
    const SeidelEnd end = solve(d - 1, sub_c, sub_box, sub_x, tight + 1);
    if (end != SeidelEnd::Optimal) return end;
    tight[0] = plane.id;
    double rest = plane.b;
    for (int j = 0, k = 0; j < d; ++j)
      if (j != l) x[j] = sub_x[k++], rest -= plane.a[j] * x[j];
    x[l] = rest / plane.a[l];
    return SeidelEnd::Optimal;
  }

  SeidelEnd solve_on_line(double c, double box, double* x, int* tight) {
    double low = -box, high = box;
    int low_id = -1, high_id = -1;
    for (const Row& row : rows_[1]) {  // scaled: the coefficient is 1 or −1
      if (row.a[0] > 0 && row.b < high) high = row.b, high_id = row.id;
      if (row.a[0] < 0 && -row.b > low) low = -row.b, low_id = row.id;
    }
    // Crossed by rounding, the ends count as one point.
    if (low - high > 1e-7 * (1 + std::fabs(low) + std::fabs(high))) return SeidelEnd::Infeasible;
    tight[0] = c > 0 ? high_id : c < 0 ? low_id : -1;
    x[0] = c > 0 ? high : c < 0 ? low : std::fmax(low, std::fmin(high, 0));
    return SeidelEnd::Optimal;
  }

  std::vector<Row> rows_[kSeidelMost + 1];  // of the problem with so many variables that is being solved
  bool impossible_[kSeidelMost + 1] = {};
  int most_, problems_ = 0;
};

}  // namespace

SeidelResult seidel(const SeidelProblem& problem, const SeidelOptions& options) {
  CLEARANCE_ASSERT(problem.dimension >= 1 && problem.dimension <= kSeidelMost);
  SeidelResult result;
  int tight[kSeidelMost] = {-1, -1, -1, -1, -1};
  Solver solver(problem, options);
  result.end = solver.solve(problem.dimension, problem.c, problem.box, result.x, tight);
  result.problems = solver.problems();
  for (int j = 0; j < problem.dimension; ++j)
    if (tight[j] >= 0) result.tight[result.tight_count++] = tight[j];
  return result;
}

}  // namespace clearance
