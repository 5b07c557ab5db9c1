// Bodies: coming, going, moving, holding each other.
#include <clearance/world/bodies/bodies.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kLastGeneration = 0xffffffffu;

bool is_padding(double padding) { return padding >= 0 && std::isfinite(padding); }

// The shape as it is tested: padding is a larger radius, rounded up.
Result<Rounded> padded(const Polytope& core, double radius, double padding) {
  const double sum = radius + padding;
  // What the sum lost, exactly (Dekker).
  const double lost = smaller(radius, padding) - (sum - larger(radius, padding));
  return Rounded::make(core, lost > 0 ? next_above(sum) : sum);
}

}  // namespace

Bodies::Bodies() : point_(Polytope::assemble({0, {{}}, {0}, 1, {}})) {}

Made<std::uint32_t> Bodies::new_body(const BodyOptions& options) {
  if (!options.name.empty() && names_.count(options.name) > 0) return {WorldFault::NameTaken, options.name};
  std::uint32_t index = static_cast<std::uint32_t>(bodies_.size());
  if (free_bodies_.empty()) {
    slots_.emplace_back();
    bodies_.emplace_back();
  } else {
    index = free_bodies_.back();
    free_bodies_.pop_back();
  }
  slots_[index].alive = slots_[index].is_lone = true;
  bodies_[index].options = options;
  bodies_[index].number = options.name.empty() ? 0 : allowed_.number_of(options.name);
  if (!options.name.empty()) names_.emplace(options.name, index);
  ++alive_;
  return index;
}

template <class Of>
std::shared_ptr<const SupportBound> Bodies::known_bound(const void* key, const Of& of) {
  if (bounds_.size() > 2 * leaves_.size() + 16)
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

std::shared_ptr<const SupportBound> Bodies::bound_of(const Polytope& core) {
  return core.vertex_count() < SupportBound::kWorthwhile ? nullptr : known_bound(core.x(), core);
}

// A few triangles are boxed as fast one by one, and more tightly.
std::shared_ptr<const SupportBound> Bodies::bound_of(const Shape& general) {
  constexpr std::size_t kFewTriangles = 24;
  if (const auto* parts = std::get_if<Parts>(&general)) return bound_of(parts->hull().core());
  const Mesh& mesh = *std::get_if<Mesh>(&general);
  return mesh.triangle_count() <= kFewTriangles ? nullptr : known_bound(mesh.identity(), mesh);
}

void Bodies::add_leaf(std::uint32_t body, Leaf leaf, const LeafRest& rest) {
  std::uint32_t slot = static_cast<std::uint32_t>(leaves_.size());
  if (!free_leaves_.empty()) {
    slot = free_leaves_.back();
    free_leaves_.pop_back();
    leaves_[slot] = std::move(leaf);
  } else {
    leaves_.push_back(std::move(leaf));
    rests_.emplace_back();
    filters_.emplace_back();
    box_is_stale_.push_back(0);
    motions_.make_room(leaves_.size());
  }
  Leaf& added = leaves_[slot];
  added.body = body;
  added.part = static_cast<std::uint32_t>(bodies_[body].leaves.size());
  added.general = rest.general.get();
  added.bound = added.space                ? nullptr
                : added.general != nullptr ? bound_of(*added.general)
                                           : bound_of(added.shape.core());
  has_general_ = has_general_ || added.general != nullptr;
  bodies_[body].leaves.push_back(slot);
  slots_[body].leaf = bodies_[body].leaves[0];
  slots_[body].is_single = bodies_[body].leaves.size() == 1 && !added.space && rest.offset == Pose{};
  rests_[slot] = rest;
  if (added.space) {
    half_spaces_.insert(std::upper_bound(half_spaces_.begin(), half_spaces_.end(), slot), slot);
    filtering_is_new_ = true;  // it meets those that stand still as well
  }
  mark_changed(slot);
}

Made<BodyId> Bodies::add(std::span<const Part> parts, const Pose& pose, const BodyOptions& options,
                         std::uint64_t clock) {
  if (parts.empty()) return {WorldFault::NoParts, options.name};
  if (!is_padding(options.padding)) return {WorldFault::BadPadding, options.name};
  std::vector<Leaf> leaves;
  std::vector<LeafRest> rests;
  leaves.reserve(parts.size());
  rests.reserve(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string place = options.name + (parts.size() > 1 ? " part " + std::to_string(k) : "");
    if (const auto* space = std::get_if<HalfSpace>(&parts[k].shape)) {
      const Result<Pose> at = compose(pose, parts[k].offset);
      if (parts.size() > 1) return {WorldFault::HalfSpacePart, place};
      if (!at) return {WorldFault::BadPose, at.error().within(place).place, at.error().fault};
      return add(*space, *at, options, clock);
    }
    const auto* convex = std::get_if<Rounded>(&parts[k].shape);
    const double radius = convex != nullptr ? convex->radius() : 0;
    const Result<Rounded> shape = padded(convex != nullptr ? convex->core() : point_.core(), radius, options.padding);
    if (!shape) return {WorldFault::BadPadding, place};
    const Result<Pose> at = compose(pose, parts[k].offset);
    if (!at) return {WorldFault::BadPose, at.error().within(place).place, at.error().fault};
    leaves.push_back({.shape = *shape, .pose = *at, .born = clock});
    rests.push_back({.radius = radius, .offset = parts[k].offset});
    if (convex == nullptr) rests.back().general = std::make_shared<const Shape>(parts[k].shape);
  }
  const Made<std::uint32_t> body = new_body(options);
  if (!body) return {body.fault(), options.name};
  bodies_[*body].own_pose = pose;
  for (std::size_t k = 0; k < parts.size(); ++k) add_leaf(*body, std::move(leaves[k]), rests[k]);
  refresh_filters(*body);
  return id_of(*body);
}

Made<BodyId> Bodies::add(const HalfSpace& space, const Pose& pose, const BodyOptions& options, std::uint64_t clock) {
  BodyOptions fixed = options;
  fixed.is_static = true;
  if (!is_padding(options.padding)) return {WorldFault::BadPadding, options.name};
  if (options.padding != 0) return {WorldFault::NoPadding, options.name};
  const Made<std::uint32_t> body = new_body(fixed);
  if (!body) return {body.fault(), options.name};
  bodies_[*body].own_pose = pose;
  add_leaf(*body, {.shape = point_, .pose = pose, .space = space, .born = clock}, {});
  refresh_filters(*body);
  return id_of(*body);
}

Done Bodies::remove(BodyId id) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  Body& body = bodies_[id.index];
  for (const std::uint32_t held : std::vector(body.holds)) detach(id_of(held)).expect();
  if (body.holder != kNobody) detach(id).expect();
  for (const std::uint32_t slot : body.leaves) {
    Leaf& leaf = leaves_[slot];
    if (leaf.space) half_spaces_.erase(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), slot));
    leaf.body = kNobody;
    mark_changed(slot);
    leaf.space.reset();
    leaf.shape = point_;
    leaf.general = nullptr;
    leaf.bound.reset();  // known by the address of its shape, it must not live longer
    rests_[slot].general.reset();
    filters_[slot] = {};
    free_leaves_.push_back(slot);
  }
  if (!body.options.name.empty()) names_.erase(body.options.name);
  body.options = {};
  body.leaves.clear();
  ++filter_revision_;
  slots_[id.index].alive = false;
  allowed_.forget_body(id.index);
  --alive_;
  // A place whose ids are used up is not taken again: stale ids stay stale.
  if (++slots_[id.index].generation < kLastGeneration) free_bodies_.push_back(id.index);
  return {};
}

// Whether every part of the body, and of what it holds, has a pose there.
bool Bodies::can_place(std::uint32_t index, const Pose& pose) const {
  const Body& body = bodies_[index];
  for (const std::uint32_t leaf : body.leaves)
    if (!compose(pose, rests_[leaf].offset)) return false;
  for (const std::uint32_t held : body.holds) {
    const Result<Pose> there = compose(pose, bodies_[held].relative);
    if (!there || !can_place(held, *there)) return false;
  }
  return true;
}

void Bodies::place(std::uint32_t index, const Pose& pose) {
  Body& body = bodies_[index];
  body.own_pose = pose;
  for (const std::uint32_t leaf : body.leaves) set_pose(leaf, compose(pose, rests_[leaf].offset).value());
  for (const std::uint32_t held : body.holds) place(held, compose(pose, bodies_[held].relative).value());
}

Done Bodies::move_several(std::uint32_t body, const Pose& pose) {
  if (is_half_space(body)) return WorldFault::IsHalfSpace;
  if (bodies_[body].holder != kNobody) return WorldFault::Attached;
  if (!can_place(body, pose)) return WorldFault::BadPose;
  place(body, pose);
  return {};
}

Done Bodies::set_padding(BodyId id, double padding) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  if (!is_padding(padding)) return WorldFault::BadPadding;
  Body& body = bodies_[id.index];
  if (is_half_space(id.index)) return WorldFault::IsHalfSpace;
  for (const std::uint32_t leaf : body.leaves)
    if (!padded(leaves_[leaf].shape.core(), rests_[leaf].radius, padding)) return WorldFault::BadPadding;
  for (const std::uint32_t leaf : body.leaves) {
    leaves_[leaf].shape = padded(leaves_[leaf].shape.core(), rests_[leaf].radius, padding).value();
    mark_changed(leaf);
  }
  body.options.padding = padding;
  return {};
}

Done Bodies::set_groups(BodyId id, Groups groups) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  bodies_[id.index].options.groups = groups;
  refresh_filters(id.index);
  filtering_is_new_ = true;
  return {};
}

Done Bodies::set_user(BodyId id, std::uint64_t user) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  bodies_[id.index].options.user = user;
  return {};
}

void Bodies::hold(std::uint32_t held, std::uint32_t holder, const Pose& relative) {
  bodies_[held].relative = relative;
  bodies_[held].holder = holder;
  bodies_[holder].holds.push_back(held);
  refresh_lone(held);
  refresh_lone(holder);
  refresh_filters(held);
  filtering_is_new_ = true;
}

Done Bodies::attach(BodyId held, BodyId holder) {
  for (const BodyId id : {held, holder})
    if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  if (is_half_space(held.index) || is_half_space(holder.index)) return WorldFault::IsHalfSpace;
  if (bodies_[held.index].holder != kNobody) return WorldFault::Attached;
  for (std::uint32_t above = holder.index; above != kNobody; above = bodies_[above].holder)
    if (above == held.index) return WorldFault::OwnHolder;
  const Result<Pose> seen = relative(pose_of(holder.index), pose_of(held.index));
  if (!seen) return WorldFault::BadPose;
  hold(held.index, holder.index, *seen);
  return {};
}

Done Bodies::detach(BodyId held) {
  if (const WorldFault fault = fault_of(held); fault != WorldFault::None) return fault;
  Body& body = bodies_[held.index];
  if (body.holder == kNobody) return WorldFault::NotAttached;
  const std::uint32_t holder = body.holder;
  std::erase(bodies_[holder].holds, held.index);
  body.holder = kNobody;
  refresh_lone(held.index);
  refresh_lone(holder);
  refresh_filters(held.index);
  filtering_is_new_ = true;
  return {};
}

void Bodies::allow(std::string_view a, std::string_view b, bool allowed) {
  allowed_.set(allowed_.number_of(a), allowed_.number_of(b), allowed);
  refresh_all_filters();
}

void Bodies::allow_everything(std::string_view name, bool allowed) {
  allowed_.set_with_everything(allowed_.number_of(name), allowed);
  refresh_all_filters();
}

Done Bodies::allow(BodyId a, BodyId b, bool allowed) {
  for (const BodyId id : {a, b})
    if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  allowed_.set_bodies(a.index, b.index, allowed);
  refresh_filters(a.index);
  refresh_filters(b.index);
  filtering_is_new_ = true;
  return {};
}

void Bodies::refresh_filters(std::uint32_t index) {
  ++filter_revision_;
  const Body& body = bodies_[index];
  const bool is_mentioned = allowed_.mentions({index, body.number});
  for (const std::uint32_t leaf : body.leaves)
    filters_[leaf] = {index, body.holder, body.number, body.options.groups, body.options.is_static, is_mentioned};
}

void Bodies::refresh_all_filters() {
  for (std::uint32_t index = 0; index < bodies_.size(); ++index) refresh_filters(index);
  filtering_is_new_ = true;
}

void Bodies::refresh_lone(std::uint32_t index) {
  slots_[index].is_lone = bodies_[index].holder == kNobody && bodies_[index].holds.empty();
}

void Bodies::note_frame() {
  for (const std::uint32_t leaf : motions_.noted()) {
    rests_[leaf].previous = leaves_[leaf].pose;
    rests_[leaf].previous_radius = leaves_[leaf].shape.radius();
  }
}

std::vector<BodyId> Bodies::ids() const {
  std::vector<BodyId> ids;
  ids.reserve(alive_);
  for (std::uint32_t index = 0; index < slots_.size(); ++index)
    if (slots_[index].alive) ids.push_back(id_of(index));
  return ids;
}

std::optional<BodyId> Bodies::find(const std::string& name) const {
  const auto at = names_.find(name);
  if (at == names_.end()) return std::nullopt;
  return id_of(at->second);
}

Shape Bodies::own_shape(std::uint32_t leaf) const {
  if (leaves_[leaf].general != nullptr) return *leaves_[leaf].general;
  return rounded(leaves_[leaf].shape.core(), rests_[leaf].radius);
}

}  // namespace clearance::detail
