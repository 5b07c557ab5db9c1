// Question: what does a query return, whatever the two bodies are, and what can it be told beforehand?
// Method:   one result a question, the same for every kind of pair. A body of parts or of triangles is named more
//           closely by an index, which is kNoIndex where there is no such thing.
// Proves:   every status, and both ends of every bracket (CONTRACT §1, §4). `decided_by` says whose evidence it was.
//           A result that nobody filled in is NotAsked and claims nothing.
#pragma once

#include <clearance/answer/algorithm.h>
#include <clearance/answer/feature.h>
#include <clearance/base/limits.h>
#include <clearance/proof/certificate.h>

#include <limits>
#include <span>

namespace clearance {

struct AlgorithmRow;

struct QueryOptions {
  // Of convex pairs, those of parts included: whose evidence to try first; the answer is proved all the same.
  Algorithm first = Algorithm::Automatic;
  // Where `first` is looked up: the library's own methods when empty; all_algorithms() has those of lab/, too.
  std::span<const AlgorithmRow> methods = {};
};

// Further options come after those of any query; they are no base, so that {.only_below = 2} is all one has to write.
struct DistanceOptions {
  Algorithm first = Algorithm::Automatic;
  std::span<const AlgorithmRow> methods = {};
  // Stop as soon as the distance is proved to be at least this: then lower ≥ only_below, upper is infinite and there
  // are no witness points. That the bodies are apart is proved in any case, for limits of 0 and below, too; NaN is no
  // limit.
  double only_below = std::numeric_limits<double>::infinity();
  // Stop as soon as upper − lower ≤ relative_width·upper is proved. 0, and whatever is narrower than the promise of
  // Distance: as that says. Bodies of parts and half-spaces always do that. Statuses do not depend on it.
  double relative_width = 0;

  operator QueryOptions() const { return {first, methods}; }  // NOLINT(google-explicit-constructor)
};

struct PenetrationOptions {
  Algorithm first = Algorithm::Automatic;
  std::span<const AlgorithmRow> methods = {};
  bool want_shell = false;  // of convex pairs
  int effort = 64;          // of others: directions tried for the upper end, and places for the lower one
  // Stop as soon as upper − lower ≤ relative_width·upper is proved; 0: as narrow as can be had.
  double relative_width = 0;
  // Of others: the bracket is that of when it struck, looked at every millisecond or so. The status is decided and both
  // ends are proved all the same. Where there is none, equal questions have equal answers to the last bit.
  Deadline deadline = {};

  operator QueryOptions() const { return {first, methods}; }  // NOLINT(google-explicit-constructor)
};

// The caller's number of a part or a triangle.
inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

struct Intersection {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  Certificate certificate;
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;  // of which the certificate speaks, of a body of several

  // True when the bodies share a point, or may do so, since nobody asked.
  explicit operator bool() const { return status != Status::Separated; }
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
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;          // the nearest, of a body of several
  std::uint32_t triangle_a = kNoIndex, triangle_b = kNoIndex;  // of the witness points, of a mesh
};

// How far b must be moved to end the penetration: moved by exactly `translation`, which is no longer than `upper`, it
// shares no interior point with a. `direction` is its unit vector, rounded. Separated or touching: lower = upper = 0,
// the translation is zero, the shell empty, and the direction, if any, the touching plane's. Surfaces have no depth: 0,
// 0.
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
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;  // of which the certificate speaks, of a body of several
};

// The distance, or minus the depth. `normal` points from a to b and is of unit length up to rounding; it is 0 where
// no plane between the bodies is known: meshes or parts that touch, intersect or are apart by no more than roundings.
struct SignedDistance {
  Status status = Status::NotAsked;
  Algorithm decided_by = Algorithm::Automatic;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 normal;
  Vec3 point_a, point_b;
  Certificate certificate;
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;
};

namespace detail {

// The distance, with a normal from a to b; minus the depth.
SignedDistance signed_of(const Distance& gap, Vec3 normal);
SignedDistance signed_of(const Penetration& depth);

}  // namespace detail

// What a result claims, ready for check_claim. Separated bodies of which one is made of triangles or parts also need a
// cover (separation_cover).
Claim claim_of(const Intersection& result);
Claim claim_of(const Distance& result);
Claim claim_of(const Penetration& result);

}  // namespace clearance
