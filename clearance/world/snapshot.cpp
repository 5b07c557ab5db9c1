// Bodies to plain data and back.
#include <clearance/world/bodies/bodies.h>

namespace clearance {
using namespace detail;

WorldSnapshot Bodies::snapshot() const {
  WorldSnapshot taken;
  std::vector<std::uint32_t> position(slots_.size(), kNobody);
  for (const BodyId id : ids()) {
    const std::span<const std::uint32_t> leaves = leaves_of(id.index);
    position[id.index] = static_cast<std::uint32_t>(taken.bodies.size());
    BodySnapshot& kept = taken.bodies.emplace_back();
    kept.id = id;
    kept.options = options_of(id.index);
    kept.half_space = leaves_[leaves[0]].its->space;
    kept.pose = pose_of(id.index);
    if (kept.half_space) continue;
    for (const std::uint32_t leaf : leaves) kept.parts.push_back({own_shape(leaf), offset_of(leaf)});
  }
  // In the order in which each holder took them.
  for (std::uint32_t holder = 0; holder < slots_.size(); ++holder)
    for (const std::uint32_t held : held_by(holder))
      taken.attachments.push_back({position[held], position[holder], rests_[slots_[held].rest].relative});
  AllowedPairs::Entries allowed = allowed_.entries();
  for (auto& [a, b] : allowed.names) taken.allowed_names.push_back({std::move(a), std::move(b)});
  taken.allowed_everything = std::move(allowed.everything);
  for (const AllowedPairs::Entries::OfBodies& pair : allowed.bodies)
    taken.allowed_bodies.push_back({position[pair.a], position[pair.b], pair.allowed});
  return taken;
}

Made<std::vector<BodyId>> Bodies::restore(const WorldSnapshot& snapshot, std::uint64_t clock) {
  std::vector<BodyId> ids;
  ids.reserve(snapshot.bodies.size());
  for (const BodySnapshot& body : snapshot.bodies) {
    const std::string place = "bodies[" + std::to_string(ids.size()) + "]";
    if (body.half_space.has_value() != body.parts.empty()) return {WorldFault::BadSnapshot, place};
    const Made<BodyId> id = body.half_space ? add(*body.half_space, body.pose, body.options, clock)
                                            : add(body.parts, body.pose, body.options, clock);
    if (!id) return {id.fault(), id.error().within(place).place, id.error().fault};
    ids.push_back(*id);
  }
  for (std::size_t k = 0; k < snapshot.attachments.size(); ++k) {
    const AttachmentSnapshot& attachment = snapshot.attachments[k];
    const std::string place = "attachments[" + std::to_string(k) + "]";
    if (attachment.held >= ids.size() || attachment.holder >= ids.size()) return {WorldFault::BadSnapshot, place};
    const BodyId held = ids[attachment.held];
    if (const Done done = attach(held, ids[attachment.holder]); !done) return {done.fault(), place};
    // As it was, not as two rounded poses would have it.
    own_rest(held.index).relative = attachment.relative;
  }
  for (const WorldSnapshot::Names& pair : snapshot.allowed_names)
    allowed_.set(allowed_.number_of(pair.a), allowed_.number_of(pair.b), true);
  for (const std::string& name : snapshot.allowed_everything)
    allowed_.set_with_everything(allowed_.number_of(name), true);
  for (std::size_t k = 0; k < snapshot.allowed_bodies.size(); ++k) {
    const WorldSnapshot::Pair& pair = snapshot.allowed_bodies[k];
    if (pair.a >= ids.size() || pair.b >= ids.size())
      return {WorldFault::BadSnapshot, "allowed_bodies[" + std::to_string(k) + "]"};
    allowed_.set_bodies(ids[pair.a].index, ids[pair.b].index, pair.allowed);
  }
  refresh_all_filters();
  return ids;
}

}  // namespace clearance
