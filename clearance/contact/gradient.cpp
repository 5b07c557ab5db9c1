#include <clearance/contact/gradient.h>

#include <clearance/base/stable_sort.h>
#include <clearance/contact/gradient/near_faces.h>
#include <clearance/contact/gradient/near_pieces.h>
#include <clearance/convex/any_length.h>
#include <clearance/exact/posed.h>
#include <clearance/mesh/lowest_of_mesh.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <cmath>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Two directions are one up to roundings: those of a face of a shell and of the same face as the body has it.
constexpr double kSameDirection = 1e-7;
// What a unit vector loses to rounding, that of a turned normal included.
constexpr double kUnitError = 0x1p-46;
// Whoever has more pairs of triangles as near as the nearest is not told all corners.
constexpr std::size_t kMostCorners = 1024;

double size_of(const Shape& shape) {
  if (const auto* convex = std::get_if<Rounded>(&shape)) return convex->core().size() + 2 * convex->radius();
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return mesh->size();
  if (const auto* parts = std::get_if<Parts>(&shape)) return parts->hull().core().size() + 2 * parts->hull().radius();
  return 0;
}

bool are_equal(Vec3 p, Vec3 q, double slack) { return norm_max(p - q) <= slack; }

// Puts the answer together, corner by corner.
class Collector {
 public:
  Collector(DistanceGradient& out, const Pose& pose_a, const Pose& pose_b, double slack)
      : out_(out), origin_a_(pose_a.translation()), origin_b_(pose_b.translation()), slack_(slack) {}

  // False where it was there already.
  bool add(Vec3 n, Vec3 p, Vec3 q) {
    for (const GradientCorner& known : out_.corners)
      if (are_equal(known.normal, n, kSameDirection) && are_equal(known.point_a, p, slack_) &&
          are_equal(known.point_b, q, slack_))
        return false;
    out_.corners.push_back({n, p, q, {-n, -cross(p - origin_a_, n)}, {n, cross(q - origin_b_, n)}});
    return true;
  }

  void conclude() {
    std::vector<GradientCorner>& corners = out_.corners;
    if (corners.empty()) {
      out_.uniqueness = Uniqueness::None;
      return;
    }
    const Vec3 n = corners[0].normal;
    const auto is_first = [n](const GradientCorner& corner) { return are_equal(corner.normal, n, kSameDirection); };
    stable_sort(corners, [&](const GradientCorner& x, const GradientCorner& y) { return is_first(x) && !is_first(y); });
    const auto last = std::find_if_not(corners.begin(), corners.end(), is_first);
    const auto count = static_cast<double>(last - corners.begin());
    for (auto corner = corners.begin(); corner != last; ++corner) {
      out_.a.rotation = out_.a.rotation + corner->a.rotation / count;
      out_.b.rotation = out_.b.rotation + corner->b.rotation / count;
    }
    out_.a.translation = -n, out_.b.translation = n;
    out_.uniqueness = last != corners.end() ? Uniqueness::SeveralNormals
                      : corners.size() > 1  ? Uniqueness::SeveralPoints
                                            : Uniqueness::Unique;
  }

 private:
  DistanceGradient& out_;
  Vec3 origin_a_, origin_b_;
  double slack_;
};

// How far n can be from the direction of the nearest points: for a distance d ≤ upper and a unit vector n along which
// the bodies are `lower` apart, cos ≥ lower/upper. (The same of the depth, of all directions in a shell's facet.)
double direction_error(double lower, double upper) {
  if (!(upper > 0)) return 2;
  const double lost = larger(upper - lower, 0) / upper;
  return std::isfinite(lost) ? smaller(std::sqrt(2 * lost) + kUnitError, 2) : 2;
}

// ---- Two convex bodies ----------------------------------------------------------------------------------------------

struct ConvexQuestion {
  const Rounded& a;
  const Pose& pose_a;
  const Rounded& b;
  const Pose& pose_b;
  const NearFaces& faces;

  double radii() const { return a.radius() + b.radius(); }
};

void append(Collector& collector, const ConvexQuestion& ask, Vec3 n, Vec3 around) {
  std::vector<NearPoints> found;
  ask.faces.append_corners(n, around, found);
  for (const NearPoints& each : found) collector.add(n, each.a, each.b);
}

// Directions along which the cores are as deep as along n, n first; the least that is proved about n is in `error`.
std::vector<Vec3> depth_directions(const ConvexQuestion& ask, Vec3 n, double& error) {
  std::vector<Vec3> found{n};
  PenetrationOptions options;
  options.want_shell = true;
  const Penetration deep = penetration(ask.a.core(), ask.pose_a, ask.b.core(), ask.pose_b, options);
  const double limit = deep.upper + ask.faces.tolerance();
  error = direction_error(deep.lower, deep.upper);
  const auto point = [&](std::uint32_t pair) {
    const Polytope &a = ask.a.core(), &b = ask.b.core();
    const Shell::Pair& of = deep.shell.pairs[pair];
    return (ask.pose_b.rotation() * b.vertex(b.find(of.b)) + (ask.pose_b.translation() - ask.pose_a.translation())) -
           ask.pose_a.rotation() * a.vertex(a.find(of.a));
  };
  double spread = 0;
  for (const Shell::Facet& facet : deep.shell.facets) {
    const Vec3 p = point(facet.pair[0]), q = point(facet.pair[1]), r = point(facet.pair[2]);
    const Vec3 way = -normal_of(p, q, r);
    if (!(norm_one(way) > 0) || -dot(way, p) > limit) continue;
    const Vec3 other = ask.faces.snapped(way, 1e-6);
    if (-ask.faces.gap_along(other) > limit) continue;
    const bool is_known = std::ranges::any_of(found, [&](Vec3 d) { return are_equal(d, other, kSameDirection); });
    if (!is_known) found.push_back(other);
    if (are_equal(n, other, kSameDirection)) spread = larger(spread, norm(other - n));
  }
  error = smaller(error + spread, 2);
  return found;
}

void convex_gradient(const Rounded& a, const Pose& pose_a, const Rounded& b, const Pose& pose_b, double tolerance,
                     DistanceGradient& out) {
  const NearFaces faces(a, pose_a, b, pose_b, tolerance);
  const ConvexQuestion ask{a, pose_a, b, pose_b, faces};
  Collector collector(out, pose_a, pose_b, faces.tolerance());
  const SignedDistance& known = out.distance;
  if (norm_one(known.normal) == 0) return collector.conclude();
  const double upper = known.upper + ask.radii();
  out.error = direction_error(faces.lower(known.normal), upper);
  const Vec3 n = faces.snapped(known.normal, smaller(out.error, 1e-4));
  const double gap = faces.gap_along(n);
  out.rule = DistanceGradient::Rule::GreatestOfLeasts;
  if (std::fabs(gap) <= faces.tolerance()) {
    append(collector, ask, n, known.point_a);
    collector.conclude();
    out.error = faces.is_only_direction(n) ? smaller(out.error, kSameDirection) : kInfinity;
    if (out.error == kInfinity) {
      out.uniqueness = Uniqueness::SeveralNormals;
      out.rule = DistanceGradient::Rule::Unknown;
    }
    return;
  }
  if (gap > 0) {
    out.error = direction_error(faces.lower(n), upper);
    append(collector, ask, n, known.point_a);
  } else {
    for (const Vec3& each : depth_directions(ask, n, out.error)) append(collector, ask, each, known.point_a);
  }
  collector.conclude();
}

// ---- A half-space and a body ----------------------------------------------------------------------------------------

// The lowest points of a body along n, within a tolerance.
class Lowest {
 public:
  Lowest(Vec3 n, const Pose& pose, double tolerance)
      : n_(n), local_(transpose_times(pose.rotation(), n)), pose_(pose), tolerance_(tolerance) {}

  double floor() const { return floor_; }

  void add(const Rounded& body) {
    for (int v = 0; v < body.core().vertex_count(); ++v)
      look(body.core().vertex(v), dot(local_, body.core().vertex(v)) - body.radius(), body.radius());
  }
  void add(const Mesh& mesh) {
    double ceiling = floor_ + tolerance_;
    visit_lowest(mesh, local_, ceiling, [&](std::uint32_t v, double height) {
      look(mesh.vertex(v), height, 0);
      ceiling = floor_ + tolerance_;
    });
  }
  void add(const Parts& parts) {
    for (const PartShape& part : parts.parts()) std::visit([this](const auto& each) { add(each); }, part);
  }
  void add(const HalfSpace&) {}

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Low& low : found_)
      if (low.height <= floor_ + tolerance_) visit(apply(pose_, low.vertex) - low.radius * n_);
  }

 private:
  struct Low {
    Vec3 vertex;
    double height, radius;
  };
  void look(Vec3 vertex, double height, double radius) {
    if (height > floor_ + tolerance_) return;
    if (height < floor_) {
      floor_ = height;
      std::erase_if(found_, [this](const Low& low) { return low.height > floor_ + tolerance_; });
    }
    // Triangles name a vertex more than once.
    for (const Low& low : found_)
      if (low.vertex == vertex && low.radius == radius) return;
    found_.push_back({vertex, height, radius});
  }

  Vec3 n_, local_;
  const Pose& pose_;
  double tolerance_, floor_ = kInfinity;
  std::vector<Low> found_;
};

// The normal points from the half-space to the body; `turned`: the half-space is b.
void half_space_gradient(const Shape& body, const Pose& pose, bool turned, const Pose& pose_a, const Pose& pose_b,
                         double tolerance, DistanceGradient& out) {
  Collector collector(out, pose_a, pose_b, 0);
  const SignedDistance& known = out.distance;
  const bool is_plane = std::holds_alternative<HalfSpace>(body);
  if (is_plane || known.status == Status::Intersecting || !std::isfinite(known.upper) || !std::isfinite(known.lower))
    return collector.conclude();
  const Vec3 n = turned ? -known.normal : known.normal;
  const double rounding =
      4 * kDotError * (norm_max(known.point_a) + norm_max(known.point_b) + norm_max(pose.translation()));
  Lowest lowest(n, pose, larger(tolerance, rounding));
  std::visit([&lowest](const auto& each) { lowest.add(each); }, body);
  const double height = 0.5 * known.lower + 0.5 * known.upper;
  lowest.for_each([&](Vec3 q) {
    const Vec3 p = q - height * n;
    turned ? collector.add(known.normal, q, p) : collector.add(known.normal, p, q);
  });
  out.error = kUnitError;
  out.rule = DistanceGradient::Rule::GreatestOfLeasts;
  collector.conclude();
}

// ---- Bodies of triangles and of parts -------------------------------------------------------------------------------

void pieces_gradient(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double tolerance,
                     DistanceGradient& out) {
  Collector collector(out, pose_a, pose_b, tolerance);
  const SignedDistance& known = out.distance;
  const bool has_normal = norm_one(known.normal) > 0;
  if (known.status == Status::Penetrating && has_normal) {
    collector.add(known.normal, known.point_a, known.point_b);
    collector.conclude();
    out.uniqueness = Uniqueness::Unproved;
    return;
  }
  if (known.status != Status::Separated || !has_normal || !std::isfinite(known.upper)) return collector.conclude();
  bool is_complete = true;
  double worst = 0;
  const auto look_at = [&](const Rounded& piece_a, const Rounded& piece_b) {
    DistanceGradient piece;
    piece.distance = signed_distance(piece_a, pose_a, piece_b, pose_b);
    // The nearest pair is nearer than any other by no more than the tolerance.
    if (piece.distance.lower > known.upper + tolerance) return true;
    convex_gradient(piece_a, pose_a, piece_b, pose_b, tolerance, piece);
    is_complete = is_complete && piece.rule != DistanceGradient::Rule::Unknown;
    worst = larger(worst, piece.error);
    for (const GradientCorner& corner : piece.corners) collector.add(corner.normal, corner.point_a, corner.point_b);
    is_complete = is_complete && out.corners.size() < kMostCorners;
    return out.corners.size() < kMostCorners;
  };
  visit_near_pieces(a, pose_a, b, pose_b, known.upper + tolerance, look_at);
  out.error = worst;
  out.rule = is_complete ? DistanceGradient::Rule::Least : DistanceGradient::Rule::Unknown;
  collector.conclude();
  if (!is_complete && out.error == kInfinity && !out.corners.empty()) out.uniqueness = Uniqueness::SeveralNormals;
}

}  // namespace

const char* to_string(Uniqueness uniqueness) {
  switch (uniqueness) {
    case Uniqueness::NotAsked:
      return "not asked";
    case Uniqueness::Unique:
      return "unique";
    case Uniqueness::SeveralPoints:
      return "several points";
    case Uniqueness::SeveralNormals:
      return "several normals";
    case Uniqueness::Unproved:
      return "unproved";
    case Uniqueness::None:
      return "none";
  }
  return "?";
}

DistanceGradient signed_distance_gradient(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const GradientOptions& options) {
  PairCache cache;
  return signed_distance_gradient(a, pose_a, b, pose_b, cache, options);
}

DistanceGradient signed_distance_gradient(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          PairCache& cache, const GradientOptions& options) {
  DistanceGradient out;
  out.distance = signed_distance(a, pose_a, b, pose_b, cache);
  const double share = options.tolerance > 0 ? smaller(options.tolerance, 1) : 0;
  const double tolerance = share * larger(size_of(a), size_of(b));
  const auto *convex_a = std::get_if<Rounded>(&a), *convex_b = std::get_if<Rounded>(&b);
  if (convex_a != nullptr && convex_b != nullptr)
    convex_gradient(*convex_a, pose_a, *convex_b, pose_b, tolerance, out);
  else if (std::holds_alternative<HalfSpace>(a))
    half_space_gradient(b, pose_b, false, pose_a, pose_b, tolerance, out);
  else if (std::holds_alternative<HalfSpace>(b))
    half_space_gradient(a, pose_a, true, pose_a, pose_b, tolerance, out);
  else
    pieces_gradient(a, pose_a, b, pose_b, tolerance, out);
  return out;
}

std::optional<double> directional_derivative(const DistanceGradient& gradient, const PoseRate& a, const PoseRate& b) {
  if (gradient.rule == DistanceGradient::Rule::Unknown || gradient.corners.empty()) return std::nullopt;
  const auto along = [&](const GradientCorner& corner) {
    return (dot(corner.a.translation, a.velocity) + dot(corner.b.translation, b.velocity)) +
           (dot(corner.a.rotation, a.angular_velocity) + dot(corner.b.rotation, b.angular_velocity));
  };
  const bool takes_greatest = gradient.rule == DistanceGradient::Rule::GreatestOfLeasts;
  double greatest = -kInfinity, least = along(gradient.corners[0]);
  for (std::size_t k = 1; k < gradient.corners.size(); ++k) {
    const bool is_next = !are_equal(gradient.corners[k].normal, gradient.corners[k - 1].normal, kSameDirection);
    if (takes_greatest && is_next) greatest = larger(greatest, least), least = kInfinity;
    least = smaller(least, along(gradient.corners[k]));
  }
  return larger(greatest, least);
}

QuaternionGradient quaternion_gradient(const PoseGradient& gradient, const Pose& pose) {
  QuaternionGradient out;
  out.t = gradient.translation;
  if (pose.kind() == Pose::Kind::Matrix) return out;
  // A change dq turns the body by 2·vec(dq·q̄)/|q|², in the world's axes. Relative to q's own size, so that no square
  // over- or underflows.
  const Quat q = pose.quaternion();
  const Vec3 v{q.x, q.y, q.z};
  const double size = larger(std::fabs(q.w), norm_max(v));
  const double w = q.w / size;
  const Vec3 u = v / size;
  const double factor = 2 / (w * w + squared_norm(u));
  const Vec3 g = gradient.rotation;
  const Vec3 of_u = factor * (w * g + cross(g, u)) / size;
  out.q = {-factor * dot(g, u) / size, of_u.x, of_u.y, of_u.z};
  return out;
}

MatrixGradient matrix_gradient(const GradientCorner& corner, Body of, double radius, const Pose& pose) {
  const bool is_a = of == Body::A;
  // The direction in which the point counts; the core's point lies behind it by the radius.
  const Vec3 n = is_a ? -corner.normal : corner.normal;
  const Vec3 out_of_plane = (is_a ? corner.point_a : corner.point_b) - pose.translation() + radius * n;
  // R⁻¹ by its cofactors: the matrix is a rotation, nearly.
  const Mat3& R = pose.rotation();
  const Vec3 c0 = cross(R.row[1], R.row[2]), c1 = cross(R.row[2], R.row[0]), c2 = cross(R.row[0], R.row[1]);
  const Vec3 local = (out_of_plane.x * c0 + out_of_plane.y * c1 + out_of_plane.z * c2) / determinant(R);
  return {{{n.x * local, n.y * local, n.z * local}}, n};
}

}  // namespace clearance
