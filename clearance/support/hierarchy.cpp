#include <clearance/support/hierarchy.h>

#include <clearance/exact/dyadic.h>
#include <clearance/support/shell.h>

#include <array>

namespace clearance {
using namespace detail;
namespace {

struct Removal {
  std::uint32_t owner, vertex;
  std::int32_t level;
};

// Vertices of degree 3 first, then 4, …, kMaxDegree: the fewer neighbours a vertex blocks, the more of them can go.
std::vector<std::uint32_t> by_degree(const detail::Shell& shell, const std::vector<std::uint32_t>& vertices) {
  std::array<std::vector<std::uint32_t>, Hierarchy::kMaxDegree + 1> bucket;
  for (const std::uint32_t v : vertices) {
    if (shell.degree(v) <= Hierarchy::kMaxDegree) bucket[static_cast<std::size_t>(shell.degree(v))].push_back(v);
  }
  std::vector<std::uint32_t> order;
  for (const auto& same : bucket) order.insert(order.end(), same.begin(), same.end());
  return order;
}

// Entry v + 1 is one past the end of v's stretch in a list with `size[v]` entries for each v.
std::vector<std::uint32_t> offsets(const std::vector<std::uint32_t>& size) {
  std::vector<std::uint32_t> offset(size.size() + 1, 0);
  for (std::size_t v = 0; v < size.size(); ++v) offset[v + 1] = offset[v] + size[v];
  return offset;
}

// Exact sign of direction · (a − b).
int compare_exactly(Vec3 direction, Vec3 a, Vec3 b) { return dot(exact(direction), exact(a) - exact(b)).sign(); }

}  // namespace

Hierarchy Hierarchy::build(const Polytope& polytope) {
  Hierarchy result;
  const auto count = static_cast<std::size_t>(polytope.vertex_count());
  std::vector<std::uint32_t> alive(count);
  for (std::uint32_t v = 0; v < count; ++v) alive[v] = v;
  std::vector<Removal> removals;
  result.last_level_.assign(count, 0);

  int level = 1;
  if (polytope.dimension() == 3) {
    detail::Shell shell(polytope);
    std::vector<std::int32_t> blocked(count, 0);
    for (; shell.alive() > 4; ++level) {
      for (const std::uint32_t v : by_degree(shell, alive)) {
        if (shell.alive() == 4) break;
        if (blocked[v] == level || shell.flattens(v)) continue;
        for (const std::uint32_t r : shell.ring(v)) {
          blocked[r] = level;
          removals.push_back({r, v, level});
        }
        shell.remove(v);
        result.last_level_[v] = level;
      }
      std::erase_if(alive, [&](std::uint32_t v) { return result.last_level_[v] != 0; });
    }
  }

  result.levels_ = level;
  result.reach_ = polytope.reach();
  for (const std::uint32_t v : alive) {
    result.last_level_[v] = level;
    result.top_.push_back({polytope.vertex(static_cast<int>(v)), v, level});
  }
  std::vector<std::uint32_t> link_count(count, 0), star_count(count, 0);
  for (const Removal& removal : removals) ++link_count[removal.owner], ++star_count[removal.vertex];
  result.link_offset_ = offsets(link_count);
  result.star_offset_ = offsets(star_count);
  result.links_.resize(removals.size());
  result.star_.resize(removals.size());
  std::vector<std::uint32_t> end(result.link_offset_.begin() + 1, result.link_offset_.end());
  std::vector<std::uint32_t> begin(result.star_offset_.begin(), result.star_offset_.end() - 1);
  for (const Removal& removal : removals) {  // filled from the back: coarse levels, which came last, come first
    result.links_[--end[removal.owner]] = {polytope.vertex(static_cast<int>(removal.vertex)), removal.vertex,
                                           removal.level};
    result.star_[begin[removal.vertex]++] = removal.owner;
  }
  return result;
}

int Hierarchy::support(Vec3 direction, int* visited) const { return support_at(1, direction, visited); }

int Hierarchy::support_at(int level, Vec3 direction, int* visited) const {
  // Each dot product errs by less than 4u|d|∞|v|₁, and by less than 2⁻¹⁰⁷² where products underflow; two of them and
  // their difference stay below this margin. Infinite or NaN, it sends every comparison to exact numbers.
  const double margin = 10 * 0x1p-53 * (norm_max(direction) * reach_) + 0x1p-1070;
  Link best = top_[0];
  double best_value = dot(best.point, direction);
  int count = 1;
  const auto improve = [&](const Link& link) {
    const double value = dot(link.point, direction);
    const double gain = value - best_value;
    ++count;
    if (gain < -margin || (!(gain > margin) && compare_exactly(direction, link.point, best.point) <= 0)) return false;
    best = link, best_value = value;
    return true;
  };
  for (std::size_t k = 1; k < top_.size(); ++k) improve(top_[k]);

  // At most one vertex of P_i is above the best of P_{i+1}: those above a plane are connected along edges, here all of
  // them are among the removed, and the removed are not adjacent. So the first that is better is the best of P_i, and
  // its own links go on with the next finer level.
  std::span<const Link> below = links(static_cast<int>(best.vertex));
  while (!below.empty() && below.front().level >= level) {
    below = improve(below.front()) ? links(static_cast<int>(best.vertex)) : below.subspan(1);
  }
  if (visited != nullptr) *visited = count;
  return static_cast<int>(best.vertex);
}

std::size_t Hierarchy::size() const {
  std::size_t total = 0;
  for (const std::int32_t level : last_level_) total += static_cast<std::size_t>(level);
  return total;
}

std::size_t Hierarchy::memory_bytes() const {
  return sizeof(Hierarchy) + (top_.size() + links_.size()) * sizeof(Link) + last_level_.size() * sizeof(std::int32_t) +
         (link_offset_.size() + star_offset_.size() + star_.size()) * sizeof(std::uint32_t);
}

}  // namespace clearance
