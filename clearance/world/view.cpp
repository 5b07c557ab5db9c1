// Questions about something that is no part of the world: a body, a point, a ray, one body at many poses.
#include <clearance/query/world_box.h>
#include <clearance/world/frame/candidates.h>
#include <clearance/world/one_pair.h>
#include <clearance/world/probe.h>
#include <clearance/world/view.h>

#include <atomic>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace clearance {
using namespace detail;

WorldView::WorldView(std::shared_ptr<WorldState> state, bool is_indexed)
    : state_(std::move(state)), is_indexed_(is_indexed) {
  if (state_) state_->views.fetch_add(1, std::memory_order_relaxed);
}
WorldView::WorldView(const WorldView& other) : WorldView(other.state_, other.is_indexed_) {}
WorldView::WorldView(WorldView&& other) noexcept : state_(std::move(other.state_)), is_indexed_(other.is_indexed_) {}
WorldView& WorldView::operator=(WorldView other) noexcept {
  state_.swap(other.state_);
  std::swap(is_indexed_, other.is_indexed_);
  return *this;
}
WorldView::~WorldView() {
  if (state_) state_->views.fetch_sub(1, std::memory_order_release);
}

Collisions WorldView::collide(const Shape& probe, const Pose& pose, const CollideOptions& options,
                              const ProbeFilter& filter) const {
  Collisions met;
  if (!state_) return met;
  const Patience patience(options.limits);
  const Placed body = placed(probe, pose);
  std::vector<std::uint32_t> near;
  if (!Probe(*state_, is_indexed_, filter, patience).find_near(world_box(probe, pose), 0, near))
    return met.ending = patience.why(), met;
  std::vector<Contact> contacts;
  met.ending = Ending::Complete;
  for (const std::uint32_t leaf : near) {
    if (met.ending = patience.ask(); met.ending != Ending::Complete) break;
    ConvexCache convex;
    PairCache general;
    const Intersection answer = meeting(*state_, leaf, body, convex, general);
    if (!answer) continue;
    const Leaf& there = state_->bodies.leaves()[leaf];
    contacts.push_back({state_->bodies.id_of(there.body), {}, there.part, 0, answer, {}});
    if (!options.first_only) continue;
    met.ending = Ending::FirstFound;
    break;
  }
  met.contacts = ContactList(std::move(contacts));
  return met;
}

Result<Proximities> WorldView::within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options,
                                      const ProbeFilter& filter) const {
  if (!is_limit(limit)) return bad_limit();
  Proximities close;
  if (!state_) return close;
  const Patience patience(options.limits);
  const Placed body = placed(probe, pose);
  std::vector<std::uint32_t> near;
  if (!Probe(*state_, is_indexed_, filter, patience).find_near(world_box(probe, pose), limit, near))
    return close.ending = patience.why(), close;
  close.ending = Ending::Complete;
  for (const std::uint32_t leaf : near) {
    if (close.ending = patience.ask(); close.ending != Ending::Complete) return close;
    const Proximity found = proximity(*state_, leaf, body, limit);
    if (!is_within(found.distance, placed(state_->bodies.leaves()[leaf]), body, limit)) continue;
    close.pairs.push_back(found);
    if (options.first_only) return close.ending = Ending::FirstFound, close;
  }
  return close;
}

Collisions WorldView::at(Vec3 point, const Limits& limits, const ProbeFilter& filter) const {
  const Result<Pose> there = Pose::from_quaternion({}, point);
  CLEARANCE_ASSERT(there.ok());
  if (!there || !state_) return {};
  return collide(state_->bodies.point(), *there, {.limits = limits}, filter);
}

RayContacts WorldView::cast(Vec3 from, Vec3 to, bool first_only, const Limits& limits,
                            const ProbeFilter& filter) const {
  CLEARANCE_ASSERT(is_coordinate(from) && is_coordinate(to));
  if (!state_ || !is_coordinate(from) || !is_coordinate(to)) return {};
  RayContacts met;
  const Patience patience(limits);
  double first = 1;  // no hit after this fraction is the first
  const auto meet = [&](std::uint32_t leaf) {
    if (!patience.lasts()) return false;
    const Leaf& body = state_->bodies.leaves()[leaf];
    const std::optional<RayHit> hit = ray_hit(placed(body), from, to);
    if (!hit || (first_only && hit->lower > first)) return true;
    first = smaller(first, hit->upper);
    met.hits.push_back({state_->bodies.id_of(body.body), body.part, *hit});
    return true;
  };
  const bool whole = Probe(*state_, is_indexed_, filter, patience).visit_on_segment(from, to, meet);
  met.ending = whole ? Ending::Complete : patience.why();
  if (first_only) std::erase_if(met.hits, [&](const RayContact& ray) { return ray.hit.lower > first; });
  std::sort(met.hits.begin(), met.hits.end(), [](const RayContact& a, const RayContact& b) {
    return std::tuple(a.hit.lower, a.body.index, a.part) < std::tuple(b.hit.lower, b.body.index, b.part);
  });
  return met;
}

namespace {

constexpr std::size_t kPosesPerChunk = 64;    // that share caches
constexpr std::size_t kPosesPerBlock = 4096;  // between two turns of the search: enough for many threads

// Which leaves are near the pose k is in near[first_near[k]] and following.
struct PoseBlock {
  const WorldState& state;
  const Shape& probe;
  std::span<const Pose> poses;
  std::span<PoseAnswer> out;
  std::vector<std::uint32_t> near = {}, first_near = {};

  // By the thread that asks alone, since it asks the filter. False when patience ended it.
  bool find_near(const Probe& search) {
    std::vector<Box> boxes(poses.size());
    const auto* convex = std::get_if<Rounded>(&probe);
    if (convex != nullptr) world_boxes(*convex, poses, boxes);
    first_near.assign(1, 0);
    std::vector<std::uint32_t> of_pose;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      if (convex == nullptr) boxes[k] = world_box(probe, poses[k]);
      if (!search.find_near(boxes[k], 0, of_pose)) return false;
      near.insert(near.end(), of_pose.begin(), of_pose.end());
      first_near.push_back(static_cast<std::uint32_t>(near.size()));
    }
    return true;
  }

  // Poses that share caches, answered by one thread.
  Ending answer(std::size_t chunk, const Patience& patience) const {
    struct Caches {
      ConvexCache convex;
      PairCache general;
    };
    std::unordered_map<std::uint32_t, Caches> caches;
    for (std::size_t k = chunk * kPosesPerChunk; k < std::min(poses.size(), (chunk + 1) * kPosesPerChunk); ++k) {
      PoseAnswer found;
      bool is_met = false;
      for (std::uint32_t i = first_near[k]; i < first_near[k + 1] && !is_met; ++i) {
        if (const Ending asked = patience.ask(); asked != Ending::Complete) return asked;
        Caches& known = caches[near[i]];
        const Intersection met = meeting(state, near[i], placed(probe, poses[k]), known.convex, known.general);
        if (!met) continue;
        is_met = true;
        const Leaf& body = state.bodies.leaves()[near[i]];
        found = {false, state.bodies.id_of(body.body), body.part, met};
      }
      found.is_free = !is_met;
      if (found.is_free) found.answer.status = Status::Separated;
      out[k] = found;
    }
    return Ending::Complete;
  }
};

}  // namespace

Ending WorldView::collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                                const Limits& limits, const ProbeFilter& filter, Workers& workers) const {
  CLEARANCE_ASSERT(out.size() == poses.size());
  std::fill(out.begin(), out.end(), PoseAnswer{});
  if (!state_) return Ending::NotAsked;
  const Patience patience(limits);
  if (!patience.lasts()) return patience.why();
  const Probe search(*state_, is_indexed_, filter, patience);
  const std::size_t count = std::min(out.size(), poses.size());
  std::atomic<Ending> ending{Ending::Complete};
  for (std::size_t begin = 0; begin < count && ending.load() == Ending::Complete; begin += kPosesPerBlock) {
    const std::size_t size = std::min(kPosesPerBlock, count - begin);
    PoseBlock block{*state_, probe, poses.subspan(begin, size), out.subspan(begin, size)};
    if (!block.find_near(search)) return patience.why();
    workers.run((size + kPosesPerChunk - 1) / kPosesPerChunk, [&](std::size_t chunk) {
      if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
      if (const Ending ended = block.answer(chunk, patience); ended != Ending::Complete) ending.store(ended);
    });
  }
  return count == poses.size() && count == out.size() ? ending.load() : Ending::NotAsked;
}

Ending WorldView::collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                                const Limits& limits, const ProbeFilter& filter) const {
  Workers alone(1);
  return collide_poses(probe, poses, out, limits, filter, alone);
}

Manifold WorldView::manifold(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                             const ManifoldOptions& options) const {
  return state_ ? manifold_of(*state_, a, part_a, b, part_b, options) : Manifold{};
}

ContactPlace WorldView::place(const Contact& contact, PlaceEffort effort) const {
  return state_ ? place_of(*state_, contact, effort) : ContactPlace{};
}

std::vector<BodyId> WorldView::bodies() const { return state_ ? state_->bodies.ids() : std::vector<BodyId>(); }
std::size_t WorldView::size() const { return state_ ? state_->bodies.count() : 0; }
bool WorldView::contains(BodyId body) const { return state_ && state_->bodies.fault_of(body) == WorldFault::None; }

std::optional<BodyId> WorldView::find(std::string_view name) const {
  return state_ ? state_->bodies.find(std::string(name)) : std::nullopt;
}

const Pose& WorldView::pose(BodyId body) const {
  static const Pose kIdentity;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? state_->bodies.pose_of(body.index) : kIdentity;
}

const std::string& WorldView::name(BodyId body) const {
  static const std::string kNone;
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? state_->bodies.options_of(body.index).name : kNone;
}

std::uint64_t WorldView::user(BodyId body) const {
  CLEARANCE_ASSERT(contains(body));
  return contains(body) ? state_->bodies.options_of(body.index).user : 0;
}

}  // namespace clearance
