// Question: do two bodies that only translate against each other overlap?
// Method:   orientation-based pruning (Jiménez, Thomas, Torras §3.2): of all edge–face tests only one for each pair of
//           features that can come into contact at all, found on the face orientation graphs; containment last.
// Proves:   Separated and Penetrating, by conclude.h.
// Cannot:   tell touching from a hair's breadth, nor part flat bodies within their common plane.
// Cost:     O(n + m + k) for k applicable pairs, about as many as both bodies have edges; graphs included.
// Notation: n from a to b.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/evidence.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/features/applicability_pairs.h>

#include <cstdint>

namespace clearance {

// What the edge–face tests of the applicable pairs say.
struct FeatureInterference {
  Verdict verdict = Verdict::Unresolved;  // Penetrating: the bodies overlap; Unresolved: within rounding of touching
  std::int64_t edge_face_tests = 0;
  double gap = 0;         // largest over the planes of the pairs looked at; negative when all have been passed
  Vec3 direction;         // unit normal of that plane, from a to b
  VertexPair at{-1, -1};  // vertices on the two sides of it
  bool has_crossing = false;
  bool edge_of_a = false;  // the crossing: an edge of this body goes through a face (a node) of the other
  std::int32_t edge = -1, face = -1;
};

// Bodies turned as in a and b, b moved by `shift` against a: the pairs of one orientation serve all translations.
// Every test first asks on which side of the face (or the plane of two edges) the other feature is. All pairs' planes
// together bound the difference body: if none shows a gap, the bodies overlap even where no tested edge meets a face.
FeatureInterference interference(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift, const ApplicablePairs& pairs);

// Does this edge of one body go through that face of the other, by more than `margin`? b is moved by `shift`.
bool edge_meets_face(const TurnedGraph& a, const TurnedGraph& b, Vec3 shift, bool edge_of_a, int edge, int face,
                     double margin);

// Penetrating if four of the support vertices along twelve directions all around surround the origin: for overlaps so
// deep and symmetric that a ray from any corner of the difference body through the origin ends in a corner again.
bool conclude_from_around(const PosedPair& pair, Evidence& evidence);

struct ApplicabilityOptions {
  bool use_cache = true;  // try the direction that separated last first
};

// At most one step per applicable pair and a few searches.
Evidence applicability(const PosedPair& pair, ConvexCache* cache, const ApplicabilityOptions& options = {},
                       Trace* trace = nullptr);

}  // namespace clearance
