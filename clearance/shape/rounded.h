// Question: what is a sphere, a capsule, a box with rounded edges?
// Method:   a spherically extended polytope: all points within `radius` of a convex core (point, segment, box, any
//           polytope). A polytope is one of radius 0. Poses move the core; the radius stays as it is, under a matrix
//           that stretches a little (CONTRACT §1), too.
// Proves:   nothing by itself; d > r_a + r_b for the cores' distance d is what the queries decide, exactly.
// Cost:     copies share the core's one immutable block.
#pragma once

#include <clearance/base/result.h>
#include <clearance/shape/polytope.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace clearance {

class Rounded {
 public:
  // Radius 0: so that one body of a query may be a plain polytope.
  Rounded(Polytope core) : core_(std::move(core)) {}  // NOLINT(google-explicit-constructor)

  // Refused: a radius that is negative, not finite or beyond kMaxCoordinate.
  static Result<Rounded> make(Polytope core, double radius);

  const Polytope& core() const { return core_; }
  // See Polytope::reassemble.
  bool reassemble_core(std::span<const Vec3> vertices, std::span<const std::uint32_t> ids, std::size_t source_count) {
    return core_.reassemble(vertices, ids, source_count);
  }
  double radius() const { return radius_; }

 private:
  Polytope core_;
  double radius_ = 0;
};

// For a radius that the caller knows to be sound; a bad one is a caller bug and gives the core itself.
Rounded rounded(Polytope core, double radius);

}  // namespace clearance
