// Notation: u = 2⁻⁵³. An element is the hull of one to three corners: a vertex, an edge, a triangle of a face.
#include <clearance/brep/contacts/entity_separation.h>
#include <clearance/brep/contacts/incidence.h>
#include <clearance/bvh/box.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

namespace clearance {

namespace {

constexpr double kUlp = 0x1p-52;

struct Element {
  Entity entity;
  int count = 0;
  Vec3 corner[3];
};

Box box_of(const Element& x) {
  Box box{x.corner[0], x.corner[0]};
  for (int k = 1; k < x.count; ++k) box = united(box, {x.corner[k], x.corner[k]});
  return box;
}

// Without overflow.
double length_of(Vec3 v) {
  const double largest = norm_max(v);
  return largest > 0 ? largest * norm(v / largest) : 0;
}

// At most the distance of the boxes: each gap rounds by u, its square and the sum by a few more, the root by u.
double gap_below(const Box& a, const Box& b) {
  const auto gap = [&](int k) { return larger(0, larger(b.low[k] - a.high[k], a.low[k] - b.high[k])); };
  return length_of({gap(0), gap(1), gap(2)}) * (1 - 8 * kUlp);
}

// --- nearest points, about

struct Points {
  Vec3 p, q;
};

double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

Vec3 nearest_on_segment(Vec3 p, Vec3 from, Vec3 to) {
  const Vec3 d = to - from;
  return from + clamped(dot(p - from, d) / dot(d, d)) * d;
}

// A combination of corners in any case, whatever was rounded.
Vec3 nearest_on_triangle(Vec3 p, const Element& t) {
  const Vec3 n = cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]);
  double weight[3];  // of the corner that is opposite
  for (int k = 0; k < 3; ++k) weight[(k + 2) % 3] = dot(cross(n, t.corner[(k + 1) % 3] - t.corner[k]), p - t.corner[k]);
  const double sum = weight[0] + weight[1] + weight[2];
  if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0 && sum > 0)
    return (weight[0] / sum) * t.corner[0] + (weight[1] / sum) * t.corner[1] + (weight[2] / sum) * t.corner[2];
  Vec3 best = t.corner[0];
  for (int k = 0; k < 3; ++k) {
    const Vec3 q = nearest_on_segment(p, t.corner[k], t.corner[(k + 1) % 3]);
    if (squared_norm(q - p) < squared_norm(best - p)) best = q;
  }
  return best;
}

Points nearest_of_segments(const Element& a, const Element& b) {
  const Vec3 d = a.corner[1] - a.corner[0], e = b.corner[1] - b.corner[0], w = b.corner[0] - a.corner[0];
  const Vec3 n = cross(d, e);
  Points best{a.corner[0], nearest_on_segment(a.corner[0], b.corner[0], b.corner[1])};
  const auto try_points = [&](Vec3 p, Vec3 q) {
    if (squared_norm(q - p) < squared_norm(best.q - best.p)) best = {p, q};
  };
  try_points(a.corner[1], nearest_on_segment(a.corner[1], b.corner[0], b.corner[1]));
  for (int k = 0; k < 2; ++k) try_points(nearest_on_segment(b.corner[k], a.corner[0], a.corner[1]), b.corner[k]);
  if (dot(n, n) > 0) {
    const double s = dot(cross(w, e), n) / dot(n, n), t = dot(cross(w, d), n) / dot(n, n);
    if (s > 0 && s < 1 && t > 0 && t < 1) try_points(a.corner[0] + s * d, b.corner[0] + t * e);
  }
  return best;
}

Points nearest(const Element& a, const Element& b) {
  if (a.count == 2) return nearest_of_segments(a, b);
  if (b.count == 1) return {a.corner[0], b.corner[0]};
  if (b.count == 2) return {a.corner[0], nearest_on_segment(a.corner[0], b.corner[0], b.corner[1])};
  return {a.corner[0], nearest_on_triangle(a.corner[0], b)};
}

// --- brackets

double reach_of(const Element& x) {
  double reach = 0;
  for (int k = 0; k < x.count; ++k) reach = std::max(reach, norm_one(x.corner[k]));
  return reach;
}

// How far apart a and b are along n, at least: any n will do. Made about one long, so that nothing overflows.
// Differences of corners round by u of their size, the dot product by 4u of |n|₁·size: together below 8·2u·|n|·size;
// |n| by 4u.
double gap_along(const Element& a, const Element& b, Vec3 n) {
  const double largest = norm_max(n);
  if (!(largest > 0) || !(largest < std::numeric_limits<double>::infinity())) return 0;
  n = n / largest;
  const double length = norm(n);
  double least = std::numeric_limits<double>::infinity();
  double size = 0;
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j) {
      const Vec3 way = b.corner[j] - a.corner[i];
      least = std::min(least, dot(n, way));
      size = std::max(size, norm_one(way));
    }
  const double gap = (least - 8 * kUlp * length * size - std::numeric_limits<double>::min()) / length;
  return gap > 0 ? gap * (1 - 8 * kUlp) : 0;
}

EntityPair bracket_of(const Element& a, const Element& b) {
  EntityPair out{a.entity, b.entity};
  const Points near = nearest(a, b);
  Vec3 n = near.q - near.p;
  // A nearest point is off its element by the rounding of at most 16 operations on numbers within the reach of both.
  out.upper = length_of(n) * (1 + 8 * kUlp) + 64 * kUlp * (reach_of(a) + reach_of(b));
  if (!is_finite(n)) out.upper = std::numeric_limits<double>::infinity();
  out.lower = gap_along(a, b, n);
  // Where the points are so near that their difference is mostly rounding, the normal that both elements give.
  if (a.count == 2) n = cross(a.corner[1] - a.corner[0], b.corner[1] - b.corner[0]);
  if (b.count == 3) n = cross(b.corner[1] - b.corner[0], b.corner[2] - b.corner[0]);
  out.lower = std::max({out.lower, gap_along(a, b, n), gap_along(a, b, -n)});
  out.lower = std::min(out.lower, out.upper);
  return out;
}

// --- the tree

class BoxTree {
 public:
  explicit BoxTree(std::vector<Element> elements) : elements_(std::move(elements)) {
    if (!elements_.empty()) build(0, elements_.size());
  }

  // `visit` returns how far one need look on.
  template <class Visit>
  void walk(const Box& box, double limit, const Visit& visit) const {
    if (!nodes_.empty()) walk(0, box, limit, visit);
  }

 private:
  struct Node {
    Box box;
    std::uint32_t first = 0, last = 0;  // elements
    std::uint32_t right = 0;            // the left child is the next node; 0: a leaf
  };
  static constexpr std::size_t kLeaf = 4;

  void build(std::size_t first, std::size_t last) {
    const std::size_t place = nodes_.size();
    nodes_.push_back({kNoBox, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), 0});
    for (std::size_t k = first; k < last; ++k) nodes_[place].box = united(nodes_[place].box, box_of(elements_[k]));
    if (last - first <= kLeaf) return;
    const Vec3 side = nodes_[place].box.high - nodes_[place].box.low;
    const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
    const auto key = [axis](const Element& x) {
      const Box box = box_of(x);
      return std::tuple(0.5 * box.low[axis] + 0.5 * box.high[axis], x.entity.kind, x.entity.index, x.corner[0].x,
                        x.corner[0].y, x.corner[0].z);
    };
    const std::size_t middle = first + (last - first) / 2;
    const auto at = [&](std::size_t k) { return elements_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(at(first), at(middle), at(last),
                     [&](const Element& x, const Element& y) { return key(x) < key(y); });
    build(first, middle);
    nodes_[place].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
  }

  template <class Visit>
  void walk(std::uint32_t place, const Box& box, double& limit, const Visit& visit) const {
    const Node& node = nodes_[place];
    if (gap_below(node.box, box) > limit) return;
    if (node.right == 0) {
      for (std::uint32_t k = node.first; k < node.last; ++k)
        if (gap_below(box_of(elements_[k]), box) <= limit) limit = visit(elements_[k]);
      return;
    }
    walk(place + 1, box, limit, visit);
    walk(node.right, box, limit, visit);
  }

  std::vector<Element> elements_;
  std::vector<Node> nodes_;
};

auto order_of(const EntityPair& x) {
  return std::tuple(x.upper, x.lower, dimension_of(x.first.kind), x.first.index, dimension_of(x.second.kind),
                    x.second.index);
}

class Search {
 public:
  Search(const BRep& brep, double required) : brep_(brep), exponent_(std::ilogb(brep.mesh().reach())) {
    out_.required = required;
  }

  // A face is named once for all its triangles.
  EntitySeparation run(std::size_t most) {
    std::vector<Element> edges, others;
    for (std::uint32_t e = 0; e < brep_.edge_count(); ++e) edges.push_back(edge(e));
    for (std::uint32_t f = 0; f < brep_.face_count(); ++f)
      for (const std::uint32_t t : brep_.triangles_of_face(f)) {
        const MeshTriangle& corner = brep_.mesh().triangle(t);
        others.push_back({{EntityKind::Face, f},
                          3,
                          {scaled(brep_.mesh().vertex(corner[0])), scaled(brep_.mesh().vertex(corner[1])),
                           scaled(brep_.mesh().vertex(corner[2]))}});
      }
    for (std::uint32_t v = 0; v < brep_.vertex_count(); ++v) others.push_back(vertex(v));
    // The ends of edges first: after that little else is near enough.
    for (std::uint32_t e = 0; e < brep_.edge_count(); ++e) look(vertex(brep_.edge(e).low), vertex(brep_.edge(e).high));
    const BoxTree edge_tree(edges), other_tree(std::move(others));
    for (std::uint32_t v = 0; v < brep_.vertex_count(); ++v) {
      look_around(vertex(v), edge_tree);
      look_around(vertex(v), other_tree);
    }
    for (const Element& e : edges) look_around(e, edge_tree);
    finish(most);
    return std::move(out_);
  }

 private:
  // By a power of two, so that coordinates are at most about 1 and no product overflows. What underflows is below
  // 2⁻¹⁰²², which all bounds leave room for.
  Vec3 scaled(Vec3 v) const {
    return {std::scalbn(v.x, -exponent_), std::scalbn(v.y, -exponent_), std::scalbn(v.z, -exponent_)};
  }
  Element vertex(std::uint32_t v) const { return {{EntityKind::Vertex, v}, 1, {scaled(brep_.vertex(v)), {}, {}}}; }
  Element edge(std::uint32_t e) const {
    const BRepEdge& ends = brep_.edge(e);
    return {{EntityKind::Edge, e}, 2, {scaled(brep_.vertex(ends.low)), scaled(brep_.vertex(ends.high)), {}}};
  }

  // How far to look, in scaled units, rounded up.
  double limit() const { return next_above(std::scalbn(std::max(out_.nearest.upper, out_.required), -exponent_)); }

  void look_around(const Element& x, const BoxTree& tree) {
    tree.walk(box_of(x), limit(), [&](const Element& y) {
      // Each pair of equal kind once.
      const bool is_second = y.entity.kind == x.entity.kind && y.entity.index <= x.entity.index;
      const bool is_incident = y.entity.kind == EntityKind::Vertex ? false : are_adjacent(brep_, x.entity, y.entity);
      if (!is_second && !is_incident) look(x, y);
      return limit();
    });
  }

  void look(const Element& x, const Element& y) {
    EntityPair pair = bracket_of(x, y);
    // Exact but for numbers below the normal ones.
    pair.lower = std::max(0.0, next_below(std::scalbn(pair.lower, exponent_)));
    pair.upper = next_above(std::scalbn(pair.upper, exponent_));
    if (!out_.nearest.first.is_on_boundary() || order_of(pair) < order_of(out_.nearest)) out_.nearest = pair;
    lowest_ = std::min(lowest_, pair.lower);
    if (pair.lower < out_.required) near_.push_back(pair);
  }

  void finish(std::size_t most) {
    // The nearest pair may be another one than that of the lowest upper end.
    out_.nearest.lower = std::min(out_.nearest.lower, lowest_);
    // A pair may come more than once: by several triangles of a face, by an edge's ends. The nearest stays.
    std::sort(near_.begin(), near_.end(), [](const auto& x, const auto& y) { return order_of(x) < order_of(y); });
    std::set<std::tuple<EntityKind, std::uint32_t, EntityKind, std::uint32_t>> seen;
    for (const EntityPair& pair : near_) {
      auto key = std::tuple(pair.first.kind, pair.first.index, pair.second.kind, pair.second.index);
      if (pair.first.kind == pair.second.kind && pair.first.index > pair.second.index)
        key = {pair.second.kind, pair.second.index, pair.first.kind, pair.first.index};
      if (!seen.insert(key).second) continue;
      ++out_.near_count;
      if (out_.near.size() < most) out_.near.push_back(pair);
    }
  }

  const BRep& brep_;
  int exponent_;  // coordinates are below 2 to this, times 2
  EntitySeparation out_;
  double lowest_ = std::numeric_limits<double>::infinity();
  std::vector<EntityPair> near_;
};

}  // namespace

Result<EntitySeparation> entity_separation(const BRep& brep, double required, std::size_t most) {
  if (!(required >= 0) || !std::isfinite(required))
    return Error{"required", "is negative or not finite; it must be 0 or more"};
  return Search(brep, required).run(most);
}

Result<EntitySeparation> check_separation(const BRep& brep, double tolerance) {
  if (!(tolerance >= 0) || !std::isfinite(tolerance))
    return Error{"tolerance", "is negative or not finite; it must be 0 or more"};
  Result<EntitySeparation> out = entity_separation(brep, kSeparationInTolerances * tolerance);
  if (!out || out->is_proved()) return out;
  const EntityPair& pair = out->nearest;
  return Error{name_of(brep, pair.first) + " and " + name_of(brep, pair.second),
               "are less than 100 tolerances apart; contacts at them could not be told from each other"};
}

}  // namespace clearance
