// Question: how far is a point from a mesh, and on which side of it?
// Method:   triangles by the tree, the near ones first. Each gets a bracket in doubles: from above by the length of a
//           vector to one of its points, from below by the planes square to that vector through its corners (no point
//           of the triangle is nearer than the nearest corner along it). What is certainly farther than the best upper
//           end is left alone. Where the bracket that remains is too wide, the few triangles left are measured exactly.
// Proves:   both ends.
// Notation: u = 2⁻⁵³; m = (point of a triangle) − (the point asked for); e bounds the error of a component of m, M its
//           size. Distances are those of the world: a matrix pose stretches by up to 1.6e-4 (CONTRACT §1).
#include <clearance/base/simd.h>
#include <clearance/bvh/triangle_tree.h>
#include <clearance/convex/exact/roots.h>
#include <clearance/exact/approx.h>
#include <clearance/mesh/local_point.h>
#include <clearance/mesh/point.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Wider brackets than this part of the upper end are made narrow by exact numbers.
constexpr double kWide = 1e-10;
// Entries of RᵀR − I are at most 1e-4, so its eigenvalues are 3e-4 at most, and lengths change by half of that.
constexpr double kStretch = 1.6e-4;

using Weights = std::array<double, 3>;

// Weights of the point of a segment nearest to the origin.
void nearest_on_segment(Vec3 p, Vec3 q, double& weight_p, double& weight_q) {
  const Vec3 edge = q - p;
  const double along = -dot(p, edge), length = dot(edge, edge);
  const double s = along <= 0 || !(length > 0) ? 0 : along >= length ? 1 : along / length;
  weight_p = 1 - s;
  weight_q = s;
}

Vec3 combined(const Vec3 (&m)[3], const Weights& w) { return w[0] * m[0] + w[1] * m[1] + w[2] * m[2]; }

// Near the nearest point of a triangle to the origin; weights ≥ 0 that sum to 1 up to rounding.
Weights nearest_weights(const Vec3 (&m)[3]) {
  const Vec3 normal = cross(m[1] - m[0], m[2] - m[0]);
  const double b0 = dot(normal, cross(m[1], m[2])), b1 = dot(normal, cross(m[2], m[0])),
               b2 = dot(normal, cross(m[0], m[1])), sum = b0 + b1 + b2;
  if (b0 >= 0 && b1 >= 0 && b2 >= 0 && sum > 0 && sum < kInfinity) return {b0 / sum, b1 / sum, b2 / sum};
  Weights best{1, 0, 0};
  double least = kInfinity;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    Weights w{};
    nearest_on_segment(m[i], m[j], w[i], w[j]);
    const double squared = squared_norm(combined(m, w));
    if (squared < least) least = squared, best = w;
  }
  return best;
}

struct Seen {
  double lower, upper;  // of the distance; lower may be below 0, upper infinite: nothing proved
  Weights weights;
};

// The point with weights w, divided by their sum, is off by e for m, 5u M for rounding (a product and two sums each,
// and the sum of the weights, which is within 4u of 1). n·m is off by |n|₁(e + 3uM), and |n| by 3u of itself.
CLEARANCE_INLINE Seen seen(const Vec3 (&m)[3], double e) {
  const Weights w = nearest_weights(m);
  const Vec3 n = combined(m, w);
  const double M = larger(norm_max(m[0]), larger(norm_max(m[1]), norm_max(m[2]))), length = norm(n);
  // Squares of larger numbers overflow, those of smaller ones underflow; then |n|₁ is a length from above.
  if (!(M < 0x1p400)) return {-kInfinity, kInfinity, w};
  const bool ordinary = length > 0x1p-400;
  const double above = ordinary ? length * (1 + 4 * kUnit) : norm_one(n);
  const double upper = (above + 1.8 * (e + 10 * kUnit * M)) * kSlack + kUnderflow;
  const double least = smaller(dot(n, m[0]), smaller(dot(n, m[1]), dot(n, m[2])));
  const double lower = (least - norm_one(n) * (e + 3 * kUnit * M) * kSlack - kUnderflow) / length * (1 - 8 * kUnit);
  return {ordinary ? lower : -kInfinity, upper, w};
}

// The same where products of four lengths overflow or vanish: everything by a power of two, which costs what becomes
// denormal, and the ends back.
Seen seen_scaled(const Vec3 (&m)[3], double e, double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  exponent = std::clamp(exponent, -1000, 1000);
  const double scale = std::ldexp(1.0, -exponent), unit = std::ldexp(1.0, exponent);
  Seen found = seen({scale * m[0], scale * m[1], scale * m[2]}, scale * e + kUnderflow);
  found.lower = next_below(unit * found.lower);
  found.upper = next_above(unit * found.upper);
  return found;
}

// Triangles seen from the point: in the mesh's frame for a rotation, in the world for a matrix, which is none.
class View {
 public:
  View(const Mesh& mesh, const Pose& pose, Vec3 world_point)
      : mesh_(mesh), pose_(pose), is_matrix_(pose.kind() == Pose::Kind::Matrix), point_(pose, world_point) {
    shift_ = pose.translation() - world_point;
    error_ = is_matrix_ ? kDifferenceError * (mesh.reach() + norm_max(shift_)) + kUnderflow : point_.error();
  }

  Vec3 local_point() const { return point_.rough(); }
  // What is within `distance` of the point in the world is within this of local_point() in the mesh's frame.
  double reach_in_mesh(double distance) const {
    return (is_matrix_ ? distance * (1 + 2 * kStretch) : distance) + 2 * point_.error();
  }

  Seen look(std::uint32_t t) const {
    Vec3 m[3];
    const double size = corners_of(t, m);
    // The arrays of the everyday case stay in registers: nobody else sees them.
    return size > 0x1p-150 && size < 0x1p150 ? seen(m, error_ + kUnit * size) : look_scaled(t);
  }

 private:
  // Where the corners are, and the largest coordinate.
  CLEARANCE_INLINE double corners_of(std::uint32_t t, Vec3 (&m)[3]) const {
    const MeshTriangle& corners = mesh_.triangle(t);
    double size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 v = mesh_.vertex(corners[i]);
      m[i] = is_matrix_ ? pose_.rotation() * v + shift_ : v - point_.rough();
      size = larger(size, norm_max(m[i]));
    }
    return size;
  }
  __attribute__((noinline)) Seen look_scaled(std::uint32_t t) const {
    Vec3 m[3];
    const double size = corners_of(t, m);
    return seen_scaled(m, error_ + kUnit * size, size);
  }

  const Mesh& mesh_;
  const Pose& pose_;
  bool is_matrix_;
  LocalPoint point_;
  Vec3 shift_;
  double error_;
};

struct Candidate {
  std::uint32_t triangle;
  Seen seen;
};

// Triangles that may be the nearest, the one with the least upper end first. A few need no memory.
class Candidates {
 public:
  std::span<const Candidate> all() const { return many_.empty() ? std::span(few_, count_) : std::span(many_); }
  const Candidate& nearest() const { return all().front(); }

  void add(const Candidate& candidate) {
    if (count_ == kFew && many_.empty()) drop_farther();
    if (many_.empty() && count_ < kFew) {
      few_[count_++] = candidate;
    } else {
      if (many_.empty()) many_.assign(few_, few_ + count_);
      many_.push_back(candidate);
    }
    if (candidate.seen.upper >= upper_) return;
    upper_ = candidate.seen.upper;
    many_.empty() ? std::swap(few_[0], few_[count_ - 1]) : std::swap(many_.front(), many_.back());
  }
  void become(const Candidate& only) {
    many_.clear();
    few_[0] = only, count_ = 1;
    upper_ = only.seen.upper;
  }
  // Those that are farther than the nearest at most is.
  void drop_farther() {
    const auto is_farther = [this](const Candidate& c) { return c.seen.lower > upper_; };
    std::erase_if(many_, is_farther);
    count_ = static_cast<std::size_t>(std::remove_if(few_, few_ + count_, is_farther) - few_);
  }
  double upper() const { return upper_; }

 private:
  static constexpr std::size_t kFew = 16;
  Candidate few_[kFew];
  std::size_t count_ = 0;
  std::vector<Candidate> many_;  // all of them, once there are more
  double upper_ = kInfinity;
};

Candidates find_candidates(const Mesh& mesh, const View& view) {
  Candidates found;
  mesh.tree().find_near(view.local_point(), kInfinity, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count; ++t) {
      const Candidate candidate{t, view.look(t)};
      if (candidate.seen.lower <= found.upper()) found.add(candidate);
    }
    return view.reach_in_mesh(found.upper());
  });
  found.drop_farther();
  return found;
}

// A squared distance and the weights of the point there, all over positive denominators.
struct ExactNearest {
  Dyadic squared, squared_denominator = 1.0;
  Dyadic weights[3], weight_denominator = 1.0;

  bool is_less_than(const ExactNearest& other) const {
    return compare(squared * other.squared_denominator, other.squared * squared_denominator) < 0;
  }
};

ExactNearest nearest_on_segment(const DyadicVec (&m)[3], int i, int j) {
  const DyadicVec edge = m[j] - m[i];
  const Dyadic along = -dot(m[i], edge), length = dot(edge, edge);
  ExactNearest out;
  if (along.sign() <= 0 || compare(along, length) >= 0) {
    const int end = along.sign() <= 0 ? i : j;
    out.weights[end] = 1.0;
    out.squared = dot(m[end], m[end]);
    return out;
  }
  out.weights[i] = length - along;
  out.weights[j] = along;
  out.weight_denominator = out.squared_denominator = length;
  out.squared = dot(m[i], m[i]) * length - along * along;
  return out;
}

// The foot of the perpendicular if it is inside, else the best of the edges.
ExactNearest nearest_on_triangle(const DyadicVec (&m)[3]) {
  const DyadicVec normal = cross(m[1] - m[0], m[2] - m[0]);
  if (!is_zero(normal)) {
    ExactNearest out;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
      out.weights[i] = dot(normal, cross(m[(i + 1) % 3], m[(i + 2) % 3]));
      inside = inside && out.weights[i].sign() >= 0;
    }
    const Dyadic height = dot(normal, m[0]);
    out.squared = height * height;
    out.squared_denominator = out.weight_denominator = dot(normal, normal);
    if (inside) return out;
  }
  ExactNearest best = nearest_on_segment(m, 0, 1);
  for (int i = 1; i < 3; ++i)
    if (ExactNearest other = nearest_on_segment(m, i, (i + 1) % 3); other.is_less_than(best)) best = std::move(other);
  return best;
}

// Replaces the brackets of all candidates by the exact distance, as near as doubles come to it.
void measure_exactly(const Mesh& mesh, const Pose& pose, Vec3 world_point, Candidates& candidates) {
  const ExactPose exact_pose(pose);
  const DyadicVec x = exact_pose.denominator() * exact(world_point);
  ExactNearest best;
  Candidate nearest{};
  bool none = true;
  for (const Candidate& candidate : candidates.all()) {
    DyadicVec m[3];
    for (int i = 0; i < 3; ++i)
      m[i] = exact_pose.numerator(mesh.vertex(mesh.triangle(candidate.triangle)[static_cast<std::size_t>(i)])) - x;
    ExactNearest here = nearest_on_triangle(m);
    if (!none && !here.is_less_than(best)) continue;
    none = false;
    best = std::move(here);
    nearest = candidate;
  }
  const Dyadic denominator = best.squared_denominator * exact_pose.denominator() * exact_pose.denominator();
  nearest.seen.lower = square_root_below(best.squared, denominator);
  nearest.seen.upper = square_root_above(best.squared, denominator);
  for (std::size_t i = 0; i < 3; ++i)
    nearest.seen.weights[i] = approximate_ratio(best.weights[i], best.weight_denominator);
  candidates.become(nearest);
}

}  // namespace

PointDistance signed_distance(const Mesh& mesh, const Pose& pose, Vec3 world_point) {
  Candidates candidates = find_candidates(mesh, View(mesh, pose, world_point));
  double lower = kInfinity;
  for (const Candidate& c : candidates.all()) lower = smaller(lower, c.seen.lower);
  if (const double upper = candidates.nearest().seen.upper; !(lower > 0 && upper - lower <= kWide * upper)) {
    measure_exactly(mesh, pose, world_point, candidates);
    lower = candidates.nearest().seen.lower;
  }

  const Candidate& nearest = candidates.nearest();
  const MeshTriangle& corners = mesh.triangle(nearest.triangle);
  PointDistance out;
  out.location = locate(mesh, pose, world_point);
  const bool inside = out.location == PointLocation::Inside;
  out.lower = inside ? -nearest.seen.upper : lower;
  out.upper = inside ? -lower : nearest.seen.upper;
  out.triangle = mesh.id(nearest.triangle);
  Vec3 sum;
  for (std::size_t i = 0; i < 3; ++i) {
    const double weight = nearest.seen.weights[i];
    sum = sum + weight * mesh.vertex(corners[i]);
    if (weight == 0) continue;
    out.witness.vertices[out.witness.count] = corners[i];
    out.witness.weights[out.witness.count++] = weight;
  }
  out.nearest = apply(pose, sum);
  return out;
}

}  // namespace clearance
