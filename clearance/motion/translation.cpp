// Notation: m = q − p at the beginning; v the velocity of b against a, so that m is at m + τ·v after a time τ; y the
//           part of m perpendicular to v, in two coordinates: the ray is y = 0; u = 2⁻⁵³, S = reach of the pair.
#include <clearance/motion/translation.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/contact.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/ring.h>
#include <clearance/motion/pair_support.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

namespace clearance::detail {
namespace {

constexpr int kMaxSteps = 32;
// Of an ellipsoid around the points of a sphere: the square of its size, by the second moments of two such bodies.
constexpr double kEllipsoid = 6;
// Shares of S. The search follows a ray that passes this far beside the true one, so that at round numbers, where rays
// meet edges and corners exactly, no side is in doubt; what is shown is shown of the true one. A weight of the portal
// below the second is as good as none.
constexpr double kBeside = 0x1p-40, kNoWeight = 0x1p-20;

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
    // On the one side it may pass what is met, or meet what is passed; on the other side it does not.
    for (const double side : {kBeside, -kBeside}) {
      beside_ = {0.8 * side * pair_.reach(), 0.6 * side * pair_.reach()};
      if (find_portal()) refine();
      if (out_.kind != Translation::Kind::Unknown || out_.direction != Vec3{}) return;
    }
  }

 private:
  Vec3 in_space(Flat y) const { return y.x * first_ + y.y * second_; }

  // The normal, toward the body, where the ray hits the ellipsoid; where it passes it by, at the nearest point.
  Vec3 first_guess() const {
    const auto [r0, r1, r2] = pair_.spread().row;
    const Vec3 c0 = clearance::cross(r1, r2), c1 = clearance::cross(r2, r0), c2 = clearance::cross(r0, r1);
    const Vec3 center = pair_.center_difference();
    // The inverse times the determinant, which nothing here depends on.
    const auto adjugate = [&](Vec3 x) {
      return Vec3{clearance::dot(c0, x), clearance::dot(c1, x), clearance::dot(c2, x)};
    };
    const Vec3 w = adjugate(along_);
    const double a = clearance::dot(along_, w), b = clearance::dot(center, w),
                 c = clearance::dot(center, adjugate(center)) - kEllipsoid * clearance::dot(r0, c0);
    // |center + s·along|² in the ellipsoid's measure: a·s² + 2b·s + c = 0.
    const double root = b * b - a * c;
    const double s = (root > 0 ? -b - std::sqrt(root) : -b) / a;
    const Vec3 n = adjugate(center + s * along_);
    const double length = norm(n);
    return length > 0 && length < std::numeric_limits<double>::infinity() ? n / length : -along_;
  }

  Corner support(Vec3 n) {
    const SupportPair found = support_far(pair_, n, hint_);
    hint_ = found.pair;
    value_ = found.value;
    const Vec3 m = pair_.difference(found.pair);
    return {found.pair, m, {clearance::dot(first_, m) - beside_.x, clearance::dot(second_, m) - beside_.y}};
  }

  // How far apart the bodies surely are along n, whose support was found last, after a time τ: which pair of vertices
  // is the lowest does not change. n·v and the product with τ are off by less than 8u|n|₁|v|τ, which one more bound
  // covers, since S has the way of both bodies in it.
  double gap_after(double time, Vec3 n) const {
    return (value_ - 2 * pair_.bound(n)) + clearance::dot(n, velocity_) * time;
  }
  // Whether n, whose support was found last, separates all the time.
  bool is_clear_along(Vec3 n) {
    if (!(value_ > 0 && gap_after(0, n) > 0 && gap_after(next_above(limit_ - begin_), n) > 0)) return false;
    out_.kind = Translation::Kind::Clear;
    out_.direction = n / norm(n);
    return true;
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
    for (const double share : {0.4, 1.2}) {
      const Vec3 tilted = n + share * lean;
      corner_[k] = support(tilted);
      if (dot(corner_[k].y, away) < 0) return true;
      if (is_clear_along(tilted)) return false;
    }
    corner_[k] = support(lean);
    if (dot(corner_[k].y, away) < 0) return true;
    if (!is_clear_along(lean)) out_.direction = lean;
    return false;
  }

  void refine() {
    bool has_behind = false;
    Corner behind{};
    for (int steps = 0; steps < kMaxSteps; ++steps) {
      Vec3 n = clearance::cross(corner_[1].m - corner_[0].m, corner_[2].m - corner_[0].m);
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
    const double g = gap_after(0, n);
    const double lower = begin_ + (g / -rate) * (1 - 0x1p-40) - width_ / 16;
    const double upper = begin_ + height / -rate + width_ / 2;
    if (!(g > 0 && lower >= begin_ && upper <= limit_ && upper - lower <= width_)) return;
    if (!(gap_after(next_above(lower - begin_), n) > 0)) return;
    out_.lower = lower, out_.upper = upper;
    set_weights();
    if (!is_around(upper - begin_, behind, has_behind) && !is_around(upper - begin_, support(-n), true) &&
        !surrounds_at_border(upper))
      return;
    out_.kind = Translation::Kind::Contact;
    out_.direction = n / norm(n);
  }

  // Whether the portal and a corner behind it hold the origin after a time τ. Differences there are off by 6u·S more
  // than at the beginning.
  bool is_around(double time, const Corner& apex, bool is_there) {
    if (!is_there) return false;
    const Vec3 way = time * velocity_;
    const Vec3 m[4] = {corner_[0].m + way, corner_[1].m + way, corner_[2].m + way, apex.m + way};
    if (!surely_inside(volumes(m), m, 1.5 * pair_.reach())) return false;
    set_pairs({corner_[0].pair, corner_[1].pair, corner_[2].pair, apex.pair});
    return true;
  }

  // The same where the ray meets an edge or a corner of the portal within roundings: what is beyond it is needed, too.
  bool surrounds_at_border(double upper) {
    if (!moving_.move_to(upper)) return false;
    const PosedPair there = moving_.posed();
    // What is met may share faces with the vertex that is farthest behind the portal; straight through the middle lies
    // one that is on the other side.
    Vec3 met;
    for (int k = 0; k < 3; ++k) met = met + out_.weight[k] * corner_[k].m;
    const Corner apex = support(met - pair_.center_difference());
    int strong[3], strong_count = 0, weak = 0;
    for (int k = 0; k < 3; ++k) {
      if (out_.weight[k] > kNoWeight) strong[strong_count++] = k;
      if (out_.weight[k] < out_.weight[weak]) weak = k;
    }
    if (strong_count == 1) return surrounds_at_corner(there, corner_[strong[0]].pair, apex.pair);
    return surrounds_at_edge(there, corner_[(weak + 1) % 3], corner_[(weak + 2) % 3], corner_[weak], apex.pair);
  }
  bool surrounds_at_edge(const PosedPair& there, const Corner& p, const Corner& q, const Corner& inside,
                         VertexPair apex) {
    Flat across{q.y.y - p.y.y, p.y.x - q.y.x};
    if (dot(across, inside.y) < dot(across, p.y)) across = {-across.x, -across.y};
    const Corner outside = support(in_space(across));
    const PointSimplex middle = simplex_at(there, {p.pair, q.pair, apex});
    VertexPair two[2] = {inside.pair, outside.pair};
    const Vec3 n = clearance::cross(middle.m[1] - middle.m[0], middle.m[2] - middle.m[0]);
    if (clearance::dot(n, inside.m - outside.m) < 0) std::swap(two[0], two[1]);
    if (!surely_surround(there, ContactEvidence::Triangle, middle, two)) return false;
    set_pairs({p.pair, q.pair, apex, inside.pair, outside.pair});
    return true;
  }
  bool surrounds_at_corner(const PosedPair& there, VertexPair corner, VertexPair apex) {
    const auto below = [&](Vec3 n, Difference& found) {
      const SupportPair lowest = support_far(there, n, hint_);
      found = {lowest.pair, there.difference(lowest.pair)};
      return lowest.value < -kNearPlane * norm_one(n) * there.reach();
    };
    Difference ring[4];
    const Vec3 axis = there.difference(apex) - there.difference(corner);
    const int count = ring_around(axis, there.center_difference(), there.reach(), below, ring);
    if (count == 0) return false;
    PointSimplex middle;
    for (int k = 0; k < count; ++k) middle.add(ring[k].pair, ring[k].m);
    const VertexPair two[2] = {corner, apex};
    if (!surely_surround(there, ContactEvidence::Ring, middle, two)) return false;
    set_pairs({corner, apex});
    for (int k = 0; k < count; ++k) out_.pair[out_.count++] = ring[k].pair;
    return true;
  }

  static PointSimplex simplex_at(const PosedPair& there, std::initializer_list<VertexPair> pairs) {
    PointSimplex out;
    for (const VertexPair& pair : pairs) out.add(pair, there.difference(pair));
    return out;
  }
  void set_pairs(std::initializer_list<VertexPair> pairs) {
    out_.count = 0;
    for (const VertexPair& pair : pairs) out_.pair[out_.count++] = pair;
  }
  // Of the point of the portal that the true ray meets.
  void set_weights() {
    Flat y[3];
    for (int k = 0; k < 3; ++k) {
      y[k] = {corner_[k].y.x + beside_.x, corner_[k].y.y + beside_.y};
      out_.portal[k] = corner_[k].pair;
    }
    const double of[3] = {cross(y[1], y[2]), cross(y[2], y[0]), cross(y[0], y[1])};
    const double all = of[0] + of[1] + of[2];
    for (int k = 0; k < 3; ++k) out_.weight[k] = larger(of[k] / all, 0);
  }

  MovingPair& moving_;
  const PosedPair pair_;  // at the beginning, wherever the pair is moved: what does not turn keeps the rest
  const double begin_, limit_, width_;
  Translation& out_;
  const Vec3 velocity_;
  Vec3 along_, first_, second_;
  Flat beside_{0, 0};
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
