// Method:   a polytope is what all of its planes leave of the segment (Cyrus and Beck): each plane is above 0 at one
// end
//           of the segment, or at both, or at none. Doubles with error bounds first, exact numbers where they say too
//           little. Flat bodies are cut out by more planes: both sides of their own, and those through their edges.
//           Rounded bodies: planes between a point of the segment and the body, each met further on (van den Bergen's
//           ray casting); a point proved to be inside is the other end of the bracket. What is left open is decided as
//           a pair, exactly.
// Notation: h0, h1 the heights of `from` and `to` over a plane, times any one positive number; the plane is met at the
//           fraction h0/(h0 − h1). enter is the largest such fraction on the way in, leave the least on the way out.
#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/exact/approx.h>
#include <clearance/narrow/exact_roots.h>
#include <clearance/narrow/half_space_query.h>
#include <clearance/narrow/query.h>
#include <clearance/narrow/ray.h>

#include <algorithm>
#include <cmath>

namespace clearance {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
// A bracket wider than this is made again with exact numbers.
constexpr double kWide = 1e-9;

// ---- Fractions ------------------------------------------------------------------------------------------------------

// For h0 > 0 > h1, proved. The fraction grows with both heights, so their ends give its ends; three operations and
// the division lose less than 8u, or 2⁻¹⁰⁷⁰ where they underflow.
Bracket fraction(const Approx& h0, const Approx& h1) {
  const double low = h0.value - h0.error, high = h0.value + h0.error;
  const double low_span = low - (h1.value - h1.error), high_span = high - (h1.value + h1.error);
  if (!(low_span <= kLargest && high_span <= kLargest && high <= kLargest)) return {0, 1};
  return {larger(low / low_span * (1 - 8 * kUnit) - 0x1p-1070, 0),
          smaller(high / high_span * (1 + 8 * kUnit) + 0x1p-1070, 1)};
}

// numerator / denominator, within [0, 1], denominator > 0.
struct Ratio {
  Dyadic numerator, denominator;
};
int compare(const Ratio& a, const Ratio& b) {
  return compare(a.numerator * b.denominator, b.numerator * a.denominator);
}
// Neighbouring doubles around it, or the double that it is.
Bracket bracket_of(const Ratio& ratio) {
  const auto sign_at = [&](double x) { return compare(Dyadic(x) * ratio.denominator, ratio.numerator); };
  double lower = approximate_ratio(ratio.numerator, ratio.denominator);
  while (sign_at(lower) > 0) lower = next_below(lower);
  double upper = lower;
  while (sign_at(upper) < 0) lower = upper, upper = next_above(upper);
  return sign_at(upper) == 0 ? Bracket{upper, upper} : Bracket{lower, upper};
}

// ---- Two arithmetics: vectors between points of the body, and from them to the segment's ends -----------------------

class ApproxFrame {
 public:
  using Vector = ApproxVec;
  using Number = Approx;

  // A rigid pose takes the segment to the body: Rᵀ(p − t), off by 12u|p − t|₁. Others take the body to the segment.
  ApproxFrame(const Pose& pose, Vec3 from, Vec3 to)
      : pose_(pose), end_{from, to}, rigid_(pose.kind() == Pose::Kind::Quaternion) {
    for (int k = 0; k < 2; ++k) {
      const Vec3 w = end_[k] - pose.translation();
      local_[k] = {transpose_times(pose.rotation(), w), kDifferenceError * norm_one(w) + kUnderflow};
    }
  }

  ApproxVec edge(Vec3 v, Vec3 w) const {
    if (!rigid_) return approx_edge(pose_, v, w);
    return {w - v, kUnit * norm_max(w - v)};
  }
  Approx height(const ApproxVec& normal, Vec3 v, int end) const {
    if (rigid_) return dot(normal, local_[end] - ApproxVec{v, 0});
    return dot(normal, approx(PosedDifference{{v, pose_}, {end_[end], identity_}}));
  }
  Vec3 to_world(Vec3 normal) const { return rigid_ ? pose_.rotation() * normal : normal; }

 private:
  const Pose& pose_;
  Pose identity_;
  Vec3 end_[2];
  bool rigid_;
  ApproxVec local_[2];
};

class ExactFrame {
 public:
  using Vector = DyadicVec;
  using Number = Dyadic;

  ExactFrame(const Pose& pose, Vec3 from, Vec3 to) : pose_(pose) {
    end_[0] = pose_.denominator() * exact(from), end_[1] = pose_.denominator() * exact(to);
  }

  DyadicVec edge(Vec3 v, Vec3 w) const { return pose_.edge(v, w); }
  Dyadic height(const DyadicVec& normal, Vec3 v, int end) const { return dot(normal, end_[end] - pose_.numerator(v)); }

 private:
  ExactPose pose_;
  DyadicVec end_[2];
};

ApproxVec operator-(const ApproxVec& v) { return {-v.value, v.error}; }

// ---- The planes that cut out a polytope -----------------------------------------------------------------------------

constexpr Vec3 kAxis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

int plane_count(const Polytope& body) {
  switch (body.dimension()) {
    case 3:
      return body.face_count();
    case 2:
      return 2 + body.vertex_count();
    case 1:
      return 8;
    default:
      return 6;
  }
}

Vec3 corner(const Polytope& body, int face, std::size_t k) {
  const std::span<const std::uint32_t> loop = body.face(face);
  return body.vertex(static_cast<int>(loop[k < loop.size() ? k : k - loop.size()]));
}

template <class Vector>
Vector turned(const Vector& v, bool turn) {
  return turn ? -v : v;
}

// The k-th plane: its outward normal, times any positive number (0: it cuts nothing), and a point on it.
template <class Frame>
typename Frame::Vector plane_normal(const Frame& frame, const Polytope& body, int k, Vec3& on) {
  const auto face_normal = [&](int f) {
    on = corner(body, f, 0);
    return cross(frame.edge(on, corner(body, f, 1)), frame.edge(on, corner(body, f, 2)));
  };
  if (body.dimension() == 3) return face_normal(k);
  if (body.dimension() == 2) {
    const auto normal = face_normal(0);
    if (k < 2) return turned(normal, k == 1);
    const auto i = static_cast<std::size_t>(k - 2);
    on = corner(body, 0, i);
    return cross(frame.edge(on, corner(body, 0, i + 1)), normal);
  }
  on = body.vertex(0);
  if (body.dimension() == 0) return turned(frame.edge({}, kAxis[k % 3]), k >= 3);
  const auto along = frame.edge(on, body.vertex(1));
  if (k < 6) return turned(cross(along, frame.edge({}, kAxis[k % 3])), k >= 3);
  if (k == 7) return -along;
  on = body.vertex(1);
  return along;
}

// ---- Clipping -------------------------------------------------------------------------------------------------------

enum class Meets : std::uint8_t { No, Yes, Unknown };

struct Clipped {
  Meets meets = Meets::Yes;
  Bracket enter{0, 0}, leave{1, 1};
  int plane = -1;  // the one of `enter`; none: `from` is inside
};

// What a plane with heights of proved signs does to the segment.
enum class Cut : std::uint8_t { Nothing, All, Enter, Leave };
Cut cut_of(int sign0, int sign1) {
  if (sign0 <= 0 && sign1 <= 0) return Cut::Nothing;
  if (sign0 > 0 && sign1 > 0) return Cut::All;
  return sign0 > 0 ? Cut::Enter : Cut::Leave;
}

// One plane's doing in doubles; Unknown signs are left to the exact pass.
struct ApproxCut {
  Cut cut = Cut::Nothing;
  bool known = false;
  Bracket at{0, 1};
};
ApproxCut approx_cut(const ApproxFrame& frame, const Polytope& body, int k) {
  Vec3 on;
  const ApproxVec normal = plane_normal(frame, body, k, on);
  const Approx h0 = frame.height(normal, on, 0), h1 = frame.height(normal, on, 1);
  const int sign0 = proved_sign(h0), sign1 = proved_sign(h1);
  if (sign0 == 0 || sign1 == 0) return {};
  const Cut cut = cut_of(sign0, sign1);
  if (cut == Cut::Enter) return {cut, true, fraction(h0, h1)};
  if (cut != Cut::Leave) return {cut, true, {}};
  const Bracket back = fraction(h1, h0);  // from the other end: 1 − x, rounded outward
  return {cut, true, {larger(next_below(1 - back.upper), 0), smaller(next_above(1 - back.lower), 1)}};
}

Clipped clip_approx(const ApproxFrame& frame, const Polytope& body) {
  Clipped clipped;
  const int count = plane_count(body);
  bool known = true;
  for (int k = 0; k < count; ++k) {
    const ApproxCut plane = approx_cut(frame, body, k);
    if (!plane.known) {
      known = false;
      continue;
    }
    if (plane.cut == Cut::All) return {Meets::No, {}, {}, -1};
    if (plane.cut == Cut::Enter) {
      if (plane.at.upper > clipped.enter.upper) clipped.enter.upper = plane.at.upper, clipped.plane = k;
      clipped.enter.lower = larger(clipped.enter.lower, plane.at.lower);
    } else if (plane.cut == Cut::Leave) {
      clipped.leave = {smaller(clipped.leave.lower, plane.at.lower), smaller(clipped.leave.upper, plane.at.upper)};
    }
    if (clipped.enter.lower > clipped.leave.upper) return {Meets::No, {}, {}, -1};
  }
  if (!known || clipped.enter.upper > clipped.leave.lower) clipped.meets = Meets::Unknown;
  return clipped;
}

// The planes that doubles left in question: the others are proved to cut less than one that was seen.
Clipped clip_exact(const ApproxFrame& rough, const ExactFrame& frame, const Polytope& body, const Clipped& seen) {
  Clipped clipped;
  Ratio enter{Dyadic(), Dyadic(1)}, leave{Dyadic(1), Dyadic(1)};
  const int count = plane_count(body);
  for (int k = 0; k < count; ++k) {
    const ApproxCut plane = approx_cut(rough, body, k);
    if (plane.known && (plane.cut == Cut::Nothing || (plane.cut == Cut::Enter && plane.at.upper < seen.enter.lower) ||
                        (plane.cut == Cut::Leave && plane.at.lower > seen.leave.upper)))
      continue;
    Vec3 on;
    const DyadicVec normal = plane_normal(frame, body, k, on);
    const Dyadic h0 = frame.height(normal, on, 0), h1 = frame.height(normal, on, 1);
    const Cut cut = cut_of(h0.sign(), h1.sign());
    if (cut == Cut::All) return {Meets::No, {}, {}, -1};
    if (cut == Cut::Nothing) continue;
    Ratio at = cut == Cut::Enter ? Ratio{h0, h0 - h1} : Ratio{-h0, h1 - h0};
    if (cut == Cut::Enter && compare(at, enter) > 0)
      enter = std::move(at), clipped.plane = k;
    else if (cut == Cut::Leave && compare(at, leave) < 0)
      leave = std::move(at);
    if (compare(enter, leave) > 0) return {Meets::No, {}, {}, -1};
  }
  clipped.enter = bracket_of(enter);
  return clipped;
}

Vec3 point_at(Vec3 from, Vec3 to, double s) { return s == 1 ? to : from + s * (to - from); }

// v/|v|, for v of any length; 0 for 0.
Vec3 unit_of(Vec3 v) {
  const double size = norm_max(v);
  if (!(size > 0)) return {};
  const Vec3 scaled = v / size;
  return scaled / norm(scaled);
}

std::optional<RayHit> cast_at_polytope(const Polytope& body, const Pose& pose, Vec3 from, Vec3 to) {
  const ApproxFrame rough(pose, from, to);
  const auto hit_at = [&](const Clipped& clipped) {
    return RayHit{clipped.enter.lower, clipped.enter.upper, point_at(from, to, clipped.enter.upper), {}};
  };
  const Clipped seen = clip_approx(rough, body);
  if (seen.meets == Meets::No) return std::nullopt;
  Vec3 on;
  if (seen.meets == Meets::Yes && seen.enter.upper - seen.enter.lower <= kWide) {
    RayHit hit = hit_at(seen);
    if (seen.plane >= 0) hit.normal = unit_of(rough.to_world(plane_normal(rough, body, seen.plane, on).value));
    return hit;
  }
  const ExactFrame frame(pose, from, to);
  const Clipped clipped = clip_exact(rough, frame, body, seen);
  if (clipped.meets == Meets::No) return std::nullopt;
  RayHit hit = hit_at(clipped);
  if (clipped.plane >= 0) hit.normal = unit_of(direction_of(plane_normal(frame, body, clipped.plane, on)));
  return hit;
}

// ---- Rounded bodies -------------------------------------------------------------------------------------------------

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
      : body_(body), pose_(pose), from_(from), to_(to), probe_(polytope_of({}, {})) {}

  std::optional<RayHit> cast();

 private:
  // Direction towards the core, of about unit length (0: in it, or not known), and a bracket around the distance.
  struct Nearest {
    Vec3 direction;
    double lower, upper;
  };
  Nearest nearest(Vec3 p) const;
  bool starts_inside(const Nearest& start) const;
  bool surely_inside(double s) const;
  Meets advance();
  double inner_fraction() const;

  const Rounded& body_;
  const Pose& pose_;
  Vec3 from_, to_;
  Polytope probe_;  // the origin
  double lower_ = 0;
  Vec3 normal_;
};

RoundedCast::Nearest RoundedCast::nearest(Vec3 p) const {
  const Distance gap = distance(probe_, translation(p), body_.core(), pose_);
  if (gap.status != Status::Separated) return {{}, 0, 0};
  return {unit_of(gap.point_b - gap.point_a), gap.lower, gap.upper};
}

bool RoundedCast::starts_inside(const Nearest& start) const {
  if (start.lower > body_.radius()) return false;
  return compare_distance(probe_, translation(from_), body_.core(), pose_, body_.radius()) <= 0;
}

// The point in doubles is off by at most 3u of both ends' coordinates, summed.
bool RoundedCast::surely_inside(double s) const {
  const double off = 4 * kUnit * (norm_one(from_) + norm_one(to_)) + kUnderflow;
  return next_above(nearest(point_at(from_, to_, s)).upper + off) <= body_.radius();
}

// The body lies beyond the plane n·x = c + lift; the segment rises towards it by n·(to − from), and reaches it at a
// fraction of at least lift over that. c is off from n·from by 3u of its products, the rise by 5u of its.
Meets RoundedCast::advance() {
  constexpr int kMaxSteps = 64;
  const Vec3 way = to_ - from_;
  PairCache cache;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Vec3 n = nearest(point_at(from_, to_, lower_)).direction;
    const Result<HalfSpace> below = HalfSpace::make(n, dot(n, from_));
    if (!below.ok()) return Meets::Unknown;
    const Distance lift = distance(*below, body_, pose_, cache);
    const auto products = [&](Vec3 v) { return std::fabs(n.x * v.x) + std::fabs(n.y * v.y) + std::fabs(n.z * v.z); };
    const double gap = lift.lower * (1 - 0x1p-49) - (4 * kUnit * products(from_) + 0x1p-1060);
    const double rise = dot(n, way) + (8 * kUnit * products(way) + 0x1p-1060);
    if (!(gap > 0)) return Meets::Unknown;
    if (!(rise > 0)) return rise <= 0 ? Meets::No : Meets::Unknown;
    const double reached = gap / rise * (1 - 4 * kUnit) - 0x1p-1070;
    if (reached > 1) return Meets::No;
    if (!(reached > lower_)) return Meets::Unknown;
    const bool crawls = reached - lower_ < 0x1p-50 * reached;
    lower_ = reached, normal_ = -n;
    if (crawls) return Meets::Unknown;
  }
  return Meets::Unknown;
}

// A fraction little above lower_ at which the segment is surely inside; 2 when none was found.
double RoundedCast::inner_fraction() const {
  for (double step = 0x1p-50; step < 16; step *= 8) {
    const double s = smaller(lower_ + larger(step * lower_, step * 0x1p-4), 1);
    if (surely_inside(s)) return s;
    if (s == 1) break;
  }
  return 2;
}

std::optional<RayHit> RoundedCast::cast() {
  if (starts_inside(nearest(from_))) return RayHit{0, 0, from_, {}};
  if (advance() == Meets::No) return std::nullopt;
  double upper = inner_fraction();
  if (upper > 1) {
    upper = 1;
    if (!intersects(Rounded(polytope_of(from_, to_)), Pose(), body_, pose_)) return std::nullopt;
  }
  return RayHit{lower_, upper, point_at(from_, to_, lower_), normal_};
}

bool are_coordinates(Vec3 from, Vec3 to) {
  const bool sound = is_coordinate(from) && is_coordinate(to);
  CLEARANCE_ASSERT(sound);
  return sound;
}

}  // namespace

std::optional<RayHit> cast_ray(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to) {
  if (!are_coordinates(from, to)) return std::nullopt;
  if (body.radius() == 0) return cast_at_polytope(body.core(), pose, from, to);
  return RoundedCast(body, pose, from, to).cast();
}

std::optional<RayHit> cast_ray(const HalfSpace& space, Vec3 from, Vec3 to) {
  if (!are_coordinates(from, to)) return std::nullopt;
  const auto rough = [&](Vec3 p) {
    return dot(ApproxVec{space.normal(), 0}, ApproxVec{p, 0}) - Approx{space.offset(), 0};
  };
  const auto height = [&](Vec3 p) { return dot(exact(space.normal()), exact(p)) - Dyadic(space.offset()); };
  const Approx r0 = rough(from), r1 = rough(to);
  const int sign0 = proved_sign(r0) != 0 ? proved_sign(r0) : height(from).sign();
  if (sign0 <= 0) return RayHit{0, 0, from, {}};
  const int sign1 = proved_sign(r1) != 0 ? proved_sign(r1) : height(to).sign();
  if (sign1 > 0) return std::nullopt;
  Bracket at{0, 1};
  if (proved_sign(r0) > 0 && proved_sign(r1) < 0) at = fraction(r0, r1);
  if (at.upper - at.lower > kWide) {
    const Dyadic h0 = height(from);
    at = bracket_of({h0, h0 - height(to)});
  }
  return RayHit{at.lower, at.upper, point_at(from, to, at.upper), unit_of(space.normal())};
}

}  // namespace clearance
