// Question: how do walks over closest features begin, and when may they end with a verdict?
// Method:   from the cached features or a support pair; to conclude.h with the direction of the closest features, with
//           an edge and the face it pierces, or with a vertex and the face it lies beneath.
// Proves:   nothing but through conclude.h.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/trace.h>
#include <clearance/lab/pair/conclude.h>
#include <clearance/lab/pair/features/voronoi.h>

namespace clearance {

// Where a walk starts: the cached features if both bodies have such, else the support vertices along the direction
// that would separate ellipsoids.
FeaturePair start_features(const PosedPair& pair, const ConvexCache* cache);
// Where it starts again after an end that proved nothing, for the given time: from the last support vertices found, if
// any, then as if nothing were cached.
inline constexpr int kStarts = 3;
FeaturePair restart_features(const PosedPair& pair, const Evidence& evidence, int time);
// What it leaves behind.
void remember(const FeaturePair& features, const Evidence& evidence, ConvexCache* cache);
void trace_features(Trace* trace, const PosedPair& pair, const FeaturePair& features);

// Separated because these are the closest features; sets the nearest points. False when they are not: the verdict may
// be Separated all the same.
bool conclude_features(const PosedPair& pair, const FeaturePair& features, Evidence& evidence);
// Where features tie or lie in one plane, every start may end beside the closest pair, or with bodies whose boundaries
// meet without proof. A short walk of Gilbert's from the last support pair then finds the nearest points, or
// differences around the origin.
void finish_walk(const PosedPair& pair, Evidence& evidence);
// Penetrating because the edge of one body pierces the face of the other.
bool conclude_pierced(const PosedPair& pair, const FeaturePair& features, Evidence& evidence);

// A vertex beneath a face of a solid: the pseudo-Voronoi regions of the survey, cones from the centre over the faces,
// lead to the face that the ray from the centre through the vertex leaves by. Beneath that one, too, it is inside.
struct Beneath {
  bool inside = false;
  FeatureId exit = kNoFeature;
};
template <bool kStored>
Beneath look_beneath(const BodyAt<kStored>& side, int face, Vec3 p);
// Penetrating because the vertex of one body lies inside the other, beneath the face it would leave by.
bool conclude_beneath(const PosedPair& pair, const FeaturePair& features, Evidence& evidence);

// Tells when a walk that depends on nothing but its pair of features has come back to one: Brent's rule, which
// remembers one pair and replaces it after 1, 2, 4, … steps.
class CycleWatch {
 public:
  bool comes_back(const FeaturePair& at) {
    if (at == mark_) return true;
    if (++steps_ == lap_) mark_ = at, lap_ *= 2, steps_ = 0;
    return false;
  }
  int longest() const { return lap_; }

 private:
  FeaturePair mark_;
  int steps_ = 0, lap_ = 1;
};

}  // namespace clearance
