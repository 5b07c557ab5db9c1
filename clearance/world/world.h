// Question: of many bodies that move, which meet, which are near, and where?
// Method:   the two phases of Mirtich §2 and the four steps of Chung §3.1: tight world boxes, a broad phase over them,
//           filters, then one proved query a pair, started from what the pair's cache remembers of the frame before.
// Proves:   every status, with its certificate; pairs that are not reported were separated by their boxes, by a
//           certified query, or excluded by a filter: there is no fourth way.
// Cannot:   be used by two threads at once. Copies are cheap, share the shapes and are independent: one per thread.
#pragma once

#include <clearance/base/function_ref.h>
#include <clearance/broad/methods.h>
#include <clearance/convex/query.h>
#include <clearance/query/ray.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/parts.h>
#include <clearance/world/body.h>
#include <clearance/world/contact.h>
#include <clearance/world/limits.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance {

struct WorldOptions {
  BroadMethod broad = BroadMethod::Automatic;
  QueryOptions query = {};  // whose evidence to try first for a pair
  int threads = 1;          // 0: as many as the machine has; the answers are the same for any number
  // On a contact that is new in this frame, also the closest points in the frame before (Chung §5.5).
  bool closest_before_contact = false;
};

// Only Complete says that whatever is not listed is not there.
enum class Ending : std::uint8_t {
  NotAsked,  // nobody has asked yet, or what was asked makes no sense: a point that is no point
  Complete,
  FirstFound,  // as asked
  Visitor,     // the visitor had enough
  Stopped,     // by the stop token
  TimedOut,    // at the deadline
  Refused,     // asked from within a visitor
};
const char* to_string(Ending ending);

struct CollideOptions {
  bool first_only = false;
  // More box pairs than this are refused, not collected: visit_contacts() has no such bound.
  std::size_t max_pairs = std::size_t{1} << 24;
  Limits limits = {};
};

// What each stage of the last call did.
struct StageStatistics {
  std::size_t boxes_made = 0;
  std::size_t box_pairs = 0;  // that the broad phase reported
  std::size_t filtered = 0;   // of those, excluded by filters
  std::size_t kept = 0;       // answered as in the frame before: the parts are placed relative to each other as then
  std::size_t tested = 0;
  std::size_t alike = 0;  // of those tested, answered like another pair of the same shapes, placed alike
  std::size_t decided_by[kAlgorithmCount] = {};  // of those tested
  std::size_t contacts = 0;
  std::size_t closest_points = 0;  // computed for contacts that were new
  double seconds_boxes = 0, seconds_broad = 0, seconds_narrow = 0;
};

struct Collisions {
  ContactList contacts;  // in ascending order of the parts' slots: the same for every broad phase
  Ending ending = Ending::NotAsked;

  // Everything was asked and nothing met.
  bool is_free() const { return ending == Ending::Complete && contacts.empty(); }
};

// Two parts at most the asked distance apart. In contact: the distance is 0.
struct Proximity {
  BodyId a, b;
  std::uint32_t part_a = 0, part_b = 0;
  Distance distance;
  std::uint32_t inner_a = 0, inner_b = 0;        // of a shape of several parts: the nearest
  std::uint32_t triangle_a = 0, triangle_b = 0;  // of a mesh: those of the witness
};
struct Proximities {
  std::vector<Proximity> pairs;
  Ending ending = Ending::NotAsked;

  bool is_free() const { return ending == Ending::Complete && pairs.empty(); }
};

struct RayContact {
  BodyId body;
  std::uint32_t part = 0;
  RayHit hit;
};
struct RayContacts {
  std::vector<RayContact> hits;  // in ascending order of the lower end
  Ending ending = Ending::NotAsked;

  bool is_free() const { return ending == Ending::Complete && hits.empty(); }
  auto begin() const { return hits.begin(); }
  auto end() const { return hits.end(); }
  std::size_t size() const { return hits.size(); }
  const RayContact& operator[](std::size_t k) const { return hits[k]; }
};

// One pose of a batch. A pose that was not asked about is not free: its status is NotAsked. One that was has a real
// status, Separated when it is free.
struct PoseAnswer {
  bool is_free = false;
  BodyId met;  // the first body met, in ascending order of slots
  std::uint32_t part = 0;
  Intersection answer;
  std::uint32_t inner_body = 0, inner_probe = 0;  // of shapes of several parts: of which the certificate speaks
};

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

  // Bodies: a polytope, a rounded one, a mesh, a shape of parts; or several of them, each at its offset. Refused: a
  // name that is taken, a bad padding, any padding of a mesh, no parts at all, an offset that cannot be composed.
  Result<BodyId> add(const Shape& shape, const Pose& pose = {}, const BodyOptions& options = {});
  Result<BodyId> add(std::span<const Part> parts, const Pose& pose = {}, const BodyOptions& options = {});
  // A floor or a wall. It is static, whatever the options say.
  Result<BodyId> add(const HalfSpace& space, const BodyOptions& options = {});
  // What the body held stays where it is.
  Done remove(BodyId body);
  // What the body holds moves with it.
  Done move(BodyId body, const Pose& pose);
  Done set_padding(BodyId body, double padding);
  Done set_groups(BodyId body, Groups groups);

  // A gripper takes a part: from now on `held` keeps its pose relative to `holder` and is not tested against it. Its
  // pose is rounded anew with every move of the holder.
  Done attach(BodyId held, BodyId holder);
  Done detach(BodyId held);

  // Pairs that may touch and are not asked about, by name as in an allowed-collision matrix, or by id. Names may be
  // given before their bodies exist and outlive them. What is said of two ids holds for these two bodies alone,
  // whatever is said by name, and ends when either is removed.
  void allow(std::string_view a, std::string_view b, bool allowed = true);
  void allow_everything(std::string_view name, bool allowed = true);
  Done allow(BodyId a, BodyId b, bool allowed = true);

  bool contains(BodyId body) const;
  std::size_t size() const;
  std::optional<BodyId> find(std::string_view name) const;
  // Of a body that is there; of another: a caller bug, answered by the identity, "" or 0.
  const Pose& pose(BodyId body) const;
  const Pose& pose(BodyId body, std::uint32_t part) const;
  const std::string& name(BodyId body) const;
  std::size_t part_count(BodyId body) const;
  // A convex shape as it is tested: with the padding. Null for other shapes, for a half-space, and where there is none.
  const Rounded* shape(BodyId body, std::uint32_t part) const;
  // Any shape as it is tested; nothing for a half-space, and where there is none.
  std::optional<Shape> any_shape(BodyId body, std::uint32_t part) const;

  // One frame: every pair that meets, or the first. Refused: more than max_pairs pairs of boxes.
  Result<Collisions> collide(const CollideOptions& options = {});
  // The same without a bound on the pairs and without memory of them: contacts stream in the broad phase's order.
  Ending visit_contacts(ContactVisitor visit, const Limits& limits = {});
  // All pairs at most `limit` apart (compared exactly), with certified distances.
  Result<Proximities> within(double limit, const CollideOptions& options = {});

  // A body that is no part of the world against all that are; the probe is b. Probes, points, rays and poses may be
  // asked from within a visitor, too.
  Collisions collide(const Shape& probe, const Pose& pose, const CollideOptions& options = {});
  Result<Proximities> within(double limit, const Shape& probe, const Pose& pose, const CollideOptions& options = {});
  // The bodies that hold the point. Coordinates beyond 1e300 are a caller bug here and below: Ending::NotAsked.
  Collisions at(Vec3 point, const Limits& limits = {});
  // What a segment meets; with `first_only` those that may be the first (several where their brackets overlap).
  RayContacts cast(Vec3 from, Vec3 to, bool first_only = false, const Limits& limits = {});
  // One body at many poses, each tried until something is met; `out` is as long as `poses`. All of `out` is written:
  // what was not asked, by the ending or for want of a pose, says so.
  Ending collide_poses(const Shape& probe, std::span<const Pose> poses, std::span<PoseAnswer> out,
                       const Limits& limits = {});

  // Of the last question.
  const StageStatistics& statistics() const;
  const WorldOptions& options() const;
  // Bytes kept for the boxes and whatever finds their pairs; the shapes, poses and pair caches are not among them.
  std::size_t broad_phase_bytes() const;

 private:
  struct Data;

  std::shared_ptr<Data> data_;  // never of two worlds; a visit keeps what it visits
};

}  // namespace clearance
