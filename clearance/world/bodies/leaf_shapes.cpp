#include <clearance/world/bodies/leaf_shapes.h>
#include <clearance/world/bodies/take_number.h>

#include <utility>

namespace clearance::detail {
namespace {

// No radius of a convex shape.
constexpr double kGeneral = -1;

const void* identity_of(const Shape& general) {
  if (const auto* mesh = std::get_if<Mesh>(&general)) return mesh->identity();
  return std::get_if<Parts>(&general)->identity();
}

}  // namespace

LeafShapes::LeafShapes() {
  add({}, {.tested = Rounded(Polytope::assemble({0, {{}}, {0}, 1, {}}))});  // one leaf more than there are: it stays
}

std::uint32_t LeafShapes::find(const Key& key) {
  const auto at = numbers_.find(key);
  if (at == numbers_.end()) return kNone;
  ++entries_[at->second].leaves;
  return at->second;
}

std::uint32_t LeafShapes::add(const Key& key, LeafShape shape) {
  const std::uint32_t number = take_number(entries_, free_);
  if (key.identity != nullptr) numbers_.emplace(key, number);
  entries_[number] = {std::make_shared<const LeafShape>(std::move(shape)), key, 1};
  return number;
}

std::uint32_t LeafShapes::take(const Rounded& tested, double radius) {
  const Key key{tested.core().identity(), tested.radius(), radius};
  if (const std::uint32_t known = find(key); known != kNone) return known;
  return add(key, {.tested = tested, .radius = radius, .bound = bound_of(tested.core())});
}

std::uint32_t LeafShapes::take(const Shape& general, double padding) {
  const Key key{identity_of(general), padding, kGeneral};
  if (const std::uint32_t known = find(key); known != kNone) return known;
  return add(key, {.tested = rounded(point().core(), padding),
                   .bound = bound_of(general),
                   .general = std::make_shared<const Shape>(general)});
}

std::uint32_t LeafShapes::take(const HalfSpace& space) { return add({}, {.tested = point(), .space = space}); }

void LeafShapes::let_go(std::uint32_t number) {
  Entry& entry = entries_[number];
  if (--entry.leaves > 0) return;
  if (entry.key.identity != nullptr) numbers_.erase(entry.key);
  entry = {};
  free_.push_back(number);
}

template <class Of>
std::shared_ptr<const SupportBound> LeafShapes::known_bound(const void* key, const Of& of) {
  if (bounds_.size() > 2 * entries_.size() + 16)
    std::erase_if(bounds_, [](const auto& entry) { return entry.second.expired(); });
  // A bound keeps the shape it is of: as long as it is known, no other shape has that address.
  struct Kept {
    Of shape;
    SupportBound bound;
  };
  std::weak_ptr<const SupportBound>& known = bounds_[key];
  std::shared_ptr<const SupportBound> bound = known.lock();
  if (bound) return bound;
  const auto kept = std::make_shared<const Kept>(Kept{of, SupportBound(of)});
  known = bound = std::shared_ptr<const SupportBound>(kept, &kept->bound);
  return bound;
}

std::shared_ptr<const SupportBound> LeafShapes::bound_of(const Polytope& core) {
  return core.vertex_count() < SupportBound::kWorthwhile ? nullptr : known_bound(core.x(), core);
}

// A few triangles are boxed as fast one by one, and more tightly.
std::shared_ptr<const SupportBound> LeafShapes::bound_of(const Shape& general) {
  constexpr std::size_t kFewTriangles = 24;
  if (const auto* parts = std::get_if<Parts>(&general)) return bound_of(parts->hull().core());
  const Mesh& mesh = *std::get_if<Mesh>(&general);
  return mesh.triangle_count() <= kFewTriangles ? nullptr : known_bound(mesh.identity(), mesh);
}

}  // namespace clearance::detail
