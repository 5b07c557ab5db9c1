#include <clearance/narrow/expansion.h>

#include <clearance/narrow/exact_planes.h>
#include <clearance/narrow/exact_roots.h>
#include <clearance/narrow/hull_of_differences.h>
#include <clearance/narrow/nearest_walk.h>

#include <algorithm>

namespace clearance {
namespace {

constexpr int kMaxSteps = 10000;

using Facet = HullOfDifferences::Facet;

// Facets by their lower bound, the nearest first; dead ones are skipped when met.
class NearestFirst {
 public:
  explicit NearestFirst(HullOfDifferences& hull) : hull_(hull) {
    heap_.reserve(128);
    for (std::int32_t f = 0; f < static_cast<std::int32_t>(hull.facets().size()); ++f)
      if (hull.facets()[static_cast<std::size_t>(f)].alive) push(f);
  }
  void push(std::int32_t facet) {
    heap_.push_back({hull_.facets()[static_cast<std::size_t>(facet)].lower, facet});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
  }
  std::int32_t top() {
    while (!hull_.facets()[static_cast<std::size_t>(heap_.front().facet)].alive) pop();
    return heap_.front().facet;
  }

 private:
  struct Entry {
    double lower;
    std::int32_t facet;
  };
  static bool later(const Entry& x, const Entry& y) {
    return x.lower > y.lower || (x.lower == y.lower && x.facet > y.facet);
  }
  HullOfDifferences& hull_;
  std::byte buffer_[4096];
  std::pmr::monotonic_buffer_resource memory_{buffer_, sizeof buffer_};
  std::pmr::vector<Entry> heap_{&memory_};
};

// The depth along d, not less than the true one; d is of unit length up to rounding.
template <int kWidth>
CLEARANCE_INLINE double depth_above(const PosedPair& pair, Vec3 d, VertexPair& found) {
  const SupportPair support = pair.template support<kWidth>(d, found);
  found = support.pair;
  const double depth = (-support.value + pair.bound(d)) * (1 + 0x1p-50) / norm(d);
  return depth >= 0 ? depth : std::numeric_limits<double>::infinity();  // a facet without area has no direction
}

// Where the origin projects to in the facet, as weights of its vertices.
void set_facet(DepthBracket& depth, const HullOfDifferences& hull, const Facet& facet) {
  PointSimplex simplex;
  for (const std::int32_t v : facet.vertex) {
    const auto& vertex = hull.vertices()[static_cast<std::size_t>(v)];
    simplex.add(vertex.pair, vertex.m);
  }
  nearest_point(simplex);
  for (int k = 0; k < 3; ++k) {
    depth.facet[k] = simplex.pair[k < simplex.count ? k : 0];
    depth.weight[k] = k < simplex.count ? simplex.weight[k] : 0;
  }
}

void fill_shell(const PosedPair& pair, const HullOfDifferences& hull, Shell& shell) {
  shell = {};
  for (const auto& vertex : hull.vertices())
    shell.pairs.push_back({pair.a().id(vertex.pair.a), pair.b().id(vertex.pair.b)});
  for (const Facet& facet : hull.facets())
    if (facet.alive)
      shell.facets.push_back({{static_cast<std::uint32_t>(facet.vertex[0]), static_cast<std::uint32_t>(facet.vertex[1]),
                               static_cast<std::uint32_t>(facet.vertex[2])}});
}

// The distance of a facet's plane, rounded down, by exact arithmetic: for facets too thin for doubles.
double exact_lower(HullOfDifferences& hull, const Facet& facet) {
  const DyadicVec normal = hull.exact_normal(facet);
  const Dyadic offset = hull.exact_offset(facet), scale = hull.exact_pair().scale();
  return offset.sign() > 0 ? square_root_below(offset * offset, scale * scale * dot(normal, normal)) : 0;
}

// Doubles stalled at this facet: the exact support along its exact normal either lies beyond it, and the hull grows, or
// the facet is the nearest of the whole difference body and its plane gives the depth.
bool grow_exactly(const PosedPair& pair, HullOfDifferences& hull, std::int32_t at, DepthBracket& depth) {
  const ExactSupport support(pair);
  const Facet facet = hull.facets()[static_cast<std::size_t>(at)];
  const DyadicVec inward = -hull.exact_normal(facet);
  if (hull.add(support.minimise(inward), at)) return true;
  const Vec3 d = direction_of(inward);
  const Dyadic reached = -dot(exact(d), support.difference(support.minimise(exact(d))));
  const double upper = reached.sign() > 0 ? square_root_above(reached * reached, support.scale() * support.scale() *
                                                                                     dot(exact(d), exact(d)))
                                          : 0;
  if (upper < depth.upper) {
    depth.upper = upper, depth.direction = d;
    set_facet(depth, hull, facet);
  }
  return false;
}

template <int kWidth>
CLEARANCE_INLINE DepthBracket expand_body(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell) {
  HullOfDifferences hull(pair, around);
  NearestFirst queue(hull);
  DepthBracket depth;
  depth.upper = std::numeric_limits<double>::infinity();
  VertexPair hint = around[0];
  const auto tight = [&] {
    return depth.upper < std::numeric_limits<double>::infinity() &&
           depth.upper - depth.lower <= allowed_width(pair, depth.upper);
  };
  for (; depth.steps < kMaxSteps; ++depth.steps) {
    const std::int32_t at = queue.top();
    const Facet facet = hull.facets()[static_cast<std::size_t>(at)];
    depth.lower = facet.lower;
    if (tight()) break;
    const Vec3 d = facet.normal * (-1 / norm(facet.normal));
    const double upper = depth_above<kWidth>(pair, d, hint);
    if (upper < depth.upper) {
      depth.upper = upper, depth.direction = d;
      set_facet(depth, hull, facet);
      if (tight()) break;
    }
    if (!hull.add(hint, at)) {
      // Thin facets understate their distance in doubles: look again with the exact one before anything else.
      if (!facet.exact) {
        hull.set_exact_lower(at, exact_lower(hull, facet));
        queue.pop();
        queue.push(at);
        continue;
      }
      if (!grow_exactly(pair, hull, at, depth)) break;
    }
    for (const std::int32_t fresh : hull.made()) queue.push(fresh);
  }
  depth.lower = smaller(depth.lower, depth.upper);
  if (shell != nullptr) fill_shell(pair, hull, *shell);
  return depth;
}

}  // namespace

CLEARANCE_DISPATCH(DepthBracket, expand, (const PosedPair& pair, std::span<const VertexPair> around, Shell* shell),
                   expand_body, (pair, around, shell))

}  // namespace clearance
