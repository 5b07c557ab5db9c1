#include "severity.h"

#include <clearance/base/stable_sort.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "../table.h"

namespace clearance::cli {
namespace {

// The smaller, the worse.
struct Severity {
  int rank;
  double measure, other_end;

  friend auto operator<=>(const Severity&, const Severity&) = default;
};

Severity severity_of(const PairReport& report) {
  if (report.verdict == PairVerdict::Near && report.claim.distance)
    return {3, report.claim.distance->lower, report.claim.distance->upper};
  const double lower = report.claim.depth ? -report.claim.depth->bracket.lower : 0;
  const double upper = report.claim.depth ? -report.claim.depth->bracket.upper : 0;
  if (report.verdict == PairVerdict::Clash) return {report.duplicate ? 0 : 1, lower, upper};
  return {report.verdict == PairVerdict::Undecided ? 2 : 4, lower, upper};
}

std::vector<ClashGroup> in_order(std::vector<ClashGroup> groups, const ReportList& reports) {
  const auto worse = [&](std::size_t p, std::size_t q) { return is_worse(*reports[p], *reports[q]); };
  for (ClashGroup& group : groups) detail::stable_sort(group.pairs, worse);
  detail::stable_sort(groups, [&](const ClashGroup& p, const ClashGroup& q) { return worse(p.pairs[0], q.pairs[0]); });
  return groups;
}

// A pair goes to the part with more pairs, so that a part that clashes with all others is told once.
std::vector<ClashGroup> by_part(const ReportList& reports) {
  std::map<std::string, std::size_t> counts;
  for (const PairReport* report : reports) ++counts[report->a], ++counts[report->b];
  std::map<std::string, ClashGroup> groups;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const PairReport& report = *reports[k];
    const bool takes_b =
        std::pair(counts[report.a], report.b) < std::pair(counts[report.b], report.a);  // at a tie the first by name
    const std::string& part = takes_b ? report.b : report.a;
    groups[part].title = part;
    groups[part].pairs.push_back(k);
  }
  std::vector<ClashGroup> out;
  out.reserve(groups.size());
  for (auto& [part, group] : groups) out.push_back(std::move(group));
  return out;
}

// ---- By place -------------------------------------------------------------------------------------------------------

class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void unite(std::size_t p, std::size_t q) { parent_[std::max(find(p), find(q))] = std::min(find(p), find(q)); }

 private:
  std::vector<std::size_t> parent_;
};

std::string title_of(const std::vector<std::size_t>& pairs, const ReportList& reports) {
  const auto worst = std::min_element(pairs.begin(), pairs.end(),
                                      [&](std::size_t p, std::size_t q) { return is_worse(*reports[p], *reports[q]); });
  const std::optional<Vec3> spot = spot_of(*reports[*worst]);
  return spot ? "around " + place_text(spot) : "without a place";
}

std::vector<ClashGroup> by_place(const ReportList& reports, double size) {
  const double reach = size / 50;
  // Sorted along x, so that only neighbours are compared.
  std::vector<std::pair<Vec3, std::size_t>> spots;
  std::vector<std::size_t> nowhere;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const std::optional<Vec3> spot = spot_of(*reports[k]);
    spot ? void(spots.emplace_back(*spot, k)) : nowhere.push_back(k);
  }
  detail::stable_sort(spots, [](const auto& p, const auto& q) { return p.first.x < q.first.x; });
  Sets sets(reports.size());
  for (std::size_t i = 0; i < spots.size(); ++i)
    for (std::size_t j = i + 1; j < spots.size() && spots[j].first.x - spots[i].first.x <= reach; ++j)
      if (norm(spots[j].first - spots[i].first) <= reach) sets.unite(spots[i].second, spots[j].second);
  for (std::size_t k = 1; k < nowhere.size(); ++k) sets.unite(nowhere[0], nowhere[k]);
  std::map<std::size_t, ClashGroup> groups;
  for (std::size_t k = 0; k < reports.size(); ++k) groups[sets.find(k)].pairs.push_back(k);
  std::vector<ClashGroup> out;
  for (auto& [first, group] : groups) {
    group.title = title_of(group.pairs, reports);
    out.push_back(std::move(group));
  }
  return out;
}

}  // namespace

bool is_worse(const PairReport& p, const PairReport& q) { return severity_of(p) < severity_of(q); }

std::optional<Vec3> spot_of(const PairReport& report) {
  if (report.place) return report.place;
  if (!report.points) return std::nullopt;
  return 0.5 * (*report.points)[0] + 0.5 * (*report.points)[1];
}

ReportList listed(const ResultFile& result, bool with_touching) {
  ReportList reports;
  for (const PairReport& report : result.pairs)
    if (report.verdict != PairVerdict::Touching || with_touching) reports.push_back(&report);
  return reports;
}

std::vector<ClashGroup> grouped(const ReportList& reports, GroupBy by, double size) {
  if (reports.empty()) return {};
  if (by == GroupBy::Part) return in_order(by_part(reports), reports);
  if (by == GroupBy::Place) return in_order(by_place(reports, size), reports);
  ClashGroup all;
  all.pairs.resize(reports.size());
  std::iota(all.pairs.begin(), all.pairs.end(), std::size_t{0});
  return in_order({all}, reports);
}

}  // namespace clearance::cli
