#include <clearance/contact/manifold.h>
#include <clearance/contact/manifold_scratch.h>
#include <clearance/contact/turned_manifold.h>

#include <algorithm>
#include <utility>

namespace clearance {

struct detail::PairMemory {
  ManifoldCache cache;
  ManifoldScratch scratch;
};

namespace {

using detail::ManifoldCache;
using detail::ManifoldQuestion;
using detail::ManifoldScratch;

// A copy of a shape is the same shape.
bool is_same(const Shape& x, const std::optional<Shape>& kept) {
  if (!kept || x.index() != kept->index()) return false;
  const Shape& y = *kept;
  if (const auto* convex = std::get_if<Rounded>(&x)) {
    const auto& other = std::get<Rounded>(y);
    return convex->core().identity() == other.core().identity() && convex->radius() == other.radius();
  }
  if (const auto* space = std::get_if<HalfSpace>(&x)) {
    const auto& other = std::get<HalfSpace>(y);
    return space->normal() == other.normal() && space->offset() == other.offset();
  }
  if (const auto* mesh = std::get_if<Mesh>(&x)) return mesh->identity() == std::get<Mesh>(y).identity();
  return std::get<Parts>(x).identity() == std::get<Parts>(y).identity();
}

// The row of the table: what stands below the diagonal is asked the other way round.
int rank(const Shape& shape) {
  if (std::holds_alternative<HalfSpace>(shape)) return 0;
  if (std::holds_alternative<Rounded>(shape)) return 1;
  return std::holds_alternative<Mesh>(shape) ? 2 : 3;
}

void find_in_order(const Shape& a, const Shape& b, const ManifoldQuestion& ask, ManifoldCache& cache,
                   ManifoldScratch& scratch, Manifold& out) {
  if (const auto* space = std::get_if<HalfSpace>(&a))
    return detail::half_space_manifold(*space, b, ask, cache.bodies, scratch, out);
  if (std::holds_alternative<Parts>(a) || std::holds_alternative<Parts>(b))
    return detail::parts_manifold(a, b, ask, cache, scratch, out);
  if (const auto* convex = std::get_if<Rounded>(&a)) {
    if (const auto* other = std::get_if<Rounded>(&b))
      return detail::convex_manifold(*convex, *other, ask, cache.bodies.convex(), scratch, out);
    return detail::convex_mesh_manifold(*convex, std::get<Mesh>(b), ask, cache.bodies, scratch, out);
  }
  return detail::mesh_manifold(std::get<Mesh>(a), std::get<Mesh>(b), ask, cache.bodies, scratch, out);
}

}  // namespace

void detail::find_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                           const ManifoldOptions& options, ManifoldCache& cache, ManifoldScratch& scratch,
                           Manifold& out) {
  out.patches.clear();  // each search sets the answer
  out.points.clear();
  const double margin = sound_margin(options.margin);
  if (rank(a) <= rank(b)) {
    find_in_order(a, b, {pose_a, pose_b, margin, options.points_per_patch}, cache, scratch, out);
  } else {
    find_in_order(b, a, {pose_b, pose_a, margin, options.points_per_patch}, cache, scratch, out);
    detail::turn(out);
  }
}

void detail::inherit(const Manifold& before, Manifold& now) {
  std::size_t next = 0;
  for (ContactPoint& point : now.points) {
    // They mostly come in the same order.
    const std::size_t count = before.points.size();
    for (std::size_t k = 0; k < count; ++k, ++next) {
      if (next >= count) next = 0;
      const ContactPoint& old = before.points[next];
      if (old.feature_a != point.feature_a || old.feature_b != point.feature_b) continue;
      point.user = old.user;
      point.age = old.age + 1;
      ++next;
      break;
    }
  }
}

void Manifold::clear() {
  answer = {};
  patches.clear();
  points.clear();
}

Manifold manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const ManifoldOptions& options) {
  ManifoldCache cache;
  ManifoldScratch scratch;
  Manifold found;
  detail::find_manifold(a, pose_a, b, pose_b, options, cache, scratch, found);
  return found;
}

PairContacts::PairContacts() = default;
PairContacts::PairContacts(const PairContacts& other) : now_(other.now_), of_a_(other.of_a_), of_b_(other.of_b_) {}
PairContacts& PairContacts::operator=(const PairContacts& other) {
  if (this != &other) *this = PairContacts(other);
  return *this;
}
PairContacts::PairContacts(PairContacts&&) noexcept = default;
PairContacts& PairContacts::operator=(PairContacts&&) noexcept = default;
PairContacts::~PairContacts() = default;

const Manifold& PairContacts::update(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                     const ManifoldOptions& options) {
  if (!memory_) memory_ = std::make_unique<detail::PairMemory>();
  // The answer is made anew: no need to move it.
  now_.patches.swap(before_.patches);
  now_.points.swap(before_.points);
  detail::find_manifold(a, pose_a, b, pose_b, options, memory_->cache, memory_->scratch, now_);
  const bool is_same_a = is_same(a, of_a_), is_same_b = is_same(b, of_b_);
  if (is_same_a && is_same_b) detail::inherit(before_, now_);
  if (!is_same_a) of_a_ = a;
  if (!is_same_b) of_b_ = b;
  return now_;
}

void PairContacts::clear() {
  now_.clear();
  before_.clear();
  of_a_.reset();
  of_b_.reset();
}

}  // namespace clearance
