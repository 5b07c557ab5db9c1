// Notation: as in axis_pair.h.
#include <clearance/convex/axis_pair.h>
#include <clearance/convex/contact_parts.h>
#include <clearance/exact/integer_pair.h>

namespace clearance::detail {
namespace {

class Axes {
 public:
  Axes(const PosedPair& pair, ContactDecision& contact) : pair_(pair), contact_(contact), on_(pair) {}

  void run() {
    for (int k = 0; k < 3; ++k)
      if (on_.is_exact(k) && (decides(k, 1) || decides(k, -1))) return;
  }

  // The same, beginning with a plane and the pairs that met in it.
  void run_again(Vec3 direction, const VertexPair* met, int count) {
    const int k = direction.x != 0 ? 0 : direction.y != 0 ? 1 : 2;
    if (on_.is_exact(k) && meets_again(k, direction[k] > 0 ? 1 : -1, met, count)) return;
    run();
  }

  const NearPlanes& level() const { return level_; }

 private:
  bool decides(int k, double ahead) {
    const AxisPair::Ends at = on_.ends(k, ahead);
    if (ahead * ((at.b - at.a) + pair_.shift()[k]) < -kNearPlane * pair_.reach()) return false;
    const ExactSum<4> between(on_.gap(k, ahead, at).of);
    const int sign = between.sign();
    const Corners of_a(on_.a(), k, at.a), of_b(on_.b(), k, at.b);
    if (sign < 0) return surround(k, ahead, at, of_a, of_b);
    if (sign == 0 && !meet(k, at, of_a, of_b)) return level_.add(along_axis(k, ahead)), false;
    set_plane(sign == 0 ? Status::Touching : Status::Separated, k, ahead);
    if (sign == 0) return true;
    contact_.lower = between.down();
    contact_.tied_a = of_a.count, contact_.tied_b = of_b.count;
    return true;
  }

  bool meets_again(int k, double ahead, const VertexPair* met, int count) {
    const AxisPair::Ends at = on_.ends(k, ahead);
    if (count < 1 || ExactSum<4>(on_.gap(k, ahead, at).of).sign() != 0) return false;
    AxisPair::Signs of[4];
    for (int i = 0; i < count; ++i) {
      const VertexPair& pair = met[i];
      if (!on_.is_in_plane(k, at, pair)) return false;
      of[i] = on_.signs_across(k, pair);
    }
    const bool hold = count == 1   ? of[0].is_zero()
                      : count == 2 ? AxisPair::are_opposite(of[0], of[1])
                                   : AxisPair::are_around(of);
    if (!hold || count == 3) return false;
    set_plane(Status::Touching, k, ahead);
    return set(met, count);
  }

  void set_plane(Status status, int k, double ahead) {
    contact_.status = status;
    contact_.evidence = ContactEvidence::Plane;
    contact_.direction = contact_.plane.normal = along_axis(k, ahead);
  }

  // Does the plane's part of the difference body hold the origin?
  bool meet(int k, AxisPair::Ends at, const Corners& of_a, const Corners& of_b) {
    const AxisPair::Ring ring = on_.ring(k, of_a, of_b);
    if (!AxisPair::are_around(ring.of)) {
      const AxisPair::Around some = on_.around(k, at);
      return some.count > 0 && set(some.pair, some.count);
    }
    for (int corner = 0; corner < 4; ++corner)
      if (ring.of[corner].is_zero()) return set(ring.pair + corner, 1);
    for (int corner = 0; corner < 4; ++corner) {
      const int next = (corner + 1) % 4;
      const VertexPair two[2] = {ring.pair[corner], ring.pair[next]};
      if (AxisPair::are_opposite(ring.of[corner], ring.of[next])) return set(two, 2);
    }
    return set(ring.pair, 4);
  }

  // The plane's part of the difference body is beyond the origin by a hair: is the origin inside the pyramid over it,
  // from an apex on the other side? The base is flat and at one exact height, so it is if the line from the apex
  // through the origin passes all sides of the base on one side. Four apexes are tried: where the origin is near a side
  // of the base, too, the line must leave it inwards.
  bool surround(int k, double ahead, AxisPair::Ends at, const Corners& of_a, const Corners& of_b) {
    const Corners far_a(on_.a(), k, on_.end(on_.a(), k, -ahead)), far_b(on_.b(), k, on_.end(on_.b(), k, ahead));
    Difference base[4];
    for (int corner = 0; corner < 4; ++corner) base[corner] = at_corner(corner, of_a, of_b);
    if (surround(k, ahead, base, 4, far_a, far_b)) return true;
    const AxisPair::Around some = on_.around(k, at);
    for (int i = 0; i < some.count; ++i) base[i] = {some.pair[i], pair_.difference(some.pair[i])};
    return some.count > 0 && surround(k, ahead, base, some.count, far_a, far_b);
  }
  bool surround(int k, double ahead, const Difference* base, int count, const Corners& far_a, const Corners& far_b) {
    for (int corner = 0; corner < 4; ++corner) {
      const Difference apex = at_corner(corner, far_a, far_b);
      if (!(ahead * apex.m[k] > kNearPlane * pair_.reach()) || !is_within(base, count, apex)) continue;
      contact_.status = Status::Penetrating;
      for (int i = 0; i < count; ++i) contact_.pair[contact_.count++] = base[i].pair;
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
  bool is_within(const Difference* base, int count, const Difference& apex) const {
    const double bound = triple_bound(pair_, largest_of(base, count, norm_max(apex.m)));
    if (!is_ordinary(bound)) return false;
    int first = 0;
    for (int side = 0; side < count; ++side) {
      const Difference &p = base[side], &q = base[(side + 1) % count];
      const double volume = dot(cross(p.m, q.m), apex.m);
      const int sign = volume > bound ? 1 : volume < -bound ? -1 : exact_turn(p, q, apex);
      if (sign == 0 || sign * first < 0) return false;
      first = sign;
    }
    return true;
  }
  // 0 also where numbers are too far apart.
  int exact_turn(const Difference& p, const Difference& q, const Difference& apex) const {
    if (!on_.is_exact(0) || !on_.is_exact(1) || !on_.is_exact(2)) return 0;
    AlignedPair in(pair_.pose_a(), pair_.pose_b(), pair_.reach());
    const auto of = [&](const Difference& d) {
      return in.difference(pair_.a().vertex(d.pair.a), pair_.b().vertex(d.pair.b));
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
  AxisPair on_;
  NearPlanes level_;
};

}  // namespace

NearPlanes decide_on_axes(const PosedPair& pair, ContactDecision& contact) {
  Axes axes(pair, contact);
  axes.run();
  return axes.level();
}

void decide_on_axes(const PosedPair& pair, Vec3 direction, const VertexPair* met, int count, ContactDecision& contact) {
  Axes(pair, contact).run_again(direction, met, count);
}

}  // namespace clearance::detail
