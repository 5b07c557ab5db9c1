// Question: which of many boxes overlap?
// Method:   one small interface for all methods. The caller numbers the boxes, densely from 0; place() adds or moves
//           one and only writes it down; the next question makes the method take in everything that changed, at once.
// Proves:   exactly the pairs of boxes that overlap() are reported, each once, as a < b, in an order that depends on
//           what was placed and asked before and on nothing else (not on threads, not on addresses).
// Cannot:   be asked by two threads at once, the const questions aside, or changed, asked or assigned from within a
//           visitor: that is refused. Copies may be made there; they are independent.
#pragma once

#include <clearance/base/assert.h>
#include <clearance/base/function_ref.h>
#include <clearance/base/visit_guard.h>
#include <clearance/base/workers.h>
#include <clearance/broad/unwritten.h>
#include <clearance/bvh/box.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clearance::detail {

struct IndexPair {
  std::uint32_t a, b;  // a < b

  friend constexpr bool operator==(const IndexPair&, const IndexPair&) = default;
  friend constexpr auto operator<=>(const IndexPair&, const IndexPair&) = default;
};

// Gets the pairs block by block, never an empty one; false: no more, please.
using PairVisitor = FunctionRef<bool(std::span<const IndexPair>)>;
using IndexVisitor = FunctionRef<bool(std::span<const std::uint32_t>)>;
// Gets them from all threads at once, but those of one part from one thread at a time, in order.
using PartVisitor = FunctionRef<bool(std::size_t part, std::span<const IndexPair>)>;
// Fills in the boxes of those numbered `first` and on; false: they are to stay as they were.
using BoxMaker = FunctionRef<bool(std::size_t first, std::span<Box> boxes)>;
// Whether a search is to go on, asked every so often and by any of its threads.
using GoOn = FunctionRef<bool()>;

// What is asked about something that is not among the boxes.
enum class ProbeKind : std::uint8_t { Overlaps, Segments };

// Asks on behalf of a loop, every so many steps. Without anybody to ask it always goes on.
class Pace {
 public:
  explicit Pace(const GoOn* go_on, std::uint32_t every = 64) : go_on_(go_on), every_(every) {}

  bool goes_on() {
    if (go_on_ == nullptr || count_++ % every_ != 0) [[likely]]
      return true;
    return (*go_on_)();
  }

 private:
  const GoOn* go_on_;
  std::uint32_t every_, count_ = 0;
};

// Collects what a find reports into blocks for a visitor. flush() is to be called at the end.
template <class Entry>
class VisitBlock {
 public:
  explicit VisitBlock(FunctionRef<bool(std::span<const Entry>)> visit) : visit_(visit) {}

  // False, here and below: the visitor wants no more.
  bool add(const Entry& entry) {
    entries_[count_++] = entry;
    return count_ < kSize || flush();
  }
  bool flush() {
    const std::size_t count = count_;
    count_ = 0;
    return count == 0 || visit_({entries_, count});
  }

 private:
  static constexpr std::size_t kSize = 512;

  FunctionRef<bool(std::span<const Entry>)> visit_;
  std::size_t count_ = 0;
  Entry entries_[kSize];
};

using IndexBlock = VisitBlock<std::uint32_t>;

class PairBlock : public VisitBlock<IndexPair> {
 public:
  using VisitBlock::VisitBlock;
  bool add(std::uint32_t i, std::uint32_t j) { return VisitBlock::add(i < j ? IndexPair{i, j} : IndexPair{j, i}); }
};

class BroadPhase {
 public:
  // Indices above this are refused: the tables are as long as the largest index.
  static constexpr std::uint32_t kMaxIndex = (1u << 28) - 1;
  // Parts are numbered below this.
  static constexpr std::size_t kMostParts = 256;
  // What a BoxMaker makes at a time, or fewer.
  static constexpr std::size_t kPlacedAtOnce = 256;

  // Not from within a visitor.
  virtual ~BroadPhase() { CLEARANCE_ASSERT(!visiting_.value); }
  // Assigning to one that is being visited would pull the boxes from under the visit: clone() instead.
  BroadPhase& operator=(const BroadPhase&) = delete;
  virtual std::unique_ptr<BroadPhase> clone() const = 0;

  // Adds or moves a box. False, and nothing is changed: for what is_box() denies, for an index above kMaxIndex, and
  // from within a visitor. Ends may be infinite.
  bool place(std::uint32_t index, const Box& box) {
    // The common case, inlined: a box that is there moves.
    if (index < marks_.size() && (marks_[index] & kThere) != 0 && !visiting_.value && is_box(box)) [[likely]] {
      boxes_[index] = box;
      if ((marks_[index] & kChanged) != kChanged) mark(index);
      return true;
    }
    return place_new(index, box);
  }
  // False: there is none, or from within a visitor.
  bool remove(std::uint32_t index);

  // place() for each of the indices, none of which is there twice, or remove() where what is made is no box. `make` is
  // called by any of the threads, for stretches that begin at multiples of kPlacedAtOnce. False, and nothing is made:
  // for an index above kMaxIndex, and from within a visitor.
  bool place_all(std::span<const std::uint32_t> indices, BoxMaker make, Workers& workers);

  // The box of that index, or kNoBox.
  const Box& box(std::uint32_t index) const { return index < boxes_.size() ? boxes_[index] : kNoBox; }
  // How many there are.
  std::size_t size() const { return count_; }

  // All overlapping pairs. The threads of `workers` may share the search; the visitor is called by this thread alone.
  // True: the visitor got all of them. False, here and below: it did not, since it ended the search, `go_on` did, or
  // this was asked from within a visitor. Taking in what changed is not interrupted.
  bool find_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on = nullptr);
  bool find_pairs(PairVisitor visit);
  // The overlapping pairs with at least one box placed since the last find_pairs or find_changed_pairs.
  bool find_changed_pairs(PairVisitor visit, Workers& workers, const GoOn* go_on = nullptr);
  // The same two questions, answered by the threads that search: part by part the pairs are those of above, in the same
  // order. Which pairs are in which part may depend on the number of threads. After a visitor's false other parts may
  // still go on for a block.
  bool find_pairs_in_parts(PartVisitor visit, Workers& workers, const GoOn* go_on = nullptr);
  bool find_changed_pairs_in_parts(PartVisitor visit, Workers& workers, const GoOn* go_on = nullptr);
  // The boxes that overlap `probe`, each once. False also for a probe that is_box() denies.
  bool find_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on = nullptr);
  // The boxes that the segment may meet, each once: all that it does meet, and few others.
  bool find_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on = nullptr);

  // The same two questions without a change of any kind: any number of threads may ask them at once, as long as nobody
  // calls what is not const. They are right at any time, and fast after get_ready(); when something was placed or
  // removed since, or from within a visitor, every box is looked at.
  bool overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on = nullptr) const;
  bool on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on = nullptr) const;
  // Takes in what changed, and builds what const questions search in: about `count` of one kind, or very many of any
  // kind. False, and nothing is done: from within a visitor.
  bool get_ready(ProbeKind kind, std::size_t count, Workers& workers);
  bool get_ready(Workers& workers);

  // Everything kept between calls, boxes included.
  std::size_t memory_bytes() const;

 protected:
  BroadPhase() = default;
  BroadPhase(const BroadPhase&) = default;

  // Whom the search in progress asks whether to go on, or null. What searches at length asks now and then, and
  // returns false when told to.
  const GoOn* go_on() const { return go_on_.value; }

  // Takes in what changed since the last call: each index once, in ascending order. box(i) is kNoBox when removed.
  virtual void apply(std::span<const std::uint32_t> changed, Workers& workers) = 0;
  virtual bool visit_pairs(PairVisitor visit, Workers& workers) = 0;
  // The default visits all pairs and keeps those that has_changed() either end of.
  virtual bool visit_changed_pairs(std::span<const std::uint32_t> changed, PairVisitor visit, Workers& workers);
  // The defaults are for methods whose search is one thread's: everything is part 0.
  virtual bool visit_pairs_in_parts(PartVisitor visit, Workers& workers);
  virtual bool visit_changed_pairs_in_parts(std::span<const std::uint32_t> changed, PartVisitor visit,
                                            Workers& workers);
  // Asked once is_ready(), and by several threads at once. The defaults look at every box.
  virtual bool visit_overlaps(const Box& probe, IndexVisitor visit, const GoOn* go_on) const;
  virtual bool visit_on_segment(Vec3 from, Vec3 to, IndexVisitor visit, const GoOn* go_on) const;
  // Whether what they search in is built; make_ready() builds it, after apply().
  virtual bool is_ready(ProbeKind) const { return true; }
  virtual void make_ready(ProbeKind, std::size_t /*count*/, Workers&) {}
  virtual void make_ready_for_many(Workers& workers) { make_ready(ProbeKind::Overlaps, 1, workers); }
  // Beyond what this class keeps.
  virtual std::size_t own_memory_bytes() const = 0;

  // By index; kNoBox where there is none.
  std::span<const Box> boxes() const { return boxes_; }
  // Placed or removed since the last find of pairs.
  bool has_changed(std::uint32_t index) const { return (marks_[index] & kUnreported) != 0; }

 private:
  // The last two say that place_all() has yet to list an index.
  enum : std::uint8_t { kUnapplied = 1, kUnreported = 2, kChanged = 3, kThere = 4, kToApply = 8, kToReport = 16 };
  // What a stretch of place_all() adds to the lists and to the count; then where in the lists it begins.
  struct Placed {
    std::size_t to_apply = 0, to_report = 0, come = 0, gone = 0;
  };

  bool place_new(std::uint32_t index, const Box& box);
  void grow(std::size_t size);
  Placed place_stretch(std::span<const std::uint32_t> indices, std::size_t first, BoxMaker make);
  void place_stretch_alone(std::span<const std::uint32_t> indices, std::size_t first, BoxMaker make);
  void list_stretch(std::span<const std::uint32_t> indices, Placed from);
  void mark(std::uint32_t index) {
    if ((marks_[index] & kUnapplied) == 0) unapplied_.push_back(index);
    if ((marks_[index] & kUnreported) == 0) unreported_.push_back(index);
    marks_[index] |= kChanged;
  }
  class Search;
  void put_in_order(UnwrittenVector<std::uint32_t>& indices, std::uint8_t mark, Workers& workers);
  void apply_changes(Workers& workers);
  void forget_changes(Workers& workers);
  void unmark(std::span<const std::uint32_t> indices, std::uint8_t mark, Workers& workers);
  template <class Visit>
  bool find(const Visit& visit, Workers& workers, const GoOn* go_on);

  std::vector<Box> boxes_;
  std::vector<std::uint8_t> marks_;
  UnwrittenVector<std::uint32_t> unapplied_, unreported_;
  std::vector<Placed> placed_;  // by stretch; kept for its memory alone
  std::size_t count_ = 0;
  VisitMark visiting_;
  OfOneCall<const GoOn*> go_on_;
};

}  // namespace clearance::detail
