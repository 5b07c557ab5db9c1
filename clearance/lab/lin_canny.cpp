#include <clearance/lab/lin_canny.h>

#include <clearance/lab/voronoi_walk.h>

#include <limits>

namespace clearance {
namespace {

// The neighbour of a feature across the plane of its Voronoi region that `point` is beyond, where the neighbour has one
// dimension more; `on` is the point of the feature nearest to it. (Neighbours of one dimension less hold `on` already.)
FeatureId across(const PosedBody& side, FeatureId feature, Vec3 on, Vec3 point) {
  if (feature.kind == Feature::Vertex) return spoke_along(side, feature.index, point - on);
  if (feature.kind == Feature::Edge) return face_toward(side, EdgeAt(side, feature.index), point);
  return kNoFeature;
}

// Which body has the face that the other's nearest point is on the inner side of: 0 or 1; -1 when there is none.
int beneath(const PosedBody* side, const NearestPoints& near) {
  for (int i = 0; i < 2; ++i) {
    if (near.on[i].kind != Feature::Face || !side[i].is_solid()) continue;
    if (FaceAt(side[i], near.on[i].index).height(i == 0 ? near.q : near.p) < 0) return i;
  }
  return -1;
}

// From one pair to the closest, or to a proof of penetration; `at` is the last pair. False: to neither.
bool walk_to_end(const PosedPair& pair, FeaturePair& at, const LinCannyOptions& options, Evidence& evidence,
                 Trace* trace) {
  const PosedBody side[2] = {posed_a(pair), posed_b(pair)};
  FeaturePair best = at;
  double least = std::numeric_limits<double>::infinity();  // the square of best's distance
  int escapes = 0;
  bool done = false;
  while (!done && evidence.steps < options.max_steps) {
    ++evidence.steps;
    trace_features(trace, pair, at);
    const NearestPoints near = nearest_points(side[0], side[1], at);
    at = near.on;
    if (near.crossing) return conclude_pierced(pair, at, evidence);
    // Every step across a plane comes nearer. One that does not was taken by rounding: the pair before is as good.
    const double square = squared_norm(near.q - near.p);
    if (!(square < least)) break;
    least = square, best = at;

    if (const int i = beneath(side, near); i >= 0) {
      const Beneath below = look_beneath(side[i], at[i].index, i == 0 ? near.q : near.p);
      at[i] = below.exit;
      if (below.inside) return conclude_beneath(pair, at, evidence);
      if (++escapes > options.max_escapes) return false;
      least = std::numeric_limits<double>::infinity();
      continue;
    }
    const FeatureId of_a = across(side[0], at.a, near.p, near.q);
    const FeatureId of_b = of_a == kNoFeature ? across(side[1], at.b, near.q, near.p) : kNoFeature;
    if (of_a != kNoFeature) at.a = of_a;
    if (of_b != kNoFeature) at.b = of_b;
    done = of_a == kNoFeature && of_b == kNoFeature;
  }
  at = best;
  return conclude_features(pair, at, evidence);
}

}  // namespace

Evidence lin_canny(const PosedPair& pair, PairCache* cache, const LinCannyOptions& options, Trace* trace) {
  Evidence evidence;
  FeaturePair at = start_features(pair, cache);
  for (int time = 1; !walk_to_end(pair, at, options, evidence, trace) && time < kStarts; ++time)
    at = restart_features(pair, evidence, time);
  if (evidence.verdict == Verdict::Unresolved) conclude_surrounded(pair, evidence);
  remember(at, evidence, cache);
  return evidence;
}

}  // namespace clearance
