// Method:   a polytope is what all of its planes leave of the segment (Cyrus and Beck): each plane is above 0 at one
//           end of the segment, or at both, or at none. For a solid a walk from face to face finds the one entered,
//           and its neighbours are all the planes that matter there. Doubles with error bounds first; all planes,
//           exactly, where they say too little. Flat bodies are cut out by more planes: both sides of their own, and
//           those through their edges.
// Notation: h0, h1 the heights of `from` and `to` over a plane, times any one positive number; the plane is met at
//           the fraction h0/(h0 − h1). enter is the largest such fraction on the way in, leave the least on the way
//           out.
#include <clearance/base/assert.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/exact/approx.h>
#include <clearance/proof/certificate.h>
#include <clearance/query/half_space_plane.h>
#include <clearance/query/ray.h>
#include <clearance/query/ray_parts.h>
#include <clearance/support/support.h>

#include <algorithm>
#include <cmath>

namespace clearance {
using namespace detail;
namespace {

// Up to as many faces all are asked: a box takes 240 ns so, and 290 by the walk.
constexpr int kAllFaces = 8;

// ---- Fractions ------------------------------------------------------------------------------------------------------

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
  auto along = frame.edge(on, body.vertex(1));
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

// The same with the exact signs of plain points for those of a face that are not known.
ApproxCut plain_cut(const ApproxFrame& frame, const Polytope& body, int k, const LocalEnds& ends) {
  const ApproxCut cut = approx_cut(frame, body, k);
  if (cut.known) return cut;
  const Vec3 p = corner(body, k, 0), q = corner(body, k, 1), r = corner(body, k, 2);
  const int sign0 = orient3d_sign(p, q, r, ends.from), sign1 = orient3d_sign(p, q, r, ends.to);
  if (sign0 > 0 && sign1 == 0) return {Cut::Enter, true, {1, 1}};
  if (sign0 == 0 && sign1 > 0) return {Cut::Leave, true, {0, 0}};
  const Cut kind = cut_of(sign0, sign1);
  return {kind, kind == Cut::Nothing || kind == Cut::All, {0, 1}};
}

// ---- The walk -------------------------------------------------------------------------------------------------------

// Where the segment meets planes in plain doubles, in the body's own frame: for choosing faces, not for believing them.
class Walk {
 public:
  Walk(const Polytope& body, const Pose& pose, Vec3 from, Vec3 to)
      : body_(body), from_(local(pose, from)), to_(local(pose, to)) {}

  // The face whose plane is met last on the way in, of all its neighbours; -1 where there is none.
  int entered() const {
    constexpr int kMaxSteps = 1000;
    const int nearest = support_vertex(body_, from_ - to_);
    int face = -1;
    double at = -kInfiniteEnd;
    const auto look = [&](std::uint32_t other) {
      const double s = met(static_cast<int>(other));
      if (s > at) at = s, face = static_cast<int>(other);
    };
    for (const std::uint32_t spoke : body_.spokes(nearest)) look(body_.half_edges()[spoke].face);
    // A point of the plane beyond an edge is outside the face across it: so that one, if it is on the way in, is met
    // later still, and where none is the walk has ended.
    for (int before = -1, step = 0; face != before && step < kMaxSteps; ++step) {
      before = face;
      for_neighbours(before, look);
    }
    return face;
  }

  template <class Look>
  void for_neighbours(int face, const Look& look) const {
    const std::uint32_t first = body_.half_edge_of_face(face);
    const auto count = static_cast<std::uint32_t>(body_.face(face).size());
    const std::span<const HalfEdge> edges = body_.half_edges();
    for (std::uint32_t k = first; k < first + count; ++k) look(edges[edges[k].twin].face);
  }

 private:
  // Rᵀ(p − t), twice corrected: a matrix need not be quite orthogonal.
  static Vec3 local(const Pose& pose, Vec3 p) {
    const Vec3 w = p - pose.translation();
    Vec3 at = transpose_times(pose.rotation(), w);
    if (pose.kind() == Pose::Kind::Matrix)
      for (int k = 0; k < 2; ++k) at = at + transpose_times(pose.rotation(), w - pose.rotation() * at);
    return at;
  }

  // The fraction at which the plane is met on the way in; minus infinity for others.
  double met(int face) const {
    const Vec3 on = corner(body_, face, 0);
    const Vec3 normal = cross(corner(body_, face, 1) - on, corner(body_, face, 2) - on);
    const double h0 = dot(normal, from_ - on), fall = dot(normal, from_ - to_);
    return fall > 0 ? h0 / fall : -kInfiniteEnd;
  }

  const Polytope& body_;
  Vec3 from_, to_;
};

// The segment meets a face's plane at a point that all neighbouring planes prove to be on the face, or before one of
// them lets it in, or after it has left.
Clipped clip_by_walk(const ApproxFrame& frame, const Polytope& body, const Walk& walk) {
  Clipped clipped{Meets::Unknown, {}, {}, walk.entered()};
  if (clipped.plane < 0) return clipped;
  const ApproxCut entry = approx_cut(frame, body, clipped.plane);
  if (entry.known && entry.cut == Cut::All) clipped.meets = Meets::No;
  if (!entry.known || entry.cut != Cut::Enter) return clipped;
  bool inside = true, outside = false;
  walk.for_neighbours(clipped.plane, [&](std::uint32_t face) {
    if (outside) return;
    const ApproxCut other = approx_cut(frame, body, static_cast<int>(face));
    outside = other.known && (other.cut == Cut::All || (other.cut == Cut::Leave && other.at.upper < entry.at.lower));
    inside = inside && other.known &&
             (other.cut == Cut::Nothing || (other.cut == Cut::Enter && other.at.upper < entry.at.lower) ||
              (other.cut == Cut::Leave && other.at.lower > entry.at.upper));
  });
  clipped.enter = entry.at;
  clipped.meets = outside ? Meets::No : inside ? Meets::Yes : Meets::Unknown;
  return clipped;
}

// ---- All planes -----------------------------------------------------------------------------------------------------

template <class CutOf>
Clipped clip_by_all(const Polytope& body, const CutOf& cut_of_plane) {
  Clipped clipped;
  const int count = plane_count(body);
  bool known = true;
  for (int k = 0; k < count; ++k) {
    const ApproxCut plane = cut_of_plane(k);
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

Clipped clip_approx(const ApproxFrame& frame, const Polytope& body) {
  return clip_by_all(body, [&](int k) { return approx_cut(frame, body, k); });
}

// Where doubles know too little: with signs of plain points, if the segment's ends are such in the body's frame.
Clipped clip_plain(const ApproxFrame& frame, const Polytope& body, const Pose& pose, Vec3 from, Vec3 to,
                   const Clipped& seen) {
  if (body.dimension() != 3) return seen;
  const LocalEnds ends(pose, from, to);
  if (!ends.are_doubles()) return seen;
  return clip_by_all(body, [&](int k) { return plain_cut(frame, body, k, ends); });
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

std::optional<RayHit> cast_at_polytope(const Polytope& body, const Pose& pose, Vec3 from, Vec3 to) {
  const ApproxFrame rough(pose, from, to);
  const auto hit_at = [&](const Clipped& clipped) {
    return RayHit{clipped.enter.lower, clipped.enter.upper, point_at(from, to, clipped.enter.upper), {}};
  };
  Clipped seen{Meets::Unknown, {}, {}, -1};
  if (body.dimension() == 3 && body.face_count() > kAllFaces)
    seen = clip_by_walk(rough, body, Walk(body, pose, from, to));
  const auto is_wide = [&] { return seen.enter.upper - seen.enter.lower > kWide; };
  if (seen.meets == Meets::Unknown || is_wide()) seen = clip_approx(rough, body);
  if (seen.meets == Meets::Unknown) seen = clip_plain(rough, body, pose, from, to, seen);
  if (seen.meets == Meets::No) return std::nullopt;
  Vec3 on;
  if (seen.meets == Meets::Yes && !is_wide()) {
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

}  // namespace

std::optional<RayHit> cast_ray(const Rounded& body, const Pose& pose, Vec3 from, Vec3 to) {
  if (!detail::are_coordinates(from, to)) return RayHit{};
  if (body.radius() == 0) return cast_at_polytope(body.core(), pose, from, to);
  return detail::cast_at_rounded(body, pose, from, to);
}

namespace {

// `rough` and `height` are the height of a point over a plane, in doubles and exactly.
template <class Rough, class Height, class Normal>
std::optional<RayHit> cast_at_plane(Vec3 from, Vec3 to, const Rough& rough, const Height& height,
                                    const Normal& normal) {
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
  return RayHit{at.lower, at.upper, point_at(from, to, at.upper), normal()};
}

// In doubles the plane as in half_space_plane.h. Ends that no translation moves are what they are; others are off by a
// rounding.
std::optional<RayHit> cast_at_moved_plane(const HalfSpace& space, const Pose& pose, Vec3 from, Vec3 to) {
  const detail::WorldPlane plane = detail::world_plane(space, pose);
  const auto rough = [&](Vec3 p) {
    const Vec3 local = p - plane.translation;
    const double rounded = plane.translation == Vec3{} ? 0 : kUnit * norm_max(local);
    return dot(ApproxVec{plane.normal, plane.error + (plane.is_exact ? 0 : kUnderflow)}, ApproxVec{local, rounded}) -
           Approx{plane.offset, plane.is_exact ? 0 : plane.offset_error + kUnderflow};
  };
  std::optional<ExactPlane> exactly;
  const auto height = [&](Vec3 p) {
    if (!exactly) exactly = posed_plane(space.normal(), space.offset(), pose);
    return dot(exactly->normal, exact(p)) - exactly->offset;
  };
  return cast_at_plane(from, to, rough, height, [&] { return detail::unit_normal(plane, space, pose); });
}

}  // namespace

std::optional<RayHit> cast_ray(const HalfSpace& space, const Pose& pose, Vec3 from, Vec3 to) {
  if (!detail::are_coordinates(from, to)) return RayHit{};
  if (!(pose == Pose{})) return cast_at_moved_plane(space, pose, from, to);
  const auto rough = [&](Vec3 p) {
    return dot(ApproxVec{space.normal(), 0}, ApproxVec{p, 0}) - Approx{space.offset(), 0};
  };
  const auto height = [&](Vec3 p) { return dot(exact(space.normal()), exact(p)) - Dyadic(space.offset()); };
  return cast_at_plane(from, to, rough, height, [&] { return unit_of(space.normal()); });
}

}  // namespace clearance
