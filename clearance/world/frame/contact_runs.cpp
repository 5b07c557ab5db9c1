#include <clearance/world/frame/contact_runs.h>

#include <clearance/base/assert.h>

#include <functional>
#include <utility>

namespace clearance::detail {
namespace {

using Entry = PairTable::Entry;
using State = PairTable::State;

// True of one key in kUsualRun, by the high bits of a product, which depend on all bits of the key.
bool ends_run(PairKey key) { return (key.bits * 0x9e3779b97f4a7c15u) >> 57 == 0; }
static_assert(kUsualRun == std::size_t{1} << (64 - 57));

bool is_in(const Contact* contact, const ContactList::Block& block) {
  const std::less<const Contact*> before;
  return !before(contact, block.contacts.data()) && before(contact, block.contacts.data() + block.contacts.size());
}

}  // namespace

std::vector<ContactRun> cut_runs(const PairTable& table, std::vector<ContactList::SharedBlock>& blocks) {
  std::vector<ContactRun> runs;
  runs.reserve(table.size() / (kUsualRun / 2) + 1);
  std::vector<ContactList::SharedBlock> used;
  std::size_t at = 0;  // position in `blocks`, which only advances
  ContactRun run;
  bool is_known = true;  // no state of the run is Unknown
  std::size_t kept = 0;  // number of known contacts in the run
  const Contact *first = nullptr, *last = nullptr;
  for (std::size_t k = 0; k < table.size(); ++k) {
    const Entry& entry = table[k];
    if (entry.state == State::Unknown) is_known = false;
    // Without a branch, which could not be predicted.
    run.likely += static_cast<std::size_t>(entry.state == State::Contact) | (entry.before == State::Contact);
    if (entry.state == State::Contact) {
      while (at < blocks.size() && !is_in(entry.contact, *blocks[at])) ++at;
      CLEARANCE_ASSERT(at < blocks.size());
      if (used.empty() || used.back() != blocks[at]) used.push_back(blocks[at]);
      if (kept++ == 0) first = entry.contact;
      last = entry.contact;
    }
    if (k + 1 < table.size() && k + 1 - run.first < kLongestRun && !ends_run(entry.key)) continue;
    run.last = k + 1;
    // The same number, the same first and the same last: exactly that block.
    if (is_known && kept > 0) {
      const std::vector<Contact>& there = blocks[at]->contacts;
      if (!blocks[at]->has_before && kept == there.size() && first == &there.front() && last == &there.back())
        run.block = blocks[at];
    }
    run.is_settled = is_known && (kept == 0 || run.block);
    runs.push_back(std::exchange(run, {}));
    run.first = k + 1;
    is_known = true;
    kept = 0;
  }
  blocks = std::move(used);
  return runs;
}

void keep_contacts(PairTable& table, const ContactRun& run) {
  std::size_t count = 0;
  for (std::size_t k = run.first; k < run.last; ++k)
    if (table[k].state == State::Contact) table.set_contact(k, &run.block->contacts[count++]);
  CLEARANCE_ASSERT(count == (run.block ? run.block->contacts.size() : 0));
}

void forget_contacts(PairTable& table, const ContactRun& run) {
  for (std::size_t k = run.first; k < run.last; ++k)
    if (table[k].state == State::Contact) table.set_state(k, State::Unknown);
}

}  // namespace clearance::detail
