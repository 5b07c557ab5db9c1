#include <clearance/lab/pair/programs/seidel.h>

#include <clearance/base/assert.h>
#include <clearance/base/random.h>
#include <clearance/math/vec3.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// Rows are scaled to a largest coefficient of 1. Eliminating at most four variables, each by its largest coefficient,
// leaves sums of at most 2⁴ such terms: what is below this is rounding, of a constraint parallel to the tight ones.
constexpr double kParallel = 1e-13;
// A constraint counts as satisfied within this much of the terms it is summed from.
constexpr double kSlack = 1e-13;
// Constraints on nothing, and ends of an interval that cross, say "infeasible" only beyond what rounding may do to
// them.
constexpr double kInfeasible = 1e-7;

struct Row {
  double a[kSeidelMost];
  double b;
  int id;  // −1 for a side of the box
};

template <int d>
double largest(const double* a) {
  double most = 0;
  for (int j = 0; j < d; ++j) most = larger(std::fabs(a[j]), most);
  return most;
}

// Welzl 1991: what is tight once is likely to be so again, and early on it spares the most. A quarter of the time and
// less; any order is right.
void move_to_front(std::vector<Row>& rows, std::size_t i) {
  const auto at = rows.begin() + static_cast<std::ptrdiff_t>(i);
  std::rotate(rows.begin(), at, at + 1);
}

// The problems on d variables and fewer. Templates, for the loops over variables are all that the time is spent in.
class Solver {
 public:
  Solver(const SeidelProblem& problem, const SeidelOptions& options) : most_(options.max_problems) {
    std::vector<Row>& rows = rows_[problem.dimension];
    rows.reserve(problem.constraints.size());
    for (std::size_t i = 0; i < problem.constraints.size(); ++i) {
      const LinearConstraint& from = problem.constraints[i];
      Row row{{}, from.b, static_cast<int>(i)};
      std::copy(from.a, from.a + problem.dimension, row.a);
      const double scale = largest<kSeidelMost>(row.a);
      if (!(scale > 0)) {
        impossible_[problem.dimension] = impossible_[problem.dimension] || row.b < 0;
        continue;
      }
      for (double& coefficient : row.a) coefficient /= scale;
      row.b /= scale;
      rows.push_back(row);
    }
    Random random(options.seed);
    for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
  }

  // Maximises c·x under rows_[d] and the box. `tight` has an entry per variable.
  template <int d>
  SeidelEnd solve(const double* c, const double* box, double* x, int* tight) {
    if (problems_ >= most_) return SeidelEnd::OutOfSteps;
    ++problems_;
    if (impossible_[d]) return SeidelEnd::Infeasible;
    if constexpr (d == 1) {
      return solve_on_line(c[0], box[0], x, tight);
    } else {
      // A variable that c does not ask for starts in the middle of its box.
      for (int j = 0; j < d; ++j) {
        x[j] = c[j] > 0 ? box[j] : c[j] < 0 ? -box[j] : 0;
        tight[j] = -1;
      }
      for (std::size_t i = 0; i < rows_[d].size(); ++i) {
        if (satisfied<d>(rows_[d][i], x)) continue;
        const SeidelEnd end = solve_on<d>(i, c, box, x, tight);
        if (end != SeidelEnd::Optimal) return end;
        move_to_front(rows_[d], i);
      }
      return SeidelEnd::Optimal;
    }
  }

  int problems() const { return problems_; }

 private:
  template <int d>
  static bool satisfied(const Row& row, const double* x) {
    double sum = -row.b, size = std::fabs(row.b);
    for (int j = 0; j < d; ++j) {
      const double term = row.a[j] * x[j];
      sum += term, size += std::fabs(term);
    }
    return sum <= kSlack * size;
  }

  // The optimum under the rows before i and row i, which is tight there: x_l follows from the others.
  template <int d>
  SeidelEnd solve_on(std::size_t i, const double* c, const double* box, double* x, int* tight) {
    const Row plane = rows_[d][i];
    int l = 0;
    for (int j = 1; j < d; ++j)
      if (std::fabs(plane.a[j]) > std::fabs(plane.a[l])) l = j;
    // The last variable takes the place of x_l.
    double ratio[d];
    for (int j = 0; j + 1 < d; ++j) ratio[j] = plane.a[j == l ? d - 1 : j] / plane.a[l];
    const double height = plane.b / plane.a[l];
    const auto without_l = [&](const double* of, double factor, double* to) {
      for (int j = 0; j + 1 < d; ++j) to[j] = (j == l ? of[d - 1] : of[j]) - factor * ratio[j];
    };
    std::vector<Row>& rows = rows_[d - 1];
    rows.clear();
    impossible_[d - 1] = false;
    const auto keep = [&](const Row& row) {
      Row rest;
      without_l(row.a, row.a[l], rest.a);
      rest.b = row.b - row.a[l] * height, rest.id = row.id;
      if (largest<d - 1>(rest.a) > kParallel) {
        rows.push_back(rest);
      } else if (rest.b < -kInfeasible) {
        impossible_[d - 1] = true;
      }
    };
    for (const double side : {1.0, -1.0}) {  // of the box of x_l
      Row row{{}, box[l], -1};
      row.a[l] = side;
      keep(row);
    }
    for (std::size_t j = 0; j < i; ++j) keep(rows_[d][j]);
    double sub_c[d], sub_box[d], sub_x[d];
    without_l(c, c[l], sub_c);
    without_l(box, 0, sub_box);
    // What is left of c by cancellation is rounding, and must not send x to the far side of the box.
    const double noise = 1e-14 * largest<d>(c);
    for (int j = 0; j + 1 < d; ++j)
      if (std::fabs(sub_c[j]) <= noise) sub_c[j] = 0;
    const SeidelEnd end = solve<d - 1>(sub_c, sub_box, sub_x, tight + 1);
    if (end != SeidelEnd::Optimal) return end;
    tight[0] = plane.id;
    double rest = height;
    for (int j = 0; j + 1 < d; ++j) {
      x[j == l ? d - 1 : j] = sub_x[j];
      rest -= ratio[j] * sub_x[j];
    }
    x[l] = rest;
    return SeidelEnd::Optimal;
  }

  SeidelEnd solve_on_line(double c, double box, double* x, int* tight) const {
    double low = -box, high = box;
    int low_id = -1, high_id = -1;
    for (const Row& row : rows_[1]) {
      const double end = row.b / row.a[0];
      if (row.a[0] > 0 && end < high) high = end, high_id = row.id;
      if (row.a[0] < 0 && end > low) low = end, low_id = row.id;
    }
    if (low - high > kInfeasible * (1 + std::fabs(low) + std::fabs(high))) return SeidelEnd::Infeasible;
    tight[0] = c > 0 ? high_id : c < 0 ? low_id : -1;
    x[0] = c > 0 ? high : c < 0 ? low : larger(low, smaller(high, 0));
    return SeidelEnd::Optimal;
  }

  std::vector<Row> rows_[kSeidelMost + 1];  // of the problem with so many variables that is being solved
  bool impossible_[kSeidelMost + 1] = {};
  int most_, problems_ = 0;
};

SeidelEnd solve(Solver& solver, const SeidelProblem& problem, double* x, int* tight) {
  switch (problem.dimension) {
    case 1:
      return solver.solve<1>(problem.c, problem.box, x, tight);
    case 2:
      return solver.solve<2>(problem.c, problem.box, x, tight);
    case 3:
      return solver.solve<3>(problem.c, problem.box, x, tight);
    case 4:
      return solver.solve<4>(problem.c, problem.box, x, tight);
    default:
      return solver.solve<5>(problem.c, problem.box, x, tight);
  }
}

}  // namespace

SeidelResult seidel(const SeidelProblem& problem, const SeidelOptions& options) {
  CLEARANCE_ASSERT(problem.dimension >= 1 && problem.dimension <= kSeidelMost);
  SeidelResult result;
  int tight[kSeidelMost];
  std::fill(tight, tight + kSeidelMost, -1);
  Solver solver(problem, options);
  result.end = solve(solver, problem, result.x, tight);
  result.problems = solver.problems();
  for (int j = 0; j < problem.dimension; ++j)
    if (tight[j] >= 0) result.tight[result.tight_count++] = tight[j];
  return result;
}

}  // namespace clearance
