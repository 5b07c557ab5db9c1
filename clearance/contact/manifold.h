// Question: where do two bodies meet, or nearly so: at which points, along which normal, how deep, and which features
//           of the bodies lie there?
// Method:   patches of points that share a normal. Convex bodies have one patch: faces are clipped against each other,
//           edges cross, a vertex meets a face. Bodies of triangles have one for each place and normal, those of parts
//           for each two parts.
// Proves:   the status, exactly as intersects() does. Of a patch: the bracket of how far apart the bodies are along its
//           normal. Of a point: both places lie within `error` of the features named, and b − a is gap·normal within
//           `error`, for a gap in its bracket (docs/contract.md §5).
// Cannot:   be unique: where several normals are as good, one is taken, the same for the same input.
// Cost:     docs/benchmarks.md. PairContacts allocates nothing once warm. Const and safe to share between threads; a
//           PairContacts belongs to one pair and one thread at a time.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace clearance {

// What a point lies on, by numbers that stay the same while the shape does. Of a rounded body: of its core.
struct ContactFeature {
  Feature kind = Feature::Vertex;
  std::uint32_t part = kNoIndex;  // of a body of several
  // Vertex: its id. Edge: the ids of its ends, the lower first. Face: of a mesh the lowest number of its triangles, all
  // that are connected and in one plane; of a convex body its number (Polytope::face); of a half-space 0.
  // Vertices of a mesh with equal coordinates are one, named by the lowest id.
  std::uint32_t first = kNoIndex, second = kNoIndex;

  friend bool operator==(const ContactFeature&, const ContactFeature&) = default;
};

struct ContactPoint {
  Vec3 a, b;  // on either body, in world coordinates
  // The gap along the patch's normal; below 0 the bodies penetrate here. Nothing is claimed until they are filled in.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double error = std::numeric_limits<double>::infinity();
  ContactFeature feature_a, feature_b;
  std::uint32_t age = 0;         // for how many updates before this one the same features met: PairContacts
  std::array<double, 4> user{};  // the caller's: kept while the features stay the same, else 0

  double gap() const { return 0.5 * lower + 0.5 * upper; }
};

// Points with one normal, of unit length up to rounding, from a to b.
struct ContactPatch {
  Vec3 normal;
  // Convex bodies: how far apart they are along the normal, minus how deep. Others: the least gap of the points.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  std::uint32_t first_point = 0, point_count = 0;
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;
};

// Separated by more than the margin: no patches. Not separated: at least one point. One that nobody filled in is
// NotAsked and claims nothing.
struct Manifold {
  Intersection answer;
  std::vector<ContactPatch> patches;  // the deepest first
  std::vector<ContactPoint> points;   // patch by patch

  std::span<const ContactPoint> points_of(const ContactPatch& patch) const {
    return std::span(points).subspan(patch.first_point, patch.point_count);
  }
  Status status() const { return answer.status; }
  // Forgets everything but its memory.
  void clear();
};

inline constexpr std::uint32_t kAllPoints = 0xffffffffu;

struct ManifoldOptions {
  // Points whose gap is at most this are reported, for speculative contact. Below 0 or not a number: 0.
  double margin = 0;
  // At most so many a patch; a solver wants 4: the deepest, and those that span the largest polygon with it.
  std::uint32_t points_per_patch = kAllPoints;
};

Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const ManifoldOptions& options = {});

namespace detail {
struct PairMemory;  // what its updates go on from
}

// One pair from frame to frame: points whose features met in the last update, too, keep their `user` values and grow
// older. Other shapes than in the last update begin anew. A copy remembers the manifold and begins with empty caches.
class PairContacts {
 public:
  PairContacts();
  PairContacts(const PairContacts& other);
  PairContacts& operator=(const PairContacts& other);
  PairContacts(PairContacts&&) noexcept;
  PairContacts& operator=(PairContacts&&) noexcept;
  ~PairContacts();

  // Holds until the next update.
  const Manifold& update(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const ManifoldOptions& options = {});
  const Manifold& manifold() const { return now_; }
  // The points of manifold(), for their `user` values.
  std::span<ContactPoint> points() { return now_.points; }
  // Forgets the manifold: as if nobody had asked.
  void clear();

 private:
  Manifold now_, before_;
  std::unique_ptr<detail::PairMemory> memory_;
  // Kept alive, so that no later shape can be taken for one of them.
  std::optional<Shape> of_a_, of_b_;
};

}  // namespace clearance
