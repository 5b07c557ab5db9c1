#include <clearance/world/frame/contact_runs.h>

#include <clearance/base/assert.h>

#include <algorithm>
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

// The runs of entries first … last-1, which begin behind the end of a run.
std::vector<ContactRun> cut_share(const PairTable& table, std::span<const KeptBlock> blocks, std::size_t first_entry,
                                  std::size_t last_entry) {
  std::vector<ContactRun> runs;
  if (first_entry == last_entry) return runs;
  runs.reserve((last_entry - first_entry) / (kUsualRun / 2) + 1);
  // Position in `blocks`, which only advances. A block whose run began behind the first entry may hold its contacts if
  // runs were cut otherwise then.
  const PairKey first_key = table[first_entry].key;
  const auto is_behind = [](PairKey key, const KeptBlock& block) { return key < block.first; };
  auto at =
      static_cast<std::size_t>(std::upper_bound(blocks.begin(), blocks.end(), first_key, is_behind) - blocks.begin());
  if (at > 0) --at;
  ContactRun run;
  run.first = first_entry;
  bool is_known = true;  // no state of the run is Unknown
  std::size_t kept = 0;  // number of known contacts in the run
  const Contact *first = nullptr, *last = nullptr;
  for (std::size_t k = first_entry; k < last_entry; ++k) {
    const Entry& entry = table[k];
    if (entry.state == State::Unknown) is_known = false;
    // Without a branch, which could not be predicted.
    run.likely += static_cast<std::size_t>(entry.state == State::Contact) | (entry.before == State::Contact);
    if (entry.state == State::Contact) {
      while (at < blocks.size() && !is_in(entry.contact, *blocks[at].block)) ++at;
      CLEARANCE_ASSERT(at < blocks.size());
      if (kept++ == 0) first = entry.contact;
      last = entry.contact;
    }
    if (k + 1 < last_entry && k + 1 - run.first < kLongestRun && !ends_run(entry.key)) continue;
    run.last = k + 1;
    // The same number, the same first and the same last: exactly that block.
    if (is_known && kept > 0) {
      const std::vector<Contact>& there = blocks[at].block->contacts;
      if (!blocks[at].block->has_before && kept == there.size() && first == &there.front() && last == &there.back())
        run.block = blocks[at].block;
    }
    run.is_settled = is_known && (kept == 0 || run.block);
    runs.push_back(std::exchange(run, {}));
    run.first = k + 1;
    is_known = true;
    kept = 0;
  }
  return runs;
}

constexpr std::size_t kEntriesAtOnce = 4096;  // for a thread to cut: some ten microseconds

}  // namespace

std::vector<ContactRun> cut_runs(const PairTable& table, std::span<const KeptBlock> blocks, Workers& workers) {
  // Behind the first end of a run from there on.
  const auto begin_of = [&](std::size_t share) {
    std::size_t k = std::min(share * kEntriesAtOnce, table.size());
    while (k > 0 && k < table.size() && !ends_run(table[k - 1].key)) ++k;
    return k;
  };
  const std::size_t shares = (table.size() + kEntriesAtOnce - 1) / kEntriesAtOnce;
  if (shares < 2) return cut_share(table, blocks, 0, table.size());
  std::vector<std::vector<ContactRun>> cut(shares);
  workers.run(shares,
              [&](std::size_t share) { cut[share] = cut_share(table, blocks, begin_of(share), begin_of(share + 1)); });
  std::vector<ContactRun> runs;
  std::size_t count = 0;
  for (const std::vector<ContactRun>& some : cut) count += some.size();
  runs.reserve(count);
  for (std::vector<ContactRun>& some : cut)
    for (ContactRun& run : some) runs.push_back(std::move(run));
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
