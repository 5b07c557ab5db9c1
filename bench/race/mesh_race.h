// Question: what does each library need for W2, and how often is it wrong?
// Method:   the libraries take turns, several times over the same frames, each time from cold; the fastest pass of each
//           counts. Answers are compared with our proved ones.
#pragma once

#include <bench/race/measure.h>
#include <bench/race/mesh_peers.h>

#include <span>

namespace clearance::bench {

// A library with the two bodies of a race.
struct Racer {
  MeshLibrary entrant;
  std::unique_ptr<MeshPair> pair;
  double build_seconds = 0;  // for one body
  double bytes_per_triangle = 0;

  bool is_ours() const { return entrant.package == "Clearance"; }
  std::string name() const { return entrant.package + ", " + entrant.name; }
};
// Ours first. Each body is built `repetitions` times, the fastest counts.
std::vector<Racer> build_racers(std::span<const MeshLibrary> libraries, const TriangleSoup& a, const TriangleSoup& b,
                                int repetitions);
std::vector<MeshLibrary> all_mesh_libraries();

// What a distance may be off by before it counts as wrong: FCL's own tolerance, of the bodies' size.
inline constexpr double kMeshTolerance = 1e-6 * kW2Size;

struct MeshTask {
  Query query;
  bool warm;
  const MeshPoses* poses;
  std::span<const Truth> truth;
  double tolerance = kMeshTolerance;
};

struct MeshCost : Mistakes {
  bool answered = false;  // the library has such a query
  double seconds = 0;     // per query
  std::int64_t frames = 0;

  // Wrong so rarely that its time may stand for the query that was asked.
  bool is_trustworthy() const { return answered && clearly_wrong() * 100 <= frames; }
};

struct RacePatience {
  int repetitions = 3;
  double longest_pass = 0.3;  // seconds; who is slower sees the first frames only, forty at least
};

// By racer, in order.
std::vector<MeshCost> race_meshes(std::span<const Racer> racers, const MeshTask& task, const RacePatience& patience);

// Our proved answers; the distance or the depth where it is asked for.
std::vector<Truth> mesh_truth(const MeshPair& ours, const MeshPoses& poses, Query query);
MeshPoses separated_of(const MeshPoses& poses, std::span<const Truth> truth);

// The poses of W2, found with our own query.
MeshPoses w2_poses(const W2Pair& pair, int count);

}  // namespace clearance::bench
