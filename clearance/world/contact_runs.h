// Question: what of the last frame's contacts can be handed out again as it lies?
// Method:   the sorted pairs are cut into runs, where the key says so and not after so many: a pair that comes or goes
//           changes the run it is in, and no other. Each run's contacts are a block. A run whose pairs all have the
//           answers that they had, and whose contacts are those of one block, has that block; of the others, what
//           holds is copied into a new one.
#pragma once

#include <clearance/world/contact.h>
#include <clearance/world/pair_table.h>

#include <cstddef>
#include <vector>

namespace clearance {

struct ContactRun {
  std::size_t first = 0, last = 0;  // pairs of the table, the last excluded
  std::size_t likely = 0;           // contacts to make room for
  bool is_settled = false;          // all states are known, and the contacts are those of `block`
  ContactList::SharedBlock block;   // none without contacts
  ContactList::SharedBlock shown;   // what this frame answers, as far as it came
};

// A hundred pairs or so: some ten microseconds of work.
inline constexpr std::size_t kUsualRun = 128, kLongestRun = 512;

// The runs of a table whose kept contacts are in `blocks`, in the same order. Blocks that nothing refers to any more
// are dropped.
std::vector<ContactRun> cut_runs(const PairTable& table, std::vector<ContactList::SharedBlock>& blocks);

// Of a run that is settled: its pairs are told where in the block they are.
void keep_contacts(PairTable& table, const ContactRun& run);
// Of a run that is not settled: its contacts are in no block that is kept, and have to be asked about again.
void forget_contacts(PairTable& table, const ContactRun& run);

}  // namespace clearance
