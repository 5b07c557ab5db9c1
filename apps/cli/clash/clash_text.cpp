#include "clash_text.h"

#include <clearance/io/number.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../output.h"
#include "../stand_in.h"
#include "../table.h"

namespace clearance::cli {
using namespace detail;
namespace {

std::string measure_text(const PairReport& report) {
  const Claim& claim = report.claim;
  if (claim.depth) return "depth " + bracket_text(claim.depth->bracket);
  if (claim.status == Status::Intersecting) return "surfaces: no depth";
  if (claim.status == Status::Separated && claim.distance) return "distance " + bracket_text(*claim.distance);
  return "-";
}

std::string note_text(const PairReport& report) {
  if (report.duplicate) return "the same part twice";
  if (report.inside) return *report.inside == Body::A ? "a inside b" : "b inside a";
  return "";
}

const char* change_text(Change change) {
  return change == Change::New ? "new" : change == Change::Still ? "still there" : "-";
}

struct Counts {
  std::uint64_t of[static_cast<int>(PairVerdict::Clash) + 1] = {};
  std::uint64_t within_rounding = 0;  // clashes that a tolerance of no size would let pass

  std::uint64_t operator[](PairVerdict verdict) const { return of[static_cast<int>(verdict)]; }
};

// No deeper than the roundings of coordinates of this size.
bool is_rounding(const PairReport& report) {
  if (report.verdict != PairVerdict::Clash || !report.claim.depth || !report.place) return false;
  const Vec3 at = *report.place;
  const double reach = std::max({std::fabs(at.x), std::fabs(at.y), std::fabs(at.z)});
  return report.claim.depth->bracket.upper <= 0x1p-40 * reach;
}

Counts counts_of(const ResultFile& result) {
  Counts counts;
  for (const PairReport& report : result.pairs) {
    ++counts.of[static_cast<int>(report.verdict)];
    counts.within_rounding += is_rounding(report) ? 1 : 0;
  }
  return counts;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string resolved_lines(const std::vector<ResolvedPair>& pairs) {
  std::string text;
  for (const ResolvedPair& pair : pairs)
    text += fmt::format("resolved: {}, {}: was {}{}\n", one_line(pair.a), one_line(pair.b), to_string(pair.was),
                        pair.gone ? ", and " + one_line(*pair.gone) + " is not there any more" : "");
  return text;
}

std::vector<std::string> heading(bool with_change) {
  std::vector<std::string> row{"verdict", "a", "b", "by how much", "place", "note"};
  if (with_change) row.insert(row.begin() + 1, "change");
  return row;
}

std::string number(double value) { return std::isinf(value) ? "inf" : double_text(value); }

void add_bracket(const std::optional<Bracket>& bracket, std::vector<std::string>& row) {
  row.push_back(bracket ? number(bracket->lower) : "");
  row.push_back(bracket ? number(bracket->upper) : "");
}

void add_point(const std::optional<Vec3>& point, std::vector<std::string>& row) {
  for (const double x : {point.value_or(Vec3{}).x, point.value_or(Vec3{}).y, point.value_or(Vec3{}).z})
    row.push_back(point ? number(x) : "");
}

std::vector<std::string> csv_row(const PairReport& report) {
  const Claim& claim = report.claim;
  std::vector<std::string> row{report.a, report.b, to_string(report.verdict), to_string(claim.status)};
  add_bracket(claim.depth ? std::optional(claim.depth->bracket) : std::nullopt, row);
  add_bracket(claim.status == Status::Separated ? claim.distance : std::nullopt, row);
  add_point(report.place, row);
  add_point(report.points ? std::optional((*report.points)[0]) : std::nullopt, row);
  add_point(report.points ? std::optional((*report.points)[1]) : std::nullopt, row);
  row.emplace_back(report.duplicate ? "duplicate" : report.inside ? note_text(report) : "");
  row.emplace_back(report.change == Change::None ? "" : report.change == Change::New ? "new" : "still");
  return row;
}

std::string csv_line(const std::vector<std::string>& row) {
  std::string line;
  for (const std::string& field : row) line += (&field == &row.front() ? "" : ",") + csv_field(field);
  return line + "\r\n";
}

}  // namespace

std::vector<std::string> clash_row(const PairReport& report, bool with_change) {
  std::vector<std::string> row{to_string(report.verdict), one_line(report.a),          one_line(report.b),
                               measure_text(report),      place_text(spot_of(report)), note_text(report)};
  if (with_change) row.insert(row.begin() + 1, change_text(report.change));
  return row;
}

std::string streamed_row(const PairReport& report) {
  std::string line;
  for (const std::string& cell : clash_row(report, false)) line += (line.empty() || cell.empty() ? "" : "  ") + cell;
  return line + "\n";
}

std::string summary_text(const ResultFile& result, std::size_t parts, std::uint64_t more_touching) {
  Counts counts = counts_of(result);
  counts.of[static_cast<int>(PairVerdict::Touching)] += more_touching;
  const std::uint64_t left = result.not_looked_at.value_or(0), clear = result.unlisted ? result.unlisted->pairs : 0;
  std::string text = fmt::format("{}, {}: {}", counted(parts, "part", "parts"),
                                 counted(result.pairs.size() + more_touching + clear + left, "pair", "pairs"),
                                 counted(counts[PairVerdict::Clash], "clash", "clashes"));
  if (counts[PairVerdict::Undecided] > 0) text += fmt::format(", {} undecided", counts[PairVerdict::Undecided]);
  if (result.criteria && result.criteria->within) text += fmt::format(", {} near", counts[PairVerdict::Near]);
  text += fmt::format(", {} touching", counts[PairVerdict::Touching]);
  if (result.resolved) text += fmt::format(", {} resolved", result.resolved->size());
  text += "\n";
  if (counts[PairVerdict::Undecided] > 0)
    text += "undecided: the depth could not be told from the tolerance; counted as clashes\n";
  if (counts.within_rounding > 0)
    text += fmt::format("{} no deeper than the roundings of {} coordinates: --tolerance takes such for touching\n",
                        counted(counts.within_rounding, "clash is", "clashes are"),
                        counts.within_rounding == 1 ? "its" : "their");
  if (result.is_interrupted())
    text +=
        fmt::format("interrupted: {} not looked at\n", left == 1 ? "1 pair was" : fmt::format("{} pairs were", left));
  return text;
}

std::string clash_table(const ResultFile& result, std::size_t parts, const TableWanted& wanted) {
  const ReportList reports = listed(result, wanted.touching);
  std::string text;
  const bool with_change = result.resolved.has_value();
  for (const ClashGroup& group : grouped(reports, wanted.by, wanted.size)) {
    std::vector<std::vector<std::string>> rows{heading(with_change)};
    for (const std::size_t k : group.pairs) rows.push_back(clash_row(*reports[k], with_change));
    if (!group.title.empty())
      text += fmt::format("{}: {}\n", one_line(group.title), counted(group.pairs.size(), "pair", "pairs"));
    text += table(rows) + "\n";
  }
  if (result.resolved && !result.resolved->empty()) text += resolved_lines(*result.resolved) + "\n";
  return text + summary_text(result, parts, wanted.more_touching) + stand_ins_text(has_stand_ins(result.pairs));
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string clash_csv(const ResultFile& result, bool with_touching) {
  std::string text = csv_line({"a", "b", "verdict", "status", "depth_lower", "depth_upper", "distance_lower",
                               "distance_upper", "place_x", "place_y", "place_z", "nearest_a_x", "nearest_a_y",
                               "nearest_a_z", "nearest_b_x", "nearest_b_y", "nearest_b_z", "note", "change"});
  const ReportList reports = listed(result, with_touching);
  for (const ClashGroup& group : grouped(reports, GroupBy::None, 0))
    for (const std::size_t k : group.pairs) text += csv_line(csv_row(*reports[k]));
  return text;
}

}  // namespace clearance::cli
