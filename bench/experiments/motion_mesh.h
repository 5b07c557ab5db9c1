// Question: what do the parts of the experiment `motion-mesh` share?
#pragma once

#include <bench/experiments.h>
#include <bench/race/mesh_motion.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

// The figures of the project's plan.
struct MeshMotionBars {
  static constexpr double kDistances = 2;   // first_contact near contact by one static distance query there
  static constexpr double kExponent = 0.4;  // of its growth with the triangles
  static constexpr double kTimesFcl = 4;    // FCL's advancement by ours, at least
  static constexpr double kSpin = 2;        // constant angular velocity by the way between the same poses
  static constexpr double kEngine = 1;      // seconds for all pairs of a train of gears over 720 keyframes
};

struct MeshMotionEffort {
  std::vector<int> sizes;
  int motions;  // of each pair of bodies, kind, place and numbers
  int passes, instants;
  double longest_pass;  // seconds, for those
};
inline MeshMotionEffort mesh_motion_effort(const Options& options) {
  return options.quick ? MeshMotionEffort{{500, 2000}, 2, 1, 40, 0.2}
                       : MeshMotionEffort{{2000, 20'000, 200'000}, 12, 2, 100, 0.25};
}

// Which motions.
struct W6Cell {
  W6Kind kind;
  W6Place place;
  Numbers numbers;

  std::string name() const {
    return std::string(to_string(kind)) + ", " + to_string(place) + ", " + to_string(numbers);
  }
};
inline std::vector<W6Cell> w6_cells() {
  std::vector<W6Cell> out;
  for (const W6Kind kind : kW6Kinds)
    for (const W6Place place : kW6Places)
      for (const Numbers numbers : kNumbers) out.push_back({kind, place, numbers});
  return out;
}

// By cell, then by pair of bodies of W2: the same at every size.
using W6Course = std::vector<std::vector<W6Motions>>;
W6Course w6_course(int motions);

// Of each of the first questions the fastest of several passes, in nanoseconds of processor time; whoever needs more
// than `longest` seconds for all of them is asked fewer, but at least two.
struct Costs {
  std::vector<double> ns;

  void add(const Costs& more) { ns.insert(ns.end(), more.ns.begin(), more.ns.end()); }
  double mean() const;
  double worst() const { return ns.empty() ? 0 : *std::max_element(ns.begin(), ns.end()); }
};

void run_motion_mesh_race(const Options& options, const W6Course& course, Report& report);
void run_motion_mesh_proofs(const Options& options, const W6Course& course, Report& report);
void run_motion_mesh_spin(const Options& options, const W6Course& course, Report& report);
void run_motion_mesh_keyframes(const Options& options, Report& report);

}  // namespace clearance::bench
