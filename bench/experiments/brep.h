// Question: what do the parts of the experiment `brep` share?
#pragma once

#include <bench/experiments.h>
#include <bench/workloads/known_points.h>
#include <bench/workloads/round_solids.h>
#include <clearance/brep/index.h>
#include <clearance/brep/make_brep.h>
#include <clearance/shape/mesh.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clearance::bench {

// The figures of the project's plan.
struct BRepBars {
  static constexpr double kBelowHybrid = 0.8;           // our average height by the hybrid's, at most, from …
  static constexpr std::size_t kFromEntities = 250;     // … so many vertices, edges and faces on
  static constexpr double kExponent = 1.2;              // of the build: n log n is 1.1 over these sizes
  static constexpr double kTimesLocate = 3;             // a point by `locate`, at most
  static constexpr double kStepsOfBisection = 1.0 / 3;  // of the collision time
};

inline constexpr IndexSplitting kSplittings[] = {IndexSplitting::Autopartition, IndexSplitting::Hybrid,
                                                 IndexSplitting::Balanced};

// A row of the paper's Table 1.
struct PrintedIndex {
  RoundSolid solid;
  int n;
  std::size_t nodes, height;
  double average_height, seconds;
};
inline constexpr PrintedIndex kPrintedIndices[] = {
    {RoundSolid::Sphere, 4, 58, 16, 7.8, 1.7},     {RoundSolid::Sphere, 6, 135, 19, 9.4, 4.5},
    {RoundSolid::Sphere, 8, 245, 18, 9.9, 7.7},    {RoundSolid::Sphere, 10, 463, 18, 10.4, 15.6},
    {RoundSolid::Sphere, 20, 2309, 24, 13.0, 104}, {RoundSolid::Torus, 4, 110, 9, 6.1, 1.9},
    {RoundSolid::Torus, 6, 299, 11, 7.3, 8},       {RoundSolid::Torus, 8, 435, 14, 8.6, 12.5},
    {RoundSolid::Torus, 10, 1019, 19, 10.2, 39},   {RoundSolid::Torus, 20, 4721, 27, 12.6, 233},
};

Mesh solid_mesh(const TriangleSoup& soup);

// The parts, in their order.
void brep_table(const Options& options, Report& report);
void brep_growth(const Options& options, Report& report);
void brep_points(const Options& options, Report& report);
void brep_agreement(const Options& options, Report& report);
void brep_collision(const Options& options, Report& report);

}  // namespace clearance::bench
