// Notation: k the axis; u, v the two across it; D a difference of vertices that lie in the plane, of each body one.
#include <clearance/exact/integer_pair.h>
#include <clearance/exact/orient3d.h>
#include <clearance/exact/own_coordinate.h>
#include <clearance/math/sum.h>
#include <clearance/narrow/contact_parts.h>

namespace clearance::detail {
namespace {

// Of one body: where the world's coordinates come from.
struct OwnCoordinates {
  const Polytope& body;
  const Pose& pose;
  OwnCoordinate along[3];

  OwnCoordinates(const Polytope& a_body, const Pose& a_pose) : body(a_body), pose(a_pose) {
    for (int k = 0; k < 3; ++k) along[k] = own_coordinate(pose, k);
  }
};

// Vertices in the plane, the farthest towards each corner (±u, ±v): ++, −+, −−, +−.
struct Corners {
  int vertex[4] = {-1, -1, -1, -1};
  int count = 0;  // in the plane

  Corners(const OwnCoordinates& of, int k, double height) {
    const Vec3 u = of.pose.rotation().row[(k + 1) % 3], v = of.pose.rotation().row[(k + 2) % 3];
    double farthest[4] = {};
    for (int at = 0; at < of.body.vertex_count(); ++at) {
      const Vec3 own = of.body.vertex(at);
      if (of.along[k].of(own) != height) continue;
      const double along_u = dot(u, own), along_v = dot(v, own);
      const double sum = along_u + along_v, difference = along_u - along_v;
      const double towards[4] = {sum, -difference, -sum, difference};
      for (int corner = 0; corner < 4; ++corner)
        if (count == 0 || towards[corner] > farthest[corner]) farthest[corner] = towards[corner], vertex[corner] = at;
      ++count;
    }
  }
};

class Axes {
 public:
  Axes(const PosedPair& pair, ContactDecision& contact)
      : pair_(pair), contact_(contact), a_(pair.a(), pair.pose_a()), b_(pair.b(), pair.pose_b()) {}

  void run() {
    for (int k = 0; k < 3; ++k)
      if (is_exact(k) && (decides(k, 1) || decides(k, -1))) return;
  }

  // The same, beginning with a plane and the pairs that met in it.
  void run_again(Vec3 direction, const VertexPair* met, int count) {
    const int k = direction.x != 0 ? 0 : direction.y != 0 ? 1 : 2;
    if (is_exact(k) && meets_again(k, direction[k] > 0 ? 1 : -1, met, count)) return;
    run();
  }

 private:
  bool is_exact(int k) const { return a_.along[k].is_exact() && b_.along[k].is_exact(); }

  // How far the bodies reach towards each other with b ahead of a along the axis, or (−1) behind it.
  struct Ends {
    double a, b;
  };
  Ends ends(int k, double ahead) const { return {end(a_, k, ahead), end(b_, k, -ahead)}; }
  static double end(const OwnCoordinates& of, int k, double ahead) {
    const Vec3 low = of.body.box_low(), high = of.body.box_high();
    return ahead > 0 ? of.along[k].highest(low, high) : of.along[k].lowest(low, high);
  }
  ExactSum<4> gap(int k, double ahead, Ends at) const {
    return ExactSum<4>(
        {ahead * at.b, -ahead * at.a, ahead * b_.pose.translation()[k], -ahead * a_.pose.translation()[k]});
  }

  bool decides(int k, double ahead) {
    const Ends at = ends(k, ahead);
    if (ahead * ((at.b - at.a) + pair_.shift()[k]) < -kNearPlane * pair_.reach()) return false;
    const ExactSum<4> between = gap(k, ahead, at);
    const int sign = between.sign();
    const Corners of_a(a_, k, at.a), of_b(b_, k, at.b);
    if (sign < 0) return surround(k, ahead, of_a, of_b);
    if (sign == 0 && !meet(k, of_a, of_b)) return false;
    set_plane(sign == 0 ? Status::Touching : Status::Separated, k, ahead);
    if (sign == 0) return true;
    contact_.lower = between.down();
    contact_.tied_a = of_a.count, contact_.tied_b = of_b.count;
    return true;
  }

  bool meets_again(int k, double ahead, const VertexPair* met, int count) {
    const Ends at = ends(k, ahead);
    if (count < 1 || gap(k, ahead, at).sign() != 0) return false;
    Signs of[4];
    for (int i = 0; i < count; ++i) {
      const VertexPair& pair = met[i];
      if (a_.along[k].of(a_.body.vertex(pair.a)) != at.a || b_.along[k].of(b_.body.vertex(pair.b)) != at.b)
        return false;
      of[i] = signs_across(k, pair);
    }
    const bool hold = count == 1 ? of[0].is_zero() : count == 2 ? are_opposite(of[0], of[1]) : are_around(of);
    if (!hold || count == 3) return false;
    set_plane(Status::Touching, k, ahead);
    return set(met, count);
  }

  void set_plane(Status status, int k, double ahead) {
    contact_.status = status;
    contact_.evidence = ContactEvidence::Plane;
    contact_.direction = {k == 0 ? ahead : 0, k == 1 ? ahead : 0, k == 2 ? ahead : 0};
    contact_.plane.normal = contact_.direction;
  }

  // Signs of a D's coordinates across the axis, exactly; kUnsure where doubles cannot tell and nothing else is exact.
  struct Signs {
    int u = kUnsure, v = kUnsure;

    bool is_zero() const { return u == 0 && v == 0; }
    bool is_in(int side_u, int side_v) const { return (u == 0 || u == side_u) && (v == 0 || v == side_v); }
  };
  Signs signs_across(int k, VertexPair at) const { return {sign_along((k + 1) % 3, at), sign_along((k + 2) % 3, at)}; }
  int sign_along(int u, VertexPair at) const {
    const Vec3 own_a = a_.body.vertex(at.a), own_b = b_.body.vertex(at.b);
    const double estimate =
                     (dot(b_.pose.rotation().row[u], own_b) + pair_.shift()[u]) - dot(a_.pose.rotation().row[u], own_a),
                 error = kDifferenceError * pair_.reach();
    if (estimate > error) return 1;
    if (estimate < -error) return -1;
    if (!is_exact(u)) return kUnsure;
    return ExactSum<4>(
               {b_.along[u].of(own_b), -a_.along[u].of(own_a), b_.pose.translation()[u], -a_.pose.translation()[u]})
        .sign();
  }

  // On an axis, one at or before the origin and one at or behind it.
  static bool are_opposite(Signs r, Signs s) {
    return (r.u == 0 && s.u == 0 && r.v * s.v <= 0 && r.v != kUnsure && s.v != kUnsure) ||
           (r.v == 0 && s.v == 0 && r.u * s.u <= 0 && r.u != kUnsure && s.u != kUnsure);
  }
  // One in each closed quadrant: what joins the two above crosses the v axis at or above 0, what joins the two below at
  // or below, so the origin is among them.
  static bool are_around(const Signs* of) {
    return of[0].is_in(1, 1) && of[1].is_in(-1, 1) && of[2].is_in(-1, -1) && of[3].is_in(1, -1);
  }

  // Does the plane's part of the difference body hold the origin?
  bool meet(int k, const Corners& of_a, const Corners& of_b) {
    VertexPair pair[4];
    Signs of[4];
    for (int corner = 0; corner < 4; ++corner) {
      pair[corner] = {of_a.vertex[(corner + 2) % 4], of_b.vertex[corner]};
      of[corner] = signs_across(k, pair[corner]);
    }
    if (!are_around(of)) return false;
    for (int corner = 0; corner < 4; ++corner)
      if (of[corner].is_zero()) return set(pair + corner, 1);
    for (int corner = 0; corner < 4; ++corner) {
      const int next = (corner + 1) % 4;
      const VertexPair two[2] = {pair[corner], pair[next]};
      if (are_opposite(of[corner], of[next])) return set(two, 2);
    }
    return set(pair, 4);
  }

  // The plane's part of the difference body is beyond the origin by a hair: is the origin inside the pyramid over it,
  // from an apex on the other side? The base is flat and at one exact height, so it is if the line from the apex
  // through the origin passes all sides of the base on one side. Four apexes are tried: where the origin is near a side
  // of the base, too, the line must leave it inwards.
  bool surround(int k, double ahead, const Corners& of_a, const Corners& of_b) {
    const Corners far_a(a_, k, end(a_, k, -ahead)), far_b(b_, k, end(b_, k, ahead));
    Difference base[4];
    for (int corner = 0; corner < 4; ++corner) base[corner] = at_corner(corner, of_a, of_b);
    for (int corner = 0; corner < 4; ++corner) {
      const Difference apex = at_corner(corner, far_a, far_b);
      if (!(ahead * apex.m[k] > kNearPlane * pair_.reach()) || !is_within(base, apex)) continue;
      contact_.status = Status::Penetrating;
      for (const Difference& point : base) contact_.pair[contact_.count++] = point.pair;
      contact_.pair[contact_.count++] = apex.pair;
      return true;
    }
    return false;
  }
  Difference at_corner(int corner, const Corners& of_a, const Corners& of_b) const {
    const VertexPair at{of_a.vertex[(corner + 2) % 4], of_b.vertex[corner]};
    return {at, pair_.difference(at)};
  }

  // Do the sides of the base all turn the same way about the line from the apex through the origin?
  bool is_within(const Difference* base, const Difference& apex) const {
    const double bound = triple_bound(pair_, largest_of(base, 4, norm_max(apex.m)));
    if (!is_ordinary(bound)) return false;
    int first = 0;
    for (int side = 0; side < 4; ++side) {
      const Difference &p = base[side], &q = base[(side + 1) % 4];
      const double volume = dot(cross(p.m, q.m), apex.m);
      const int sign = volume > bound ? 1 : volume < -bound ? -1 : exact_turn(p, q, apex);
      if (sign == 0 || sign * first < 0) return false;
      first = sign;
    }
    return true;
  }
  // 0 also where numbers are too far apart.
  int exact_turn(const Difference& p, const Difference& q, const Difference& apex) const {
    if (!is_exact(0) || !is_exact(1) || !is_exact(2)) return 0;
    AlignedPair in(pair_.pose_a(), pair_.pose_b(), pair_.reach());
    const auto of = [&](const Difference& d) {
      return in.difference(a_.body.vertex(d.pair.a), b_.body.vertex(d.pair.b));
    };
    const int sign = dot(cross(of(p), of(q)), of(apex)).sign();
    return in.holds() ? sign : 0;
  }

  bool set(const VertexPair* pairs, int count) {
    contact_.count = 0;
    for (int k = 0; k < count; ++k)  // neighbours on an axis may be the same
      if (k == 0 || (pairs[k] != pairs[k - 1] && pairs[k] != pairs[0])) contact_.pair[contact_.count++] = pairs[k];
    return true;
  }

  const PosedPair& pair_;
  ContactDecision& contact_;
  OwnCoordinates a_, b_;
};

}  // namespace

void decide_on_axes(const PosedPair& pair, ContactDecision& contact) { Axes(pair, contact).run(); }

void decide_on_axes(const PosedPair& pair, Vec3 direction, const VertexPair* met, int count, ContactDecision& contact) {
  Axes(pair, contact).run_again(direction, met, count);
}

}  // namespace clearance::detail
