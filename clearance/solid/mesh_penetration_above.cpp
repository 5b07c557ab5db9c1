// Question: along which short translation does a solid leave another?
// Method:   along a direction: as far as takes all of b beyond a plane, then less, halving the interval between what
//           is proved free and what is not. Directions: the coordinate axes, the ball's nearest points, normals of
//           faces that meet, and once a way out is known the normals of the faces that bar a shorter one, onto which it
//           is projected (Je et al., PolyDepth, §5); then small turns of the best one.
// Proves:   at the translation itself the interiors are disjoint, exactly; where two doubles do not show the place it
//           leads to, the distance is at least what they are off by.
#include <clearance/base/random.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/convex/way_out.h>
#include <clearance/solid/contact_parts.h>
#include <clearance/solid/mesh_cache.h>
#include <clearance/solid/mesh_penetration_parts.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// How often an interval of lengths is halved at most, and how narrow it gets, relative to the length and a little of
// the bodies' size: within 2⁻³² of it doubles still tell flush faces apart, nearer each look is dear.
constexpr int kHalvings = 60;
constexpr double kRoughly = 0x1p-24;
// Normals beside each other by less than this count as one: cos 1°.
constexpr double kSameDirection = 0.99985;
// Contacts looked at for normals.
constexpr int kContacts = 200;

double highest(const Mesh& mesh, const MeshTriangle& t, Vec3 n) {
  return larger(dot(n, mesh.vertex(t[0])), larger(dot(n, mesh.vertex(t[1])), dot(n, mesh.vertex(t[2]))));
}

// How far takes all of b beyond all of a, along n; rounded.
double beyond_plane(const SolidPair& pair, Vec3 n) {
  const Vec3 n_a = transpose_times(pair.pose_a.rotation(), n), n_b = transpose_times(pair.pose_b.rotation(), n);
  double far = -kInfinity, near = kInfinity;
  for (const MeshTriangle& t : pair.a.triangles()) far = larger(far, highest(pair.a, t, n_a));
  for (const MeshTriangle& t : pair.b.triangles()) near = smaller(near, -highest(pair.b, t, -n_b));
  return far - near - dot(n, pair.pose_b.translation() - pair.pose_a.translation());
}

Vec3 axis(int i, double sign) { return sign * Vec3{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

class WayOut {
 public:
  WayOut(const SolidPair& pair, double lower, int effort)
      : pair_(pair), lower_(lower), size_(std::max(pair.a.size(), pair.b.size())), left_(effort) {}

  const DepthAbove& best() const { return best_; }
  // A way that is nearly as short as any can be is short enough.
  bool has_left() const {
    const bool is_short = best_.upper - lower_ <= 0x1p-10 * best_.upper + 0x1p-40 * size_;
    return left_ > 0 && (std::isinf(best_.upper) || !is_short);
  }

  // Looks for a shorter way along the unit vector n.
  void along(Vec3 n) {
    if (!has_left() || !(norm_one(n) > 0.5) || was_tried(n)) return;
    --left_;
    tried_.push_back(n);
    // A plane is between them from there on: nothing to ask.
    const double beyond = beyond_plane(pair_, n);
    if (const Way surely = way_along(n, grown_by_rounding(beyond)); surely.upper < best_.upper)
      best_ = {surely.upper, n, surely.translation};
    const bool is_new = (is_axis(n) && beyond < best_.upper && is_free(n, beyond)) || best_.direction == n;
    if (!is_new && !is_free(n, best_.upper * (1 - 0x1p-30))) return;
    shorten(n);
  }

  // The normals of faces that meet when b is moved by d, as ways out of a.
  std::vector<Vec3> normals_at(Vec3 d) const {
    std::vector<Vec3> normals;
    const std::optional<MovedPair> moved = moved_by(pair_.pose_a, pair_.pose_b, d);
    if (!moved) return normals;
    const auto add = [&](Vec3 n) {
      const auto same = [&](Vec3 m) { return dot(m, n) > kSameDirection; };
      if (norm_one(n) > 0.5 && std::none_of(normals.begin(), normals.end(), same)) normals.push_back(n);
    };
    int seen = 0;
    visit_contacts(pair_.a, moved->a, pair_.b, moved->b, [&](const ContactPair& contact) {
      const Vec3 n_a = normal(pair_.a, moved->a, contact.a), n_b = normal(pair_.b, moved->b, contact.b);
      add(n_a);
      add(-n_b);
      return ++seen < kContacts;
    });
    return normals;
  }

  // The faces that bar a way just shorter than the best one: the best is projected onto their normals.
  void project() {
    const Vec3 n = best_.direction;
    const double length = best_.upper;
    for (const Vec3 m : normals_at(length * (1 - 0x1p-6) * n))
      if (dot(m, n) > 0.1) along(m);
  }

  void turn(double angle) {
    const Vec3 n = best_.direction;
    const Vec3 any{random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)};
    along(unit_of(n + angle * unit_of(cross(n, any))));
  }

 private:
  // Outward, as far as the mesh is turned one way.
  static Vec3 normal(const Mesh& mesh, const Pose& pose, std::uint32_t t) {
    const MeshTriangle& v = mesh.triangle(t);
    const Vec3 origin = mesh.vertex(v[0]);
    return mesh.outer_side() * unit_of(pose.rotation() * normal_of(origin, mesh.vertex(v[1]), mesh.vertex(v[2])));
  }

  bool was_tried(Vec3 n) const {
    return std::any_of(tried_.begin(), tried_.end(), [&](Vec3 m) { return dot(m, n) > 1 - 1e-14; });
  }

  // Between lower_ and the best, which is along n.
  void shorten(Vec3 n) {
    const double narrow = kRoughly * best_.upper + 0x1p-32 * size_;
    double barred = lower_;
    if (best_.upper - barred <= narrow || is_free(n, lower_)) return;
    for (int k = 0; k < kHalvings && best_.upper - barred > narrow; ++k) {
      const double middle = 0.5 * (barred + best_.upper);
      if (!is_free(n, middle)) barred = middle;
    }
    if (!is_axis(n)) return;
    // That ends just above the true length, which is a short number in many a test and drawing.
    for (const int bits : {36, 28, 20}) {
      int exponent = 0;
      const double fraction = std::frexp(best_.upper, &exponent);
      is_free(n, std::ldexp(std::floor(std::ldexp(fraction, bits)), exponent - bits));
    }
  }

  // Whether moving b by that length along n is proved to end it; then it is the best so far.
  bool is_free(Vec3 n, double length) {
    const Vec3 d = length * n;
    const std::optional<MovedPair> moved = moved_by(pair_.pose_a, pair_.pose_b, d);
    if (!moved) return false;
    const Status status = intersects(pair_.a, moved->a, pair_.b, moved->b, cache_).status;
    if (status == Status::Penetrating) return false;
    const double upper = length_above(d);
    if (!(upper < best_.upper)) return true;
    if (moved->off > 0 &&
        (status != Status::Separated || compare_distance(pair_.a, moved->a, pair_.b, moved->b, moved->off) < 0))
      return false;
    best_ = {upper, n, d};
    return true;
  }

  static bool is_axis(Vec3 n) { return (n.x != 0) + (n.y != 0) + (n.z != 0) == 1; }

  // With all that rounding can lose: kDotError·|n|₁ of the reach (posed.h), |n|₁ < 1.75, below 2⁻⁴⁷; and what n is
  // longer or shorter than 1.
  double grown_by_rounding(double length) const {
    const Vec3 shift = pair_.pose_b.translation() - pair_.pose_a.translation();
    const double reach = pair_.a.reach() + pair_.b.reach() + norm_max(shift);
    return length + 0x1p-46 * (reach + std::fabs(length)) + kUnderflow;
  }

  const SolidPair& pair_;
  const double lower_, size_;
  int left_;
  std::vector<Vec3> tried_;
  MeshCache cache_;
  Random random_{0x7a55};
  DepthAbove best_;
};

}  // namespace

DepthAbove depth_above(const SolidPair& pair, const DepthBelow& below, int effort) {
  WayOut way(pair, below.lower, effort);
  const auto middle = [](const Mesh& mesh, const Pose& pose) {
    return apply(pose, 0.5 * mesh.box_low() + 0.5 * mesh.box_high());
  };
  const Vec3 between = middle(pair.b, pair.pose_b) - middle(pair.a, pair.pose_a);
  // Along an axis nothing need be rounded.
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) way.along(axis(i, sign));
  way.along(unit_of(below.way_a - below.way_b));
  way.along(unit_of(below.way_a));
  way.along(unit_of(-below.way_b));
  way.along(unit_of(between));
  way.project();
  for (const Vec3 n : way.normals_at({}))
    if (dot(n, between) >= 0 || dot(n, below.way_a - below.way_b) > 0) way.along(n);
  way.project();
  double angle = 0.5;
  for (int k = 0; k < effort && way.has_left(); ++k) {
    const double before = way.best().upper;
    way.turn(angle);
    angle *= 0.9;
    if (way.best().upper < before) way.project();
  }
  return way.best();
}

double beyond_along_axes(const SolidPair& pair) {
  double least = kInfinity;
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) least = smaller(least, beyond_plane(pair, axis(i, sign)));
  return least;
}

}  // namespace clearance::detail
