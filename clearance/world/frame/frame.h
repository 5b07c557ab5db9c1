// Question: who meets whom in this frame, and what began or ended since the last?
// Method:   candidates (candidates.h), the table of what is known of each pair (pair_table.h), and one proved query for
//           each pair whose parts are placed differently relative to each other than in the last frame (motions.h).
//           The other pairs keep their answers, in blocks that frames share (contact_runs.h).
// Proves:   every contact, with its certificate; pairs that are not reported were separated by their boxes, by a
//           certified query, or excluded by a filter.
#pragma once

#include <clearance/world/frame/alike_pairs.h>
#include <clearance/world/frame/candidates.h>
#include <clearance/world/frame/contact_runs.h>
#include <clearance/world/placed.h>

#include <vector>

namespace clearance::detail {

class Frame {
 public:
  // Nothing changed since the last frame, which was complete and has no closest points, which are reported once.
  bool is_at_rest(const Bodies& bodies) const {
    return last_is_whole_ && !last_has_before_ && !bodies.filtering_is_new() && bodies.motions().noted().empty();
  }
  // The answer of a frame at rest.
  Result<Collisions> same_again(const CollideOptions& asked, const Patience& patience, StageStatistics& statistics,
                                std::uint64_t& clock, Workers& workers);
  Result<Collisions> collide(WholeWorld& world, const CollideOptions& asked, const Patience& patience);

  // Contacts as the broad phase finds them, without a memory of them.
  Ending visit(WholeWorld& world, FunctionRef<bool(const Contact&)> visit, const Patience& patience);

  // The last complete frame held against the complete one before.
  ContactEvents events() const;

 private:
  bool still_holds(const Bodies& bodies, const PairTable::Entry& entry) const;
  Collisions answer(WholeWorld& world, const CollideOptions& asked, const Patience& patience);
  Ending answer_run(const WholeWorld& world, ContactRun& run, Tally& tally, bool first_only, const Patience& patience);
  bool answer_pair(const WholeWorld& world, std::size_t k, ContactList::Block& block, AlikePairs& alike, Tally& tally);
  void end(WholeWorld& world);
  Collisions join(std::vector<ContactRun>& runs, Ending ending, Workers& workers);
  Collisions ended(Collisions collisions, Workers& workers);

  Candidates candidates_;
  PairTable table_;
  // Of the last frame: the contacts that the table refers to, in order, and whether it was complete.
  std::vector<KeptBlock> blocks_;
  bool last_is_whole_ = false, last_has_before_ = false;
  // Of the last complete frame and of the one before, and how the last frame of all ended.
  ContactList now_, before_;
  Ending last_ending_ = Ending::NotAsked;
};

// Which bodies and parts a contact of two leaves is between, with the answer: a half-space is a.
Contact contact_of(const Bodies& bodies, PairKey pair, const Intersection& answer);

}  // namespace clearance::detail
