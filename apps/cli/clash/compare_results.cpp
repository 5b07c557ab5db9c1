#include "compare_results.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clearance::cli {
namespace {

using NamePair = std::pair<std::string, std::string>;
NamePair unordered(const std::string& a, const std::string& b) { return std::minmax(a, b); }

// What parts of before are called now.
class Renaming {
 public:
  Renaming(const ResultFile& before, const ResultFile& now) {
    for (const PartRecord& part : now.parts) here_.insert(part.name);
    std::set<std::string> were_there;
    for (const PartRecord& part : before.parts) were_there.insert(part.name);
    std::vector<const PartRecord*> gone, come;
    for (const PartRecord& part : before.parts)
      if (!here_.contains(part.name)) gone.push_back(&part);
    for (const PartRecord& part : now.parts)
      if (!were_there.contains(part.name)) come.push_back(&part);
    match(gone, come, [](const PartRecord& part) { return part.content + part.place; });
    match(gone, come, [](const PartRecord& part) { return part.content; });
  }

  // Nothing of a part that is gone.
  std::optional<std::string> now(const std::string& before) const {
    if (here_.contains(before)) return before;
    const auto renamed = renamed_.find(before);
    return renamed == renamed_.end() ? std::nullopt : std::optional(renamed->second);
  }

 private:
  // Each of `come` takes the first of `gone` that is alike; both leave their lists.
  template <class Likeness>
  void match(std::vector<const PartRecord*>& gone, std::vector<const PartRecord*>& come, Likeness likeness) {
    std::multimap<std::string, const PartRecord*> left;
    for (const PartRecord* part : gone) left.emplace(likeness(*part), part);
    std::erase_if(come, [&](const PartRecord* part) {
      const auto found = left.lower_bound(likeness(*part));
      if (found == left.end() || found->first != likeness(*part)) return false;
      renamed_.emplace(found->second->name, part->name);
      left.erase(found);
      return true;
    });
    std::erase_if(gone, [&](const PartRecord* part) { return renamed_.contains(part->name); });
  }

  std::set<std::string> here_;
  std::map<std::string, std::string> renamed_;
};

PairVerdict verdict_then(const PairReport& report, const Criteria& criteria) {
  if (report.verdict != PairVerdict::NotAsked) return report.verdict;
  return verdict_of(report.claim, criteria).value_or(PairVerdict::Near);
}

bool is_fault(PairVerdict verdict) { return verdict > PairVerdict::Touching; }

}  // namespace

std::uint64_t compare_with(const ResultFile& before, ResultFile& now) {
  const Renaming renaming(before, now);
  std::set<NamePair> faults_now, faults_before;
  for (const PairReport& report : now.pairs)
    if (is_fault(report.verdict)) faults_now.insert(unordered(report.a, report.b));

  std::uint64_t open = 0;
  now.resolved.emplace();
  for (const PairReport& report : before.pairs) {
    const PairVerdict was = verdict_then(report, now.criteria.value_or(Criteria{}));
    if (!is_fault(was)) continue;
    const std::optional<std::string> a = renaming.now(report.a), b = renaming.now(report.b);
    if (!a || !b) {
      now.resolved->push_back({report.a, report.b, was, a ? report.b : report.a});
      continue;
    }
    const NamePair pair = unordered(*a, *b);
    faults_before.insert(pair);
    if (faults_now.contains(pair)) continue;
    now.is_interrupted() ? void(++open) : now.resolved->push_back({report.a, report.b, was, std::nullopt});
  }
  for (PairReport& report : now.pairs)
    if (is_fault(report.verdict))
      report.change = faults_before.contains(unordered(report.a, report.b)) ? Change::Still : Change::New;
  return open;
}

}  // namespace clearance::cli
