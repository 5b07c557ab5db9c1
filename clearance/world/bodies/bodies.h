// Question: which bodies are there, where, and which of them are not asked about?
// Method:   bodies own leaves (leaf.h). Editing writes down what changed: whose boxes are out of date, and who moved
//           since the last frame. Nothing here knows of boxes, pairs, frames or views; World says who may edit, and
//           when.
// Cost:     moving a body of one part: about ten nanoseconds; a body of one part, unless it is held, holds, or has
//           options of its own: some 270 bytes.
#pragma once

#include <clearance/base/task_lists.h>
#include <clearance/base/visit_guard.h>
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
  // As if one after the other, of those that come several times the last alone; or none of them.
  DoneAll move(std::span<const BodyId> ids, std::span<const Pose> poses, Workers& workers);
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
  WorldFault fault_of(BodyId body) const {
    if (body.index >= slots_.size() || body.generation > slots_[body.index].generation) return WorldFault::UnknownBody;
    if (!slots_[body.index].alive || body.generation != slots_[body.index].generation) return WorldFault::StaleBody;
    return WorldFault::None;
  }
  BodyId id_of(std::uint32_t body) const { return {body, slots_[body].generation}; }
  std::size_t count() const { return alive_; }
  std::vector<BodyId> ids() const;
  std::optional<BodyId> find(const std::string& name) const;
  const BodyOptions& options_of(std::uint32_t body) const { return options_[slots_[body].options].options; }
  // Of the name, in the allowed pairs; 0 without one.
  std::uint32_t number_of(std::uint32_t body) const { return options_[slots_[body].options].number; }
  std::span<const std::uint32_t> leaves_of(std::uint32_t body) const {
    const Slot& slot = slots_[body];
    if (slot.rest == kNobody || rests_[slot.rest].leaves.empty()) return {&slot.leaf, 1};
    return rests_[slot.rest].leaves;
  }
  std::uint32_t holder_of(std::uint32_t body) const {
    return slots_[body].rest == kNobody ? kNobody : rests_[slots_[body].rest].holder;
  }
  std::span<const std::uint32_t> held_by(std::uint32_t body) const {
    if (slots_[body].rest == kNobody) return {};
    return rests_[slots_[body].rest].holds;
  }
  const Pose& pose_of(std::uint32_t body) const {
    return slots_[body].is_single ? leaves_[slots_[body].leaf].pose : rests_[slots_[body].rest].own_pose;
  }
  bool is_half_space(std::uint32_t body) const { return leaves_[slots_[body].leaf].space() != nullptr; }
  const AllowedPairs& allowed() const { return allowed_; }

  // Leaves, by slot; the body of an empty slot is kNobody.
  std::span<const Leaf> leaves() const { return leaves_; }
  // In the body's frame.
  const Pose& offset_of(std::uint32_t leaf) const {
    return leaves_[leaf].offset == kNobody ? identity_ : offsets_[leaves_[leaf].offset];
  }
  // Of a leaf that was there then, in worlds that note_frame().
  const LeafBefore& before(std::uint32_t leaf) const { return before_[leaf]; }
  const LeafFilter& filter(std::uint32_t leaf) const { return filters_[leaf]; }
  std::span<const std::uint32_t> half_spaces() const { return half_spaces_; }  // slots, ascending
  bool has_general() const { return has_general_; }  // a mesh or a shape of parts was ever added
  // A body without extent, at the origin.
  const Rounded& point() const { return shapes_.point(); }
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
  // Leaves; see box_is_made(), which different threads may say of different leaves.
  std::vector<std::uint32_t>& stale_boxes() { return stale_boxes_; }
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
  void note_frame(Workers& workers);

 private:
  // What moving a body reads, apart from the rest: worlds move everything every frame.
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t leaf = kNobody;  // the first
    std::uint32_t options = 0;     // the number of its options; those of 0 are the usual ones
    std::uint32_t rest = kNobody;  // of its Rest, unless it has none
    bool alive = false;
    bool is_single = false;  // one part without offset, a half-space aside: it has its body's pose
    bool is_lone = false;    // holds nothing, is not held
  };
  struct Options {
    BodyOptions options;
    std::uint32_t number = 0;  // of the name, in the allowed pairs; 0 without one
  };
  // What bodies of one part that stand alone do without.
  struct Rest {
    Pose own_pose;                      // unless single
    std::vector<std::uint32_t> leaves;  // if there are several
    std::uint32_t holder = kNobody;
    Pose relative;  // to the holder
    std::vector<std::uint32_t> holds;
  };
  // A leaf that is to be added.
  struct Draft {
    std::uint32_t number = LeafShapes::kPoint;  // of the shape
    Pose pose = {}, offset = {};
  };

  Made<std::uint32_t> new_body(const BodyOptions& options);
  BodyOptions& own_options(std::uint32_t body);
  Rest& own_rest(std::uint32_t body);
  void add_leaf(std::uint32_t body, const Draft& draft, std::uint64_t clock);
  void empty_leaf(std::uint32_t leaf);
  void hold(std::uint32_t held, std::uint32_t holder, const Pose& relative);
  Done move_several(std::uint32_t body, const Pose& pose);
  WorldFault fault_of_move(std::uint32_t body, const Pose& pose) const;
  bool can_place(std::uint32_t body, const Pose& pose) const;
  void place(std::uint32_t body, const Pose& pose);
  void set_shape(std::uint32_t leaf, std::uint32_t number);
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

  // Of a call that moves many.
  struct Moves;
  DoneAll look_at(Moves& moves, Workers& workers) const;
  void find_last(const Moves& moves, Workers& workers);
  void forget_last(const Moves& moves, Workers& workers);
  void place_singles(const Moves& moves, Workers& workers);

  std::vector<Slot> slots_;
  std::vector<Options> options_;
  std::vector<Rest> rests_;
  std::vector<std::uint32_t> free_bodies_, free_options_, free_rests_;
  std::size_t alive_ = 0;
  std::unordered_map<std::string, std::uint32_t> names_;
  AllowedPairs allowed_;

  LeafShapes shapes_;
  std::vector<Leaf> leaves_;
  std::vector<Pose> offsets_;
  std::vector<LeafBefore> before_;  // by leaf, once noted
  std::vector<LeafFilter> filters_;
  std::vector<std::uint32_t> free_leaves_, free_offsets_, half_spaces_;
  bool has_general_ = false;
  Pose identity_;

  std::vector<std::uint32_t> stale_boxes_;
  std::vector<std::uint8_t> box_is_stale_;
  Motions motions_;
  bool filtering_is_new_ = true;
  std::uint64_t filter_revision_ = 0;

  struct MoveScratch {
    std::vector<std::uint32_t> last;  // by body: one more than the last position in the span; between calls 0
    TaskLists<std::uint32_t> noted, stale;
  };
  OfOneCall<MoveScratch> scratch_;
};

}  // namespace clearance::detail
