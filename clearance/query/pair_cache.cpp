#include <clearance/parts/parts_cache.h>
#include <clearance/query/pair_cache.h>
#include <clearance/solid/mesh_cache.h>

namespace clearance {
using namespace detail;
namespace {

template <class Cache>
std::unique_ptr<Cache> copy_of(const std::unique_ptr<Cache>& cache) {
  return cache ? std::make_unique<Cache>(*cache) : nullptr;
}

}  // namespace

PairCache::PairCache() = default;
PairCache::PairCache(const PairCache& other)
    : convex_(other.convex_), mesh_(copy_of(other.mesh_)), parts_(copy_of(other.parts_)) {}
PairCache& PairCache::operator=(const PairCache& other) { return *this = PairCache(other); }
PairCache::PairCache(PairCache&&) noexcept = default;
PairCache& PairCache::operator=(PairCache&&) noexcept = default;
PairCache::~PairCache() = default;

MeshCache& PairCache::mesh() {
  if (!mesh_) mesh_ = std::make_unique<MeshCache>();
  return *mesh_;
}

PartsCache& PairCache::parts() {
  if (!parts_) parts_ = std::make_unique<PartsCache>();
  return *parts_;
}

}  // namespace clearance
