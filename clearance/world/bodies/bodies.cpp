// Bodies: coming, going, moving, holding each other.
#include <clearance/world/bodies/bodies.h>
#include <clearance/world/bodies/take_number.h>

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

Bodies::Bodies() : options_(1) {}

BodyOptions& Bodies::own_options(std::uint32_t body) {
  Slot& slot = slots_[body];
  if (slot.options == 0) slot.options = take_number(options_, free_options_);
  return options_[slot.options].options;
}

Bodies::Rest& Bodies::own_rest(std::uint32_t body) {
  Slot& slot = slots_[body];
  if (slot.rest == kNobody) slot.rest = take_number(rests_, free_rests_);
  return rests_[slot.rest];
}

Made<std::uint32_t> Bodies::new_body(const BodyOptions& options) {
  if (!options.name.empty() && names_.count(options.name) > 0) return {WorldFault::NameTaken, options.name};
  const std::uint32_t index = take_number(slots_, free_bodies_);
  slots_[index].alive = slots_[index].is_lone = true;
  if (!(options == BodyOptions{})) {
    own_options(index) = options;
    options_[slots_[index].options].number = options.name.empty() ? 0 : allowed_.number_of(options.name);
  }
  if (!options.name.empty()) names_.emplace(options.name, index);
  ++alive_;
  return index;
}

void Bodies::add_leaf(std::uint32_t body, const Draft& draft, std::uint64_t clock) {
  const std::uint32_t leaf = take_number(leaves_, free_leaves_);
  filters_.resize(leaves_.size());
  box_is_stale_.resize(leaves_.size(), 0);
  motions_.make_room(leaves_.size());
  Leaf& added = leaves_[leaf];
  added = {.pose = draft.pose, .its = &shapes_[draft.number], .number = draft.number, .body = body, .born = clock};
  const bool is_first = slots_[body].leaf == kNobody, has_offset = !(draft.offset == Pose{});
  if (is_first) {
    slots_[body].leaf = leaf;
  } else {
    std::vector<std::uint32_t>& leaves = own_rest(body).leaves;
    if (leaves.empty()) leaves.push_back(slots_[body].leaf);
    added.part = static_cast<std::uint32_t>(leaves.size());
    leaves.push_back(leaf);
  }
  slots_[body].is_single = is_first && !has_offset && added.space() == nullptr;
  if (has_offset) {
    added.offset = take_number(offsets_, free_offsets_);
    offsets_[added.offset] = draft.offset;
  }
  has_general_ = has_general_ || added.general() != nullptr;
  if (added.space() != nullptr) {
    half_spaces_.insert(std::upper_bound(half_spaces_.begin(), half_spaces_.end(), leaf), leaf);
    filtering_is_new_ = true;  // it meets those that stand still as well
  }
  mark_changed(leaf);
}

void Bodies::empty_leaf(std::uint32_t leaf) {
  Leaf& empty = leaves_[leaf];
  if (empty.space() != nullptr) half_spaces_.erase(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), leaf));
  if (empty.offset != kNobody) free_offsets_.push_back(empty.offset);
  shapes_.let_go(empty.number);
  empty = {.pose = empty.pose, .its = &shapes_[LeafShapes::kPoint], .born = empty.born};
  mark_changed(leaf);
  filters_[leaf] = {};
  free_leaves_.push_back(leaf);
}

Made<BodyId> Bodies::add(std::span<const Part> parts, const Pose& pose, const BodyOptions& options,
                         std::uint64_t clock) {
  if (parts.empty()) return {WorldFault::NoParts, options.name};
  if (!is_padding(options.padding)) return {WorldFault::BadPadding, options.name};
  std::vector<Draft> drafts;
  drafts.reserve(parts.size());
  const auto refused = [&](WorldFault fault, const std::string& place, const std::string& text) {
    for (const Draft& draft : drafts) shapes_.let_go(draft.number);
    return Made<BodyId>(fault, place, text);
  };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto place = [&] { return options.name + (parts.size() > 1 ? " part " + std::to_string(k) : ""); };
    const Result<Pose> at = compose(pose, parts[k].offset);
    if (const auto* space = std::get_if<HalfSpace>(&parts[k].shape)) {
      if (parts.size() > 1) return refused(WorldFault::HalfSpacePart, place(), to_string(WorldFault::HalfSpacePart));
      if (!at) return {WorldFault::BadPose, at.error().within(place()).place, at.error().fault};
      return add(*space, *at, options, clock);
    }
    const auto* convex = std::get_if<Rounded>(&parts[k].shape);
    const double radius = convex != nullptr ? convex->radius() : 0;
    const Result<Rounded> tested = padded((convex != nullptr ? *convex : point()).core(), radius, options.padding);
    if (!tested) return refused(WorldFault::BadPadding, place(), to_string(WorldFault::BadPadding));
    if (!at) return refused(WorldFault::BadPose, at.error().within(place()).place, at.error().fault);
    drafts.push_back({convex != nullptr ? shapes_.take(*tested, radius) : shapes_.take(parts[k].shape, options.padding),
                      *at, parts[k].offset});
  }
  const Made<std::uint32_t> body = new_body(options);
  if (!body) return refused(body.fault(), options.name, to_string(body.fault()));
  for (const Draft& draft : drafts) add_leaf(*body, draft, clock);
  if (!slots_[*body].is_single) own_rest(*body).own_pose = pose;
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
  add_leaf(*body, {shapes_.take(space), pose, {}}, clock);
  own_rest(*body).own_pose = pose;
  refresh_filters(*body);
  return id_of(*body);
}

Done Bodies::remove(BodyId id) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  const std::span<const std::uint32_t> holds = held_by(id.index);
  for (const std::uint32_t held : std::vector(holds.begin(), holds.end())) detach(id_of(held)).expect();
  if (holder_of(id.index) != kNobody) detach(id).expect();
  for (const std::uint32_t leaf : leaves_of(id.index)) empty_leaf(leaf);
  if (!options_of(id.index).name.empty()) names_.erase(options_of(id.index).name);
  Slot& slot = slots_[id.index];
  if (slot.options != 0) {
    options_[slot.options] = {};
    free_options_.push_back(slot.options);
  }
  if (slot.rest != kNobody) {
    rests_[slot.rest] = {};
    free_rests_.push_back(slot.rest);
  }
  slot = {.generation = slot.generation + 1};
  ++filter_revision_;
  allowed_.forget_body(id.index);
  --alive_;
  // A place whose ids are used up is not taken again: stale ids stay stale.
  if (slot.generation < kLastGeneration) free_bodies_.push_back(id.index);
  return {};
}

// Whether every part of the body, and of what it holds, has a pose there.
bool Bodies::can_place(std::uint32_t index, const Pose& pose) const {
  for (const std::uint32_t leaf : leaves_of(index))
    if (!compose(pose, offset_of(leaf))) return false;
  for (const std::uint32_t held : held_by(index)) {
    const Result<Pose> there = compose(pose, rests_[slots_[held].rest].relative);
    if (!there || !can_place(held, *there)) return false;
  }
  return true;
}

void Bodies::place(std::uint32_t index, const Pose& pose) {
  if (!slots_[index].is_single) own_rest(index).own_pose = pose;
  for (const std::uint32_t leaf : leaves_of(index)) set_pose(leaf, compose(pose, offset_of(leaf)).value());
  for (const std::uint32_t held : held_by(index))
    place(held, compose(pose, rests_[slots_[held].rest].relative).value());
}

WorldFault Bodies::fault_of_move(std::uint32_t body, const Pose& pose) const {
  if (is_half_space(body)) return WorldFault::IsHalfSpace;
  if (holder_of(body) != kNobody) return WorldFault::Attached;
  return can_place(body, pose) ? WorldFault::None : WorldFault::BadPose;
}

Done Bodies::move_several(std::uint32_t body, const Pose& pose) {
  if (const WorldFault fault = fault_of_move(body, pose); fault != WorldFault::None) return fault;
  place(body, pose);
  return {};
}

void Bodies::set_shape(std::uint32_t leaf, std::uint32_t number) {
  shapes_.let_go(leaves_[leaf].number);
  leaves_[leaf].number = number;
  leaves_[leaf].its = &shapes_[number];
  mark_changed(leaf);
}

Done Bodies::set_padding(BodyId id, double padding) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  if (!is_padding(padding)) return WorldFault::BadPadding;
  if (is_half_space(id.index)) return WorldFault::IsHalfSpace;
  const std::span<const std::uint32_t> leaves = leaves_of(id.index);
  const auto tested = [&](const LeafShape& its) { return padded(its.tested.core(), its.radius, padding); };
  for (const std::uint32_t leaf : leaves)
    if (!tested(*leaves_[leaf].its)) return WorldFault::BadPadding;
  for (const std::uint32_t leaf : leaves) {
    const LeafShape& its = *leaves_[leaf].its;
    set_shape(leaf, its.general ? shapes_.take(*its.general, padding) : shapes_.take(tested(its).value(), its.radius));
  }
  own_options(id.index).padding = padding;
  return {};
}

Done Bodies::set_groups(BodyId id, Groups groups) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  own_options(id.index).groups = groups;
  refresh_filters(id.index);
  filtering_is_new_ = true;
  return {};
}

Done Bodies::set_user(BodyId id, std::uint64_t user) {
  if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  own_options(id.index).user = user;
  return {};
}

void Bodies::hold(std::uint32_t held, std::uint32_t holder, const Pose& relative) {
  Rest& rest = own_rest(held);
  rest.relative = relative;
  rest.holder = holder;
  own_rest(holder).holds.push_back(held);
  refresh_lone(held);
  refresh_lone(holder);
  refresh_filters(held);
  filtering_is_new_ = true;
}

Done Bodies::attach(BodyId held, BodyId holder) {
  for (const BodyId id : {held, holder})
    if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
  if (is_half_space(held.index) || is_half_space(holder.index)) return WorldFault::IsHalfSpace;
  if (holder_of(held.index) != kNobody) return WorldFault::Attached;
  for (std::uint32_t above = holder.index; above != kNobody; above = holder_of(above))
    if (above == held.index) return WorldFault::OwnHolder;
  const Result<Pose> seen = relative(pose_of(holder.index), pose_of(held.index));
  if (!seen) return WorldFault::BadPose;
  hold(held.index, holder.index, *seen);
  return {};
}

Done Bodies::detach(BodyId held) {
  if (const WorldFault fault = fault_of(held); fault != WorldFault::None) return fault;
  const std::uint32_t holder = holder_of(held.index);
  if (holder == kNobody) return WorldFault::NotAttached;
  std::erase(own_rest(holder).holds, held.index);
  own_rest(held.index).holder = kNobody;
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
  if (!slots_[index].alive) return;
  const BodyOptions& options = options_of(index);
  const std::uint32_t number = number_of(index);
  const bool is_mentioned = allowed_.mentions({index, number});
  for (const std::uint32_t leaf : leaves_of(index))
    filters_[leaf] = {index, holder_of(index), number, options.groups, options.is_static, is_mentioned};
}

void Bodies::refresh_all_filters() {
  for (std::uint32_t index = 0; index < slots_.size(); ++index) refresh_filters(index);
  filtering_is_new_ = true;
}

void Bodies::refresh_lone(std::uint32_t index) {
  slots_[index].is_lone = holder_of(index) == kNobody && held_by(index).empty();
}

void Bodies::note_frame(Workers& workers) {
  before_.resize(leaves_.size());
  const std::span<const std::uint32_t> noted = motions_.noted();
  Stretches(noted.size()).run(workers, [&](std::size_t begin, std::size_t end) {
    for (const std::uint32_t leaf : noted.subspan(begin, end - begin))
      before_[leaf] = {leaves_[leaf].pose, leaves_[leaf].shape().radius()};
  });
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
  if (leaves_[leaf].general() != nullptr) return *leaves_[leaf].general();
  return rounded(leaves_[leaf].shape().core(), leaves_[leaf].its->radius);
}

}  // namespace clearance::detail
