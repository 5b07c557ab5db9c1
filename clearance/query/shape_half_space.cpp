// A half-space and a body of triangles, or of parts.
// Method:   the lowest vertex, exactly: the tree's boxes leave out what is higher, exact signs choose among what
//           roundings cannot tell apart. As a body of one point it has the mesh's distance and its status, which a
//           surface turns into Intersecting. A solid whose only parts below the plane are fins touches: decided by
//           the places where its triangles change the winding number (mesh/jump.h).
// Notation: d the plane's normal in the mesh's frame; heights d·v are off by at most `bound`.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/direction_sign.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/jump.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/query/half_space.h>
#include <clearance/query/lowest_of_mesh.h>
#include <clearance/query/query.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clearance {
namespace {

class LowestVertex {
 public:
  LowestVertex(const Mesh& mesh, const Pose& pose, Vec3 normal)
      : mesh_(mesh), pose_(pose), normal_(normal), direction_(transpose_times(pose.rotation(), normal)) {
    bound_ = kDotError * norm_one(normal) * mesh.reach() * kSlack + kUnderflow;
    // Where doubles say nothing all vertices are candidates.
    if (!(bound_ <= kMaxBound && bound_ >= kMinBound && norm_one(normal) >= kMinDirection)) bound_ = kInfiniteEnd;
  }

  // A vertex that none is below by more than roundings.
  std::uint32_t find_roughly() {
    std::uint32_t lowest = 0;
    least_ = kInfiniteEnd;
    visit(least_, [&](std::uint32_t v, double height) {
      if (height < least_) least_ = height, lowest = v;
    });
    return lowest;
  }
  // After find_roughly(): the whole mesh is above the plane, roundings or not.
  bool clearly_above(double offset) const {
    const double t = norm_max(pose_.translation()), sizes = norm_one(normal_) * (mesh_.reach() + t) + std::fabs(offset);
    return bound_ < kInfiniteEnd && sizes <= kMaxBound &&
           (least_ + dot(normal_, pose_.translation())) - offset > 2 * kDotError * sizes;
  }
  // A vertex that no other is below.
  std::uint32_t find() {
    find_roughly();
    const double ceiling = least_ + 2 * bound_;
    std::vector<std::uint32_t> candidates;
    visit(ceiling, [&](std::uint32_t v, double height) {
      if (!(height > ceiling)) candidates.push_back(v);
    });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    std::uint32_t lowest = candidates[0];
    for (const std::uint32_t v : candidates)
      if (mesh_.vertex(v) != mesh_.vertex(lowest) &&
          direction_sign(normal_, {{mesh_.vertex(lowest), pose_}, {mesh_.vertex(v), pose_}}) < 0)
        lowest = v;
    return lowest;
  }

 private:
  // Vertices that may be no higher than `ceiling`, which the visitor may lower.
  template <class Visit>
  void visit(const double& ceiling, const Visit& look) const {
    if (!(bound_ < kInfiniteEnd)) {
      for (const MeshTriangle& triangle : mesh_.triangles())
        for (const std::uint32_t v : triangle) look(v, -kInfiniteEnd);
      return;
    }
    detail::visit_lowest(mesh_, direction_, ceiling, look);
  }

  const Mesh& mesh_;
  const Pose& pose_;
  Vec3 normal_, direction_;
  double bound_, least_ = kInfiniteEnd;
};

Polytope point_of(const Mesh& mesh, std::uint32_t v) {
  return Polytope::assemble({0, {mesh.vertex(v)}, {v}, mesh.vertex_count(), {}});
}
Polytope lowest_point(const HalfSpace& a, const Mesh& b, const Pose& pose) {
  return point_of(b, LowestVertex(b, pose, a.normal()).find());
}

// Below the plane, in the mesh's frame: n·pose(x) < offset, for x a fraction.
class BelowPlane {
 public:
  BelowPlane(const HalfSpace& a, const Pose& pose) {
    const ExactPose place(pose);
    const DyadicVec normal = exact(a.normal());
    direction_ = place.from_world(normal);
    offset_ = place.denominator() * Dyadic(a.offset()) - dot(normal, place.numerator({}));
  }

  bool operator()(const detail::JumpCorner& x) const {
    return compare(dot(direction_, x.numerator), x.weight * offset_) < 0;
  }

 private:
  DyadicVec direction_;
  Dyadic offset_;
};

// Something below the plane is the solid's own, not fins alone: the winding number is 0 far below, so the solid has
// interior points there just when it jumps somewhere below. A convex piece reaches there if one of its corners does.
bool is_solid_below(const HalfSpace& a, const Mesh& b, const Pose& pose) {
  const BelowPlane is_below(a, pose);
  for (std::uint32_t t = 0; t < b.triangle_count(); ++t) {
    const MeshTriangle& corners = b.triangle(t);
    const auto at = [&](std::size_t k) { return b.vertex(corners[k]); };
    const auto vertex_is_below = [&](std::uint32_t v) { return is_below({exact(b.vertex(v)), 1.0}); };
    if (collinear(at(0), at(1), at(2)) || std::none_of(corners.begin(), corners.end(), vertex_is_below)) continue;
    const bool found = detail::visit_jumps(b, t, [&](std::span<const detail::JumpCorner> piece) {
      return std::none_of(piece.begin(), piece.end(), is_below);
    });
    if (found) return true;
  }
  return false;
}

// A triangle at the lowest vertex tells, nearly always.
bool penetrates(const HalfSpace& a, const Mesh& b, const Pose& pose, Vec3 lowest) {
  bool found = false;
  b.tree().find_in_box(Box{lowest, lowest}, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count && !found; ++t) {
      const MeshTriangle& corners = b.triangle(t);
      const auto at = [&](std::size_t k) { return b.vertex(corners[k]); };
      const bool is_corner = at(0) == lowest || at(1) == lowest || at(2) == lowest;
      found = is_corner && !collinear(at(0), at(1), at(2)) && !detail::may_be_fin(b, t);
    }
    return !found;
  });
  return found || is_solid_below(a, b, pose);
}

Status status_of(Status of_point, const HalfSpace& a, const Mesh& b, const Pose& pose, Vec3 lowest) {
  if (of_point == Status::Separated) return of_point;
  if (!b.is_solid()) return Status::Intersecting;
  return of_point == Status::Penetrating && !penetrates(a, b, pose, lowest) ? Status::Touching : of_point;
}

}  // namespace

Intersection intersects(const HalfSpace& a, const Mesh& b, const Pose& pose_b) {
  LowestVertex search(b, pose_b, a.normal());
  Polytope lowest = point_of(b, search.find_roughly());
  Intersection result;
  static_cast<Intersection&>(result) = intersects(a, Rounded(lowest), pose_b);
  // A vertex below the plane shows penetration, the lowest or not; that none is needs the lowest.
  if (result.status != Status::Penetrating && !search.clearly_above(a.offset())) {
    lowest = point_of(b, search.find());
    static_cast<Intersection&>(result) = intersects(a, Rounded(lowest), pose_b);
  }
  result.status = status_of(result.status, a, b, pose_b, lowest.vertex(0));
  return result;
}

Distance distance(const HalfSpace& a, const Mesh& b, const Pose& pose_b) {
  const Polytope lowest = lowest_point(a, b, pose_b);
  Distance result;
  static_cast<Distance&>(result) = distance(a, Rounded(lowest), pose_b);
  result.status = status_of(result.status, a, b, pose_b, lowest.vertex(0));
  return result;
}

int compare_distance(const HalfSpace& a, const Mesh& b, const Pose& pose_b, double limit) {
  return compare_distance(a, Rounded(lowest_point(a, b, pose_b)), pose_b, limit);
}

// The worst of any part, the nearest, the least.
Intersection intersects(const HalfSpace& a, const Parts& b, const Pose& pose_b) {
  Intersection worst;
  for (std::uint32_t k = 0; k < b.count(); ++k) {
    const Intersection met =
        std::visit([&](const auto& part) -> Intersection { return intersects(a, part, pose_b); }, b[k]);
    if (k > 0 && detail::badness(met.status) <= detail::badness(worst.status)) continue;
    static_cast<Intersection&>(worst) = met;
    worst.part_b = k;
  }
  return worst;
}

Distance distance(const HalfSpace& a, const Parts& b, const Pose& pose_b) {
  Distance best;
  for (std::uint32_t k = 0; k < b.count(); ++k) {
    const Distance gap = std::visit([&](const auto& part) -> Distance { return distance(a, part, pose_b); }, b[k]);
    const double lower = k == 0 ? gap.lower : smaller(best.lower, gap.lower);
    const bool worse = k == 0 || detail::badness(gap.status) > detail::badness(best.status);
    const bool nearer = gap.status == Status::Separated && best.status == Status::Separated && gap.upper < best.upper;
    if (worse || nearer) {
      static_cast<Distance&>(best) = gap;
      best.part_b = k;
    }
    if (best.status == Status::Separated) best.lower = lower;
  }
  return best;
}

int compare_distance(const HalfSpace& a, const Parts& b, const Pose& pose_b, double limit) {
  int least = 1;
  for (const PartShape& part : b.parts())
    least =
        std::min(least, std::visit([&](const auto& shape) { return compare_distance(a, shape, pose_b, limit); }, part));
  return least;
}

}  // namespace clearance
