// A half-space and a body of triangles, or of parts.
// Method:   the lowest vertex, exactly: the tree's boxes leave out what is higher, exact signs choose among what
//           roundings cannot tell apart. As a body of one point it has the mesh's distance and its status, which a
//           surface turns into Intersecting. A solid whose only parts below the plane are fins touches: decided by
//           the places where its triangles change the winding number (mesh/jump.h), the lowest of which is as deep as
//           its interior.
// Notation: n the plane's normal in the world, d = Rᵀn in the mesh's frame; heights d·v are off by at most `bound`.
#include <clearance/base/assert.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/query_parts.h>
#include <clearance/exact/approx.h>
#include <clearance/exact/direction_sign.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/jump.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/solid/convex_mesh_query_parts.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {
namespace {

class LowestVertex {
 public:
  // Besides what products round, a normal that is off by e costs e|R v|₁ ≤ 3e·reach (half_space.cpp).
  LowestVertex(const Mesh& mesh, const Pose& pose, const HalfSpace& space, const Pose& pose_space)
      : mesh_(mesh),
        pose_(pose),
        space_(space),
        pose_space_(pose_space),
        plane_(world_plane(space, pose_space)),
        direction_(transpose_times(pose.rotation(), plane_.normal)) {
    const double size = norm_one(plane_.normal);
    bound_ = (kDotError * size + 3 * plane_.error) * mesh.reach() * kSlack + kUnderflow;
    // Where doubles say nothing all vertices are candidates.
    if (!(bound_ <= kMaxBound && bound_ >= kMinBound && size >= kMinDirection)) bound_ = kInfiniteEnd;
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
  // After find_roughly(): the whole mesh is above the plane, roundings or not (half_space.cpp has the bound).
  bool clearly_above() const {
    const Vec3 t = pose_.translation() - plane_.translation;
    const double size = norm_one(plane_.normal), reach = mesh_.reach() + norm_max(t),
                 sizes = size * reach + std::fabs(plane_.offset),
                 off = 2 * kDotError * sizes + 4 * plane_.error * reach + plane_.offset_error;
    return bound_ < kInfiniteEnd && sizes <= kMaxBound && (least_ + dot(plane_.normal, t)) - plane_.offset > off;
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
      if (mesh_.vertex(v) != mesh_.vertex(lowest) && is_below(v, lowest)) lowest = v;
    return lowest;
  }

 private:
  // Exactly. Quarter turns leave the normal three doubles.
  bool is_below(std::uint32_t v, std::uint32_t other) {
    if (!exact_normal_ && !along_) {
      exact_normal_ = turned_normal(space_.normal(), pose_space_);
      if (!exact_normal_)
        along_ = ExactPose(pose_).from_world(posed_plane(space_.normal(), space_.offset(), pose_space_).normal);
    }
    if (exact_normal_)
      return direction_sign(*exact_normal_, {{mesh_.vertex(other), pose_}, {mesh_.vertex(v), pose_}}) < 0;
    return dot(*along_, exact(mesh_.vertex(v)) - exact(mesh_.vertex(other))).sign() < 0;
  }
  // Vertices that may be no higher than `ceiling`, which the visitor may lower.
  template <class Visit>
  void visit(const double& ceiling, const Visit& look) const {
    if (!(bound_ < kInfiniteEnd)) {
      for (const MeshTriangle& triangle : mesh_.triangles())
        for (const std::uint32_t v : triangle) look(v, -kInfiniteEnd);
      return;
    }
    visit_lowest(mesh_, direction_, ceiling, look);
  }

  const Mesh& mesh_;
  const Pose& pose_;
  const HalfSpace& space_;
  const Pose& pose_space_;
  WorldPlane plane_;
  Vec3 direction_;
  std::optional<Vec3> exact_normal_;
  std::optional<DyadicVec> along_;  // the exact normal in the mesh's frame, times a positive number
  double bound_, least_ = kInfiniteEnd;
};

Polytope point_of(const Mesh& mesh, std::uint32_t v) {
  return Polytope::assemble({0, {mesh.vertex(v)}, {v}, mesh.vertex_count(), {}});
}

// The plane in the mesh's frame, exactly: heights over it of points that are fractions, times a positive number.
class LocalPlane {
 public:
  LocalPlane(const HalfSpace& a, const Pose& pose_a, const Pose& pose_b) {
    const ExactPose place(pose_b);
    const ExactPlane plane = posed_plane(a.normal(), a.offset(), pose_a);
    direction_ = place.from_world(plane.normal);
    offset_ = place.denominator() * plane.offset - dot(plane.normal, place.numerator({}));
  }

  struct Height {
    Dyadic numerator, denominator;  // > 0

    bool is_below(const Height& other) const {
      return compare(numerator * other.denominator, other.numerator * denominator) < 0;
    }
  };
  Height height(const JumpCorner& x) const { return {dot(direction_, x.numerator) - x.weight * offset_, x.weight}; }
  Height height(Vec3 v) const { return {dot(direction_, exact(v)) - offset_, 1.0}; }
  bool is_below(const JumpCorner& x) const { return height(x).numerator.sign() < 0; }
  bool is_below(Vec3 v) const { return height(v).numerator.sign() < 0; }

 private:
  DyadicVec direction_;
  Dyadic offset_;
};

// The convex pieces of triangles over which the winding number jumps, of those triangles that reach below the plane.
// The visitor returns whether to go on; true when it ended the walk.
template <class Visit>
bool visit_jumps_below(const LocalPlane& plane, const Mesh& b, const Visit& visit) {
  for (std::uint32_t t = 0; t < b.triangle_count(); ++t) {
    const MeshTriangle& corners = b.triangle(t);
    const auto at = [&](std::size_t k) { return b.vertex(corners[k]); };
    const auto vertex_is_below = [&](std::uint32_t v) { return plane.is_below(b.vertex(v)); };
    if (collinear(at(0), at(1), at(2)) || std::none_of(corners.begin(), corners.end(), vertex_is_below)) continue;
    if (visit_jumps(b, t, visit)) return true;
  }
  return false;
}

// Something below the plane is the solid's own, not fins alone: the winding number is 0 far below, so the solid has
// interior points there just when it jumps somewhere below. A convex piece reaches there if one of its corners does.
bool is_solid_below(const LocalPlane& plane, const Mesh& b) {
  return visit_jumps_below(plane, b, [&](std::span<const JumpCorner> piece) {
    return std::none_of(piece.begin(), piece.end(), [&](const JumpCorner& x) { return plane.is_below(x); });
  });
}

// A triangle at this vertex, the lowest of all, is nowhere a fin: the interior reaches down to it, and no deeper.
bool bounds_interior_at(const Mesh& b, Vec3 lowest) {
  bool found = false;
  b.tree().find_in_box(Box{lowest, lowest}, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count && !found; ++t) {
      const MeshTriangle& corners = b.triangle(t);
      const auto at = [&](std::size_t k) { return b.vertex(corners[k]); };
      const bool is_corner = at(0) == lowest || at(1) == lowest || at(2) == lowest;
      found = is_corner && !collinear(at(0), at(1), at(2)) && !may_be_fin(b, t);
    }
    return !found;
  });
  return found;
}

Status status_of(Status of_point, const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                 Vec3 lowest) {
  if (of_point == Status::Separated) return of_point;
  if (!b.is_solid()) return Status::Intersecting;
  if (of_point == Status::Touching || bounds_interior_at(b, lowest)) return of_point;
  return is_solid_below(LocalPlane(a, pose_a, pose_b), b) ? Status::Penetrating : Status::Touching;
}

// What the lowest vertex says, as the mesh's answer: a plane that something is below, or on which a surface lies, shows
// nothing.
template <class Answer>
void set_status(Answer& result, Status status) {
  if (status != result.status) {
    result.certificate.kind = Certificate::Kind::Simplex;
    result.certificate.plane = {};
  }
  result.status = status;
}

// Of a solid that penetrates: a vertex as low as its interior reaches. The lowest corner of all pieces is one: below it
// there is no interior, and next to it there is (see proof/solid_corners.h for why it is a vertex).
std::uint32_t deepest_vertex(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                             std::uint32_t lowest) {
  if (bounds_interior_at(b, b.vertex(lowest))) return lowest;
  const LocalPlane plane(a, pose_a, pose_b);
  std::optional<LocalPlane::Height> least;
  visit_jumps_below(plane, b, [&](std::span<const JumpCorner> piece) {
    for (const JumpCorner& corner : piece)
      if (LocalPlane::Height height = plane.height(corner); !least || height.is_below(*least))
        least = std::move(height);
    return true;
  });
  CLEARANCE_ASSERT(least.has_value());
  if (!least) return lowest;
  std::optional<std::uint32_t> found;
  LocalPlane::Height height_there;
  for (const MeshTriangle& triangle : b.triangles())
    for (const std::uint32_t v : triangle) {
      LocalPlane::Height height = plane.height(b.vertex(v));
      if (height.is_below(*least) || (found && !height.is_below(height_there))) continue;
      found = v;
      height_there = std::move(height);
    }
  return found.value_or(lowest);
}

}  // namespace

Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  LowestVertex search(b, pose_b, a, pose_a);
  Polytope lowest = point_of(b, search.find_roughly());
  Intersection result;
  static_cast<Intersection&>(result) = intersects(a, pose_a, Rounded(lowest), pose_b);
  // A vertex below the plane shows penetration, the lowest or not; that none is needs the lowest.
  if (result.status != Status::Penetrating && !search.clearly_above()) {
    lowest = point_of(b, search.find());
    static_cast<Intersection&>(result) = intersects(a, pose_a, Rounded(lowest), pose_b);
  }
  set_status(result, status_of(result.status, a, pose_a, b, pose_b, lowest.vertex(0)));
  return result;
}

Distance distance(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  const Polytope lowest = point_of(b, LowestVertex(b, pose_b, a, pose_a).find());
  Distance result;
  static_cast<Distance&>(result) = distance(a, pose_a, Rounded(lowest), pose_b, options);
  set_status(result, status_of(result.status, a, pose_a, b, pose_b, lowest.vertex(0)));
  return result;
}

int compare_distance(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double limit) {
  const Polytope lowest = point_of(b, LowestVertex(b, pose_b, a, pose_a).find());
  return compare_distance(a, pose_a, Rounded(lowest), pose_b, limit);
}

Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const std::uint32_t lowest = LowestVertex(b, pose_b, a, pose_a).find();
  Penetration result;
  static_cast<Penetration&>(result) = penetration(a, pose_a, Rounded(point_of(b, lowest)), pose_b);
  const Status status = status_of(result.status, a, pose_a, b, pose_b, b.vertex(lowest));
  if (status == Status::Penetrating) {
    const std::uint32_t deepest = deepest_vertex(a, pose_a, b, pose_b, lowest);
    if (deepest != lowest)
      static_cast<Penetration&>(result) = penetration(a, pose_a, Rounded(point_of(b, deepest)), pose_b);
    return result;
  }
  if (status != result.status) {
    result.direction = result.translation = result.point_a = result.point_b = {};
    set_zero(result);
  }
  set_status(result, status);
  return result;
}

// The worst of any part, the nearest, the least, the deepest.
Intersection intersects(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) {
  Intersection worst;
  for (std::uint32_t k = 0; k < b.count(); ++k) {
    const Intersection met =
        std::visit([&](const auto& part) -> Intersection { return intersects(a, pose_a, part, pose_b); }, b[k]);
    if (k > 0 && badness(met.status) <= badness(worst.status)) continue;
    static_cast<Intersection&>(worst) = met;
    worst.part_b = k;
  }
  return worst;
}

Distance distance(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  Distance best;
  for (std::uint32_t k = 0; k < b.count(); ++k) {
    const Distance gap =
        std::visit([&](const auto& part) -> Distance { return distance(a, pose_a, part, pose_b); }, b[k]);
    const double lower = k == 0 ? gap.lower : smaller(best.lower, gap.lower);
    const bool worse = k == 0 || badness(gap.status) > badness(best.status);
    const bool nearer = gap.status == Status::Separated && best.status == Status::Separated && gap.upper < best.upper;
    if (worse || nearer) {
      static_cast<Distance&>(best) = gap;
      best.part_b = k;
    }
    if (best.status == Status::Separated) best.lower = lower;
  }
  leave_out_beyond(best, options.only_below);
  return best;
}

int compare_distance(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b, double limit) {
  int least = 1;
  for (const PartShape& part : b.parts())
    least = std::min(
        least, std::visit([&](const auto& shape) { return compare_distance(a, pose_a, shape, pose_b, limit); }, part));
  return least;
}

// Every part's translation is proved to bring that part out of the half-space; the one that goes farthest along the
// normal, exactly, brings all of them out.
Penetration penetration(const HalfSpace& a, const Pose& pose_a, const Parts& b, const Pose& pose_b) {
  std::optional<DyadicVec> normal;
  const auto goes_farther = [&](const Penetration& one, const Penetration& other) {
    if (!(one.upper < kInfiniteEnd) || !(other.upper < kInfiniteEnd)) return !(one.upper < kInfiniteEnd);
    if (!normal) normal = posed_plane(a.normal(), a.offset(), pose_a).normal;
    return dot(*normal, exact(one.translation) - exact(other.translation)).sign() > 0;
  };
  Penetration worst;
  for (std::uint32_t k = 0; k < b.count(); ++k) {
    const Penetration met =
        std::visit([&](const auto& part) -> Penetration { return penetration(a, pose_a, part, pose_b); }, b[k]);
    const int change = k == 0 ? 1 : badness(met.status) - badness(worst.status);
    const bool both_deep = change == 0 && met.status == Status::Penetrating;
    const double lower = both_deep ? larger(worst.lower, met.lower) : met.lower;
    if (change > 0 || (both_deep && goes_farther(met, worst))) {
      static_cast<Penetration&>(worst) = met;
      worst.part_b = k;
    }
    if (both_deep) worst.lower = lower;
  }
  return worst;
}

}  // namespace clearance::detail
