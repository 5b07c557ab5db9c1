// Question: what vertex, edge or face is a point on, or is it inside or outside? What does a segment pass?
// Method:   the point goes down the index (Vaněček 1990, §2.4); a segment is cut at each plane that it crosses, and
//           what is alike in a row becomes one. Before that, the box.
// Proves:   without a tolerance, everything: signs are exact. With one, ε, a point is on a plane when (n·p − d)² ≤
//           ε²|n|², decided exactly; farther than ε from every plane that it passes it is classified as without one.
// Cannot:   say how far: a point may be nearer than ε to an entity and not near the planes by which the index tells
//           it.
// Cost:     tens of nanoseconds for a point that is near no plane.
#pragma once

#include <clearance/brep/index.h>
#include <clearance/math/pose.h>

#include <cstdint>
#include <vector>

namespace clearance {

// 0, or how far a point may be from a plane and be on it. Negative, not finite, or beyond the size of the solid: there
// is no answer then (EntityKind::NotAsked; no parts of a segment).
struct ClassifyOptions {
  double tolerance = 0;
};

// One step on the way down: which plane, and which side of it was taken (+1 above, 0 on, −1 below).
struct IndexStep {
  std::uint32_t node = 0;
  int side = 0;
};
using IndexPath = std::vector<IndexStep>;

// A point of the world; the solid stands at `pose`. `path`, where given, is cleared and filled; it stays empty for
// points outside the solid's box.
Entity classify(const BRepIndex& index, const Pose& pose, Vec3 world_point, const ClassifyOptions& options = {},
                IndexPath* path = nullptr);
// A vertex of another body under its pose, exactly.
Entity classify(const BRepIndex& index, const Pose& pose, Vec3 vertex, const Pose& vertex_pose,
                const ClassifyOptions& options = {}, IndexPath* path = nullptr);

// A point of the segment, or an open piece of it between two such, in order from p to q. Points and pieces alternate;
// neighbours differ: where a point is what both of its neighbours are, the three are one piece.
struct SegmentPart {
  Entity entity;
  bool is_point = false;
  double from = 0, to = 0;  // as fractions of the way from p to q, rounded; equal for a point
  Vec3 start, end;          // in the solid's own frame, rounded; equal for a point
};
using SegmentParts = std::vector<SegmentPart>;

// From p to q, both ends included; p and q may be equal. Both under `segment_pose`, exactly.
SegmentParts classify_segment(const BRepIndex& index, const Pose& pose, Vec3 p, Vec3 q, const Pose& segment_pose = {},
                              const ClassifyOptions& options = {});

// "[outside, (edge 0-3, 0.25), face 2, (vertex 4, 0.5), edge 4-5, (vertex 5, 1)]"
std::string text_of(const BRep& brep, const SegmentParts& parts);

}  // namespace clearance
