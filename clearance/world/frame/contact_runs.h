// Question: which of the last frame's contacts can be handed out again without being copied?
// Method:   the sorted pairs are divided into runs at keys that a hash chooses, not by counting, so that adding or
//           removing a pair affects its own run alone. The contacts of a run form a block. A run whose pairs all keep
//           their answers, and whose contacts are exactly one block, keeps the block; otherwise the contacts that
//           still hold are copied into a new one.
#pragma once

#include <clearance/world/contact.h>
#include <clearance/world/frame/pair_table.h>

#include <cstddef>
#include <vector>

namespace clearance::detail {

struct ContactRun {
  std::size_t first = 0, last = 0;  // positions in the table, the last excluded
  std::size_t likely = 0;           // contacts to make room for
  bool is_settled = false;          // all states are known, and the contacts are those of `block`
  ContactList::SharedBlock block;   // null if there are none
  ContactList::SharedBlock shown;   // what this frame returns: less than `block` if it ended early
};

// In pairs: about ten microseconds of work.
inline constexpr std::size_t kUsualRun = 128, kLongestRun = 512;

// Contacts of the last frame, and the first pair of the run whose they were: blocks ascend by it.
struct KeptBlock {
  PairKey first;
  ContactList::SharedBlock block;
};

// Divides the table into runs. `blocks` hold the contacts that its entries refer to, in the same order; those to which
// none refers any more are left to be dropped. Threads share it: each begins behind the end of a run.
std::vector<ContactRun> cut_runs(const PairTable& table, std::span<const KeptBlock> blocks, Workers& workers);

// Makes the entries of a settled run refer to its block.
void keep_contacts(PairTable& table, const ContactRun& run);
// Makes the contacts of a run that is not settled unknown: no block keeps them.
void forget_contacts(PairTable& table, const ContactRun& run);

}  // namespace clearance::detail
