// Two half-spaces, and the box of one.
// Method:   opposite normals: the gap between the planes, exactly. Others are told by doubles, nearly always.
// Notation: n·y ≤ c in the world, exactly; q = n_a·n_a, s = −n_a·n_b. Where n_b = −(s/q)·n_a the gap along n_a from a's
//           plane to b's is G/(s√q), G = −(q·c_b + s·c_a): q·c_b + s·n_a·y ≤ 0 for y of b, and n_a·y ≤ c_a for y of a.
#include <clearance/base/assert.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/convex/query_parts.h>
#include <clearance/exact/approx.h>
#include <clearance/math/sum.h>
#include <clearance/query/half_space.h>
#include <clearance/query/half_space_plane.h>

#include <cmath>
#include <limits>
#include <optional>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

// Proved, or false.
bool surely_not_opposite(const WorldPlane& a, const WorldPlane& b) {
  const auto normal = [](const WorldPlane& plane) {
    return ApproxVec{plane.normal, plane.is_exact ? 0 : plane.error + kUnderflow};
  };
  if (proved_sign(dot(normal(a), normal(b))) > 0) return true;
  const ApproxVec across = cross(normal(a), normal(b));
  return proved_sign({across.value.x, across.error}) != 0 || proved_sign({across.value.y, across.error}) != 0 ||
         proved_sign({across.value.z, across.error}) != 0;
}

class ExactGap {
 public:
  ExactGap(const ExactPlane& a, const ExactPlane& b) : normal_b_(b.normal), q_(dot(a.normal, a.normal)) {
    const Dyadic s = -dot(a.normal, b.normal);
    are_opposite_ = s.sign() > 0 && is_zero(cross(a.normal, b.normal));
    gap_ = -(q_ * b.offset + s * a.offset);
    squared_length_ = s * s * q_;
  }

  bool are_opposite() const { return are_opposite_; }
  int sign() const { return gap_.sign(); }
  // |G|/(s√q).
  Bracket size() const {
    const Dyadic squared = gap_ * gap_;
    return {square_root_below(squared, squared_length_), square_root_above(squared, squared_length_)};
  }
  int compare_to(double length) const {
    if (gap_.sign() <= 0) return length > 0 ? -1 : 0;  // in contact the distance is 0
    return compare(gap_ * gap_, Dyadic(length) * Dyadic(length) * squared_length_);
  }
  // b moved by t shares no interior point with a.
  bool is_ended_by(Vec3 t) const { return (gap_ - q_ * dot(normal_b_, exact(t))).sign() >= 0; }

 private:
  DyadicVec normal_b_;
  Dyadic q_, gap_, squared_length_;
  bool are_opposite_;
};

// What both poses say; nothing exact where doubles are enough to see that the normals are not opposite.
struct Pair {
  WorldPlane plane_a, plane_b;
  std::optional<ExactGap> gap;

  Pair(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b)
      : plane_a(world_plane(a, pose_a)), plane_b(world_plane(b, pose_b)) {
    if (!surely_not_opposite(plane_a, plane_b))
      gap.emplace(posed_plane(a.normal(), a.offset(), pose_a), posed_plane(b.normal(), b.offset(), pose_b));
  }

  bool are_opposite() const { return gap && gap->are_opposite(); }
  Status status() const {
    const int sign = gap && gap->are_opposite() ? gap->sign() : -1;
    return sign < 0 ? Status::Penetrating : sign > 0 ? Status::Separated : Status::Touching;
  }
};

template <class Answer>
void conclude(Answer& result, const Pair& pair) {
  result.status = pair.status();
  result.decided_by = pair.gap ? Algorithm::Exact : Algorithm::Automatic;
  Certificate& certificate = result.certificate;
  if (result.status != Status::Penetrating) set_own_normal(certificate, pair.plane_a);
  if (result.status == Status::Separated) return;
  certificate.kind = result.status == Status::Touching ? Certificate::Kind::Touch : Certificate::Kind::Simplex;
  certificate.simplex.count = 1;
}

// Of the border, the point nearest to the origin of the half-space's frame; rounded, and no farther than coordinates
// go.
Vec3 border_point(const HalfSpace& space, const Pose& pose) {
  const double far = space.offset() / length_of(space.normal());
  return apply(pose, larger(-kMaxCoordinate, smaller(kMaxCoordinate, far)) * unit_of(space.normal()));
}

}  // namespace

Intersection intersects(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b) {
  Intersection result;
  conclude(result, Pair(a, pose_a, b, pose_b));
  return result;
}

Distance distance(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b,
                  const DistanceOptions& options) {
  const Pair pair(a, pose_a, b, pose_b);
  Distance result;
  conclude(result, pair);
  if (result.status != Status::Separated || !pair.gap) return set_zero(result), result;
  const Bracket gap = pair.gap->size();
  result.lower = gap.lower, result.upper = gap.upper;
  result.feature_a = result.feature_b = Feature::Face;
  result.point_b = border_point(b, pose_b);
  result.point_a = result.point_b - gap.lower * unit_normal(pair.plane_a, a, pose_a);
  leave_out_beyond(result, options.only_below);
  return result;
}

int compare_distance(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b, double limit) {
  CLEARANCE_ASSERT(!std::isnan(limit));
  if (!(limit >= 0)) return 1;
  if (limit == kInfinity) return -1;
  const Pair pair(a, pose_a, b, pose_b);
  return pair.gap && pair.gap->are_opposite() ? pair.gap->compare_to(limit) : limit > 0 ? -1 : 0;
}

Penetration penetration(const HalfSpace& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b) {
  constexpr int kTries = 8;  // some units in the last place are enough
  const Pair pair(a, pose_a, b, pose_b);
  Penetration result;
  conclude(result, pair);
  if (result.status == Status::Separated) return set_zero(result), result;
  if (!pair.are_opposite()) {
    result.lower = kLargest;
    return result;
  }
  const Bracket depth = pair.gap->size();
  result.direction = unit_normal(pair.plane_a, a, pose_a);
  result.lower = depth.lower;
  const Way enough = way_out_along(result.direction, depth.upper);
  result.upper = enough.upper, result.translation = enough.translation;
  double length = depth.upper;
  for (int k = 0; k < kTries && enough.upper < kInfinity; ++k, length = next_above(length)) {
    const Vec3 t = length * result.direction;
    if (!pair.gap->is_ended_by(t)) continue;
    const double upper = square_root_above(dot(exact(t), exact(t)), 1.0);
    if (upper < enough.upper) result.upper = upper, result.translation = t;
    break;
  }
  result.point_b = border_point(b, pose_b);
  result.point_a = result.point_b + depth.lower * result.direction;
  return result;
}

// n·y ≤ c with n along axis k is y_k ≤ c/n_k, or ≥ where n_k < 0; the quotient is rounded outward, and so is the sum.
Box world_box(const HalfSpace& space, const Pose& pose) {
  Box box{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  const std::optional<Vec3> turned = turned_normal(space.normal(), pose);
  if (!turned || (turned->x != 0) + (turned->y != 0) + (turned->z != 0) != 1) return box;
  const int k = turned->x != 0 ? 0 : turned->y != 0 ? 1 : 2;
  const double n = (*turned)[k], t = pose.translation()[k], quotient = space.offset() / n;
  const bool is_exact = n == 1 || n == -1;
  const double high = sum_up(is_exact ? quotient : next_above(quotient), t),
               low = sum_down(is_exact ? quotient : next_below(quotient), t);
  double* const side = n > 0 ? (k == 0   ? &box.high.x
                                : k == 1 ? &box.high.y
                                         : &box.high.z)
                             : (k == 0   ? &box.low.x
                                : k == 1 ? &box.low.y
                                         : &box.low.z);
  *side = n > 0 ? high : low;
  return box;
}

}  // namespace clearance::detail
