// Notation: m = q − p at the beginning; v the velocity of b against a, so that m is at m + τ·v after a time τ; y the
//           part of m that is square to v, in two coordinates: the ray is y = 0.
#include <clearance/motion/translation.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/motion/pair_support.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr int kMaxSteps = 32;
// Of an ellipsoid around the points of a sphere: the square of its size, by the second moments of two such bodies.
constexpr double kEllipsoid = 6;

struct Flat {
  double x, y;
};
double cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }
double dot(Flat a, Flat b) { return a.x * b.x + a.y * b.y; }

struct Corner {
  VertexPair pair;
  Vec3 m;
  Flat y;
};

class PortalSearch {
 public:
  PortalSearch(MovingPair& moving, double limit, double width, Translation& out)
      : moving_(moving),
        pair_(moving.posed()),
        begin_(moving.time()),
        limit_(limit),
        width_(width),
        out_(out),
        velocity_(moving.relative_velocity()) {}

  void run() {
    const double speed = norm(velocity_);
    if (!(speed > 1e-100 && speed < 1e100)) return;
    along_ = velocity_ / speed;
    first_ = std::fabs(along_.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    first_ = first_ - clearance::dot(first_, along_) * along_;
    first_ = first_ / norm(first_);
    second_ = clearance::cross(along_, first_);
    if (!find_portal()) return;
    refine();
  }

 private:
  Vec3 in_space(Flat y) const { return y.x * first_ + y.y * second_; }

  // The normal, toward the body, where the ray hits the ellipsoid; where it passes it by, at the nearest point.
  Vec3 first_guess() const {
    const auto turned = [](const Polytope& body, const Pose& pose) {
      const Mat3 &r = pose.rotation(), &s = body.spread();
      const Vec3 t0 = s * r.row[0], t1 = s * r.row[1], t2 = s * r.row[2];
      const double xy = clearance::dot(t0, r.row[1]), xz = clearance::dot(t0, r.row[2]),
                   yz = clearance::dot(t1, r.row[2]);
      return Mat3{{{clearance::dot(t0, r.row[0]), xy, xz},
                   {xy, clearance::dot(t1, r.row[1]), yz},
                   {xz, yz, clearance::dot(t2, r.row[2])}}};
    };
    const Mat3 of_a = turned(pair_.a(), pair_.pose_a()), of_b = turned(pair_.b(), pair_.pose_b());
    const Vec3 r0 = of_a.row[0] + of_b.row[0], r1 = of_a.row[1] + of_b.row[1], r2 = of_a.row[2] + of_b.row[2];
    const Vec3 c0 = clearance::cross(r1, r2), c1 = clearance::cross(r2, r0), c2 = clearance::cross(r0, r1);
    const double determinant = clearance::dot(r0, c0);
    const Vec3 center = pair_.center_difference();
    const auto inverse = [&](Vec3 x) {
      return Vec3{clearance::dot(c0, x), clearance::dot(c1, x), clearance::dot(c2, x)} / determinant;
    };
    const Vec3 w = inverse(along_);
    const double a = clearance::dot(along_, w), b = clearance::dot(center, w),
                 c = clearance::dot(center, inverse(center)) - kEllipsoid;
    // |center + s·along|² in the ellipsoid's measure: a·s² + 2b·s + c = 0.
    const double root = b * b - a * c;
    const double s = root > 0 ? (-b - std::sqrt(root)) / a : -b / a;
    const Vec3 n = inverse(center + s * along_);
    const double length = norm(n);
    return length > 0 && length < std::numeric_limits<double>::infinity() ? n / length : -along_;
  }

  Corner support(Vec3 n) {
    const SupportPair found = support_far(pair_, n, hint_);
    hint_ = found.pair;
    value_ = found.value;
    const Vec3 m = pair_.difference(found.pair);
    return {found.pair, m, {clearance::dot(first_, m), clearance::dot(second_, m)}};
  }

  // Whether n, whose support was found last, separates all the time.
  bool is_clear_along(Vec3 n) {
    const double g = moving_.gap(pair_, n, {hint_, value_});
    if (!(g > 0)) return false;
    const double rate = clearance::dot(n, velocity_);
    if (rate < 0 && g < -rate * (limit_ - begin_)) return false;
    if (!(gap_at(limit_, n) > 0)) return false;
    out_.kind = Translation::Kind::Clear;
    out_.direction = n;
    return true;
  }
  // The same pair of vertices is the lowest at all times: what turns would change that.
  double gap_at(double time, Vec3 n) {
    if (!moving_.move_to(time)) return -1;
    const PosedPair there = moving_.posed();
    const Vec3 n_a = transpose_times(there.pose_a().rotation(), n),
               n_b = transpose_times(there.pose_b().rotation(), -n);
    const double far_a = clearance::dot(there.a().vertex(hint_.a), n_a),
                 far_b = clearance::dot(there.b().vertex(hint_.b), n_b);
    return moving_.gap(there, n, {hint_, (-far_b - far_a) + clearance::dot(n, there.shift())});
  }

  // Three corners around the ray, or a plane beside it.
  bool find_portal() {
    const Vec3 n = first_guess();
    corner_[0] = support(n);
    if (is_clear_along(n)) return false;
    // Past the ray, as seen from the first corner.
    if (!find_past(n, corner_[0].y, 1)) return false;
    for (int steps = 0; steps < kMaxSteps; ++steps) {
      // Past the ray, as seen from the line of the two.
      const Flat d{corner_[1].y.x - corner_[0].y.x, corner_[1].y.y - corner_[0].y.y};
      Flat square{d.y, -d.x};
      const double side = dot(square, corner_[0].y);
      if (side == 0) return false;
      if (side < 0) square = {-square.x, -square.y};
      if (!find_past(n, square, 2)) return false;
      // The ray is inside, or beyond one of the two new sides.
      const double turn = cross(corner_[0].y, corner_[1].y) > 0 ? 1 : -1;
      if (turn * cross(corner_[1].y, corner_[2].y) < 0) {
        corner_[0] = corner_[2];
      } else if (turn * cross(corner_[2].y, corner_[0].y) < 0) {
        corner_[1] = corner_[2];
      } else {
        return true;
      }
    }
    return false;
  }

  // A corner that lies on the other side of the ray: directions lean from n toward `away` until there is one.
  bool find_past(Vec3 n, Flat away, int k) {
    const double length = std::sqrt(dot(away, away));
    if (!(length > 0)) return false;
    const Vec3 lean = in_space({away.x / length, away.y / length});
    for (const double share : {0.5, 2.0}) {
      const Vec3 tilted = n + share * lean;
      const Vec3 unit = tilted / norm(tilted);
      corner_[k] = support(unit);
      if (dot(corner_[k].y, away) < 0) return true;
      if (is_clear_along(unit)) return false;
    }
    corner_[k] = support(lean);
    if (dot(corner_[k].y, away) < 0) return true;
    is_clear_along(lean);
    return false;
  }

  void refine() {
    bool has_behind = false;
    Corner behind{};
    for (int steps = 0; steps < kMaxSteps; ++steps) {
      Vec3 n = clearance::cross(corner_[1].m - corner_[0].m, corner_[2].m - corner_[0].m);
      const double length = norm(n);
      if (!(length > 0)) return;
      n = n / length;
      double rate = clearance::dot(n, velocity_);
      if (rate > 0) n = -n, rate = -rate;
      const double height = clearance::dot(n, corner_[0].m);
      if (!(rate < 0)) return;
      const Corner found = support(n);
      if (is_clear_along(n)) return;
      // What is before the portal brings contact nearer by this.
      const double sooner = (height - clearance::dot(n, found.m)) / -rate;
      const bool is_new =
          !(found.pair == corner_[0].pair) && !(found.pair == corner_[1].pair) && !(found.pair == corner_[2].pair);
      if (!(sooner > width_ / 4) || !is_new) return conclude(n, rate, height, has_behind, behind);
      const double turn =
          cross(corner_[0].y, corner_[1].y) + cross(corner_[1].y, corner_[2].y) + cross(corner_[2].y, corner_[0].y) > 0
              ? 1
              : -1;
      const double of[3] = {turn * cross(corner_[0].y, found.y), turn * cross(corner_[1].y, found.y),
                            turn * cross(corner_[2].y, found.y)};
      // The ray passes between the spokes from the new corner to k and to k + 1.
      int k = 0;
      while (k < 3 && !(of[k] <= 0 && of[(k + 1) % 3] >= 0)) ++k;
      if (k == 3) return;
      behind = corner_[(k + 2) % 3], has_behind = true;
      corner_[(k + 2) % 3] = found;
    }
  }

  // The support along n was found last.
  void conclude(Vec3 n, double rate, double height, bool has_behind, const Corner& behind) {
    const double g = moving_.gap(pair_, n, {hint_, value_});
    if (!(g > 0)) return;
    const double lower = begin_ + (g / -rate) * (1 - 0x1p-40) - width_ / 16;
    const double upper = begin_ + height / -rate + width_ / 2;
    if (!(lower >= begin_ && upper <= limit_ && upper - lower <= width_) || !(gap_at(lower, n) > 0)) return;
    const VertexPair lowest = hint_;
    out_.direction = n;
    out_.lower = lower, out_.upper = upper;
    for (int k = 0; k < 3; ++k) out_.pair[k] = corner_[k].pair;
    if (!moving_.move_to(upper)) return;
    const PosedPair there = moving_.posed();
    const bool is_shown = (has_behind && surrounds(there, behind.pair)) || surrounds(there, support(-n).pair);
    if (!is_shown) return;
    hint_ = lowest;
    set_weights();
    out_.kind = Translation::Kind::Contact;
  }
  bool surrounds(const PosedPair& there, VertexPair apex) {
    out_.pair[3] = apex;
    Vec3 m[4];
    for (int k = 0; k < 4; ++k) m[k] = there.difference(out_.pair[k]);
    return surely_inside(volumes(m), m, there.reach());
  }
  void set_weights() {
    const double of[3] = {cross(corner_[1].y, corner_[2].y), cross(corner_[2].y, corner_[0].y),
                          cross(corner_[0].y, corner_[1].y)};
    const double all = of[0] + of[1] + of[2];
    for (int k = 0; k < 3; ++k) out_.weight[k] = of[k] / all;
  }

  MovingPair& moving_;
  const PosedPair pair_;  // at the beginning, wherever the pair is moved: what does not turn keeps the rest
  const double begin_, limit_, width_;
  Translation& out_;
  const Vec3 velocity_;
  Vec3 along_, first_, second_;
  VertexPair hint_{-1, -1};
  double value_ = 0;
  Corner corner_[3];
};

}  // namespace

Translation translate(MovingPair& pair, double limit, double width) {
  Translation out;
  PortalSearch(pair, limit, width, out).run();
  return out;
}

}  // namespace clearance::detail
