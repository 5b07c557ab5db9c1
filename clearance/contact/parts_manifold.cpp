// Where bodies of parts meet: the trees of hulls lead to the pairs of parts that are within the margin, and each of
// these is a pair of its own, with a cache of its own.
#include <clearance/contact/manifold_scratch.h>
#include <clearance/parts/parts_cache.h>
#include <clearance/parts/query_leaf.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace clearance::detail {
namespace {

// More pairs of parts than this are forgotten, to be made anew: worlds keep them for every pair of bodies.
constexpr std::size_t kMostCaches = 512;

void turn(Manifold& found) {
  for (ContactPatch& patch : found.patches) patch.normal = -patch.normal;
  for (ContactPoint& point : found.points) {
    std::swap(point.a, point.b);
    std::swap(point.feature_a, point.feature_b);
  }
}

// A body of parts, or one that is a single part.
class Body {
 public:
  explicit Body(const Shape& shape)
      : parts_(std::get_if<Parts>(&shape)), convex_(std::get_if<Rounded>(&shape)), mesh_(std::get_if<Mesh>(&shape)) {}

  bool is_of_parts() const { return parts_ != nullptr; }
  bool is_leaf(std::int32_t node) const { return parts_ == nullptr || at(node).part >= 0; }
  std::uint32_t part(std::int32_t node) const {
    return parts_ == nullptr ? kNoIndex : static_cast<std::uint32_t>(at(node).part);
  }
  const HullNode& at(std::int32_t node) const { return parts_->nodes()[static_cast<std::size_t>(node)]; }
  // Nothing for a mesh alone.
  const Rounded* hull(std::int32_t node) const { return parts_ == nullptr ? convex_ : &at(node).hull; }
  const Rounded* convex(std::int32_t node) const {
    return parts_ == nullptr ? convex_ : std::get_if<Rounded>(&(*parts_)[part(node)]);
  }
  const Mesh* mesh(std::int32_t node) const {
    return parts_ == nullptr ? mesh_ : std::get_if<Mesh>(&(*parts_)[part(node)]);
  }

 private:
  const Parts* parts_;
  const Rounded* convex_;
  const Mesh* mesh_;
};

class PartPairs {
 public:
  PartPairs(const Shape& a, const Shape& b, const ManifoldQuestion& ask, std::vector<PartPairCache>& caches,
            ManifoldScratch& scratch, Manifold& out)
      : a_(a), b_(b), ask_(ask), caches_(caches), scratch_(scratch), out_(out) {}

  void find() {
    auto& left = scratch_.part_pairs;
    left.assign(1, {0, 0});
    while (!left.empty()) {
      const auto [na, nb] = left.back();
      left.pop_back();
      if (!may_meet(na, nb)) continue;
      const bool is_leaf_a = a_.is_leaf(na), is_leaf_b = b_.is_leaf(nb);
      if (is_leaf_a && is_leaf_b) {
        look_at(na, nb);
      } else if (!is_leaf_a && (is_leaf_b || size(a_, na) >= size(b_, nb))) {
        left.push_back({a_.at(na).rest, nb});
        left.push_back({a_.at(na).first, nb});
      } else {
        left.push_back({na, b_.at(nb).rest});
        left.push_back({na, b_.at(nb).first});
      }
    }
  }

 private:
  static double size(const Body& body, std::int32_t node) { return body.hull(node)->core().size(); }

  // Hulls hold their parts. What is one convex part against another is left to their manifold.
  bool may_meet(std::int32_t na, std::int32_t nb) const {
    const Rounded *hull_a = a_.hull(na), *hull_b = b_.hull(nb);
    if (a_.is_leaf(na) && b_.is_leaf(nb) && a_.convex(na) != nullptr && b_.convex(nb) != nullptr) return true;
    if (hull_a == nullptr || hull_b == nullptr) return true;
    ConvexCache cache;
    if (!(ask_.margin > 0)) return static_cast<bool>(intersects(*hull_a, ask_.pose_a, *hull_b, ask_.pose_b, cache));
    if (!(ask_.margin <= kMaxCoordinate)) return true;
    DistanceOptions near;
    near.only_below = next_above(ask_.margin);
    return distance(*hull_a, ask_.pose_a, *hull_b, ask_.pose_b, cache, near).lower <= ask_.margin;
  }

  void look_at(std::int32_t na, std::int32_t nb) {
    const std::uint32_t part_a = a_.part(na), part_b = b_.part(nb);
    PairCache& cache = cache_of(part_a, part_b);
    Manifold& leaf = scratch_.leaf;
    leaf.clear();
    const Rounded *convex_a = a_.convex(na), *convex_b = b_.convex(nb);
    if (convex_a != nullptr && convex_b != nullptr) {
      convex_manifold(*convex_a, *convex_b, ask_, cache.convex(), scratch_, leaf);
    } else if (convex_a != nullptr) {
      convex_mesh_manifold(*convex_a, *b_.mesh(nb), ask_, cache, scratch_, leaf);
    } else if (convex_b != nullptr) {
      const ManifoldQuestion turned{ask_.pose_b, ask_.pose_a, ask_.margin, ask_.points_per_patch};
      convex_mesh_manifold(*convex_b, *a_.mesh(na), turned, cache, scratch_, leaf);
      turn(leaf);
    } else {
      mesh_manifold(*a_.mesh(na), *b_.mesh(nb), ask_, cache, scratch_, leaf);
    }
    for (ContactPatch patch : leaf.patches) {
      patch.first_point += static_cast<std::uint32_t>(out_.points.size());
      patch.part_a = part_a, patch.part_b = part_b;
      out_.patches.push_back(patch);
    }
    for (ContactPoint point : leaf.points) {
      point.feature_a.part = part_a, point.feature_b.part = part_b;
      out_.points.push_back(point);
    }
  }

  PairCache& cache_of(std::uint32_t part_a, std::uint32_t part_b) {
    const auto key = [](const PartPairCache& at) { return std::pair(at.part_a, at.part_b); };
    auto at = std::lower_bound(caches_.begin(), caches_.end(), std::pair(part_a, part_b),
                               [&](const PartPairCache& x, const auto& y) { return key(x) < y; });
    if (at != caches_.end() && key(*at) == std::pair(part_a, part_b)) return at->cache;
    if (caches_.size() >= kMostCaches) {
      caches_.clear();
      at = caches_.end();
    }
    return caches_.insert(at, {part_a, part_b, {}})->cache;
  }

  Body a_, b_;
  const ManifoldQuestion& ask_;
  std::vector<PartPairCache>& caches_;
  ManifoldScratch& scratch_;
  Manifold& out_;
};

}  // namespace

void parts_manifold(const Shape& a, const Shape& b, const ManifoldQuestion& ask, ManifoldCache& cache,
                    ManifoldScratch& scratch, Manifold& out) {
  out.answer = intersects(a, ask.pose_a, b, ask.pose_b, cache.bodies);
  if (!out.answer && !(ask.margin > 0)) return;
  PartPairs(a, b, ask, cache.parts, scratch, out).find();
  sort_patches(scratch, out);
}

}  // namespace clearance::detail
