// What a World is made of; no part of the interface. Bodies own leaves: a leaf is one part at its pose, or a
// half-space, and its slot is what broad phase, filters and pair tables go by.
#pragma once

#include <clearance/base/visit_guard.h>
#include <clearance/base/workers.h>
#include <clearance/broad/broad_phase.h>
#include <clearance/query/half_space.h>
#include <clearance/query/query.h>
#include <clearance/query/support_bound.h>
#include <clearance/query/world_box.h>
#include <clearance/world/alike_pairs.h>
#include <clearance/world/allowed_pairs.h>
#include <clearance/world/contact_runs.h>
#include <clearance/world/motions.h>
#include <clearance/world/pair_table.h>
#include <clearance/world/world.h>

#include <atomic>
#include <chrono>
#include <tuple>
#include <unordered_map>

namespace clearance {

// Whether a call should end, asked once in a while. Once it should, it always should.
class Patience {
 public:
  explicit Patience(const Limits& limits) : limits_(limits) {}
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // Complete while it lasts.
  Ending ask() const {
    if (limits_.stop.stop_requested()) return Ending::Stopped;
    if (limits_.deadline.is_never()) return Ending::Complete;
    return Deadline(std::chrono::steady_clock::now()).at() >= limits_.deadline.at() ? Ending::TimedOut
                                                                                    : Ending::Complete;
  }
  bool lasts() const { return ask() == Ending::Complete; }
  bool operator()() const { return lasts(); }

  // Why something was not done to its end: never Complete.
  Ending why() const {
    const Ending ending = ask();
    return ending == Ending::Complete ? Ending::Refused : ending;
  }
  // For the broad phase; null without limits.
  const GoOn* go_on() const { return !limits_.stop.stop_possible() && limits_.deadline.is_never() ? nullptr : &go_on_; }

 private:
  const Limits& limits_;
  GoOn go_on_{*this};
};

// What answering some of the pairs amounted to.
struct Tally {
  std::size_t kept = 0, tested = 0, alike = 0, contacts = 0, closest_points = 0;
  std::size_t decided_by[kAlgorithmCount] = {};

  void count(Algorithm decided) { ++tested, ++decided_by[index_of(decided)]; }
  void add_to(StageStatistics& statistics) const {
    statistics.kept += kept;
    statistics.tested += tested;
    statistics.alike += alike;
    statistics.contacts += contacts;
    statistics.closest_points += closest_points;
    for (int k = 0; k < kAlgorithmCount; ++k) statistics.decided_by[k] += decided_by[k];
  }
};

struct World::Data {
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  // What moving a body reads, apart from the rest: worlds move everything every frame.
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t leaf = kNobody;  // the first
    bool alive = false;
    bool is_single = false;  // one part without offset, a half-space aside: it has its body's pose
    bool is_lone = false;    // holds nothing, is not held
  };
  struct Body {
    bool is_static = false;
    Groups groups;
    Pose own_pose;  // unless single
    std::string name;
    std::uint32_t number = 0;  // of the name, in the allowed pairs; 0 without one
    std::vector<std::uint32_t> leaves;
    std::uint32_t holder = kNobody;
    Pose relative;  // to the holder
    std::vector<std::uint32_t> holds;
  };
  struct Leaf {
    Rounded shape;  // padded; of other than convex shapes it means nothing
    Pose pose;
    std::shared_ptr<const SupportBound> bound;  // of large cores, meshes
    const Shape* general = nullptr;             // a mesh or a shape of parts, which the rest of the leaf owns
    std::optional<HalfSpace> space;             // then shape and pose mean nothing
    std::uint32_t body = kNobody, part = 0;
    std::uint64_t born = 0;  // on the clock
  };
  // What few calls read of a leaf, apart from the rest.
  struct LeafRest {
    double radius = 0;  // of the shape without the padding
    Pose offset;        // in the body's frame
    Pose previous;      // at the end of the last frame
    double previous_radius = 0;
    std::shared_ptr<const Shape> general = {};
  };
  // What the filters read, apart from the leaves so that it stays in the processor's cache.
  struct LeafFilter {
    std::uint32_t body = kNobody, holder = kNobody, number = 0;
    Groups groups;
    bool is_static = false, is_mentioned = false;
  };

  explicit Data(const WorldOptions& options);
  Data(const Data& other);

  struct PoseBlock;  // probes.cpp

  // Bodies (world.cpp).
  WorldFault fault_of(BodyId body) const;
  BodyId id_of(std::uint32_t body) const { return {body, slots[body].generation}; }
  const Pose& pose_of(std::uint32_t body) const {
    return slots[body].is_single ? leaves[slots[body].leaf].pose : bodies[body].own_pose;
  }
  bool is_half_space(std::uint32_t body) const { return leaves[slots[body].leaf].space.has_value(); }
  Result<std::uint32_t> new_body(const BodyOptions& options);
  void add_leaf(std::uint32_t body, Leaf leaf, const LeafRest& rest);
  std::shared_ptr<const SupportBound> bound_of(const Polytope& core);
  std::shared_ptr<const SupportBound> bound_of(const Shape& general);
  template <class Made>
  std::shared_ptr<const SupportBound> known_bound(const void* key, const Made& of);
  void refresh_filters(std::uint32_t body);
  void refresh_lone(std::uint32_t body);
  void forget_filtering();
  bool can_place(std::uint32_t body, const Pose& pose) const;
  void place(std::uint32_t body, const Pose& pose);
  void set_pose(std::uint32_t leaf, const Pose& pose);
  void mark_changed(std::uint32_t leaf);
  void mark_box_old(std::uint32_t leaf);

  // Pairs (pairs.cpp).
  bool excluded(std::uint32_t leaf_a, std::uint32_t leaf_b) const;
  Box box_of(const Leaf& leaf) const;
  Box general_box(const Leaf& leaf) const;
  // False: not all of them, patience has ended.
  [[nodiscard]] bool make_boxes(const Patience& patience);
  // `keys` become those of the box pairs that the filters leave, ascending, unless there are more than `most` or
  // patience ends.
  enum class Search : std::uint8_t { Done, TooMany, Ended };
  [[nodiscard]] Search find_candidates(std::size_t most, const Patience& patience);
  // The same for boxes at most `limit` apart.
  [[nodiscard]] Search find_near(double limit, std::size_t most, const Patience& patience);
  bool add_wall_keys(std::span<const std::uint32_t> of, double limit, std::size_t most, const Patience& patience,
                     Search& search);
  bool take_keys(std::span<const IndexPair> pairs, std::size_t most);
  void add_half_space_keys(std::uint32_t leaf, double limit);
  void finish_keys();
  void add_known_keys();

  // Nothing changed since the last frame, which was complete and has no closest points, which are reported once.
  bool is_at_rest() const { return last_is_whole && !last_has_before && !filtering_is_new && motions.noted().empty(); }
  Result<Collisions> same_again(const CollideOptions& asked, const Patience& patience);
  // Whether what is known of a pair is true of it now.
  bool still_holds(const PairTable::Entry& entry) const;
  Collisions answer_frame(const CollideOptions& asked, const Patience& patience);
  bool answer_pair(std::size_t k, ContactList::Block& block, AlikePairs& alike, Tally& tally);
  Ending answer_run(ContactRun& run, Tally& tally, bool first_only, const Patience& patience);
  void end_frame();

  Intersection intersection(PairKey pair, ConvexCache& cache) const;
  Intersection intersection(std::uint32_t leaf, const Rounded& probe, const Pose& pose, ConvexCache& cache) const;
  std::optional<RayHit> ray_hit(const Leaf& leaf, Vec3 from, Vec3 to) const;
  // False, here and below: patience has ended.
  [[nodiscard]] bool begin_question(const Patience& patience);
  [[nodiscard]] bool leaves_near(const Box& box, double limit, const Patience& patience,
                                 std::vector<std::uint32_t>& found);
  Distance distance_below(PairKey pair, ConvexCache& cache, double limit) const;
  int compare(PairKey pair, double limit) const;
  Distance distance_before(PairKey pair, ConvexCache& cache) const;
  bool existed(PairKey pair, std::uint64_t stamp) const {
    return leaves[pair.a()].born <= stamp && leaves[pair.b()].born <= stamp;
  }
  Contact contact(PairKey pair, const Intersection& answer) const;
  // Whether two leaves meet, without a cache: counted, and written down.
  bool meets(PairKey pair, Contact& out);

  // The same where a mesh or a shape of parts is involved (general.cpp).
  bool is_general(PairKey pair) const {
    return has_general && (leaves[pair.a()].general != nullptr || leaves[pair.b()].general != nullptr);
  }
  Intersection general_intersection(PairKey pair, PairCache& cache) const;
  Distance general_distance(PairKey pair, PairCache& cache, double limit) const;
  int general_compare(PairKey pair, double limit) const;
  Distance general_distance_before(PairKey pair, PairCache& cache) const;
  Intersection general_intersection(std::uint32_t leaf, const Shape& probe, const Pose& pose, PairCache& cache) const;
  Distance general_distance(std::uint32_t leaf, const Shape& probe, const Pose& pose, double limit) const;
  int general_compare(std::uint32_t leaf, const Shape& probe, const Pose& pose, double limit) const;

  WorldOptions options;
  std::unique_ptr<BroadPhase> broad;
  std::unique_ptr<Workers> workers;

  std::vector<Slot> slots;
  std::vector<Body> bodies;
  std::vector<std::uint32_t> free_bodies;
  std::size_t alive = 0;
  std::unordered_map<std::string, std::uint32_t> names;
  AllowedPairs allowed;

  // By the address of what copies of a shape share, and what a bound keeps alive.
  std::unordered_map<const void*, std::weak_ptr<const SupportBound>> bounds;
  std::vector<Leaf> leaves;
  std::vector<LeafRest> rests;
  std::vector<LeafFilter> filters;
  std::vector<std::uint32_t> free_leaves, half_spaces;
  // Other questions bring boxes up to date between frames; the next frame still knows what moved.
  std::vector<std::uint32_t> dirty;  // leaves whose boxes are out of date
  std::vector<std::uint8_t> box_is_old;
  Motions motions;        // since the last frame
  std::vector<Box> made;  // scratch of make_boxes

  std::uint64_t clock = 1;       // ticks with every frame
  bool filtering_is_new = true;  // what was excluded in the last frame may not be any more
  bool must_find_all = true;     // the broad phase's memory of what changed went to another question
  VisitMark visiting;
  PairTable contacts, near;
  std::vector<PairKey> keys, spare;
  // Of the last frame: the contacts that the table refers to, in order, and the answer if it was complete.
  std::vector<ContactList::SharedBlock> blocks;
  ContactList last;
  bool last_is_whole = false, last_has_before = false;
  bool has_general = false;  // a mesh or a shape of parts was ever added
  StageStatistics statistics;
  Rounded point;  // the origin
};

// Answers the pairs in `count` shares: answer(k) returns Complete to go on. Shares must not depend on each other, so
// that nothing depends on the number of threads; with `first_only` the calling thread answers them in order.
template <class Answer>
Ending answer_shares(std::size_t count, Workers& workers, bool first_only, const Answer& answer) {
  std::atomic<Ending> ending{Ending::Complete};
  const auto run = [&](std::size_t k) {
    if (ending.load(std::memory_order_relaxed) != Ending::Complete) return;
    if (const Ending ended = answer(k); ended != Ending::Complete) ending.store(ended);
  };
  if (first_only || workers.count() == 1)
    for (std::size_t k = 0; k < count; ++k) run(k);
  else
    workers.run(count, run);
  return ending;
}

inline constexpr std::size_t kLookEvery = 16;  // pairs that are known or quickly answered: then limits are looked at
Error too_many_pairs(std::size_t most);

// Whether the whole box lies farther than `limit` from the half-space, for certain.
bool surely_beyond(const HalfSpace& space, const Box& box, double limit);

inline bool is_limit(double limit) { return limit >= 0 && limit <= kMaxCoordinate; }
inline Error bad_limit() { return {"", "a limit is a number from 0 to 1e300"}; }

// Whether a distance is at most the limit: read off the bracket, or else compared exactly.
template <class Compare>
bool is_within(const Distance& found, double limit, const Compare& compare_exactly) {
  if (found.status != Status::Separated || found.upper <= limit) return true;
  return found.lower <= limit && compare_exactly() <= 0;
}

// Seconds from stage to stage.
class StageTimer {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace clearance
