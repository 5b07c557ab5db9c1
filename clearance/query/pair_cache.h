// What any pair of shapes remembers from query to query, to make the next, similar question cheaper. It is never
// believed, only tried first, and knows whose evidence it holds: for other shapes it begins anew
// (docs/decisions/0013). It belongs to one pair and one thread at a time; a default-made one is empty.
#pragma once

#include <clearance/convex/convex_cache.h>

#include <memory>

namespace clearance {

namespace detail {
struct MeshCache;   // solid/mesh_cache.h
struct PartsCache;  // parts/parts_cache.h
}  // namespace detail

class PairCache {
 public:
  PairCache();
  PairCache(const PairCache& other);
  PairCache& operator=(const PairCache& other);
  PairCache(PairCache&&) noexcept;
  PairCache& operator=(PairCache&&) noexcept;
  ~PairCache();

  // Of two convex bodies. Who keeps one for each of very many convex pairs can keep this instead.
  ConvexCache& convex() { return convex_; }
  // Made when first asked for.
  detail::MeshCache& mesh();
  detail::PartsCache& parts();

 private:
  ConvexCache convex_;
  std::unique_ptr<detail::MeshCache> mesh_;
  std::unique_ptr<detail::PartsCache> parts_;
};

}  // namespace clearance
