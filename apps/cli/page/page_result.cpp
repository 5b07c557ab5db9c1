#include "page_result.h"

#include <clearance/base/stable_sort.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/scenes/posed_body.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "../each_pair.h"
#include "../follow.h"
#include "../progress.h"

namespace clearance::cli {
using namespace detail;
namespace {

using Clock = std::chrono::steady_clock;

// Proofs of so many pairs are made at a time, by all threads, and then counted in the order of the pairs.
constexpr std::size_t kBlock = 64;

// ---- Which objects --------------------------------------------------------------------------------------------------

class Names {
 public:
  explicit Names(const Scene& scene) {
    for (std::uint32_t k = 0; k < scene.objects.size(); ++k) numbers_.emplace(scene.objects[k].name, k);
  }
  template <class Report>
  ScenePair pair_of(const Report& report) const {
    return {numbers_.at(report.a), numbers_.at(report.b)};
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

template <class Reports>
std::vector<ScenePair> pairs_of(const Scene& scene, const Reports& reports) {
  const Names names(scene);
  std::vector<ScenePair> pairs;
  pairs.reserve(reports.size());
  for (const auto& report : reports) pairs.push_back(names.pair_of(report));
  return pairs;
}

std::vector<std::uint32_t> objects_of(const std::vector<ScenePair>& pairs) {
  std::vector<std::uint32_t> objects;
  objects.reserve(2 * pairs.size());
  for (const auto& [a, b] : pairs) objects.push_back(a), objects.push_back(b);
  return objects;
}

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// ---- Proofs that can be large ---------------------------------------------------------------------------------------

// A shell that proves the depth that is claimed; another search may have another.
void add_shell(const SceneObject& a, const SceneObject& b, Claim& claim) {
  if (!claim.depth || claim.shell || !a.convex() || !b.convex()) return;
  PenetrationOptions options;
  options.want_shell = true;
  Claim shown = claim;
  shown.shell = claim_of(penetration(a.shape, a.pose, b.shape, b.pose, options)).shell;
  if (shown.shell && check_claim(shown, a, b)) claim.shell = std::move(shown.shell);
}

void add_proofs(const SceneObject& a, const SceneObject& b, Claim& claim) {
  if (claim.status == Status::Separated && !claim.cover)
    claim.cover = separation_cover(a.shape, a.pose, b.shape, b.pose, claim.distance ? claim.distance->lower : 0);
  add_shell(a, b, claim);
}

std::size_t size_of_proofs(const PairReport& report) {
  const Claim& claim = report.claim;
  std::size_t size = claim.cover ? cover_text(*claim.cover).size() : 0;
  if (claim.shell) size += 16 * claim.shell->pairs.size() + 24 * claim.shell->facets.size();
  return size;
}
void drop_proofs(PairReport& report) {
  report.claim.cover.reset();
  report.claim.shell.reset();
}

std::size_t size_of(const Timeline& timeline) {
  std::size_t size = 200 * timeline.spans.size();
  for (const SpanCover& cover : timeline.covers) size += cover_text(cover).size();
  return size;
}
std::size_t size_of_proofs(const MotionReport& report) {
  std::size_t size = size_of(report.claim.timeline);
  for (const Timeline& gap : report.gaps) size += size_of(gap);
  return size;
}
void drop_proofs(MotionReport& report) {
  report.claim.timeline = {};
  report.gaps.clear();
}

// `make(i)` adds what proves report i, and `lacks(i)` says that it has no proof all the same. Where there is no room
// for one it is dropped again. The value is how many pairs have none for that reason.
template <class Report, class Make, class Lacks>
std::size_t prove_what_there_is_room_for(std::vector<Report>& reports, const PageResultLimits& limits, Make make,
                                         Lacks lacks) {
  Progress progress("proofs for the page", reports.size());
  const auto until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  std::size_t room = limits.bytes, dropped = 0;
  for (std::size_t first = 0; first < reports.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, reports.size() - first);
    const bool is_late = Clock::now() > until;
    if (!is_late && room > 0)
      for_each_pair(count, 4, [&](std::size_t k) {
        make(first + k);
        progress.step();
      });
    for (std::size_t i = first; i < first + count; ++i) {
      const std::size_t size = size_of_proofs(reports[i]);
      if (size > room) drop_proofs(reports[i]);
      if (size > room || ((is_late || room == 0) && lacks(i)))
        ++dropped;
      else
        room -= size;
    }
  }
  return dropped;
}

void tell_dropped(std::size_t dropped, std::string_view word, PageResult& page) {
  if (dropped == 0) return;
  // What `clash` prints has no large proofs.
  const std::string elsewhere = word == "clash" ? "verify decides them again."
                                                : fmt::format("{} --json --proof prints them all, for verify.", word);
  page.notices.push_back(
      fmt::format("There was no room, or no time, for the proofs of {}, which this page shows as unproved; {}",
                  counted(dropped, "pair"), elsewhere));
}

// ---- Which pairs ----------------------------------------------------------------------------------------------------

// Separated pairs go first where there are too many, then the last ones.
void leave_pairs_out(ResultFile& result, std::size_t most, PageResult& page) {
  const std::size_t before = result.pairs.size();
  if (before <= most) return;
  const auto is_separated = [](const PairReport& report) { return report.claim.status == Status::Separated; };
  stable_sort(result.pairs, [&](const auto& p, const auto& q) { return !is_separated(p) && is_separated(q); });
  const auto others = std::find_if(result.pairs.begin(), result.pairs.end(), is_separated);
  const auto kept = result.pairs.begin() + static_cast<std::ptrdiff_t>(most);
  const auto apart = static_cast<std::size_t>(result.pairs.end() - std::max(others, kept));
  if (!result.unlisted) result.unlisted.emplace();
  result.unlisted->pairs += apart;
  if (apart > 0) result.unlisted->beyond.reset();
  result.pairs.erase(kept, result.pairs.end());
  page.notices.push_back(
      fmt::format("{} of {} pairs are not listed here: there was room for {}. {}", before - most, before, most,
                  apart == before - most ? "All of them are separated." : "Not all of them are separated."));
}

void leave_pairs_out(MotionResult& result, std::size_t most, PageResult& page) {
  const std::size_t before = result.pairs.size();
  if (before <= most) return;
  result.pairs.resize(most);  // those that meet first come first
  page.notices.push_back(
      fmt::format("{} of {} pairs, those that meet last or never, are not listed here: there was room for {}.",
                  before - most, before, most));
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

class Counts {
 public:
  void add(const std::string& what, std::uint64_t count = 1) {
    const auto at =
        std::find_if(counts_.begin(), counts_.end(), [&](const auto& known) { return known.first == what; });
    if (at == counts_.end())
      counts_.emplace_back(what, count);
    else
      at->second += count;
  }
  void write(const std::string& before, std::vector<Statistic>& out) const {
    auto sorted = counts_;
    stable_sort(sorted, [](const auto& p, const auto& q) { return p.second > q.second; });
    for (const auto& [what, count] : sorted) out.push_back({before + what, fmt::format("{}", count)});
  }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> counts_;  // few
};

void add_statistics(const ResultFile& result, PageResult& page) {
  Counts statuses, verdicts, methods;
  if (result.unlisted) statuses.add(to_string(Status::Separated), result.unlisted->pairs);
  for (const PairReport& report : result.pairs) {
    statuses.add(to_string(report.claim.status));
    methods.add(report.decided_by);
    if (result.criteria) verdicts.add(to_string(report.verdict));
  }
  statuses.write("pairs ", page.statistics);
  if (result.criteria && result.unlisted) verdicts.add(to_string(PairVerdict::Clear), result.unlisted->pairs);
  verdicts.write("verdict ", page.statistics);
  if (result.not_looked_at)
    page.statistics.push_back({"pairs not looked at", fmt::format("{}", *result.not_looked_at)});
  methods.write("decided by ", page.statistics);
}

void add_statistics(const MotionResult& result, PageResult& page) {
  Counts statuses, methods;
  std::size_t spans = 0;
  for (const MotionReport& report : result.pairs) {
    statuses.add(to_string(report.claim.status));
    methods.add(report.decided_by);
    spans += report.claim.timeline.spans.size();
  }
  statuses.write("pairs ", page.statistics);
  methods.write("decided by ", page.statistics);
  page.statistics.push_back({"spans of time proved free", fmt::format("{}", spans)});
}

const char* word_of(const ResultFile& result) { return result.query == "clash" ? "clash" : "check"; }
const char* word_of(const MotionResult&) { return "move"; }

template <class AnyResult>
PageResult as_given(const Scene& scene, AnyResult result, std::string text, const PageResultLimits& limits) {
  PageResult page;
  if (text.size() > 2 * limits.bytes) {
    leave_pairs_out(result, limits.pairs, page);
    const auto nothing_to_make = [](std::size_t) {};
    const auto never_lacks = [](std::size_t) { return false; };
    tell_dropped(prove_what_there_is_room_for(result.pairs, limits, nothing_to_make, never_lacks), word_of(result),
                 page);
    text = result_text(result, true);
  }
  page.objects = objects_of(pairs_of(scene, result.pairs));
  page.text = std::move(text);
  add_statistics(result, page);
  return page;
}

}  // namespace

PageResult page_result(const Scene& scene, ResultFile result, const PageResultLimits& limits) {
  PageResult page;
  leave_pairs_out(result, limits.pairs, page);
  const std::vector<ScenePair> pairs = pairs_of(scene, result.pairs);
  const auto make = [&](std::size_t i) {
    add_proofs(scene.objects[pairs[i].a], scene.objects[pairs[i].b], result.pairs[i].claim);
  };
  const auto lacks = [&](std::size_t i) {
    const Claim& claim = result.pairs[i].claim;
    if (claim.status == Status::Separated) return claim.certificate.kind != Certificate::Kind::Plane && !claim.cover;
    const bool is_convex = scene.objects[pairs[i].a].convex() && scene.objects[pairs[i].b].convex();
    return is_convex && claim.depth && !claim.shell;
  };
  tell_dropped(prove_what_there_is_room_for(result.pairs, limits, make, lacks), word_of(result), page);
  page.objects = objects_of(pairs);
  page.text = result_text(result, true);
  add_statistics(result, page);
  return page;
}

PageResult page_result(const MovingScene& moving, MotionResult result, const PageResultLimits& limits) {
  PageResult page;
  leave_pairs_out(result, limits.pairs, page);
  const std::vector<ScenePair> pairs = pairs_of(moving.scene, result.pairs);
  const auto make = [&](std::size_t i) { add_timelines(moving, pairs[i], result.margin, result.pairs[i]); };
  const auto lacks = [&](std::size_t i) {
    const MotionClaim& claim = result.pairs[i].claim;
    return claim.timeline.spans.empty() && (claim.is_clear() || claim.lower > moving.interval.begin);
  };
  tell_dropped(prove_what_there_is_room_for(result.pairs, limits, make, lacks), word_of(result), page);
  page.objects = objects_of(pairs);
  page.text = result_text(result, true);
  add_statistics(result, page);
  return page;
}

PageResult page_result_as_given(const Scene& scene, ResultFile result, std::string text,
                                const PageResultLimits& limits) {
  return as_given(scene, std::move(result), std::move(text), limits);
}

PageResult page_result_as_given(const Scene& scene, MotionResult result, std::string text,
                                const PageResultLimits& limits) {
  return as_given(scene, std::move(result), std::move(text), limits);
}

}  // namespace clearance::cli
