// Question: what does a ray, a point, a body that is no part of the world, or one body at many poses meet?
// Method:   World::view() brings the boxes up to date once; after that everything here is const, and any number of
//           threads may use one view, or copies of it, at once. A view shows the bodies as they were when it was taken:
//           if the world is edited, or asked for its next frame, while views live, it goes on with a copy of its own.
// Proves:   what the pair queries prove. Probes are b in every answer; contacts are in ascending order of slots.
// Cost:     taking a view: the boxes of what moved, and an index for many probes over what changed. The first edit or
//           frame while views live: a copy of the bodies and the boxes, once; shapes are shared.
// Cannot:   see user data or poses that were set later. A view that was made by default sees nothing: NotAsked.
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/world/answers.h>
#include <clearance/world/contact_place.h>
#include <clearance/world/question.h>

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

namespace detail {
struct WorldState;
class Workers;
}  // namespace detail

class WorldView {
 public:
  WorldView() = default;
  WorldView(const WorldView& other);
  WorldView(WorldView&& other) noexcept;
  WorldView& operator=(WorldView other) noexcept;
  ~WorldView();

  // A body that is no part of the world.
  Collisions collide(const Shape& probe, const Pose& pose, const CollideOptions& options = {},
                     const ProbeFilter& filter = {}) const;
  // All parts at most `limit` from it, compared exactly, with certified distances. Refused: a limit that is none.
  Result<Proximities> within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options = {},
                             const ProbeFilter& filter = {}) const;
  // The `count` nearest bodies, each by its nearest part.
  Nearest nearest(const Shape& probe, const Pose& pose, std::size_t count = 1, const Limits& limits = {},
                  const ProbeFilter& filter = {}) const;
  // The bodies that hold the point. Coordinates beyond 1e300 are a caller bug here and below: Ending::NotAsked.
  Collisions at(Vec3 point, const Limits& limits = {}, const ProbeFilter& filter = {}) const;
  // What a segment meets; with `first_only` those that may be the first (several where their brackets overlap).
  RayContacts cast(Vec3 from, Vec3 to, bool first_only = false, const Limits& limits = {},
                   const ProbeFilter& filter = {}) const;
  // One body at many poses, each tried until something is met; `out` is as long as `poses`. All of `out` is written:
  // what was not asked, by the ending or for want of a pose, says so.
  Ending collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                       const Limits& limits = {}, const ProbeFilter& filter = {}) const;

  // The nearest two bodies of the world, of those that filters do not exclude, or none within `limit`. Branch and bound
  // over boxes: pairs that are farther apart than others are not looked at.
  Nearest distance(double limit = std::numeric_limits<double>::infinity(), const Limits& limits = {}) const;

  // At which points two parts meet, whatever filters say of them: a manifold without user values, from a to b in the
  // order of the question. NotAsked: of parts that are not there, or of a part and itself.
  Manifold manifold(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                    const ManifoldOptions& options = {}) const;
  Manifold manifold(BodyId a, BodyId b, const ManifoldOptions& options = {}) const {
    return manifold(a, 0, b, 0, options);
  }
  // Where the two parts of a contact meet, as they stand in this view. NotAsked as above.
  ContactPlace place(const Contact& contact, PlaceEffort effort = PlaceEffort::Tight) const;

  // The bodies as they were. Of another body: a caller bug, answered by the identity, "" or 0, as in World.
  std::vector<BodyId> bodies() const;
  std::size_t size() const;
  bool contains(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  const Pose& pose(BodyId body) const;
  const std::string& name(BodyId body) const;
  std::uint64_t user(BodyId body) const;

 private:
  friend class World;
  // `is_indexed`: the broad phase may be asked; from within a visitor it is at work.
  WorldView(std::shared_ptr<detail::WorldState> state, bool is_indexed);

  Ending collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out, const Limits& limits,
                       const ProbeFilter& filter, detail::Workers& workers) const;

  std::shared_ptr<detail::WorldState> state_;  // read only, its count of views aside
  bool is_indexed_ = false;
};

}  // namespace clearance
