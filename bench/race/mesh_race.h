// Question: what does each library need for two bodies of triangles, and how often is it wrong?
// Method:   every library builds the bodies once, which is timed; then race.h, with our proved answers as truth.
#pragma once

#include <bench/race/race.h>

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

// By racer, in order. However slow, a racer sees forty frames.
std::vector<RaceResult> race_meshes(std::span<const Racer> racers, const MeshTask& task, RaceOptions options);

// Our proved answers; the distance or the depth where it is asked for.
std::vector<Truth> mesh_truth(const MeshPair& ours, const MeshPoses& poses, Query query);
MeshPoses separated_of(const MeshPoses& poses, std::span<const Truth> truth);

// Two bodies of W2 at kW2ContactSize that our own query answers for.
MeetFunction w2_meet(const W2Pair& pair);
// The poses of W2, found with our own query.
MeshPoses w2_poses(const W2Pair& pair, int count);

}  // namespace clearance::bench
