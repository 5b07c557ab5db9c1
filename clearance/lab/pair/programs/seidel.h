// Question: where is a linear function largest, under many linear constraints on few variables?
// Method:   Seidel 1991: take the constraints in random order; one that the optimum so far satisfies changes nothing,
//           and one that it violates is tight at the new optimum, which is a problem with one variable fewer. A
//           constraint that was tight moves to the front (Welzl 1991).
// Proves:   nothing; doubles with tolerances.
// Cannot:   tell infeasible from feasible by less than rounding.
// Cost:     expected O(d! n) for n constraints on d variables; the order comes from a fixed seed, so that the same
//           problem gives the same answer on every machine.
// Notation: maximise c·x subject to a·x ≤ b and |x_j| ≤ box_j.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace clearance {

inline constexpr int kSeidelMost = 5;  // variables

struct LinearConstraint {
  double a[kSeidelMost] = {};
  double b = 0;
};

struct SeidelProblem {
  int dimension = 0;
  double c[kSeidelMost] = {};
  double box[kSeidelMost] = {};
  std::span<const LinearConstraint> constraints;
};

struct SeidelOptions {
  std::uint64_t seed = 1991;
  int max_problems = std::numeric_limits<int>::max();  // including those with fewer variables
};

enum class SeidelEnd : std::uint8_t { Optimal, Infeasible, OutOfSteps };

struct SeidelResult {
  SeidelEnd end = SeidelEnd::Infeasible;
  double x[kSeidelMost] = {};
  // Optimal: positions of constraints that are tight there and whose normals, with those of the box, span a cone that
  // holds c. The box's own are left out, so there may be fewer than `dimension`.
  int tight[kSeidelMost] = {};
  int tight_count = 0;
  int problems = 0;  // solved, those with fewer variables included
};

SeidelResult seidel(const SeidelProblem& problem, const SeidelOptions& options = {});

}  // namespace clearance
