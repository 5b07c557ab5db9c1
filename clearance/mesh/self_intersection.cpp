// Method:   triangles with the same corners are looked at once. A vertex that more than kMany triangles have is a hub:
//           pairs that share one are left out of the walk of the tree, or a fan would be a pair for every two of its
//           triangles. They run into each other only where their cones at the hub share a ray: where the arcs that they
//           are seen as from there overlap (bvh/box_pairs.h). If they also share a second hub, they are pages of one
//           book, and lie in one half-plane: the points that these are on a circle about the edge are equal.
#include <clearance/mesh/self_intersection.h>

#include <clearance/bvh/box.h>
#include <clearance/bvh/box_pairs.h>
#include <clearance/bvh/tree_self.h>
#include <clearance/mesh/directions.h>
#include <clearance/mesh/self_intersection_search.h>
#include <clearance/mesh/triangle_pair.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr std::uint32_t kMany = 32;
constexpr std::uint32_t kNoPoint = 0xffffffffu;

// Up to three points, ascending, then kNoPoint.
using Points = std::array<std::uint32_t, 3>;

bool has(const Points& points, std::uint32_t p) { return points[0] == p || points[1] == p || points[2] == p; }
bool share(const Points& a, const Points& b) {
  return std::any_of(a.begin(), a.end(), [&](std::uint32_t p) { return p != kNoPoint && has(b, p); });
}

// By vertex: the lowest with equal coordinates.
std::vector<std::uint32_t> points_of(std::span<const Vec3> vertices) {
  std::vector<std::uint32_t> order(vertices.size()), point(vertices.size());
  for (std::uint32_t v = 0; v < order.size(); ++v) order[v] = v;
  std::sort(order.begin(), order.end(), [&](std::uint32_t v, std::uint32_t w) {
    const Vec3 p = vertices[v], q = vertices[w];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z != q.z ? p.z < q.z : v < w;
  });
  for (std::size_t k = 0; k < order.size(); ++k)
    point[order[k]] = k > 0 && vertices[order[k]] == vertices[order[k - 1]] ? point[order[k - 1]] : order[k];
  return point;
}

Box box_of(const Corners& c) {
  Box box{c.v[0], c.v[0]};
  for (int i = 1; i < c.count; ++i) box = united(box, {c.v[i], c.v[i]});
  return box;
}

class Search {
 public:
  Search(const Mesh& mesh, std::size_t most) : mesh_(mesh), most_(most) {
    find_kinds();
    find_hubs();
  }

  SelfIntersections run() {
    if (most_ > 0 && alike_meet() && around_hubs() && along_edges_of_hubs()) walk();
    std::sort(out_.pairs.begin(), out_.pairs.end());
    return std::move(out_);
  }

 private:
  // ---- triangles with the same corners

  // A kind is named by the first of its triangles (a position), and has all of them in `order_` from `first` on.
  struct Kind {
    Points points;
    std::uint32_t first = 0, count = 0;
  };

  void find_kinds() {
    const std::vector<std::uint32_t> point = points_of(mesh_.vertices());
    const std::uint32_t count = triangle_count();
    std::vector<Points> corners(count);
    for (std::uint32_t t = 0; t < count; ++t) {
      const MeshTriangle& v = mesh_.triangle(t);
      Points p = {point[v[0]], point[v[1]], point[v[2]]};
      std::sort(p.begin(), p.end());
      if (p[1] == p[2]) p[2] = kNoPoint;
      if (p[0] == p[1]) p[1] = p[2], p[2] = kNoPoint;
      corners[t] = p;
    }
    order_.resize(count);
    for (std::uint32_t t = 0; t < count; ++t) order_[t] = t;
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t t, std::uint32_t u) { return std::tie(corners[t], t) < std::tie(corners[u], u); });
    kind_of_.assign(count, kNone);
    for (std::uint32_t k = 0; k < count; ++k) {
      if (k > 0 && corners[order_[k]] == corners[order_[k - 1]]) {
        ++kinds_.back().count;
        continue;
      }
      kind_of_[order_[k]] = static_cast<std::uint32_t>(kinds_.size());
      kinds_.push_back({corners[order_[k]], k, 1});
    }
  }

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(mesh_.triangle_count()); }
  Corners corners_of(std::uint32_t kind) const {
    Corners corners;
    for (const std::uint32_t p : kinds_[kind].points)
      if (p != kNoPoint) corners.v[corners.count++] = mesh_.vertex(p);
    return corners;
  }

  // ---- what is found

  // Whether to go on.
  bool add(std::uint32_t t, std::uint32_t u) {
    if (out_.pairs.size() >= most_) return false;
    const std::uint32_t a = mesh_.id(t), b = mesh_.id(u);
    out_.pairs.push_back({std::min(a, b), std::max(a, b)});
    return out_.pairs.size() < most_;
  }
  bool add_kinds(std::uint32_t k, std::uint32_t l) {
    const Kind &one = kinds_[k], &other = kinds_[l];
    for (std::uint32_t i = one.first; i < one.first + one.count; ++i)
      for (std::uint32_t j = other.first; j < other.first + other.count; ++j)
        if (!add(order_[i], order_[j])) return false;
    return true;
  }
  bool look_at(std::uint32_t k, std::uint32_t l) {
    ++out_.looked_at;
    return !run_into_each_other(corners_of(k), corners_of(l)) || add_kinds(k, l);
  }

  // Those with area.
  bool alike_meet() {
    for (std::uint32_t k = 0; k < kinds_.size(); ++k) {
      const Kind& kind = kinds_[k];
      if (kind.count == 1 || !corners_of(k).has_area()) continue;
      for (std::uint32_t i = kind.first; i < kind.first + kind.count; ++i)
        for (std::uint32_t j = i + 1; j < kind.first + kind.count; ++j)
          if (!add(order_[i], order_[j])) return false;
    }
    return true;
  }

  // ---- hubs

  struct AtHub {
    std::uint32_t hub, kind;
  };
  struct AtEdge {
    std::uint32_t from, to, kind;
  };

  void find_hubs() {
    std::vector<std::uint32_t> uses(mesh_.vertex_count());
    for (const Kind& kind : kinds_)
      for (const std::uint32_t p : kind.points)
        if (p != kNoPoint) ++uses[p];
    hubs_.resize(kinds_.size());
    for (std::uint32_t k = 0; k < kinds_.size(); ++k) {
      Points& hubs = hubs_[k] = {kNoPoint, kNoPoint, kNoPoint};
      std::size_t count = 0;
      for (const std::uint32_t p : kinds_[k].points)
        if (p != kNoPoint && uses[p] > kMany) hubs[count++] = p;
      for (std::size_t i = 0; i < count; ++i) {
        at_hubs_.push_back({hubs[i], k});
        for (std::size_t j = i + 1; j < count; ++j) at_edges_.push_back({hubs[i], hubs[j], k});
      }
    }
    std::sort(at_hubs_.begin(), at_hubs_.end(),
              [](const AtHub& a, const AtHub& b) { return std::tie(a.hub, a.kind) < std::tie(b.hub, b.kind); });
    std::sort(at_edges_.begin(), at_edges_.end(), [](const AtEdge& a, const AtEdge& b) {
      return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
    });
  }

  // Pairs that share this hub and no other.
  bool around_hubs() {
    for (auto first = at_hubs_.begin(); first != at_hubs_.end();) {
      const auto last = std::find_if(first, at_hubs_.end(), [&](const AtHub& at) { return at.hub != first->hub; });
      std::vector<KeyedBox> arcs;
      std::vector<std::uint32_t> kinds;
      for (; first != last; ++first) {
        if (kinds_[first->kind].points[1] == kNoPoint) continue;  // the hub itself
        arcs.push_back(arc_of(*first));
        kinds.push_back(first->kind);
      }
      if (!find_box_pairs(arcs, [&](std::uint32_t i, std::uint32_t j) { return look_at(kinds[i], kinds[j]); }))
        return false;
    }
    return true;
  }

  KeyedBox arc_of(const AtHub& at) const {
    KeyedBox arc;
    Vec3 ends[2];
    int count = 0, keys = 0;
    for (const std::uint32_t p : kinds_[at.kind].points)
      if (p != kNoPoint && p != at.hub) ends[count++] = mesh_.vertex(p);
    for (const std::uint32_t p : hubs_[at.kind])
      if (p != kNoPoint && p != at.hub) arc.key[keys++] = p;
    arc.box = arc_seen_from(mesh_.vertex(at.hub), ends[0], ends[count - 1]);
    return arc;
  }

  // Pairs that share an edge between two hubs.
  bool along_edges_of_hubs() {
    for (auto first = at_edges_.begin(); first != at_edges_.end();) {
      const auto last = std::find_if(first, at_edges_.end(),
                                     [&](const AtEdge& at) { return at.from != first->from || at.to != first->to; });
      if (!look_at_book({first, last})) return false;
      first = last;
    }
    return true;
  }

  bool look_at_book(std::span<const AtEdge> pages) {
    std::vector<KeyedBox> sides;
    std::vector<std::uint32_t> kinds, beyond[2];
    for (const AtEdge& at : pages) {
      const Kind& kind = kinds_[at.kind];
      if (kind.points[2] == kNoPoint) continue;  // the edge itself
      const auto third = std::find_if(kind.points.begin(), kind.points.end(),
                                      [&](std::uint32_t p) { return p != at.from && p != at.to; });
      const Vec3 p = mesh_.vertex(at.from), q = mesh_.vertex(at.to), r = mesh_.vertex(*third);
      if (corners_of(at.kind).has_area()) {
        sides.push_back({side_seen_from(p, q, r)});
        kinds.push_back(at.kind);
      } else if (const int end = end_beyond(p, q, r); end >= 0) {
        beyond[end].push_back(at.kind);
      }
    }
    for (const std::vector<std::uint32_t>& longer : beyond)
      for (std::size_t i = 0; i < longer.size(); ++i)
        for (std::size_t j = i + 1; j < longer.size(); ++j)
          if (!add_kinds(longer[i], longer[j])) return false;
    return find_box_pairs(sides, [&](std::uint32_t i, std::uint32_t j) { return look_at(kinds[i], kinds[j]); });
  }

  // Of three points on a line: 0 where r is beyond p, 1 beyond q, −1 between them.
  static int end_beyond(Vec3 p, Vec3 q, Vec3 r) {
    const int axis = p.x != q.x ? 0 : p.y != q.y ? 1 : 2;
    const double sign = p[axis] < q[axis] ? 1 : -1;
    return sign * r[axis] > sign * q[axis] ? 1 : sign * r[axis] < sign * p[axis] ? 0 : -1;
  }

  // ---- all others

  // What all triangles of a box of the tree share, if it is looked at at all.
  struct Below {
    Points hubs;
    bool is_empty;  // of triangles that are the first of their kind
  };
  static constexpr Below kNothingBelow = {{kNoPoint, kNoPoint, kNoPoint}, true};

  Below below_run(std::uint32_t child) const {
    Below out = kNothingBelow;
    const std::uint32_t first = TriangleTree::leaf_first(child);
    for (std::uint32_t t = first; t < first + TriangleTree::leaf_count(child); ++t)
      if (kind_of_[t] != kNone) unite(out, {hubs_[kind_of_[t]], false});
    return out;
  }
  static void unite(Below& all, const Below& more) {
    if (more.is_empty) return;
    if (all.is_empty) {
      all = more;
      return;
    }
    for (std::uint32_t& p : all.hubs)
      if (!has(more.hubs, p)) p = kNoPoint;
  }

  // Nodes below come first.
  void find_below() {
    const std::span<const TriangleTree::Node> nodes = mesh_.tree().nodes();
    std::vector<std::uint32_t> from_above = {0};
    for (std::size_t k = 0; k < from_above.size(); ++k)
      for (const std::uint32_t child : nodes[from_above[k]].child)
        if (child != TriangleTree::kNoChild && !TriangleTree::is_leaf(child)) from_above.push_back(child);
    below_.assign(8 * nodes.size(), kNothingBelow);
    for (std::size_t k = from_above.size(); k-- > 0;) {
      for (std::size_t slot = 0; slot < 8; ++slot) {
        const std::uint32_t child = nodes[from_above[k]].child[slot];
        Below& here = below_[8 * std::size_t{from_above[k]} + slot];
        if (child == TriangleTree::kNoChild) continue;
        if (TriangleTree::is_leaf(child)) {
          here = below_run(child);
        } else {
          for (std::size_t i = 0; i < 8; ++i) unite(here, below_[8 * std::size_t{child} + i]);
        }
      }
    }
  }

  void walk() {
    find_below();
    const auto pass_over = [&](std::uint32_t box, std::uint32_t other) {
      const Below &a = below_[box], &b = below_[other];
      return a.is_empty || b.is_empty || share(a.hubs, b.hubs);
    };
    find_meeting_itself(mesh_.tree(), pass_over,
                        [&](std::uint32_t first, std::uint32_t count, std::uint32_t other, std::uint32_t others) {
                          return look_at_runs(run_of(first, count), run_of(other, others), first == other);
                        });
  }

  // The first of their kinds in a run of the tree.
  struct Run {
    struct Each {
      std::uint32_t kind;
      Corners corners;
      Box box;
    };
    Each each[TriangleTree::kLeafTriangles];
    int count = 0;
  };

  Run run_of(std::uint32_t first, std::uint32_t count) const {
    Run run;
    for (std::uint32_t t = first; t < first + count; ++t) {
      if (kind_of_[t] == kNone) continue;
      const Corners corners = corners_of(kind_of_[t]);
      run.each[run.count++] = {kind_of_[t], corners, box_of(corners)};
    }
    return run;
  }

  bool look_at_runs(const Run& run, const Run& other, bool is_one) {
    for (int i = 0; i < run.count; ++i) {
      const Run::Each& a = run.each[i];
      for (int j = is_one ? i + 1 : 0; j < other.count; ++j) {
        const Run::Each& b = other.each[j];
        if (!overlap(a.box, b.box) || share(hubs_[a.kind], hubs_[b.kind])) continue;
        ++out_.looked_at;
        if (meet(a, b) && !add_kinds(a.kind, b.kind)) return false;
      }
    }
    return true;
  }

  // Doubles tell most pairs that have no corner in common.
  bool meet(const Run::Each& a, const Run::Each& b) const {
    if (a.corners.count == 3 && b.corners.count == 3 && !share(kinds_[a.kind].points, kinds_[b.kind].points))
      if (const TriangleGuess guess = triangle_pair_filter(a.corners.v, b.corners.v, 0); guess != TriangleGuess::Unsure)
        return guess == TriangleGuess::Cross;
    return run_into_each_other(a.corners, b.corners);
  }

  static constexpr std::uint32_t kNone = 0xffffffffu;

  const Mesh& mesh_;
  const std::size_t most_;
  SelfIntersections out_;
  std::vector<std::uint32_t> order_;    // triangles, kind by kind
  std::vector<std::uint32_t> kind_of_;  // by triangle; kNone where it is not the first of its kind
  std::vector<Kind> kinds_;
  std::vector<Points> hubs_;  // by kind
  std::vector<AtHub> at_hubs_;
  std::vector<AtEdge> at_edges_;
  std::vector<Below> below_;  // by box of the tree
};

}  // namespace

SelfIntersections detail::search_self_intersections(const Mesh& mesh, std::size_t most) {
  return Search(mesh, most).run();
}

std::vector<MeshTrianglePair> self_intersections(const Mesh& mesh, std::size_t most) {
  return search_self_intersections(mesh, most).pairs;
}

}  // namespace clearance
