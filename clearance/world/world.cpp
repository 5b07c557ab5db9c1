// Bodies: coming, going, moving, holding each other. The queries are in collide.cpp and probes.cpp.
#include <clearance/world/world_data.h>

#include <algorithm>
#include <cmath>

namespace clearance {

const char* to_string(Ending ending) {
  switch (ending) {
    case Ending::NotAsked:
      return "not asked";
    case Ending::Complete:
      return "complete";
    case Ending::FirstFound:
      return "first found";
    case Ending::Visitor:
      return "ended by the visitor";
    case Ending::Stopped:
      return "stopped";
    case Ending::TimedOut:
      return "timed out";
    case Ending::Refused:
      return "refused from within a visitor";
  }
  return "unknown";
}

World::Data::Data(const WorldOptions& given)
    : options(given),
      broad(make_broad_phase(given.broad)),
      workers(std::make_unique<Workers>(given.threads)),
      point(Polytope::assemble({0, {{}}, {0}, 1, {}})) {}

// Everything but the threads, which belong to one world each.
World::Data::Data(const Data& other)
    : options(other.options),
      broad(other.broad->clone()),
      workers(std::make_unique<Workers>(other.options.threads)),
      slots(other.slots),
      bodies(other.bodies),
      free_bodies(other.free_bodies),
      alive(other.alive),
      names(other.names),
      allowed(other.allowed),
      bounds(other.bounds),
      leaves(other.leaves),
      rests(other.rests),
      filters(other.filters),
      free_leaves(other.free_leaves),
      half_spaces(other.half_spaces),
      dirty(other.dirty),
      box_is_old(other.box_is_old),
      motions(other.motions),
      clock(other.clock),
      filtering_is_new(other.filtering_is_new),
      must_find_all(other.must_find_all),
      contacts(other.contacts),
      near(other.near),
      blocks(other.blocks),
      last(other.last),
      last_is_whole(other.last_is_whole),
      last_has_before(other.last_has_before),
      has_general(other.has_general),
      statistics(other.statistics),
      point(other.point) {}

World::World(const WorldOptions& options) : data_(std::make_shared<Data>(options)) {}
World::World(const World& other) : data_(other.data_ ? std::make_shared<Data>(*other.data_) : nullptr) {}
World& World::operator=(const World& other) {
  if (this != &other) *this = World(other);
  return *this;
}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

WorldFault World::Data::fault_of(BodyId body) const {
  if (body.index >= slots.size() || body.generation > slots[body.index].generation) return WorldFault::UnknownBody;
  if (!slots[body.index].alive || body.generation != slots[body.index].generation) return WorldFault::StaleBody;
  return WorldFault::None;
}

Result<std::uint32_t> World::Data::new_body(const BodyOptions& given) {
  if (visiting.value) return Error{"", to_string(WorldFault::BeingVisited)};
  if (!given.name.empty() && names.count(given.name) > 0) return Error{given.name, to_string(WorldFault::NameTaken)};
  std::uint32_t index = static_cast<std::uint32_t>(bodies.size());
  if (free_bodies.empty()) {
    slots.emplace_back();
    bodies.emplace_back();
  } else {
    index = free_bodies.back();
    free_bodies.pop_back();
  }
  Body& body = bodies[index];
  slots[index].alive = slots[index].is_lone = true;
  body.is_static = given.is_static;
  body.groups = given.groups;
  body.name = given.name;
  body.number = given.name.empty() ? 0 : allowed.number_of(given.name);
  if (!given.name.empty()) names.emplace(given.name, index);
  ++alive;
  return index;
}

template <class Made>
std::shared_ptr<const SupportBound> World::Data::known_bound(const void* key, const Made& of) {
  if (bounds.size() > 2 * leaves.size() + 16)
    std::erase_if(bounds, [](const auto& entry) { return entry.second.expired(); });
  // A bound keeps the shape it is of: as long as it is known, no other shape has that address.
  struct Kept {
    Made shape;
    SupportBound bound;
  };
  std::weak_ptr<const SupportBound>& known = bounds[key];
  std::shared_ptr<const SupportBound> bound = known.lock();
  if (bound) return bound;
  const auto kept = std::make_shared<const Kept>(Kept{of, SupportBound(of)});
  known = bound = std::shared_ptr<const SupportBound>(kept, &kept->bound);
  return bound;
}

std::shared_ptr<const SupportBound> World::Data::bound_of(const Polytope& core) {
  return core.vertex_count() < SupportBound::kWorthwhile ? nullptr : known_bound(core.x(), core);
}

// A few triangles are boxed as fast one by one, and more tightly.
std::shared_ptr<const SupportBound> World::Data::bound_of(const Shape& general) {
  constexpr std::size_t kFewTriangles = 24;
  if (const auto* parts = std::get_if<Parts>(&general)) return bound_of(parts->hull().core());
  const Mesh& mesh = *std::get_if<Mesh>(&general);
  return mesh.triangle_count() <= kFewTriangles ? nullptr : known_bound(mesh.identity(), mesh);
}

void World::Data::add_leaf(std::uint32_t body, Leaf leaf, const LeafRest& rest) {
  std::uint32_t slot = static_cast<std::uint32_t>(leaves.size());
  if (!free_leaves.empty()) {
    slot = free_leaves.back();
    free_leaves.pop_back();
    leaves[slot] = std::move(leaf);
  } else {
    leaves.push_back(std::move(leaf));
    rests.emplace_back();
    filters.emplace_back();
    box_is_old.push_back(0);
    motions.make_room(leaves.size());
  }
  Leaf& added = leaves[slot];
  added.body = body;
  added.part = static_cast<std::uint32_t>(bodies[body].leaves.size());
  added.born = clock;
  added.general = rest.general.get();
  added.bound = added.space                ? nullptr
                : added.general != nullptr ? bound_of(*added.general)
                                           : bound_of(added.shape.core());
  has_general = has_general || added.general != nullptr;
  bodies[body].leaves.push_back(slot);
  slots[body].leaf = bodies[body].leaves[0];
  slots[body].is_single = bodies[body].leaves.size() == 1 && !added.space && rest.offset == Pose{};
  rests[slot] = rest;
  if (added.space) {
    half_spaces.insert(std::upper_bound(half_spaces.begin(), half_spaces.end(), slot), slot);
    filtering_is_new = true;  // it meets those that stand still as well
  }
  mark_changed(slot);
}

void World::Data::mark_box_old(std::uint32_t leaf) {
  if (box_is_old[leaf] == 0) dirty.push_back(leaf);
  box_is_old[leaf] = 1;
}

void World::Data::mark_changed(std::uint32_t leaf) {
  motions.note_change(leaf);
  mark_box_old(leaf);
}

void World::Data::set_pose(std::uint32_t leaf, const Pose& pose) {
  if (motions.note_move(leaf, leaves[leaf].pose, pose)) mark_box_old(leaf);
  leaves[leaf].pose = pose;
}

void World::Data::refresh_filters(std::uint32_t index) {
  const Body& body = bodies[index];
  const bool is_mentioned = allowed.mentions({index, body.number});
  for (const std::uint32_t leaf : body.leaves)
    filters[leaf] = {index, body.holder, body.number, body.groups, body.is_static, is_mentioned};
}

void World::Data::refresh_lone(std::uint32_t index) {
  slots[index].is_lone = bodies[index].holder == kNobody && bodies[index].holds.empty();
}

void World::Data::forget_filtering() {
  for (std::uint32_t index = 0; index < bodies.size(); ++index) refresh_filters(index);
  filtering_is_new = true;
}

namespace {

constexpr std::uint32_t kLastGeneration = 0xffffffffu;

bool is_padding(double padding) { return padding >= 0 && std::isfinite(padding); }

// The shape as it is tested: padding is a larger radius, rounded up.
Result<Rounded> padded(const Rounded& shape, double radius, double padding) {
  const double sum = radius + padding;
  // What the sum lost, exactly (Dekker).
  const double lost = smaller(radius, padding) - (sum - larger(radius, padding));
  return Rounded::make(shape.core(), lost > 0 ? next_above(sum) : sum);
}

}  // namespace

Result<BodyId> World::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
  const Part part{shape, {}};
  return add(std::span(&part, 1), pose, options);
}

Result<BodyId> World::add(std::span<const Part> parts, const Pose& pose, const BodyOptions& options) {
  Data& d = *data_;
  if (parts.empty()) return Error{options.name, "a body has at least one part"};
  if (!is_padding(options.padding)) return Error{options.name, to_string(WorldFault::BadPadding)};
  std::vector<Data::Leaf> leaves;
  std::vector<Data::LeafRest> rests;
  leaves.reserve(parts.size());
  rests.reserve(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string place = options.name + (parts.size() > 1 ? " part " + std::to_string(k) : "");
    const auto* convex = std::get_if<Rounded>(&parts[k].shape);
    if (convex == nullptr && options.padding != 0) return Error{place, to_string(WorldFault::NoPadding)};
    const double radius = convex != nullptr ? convex->radius() : 0;
    const Result<Rounded> shape = convex != nullptr ? padded(*convex, radius, options.padding) : d.point;
    if (!shape) return Error{place, to_string(WorldFault::BadPadding)};
    const Result<Pose> at = compose(pose, parts[k].offset);
    if (!at) return at.error().within(place);
    leaves.push_back({.shape = *shape, .pose = *at, .bound = {}, .space = {}});
    rests.push_back({.radius = radius, .offset = parts[k].offset, .previous = {}});
    if (convex == nullptr) rests.back().general = std::make_shared<const Shape>(parts[k].shape);
  }
  const Result<std::uint32_t> body = d.new_body(options);
  if (!body) return body.error();
  d.bodies[*body].own_pose = pose;
  for (std::size_t k = 0; k < parts.size(); ++k) d.add_leaf(*body, std::move(leaves[k]), rests[k]);
  d.refresh_filters(*body);
  return d.id_of(*body);
}

Result<BodyId> World::add(const HalfSpace& space, const BodyOptions& options) {
  Data& d = *data_;
  BodyOptions fixed = options;
  fixed.is_static = true;
  if (!is_padding(options.padding)) return Error{options.name, to_string(WorldFault::BadPadding)};
  if (options.padding != 0) return Error{options.name, "a half-space takes no padding: move its offset"};
  const Result<std::uint32_t> body = d.new_body(fixed);
  if (!body) return body.error();
  d.add_leaf(*body, {.shape = d.point, .pose = {}, .bound = {}, .space = space}, {});
  d.refresh_filters(*body);
  return d.id_of(*body);
}

Done World::remove(BodyId id) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  Data::Body& body = d.bodies[id.index];
  for (const std::uint32_t held : std::vector(body.holds)) detach(d.id_of(held)).expect();
  if (body.holder != Data::kNobody) detach(id).expect();
  for (const std::uint32_t leaf : body.leaves) {
    if (d.leaves[leaf].space)
      d.half_spaces.erase(std::lower_bound(d.half_spaces.begin(), d.half_spaces.end(), leaf));
    else
      d.broad->remove(leaf);  // false when its box was never made
    d.leaves[leaf].body = Data::kNobody;
    d.motions.note_change(leaf);
    d.leaves[leaf].space.reset();
    d.leaves[leaf].shape = d.point;
    d.leaves[leaf].bound.reset();
    d.leaves[leaf].general = nullptr;
    d.leaves[leaf].bound.reset();  // known by the address of its shape, it must not live longer
    d.rests[leaf].general.reset();
    d.filters[leaf] = {};
    d.free_leaves.push_back(leaf);
  }
  if (!body.name.empty()) d.names.erase(body.name);
  body.name.clear();
  body.leaves.clear();
  d.slots[id.index].alive = false;
  d.allowed.forget_body(id.index);
  --d.alive;
  // A place whose ids are used up is not taken again: stale ids stay stale.
  if (++d.slots[id.index].generation < kLastGeneration) d.free_bodies.push_back(id.index);
  return {};
}

// Whether every part of the body, and of what it holds, has a pose there.
bool World::Data::can_place(std::uint32_t index, const Pose& pose) const {
  const Body& body = bodies[index];
  for (const std::uint32_t leaf : body.leaves)
    if (!compose(pose, rests[leaf].offset)) return false;
  for (const std::uint32_t held : body.holds) {
    const Result<Pose> there = compose(pose, bodies[held].relative);
    if (!there || !can_place(held, *there)) return false;
  }
  return true;
}

void World::Data::place(std::uint32_t index, const Pose& pose) {
  Body& body = bodies[index];
  body.own_pose = pose;
  for (const std::uint32_t leaf : body.leaves) {
    set_pose(leaf, compose(pose, rests[leaf].offset).value());
  }
  for (const std::uint32_t held : body.holds) place(held, compose(pose, bodies[held].relative).value());
}

Done World::move(BodyId id, const Pose& pose) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  const Data::Slot& slot = d.slots[id.index];
  if (slot.is_single && slot.is_lone) {  // nothing to compose, nothing to refuse
    d.set_pose(slot.leaf, pose);
    return {};
  }
  if (d.is_half_space(id.index)) return WorldFault::IsHalfSpace;
  if (d.bodies[id.index].holder != Data::kNobody) return WorldFault::Attached;
  if (!d.can_place(id.index, pose)) return WorldFault::BadPose;
  d.place(id.index, pose);
  return {};
}

Done World::set_padding(BodyId id, double padding) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  if (!is_padding(padding)) return WorldFault::BadPadding;
  const Data::Body& body = d.bodies[id.index];
  if (d.is_half_space(id.index)) return WorldFault::IsHalfSpace;
  for (const std::uint32_t leaf : body.leaves)
    if (d.leaves[leaf].general != nullptr && padding != 0) return WorldFault::NoPadding;
  for (const std::uint32_t leaf : body.leaves)
    if (!padded(d.leaves[leaf].shape, d.rests[leaf].radius, padding)) return WorldFault::BadPadding;
  for (const std::uint32_t leaf : body.leaves) {
    d.leaves[leaf].shape = padded(d.leaves[leaf].shape, d.rests[leaf].radius, padding).value();
    d.mark_changed(leaf);
  }
  return {};
}

Done World::set_groups(BodyId id, Groups groups) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  d.bodies[id.index].groups = groups;
  d.refresh_filters(id.index);
  d.filtering_is_new = true;
  return {};
}

Done World::attach(BodyId held, BodyId holder) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  for (const BodyId id : {held, holder})
    if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  Data::Body &body = d.bodies[held.index], &hand = d.bodies[holder.index];
  if (d.is_half_space(held.index) || d.is_half_space(holder.index)) return WorldFault::IsHalfSpace;
  if (body.holder != Data::kNobody) return WorldFault::Attached;
  for (std::uint32_t above = holder.index; above != Data::kNobody; above = d.bodies[above].holder)
    if (above == held.index) return WorldFault::OwnHolder;
  const Result<Pose> seen = relative(d.pose_of(holder.index), d.pose_of(held.index));
  if (!seen) return WorldFault::BadPose;
  body.relative = *seen;
  body.holder = holder.index;
  hand.holds.push_back(held.index);
  d.refresh_lone(held.index);
  d.refresh_lone(holder.index);
  d.refresh_filters(held.index);
  d.filtering_is_new = true;
  return {};
}

Done World::detach(BodyId held) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  if (const WorldFault fault = d.fault_of(held); fault != WorldFault::None) return fault;
  Data::Body& body = d.bodies[held.index];
  if (body.holder == Data::kNobody) return WorldFault::NotAttached;
  const std::uint32_t holder = body.holder;
  std::erase(d.bodies[holder].holds, held.index);
  body.holder = Data::kNobody;
  d.refresh_lone(held.index);
  d.refresh_lone(holder);
  d.refresh_filters(held.index);
  d.filtering_is_new = true;
  return {};
}

void World::allow(std::string_view a, std::string_view b, bool allowed) {
  Data& d = *data_;
  CLEARANCE_ASSERT(!d.visiting.value);
  if (d.visiting.value) return;
  d.allowed.set(d.allowed.number_of(a), d.allowed.number_of(b), allowed);
  d.forget_filtering();
}

void World::allow_everything(std::string_view name, bool allowed) {
  Data& d = *data_;
  CLEARANCE_ASSERT(!d.visiting.value);
  if (d.visiting.value) return;
  d.allowed.set_with_everything(d.allowed.number_of(name), allowed);
  d.forget_filtering();
}

Done World::allow(BodyId a, BodyId b, bool allowed) {
  Data& d = *data_;
  if (d.visiting.value) return WorldFault::BeingVisited;
  for (const BodyId id : {a, b})
    if (const WorldFault fault = d.fault_of(id); fault != WorldFault::None) return fault;
  d.allowed.set_bodies(a.index, b.index, allowed);
  d.refresh_filters(a.index);
  d.refresh_filters(b.index);
  d.filtering_is_new = true;
  return {};
}

bool World::contains(BodyId body) const { return data_->fault_of(body) == WorldFault::None; }
std::size_t World::size() const { return data_->alive; }

std::optional<BodyId> World::find(std::string_view name) const {
  const auto at = data_->names.find(std::string(name));
  if (at == data_->names.end()) return std::nullopt;
  return data_->id_of(at->second);
}

const Pose& World::pose(BodyId body) const {
  static const Pose kIdentity;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->pose_of(body.index) : kIdentity;
}

const Pose& World::pose(BodyId body, std::uint32_t part) const {
  CLEARANCE_ASSERT(part < part_count(body));
  return part < part_count(body) ? data_->leaves[data_->bodies[body.index].leaves[part]].pose : pose(body);
}

const std::string& World::name(BodyId body) const {
  static const std::string kNone;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->bodies[body.index].name : kNone;
}

std::size_t World::part_count(BodyId body) const {
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->bodies[body.index].leaves.size() : 0;
}

const Rounded* World::shape(BodyId body, std::uint32_t part) const {
  if (!contains(body) || part >= part_count(body)) return nullptr;
  const Data::Leaf& leaf = data_->leaves[data_->bodies[body.index].leaves[part]];
  return leaf.space || leaf.general != nullptr ? nullptr : &leaf.shape;
}

std::optional<Shape> World::any_shape(BodyId body, std::uint32_t part) const {
  if (!contains(body) || part >= part_count(body)) return std::nullopt;
  const Data::Leaf& leaf = data_->leaves[data_->bodies[body.index].leaves[part]];
  if (leaf.space) return std::nullopt;
  return leaf.general != nullptr ? *leaf.general : Shape(leaf.shape);
}

const StageStatistics& World::statistics() const { return data_->statistics; }
const WorldOptions& World::options() const { return data_->options; }
std::size_t World::broad_phase_bytes() const { return data_->broad->memory_bytes(); }

}  // namespace clearance
