// Question: are two convex bodies, polytopes or rounded ones, separated, touching or penetrating; how far apart, how
//           deep?
// Method:   cached evidence, a fast algorithm, a second one, an exact decision: each only finds evidence, and what is
//           returned has been proved (CONTRACT §1, §4). `decided_by` says whose evidence it was.
// Proves:   every status, and both ends of every bracket.
// Cost:     a warm query allocates nothing, shells and the exact tier aside. Const and safe to share between threads;
//           a PairCache belongs to one pair and one thread at a time.
#pragma once

#include <clearance/convex/algorithm.h>
#include <clearance/convex/feature.h>
#include <clearance/convex/pair_cache.h>
#include <clearance/math/pose.h>
#include <clearance/proof/certificate.h>
#include <clearance/proof/check.h>
#include <clearance/shape/polytope.h>
#include <clearance/shape/rounded.h>

#include <limits>
#include <span>

namespace clearance {

struct AlgorithmRow;

struct QueryOptions {
  Algorithm first = Algorithm::Automatic;  // whose evidence to try first; the answer is proved all the same
  // Where `first` is looked up: the library's own methods when empty; all_algorithms() has those of lab/, too.
  std::span<const AlgorithmRow> methods = {};
};

struct Intersection {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  Certificate certificate;

  // True when the bodies share a point, or may do so, since nobody asked.
  explicit operator bool() const { return status != Status::Separated; }
};

Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const QueryOptions& options = {});
Intersection intersects(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, PairCache& cache,
                        const QueryOptions& options = {});
// Rounded bodies, here and below: either may be a plain polytope. Everything is decided exactly from the cores'
// distance and r_a + r_b. Certificates are about the cores; tangency has none, nor has penetration by less than the
// weights of double witness points can show (CONTRACT §4).
Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const QueryOptions& options = {});
Intersection intersects(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, PairCache& cache,
                        const QueryOptions& options = {});

struct DistanceOptions : QueryOptions {
  // Stop as soon as the distance is proved to be at least this: then lower ≥ only_below, upper is infinite and there
  // are no witness points. That the bodies are apart is proved in any case, for limits of 0 and below, too; NaN is no
  // limit.
  double only_below = std::numeric_limits<double>::infinity();
};

// Not separated: lower = upper = 0, and there are no witness points. Separated: upper − lower ≤ 1e-9·upper +
// 1e-13·size, or upper is the next double after lower; lower > 0 unless the distance is below the smallest double.
// Where the distance itself overflows, upper is infinite.
struct Distance {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  bool has_witness = false;
  // Where a body is nearest to the other: all of its points that reach as far along the closest direction, within
  // rounding. Parallel faces are Face and Face, though the witness points may be corners. Of the cores, if rounded.
  Feature feature_a = Feature::Vertex, feature_b = Feature::Vertex;
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 point_a, point_b;  // the nearest points of the bodies in world coordinates, rounded
  // The nearest points of the cores exactly, as combinations of vertices: no further apart than upper + r_a + r_b.
  Claim::Witness witness;
  Certificate certificate;
};

Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options = {});
Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                  const DistanceOptions& options = {});
Distance distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, PairCache& cache,
                  const DistanceOptions& options = {});

// Sign of (distance − limit), exactly; the distance of bodies in contact is 0.
int compare_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, double limit);
int compare_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double limit);

// How far b must be moved to end the penetration: moved by exactly `translation`, which is no longer than `upper`, it
// shares no interior point with a. `direction` is its unit vector, rounded. Separated or touching: lower = upper = 0,
// the translation is zero, the shell empty, and the direction, if any, the touching plane's.
struct Penetration {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  Vec3 direction, translation;
  Vec3 point_a, point_b;  // deepest points in world coordinates, rounded: point_b + upper·direction ≈ point_a
  Certificate certificate;
  // Proves `lower`; filled only when asked for, and for rounded bodies only where the cores penetrate: elsewhere the
  // certificate does.
  Shell shell;
};

struct PenetrationOptions : QueryOptions {
  bool want_shell = false;
};

Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
Penetration penetration(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, PairCache& cache,
                        const PenetrationOptions& options = {});
Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                        const PenetrationOptions& options = {});
Penetration penetration(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, PairCache& cache,
                        const PenetrationOptions& options = {});

// The distance, or minus the depth. `normal` points from a to b and is of unit length up to rounding.
struct SignedDistance {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 normal;
  Vec3 point_a, point_b;
  Certificate certificate;
};

SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b);
SignedDistance signed_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b,
                               PairCache& cache);
SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b);
SignedDistance signed_distance(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b,
                               PairCache& cache);

// Batches: the same answers as one call each, in order.
// Many poses × one pair: `out` is as long as `poses_b`.
void intersects_batch(const Polytope& a, const Pose& pose_a, const Polytope& b, std::span<const Pose> poses_b,
                      std::span<Intersection> out);
void distance_batch(const Polytope& a, const Pose& pose_a, const Polytope& b, std::span<const Pose> poses_b,
                    std::span<Distance> out, const DistanceOptions& options = {});
void intersects_batch(const Rounded& a, const Pose& pose_a, const Rounded& b, std::span<const Pose> poses_b,
                      std::span<Intersection> out);
void distance_batch(const Rounded& a, const Pose& pose_a, const Rounded& b, std::span<const Pose> poses_b,
                    std::span<Distance> out, const DistanceOptions& options = {});
// Many pairs: `caches` is empty, or as long as `pairs`.
struct PairQuery {
  const Polytope* a;
  Pose pose_a;
  const Polytope* b;
  Pose pose_b;
};
void intersects_batch(std::span<const PairQuery> pairs, std::span<Intersection> out, std::span<PairCache> caches = {});
void distance_batch(std::span<const PairQuery> pairs, std::span<Distance> out, std::span<PairCache> caches = {},
                    const DistanceOptions& options = {});
struct RoundedPairQuery {
  const Rounded* a;
  Pose pose_a;
  const Rounded* b;
  Pose pose_b;
};
void intersects_batch(std::span<const RoundedPairQuery> pairs, std::span<Intersection> out,
                      std::span<PairCache> caches = {});
void distance_batch(std::span<const RoundedPairQuery> pairs, std::span<Distance> out, std::span<PairCache> caches = {},
                    const DistanceOptions& options = {});

// What a result claims, ready for proof/check.h.
Claim claim_of(const Intersection& result);
Claim claim_of(const Distance& result);
Claim claim_of(const Penetration& result);
// Check a claim against the bodies' own vertices.
CheckResult check_claim(const Claim& claim, const Polytope& a, const Pose& pose_a, const Polytope& b,
                        const Pose& pose_b);
CheckResult check_claim(const Claim& claim, const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b);

}  // namespace clearance
