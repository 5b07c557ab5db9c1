// Question: how are convex rows of `nice` judged, and which setting of a library stands for it?
#pragma once

#include <bench/experiments/nice/nice.h>
#include <bench/race/hull_race.h>
#include <bench/workloads/nice_poses.h>

namespace clearance::bench {

// Those that have such a query.
std::span<const char* const> convex_peers(Query query);

// Two bodies of one shape with our proved answers: status and distance of all pairs, depth of those that meet.
struct NiceRow {
  Judged judged;
  Statuses statuses;  // of all pairs
};
NiceRow judge_row(const Polytope& a, const Polytope& b, const MeshPoses& poses, Query query);

// A distance to kNiceTolerance, a depth to the peers' own.
Tolerance nice_tolerance(Query query);

// Every setting of every peer, the own box of those that have one where the bodies are boxes; ours last.
std::vector<Method> nice_methods(bool boxes);

// Of ours the one named, which must be there.
const RaceResult& ours(const std::vector<RaceResult>& results, const std::string& name);
// The fastest of all peers that is right in 99 of 100 answers, with hulls or with boxes of its own; or null.
const RaceResult* fastest_right_peer(const std::vector<RaceResult>& results, bool own_boxes);

void add_measurements(const Record& row, const std::vector<RaceResult>& results, Report& report);

}  // namespace clearance::bench
