// The table of experiments. A new one is: a source file in experiments/ or papers/ with a function of this signature,
// and a row in bench.cpp.
#pragma once

#include <bench/race/output.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace clearance::bench {

struct Options {
  bool quick = false;  // a few frames and two repetitions: to see that it works, not to quote
  std::string cases;   // the folder for scenes that an experiment wants to show; empty: none is written
  // Of `depth`: how many pairs are looked at, and how long the best may be looked for. 0: as many as it likes.
  std::size_t pairs = 0;
  double best_seconds = 0;
};

struct Experiment {
  const char* name;
  const char* what;
  void (*run)(const Options& options, Report& report);
  bool only_by_name = false;  // takes gigabytes or long: no part of "everything"
};

void run_convex(const Options& options, Report& report);
void run_nice(const Options& options, Report& report);
void run_contacts(const Options& options, Report& report);
void run_motion(const Options& options, Report& report);
void run_motion_mesh(const Options& options, Report& report);
void run_hull(const Options& options, Report& report);
void run_filter(const Options& options, Report& report);
void run_proof(const Options& options, Report& report);
void run_worst(const Options& options, Report& report);
void run_depth(const Options& options, Report& report);
// The convex laboratory.
void run_algorithms(const Options& options, Report& report);
void run_qcollide_steps(const Options& options, Report& report);
void run_lin_canny_coherence(const Options& options, Report& report);
void run_growth(const Options& options, Report& report);
void run_operations(const Options& options, Report& report);
void run_applicability(const Options& options, Report& report);
// Many bodies.
void run_broad(const Options& options, Report& report);
void run_broad_growth(const Options& options, Report& report);
void run_qcollide(const Options& options, Report& report);
void run_hashing(const Options& options, Report& report);
void run_culling(const Options& options, Report& report);
void run_scene(const Options& options, Report& report);
void run_crowd(const Options& options, Report& report);
// Meshes.
void run_mesh(const Options& options, Report& report);
void run_mesh_exact(const Options& options, Report& report);
void run_mesh_growth(const Options& options, Report& report);
void run_mesh_large(const Options& options, Report& report);
void run_trees(const Options& options, Report& report);
void run_brep(const Options& options, Report& report);
void run_spacetime(const Options& options, Report& report);
// The program.
void run_clash(const Options& options, Report& report);

}  // namespace clearance::bench
