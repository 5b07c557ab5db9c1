// Question: where does a segment first meet a rounded body?
// Method:   planes between a point of the segment and the body, each met further on (van den Bergen's ray casting): for
//           smooth bodies that is Newton's method, for a core's flat parts it ends after a few. A point proved to be
//           inside is the other end of the bracket. What is left open is decided as a pair, exactly.
// Proves:   as ray.h says.
// Cost:     a distance and a support search per step, five or so.
#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/exact/approx.h>
#include <clearance/query/half_space.h>
#include <clearance/query/ray_parts.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

enum class Meets : std::uint8_t { No, Unknown };

Polytope polytope_of(Vec3 from, Vec3 to) {
  PolytopeParts parts;
  parts.dimension = from == to ? 0 : 1;
  parts.vertices = {from};
  parts.ids = {0};
  if (parts.dimension == 1) parts.vertices.push_back(to), parts.ids.push_back(1);
  parts.source_count = parts.vertices.size();
  return Polytope::assemble(parts);
}

class RoundedCast {
 public:
  RoundedCast(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to)
      : body_(body), pose_(pose), from_(from), to_(to), normal_(unit_of(0.5 * from - 0.5 * to)) {}

  std::optional<RayHit> cast();

 private:
  // Direction towards the core, of about unit length (0: in it, or not known), and a bracket around the distance.
  struct Nearest {
    Vec3 direction;
    double lower, upper;
  };
  const Polytope& probe();
  Nearest nearest(Vec3 p);
  bool starts_inside();
  bool surely_inside(double s);
  Meets advance();
  double inner_fraction();

  const Rounded& body_;
  const Pose& pose_;
  Vec3 from_, to_;
  std::optional<Polytope> probe_;  // the origin, once it is needed
  ConvexCache cache_;
  double lower_ = 0;
  Vec3 normal_;  // against the way as long as nothing better is known
};

const Polytope& RoundedCast::probe() {
  if (!probe_) probe_ = polytope_of({}, {});
  return *probe_;
}

// A ball's center is in sight: each component of the way to it is off by kDifferenceError (posed.h), its length by less
// than twice that and 4u of itself.
RoundedCast::Nearest RoundedCast::nearest(Vec3 p) {
  const Polytope& core = body_.core();
  if (core.vertex_count() == 1) {
    const Vec3 v = core.vertex(0), shift = pose_.translation() - p, way = pose_.rotation() * v + shift;
    const double length = norm(way), off = 2 * kDifferenceError * (norm_one(v) + norm_max(shift)) + 8 * kUnit * length;
    if (length > 1e-140 && length < 1e140 && off < 1e140)
      return {way / length, next_below(length - off), next_above(length + off)};
  }
  const Distance gap = distance(probe(), translation(p), core, pose_, cache_);
  if (gap.status != Status::Separated) return {{}, 0, 0};
  return {unit_of(gap.point_b - gap.point_a), gap.lower, gap.upper};
}

bool RoundedCast::starts_inside() {
  if (nearest(from_).lower > body_.radius()) return false;
  return compare_distance(probe(), translation(from_), body_.core(), pose_, body_.radius()) <= 0;
}

// The point in doubles is off by at most 3u of both ends' coordinates, summed.
bool RoundedCast::surely_inside(double s) {
  const double off = 4 * kUnit * (norm_one(from_) + norm_one(to_)) + kUnderflow;
  return next_above(nearest(point_at(from_, to_, s)).upper + off) <= body_.radius();
}

// The body lies beyond the plane n·x = c + lift; the segment rises towards it by n·(to − from), and reaches it at a
// fraction of at least lift over that. c is off from n·from by 3u of its products, the rise by 5u of its.
Meets RoundedCast::advance() {
  constexpr int kMaxSteps = 64;
  const Vec3 way = to_ - from_;
  ConvexCache cache;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Vec3 n = nearest(point_at(from_, to_, lower_)).direction;
    if (n != Vec3{} && is_finite(n)) normal_ = -n;
    const Result<HalfSpace> below = HalfSpace::make(n, dot(n, from_));
    if (!below.ok()) return Meets::Unknown;
    const Distance lift = distance(*below, {}, body_, pose_, cache);
    const auto products = [&](Vec3 v) { return std::fabs(n.x * v.x) + std::fabs(n.y * v.y) + std::fabs(n.z * v.z); };
    const double gap = lift.lower * (1 - 0x1p-49) - (4 * kUnit * products(from_) + 0x1p-1060);
    const double rise = dot(n, way) + (8 * kUnit * products(way) + 0x1p-1060);
    if (!(gap > 0)) return Meets::Unknown;
    if (!(rise > 0)) return rise <= 0 ? Meets::No : Meets::Unknown;
    const double reached = gap / rise * (1 - 4 * kUnit) - 0x1p-1070;
    if (reached > 1) return Meets::No;
    if (!(reached > lower_)) return Meets::Unknown;
    const bool crawls = reached - lower_ < 0x1p-50 * reached;
    lower_ = reached;
    if (crawls) return Meets::Unknown;
  }
  return Meets::Unknown;
}

// A fraction little above lower_ at which the segment is surely inside; 2 when none was found.
double RoundedCast::inner_fraction() {
  for (int exponent = -47; exponent < 4; exponent += 3) {
    const double step = std::ldexp(1, exponent);
    const double s = smaller(lower_ + larger(step * lower_, step * 0x1p-4), 1);
    if (surely_inside(s)) return s;
    if (s == 1) break;
  }
  return 2;
}

std::optional<RayHit> RoundedCast::cast() {
  if (starts_inside()) return RayHit{0, 0, from_, {}};
  if (advance() == Meets::No) return std::nullopt;
  double upper = inner_fraction();
  if (upper > 1) {
    upper = 1;
    if (!intersects(Rounded(polytope_of(from_, to_)), Pose(), body_, pose_)) return std::nullopt;
  }
  return RayHit{lower_, upper, point_at(from_, to_, lower_), normal_};
}

}  // namespace

std::optional<RayHit> detail::cast_at_rounded(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to) {
  return RoundedCast(body, pose, from, to).cast();
}

}  // namespace clearance
