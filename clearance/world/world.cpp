// The doors: who may edit and ask, and when. What is done is in bodies.cpp, frame.cpp, near_pairs.cpp and view.cpp.
#include <clearance/world/one_pair.h>
#include <clearance/world/world_data.h>

#include <algorithm>
#include <utility>

namespace clearance {
using namespace detail;

World::World(const WorldOptions& options) : data_(std::make_shared<Data>(options)) {}
World::World(const World& other) : data_(other.data_ ? std::make_shared<Data>(*other.data_) : nullptr) {}
World& World::operator=(const World& other) {
  if (this != &other) *this = World(other);
  return *this;
}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

// ---- Bodies ---------------------------------------------------------------------------------------------------------

Made<BodyId> World::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
  const Part part{shape, {}};
  return add(std::span(&part, 1), pose, options);
}

Made<BodyId> World::add(std::span<const Part> parts, const Pose& pose, const BodyOptions& options) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.add(parts, pose, options, data_->clock);
}

Made<BodyId> World::add(const HalfSpace& space, const BodyOptions& options) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.add(space, {}, options, data_->clock);
}

Done World::remove(BodyId body) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.remove(body);
}

Done World::move(BodyId body, const Pose& pose) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.move(body, pose);
}

DoneAll World::move(std::span<const BodyId> bodies, std::span<const Pose> poses) {
  if (data_->visiting.value) return {WorldFault::BeingVisited, 0};
  return data_->own_state().bodies.move(bodies, poses, *data_->workers);
}

Done World::set_padding(BodyId body, double padding) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.set_padding(body, padding);
}

Done World::set_groups(BodyId body, Groups groups) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.set_groups(body, groups);
}

Done World::set_user(BodyId body, std::uint64_t user) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.set_user(body, user);
}

Done World::attach(BodyId held, BodyId holder) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.attach(held, holder);
}

Done World::detach(BodyId held) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.detach(held);
}

Done World::allow(std::string_view a, std::string_view b, bool allowed) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  data_->own_state().bodies.allow(a, b, allowed);
  return {};
}

Done World::allow_everything(std::string_view name, bool allowed) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  data_->own_state().bodies.allow_everything(name, allowed);
  return {};
}

Done World::allow(BodyId a, BodyId b, bool allowed) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  return data_->own_state().bodies.allow(a, b, allowed);
}

WorldSnapshot World::snapshot() const { return data_->state->bodies.snapshot(); }

Made<std::vector<BodyId>> World::restore(const WorldSnapshot& snapshot) {
  if (data_->visiting.value) return WorldFault::BeingVisited;
  auto fresh = std::make_shared<Data>(data_->options);
  Made<std::vector<BodyId>> ids = fresh->state->bodies.restore(snapshot, fresh->clock);
  if (ids) data_ = std::move(fresh);
  return ids;
}

std::vector<BodyId> World::bodies() const { return data_->state->bodies.ids(); }
bool World::contains(BodyId body) const { return data_->state->bodies.fault_of(body) == WorldFault::None; }
std::size_t World::size() const { return data_->state->bodies.count(); }
std::optional<BodyId> World::find(std::string_view name) const { return data_->state->bodies.find(std::string(name)); }

const Pose& World::pose(BodyId body) const {
  static const Pose kIdentity;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->state->bodies.pose_of(body.index) : kIdentity;
}

const Pose& World::pose(BodyId body, std::uint32_t part) const {
  CLEARANCE_ASSERT(part < part_count(body));
  const Bodies& bodies = data_->state->bodies;
  return part < part_count(body) ? bodies.leaves()[bodies.leaves_of(body.index)[part]].pose : pose(body);
}

const std::string& World::name(BodyId body) const { return options(body).name; }

const BodyOptions& World::options(BodyId body) const {
  static const BodyOptions kNone;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->state->bodies.options_of(body.index) : kNone;
}

std::optional<BodyId> World::holder(BodyId body) const {
  CLEARANCE_ASSERT(contains(body));
  const Bodies& bodies = data_->state->bodies;
  if (!contains(body) || bodies.holder_of(body.index) == kNobody) return std::nullopt;
  return bodies.id_of(bodies.holder_of(body.index));
}

std::vector<BodyId> World::held(BodyId body) const {
  CLEARANCE_ASSERT(contains(body));
  std::vector<BodyId> ids;
  if (!contains(body)) return ids;
  for (const std::uint32_t held : data_->state->bodies.held_by(body.index))
    ids.push_back(data_->state->bodies.id_of(held));
  return ids;
}

std::size_t World::part_count(BodyId body) const {
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? data_->state->bodies.leaves_of(body.index).size() : 0;
}

const Pose& World::offset(BodyId body, std::uint32_t part) const {
  static const Pose kIdentity;
  CLEARANCE_ASSERT(part < part_count(body));
  const Bodies& bodies = data_->state->bodies;
  return part < part_count(body) ? bodies.offset_of(bodies.leaves_of(body.index)[part]) : kIdentity;
}

const Rounded* World::shape(BodyId body, std::uint32_t part) const {
  if (!contains(body) || part >= part_count(body)) return nullptr;
  const Leaf& leaf = data_->state->bodies.leaves()[data_->state->bodies.leaves_of(body.index)[part]];
  return leaf.space() != nullptr || leaf.general() != nullptr ? nullptr : &leaf.shape();
}

std::optional<Shape> World::any_shape(BodyId body, std::uint32_t part) const {
  if (!contains(body) || part >= part_count(body)) return std::nullopt;
  const Leaf& leaf = data_->state->bodies.leaves()[data_->state->bodies.leaves_of(body.index)[part]];
  if (leaf.space() != nullptr) return std::nullopt;
  return leaf.general() != nullptr ? *leaf.general() : Shape(leaf.shape());
}

std::optional<Shape> World::unpadded_shape(BodyId body, std::uint32_t part) const {
  if (!contains(body) || part >= part_count(body) || half_space(body)) return std::nullopt;
  return data_->state->bodies.own_shape(data_->state->bodies.leaves_of(body.index)[part]);
}

std::optional<HalfSpace> World::half_space(BodyId body) const {
  if (!contains(body)) return std::nullopt;
  return data_->state->bodies.leaves()[data_->state->bodies.leaves_of(body.index)[0]].its->space;
}

bool World::is_allowed(std::string_view a, std::string_view b) const {
  return data_->state->bodies.allowed().contains_names(a, b);
}

bool World::is_allowed_everything(std::string_view name) const {
  return data_->state->bodies.allowed().contains_everything(name);
}

bool World::is_allowed(BodyId a, BodyId b) const {
  CLEARANCE_ASSERT(contains(a) && contains(b));
  if (!contains(a) || !contains(b)) return false;
  const Bodies& bodies = data_->state->bodies;
  return bodies.allowed().contains({a.index, bodies.number_of(a.index)}, {b.index, bodies.number_of(b.index)});
}

// ---- The frame ------------------------------------------------------------------------------------------------------

Result<Collisions> World::collide(const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited), ErrorCode::NotNow};
  d.statistics = {};
  const Patience patience(options.limits);
  if (d.frame.is_at_rest(d.state->bodies))
    return d.frame.same_again(options, patience, d.statistics, d.clock, *d.workers);
  WholeWorld world = d.whole_world();
  return d.frame.collide(world, options, patience);
}

Ending World::visit_contacts(ContactVisitor visit, const Limits& limits) {
  // The visitor may do away with this world, or put another in its place.
  const std::shared_ptr<Data> visited = data_;
  if (visited->visiting.value) return Ending::Refused;
  visited->statistics = {};
  const Patience patience(limits);
  WholeWorld world = visited->whole_world();
  if (!make_boxes(world, patience)) return patience.why();
  const VisitGuard guard(visited->visiting);
  return visited->frame.visit(world, visit, patience);
}

Result<Proximities> World::within(double limit, const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited), ErrorCode::NotNow};
  d.statistics = {};
  const Patience patience(options.limits);
  WholeWorld world = d.whole_world();
  return d.near.find(world, limit, options, patience);
}

Result<WorldManifolds> World::manifolds(const ManifoldOptions& manifold, const CollideOptions& options) {
  Data& d = *data_;
  if (d.visiting.value) return Error{"", to_string(WorldFault::BeingVisited), ErrorCode::NotNow};
  d.statistics = {};
  const Patience patience(options.limits);
  WholeWorld world = d.whole_world();
  ManifoldFrame::SharedStore first;
  const Result<Ending> ending = d.manifolds.find(world, manifold, options, patience, first);
  if (!ending) return ending.error();
  if (*ending == Ending::Complete) return WorldManifolds(d.manifolds.store(), *ending);
  return WorldManifolds(std::move(first), *ending);
}

std::span<ContactPoint> World::contact_points(const PairManifold& pair) {
  return data_->visiting.value ? std::span<ContactPoint>() : data_->manifolds.points(pair);
}

ContactEvents World::events() const { return data_->frame.events(); }

// ---- Probes ---------------------------------------------------------------------------------------------------------

WorldView World::view() {
  Data& d = *data_;
  if (d.visiting.value) return {d.state, false};
  // What is viewed already is up to date.
  if (!d.state->is_viewed()) {
    const Limits none;
    const Patience patience(none);
    WholeWorld world = d.whole_world();
    d.statistics = {};
    const bool done = make_boxes(world, patience);
    CLEARANCE_ASSERT(done);
    d.state->boxes.broad().get_ready(*d.workers);
  }
  return {d.state, true};
}

// A view for about so many questions of one kind. Nothing, and why: the limits ended it.
std::optional<WorldView> World::view_for(ProbeKind kind, std::size_t count, const Limits& limits, Ending& ending) {
  Data& d = *data_;
  const Patience patience(limits);
  if (ending = patience.ask(); ending != Ending::Complete) return std::nullopt;
  if (d.visiting.value) return WorldView(d.state, false);
  d.statistics = {};
  if (!d.state->is_viewed()) {
    WholeWorld world = d.whole_world();
    if (!make_boxes(world, patience)) return ending = patience.why(), std::nullopt;
    d.state->boxes.broad().get_ready(kind, count, *d.workers);
  }
  return WorldView(d.state, true);
}

Collisions World::collide(const Shape& probe, const Pose& pose, const CollideOptions& options,
                          const ProbeFilter& filter) {
  Collisions none;
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, 1, options.limits, none.ending);
  return now ? now->collide(probe, pose, options, filter) : none;
}

Result<Proximities> World::within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options,
                                  const ProbeFilter& filter) {
  if (!is_limit(limit)) return bad_limit();
  Proximities none;
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, 1, options.limits, none.ending);
  return now ? now->within(limit, probe, pose, options, filter) : none;
}

Nearest World::nearest(const Shape& probe, const Pose& pose, std::size_t count, const Limits& limits,
                       const ProbeFilter& filter) {
  Nearest none;
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, 1, limits, none.ending);
  return now ? now->nearest(probe, pose, count, limits, filter) : none;
}

Collisions World::at(Vec3 point, const Limits& limits, const ProbeFilter& filter) {
  Collisions none;
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, 1, limits, none.ending);
  return now ? now->at(point, limits, filter) : none;
}

RayContacts World::cast(Vec3 from, Vec3 to, bool first_only, const Limits& limits, const ProbeFilter& filter) {
  RayContacts none;
  const std::optional<WorldView> now = view_for(ProbeKind::Segments, 1, limits, none.ending);
  return now ? now->cast(from, to, first_only, limits, filter) : none;
}

Ending World::collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                            const Limits& limits, const ProbeFilter& filter) {
  Ending ending = Ending::NotAsked;
  const std::shared_ptr<Data> asked = data_;  // the filter may do away with this world
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, poses.size(), limits, ending);
  if (now) return now->collide_poses(probe, poses, out, limits, filter, *asked->workers);
  std::fill(out.begin(), out.end(), PoseAnswer{});
  return ending;
}

Nearest World::distance(double limit, const Limits& limits) {
  Nearest none;
  const std::optional<WorldView> now = view_for(ProbeKind::Overlaps, 1, limits, none.ending);
  return now ? now->distance(limit, limits) : none;
}

Manifold World::manifold(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                         const ManifoldOptions& options) const {
  return manifold_of(*data_->state, a, part_a, b, part_b, options);
}

ContactPlace World::place(const Contact& contact, PlaceEffort effort) const {
  return place_of(*data_->state, contact, effort);
}

const StageStatistics& World::statistics() const { return data_->statistics; }
const WorldOptions& World::options() const { return data_->options; }
std::size_t World::broad_phase_bytes() const { return data_->state->boxes.broad().memory_bytes(); }

}  // namespace clearance
