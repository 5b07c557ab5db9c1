// Notation: m the differences of vertices, n a direction; g = min n·m, so that d ≥ g/|n|; w the point that the weights
//           give, so that d ≤ |w|. All integers are on the pair's scale.
#include <clearance/convex/tangency.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/axis_pair.h>
#include <clearance/convex/ties.h>
#include <clearance/convex/walk.h>
#include <clearance/exact/integer_pair.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kUnknown = std::numeric_limits<double>::quiet_NaN();

// Within this no sum overflows and no square underflows.
bool is_ordinary_length(double x) { return x > 0x1p-120 && x < 0x1p120; }

// ---- Along an axis --------------------------------------------------------------------------------------------------

class OnAxis {
 public:
  OnAxis(const PosedPair& pair, const Radii& r, const PointSimplex& met) : pair_(pair), r_(r), met_(met), on_(pair) {}

  Tangency run() {
    const Vec3 n = met_.direction;
    const double size = norm_max(n);
    const int k = std::fabs(n.x) == size ? 0 : std::fabs(n.y) == size ? 1 : 2;
    const bool is_along = !(std::fabs(n[(k + 1) % 3]) > kTilt * size) && !(std::fabs(n[(k + 2) % 3]) > kTilt * size);
    Tangency found;
    if (is_along && on_.is_exact(k)) decide(k, n[k] > 0 ? 1 : -1, found);
    return found;
  }

 private:
  static constexpr double kTilt = 0x1p-30;

  void decide(int k, double ahead, Tangency& found) const {
    const AxisPair::Ends at = on_.ends(k, ahead);
    const AxisPair::Terms gap = on_.gap(k, ahead, at);
    const ExactSum<7> excess({gap.of[0], gap.of[1], gap.of[2], gap.of[3], -r_.a, -r_.b, -r_.more});
    const double lower = excess.down();
    if (!(std::fabs(lower) < 0.25 * r_.low)) return;
    const int sign = excess.sign();
    found.direction = along_axis(k, ahead);
    if (sign == 0) {
      if (meets(k, at)) found.status = Status::Touching;
      return;
    }
    const double upper = sum_up(excess.up(), slant(k, at));
    if (sign > 0) {
      found.status = Status::Separated;
      found.distance = {lower, upper};
      found.tied_a = Corners(on_.a(), k, at.a).count, found.tied_b = Corners(on_.b(), k, at.b).count;
    } else if (upper < 0) {
      found.status = Status::Penetrating;
      found.depth = {-upper, -lower};
    }
  }

  bool meets(int k, AxisPair::Ends at) const {
    const Corners of_a(on_.a(), k, at.a), of_b(on_.b(), k, at.b);
    return AxisPair::are_around(on_.ring(k, of_a, of_b).of) || on_.around(k, at).count > 0;
  }

  // How much longer than the gap w is at most. Its points are in the plane, so the gap apart along the axis, and c
  // across it: longer by c²/(|w| + gap), which is below c²/(2·gap), and the gap is more than r/2.
  double slant(int k, AxisPair::Ends at) const {
    for (int i = 0; i < met_.count; ++i)
      if (!on_.is_in_plane(k, at, met_.pair[i])) return kInfinity;
    if (met_.count == 1 && on_.signs_across(k, met_.pair[0]).is_zero()) return 0;
    Vec3 across = met_.point();
    (k == 0 ? across.x : k == 1 ? across.y : across.z) = 0;
    const double c = norm(across) * (1 + 0x1p-50) + kWitnessError * pair_.reach();
    return 2 * c * c / r_.low;
  }

  const PosedPair& pair_;
  const Radii& r_;
  const PointSimplex& met_;
  AxisPair on_;
};

// Two balls whose centres differ along one axis alone.
Tangency decide_between_centers(const PosedPair& pair, const Radii& r) {
  const Vec3 p = pair.pose_a().translation(), q = pair.pose_b().translation();
  const int k = p.x != q.x ? 0 : p.y != q.y ? 1 : 2;
  Tangency found;
  if (p[(k + 1) % 3] != q[(k + 1) % 3] || p[(k + 2) % 3] != q[(k + 2) % 3] || p[k] == q[k]) return found;
  const double ahead = q[k] > p[k] ? 1 : -1;
  const ExactSum<5> excess({ahead * q[k], -ahead * p[k], -r.a, -r.b, -r.more});
  const int sign = excess.sign();
  found.direction = along_axis(k, ahead);
  found.status = sign > 0 ? Status::Separated : sign == 0 ? Status::Touching : Status::Penetrating;
  if (sign > 0) found.distance = {excess.down(), excess.up()}, found.tied_a = found.tied_b = 1;
  if (sign < 0) found.depth = {-excess.up(), -excess.down()};
  return found;
}

// ---- In integers ----------------------------------------------------------------------------------------------------

bool has_direction(const PointSimplex& met) { return norm_one(met.direction) > 0 && is_finite(met.direction); }

// (x − y)/y in doubles, of the right sign, for y > 0.
template <int kLimbs>
double relative_excess(const Integer<kLimbs>& x, const Integer<kLimbs>& y) {
  const Integer<kLimbs> excess = x - y;
  const int top_x = excess.top(), top_y = y.top();
  return std::ldexp(excess.to_double(top_x) / y.to_double(top_y), std::max(64 * (top_x - top_y), -900));
}

template <class Coordinates>
class InIntegers {
 public:
  // `longest` is not less than any length that is asked about.
  InIntegers(const PosedPair& pair, double longest, PointSimplex& met)
      : pair_(pair), met_(met), in_(pair.pose_a(), pair.pose_b(), larger(pair.reach(), longest)) {}

  Tangency run(const Radii& r) {
    set_length(r);
    Tangency found = decide_along(met_.direction);
    if (found.status == Status::NotAsked && in_.holds()) {
      // A face may be tilted by less than the walk's direction can tell.
      Feature at = feature();
      if (!at.is_nearest && set_facet()) at = feature();
      if (!at.is_nearest) return {};
      found = at.excess == 0 ? touching(at.direction) : decide_along(at.direction);
      if (at.excess > 0 && found.status == Status::NotAsked && met_.count == 3) found = decide_on_plane(at);
    }
    return holds() ? found : Tangency{};
  }
  // The walk's last steps, by differences that are exact before they are rounded. Their parts are off by 8u of the
  // largest; so products with a unit vector, and sums with weights, are by 24u. Adding up the weights of one vertex
  // (each off by 4u) moves a witness point by less than 8u of its body's extent. 64u of all sizes covers that.
  Tangency run_gap() {
    for (int k = 0; k < met_.count; ++k) met_.m[k] = rounded(met_.pair[k]);
    Tangency found;
    VertexPair low = met_.pair[0];
    for (int step = 0; step < kMostSteps; ++step) {
      if (!nearest_point(met_)) keep_nearest_face(met_);
      if (!has_direction(met_)) break;
      found.direction = written_direction(met_.direction);
      if (!set_lowest(found.direction, low, found)) return {};
      const Vec3 m = rounded(low);
      const double height = dot(found.direction, m) / norm(found.direction), error = kGapError * norm_one(m);
      if (!met_.has(low) && dot(found.direction, met_.m[0] - m) > error * norm(found.direction)) {
        met_.add(low, m);
        continue;
      }
      const double size = pair_.a().size() + pair_.b().size() + norm_one(met_.m[0]);
      found.distance = {height - error, norm(met_.point()) * (1 + kGapError) + kGapError * size};
      if (found.distance.lower > 0) found.status = Status::Separated;
      break;
    }
    return holds() ? found : Tangency{};
  }
  bool holds() const { return in_.holds(); }

 private:
  static constexpr int kLimbs = Coordinates::kDifference;
  using Scalar = Integer<kLimbs>;
  using Point = IntegerVec<kLimbs>;

  void set_length(const Radii& r) {
    r_ = r;
    length_ = (in_.length(r.a) + in_.length(r.b)) + in_.length(r.more);
  }
  // Each part of the difference, rounded once.
  Vec3 rounded(VertexPair at) {
    const Point exactly = difference(at);
    int exponent = 0;
    const double unit = in_.unit(exponent);
    const Vec3 m = unit * exactly.to_doubles(exactly.top());
    exponent += 64 * exactly.top();
    return {std::ldexp(m.x, exponent), std::ldexp(m.y, exponent), std::ldexp(m.z, exponent)};
  }
  Point difference(VertexPair at) { return in_.difference(pair_.a().vertex(at.a), pair_.b().vertex(at.b)); }
  Point edge(Body of, int v, int w) {
    return of == Body::A ? in_.point_a(pair_.a().vertex(w)) - in_.point_a(pair_.a().vertex(v))
                         : in_.point_b(pair_.b().vertex(w)) - in_.point_b(pair_.b().vertex(v));
  }

  static Tangency touching(Vec3 direction) {
    Tangency found;
    found.status = Status::Touching;
    found.direction = unit(direction);
    return found;
  }
  Tangency decide_along(Vec3 direction) {
    Tangency found;
    found.direction = written_direction(direction);
    const double lower = fit(square_along(found.direction, found), false);
    const double upper = fit(square_of_weights(), true);
    if (lower > 0) {
      found.status = Status::Separated;
      found.distance = {lower, upper >= lower ? upper : kInfinity};
    } else if (upper < 0) {
      found.direction = unit(found.direction);
      const double along = fit(square_along(found.direction, found), false);
      if (!(along <= upper)) return found;
      found.status = Status::Penetrating;
      found.depth = {-upper, -along};
    }
    return found;
  }

  static Vec3 unit(Vec3 n) { return n / norm(n); }

  // A squared length on the pair's scale: numerator over denominator.
  template <int kMore>
  struct Square {
    bool is_known = false;
    Integer<2 * kLimbs + kMore> numerator;
    Integer<kMore> denominator;
  };

  // The largest double that is not above the root less r, or the smallest that is not below it; NaN where
  // neither is found. Each look at the exact difference says how far off it is.
  template <int kMore>
  double fit(const Square<kMore>& square, bool upwards) const {
    if (!square.is_known) return kUnknown;
    Coordinates own = in_;
    const double r = r_.low;
    const auto excess_beyond = [&](double y) {
      const Scalar length = length_ + own.length(y);
      return relative_excess(square.numerator, (length * length) * square.denominator);
    };
    double y = 0;
    for (int look = 0; look < 12; ++look) {
      const double beyond = excess_beyond(y);
      if (!own.holds() || !(std::fabs(beyond) < 0.5)) return kUnknown;
      if (beyond == 0) return y;
      const bool is_below = beyond > 0;
      const double next = is_below ? next_above(y) : next_below(y);
      // r(√(1 + e) − 1) for e relative to (r + y)².
      const double step = (r + y) * beyond / (1 + std::sqrt(1 + beyond)), guess = y + step;
      if (is_below ? guess > next : guess < next) {
        y = guess;
        continue;
      }
      // Within a unit in the last place: the neighbour is beyond, or it is the one.
      const double there = excess_beyond(next);
      if (!own.holds()) return kUnknown;
      if (is_below ? there > 0 : there < 0) {
        y = next;
        continue;
      }
      return is_below == upwards || there == 0 ? next : y;
    }
    return kUnknown;
  }

  // (g/|n|)².
  Square<4> square_along(Vec3 direction, Tangency& found) {
    VertexPair low = met_.pair[0];
    if (!set_lowest(direction, low, found)) return {};
    const IntegerVec<2> n = Grid(1, 118)(direction);
    const Integer<kLimbs + 2> g = dot(n, difference(low));
    if (g.sign() <= 0) return {};
    return {true, g * g, dot(n, n)};
  }

  // The pair that is lowest along a direction, from one that is next to it.
  bool set_lowest(Vec3 direction, VertexPair& low, Tangency& found) {
    Grid grid(1, 118);
    const IntegerVec<2> n = grid(direction);
    low = {lowest(Body::A, -n, -direction, low.a, found.tied_a), lowest(Body::B, n, direction, low.b, found.tied_b)};
    return grid.holds() && low.a >= 0 && low.b >= 0 && in_.holds();
  }

  // The vertex of a body that is lowest along n, from one that is next to it; how many are as low, up to 3. Convex: a
  // vertex lower than its neighbours is lower than all.
  int lowest(Body of, const IntegerVec<2>& n, Vec3 direction, int from, int& tied) {
    const Polytope& body = of == Body::A ? pair_.a() : pair_.b();
    const Pose& pose = of == Body::A ? pair_.pose_a() : pair_.pose_b();
    const Vec3 own = transpose_times(pose.rotation(), direction);
    const double margin = 2 * kDotError * norm_one(direction) * body.reach();
    for (int step = 0; step < kMostSteps; ++step) {
      int next = from;
      tied = 1;
      for (const std::uint32_t neighbour : body.neighbours(from)) {
        const int v = static_cast<int>(neighbour);
        if (dot(own, body.vertex(v) - body.vertex(from)) > margin) continue;
        const int sign = dot(n, edge(of, from, v)).sign();
        if (sign == 0 && tied < 3) ++tied;
        if (sign >= 0) continue;
        next = v;
        break;
      }
      if (next == from) return from;
      from = next;
    }
    return -1;
  }
  static constexpr int kMostSteps = 16;
  static constexpr double kGapError = 0x1p-47;

  // |w|². Weights of one vertex are added up in doubles, as a witness has them.
  Square<8> square_of_weights() {
    Grid grid(2, 118);
    Integer<2> total[2];
    IntegerVec<kLimbs + 2> sum[2];
    for (const Body of : {Body::A, Body::B}) {
      const int side = of == Body::A ? 0 : 1;
      const auto vertex = [&](int k) { return of == Body::A ? met_.pair[k].a : met_.pair[k].b; };
      for (int k = 0; k < met_.count; ++k) {
        double weight = met_.weight[k];
        bool is_counted = false;
        for (int j = 0; j < k; ++j) is_counted = is_counted || vertex(j) == vertex(k);
        if (is_counted) continue;
        for (int j = k + 1; j < met_.count; ++j)
          if (vertex(j) == vertex(k)) weight += met_.weight[j];
        const Integer<2> w = grid(weight);
        total[side] = total[side] + w;
        sum[side] = sum[side] + w * (of == Body::A ? in_.point_a(pair_.a().vertex(vertex(k)))
                                                   : in_.point_b(pair_.b().vertex(vertex(k))));
      }
    }
    if (!grid.holds() || !in_.holds() || total[0].sign() <= 0 || total[1].sign() <= 0) return {};
    const IntegerVec<kLimbs + 4> gap = total[0] * sum[1] - total[1] * sum[0];
    const Integer<4> both = total[0] * total[1];
    return {true, dot(gap, gap), both * both};
  }

  // Ties that are level but for a hair: those of their differences that are the nearest facet's corners.
  bool set_facet() {
    const TiesOfBoth ties(pair_, met_.direction);
    Raised raised;
    if (!ties.are_whole() || ties.a.count * ties.b.count < 3 ||
        !raised.set(in_, pair_, written_direction(met_.direction), ties, Raised::Above::First))
      return false;
    const LowestFacet facet = raised.lowest();
    if (!facet.is_around) return false;
    met_.count = 0;
    for (const int corner : facet.corner) met_.add(raised.tie[corner].pair, raised.tie[corner].m);
    return nearest_point(met_) && has_direction(met_);
  }

  // Is the simplex the nearest one, exactly; the sign of d − r; and its direction in doubles, each part rounded once.
  struct Feature {
    bool is_nearest = false;
    int excess = 0;
    Vec3 direction;
  };
  Feature feature() {
    const Point m0 = difference(met_.pair[0]);
    if (met_.count == 1) return feature_along(m0, m0);
    const Point m1 = difference(met_.pair[1]), e = m1 - m0;
    if (met_.count == 2) {
      if (e.is_zero() || dot(m0, e).sign() > 0 || dot(m1, e).sign() < 0) return {};
      return feature_along(cross(cross(e, m0), e), m0);
    }
    const Point m2 = difference(met_.pair[2]);
    const IntegerVec<2 * kLimbs> n = cross(e, m2 - m0);
    for (const auto& side : {cross(m0, m1), cross(m1, m2), cross(m2, m0)})
      if (dot(n, side).sign() < 0) return {};
    return feature_along(dot(n, m0).sign() < 0 ? -n : n, m0);
  }
  // The foot is in the simplex, n along it.
  template <int kWide>
  Feature feature_along(const IntegerVec<kWide>& n, const Point& m0) {
    if (n.is_zero() || !supports(n)) return {};
    const Integer<kWide + kLimbs> g = dot(n, m0);
    return {true, (g * g - (length_ * length_) * dot(n, n)).sign(), n.to_doubles(n.top())};
  }

  // The nearest facet's own plane, which no direction in doubles is near enough to.
  Tangency decide_on_plane(const Feature& at) {
    Tangency found;
    const Point m0 = difference(met_.pair[0]);
    const IntegerVec<2 * kLimbs> n = cross(difference(met_.pair[1]) - m0, difference(met_.pair[2]) - m0);
    const Integer<3 * kLimbs> g = dot(n, m0);
    const double lower = fit(Square<4 * kLimbs>{true, g * g, dot(n, n)}, false), upper = fit(square_of_weights(), true);
    if (!(lower > 0 && upper >= lower) || !set_plane(found)) return found;
    found.status = Status::Separated;
    found.direction = at.direction;
    found.distance = {lower, upper};
    return found;
  }
  // Of a face of one body and a vertex of the other, or an edge of each; false of others.
  bool set_plane(Tangency& found) {
    int a[3], b[3];
    const auto add = [](int* of, int& count, int vertex) {
      if (std::find(of, of + count, vertex) == of + count) of[count++] = vertex;
    };
    for (int k = 0; k < 3; ++k) {
      add(a, found.tied_a, met_.pair[k].a);
      add(b, found.tied_b, met_.pair[k].b);
    }
    if (found.tied_a + found.tied_b != 4) return false;
    Plane& plane = found.plane;
    plane.kind = found.tied_a == 2 ? Plane::Kind::Edges : Plane::Kind::Face;
    plane.of = found.tied_a == 3 ? Body::A : Body::B;
    for (int k = 0; k < found.tied_a && found.tied_a > 1; ++k) plane.vertices[k] = pair_.a().id(a[k]);
    for (int k = 0; k < found.tied_b && found.tied_b > 1; ++k)
      plane.vertices[found.tied_a == 2 ? 2 + k : k] = pair_.b().id(b[k]);
    const auto n = found.tied_a == 2   ? cross(edge(Body::A, a[0], a[1]), edge(Body::B, b[0], b[1]))
                   : found.tied_a == 3 ? cross(edge(Body::A, a[0], a[1]), edge(Body::A, a[0], a[2]))
                                       : cross(edge(Body::B, b[0], b[1]), edge(Body::B, b[0], b[2]));
    plane.flip = dot(n, difference(met_.pair[0])).sign() < 0;
    return holds();
  }

  // Is no difference lower along n than those of the simplex?
  template <int kWide>
  bool supports(const IntegerVec<kWide>& n) {
    for (const std::uint32_t v : pair_.a().neighbours(met_.pair[0].a))
      if (dot(n, edge(Body::A, met_.pair[0].a, static_cast<int>(v))).sign() > 0) return false;
    for (const std::uint32_t v : pair_.b().neighbours(met_.pair[0].b))
      if (dot(n, edge(Body::B, met_.pair[0].b, static_cast<int>(v))).sign() < 0) return false;
    return true;
  }

  const PosedPair& pair_;
  PointSimplex& met_;
  Coordinates in_;
  Radii r_;
  Scalar length_;
};

// What `ask` finds in the shortest integers that hold the pair.
template <class Ask>
Tangency decide_in_integers(const PosedPair& pair, double longest, PointSimplex& met, const Ask& ask) {
  if (kind_of(pair.pose_a(), pair.pose_b()) == PairKind::Aligned) {
    InIntegers<AlignedPair> in(pair, longest, met);
    return ask(in);
  }
  InIntegers<TurnedPair<1>> in_few(pair, longest, met);
  const Tangency found = ask(in_few);
  if (in_few.holds()) return found;
  InIntegers<TurnedPair<2>> in_more(pair, longest, met);
  return ask(in_more);
}

}  // namespace

Tangency decide_tangency(const PosedPair& pair, const Radii& r, PointSimplex& met) {
  if (met.count < 1 || !is_ordinary_length(pair.reach()) || !is_ordinary_length(r.low)) return {};
  if (!nearest_point(met) || !has_direction(met)) return {};
  const bool is_ball_a = is_point_at_origin(pair.a()), is_ball_b = is_point_at_origin(pair.b());
  const Tangency found = is_ball_a && is_ball_b ? decide_between_centers(pair, r) : OnAxis(pair, r, met).run();
  if (found.status != Status::NotAsked) return found;
  const auto ask = [&](auto& in) { return in.run(r); };
  if (!is_ball_a && !is_ball_b) return decide_in_integers(pair, r.high, met, ask);
  const Pose plain_a = is_ball_a ? translation(pair.pose_a().translation()) : pair.pose_a(),
             plain_b = is_ball_b ? translation(pair.pose_b().translation()) : pair.pose_b();
  return decide_in_integers(PosedPair(pair.a(), plain_a, pair.b(), plain_b), r.high, met, ask);
}

Tangency decide_gap(const PosedPair& pair, PointSimplex& met) {
  if (met.count < 1 || !is_ordinary_length(pair.reach())) return {};
  return decide_in_integers(pair, 0, met, [](auto& in) { return in.run_gap(); });
}

}  // namespace clearance::detail
