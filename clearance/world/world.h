// Question: of many bodies that move, which meet, which are near, and where?
// Method:   the two phases of Mirtich §2 and the four steps of Chung §3.1: tight world boxes, a broad phase over them,
//           filters, then one proved query a pair, started from what the pair's cache remembers of the frame before.
//           Three things: bodies, which are edited here; the frame (collide, within, events, manifolds); and the view,
//           which answers probes. The probes of World are those of a view taken now.
// Proves:   every status, with its certificate; pairs that are not reported were separated by their boxes, by a
//           certified query, or excluded by a filter: there is no fourth way.
// Cannot:   be used by two threads at once; views can. Copies share the shapes and are independent.
#pragma once

#include <clearance/world/manifolds.h>
#include <clearance/world/snapshot.h>
#include <clearance/world/statistics.h>
#include <clearance/world/view.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

namespace detail {
enum class ProbeKind : std::uint8_t;  // broad/broad_phase.h
}

using ContactVisitor = FunctionRef<bool(const Contact&)>;

// A world may be copied, moved, assigned to and destroyed from within its own visitor as well: the visit goes on, over
// the bodies as they were. A world that was moved from can only be assigned to or destroyed.
class World {
 public:
  explicit World(const WorldOptions& options = {});
  World(const World& other);
  World& operator=(const World& other);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  // ---- Bodies. Every edit is refused from within a visitor; what is refused changes nothing and says why. ----

  // A polytope, a rounded one, a mesh, a shape of parts; or several of them, each at its offset. Refused: a name that
  // is taken, a bad padding, no parts at all, an offset that cannot be composed.
  Made<BodyId> add(const Shape& shape, const Pose& pose = {}, const BodyOptions& options = {});
  Made<BodyId> add(std::span<const Part> parts, const Pose& pose = {}, const BodyOptions& options = {});
  // A floor or a wall. It is static, whatever the options say.
  Made<BodyId> add(const HalfSpace& space, const BodyOptions& options = {});
  // What the body held stays where it is.
  Done remove(BodyId body);
  // What the body holds moves with it.
  Done move(BodyId body, const Pose& pose);
  // Many at once, shared by the threads: as if one after the other, where of a body that comes several times the last
  // pose alone counts. All or none: a refusal names the first in the spans that would be refused.
  DoneAll move(std::span<const BodyId> bodies, std::span<const Pose> poses);
  // The body is all points within the padding of it: exactly for meshes and shapes of parts, whose surfaces then count
  // as solids of that thickness; a convex body's radius and padding are added up, rounded up. Of two bodies of which
  // neither is convex the sum of the paddings is rounded up.
  Done set_padding(BodyId body, double padding);
  Done set_groups(BodyId body, Groups groups);
  Done set_user(BodyId body, std::uint64_t user);

  // A gripper takes a part: from now on `held` keeps its pose relative to `holder` and is not tested against it. Its
  // pose is rounded anew with every move of the holder.
  Done attach(BodyId held, BodyId holder);
  Done detach(BodyId held);

  // Pairs that may touch and are not asked about, by name as in an allowed-collision matrix, or by id. Names may be
  // given before their bodies exist and outlive them. What is said of two ids holds for these two bodies alone,
  // whatever is said by name, and ends when either is removed.
  Done allow(std::string_view a, std::string_view b, bool allowed = true);
  Done allow_everything(std::string_view name, bool allowed = true);
  Done allow(BodyId a, BodyId b, bool allowed = true);

  // All bodies as plain data, and back: the bodies of this world are replaced, and the new ids are returned in the
  // order of the snapshot. Refused, with the place in the snapshot: what add() and attach() would refuse.
  WorldSnapshot snapshot() const;
  Made<std::vector<BodyId>> restore(const WorldSnapshot& snapshot);

  // All bodies, in ascending order of their index; those that come and go meanwhile do not change the list.
  std::vector<BodyId> bodies() const;
  bool contains(BodyId body) const;
  std::size_t size() const;
  std::optional<BodyId> find(std::string_view name) const;
  // Of a body that is there; of another: a caller bug, answered by the identity, "", 0 or nothing. References hold
  // until the next edit.
  const Pose& pose(BodyId body) const;
  const Pose& pose(BodyId body, std::uint32_t part) const;
  const std::string& name(BodyId body) const;
  const BodyOptions& options(BodyId body) const;
  double padding(BodyId body) const { return options(body).padding; }
  Groups groups(BodyId body) const { return options(body).groups; }
  bool is_static(BodyId body) const { return options(body).is_static; }
  std::uint64_t user(BodyId body) const { return options(body).user; }
  std::optional<BodyId> holder(BodyId body) const;
  std::vector<BodyId> held(BodyId body) const;
  std::size_t part_count(BodyId body) const;
  const Pose& offset(BodyId body, std::uint32_t part) const;
  // A convex shape as it is tested: with the padding. Null for other shapes, for a half-space, and where there is none.
  const Rounded* shape(BodyId body, std::uint32_t part) const;
  // Any shape: a convex one with the padding, others without. Nothing for a half-space, and where there is none.
  std::optional<Shape> any_shape(BodyId body, std::uint32_t part) const;
  // Any shape as it was given.
  std::optional<Shape> unpadded_shape(BodyId body, std::uint32_t part) const;
  std::optional<HalfSpace> half_space(BodyId body) const;
  // What was said by name, and whether two bodies are allowed to touch, by what was said of them or of their names.
  bool is_allowed(std::string_view a, std::string_view b) const;
  bool is_allowed_everything(std::string_view name) const;
  bool is_allowed(BodyId a, BodyId b) const;

  // ---- The frame. Refused from within a visitor. ----

  // Every pair that meets, or the first. Refused: more than max_pairs pairs of boxes.
  Result<Collisions> collide(const CollideOptions& options = {});
  // The same without a bound on the pairs and without memory of them: contacts stream in the broad phase's order.
  Ending visit_contacts(ContactVisitor visit, const Limits& limits = {});
  // All pairs at most `limit` apart (compared exactly), with certified distances.
  Result<Proximities> within(double limit, const CollideOptions& options = {});
  // At which points the parts meet, or are within the margin: see manifolds.h. Points whose features met in the last
  // complete answer, too, keep their user values and are older by one. An answer that was refused or ended early has
  // changed nothing of that; options may differ from call to call.
  Result<WorldManifolds> manifolds(const ManifoldOptions& manifold = {}, const CollideOptions& options = {});
  // The points of a pair that the last complete manifolds() listed, for their `user` values. They hold until the next
  // call. Empty: of any other pair, and from within a visitor.
  std::span<ContactPoint> contact_points(const PairManifold& pair);
  // Which pairs of bodies began to meet, went on or ceased to in the last frame (collide() of the whole world), held
  // against the last complete one before. A frame that was not completed has no events and ends nothing: the next
  // complete one is held against the last that was. Bodies that were removed end.
  ContactEvents events() const;

  // ---- Probes: see view.h. They may be asked from within a visitor, too. ----

  WorldView view();
  Collisions collide(const Shape& probe, const Pose& pose, const CollideOptions& options = {},
                     const ProbeFilter& filter = {});
  Result<Proximities> within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options = {},
                             const ProbeFilter& filter = {});
  Nearest nearest(const Shape& probe, const Pose& pose, std::size_t count = 1, const Limits& limits = {},
                  const ProbeFilter& filter = {});
  Collisions at(Vec3 point, const Limits& limits = {}, const ProbeFilter& filter = {});
  RayContacts cast(Vec3 from, Vec3 to, bool first_only = false, const Limits& limits = {},
                   const ProbeFilter& filter = {});
  Ending collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                       const Limits& limits = {}, const ProbeFilter& filter = {});
  Nearest distance(double limit = std::numeric_limits<double>::infinity(), const Limits& limits = {});
  // Two parts as they stand now.
  Manifold manifold(BodyId a, std::uint32_t part_a, BodyId b, std::uint32_t part_b,
                    const ManifoldOptions& options = {}) const;
  Manifold manifold(BodyId a, BodyId b, const ManifoldOptions& options = {}) const {
    return manifold(a, 0, b, 0, options);
  }
  ContactPlace place(const Contact& contact, PlaceEffort effort = PlaceEffort::Tight) const;

  // Of the last question.
  const StageStatistics& statistics() const;
  const WorldOptions& options() const;
  // Bytes kept for the boxes and whatever finds their pairs; the shapes, poses and pair caches are not among them.
  std::size_t broad_phase_bytes() const;

 private:
  struct Data;

  std::optional<WorldView> view_for(detail::ProbeKind kind, std::size_t count, const Limits& limits, Ending& ending);

  std::shared_ptr<Data> data_;  // never of two worlds; a visit keeps what it visits
};

}  // namespace clearance
