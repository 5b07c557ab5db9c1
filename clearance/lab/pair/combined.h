// Question: when bodies that move in frames collide, where were they nearest in the last frame in which they did not?
// Method:   Chung §5.5, appendix III: the separating vector algorithm decides each frame; on a collision after a free
//           frame, improved Gilbert runs once on the poses of that frame, started from the vertices the search met, and
//           what it finds starts the next search.
// Proves:   nothing by itself (evidence); the public queries prove their own.
// Cost:     that of the separating vector algorithm, plus one Gilbert run per collision.
#pragma once

#include <clearance/lab/pair/gilbert.h>
#include <clearance/lab/pair/separating_vector.h>
#include <clearance/math/pose.h>

#include <optional>

namespace clearance {

// One pair's state from frame to frame.
struct CombinedCache {
  ConvexCache search;
  Pose previous_a, previous_b;
  bool previous_free = false;
};

struct CombinedResult {
  Evidence evidence;                     // of this frame
  std::optional<GilbertResult> nearest;  // on collision after a free frame: at that frame's poses
  Vec3 point_a, point_b;                 // the nearest points then, in world coordinates
};

CombinedResult combined(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        CombinedCache& cache, const SeparatingVectorOptions& options = {}, Trace* trace = nullptr);

}  // namespace clearance
