#include <clearance/lab/spacetime/prism_trees.h>

#include <clearance/lab/spacetime/prism_crossing.h>
#include <clearance/lab/spacetime/turned.h>
#include <clearance/mesh/point.h>
#include <clearance/proof/winding.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace clearance::lab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- One body -------------------------------------------------------------------------------------------------------

struct Solid {
  const PrismTree& tree;
  const std::vector<StraightPiece> pieces;
  const Turned turned;  // as in all pieces

  // A node's box as the body is turned, without its place. The middle is off by 16u of its size (turned.h), the half
  // and the sums by less than as much of theirs again.
  Box box(std::uint32_t node) const {
    const Box& own = tree.node(node).box;
    const Vec3 middle = 0.5 * own.low + 0.5 * own.high, half = 0.5 * own.high - 0.5 * own.low;
    const Vec3 at = turned.matrix * middle;
    const auto extent = [&](const Vec3& row) {
      return std::fabs(row.x) * half.x + std::fabs(row.y) * half.y + std::fabs(row.z) * half.z;
    };
    const double error = 64 * kUnit * (norm_one(middle) + norm_one(half)) + kUnderflow;
    const Vec3 around{extent(turned.matrix.row[0]) + error, extent(turned.matrix.row[1]) + error,
                      extent(turned.matrix.row[2]) + error};
    return {at - around, at + around};
  }
};

// ---- When two boxes meet, one of them moving ------------------------------------------------------------------------

// A span of time; empty where from > to.
struct Span1 {
  double from, to;
};
// Keeps what r ≥ v·τ leaves, for any v between two numbers, τ ≥ 0. Rounded outward.
void keep_below(double r, double least_rate, Span1& span) {
  const double up = next_above(r);
  if (least_rate > 0) {
    span.to = smaller(span.to, next_above(next_above(up / least_rate)));
  } else if (least_rate < 0) {
    span.from = larger(span.from, next_below(next_below(up / least_rate)));
  } else if (up < 0) {
    span.to = -kInfinity;
  }
}

// ---- Two bodies while neither changes its direction -----------------------------------------------------------------

struct Best {
  std::vector<SolidMeeting> meetings;
  Rational time;
  double upper = kInfinity;  // at or after it
};

class Pair {
 public:
  Pair(const Solid& a, const Solid& b, std::size_t body_a, std::size_t body_b, Best& best, PrismTreeCounts& counts)
      : a_(a), b_(b), body_a_(body_a), body_b_(body_b), best_(best), counts_(counts) {}

  void run() {
    const auto &of_a = a_.pieces, &of_b = b_.pieces;
    for (std::size_t i = 0, k = 0; i < of_a.size() && k < of_b.size();) {
      const Dyadic &low = compare(of_a[i].from, of_b[k].from) > 0 ? of_a[i].from : of_b[k].from,
                   &high = compare(of_a[i].to, of_b[k].to) < 0 ? of_a[i].to : of_b[k].to;
      if (!best_.meetings.empty() && compare(low * best_.time.denominator, best_.time.numerator) > 0) return;
      set_stretch(of_a[i], of_b[k], low, high);
      is_first_ = i == 0 && k == 0;
      search();
      if (is_first_) look_inside();
      const int order = compare(of_a[i].to, of_b[k].to);
      if (order <= 0) ++i;
      if (order >= 0) ++k;
    }
  }

 private:
  void set_stretch(const StraightPiece& a, const StraightPiece& b, const Dyadic& low, const Dyadic& high);
  void search();
  void look_inside();
  bool look_inside(const Solid& inner, const ExactPose& at_inner, const Solid& outer, const ExactPose& at_outer,
                   SolidMeeting::Kind kind);
  double entry(const Box& a, const Box& b) const;
  void ask(const PrismTriangle& a, const PrismTriangle& b, bool at_once);
  void vertex_and_triangle(const PrismTriangle& a, const PrismTriangle& b);
  void edge_and_edge(const PrismTriangle& a, const PrismTriangle& b);
  void edge_and_triangle(const PrismTriangle& a, const PrismTriangle& b);

  struct Feature {
    SolidMeeting::Kind kind;
    int of_a, of_b;  // which vertex or edge
  };
  void feature(const PrismTriangle& a, const PrismTriangle& b, const Feature& feature);
  void keep(const PrismTriangle& a, const PrismTriangle& b, const Feature& feature, const CrossingAt& at);
  // Vectors of the bodies in either kind of number: differences of a's vertices, of b's, from a vertex of a to one of
  // b, the velocity of b against a.
  struct Near {
    using Vec = ApproxVec;
    const Pair& of;
    Vec edge_a(Vec3 v0, Vec3 v1) const { return of.a_.turned.edge(v0, v1); }
    Vec edge_b(Vec3 v0, Vec3 v1) const { return of.b_.turned.edge(v0, v1); }
    Vec between(Vec3 a, Vec3 b) const { return (of.b_.turned(b) + of.near_offset_) - of.a_.turned(a); }
    Vec velocity() const { return of.near_velocity_; }
    static Vec negated(const Vec& v) { return {-v.value, v.error}; }
  };
  struct Exactly {
    using Vec = DyadicVec;
    const Pair& of;
    Vec edge_a(Vec3 v0, Vec3 v1) const { return of.at_.b().denominator() * of.at_.a().edge(v0, v1); }
    Vec edge_b(Vec3 v0, Vec3 v1) const { return of.at_.a().denominator() * of.at_.b().edge(v0, v1); }
    Vec between(Vec3 a, Vec3 b) const { return of.at_.difference(a, b); }
    Vec velocity() const { return of.velocity_; }
    static Vec negated(const Vec& v) { return -v; }
  };
  template <class In>
  auto crossing(const In& in, const PrismTriangle& a, const PrismTriangle& b, const Feature& feature) const
      -> Crossing<typename In::Vec>;

  const Solid &a_, &b_;
  const std::size_t body_a_, body_b_;
  Best& best_;
  PrismTreeCounts& counts_;

  ExactPair at_{Pose(), Pose()};  // as the stretch begins
  Dyadic low_, duration_;
  DyadicVec velocity_, velocity_a_;  // of b against a and of a, times the pair's scale
  ApproxVec near_offset_, near_velocity_;
  Vec3 least_velocity_, most_velocity_;
  double upper_duration_ = 0, lower_low_ = 0;
  bool is_first_ = false;
};

double above(const Dyadic& x) { return next_above(x.to_double()); }
double below(const Dyadic& x) { return next_below(x.to_double()); }

void Pair::set_stretch(const StraightPiece& a, const StraightPiece& b, const Dyadic& low, const Dyadic& high) {
  at_ = ExactPair(a.path.at(low), b.path.at(low));
  low_ = low, duration_ = high - low;
  // The places' denominators are the velocities' scales.
  velocity_a_ = b.scale * a.velocity;
  velocity_ = a.scale * b.velocity - velocity_a_;
  near_offset_ = near(at_.difference({}, {}), at_.scale());
  near_velocity_ = near(velocity_, at_.scale());
  const auto spread = [&](double x, bool is_low) {
    return is_low ? next_below(x - near_velocity_.error) : next_above(x + near_velocity_.error);
  };
  const Vec3 v = near_velocity_.value;
  least_velocity_ = {spread(v.x, true), spread(v.y, true), spread(v.z, true)};
  most_velocity_ = {spread(v.x, false), spread(v.y, false), spread(v.z, false)};
  if (velocity_.x.sign() == 0) least_velocity_.x = most_velocity_.x = 0;
  if (velocity_.y.sign() == 0) least_velocity_.y = most_velocity_.y = 0;
  if (velocity_.z.sign() == 0) least_velocity_.z = most_velocity_.z = 0;
  upper_duration_ = above(duration_);
  lower_low_ = below(low_);
}

// No earlier than they meet; infinite: not in this stretch. b lies at its box and the offset, and moves.
double Pair::entry(const Box& a, const Box& b) const {
  Span1 span{0, upper_duration_};
  const auto along = [&](double low_a, double high_a, double low_b, double high_b, double offset, double least,
                         double most) {
    const double low = next_below(low_b + next_below(offset - near_offset_.error)),
                 high = next_above(high_b + next_above(offset + near_offset_.error));
    keep_below(high_a - low, least, span);
    keep_below(high - low_a, -most, span);
  };
  const Vec3 o = near_offset_.value;
  along(a.low.x, a.high.x, b.low.x, b.high.x, o.x, least_velocity_.x, most_velocity_.x);
  along(a.low.y, a.high.y, b.low.y, b.high.y, o.y, least_velocity_.y, most_velocity_.y);
  along(a.low.z, a.high.z, b.low.z, b.high.z, o.z, least_velocity_.z, most_velocity_.z);
  return span.from <= span.to ? span.from : kInfinity;
}

void Pair::search() {
  struct Open {
    double from;
    std::uint32_t a, b;
    bool operator<(const Open& other) const {
      return std::tuple(other.from, other.a, other.b) < std::tuple(from, a, b);
    }
  };
  std::vector<Open> open;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    ++counts_.boxes;
    const double from = entry(a_.box(a), b_.box(b));
    if (from == kInfinity || next_below(lower_low_ + from) > best_.upper) return;
    open.push_back({from, a, b});
    std::push_heap(open.begin(), open.end());
  };
  add(0, 0);
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const Open next = open.back();
    open.pop_back();
    if (next_below(lower_low_ + next.from) > best_.upper) return;
    const PrismTree::Node &a = a_.tree.node(next.a), &b = b_.tree.node(next.b);
    if (a.count > 0 && b.count > 0) {
      for (std::uint32_t i = 0; i < a.count; ++i)
        for (std::uint32_t k = 0; k < b.count; ++k)
          ask(a_.tree.triangle(a.first + i), b_.tree.triangle(b.first + k), is_first_ && next.from <= 0);
      continue;
    }
    const bool opens_a =
        a.count == 0 && (b.count > 0 || norm_max(a.box.high - a.box.low) >= norm_max(b.box.high - b.box.low));
    for (int k = 0; k < 2; ++k)
      if (opens_a)
        add(a.child[k], next.b);
      else
        add(next.a, b.child[k]);
  }
}

// ---- Two triangles --------------------------------------------------------------------------------------------------

void Pair::ask(const PrismTriangle& a, const PrismTriangle& b, bool at_once) {
  ++counts_.triangles;
  using Kind = SolidMeeting::Kind;
  for (int k = 0; k < 3; ++k) {
    if (a.has_vertex[k]) feature(a, b, {Kind::VertexOfA, k, 0});
    if (b.has_vertex[k]) feature(a, b, {Kind::VertexOfB, 0, k});
    for (int j = 0; j < 3; ++j)
      if (a.has_edge[k] && b.has_edge[j]) feature(a, b, {Kind::Edges, k, j});
  }
  for (int k = 0; at_once && k < 3; ++k) {
    if (a.has_edge[k]) feature(a, b, {Kind::EdgeOfA, k, 0});
    if (b.has_edge[k]) feature(a, b, {Kind::EdgeOfB, 0, k});
  }
}

template <class In>
auto Pair::crossing(const In& in, const PrismTriangle& a, const PrismTriangle& b, const Feature& feature) const
    -> Crossing<typename In::Vec> {
  const auto of_a = [&](int k) { return a_.tree.corner(a, k % 3); };
  const auto of_b = [&](int k) { return b_.tree.corner(b, k % 3); };
  const auto [kind, i, k] = feature;
  // In the frame of one body: of the other's point against a triangle, the point comes by the velocity of its own.
  switch (kind) {
    case SolidMeeting::Kind::VertexOfA:
      return {in.edge_b(of_b(0), of_b(1)), in.edge_b(of_b(0), of_b(2)), in.velocity(),
              In::negated(in.between(of_a(i), of_b(0)))};
    case SolidMeeting::Kind::VertexOfB:
      return {in.edge_a(of_a(0), of_a(1)), in.edge_a(of_a(0), of_a(2)), In::negated(in.velocity()),
              in.between(of_a(0), of_b(k))};
    case SolidMeeting::Kind::EdgeOfA:
      return {in.edge_b(of_b(0), of_b(1)), in.edge_b(of_b(0), of_b(2)), in.edge_a(of_a(i + 1), of_a(i)),
              In::negated(in.between(of_a(i), of_b(0)))};
    case SolidMeeting::Kind::EdgeOfB:
      return {in.edge_a(of_a(0), of_a(1)), in.edge_a(of_a(0), of_a(2)), in.edge_b(of_b(k + 1), of_b(k)),
              in.between(of_a(0), of_b(k))};
    default:
      return {in.edge_a(of_a(i), of_a(i + 1)), in.edge_b(of_b(k + 1), of_b(k)), In::negated(in.velocity()),
              in.between(of_a(i), of_b(k))};
  }
}

void Pair::feature(const PrismTriangle& a, const PrismTriangle& b, const Feature& feature) {
  ++counts_.features;
  const Crossed crossed = feature.kind == SolidMeeting::Kind::Edges ? Crossed::Parallelogram : Crossed::Triangle;
  // An edge at one instant is passed from end to end, not in time.
  const bool is_at_once = feature.kind == SolidMeeting::Kind::EdgeOfA || feature.kind == SolidMeeting::Kind::EdgeOfB;
  const double most = is_at_once ? 1 : smaller(upper_duration_, next_above(best_.upper - lower_low_));
  if (!may_cross(crossing(Near{*this}, a, b, feature), crossed, most)) return;
  ++counts_.exact;
  const std::optional<CrossingAt> at =
      cross_exactly(crossing(Exactly{*this}, a, b, feature), crossed, is_at_once ? Dyadic(1.0) : duration_);
  if (at) keep(a, b, feature, *at);
}

void Pair::keep(const PrismTriangle& a, const PrismTriangle& b, const Feature& feature, const CrossingAt& at) {
  using Kind = SolidMeeting::Kind;
  const auto [kind, i, k] = feature;
  const bool is_at_once = kind == Kind::EdgeOfA || kind == Kind::EdgeOfB;
  const Dyadic& over = at.determinant;
  const Dyadic later = is_at_once ? Dyadic() : at.time;
  Rational time{low_ * over + later, over};
  const int order = best_.meetings.empty()
                        ? -1
                        : compare(time.numerator * best_.time.denominator, best_.time.numerator * time.denominator);
  if (order > 0) return;
  if (order < 0) {
    best_.meetings.clear();
    best_.upper = next_above(next_above(quotient(time.numerator, time.denominator)));
    best_.time = std::move(time);
  }
  SolidMeeting met;
  met.kind = kind, met.body_a = body_a_, met.body_b = body_b_;
  met.part_a = a.part, met.part_b = b.part;
  met.triangle_a = a_.tree.number_of(a), met.triangle_b = b_.tree.number_of(b);
  const auto vertex_of = [](const Solid& solid, const PrismTriangle& t, int corner) {
    return solid.tree.number_of(t.part, solid.tree.corners(t)[static_cast<std::size_t>(corner % 3)]);
  };
  for (int c = 0; c < 3; ++c) {
    met.a[c] = vertex_of(a_, a, i + c);
    met.b[c] = vertex_of(b_, b, k + c);
  }
  // A point of a, or of b, and its share of an edge.
  const bool is_of_a = kind != Kind::VertexOfB && kind != Kind::EdgeOfB;
  const Solid& solid = is_of_a ? a_ : b_;
  const PrismTriangle& of = is_of_a ? a : b;
  const Vec3 from = solid.tree.corner(of, is_of_a ? i : k), to = solid.tree.corner(of, ((is_of_a ? i : k) + 1) % 3);
  DyadicVec x = over * (is_of_a ? at_.point_a(from) : at_.point_b(from));
  const Exactly in{*this};
  if (kind == Kind::Edges) x = x + at.u * in.edge_a(from, to);
  if (is_at_once) x = x + at.time * (is_of_a ? in.edge_a(from, to) : in.edge_b(from, to));
  x = x + later * (is_of_a ? velocity_a_ : velocity_a_ + velocity_);
  const Dyadic scale = over * at_.scale();
  met.place = {{std::move(x.x), scale}, {std::move(x.y), scale}, {std::move(x.z), scale}};
  best_.meetings.push_back(std::move(met));
}

// ---- What is inside as the interval begins --------------------------------------------------------------------------

// Where surfaces meet then, that is known already.
void Pair::look_inside() {
  if (!best_.meetings.empty() && compare(best_.time.numerator, low_ * best_.time.denominator) == 0) {
    for (const SolidMeeting& met : best_.meetings)
      if (met.body_a == body_a_ && met.body_b == body_b_) return;
  }
  if (!look_inside(a_, at_.a(), b_, at_.b(), SolidMeeting::Kind::InsideOfB))
    look_inside(b_, at_.b(), a_, at_.a(), SolidMeeting::Kind::InsideOfA);
}

bool Pair::look_inside(const Solid& inner, const ExactPose& at_inner, const Solid& outer, const ExactPose& at_outer,
                       SolidMeeting::Kind kind) {
  for (std::uint32_t i = 0; i < inner.tree.part_count(); ++i)
    for (const std::uint32_t v : inner.tree.mesh(i).component_vertices()) {
      const Vec3 point = inner.tree.mesh(i).vertex(v);
      const DyadicVec x = at_inner.numerator(point);
      const detail::PointInBody seen = detail::seen_from(at_outer, x, at_inner.denominator());
      for (std::uint32_t k = 0; k < outer.tree.part_count(); ++k) {
        if (locate(outer.tree.mesh(k), Pose(), seen.position, seen.scale) == PointLocation::Outside) continue;
        if (best_.meetings.empty() || compare(best_.time.numerator, low_ * best_.time.denominator) > 0) {
          best_.meetings.clear();
          best_.time = {low_, 1.0};
          best_.upper = above(low_);
        }
        SolidMeeting met;
        met.kind = kind, met.body_a = body_a_, met.body_b = body_b_;
        const bool is_of_a = kind == SolidMeeting::Kind::InsideOfB;
        met.part_a = is_of_a ? i : k, met.part_b = is_of_a ? k : i;
        (is_of_a ? met.a : met.b)[0] = inner.tree.number_of(i, v);
        const Dyadic& over = at_inner.denominator();
        met.place = {{x.x, over}, {x.y, over}, {x.z, over}};
        best_.meetings.push_back(std::move(met));
        return true;
      }
    }
  return false;
}

}  // namespace

Result<FirstMeeting> first_meeting(std::span<const PreparedBody> bodies, Interval interval, PrismTreeCounts* counts) {
  std::vector<Solid> solids;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    Result<std::vector<StraightPiece>> pieces = straight_pieces(bodies[k].motion, interval);
    if (!pieces) return pieces.error().within("body " + std::to_string(k));
    const Turned turned((*pieces)[0].path.at((*pieces)[0].from));
    solids.push_back({bodies[k].tree, std::move(pieces).value(), turned});
  }
  PrismTreeCounts own;
  Best best;
  for (std::size_t i = 0; i < solids.size(); ++i)
    for (std::size_t k = i + 1; k < solids.size(); ++k)
      Pair(solids[i], solids[k], i, k, best, counts != nullptr ? *counts : own).run();
  return FirstMeeting{std::move(best.meetings), std::move(best.time)};
}

Result<FirstMeeting> first_meeting(std::span<const TranslatingBody> bodies, Interval interval,
                                   PrismTreeCounts* counts) {
  std::vector<PrismTree> trees;
  trees.reserve(bodies.size());
  std::vector<PreparedBody> prepared;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    Result<PrismTree> tree = PrismTree::make(bodies[k].shape);
    if (!tree) return tree.error().within("body " + std::to_string(k));
    trees.push_back(std::move(tree).value());
    prepared.push_back({trees.back(), bodies[k].motion});
  }
  return first_meeting(prepared, interval, counts);
}

}  // namespace clearance::lab
