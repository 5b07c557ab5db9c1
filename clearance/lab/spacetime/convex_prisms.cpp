// Notation: m = (x, w) a vertex of the difference of the prisms, with a at rest: x = q − p + e_b·T·v, w = h·(e_b − e_a)
//           with ends e of 0 or 1, T the duration, v the velocity of b against a, h the height that time gets; y = (n,
//           c) the nearest point of their hull to the origin, or a direction.
#include <clearance/lab/spacetime/convex_prisms.h>

#include <clearance/lab/spacetime/flats.h>
#include <clearance/lab/spacetime/turned.h>

#include <array>
#include <cmath>
#include <utility>

namespace clearance::lab {
namespace {

// A distance below this share of the bodies is roundings.
constexpr double kNothing = 0x1p-40;

struct Point4 {
  Vec3 x;
  double w = 0;
};
double dot(const Point4& a, const Point4& b) { return clearance::dot(a.x, b.x) + a.w * b.w; }

struct Corner {
  int a, b;  // vertices
  bool end_a, end_b;
  Point4 m;

  bool is(const Corner& other) const {
    return a == other.a && b == other.b && end_a == other.end_a && end_b == other.end_b;
  }
};

// At most five corners, and the nearest point of their hull.
struct Simplex4 {
  int count = 0;
  Corner corner[5];
  Point4 nearest;

  // Of bodies of about this size.
  void reduce(double size);
};

// Weights of the point of the corners' flat that is nearest to the origin: Gauss on the normal equations. False where
// they are not all above 0, or the corners do not span the flat.
bool weights_of(const Point4 (&m)[5], int count, double (&weight)[5]) {
  double row[5][6];
  // Σ weight = 1, and y·(mₖ − m₀) = 0.
  for (int k = 0; k < count; ++k) row[0][k] = 1;
  row[0][count] = 1;
  double largest = 0;
  for (int i = 1; i < count; ++i) {
    const Point4 way{m[i].x - m[0].x, m[i].w - m[0].w};
    for (int k = 0; k < count; ++k) {
      row[i][k] = dot(way, m[k]);
      largest = larger(largest, std::fabs(row[i][k]));
    }
    row[i][count] = 0;
  }
  if (count > 1 && !(largest > 0)) return false;
  for (int i = 1; i < count; ++i)
    for (int k = 0; k < count; ++k) row[i][k] /= largest;
  for (int i = 0; i < count; ++i) {
    int pivot = i;
    for (int k = i + 1; k < count; ++k)
      if (std::fabs(row[k][i]) > std::fabs(row[pivot][i])) pivot = k;
    if (!(std::fabs(row[pivot][i]) > kNothing)) return false;
    std::swap(row[i], row[pivot]);
    for (int k = 0; k < count; ++k) {
      if (k == i) continue;
      const double factor = row[k][i] / row[i][i];
      for (int c = i; c <= count; ++c) row[k][c] -= factor * row[i][c];
    }
  }
  for (int k = 0; k < count; ++k) {
    weight[k] = row[k][count] / row[k][k];
    if (!(weight[k] > 0)) return false;
  }
  return true;
}

// Keeps the corners of the face that has the nearest point. All of them are tried: there are thirty-one at most.
void Simplex4::reduce(double size) {
  unsigned best = 0;
  double least = std::numeric_limits<double>::infinity();
  Point4 at;
  for (unsigned mask = 1; mask < 1u << count; ++mask) {
    Point4 m[5];
    double weight[5];
    int used = 0;
    for (int k = 0; k < count; ++k)
      if ((mask >> k & 1) != 0) m[used++] = corner[k].m;
    if (!weights_of(m, used, weight)) continue;
    Point4 sum;
    for (int k = 0; k < used; ++k) sum = {sum.x + weight[k] * m[k].x, sum.w + weight[k] * m[k].w};
    const double square = dot(sum, sum);
    // Five corners are around the origin, or else their weights are roundings.
    if (used == 5 && square > kNothing * kNothing * size * size) continue;
    if (square < least) least = square, best = mask, at = sum;
  }
  int kept = 0;
  for (int k = 0; k < count; ++k)
    if ((best >> k & 1) != 0) corner[kept++] = corner[k];
  count = kept;
  nearest = at;
}

class Walk {
 public:
  Walk(const ConvexPrism& a, const ConvexPrism& b, int max_steps)
      : a_(a),
        b_(b),
        pair_(a.piece.path.at(a.piece.from), b.piece.path.at(b.piece.from)),
        turned_a_(pair_.a()),
        turned_b_(pair_.b()),
        max_steps_(max_steps) {
    way_ = (a.piece.to - a.piece.from) * (a.piece.scale * b.piece.velocity - b.piece.scale * a.piece.velocity);
    offset_ = near(pair_.difference({}, {}), pair_.scale()).value;
    near_way_ = near(way_, pair_.scale()).value;
    // As much as the bodies' own size: any number is as good for the answer.
    height_ = larger(a.body.reach(), b.body.reach());
    made_.level_a = a.hierarchy.levels(), made_.level_b = b.hierarchy.levels();
  }

  PrismWalk run() {
    add(support({-offset_ - 0.5 * near_way_, 0}));
    for (;;) {
      if (!walk_level()) return made_;
      if (made_.level_a == 1 && made_.level_b == 1) break;
      if (made_.level_a > 1) --made_.level_a;
      if (made_.level_b > 1) --made_.level_b;
    }
    conclude_clear();
    return made_;
  }

 private:
  int farthest(const ConvexPrism& of, const Turned& turned, int level, Vec3 n) {
    int looked_at = 0;
    const int found = of.hierarchy.support_at(level, transpose_times(turned.matrix, n), &looked_at);
    made_.visited += looked_at;
    return found;
  }
  // The least along y.
  Corner support(const Point4& y) {
    ++made_.steps;
    Corner found{farthest(a_, turned_a_, made_.level_a, y.x),
                 farthest(b_, turned_b_, made_.level_b, -y.x),
                 y.w * height_ > 0,
                 clearance::dot(y.x, near_way_) + y.w * height_ < 0,
                 {}};
    found.m.x = (turned_b_(b_.body.vertex(found.b)).value + offset_) - turned_a_(a_.body.vertex(found.a)).value;
    if (found.end_b) found.m.x = found.m.x + near_way_;
    found.m.w = height_ * ((found.end_b ? 1 : 0) - (found.end_a ? 1 : 0));
    return found;
  }
  void add(const Corner& corner) {
    simplex_.corner[simplex_.count++] = corner;
    simplex_.reduce(height_);
  }

  // False where all is said: contact, as shown or not, or out of steps.
  bool walk_level() {
    double least = std::numeric_limits<double>::infinity();
    for (;;) {
      const double square = dot(simplex_.nearest, simplex_.nearest);
      if (simplex_.count == 5 || !(square > kNothing * kNothing * height_ * height_)) {
        if (surrounds(simplex_)) made_.verdict = PrismVerdict::Collide;
        return false;
      }
      if (!(square < least)) return true;
      least = square;
      if (made_.steps >= max_steps_) return false;
      const Corner found = support(simplex_.nearest);
      for (int k = 0; k < simplex_.count; ++k)
        if (simplex_.corner[k].is(found)) return true;
      if (!(dot(simplex_.nearest, found.m) < square)) return true;
      add(found);
    }
  }

  using Row = std::array<Dyadic, 4>;
  Row exactly(const Corner& corner) const {
    DyadicVec x = pair_.difference(a_.body.vertex(corner.a), b_.body.vertex(corner.b));
    if (corner.end_b) x = x + way_;
    const double ends = (corner.end_b ? 1.0 : 0.0) - (corner.end_a ? 1.0 : 0.0);
    return {std::move(x.x), std::move(x.y), std::move(x.z), Dyadic(ends)};
  }
  // The origin is a combination of the five with weights that are no two of opposite signs: minors, by Cramer's rule.
  bool is_around(const Simplex4& simplex) const {
    Row corner[5];
    for (int k = 0; k < 5; ++k) corner[k] = exactly(simplex.corner[k]);
    const int columns[4] = {0, 1, 2, 3};
    bool is_above = false, is_below = false;
    for (int k = 0; k < 5; ++k) {
      std::array<Row, 4> rows;
      for (int i = 0, used = 0; i < 5; ++i)
        if (i != k) rows[static_cast<std::size_t>(used++)] = corner[i];
      const int sign = (k % 2 == 0 ? 1 : -1) * determinant<Dyadic, 4>(std::span<const Row>(rows), columns).sign();
      is_above |= sign > 0;
      is_below |= sign < 0;
    }
    return is_above != is_below;
  }

  // Fewer corners have the origin in their hull but for roundings, as where both prisms are cut at one time: others are
  // taken on both sides of it.
  bool surrounds(const Simplex4& simplex) {
    if (simplex.count == 5) return is_around(simplex);
    const Point4 n = beside(simplex);
    for (const double sign : {1.0, -1.0}) {
      Simplex4 more = simplex;
      more.corner[more.count++] = support({sign * n.x, sign * n.w});
      if (surrounds(more)) return true;
    }
    return false;
  }
  // Perpendicular to all corners: what Gram and Schmidt leave of the axis that they are least along.
  static Point4 beside(const Simplex4& simplex) {
    Point4 basis[4];
    int count = 0;
    const auto left = [&](Point4 v) {
      for (int k = 0; k < count; ++k) {
        const double along = dot(v, basis[k]);
        v = {v.x - along * basis[k].x, v.w - along * basis[k].w};
      }
      return v;
    };
    const auto add = [&](const Point4& v, double over) {
      const double length = std::sqrt(dot(v, v));
      if (length > over && count < 4) basis[count++] = {v.x / length, v.w / length};
    };
    for (int k = 0; k < simplex.count; ++k) {
      const Point4& m = simplex.corner[k].m;
      add(left(m), 0x1p-30 * std::sqrt(dot(m, m)));
    }
    Point4 best;
    for (const Point4& axis : {Point4{{1, 0, 0}, 0}, Point4{{0, 1, 0}, 0}, Point4{{0, 0, 1}, 0}, Point4{{}, 1}}) {
      const Point4 rest = left(axis);
      if (dot(rest, rest) > dot(best, best)) best = rest;
    }
    return best;
  }

  // The vertex of a body that is farthest along an exact direction: no neighbour beats it.
  static int climb(const Polytope& body, const ExactPose& pose, const DyadicVec& n, int from) {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const std::uint32_t next : body.neighbours(from))
        if (clearance::dot(n, pose.edge(body.vertex(from), body.vertex(static_cast<int>(next)))).sign() > 0) {
          from = static_cast<int>(next), goes_on = true;
          break;
        }
    }
    return from;
  }
  void conclude_clear() {
    const Point4 y = simplex_.nearest;
    if (!is_finite(y.x) || !std::isfinite(y.w)) return;
    const DyadicVec n = exact(y.x);
    const int p = climb(a_.body, pair_.a(), n, simplex_.corner[0].a),
              q = climb(b_.body, pair_.b(), -n, simplex_.corner[0].b);
    const auto least = [](const Dyadic& x) { return x.sign() < 0 ? x : Dyadic(); };
    const Dyadic lift = Dyadic(y.w) * Dyadic(height_) * pair_.scale();
    const Dyadic gap = clearance::dot(n, pair_.difference(a_.body.vertex(p), b_.body.vertex(q))) +
                       least(clearance::dot(n, way_) + lift) + least(-lift);
    if (gap.sign() <= 0) return;
    made_.verdict = PrismVerdict::Clear;
    made_.normal = y.x, made_.lean = y.w * height_;
  }

  const ConvexPrism &a_, &b_;
  const ExactPair pair_;
  const Turned turned_a_, turned_b_;
  const int max_steps_;
  DyadicVec way_;  // of b against a, times the pair's scale
  Vec3 offset_, near_way_;
  double height_ = 1;
  Simplex4 simplex_;
  PrismWalk made_;
};

}  // namespace

PrismWalk will_collide(const ConvexPrism& a, const ConvexPrism& b, int max_steps) {
  if (compare(a.piece.from, b.piece.from) != 0 || compare(a.piece.to, b.piece.to) != 0) return {};
  return Walk(a, b, max_steps).run();
}

}  // namespace clearance::lab
