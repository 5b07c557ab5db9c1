// Question: how far must a solid be moved to end its penetration of another?
// Method:   a bracket at once: beyond the boxes along an axis, and two balls. Then both ends in turn, until the bracket
//           is as narrow as asked, the effort spent or the deadline struck: from below by convex pieces inscribed in
//           both (depth_below.h), from above by translations after which the exact queries find no common interior
//           (ways_out.h). Either end tells the other where to look: pieces the directions along which they part, cubes
//           that no pieces bar the places that may be free, points in common there where to grow the next pieces.
// Proves:   both ends.
// Cost:     the effort counts directions, and eight cubes for each.
#include <clearance/base/random.h>
#include <clearance/bvh/box.h>
#include <clearance/convex/any_length.h>
#include <clearance/solid/depth/depth_below.h>
#include <clearance/solid/depth/ways_out.h>
#include <clearance/solid/mesh_query.h>

#include <cmath>

namespace clearance {
using namespace detail;
namespace {

// A bracket as narrow as this is not worth another cube.
constexpr double kCloseEnough = 0.98;
// Cubes for each direction, and how many of those that stay open get pieces of their own.
constexpr int kCubesPerEffort = 8, kOpenPerPieces = 3;
// Places climbed to from the point inside both.
constexpr int kPlaces = 60;
// Directions that are followed from wherever they are free.
constexpr int kFar = 6;

// Cubes are given up where so many steps raised the lower end by less than this part of the upper one: between thin
// bodies. Until a deadline they are not: it limits the time, and where many cubes are equally near, nothing is raised
// before the last of them.
constexpr int kPatience = 20;
constexpr double kWorthIt = 0x1p-10;
// Small turns of the best way: radians, and how they shrink.
constexpr double kFirstTurn = 0.4, kTurn = 0.88;

// The k-th of n directions, spread evenly.
Vec3 spread(int k, int n) {
  const double z = 1 - (2 * k + 1.0) / n, r = std::sqrt(1 - z * z), turn = 2.399963229728653 * k;
  return {r * std::cos(turn), r * std::sin(turn), z};
}

Vec3 middle(const Mesh& mesh, const Pose& pose) { return apply(pose, 0.5 * mesh.box_low() + 0.5 * mesh.box_high()); }

class DepthSearch {
 public:
  DepthSearch(const SolidPair& pair, const PenetrationOptions& options)
      : pair_(pair), budget_(options), below_(pair, budget_), is_barred_{below_}, above_(pair, budget_, is_barred_) {}

  void run(Vec3 inside) {
    above_.leave_boxes();
    below_.start(inside);
    update();
    if (is_done()) return;
    above_.leave_along_axes();
    climb(inside);
    list_directions();
    const int effort = budget_.effort();
    double before = below_.lower();
    const Vec3 middle_a = middle(pair_.a, pair_.pose_a), middle_b = middle(pair_.b, pair_.pose_b);
    const Vec3 starts[] = {0.5 * middle_a + 0.5 * middle_b, middle_a, middle_b};
    for (int step = 0; step < effort && !is_done(); ++step) {
      look_above(step);
      if (step < 3 && !is_done()) climb(starts[step]);
      if (!budget_.has_deadline() && step % kPatience == 0 && step > 0) {
        is_closed_ = is_closed_ || below_.lower() < before + kWorthIt * above_.best().upper;
        before = below_.lower();
      }
      for (int k = 0; k < kCubesPerEffort && !is_closed_ && !is_done(); ++k) look_below();
    }
    above_.polish();
    update();
  }

  const DepthBelow& below() const { return below_; }
  const DepthAbove& above() const { return above_.best(); }

 private:
  bool is_done() const { return budget_.is_over() || budget_.is_narrow(below_.lower(), above_.best().upper); }
  void update() { above_.set_lower(below_.lower()); }

  // Balls uphill from a place, and pieces around the best.
  void climb(Vec3 start) {
    const double before = below_.middle().sum;
    below_.climb(start, kPlaces);
    const DepthBelow::Middle& balls = below_.middle();
    update();
    if (!(balls.sum > before) && has_grown_) return;
    if (balls.sum > 0) above_.set_inside(balls.center);
    has_grown_ = true;
    if (is_done() || !below_.grow()) return;
    update();
    above_.try_along(below_.direction(), true);
  }

  void list_directions() {
    const DepthBelow::Middle& balls = below_.middle();
    directions_ = {unit_of(balls.way_a - balls.way_b)};
    // Along an axis of the world nothing need be rounded.
    for (int i = 0; i < 3; ++i)
      for (const double sign : {1.0, -1.0}) directions_.push_back(sign * Mat3{}.row[i]);
    directions_.push_back(unit_of(balls.way_a));
    directions_.push_back(unit_of(-balls.way_b));
    directions_.push_back(unit_of(middle(pair_.b, pair_.pose_b) - middle(pair_.a, pair_.pose_a)));
    for (const Pose* pose : {&pair_.pose_a, &pair_.pose_b}) {
      const Mat3 axes = transpose(pose->rotation());
      if (axes == Mat3{}) continue;
      for (const Vec3 axis : axes.row)
        for (const double sign : {1.0, -1.0}) directions_.push_back(sign * unit_of(axis));
    }
    listed_ = static_cast<int>(directions_.size());
  }

  void look_above(int k) {
    if (k < listed_) {
      above_.try_from_rest(directions_[static_cast<std::size_t>(k)]);
      above_.try_along(directions_[static_cast<std::size_t>(k)], k < 1 || k >= 7);
    } else if (k % 2 == 0) {
      const int n = std::max((budget_.effort() - listed_) / 2, 1), i = (k - listed_) / 2;
      // Spread evenly, and so that the first few are spread, too.
      const int at = static_cast<int>((static_cast<std::int64_t>(i) * 0x9e3779b1) % n);
      above_.try_along(spread(at, n), i < kFar);
    } else {
      const Vec3 any{random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1)};
      const Vec3 n = above_.best().direction;
      above_.try_along(unit_of(n + angle_ * unit_of(cross(n, any))), false);
      angle_ *= kTurn;
    }
  }

  void look_below() {
    if (below_.lower() >= kCloseEnough * above_.best().upper) {
      is_closed_ = true;
      return;
    }
    const DepthBelow::Step step = below_.look(above_.best().upper);
    is_closed_ = step == DepthBelow::Step::Done;
    if (step == DepthBelow::Step::Open) {
      const Vec3 d = below_.open_middle();
      const bool seems_free = below_.seems_free();
      if (seems_free) above_.try_at(d);
      if (seems_free || ++open_ % kOpenPerPieces == 0)
        if (const std::optional<Vec3> point = above_.common_point(d)) below_.grow_at(d, *point);
    }
    update();
  }

  const SolidPair& pair_;
  const DepthBudget budget_;
  DepthBelow below_;
  struct Barred {
    DepthBelow& below;
    bool operator()(Vec3 d) { return below.seems_barred(d); }
  } is_barred_;
  WaysOut above_;
  std::vector<Vec3> directions_;
  Random random_{0x7a55};
  double angle_ = kFirstTurn;
  int listed_ = 0, open_ = 0;
  bool is_closed_ = false, has_grown_ = false;
};

}  // namespace

Penetration penetration(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                        const PenetrationOptions& options) {
  const Intersection meeting = intersects(a, pose_a, b, pose_b);
  Penetration result;
  result.status = meeting.status;
  result.decided_by = meeting.decided_by;
  result.certificate = meeting.certificate;
  if (meeting.status != Status::Penetrating) {
    result.upper = 0;
    return result;
  }

  const detail::SolidPair pair{a, pose_a, b, pose_b};
  const ExactPoint& point = meeting.certificate.mesh.point;
  const bool has_point = meeting.certificate.kind == Certificate::Kind::Interior;
  const Vec3 inside = has_point ? Vec3{point.x[0], point.y[0], point.z[0]} : apply(pose_b, b.vertex(b.triangle(0)[0]));
  DepthSearch search(pair, options);
  search.run(inside);
  const DepthAbove& above = search.above();
  result.lower = smaller(search.below().lower(), above.upper);
  result.upper = above.upper;
  result.direction = above.direction, result.translation = above.translation;
  // The ball's lowest point of b and highest of a, along the way out.
  const DepthBelow::Middle& middle = search.below().middle();
  result.point_b = middle.center - norm(middle.way_b) * above.direction;
  result.point_a = middle.center + norm(middle.way_a) * above.direction;
  return result;
}

}  // namespace clearance
