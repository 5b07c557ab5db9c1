#include <clearance/lab/spacetime/prism_trees.h>

#include <clearance/build/mesh.h>
#include <clearance/bvh/box.h>
#include <clearance/lab/spacetime/prism_crossing.h>
#include <clearance/lab/spacetime/turned.h>
#include <clearance/mesh/point.h>
#include <clearance/proof/winding.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_set>
#include <utility>

namespace clearance::lab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- One body -------------------------------------------------------------------------------------------------------

struct PrismTriangle {
  std::uint32_t part;               // whose mesh has it
  std::uint32_t position;           // there
  bool has_vertex[3], has_edge[3];  // those that are asked of this triangle, and of no other; edge k is from k to k + 1
};

class Solid {
 public:
  static Result<Solid> make(const TranslatingBody& body, Interval interval);

  struct Node {
    Box box;
    std::uint32_t first = 0, count = 0;  // of its triangles; 0: inner
    std::uint32_t child[2] = {};
  };

  const std::vector<StraightPiece>& pieces() const { return pieces_; }
  const Node& node(std::uint32_t k) const { return nodes_[k]; }
  const PrismTriangle& triangle(std::uint32_t k) const { return triangles_[k]; }
  const Turned& turned() const { return turned_[0]; }
  std::size_t part_count() const { return meshes_.size(); }
  const Mesh& mesh(std::size_t part) const { return meshes_[part]; }
  std::uint32_t number_of(std::size_t part, std::uint32_t v) const { return ids_[part].empty() ? v : ids_[part][v]; }
  std::uint32_t number_of(const PrismTriangle& t) const {
    return ids_[t.part].empty() ? meshes_[t.part].id(t.position) : 0;
  }
  const MeshTriangle& corners(const PrismTriangle& t) const { return meshes_[t.part].triangle(t.position); }
  Vec3 corner(const PrismTriangle& t, int k) const {
    return meshes_[t.part].vertex(corners(t)[static_cast<std::size_t>(k)]);
  }

 private:
  std::optional<Error> take(const PartShape& part);
  void list_triangles();
  std::uint32_t build(std::uint32_t first, std::uint32_t count, std::vector<Box>& boxes);

  std::vector<StraightPiece> pieces_;
  std::vector<Turned> turned_;
  std::vector<Mesh> meshes_;
  std::vector<std::vector<std::uint32_t>> ids_;  // of the vertices of convex parts
  std::vector<PrismTriangle> triangles_;
  std::vector<Node> nodes_;
};

std::optional<Error> Solid::take(const PartShape& part) {
  if (const Mesh* mesh = std::get_if<Mesh>(&part)) {
    if (!mesh->is_solid()) return Error{"shape", "is no solid", ErrorCode::NotSolid};
    meshes_.push_back(*mesh);
    ids_.emplace_back();
    return {};
  }
  const Rounded& convex = std::get<Rounded>(part);
  if (convex.radius() > 0) return Error{"shape", "has a radius; prisms are of polyhedra"};
  if (convex.core().dimension() < 3) return Error{"shape", "is flat", ErrorCode::NotSolid};
  meshes_.push_back(mesh_of(convex.core()));
  ids_.emplace_back();
  for (int v = 0; v < convex.core().vertex_count(); ++v) ids_.back().push_back(convex.core().id(v));
  return {};
}

Result<Solid> Solid::make(const TranslatingBody& body, Interval interval) {
  Solid made;
  Result<std::vector<StraightPiece>> pieces = straight_pieces(body.motion, interval);
  if (!pieces) return pieces.error();
  made.pieces_ = std::move(pieces).value();
  std::optional<Error> fault;
  if (std::holds_alternative<HalfSpace>(body.shape)) fault = Error{"shape", "is a half-space, and no polyhedron"};
  if (const Rounded* convex = std::get_if<Rounded>(&body.shape)) fault = made.take(*convex);
  if (const Mesh* mesh = std::get_if<Mesh>(&body.shape)) fault = made.take(*mesh);
  if (const Parts* several = std::get_if<Parts>(&body.shape))
    for (std::size_t k = 0; k < several->count() && !fault; ++k) {
      fault = made.take((*several)[k]);
      if (fault) fault = fault->within("part " + std::to_string(k));
    }
  if (fault) return *fault;
  made.turned_.emplace_back(made.pieces_[0].path.at(made.pieces_[0].from));
  made.list_triangles();
  return made;
}

void Solid::list_triangles() {
  std::vector<Box> boxes;
  for (std::uint32_t part = 0; part < meshes_.size(); ++part) {
    const Mesh& mesh = meshes_[part];
    std::vector<bool> has_vertex(mesh.vertex_count());
    std::unordered_set<std::uint64_t> edges;
    for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
      PrismTriangle made{part, t, {}, {}};
      Box box = kNoBox;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh.triangle(t)[k], next = mesh.triangle(t)[(k + 1) % 3];
        made.has_vertex[k] = !has_vertex[v];
        has_vertex[v] = true;
        const auto [low, high] = std::minmax(v, next);
        made.has_edge[k] = edges.insert(std::uint64_t{low} << 32 | high).second;
        const ApproxVec at = turned()(mesh.vertex(v));
        const Vec3 around{at.error, at.error, at.error};
        const Box near{at.value - around, at.value + around};
        box = united(box, {{next_below(near.low.x), next_below(near.low.y), next_below(near.low.z)},
                           {next_above(near.high.x), next_above(near.high.y), next_above(near.high.z)}});
      }
      triangles_.push_back(made);
      boxes.push_back(box);
    }
  }
  nodes_.reserve(triangles_.size());
  build(0, static_cast<std::uint32_t>(triangles_.size()), boxes);
}

// Halved at the median of the longest side of the middles' box.
std::uint32_t Solid::build(std::uint32_t first, std::uint32_t count, std::vector<Box>& boxes) {
  constexpr std::uint32_t kLeaf = 2;
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Box all = kNoBox, middles = kNoBox;
  const auto middle = [](const Box& box) { return 0.5 * box.low + 0.5 * box.high; };
  for (std::uint32_t k = first; k < first + count; ++k) {
    all = united(all, boxes[k]);
    middles = united(middles, {middle(boxes[k]), middle(boxes[k])});
  }
  nodes_[number].box = all;
  if (count <= kLeaf) {
    nodes_[number].first = first, nodes_[number].count = count;
    return number;
  }
  const Vec3 size = middles.high - middles.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto along = [&](const Box& box) {
    const Vec3 m = middle(box);
    return axis == 0 ? m.x : axis == 1 ? m.y : m.z;
  };
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t k = first; k < first + count; ++k) order.emplace_back(along(boxes[k]), k);
  const std::uint32_t half = count / 2;
  std::nth_element(order.begin(), order.begin() + half, order.end());
  std::vector<PrismTriangle> triangles;
  std::vector<Box> sorted;
  for (const auto& [place, k] : order) {
    triangles.push_back(triangles_[k]);
    sorted.push_back(boxes[k]);
  }
  std::copy(triangles.begin(), triangles.end(), triangles_.begin() + first);
  std::copy(sorted.begin(), sorted.end(), boxes.begin() + first);
  const std::uint32_t low = build(first, half, boxes), high = build(first + half, count - half, boxes);
  nodes_[number].child[0] = low, nodes_[number].child[1] = high;
  return number;
}

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
    const auto &of_a = a_.pieces(), &of_b = b_.pieces();
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
    Vec edge_a(Vec3 v0, Vec3 v1) const { return of.a_.turned().edge(v0, v1); }
    Vec edge_b(Vec3 v0, Vec3 v1) const { return of.b_.turned().edge(v0, v1); }
    Vec between(Vec3 a, Vec3 b) const { return (of.b_.turned()(b) + of.near_offset_) - of.a_.turned()(a); }
    Vec velocity() const { return of.near_velocity_; }
    static Vec negated(const Vec& v) { return {-v.value, v.error}; }
  };
  struct Exactly {
    using Vec = DyadicVec;
    const Pair& of;
    Vec edge_a(Vec3 v0, Vec3 v1) const { return of.at_->b().denominator() * of.at_->a().edge(v0, v1); }
    Vec edge_b(Vec3 v0, Vec3 v1) const { return of.at_->a().denominator() * of.at_->b().edge(v0, v1); }
    Vec between(Vec3 a, Vec3 b) const { return of.at_->difference(a, b); }
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

  std::optional<ExactPair> at_;  // as the stretch begins
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
  at_.emplace(a.path.at(low), b.path.at(low));
  low_ = low, duration_ = high - low;
  // The places' denominators are the velocities' scales.
  velocity_a_ = b.scale * a.velocity;
  velocity_ = a.scale * b.velocity - velocity_a_;
  near_offset_ = near(at_->difference({}, {}), at_->scale());
  near_velocity_ = near(velocity_, at_->scale());
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
    const double from = entry(a_.node(a).box, b_.node(b).box);
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
    const Solid::Node &a = a_.node(next.a), &b = b_.node(next.b);
    if (a.count > 0 && b.count > 0) {
      for (std::uint32_t i = 0; i < a.count; ++i)
        for (std::uint32_t k = 0; k < b.count; ++k)
          ask(a_.triangle(a.first + i), b_.triangle(b.first + k), is_first_ && next.from <= 0);
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
  const auto of_a = [&](int k) { return a_.corner(a, k % 3); };
  const auto of_b = [&](int k) { return b_.corner(b, k % 3); };
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
  met.triangle_a = a_.number_of(a), met.triangle_b = b_.number_of(b);
  const auto vertex_of = [](const Solid& solid, const PrismTriangle& t, int corner) {
    return solid.number_of(t.part, solid.corners(t)[static_cast<std::size_t>(corner % 3)]);
  };
  for (int c = 0; c < 3; ++c) {
    met.a[c] = vertex_of(a_, a, i + c);
    met.b[c] = vertex_of(b_, b, k + c);
  }
  // A point of a, or of b, and its share of an edge.
  const bool is_of_a = kind != Kind::VertexOfB && kind != Kind::EdgeOfB;
  const Solid& solid = is_of_a ? a_ : b_;
  const PrismTriangle& of = is_of_a ? a : b;
  const Vec3 from = solid.corner(of, is_of_a ? i : k), to = solid.corner(of, ((is_of_a ? i : k) + 1) % 3);
  DyadicVec x = over * (is_of_a ? at_->point_a(from) : at_->point_b(from));
  const Exactly in{*this};
  if (kind == Kind::Edges) x = x + at.u * in.edge_a(from, to);
  if (is_at_once) x = x + at.time * (is_of_a ? in.edge_a(from, to) : in.edge_b(from, to));
  x = x + later * (is_of_a ? velocity_a_ : velocity_a_ + velocity_);
  const Dyadic scale = over * at_->scale();
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
  if (!look_inside(a_, at_->a(), b_, at_->b(), SolidMeeting::Kind::InsideOfB))
    look_inside(b_, at_->b(), a_, at_->a(), SolidMeeting::Kind::InsideOfA);
}

bool Pair::look_inside(const Solid& inner, const ExactPose& at_inner, const Solid& outer, const ExactPose& at_outer,
                       SolidMeeting::Kind kind) {
  for (std::uint32_t i = 0; i < inner.part_count(); ++i)
    for (const std::uint32_t v : inner.mesh(i).component_vertices()) {
      const Vec3 point = inner.mesh(i).vertex(v);
      const DyadicVec x = at_inner.numerator(point);
      const detail::PointInBody seen = detail::seen_from(at_outer, x, at_inner.denominator());
      for (std::uint32_t k = 0; k < outer.part_count(); ++k) {
        if (locate(outer.mesh(k), Pose(), seen.position, seen.scale) == PointLocation::Outside) continue;
        if (best_.meetings.empty() || compare(best_.time.numerator, low_ * best_.time.denominator) > 0) {
          best_.meetings.clear();
          best_.time = {low_, 1.0};
          best_.upper = above(low_);
        }
        SolidMeeting met;
        met.kind = kind, met.body_a = body_a_, met.body_b = body_b_;
        const bool is_of_a = kind == SolidMeeting::Kind::InsideOfB;
        met.part_a = is_of_a ? i : k, met.part_b = is_of_a ? k : i;
        (is_of_a ? met.a : met.b)[0] = inner.number_of(i, v);
        const Dyadic& over = at_inner.denominator();
        met.place = {{x.x, over}, {x.y, over}, {x.z, over}};
        best_.meetings.push_back(std::move(met));
        return true;
      }
    }
  return false;
}

}  // namespace

Result<FirstMeeting> first_meeting(std::span<const TranslatingBody> bodies, Interval interval,
                                   PrismTreeCounts* counts) {
  std::vector<Solid> solids;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    Result<Solid> made = Solid::make(bodies[k], interval);
    if (!made) return made.error().within("body " + std::to_string(k));
    solids.push_back(std::move(made).value());
  }
  PrismTreeCounts own;
  Best best;
  for (std::size_t i = 0; i < solids.size(); ++i)
    for (std::size_t k = i + 1; k < solids.size(); ++k)
      Pair(solids[i], solids[k], i, k, best, counts != nullptr ? *counts : own).run();
  return FirstMeeting{std::move(best.meetings), std::move(best.time)};
}

}  // namespace clearance::lab
