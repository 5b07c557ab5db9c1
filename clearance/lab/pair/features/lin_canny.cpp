#include <clearance/lab/pair/features/lin_canny.h>

#include <clearance/lab/pair/features/voronoi_walk.h>

#include <limits>

namespace clearance {
namespace {

// The neighbour of a feature across the plane of its Voronoi region that `point` is beyond, where the neighbour has one
// dimension more; `on` is the point of the feature nearest to it. (Neighbours of one dimension less hold `on` already.)
template <bool kStored>
FeatureId across(const BodyAt<kStored>& side, FeatureId feature, Vec3 on, Vec3 point) {
  if (feature.kind == Feature::Vertex) return spoke_along(side, feature.index, point - on);
  if (feature.kind == Feature::Face) return kNoFeature;
  const VoronoiEdge edge = VoronoiEdge::seen(side, feature.index);
  return face_toward(EdgeRegion<kStored>{side, edge}, side.see(point));
}

// Which body has the face that the other's nearest point is on the inner side of: 0 or 1; -1 when there is none.
template <class Bodies>
int beneath(const Bodies& side, const NearestPoints& near) {
  for (int i = 0; i < 2; ++i) {
    if (near.on[i].kind != Feature::Face || !side[i].is_solid()) continue;
    if (VoronoiFace(side[i], near.on[i].index).height(side[i].see(i == 0 ? near.q : near.p)) < 0) return i;
  }
  return -1;
}

// Features around one vertex can share their nearest points: so many steps may leave the distance as it is.
constexpr int kMostTies = 16;

// From one pair to the closest, or to a proof of penetration; `at` is the last pair. False: to neither.
template <class Bodies>
bool walk_to_end(const PosedPair& pair, const Bodies& side, FeaturePair& at, const LinCannyOptions& options,
                 Evidence& evidence, Trace* trace) {
  FeaturePair best = at;
  double least = std::numeric_limits<double>::infinity();  // the square of best's distance
  int escapes = 0, ties = 0;
  bool done = false;
  while (!done && evidence.steps < options.max_steps) {
    ++evidence.steps;
    trace_features(trace, pair, at);
    const NearestPoints near = nearest_points(side[0], side[1], at);
    at = near.on;
    if (near.crossing) return conclude_pierced(pair, at, evidence);
    // Every step across a plane comes nearer, or stays where features share their nearest points. One that goes away
    // was taken by rounding: the pair before is as good.
    const double square = squared_norm(near.q - near.p);
    if (!(square <= least) || (square == least && ++ties > kMostTies)) break;
    if (square < least) ties = 0;
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

Evidence lin_canny(const PosedPair& pair, ConvexCache* cache, const LinCannyOptions& options, Trace* trace) {
  Evidence evidence;
  FeaturePair at = start_features(pair, cache);
  const bool stored = options.planes_a != nullptr && options.planes_b != nullptr;
  const PosedBodies bodies(pair);
  bool ended = stored ? walk_to_end(pair, BodiesWithPlanes(pair, *options.planes_a, *options.planes_b), at, options,
                                    evidence, trace)
                      : walk_to_end(pair, bodies, at, options, evidence, trace);
  for (int time = 1; !ended && time < kStarts; ++time) {
    at = restart_features(pair, evidence, time);
    ended = walk_to_end(pair, bodies, at, options, evidence, trace);
  }
  if (!ended && evidence.steps < options.max_steps) finish_walk(pair, evidence);
  remember(at, evidence, cache);
  return evidence;
}

}  // namespace clearance
