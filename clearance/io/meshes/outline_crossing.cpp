#include <clearance/io/meshes/outline_crossing.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace clearance::detail {
namespace {

struct Edge {
  std::uint32_t left, right;  // vertices, the left one first in the order of the sweep
};

struct Place {
  std::uint32_t vertex;
};

// Which of two edges that the sweep line meets is below the other there. Only edges that do not cross to the left of
// the line are compared, so that it is an order.
struct Below {
  using is_transparent = void;

  const PlanarView* view;
  const std::vector<Edge>* edges;

  bool operator()(std::uint32_t e, std::uint32_t f) const {
    const Edge &a = (*edges)[e], &b = (*edges)[f];
    if (view->before(a.left, b.left)) {
      const int start = view->turn(a.left, a.right, b.left);
      const int side = start != 0 ? start : view->turn(a.left, a.right, b.right);
      return side != 0 ? side > 0 : e < f;
    }
    const int start = view->turn(b.left, b.right, a.left);
    const int side = start != 0 ? start : view->turn(b.left, b.right, a.right);
    return side != 0 ? side < 0 : e < f;
  }

  bool operator()(std::uint32_t e, Place place) const {
    const Edge& edge = (*edges)[e];
    return view->turn(edge.left, edge.right, place.vertex) > 0;
  }
};

class Sweep {
 public:
  // Neighbouring corners are at different places; edge i leads from corner i to the next.
  Sweep(const PlanarView& view, std::vector<std::uint32_t> corners)
      : view_(view), corners_(std::move(corners)), active_(Below{&view_, &edges_}) {
    const std::size_t n = corners_.size();
    edges_.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t a = corners_[i], b = corners_[next(i)];
      edges_.push_back(view_.before(a, b) ? Edge{a, b} : Edge{b, a});
    }
    where_.resize(n, active_.end());
  }

  bool finds_crossing() {
    std::vector<std::size_t> order(corners_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return view_.same_place(corners_[i], corners_[j]) ? i < j : view_.before(corners_[i], corners_[j]);
    });
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      while (end < order.size() && view_.same_place(corners_[order[begin]], corners_[order[end]])) ++end;
      if (finds_crossing_at(std::span(order).subspan(begin, end - begin))) return true;
    }
    return false;
  }

 private:
  using Active = std::set<std::uint32_t, Below>;

  std::size_t next(std::size_t i) const { return i + 1 == corners_.size() ? 0 : i + 1; }
  std::size_t previous(std::size_t i) const { return i == 0 ? corners_.size() - 1 : i - 1; }

  // All corners at one place: edges that end there leave, those that begin there come.
  bool finds_crossing_at(std::span<const std::size_t> here) {
    for (const std::size_t i : here)
      for (const std::size_t e : {previous(i), i})
        if (view_.same_place(edges_[e].right, corners_[i]) && where_[e] != active_.end() && leaves(e)) return true;
    if (passes_through_edge(here)) return true;
    for (const std::size_t i : here)
      for (const std::size_t e : {previous(i), i})
        if (view_.same_place(edges_[e].left, corners_[i]) && where_[e] == active_.end() && comes(e)) return true;
    return false;
  }

  bool cross(std::uint32_t e, std::uint32_t f) const {
    return view_.cross_properly(edges_[e].left, edges_[e].right, edges_[f].left, edges_[f].right);
  }

  // Whether taking the edge out makes neighbours of two that cross.
  bool leaves(std::size_t e) {
    const auto after = active_.erase(where_[e]);
    where_[e] = active_.end();
    return after != active_.begin() && after != active_.end() && cross(*std::prev(after), *after);
  }

  bool comes(std::size_t e) {
    const auto at = active_.insert(static_cast<std::uint32_t>(e)).first;
    where_[e] = at;
    return (at != active_.begin() && cross(*std::prev(at), *at)) ||
           (std::next(at) != active_.end() && cross(*at, *std::next(at)));
  }

  // Edges through this place are collinear, or they would have crossed: one stands for all.
  bool passes_through_edge(std::span<const std::size_t> here) const {
    const std::uint32_t place = corners_[here[0]];
    const std::uint32_t edge = lowest_not_below(place);
    if (edge == edges_.size()) return false;
    const Edge& e = edges_[edge];
    if (view_.turn(e.left, e.right, place) != 0) return false;
    return std::any_of(here.begin(), here.end(), [&](std::size_t i) {
      return view_.turn(e.left, e.right, corners_[previous(i)]) * view_.turn(e.left, e.right, corners_[next(i)]) < 0;
    });
  }

  // The lowest active edge that is at the place or above, or the number of edges.
  std::uint32_t lowest_not_below(std::uint32_t place) const {
    const auto found = active_.lower_bound(Place{place});
    return found == active_.end() ? static_cast<std::uint32_t>(edges_.size()) : *found;
  }

  const PlanarView& view_;
  std::vector<std::uint32_t> corners_;
  std::vector<Edge> edges_;
  Active active_;
  std::vector<Active::iterator> where_;
};

}  // namespace

bool crosses_itself(const PlanarView& view, std::span<const std::uint32_t> corners) {
  std::vector<std::uint32_t> distinct;
  distinct.reserve(corners.size());
  for (const std::uint32_t corner : corners)
    if (distinct.empty() || !view.same_place(distinct.back(), corner)) distinct.push_back(corner);
  while (distinct.size() > 1 && view.same_place(distinct.back(), distinct.front())) distinct.pop_back();
  return distinct.size() > 3 && Sweep(view, std::move(distinct)).finds_crossing();
}

}  // namespace clearance::detail
