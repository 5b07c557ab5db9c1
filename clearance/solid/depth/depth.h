// What the two ends of a mesh's depth share; no part of the interface.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/math/pose.h>
#include <clearance/shape/mesh.h>

#include <algorithm>
#include <limits>

namespace clearance::detail {

struct SolidPair {
  const Mesh& a;
  const Pose& pose_a;
  const Mesh& b;
  const Pose& pose_b;

  // Of the smaller: what lengths are told apart by.
  double size() const { return std::min(a.size(), b.size()); }
};

// When a search for a depth ends: the deadline has struck, or the bracket is as narrow as was asked. How many steps it
// may make is for the searches to count.
class DepthBudget {
 public:
  explicit DepthBudget(const PenetrationOptions& options)
      : effort_(std::max(options.effort, 1)), width_(options.relative_width), deadline_(options.deadline) {}

  int effort() const { return effort_; }
  bool has_deadline() const { return !deadline_.is_never(); }
  bool is_over() const { return !deadline_.is_never() && has_struck(); }
  // NaN asks for nothing.
  bool is_narrow(double lower, double upper) const { return lower >= upper || upper - lower <= width_ * upper; }

 private:
  bool has_struck() const;

  int effort_;
  double width_;
  Deadline deadline_;
};

// A translation that ends the penetration, exactly; `upper` is no less than its length, `direction` its unit vector,
// rounded.
struct DepthAbove {
  double upper = std::numeric_limits<double>::infinity();
  Vec3 direction = {}, translation = {};
};

}  // namespace clearance::detail
