// Question: which bodies are there, where, and which of them are not asked about?
// Method:   bodies own leaves (leaf.h). Editing writes down what changed: whose boxes are out of date, and who moved
//           since the last frame. Nothing here knows of boxes, pairs, frames or views; World says who may edit, and
//           when.
// Cost:     moving a body of one part: about ten nanoseconds.
#pragma once

#include <clearance/world/bodies/allowed_pairs.h>
#include <clearance/world/bodies/leaf.h>
#include <clearance/world/frame/motions.h>
#include <clearance/world/snapshot.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clearance::detail {

class Bodies {
 public:
  Bodies();

  // Edits. `clock` is the world's, for leaves that are new.
  Made<BodyId> add(std::span<const Part> parts, const Pose& pose, const BodyOptions& options, std::uint64_t clock);
  Made<BodyId> add(const HalfSpace& space, const Pose& pose, const BodyOptions& options, std::uint64_t clock);
  Done remove(BodyId body);
  Done move(BodyId id, const Pose& pose) {
    if (const WorldFault fault = fault_of(id); fault != WorldFault::None) return fault;
    const Slot& slot = slots_[id.index];
    if (!slot.is_single || !slot.is_lone) return move_several(id.index, pose);
    set_pose(slot.leaf, pose);  // nothing to compose, nothing to refuse
    return {};
  }
  Done set_padding(BodyId body, double padding);
  Done set_groups(BodyId body, Groups groups);
  Done set_user(BodyId body, std::uint64_t user);
  Done attach(BodyId held, BodyId holder);
  Done detach(BodyId held);
  Done allow(BodyId a, BodyId b, bool allowed);
  void allow(std::string_view a, std::string_view b, bool allowed);
  void allow_everything(std::string_view name, bool allowed);

  WorldSnapshot snapshot() const;
  // Into bodies that are empty; the ids in the order of the snapshot.
  Made<std::vector<BodyId>> restore(const WorldSnapshot& snapshot, std::uint64_t clock);

  // Bodies, by number. An id whose fault_of() is None is that of a body.
  struct Body {
    BodyOptions options;
    Pose own_pose;             // unless single
    std::uint32_t number = 0;  // of the name, in the allowed pairs; 0 without one
    std::vector<std::uint32_t> leaves;
    std::uint32_t holder = kNobody;
    Pose relative;  // to the holder
    std::vector<std::uint32_t> holds;
  };
  WorldFault fault_of(BodyId body) const {
    if (body.index >= slots_.size() || body.generation > slots_[body.index].generation) return WorldFault::UnknownBody;
    if (!slots_[body.index].alive || body.generation != slots_[body.index].generation) return WorldFault::StaleBody;
    return WorldFault::None;
  }
  BodyId id_of(std::uint32_t body) const { return {body, slots_[body].generation}; }
  std::size_t count() const { return alive_; }
  std::vector<BodyId> ids() const;
  std::optional<BodyId> find(const std::string& name) const;
  const Body& operator[](std::uint32_t body) const { return bodies_[body]; }
  const Pose& pose_of(std::uint32_t body) const {
    return slots_[body].is_single ? leaves_[slots_[body].leaf].pose : bodies_[body].own_pose;
  }
  bool is_half_space(std::uint32_t body) const { return leaves_[slots_[body].leaf].space.has_value(); }
  const AllowedPairs& allowed() const { return allowed_; }

  // Leaves, by slot; the body of an empty slot is kNobody.
  std::span<const Leaf> leaves() const { return leaves_; }
  const LeafRest& rest(std::uint32_t leaf) const { return rests_[leaf]; }
  const LeafFilter& filter(std::uint32_t leaf) const { return filters_[leaf]; }
  std::span<const std::uint32_t> half_spaces() const { return half_spaces_; }  // slots, ascending
  bool has_general() const { return has_general_; }  // a mesh or a shape of parts was ever added
  // A body without extent, at the origin.
  const Rounded& point() const { return point_; }
  // The shape of a part as it was given, without the padding. Not of a half-space.
  Shape own_shape(std::uint32_t leaf) const;

  // Whether two leaves are never asked about.
  bool excluded(std::uint32_t leaf_a, std::uint32_t leaf_b) const {
    const LeafFilter &a = filters_[leaf_a], &b = filters_[leaf_b];
    if (a.body == b.body || (a.is_static && b.is_static)) return true;
    if ((a.groups.member_of & b.groups.meets) == 0 || (b.groups.member_of & a.groups.meets) == 0) return true;
    if (a.holder == b.body || b.holder == a.body) return true;
    return (a.is_mentioned || b.is_mentioned) && allowed_.contains({a.body, a.number}, {b.body, b.number});
  }

  // What changed. Other questions bring boxes up to date between frames; the next frame still knows what moved.
  std::vector<std::uint32_t>& stale_boxes() { return stale_boxes_; }  // leaves; see box_is_made()
  std::span<const std::uint32_t> stale_boxes() const { return stale_boxes_; }
  void box_is_made(std::uint32_t leaf) { box_is_stale_[leaf] = 0; }
  Motions& motions() { return motions_; }  // since the last frame
  const Motions& motions() const { return motions_; }
  // What was excluded in the last frame may not be any more.
  bool filtering_is_new() const { return filtering_is_new_; }
  void filtering_is_known() { filtering_is_new_ = false; }
  // Another number whenever bodies come or go, or are excluded otherwise than before.
  std::uint64_t filter_revision() const { return filter_revision_; }
  // Where the frame that ends now left its leaves.
  void note_frame();

 private:
  // What moving a body reads, apart from the rest: worlds move everything every frame.
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t leaf = kNobody;  // the first
    bool alive = false;
    bool is_single = false;  // one part without offset, a half-space aside: it has its body's pose
    bool is_lone = false;    // holds nothing, is not held
  };

  Made<std::uint32_t> new_body(const BodyOptions& options);
  void add_leaf(std::uint32_t body, Leaf leaf, const LeafRest& rest);
  std::shared_ptr<const SupportBound> bound_of(const Polytope& core);
  std::shared_ptr<const SupportBound> bound_of(const Shape& general);
  template <class Of>
  std::shared_ptr<const SupportBound> known_bound(const void* key, const Of& of);
  void hold(std::uint32_t held, std::uint32_t holder, const Pose& relative);
  Done move_several(std::uint32_t body, const Pose& pose);
  bool can_place(std::uint32_t body, const Pose& pose) const;
  void place(std::uint32_t body, const Pose& pose);
  void set_pose(std::uint32_t leaf, const Pose& pose) {
    if (motions_.note_move(leaf, leaves_[leaf].pose, pose)) mark_box_stale(leaf);
    leaves_[leaf].pose = pose;
  }
  void mark_changed(std::uint32_t leaf) {
    motions_.note_change(leaf);
    mark_box_stale(leaf);
  }
  void mark_box_stale(std::uint32_t leaf) {
    if (box_is_stale_[leaf] == 0) stale_boxes_.push_back(leaf);
    box_is_stale_[leaf] = 1;
  }
  void refresh_filters(std::uint32_t body);
  void refresh_all_filters();
  void refresh_lone(std::uint32_t body);

  std::vector<Slot> slots_;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> free_bodies_;
  std::size_t alive_ = 0;
  std::unordered_map<std::string, std::uint32_t> names_;
  AllowedPairs allowed_;

  // By the address of what copies of a shape share, and what a bound keeps alive.
  std::unordered_map<const void*, std::weak_ptr<const SupportBound>> bounds_;
  std::vector<Leaf> leaves_;
  std::vector<LeafRest> rests_;
  std::vector<LeafFilter> filters_;
  std::vector<std::uint32_t> free_leaves_, half_spaces_;
  bool has_general_ = false;
  Rounded point_;

  std::vector<std::uint32_t> stale_boxes_;
  std::vector<std::uint8_t> box_is_stale_;
  Motions motions_;
  bool filtering_is_new_ = true;
  std::uint64_t filter_revision_ = 0;
};

}  // namespace clearance::detail
