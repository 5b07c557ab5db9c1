#include "clash_files.h"

#include <clearance/io/file.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../output.h"

namespace clearance::cli {
namespace {

std::optional<Error> write(const std::string& path, const std::string& text) {
  if (path.empty()) return std::nullopt;
  const Result<std::string> written = detail::write_file(path, text);
  return written ? std::nullopt : std::optional(written.error());
}

// ---- Topics ---------------------------------------------------------------------------------------------------------

// With a length, so that no two pairs of names run together alike.
std::string pair_name(const PairReport& report) {
  const auto [first, second] = std::minmax(report.a, report.b);
  return fmt::format("{}:{}{}", first.size(), first, second);
}

// The same in another run, whatever else has changed: a pair's names, a part's name, the first of all names in a place.
std::string identity_of(const ReportList& pairs, const ClashGroup& group, GroupBy by) {
  if (by == GroupBy::Part) return "part\n" + group.title;
  std::string first = pair_name(*pairs.front());
  for (const PairReport* pair : pairs) first = std::min(first, pair_name(*pair));
  return (by == GroupBy::Place ? "place\n" : "pair\n") + first;
}

std::string line_of(const PairReport& report) {
  std::string line = streamed_row(report);
  line.pop_back();
  return line;
}

// Red: the first parts of the pairs, or the one by which they are grouped. Blue: the others.
void colour(const ReportList& pairs, const ClashGroup& group, GroupBy by, BcfTopic& topic) {
  std::set<std::string> red, blue;
  for (const PairReport* pair : pairs)
    for (const std::string& name : {pair->a, pair->b})
      (by == GroupBy::Part ? name == group.title : name == pair->a) ? red.insert(name) : blue.insert(name);
  topic.red.assign(red.begin(), red.end());
  std::set_difference(blue.begin(), blue.end(), red.begin(), red.end(), std::back_inserter(topic.blue));
}

const char* priority_of(const PairReport& worst) {
  if (worst.verdict == PairVerdict::Clash) return worst.duplicate ? "Critical" : "Major";
  return worst.verdict == PairVerdict::Undecided ? "Major" : "Minor";
}

BcfTopic topic_of(const ReportList& pairs, const ClashGroup& group, GroupBy by, double size) {
  const PairReport& worst = *pairs.front();
  BcfTopic topic;
  topic.identity = identity_of(pairs, group, by);
  topic.title = by == GroupBy::None ? fmt::format("{}: {}, {}", to_string(worst.verdict), worst.a, worst.b)
                                    : fmt::format("{} ({})", group.title, pairs.size());
  for (const PairReport* pair : pairs) topic.description += (topic.description.empty() ? "" : "\n") + line_of(*pair);
  topic.priority = priority_of(worst);
  topic.labels.emplace_back(to_string(worst.verdict));
  if (worst.change == Change::New) topic.labels.emplace_back("new");
  colour(pairs, group, by, topic);
  topic.place = spot_of(worst).value_or(Vec3{});
  // A fiftieth of the assembly shows what is around; a deep clash needs more.
  topic.radius = size > 0 ? size / 50 : 1;
  if (worst.claim.depth && std::isfinite(worst.claim.depth->bracket.upper))
    topic.radius = std::max(topic.radius, worst.claim.depth->bracket.upper);
  return topic;
}

std::string now_text() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::optional<Error> write_topics(const ResultFile& result, const std::string& path, const TableWanted& wanted) {
  BcfFile file;
  file.project = "clearance clash";
  file.author = "clearance";
  file.date = now_text();
  file.metres_per_unit = ratio(result.unit.value_or(LengthUnit::Metre), LengthUnit::Metre);
  file.topics = topics_of(result, wanted);
  const Result<std::string> written = write_bcf(path, file);
  return written ? std::nullopt : std::optional(written.error());
}

}  // namespace

std::optional<Error> unwritable_file(const ClashOptions& options, const std::string& page) {
  for (const std::string& path : {options.csv, options.bcf, options.resume})
    if (std::optional<Error> error = unwritable(path)) return error;
  std::set<std::filesystem::path> written;
  for (const std::string& path : {options.csv, options.bcf, options.resume, page}) {
    if (path.empty()) continue;
    std::error_code unknown;
    const std::filesystem::path here = std::filesystem::absolute(path, unknown);
    const std::filesystem::path place = unknown ? here : std::filesystem::weakly_canonical(here, unknown);
    if (!unknown && !written.insert(place).second) return Error{path, "two outputs would be written into this file"};
  }
  return std::nullopt;
}

std::vector<BcfTopic> topics_of(const ResultFile& result, const TableWanted& wanted) {
  const ReportList reports = listed(result, wanted.touching);
  std::vector<BcfTopic> topics;
  for (const ClashGroup& group : grouped(reports, wanted.by, wanted.size)) {
    ReportList pairs;
    for (const std::size_t k : group.pairs) pairs.push_back(reports[k]);
    if (wanted.by != GroupBy::None) {
      topics.push_back(topic_of(pairs, group, wanted.by, wanted.size));
      continue;
    }
    for (const PairReport* pair : pairs) topics.push_back(topic_of({pair}, group, wanted.by, wanted.size));
  }
  return topics;
}

std::optional<Error> write_files(const ResultFile& result, const KnownPairs& known, const ClashOptions& options,
                                 const TableWanted& wanted) {
  if (!options.resume.empty())
    if (std::optional<Error> error = write(options.resume, known_pairs_text(known, options.question))) return error;
  if (!options.csv.empty())
    if (std::optional<Error> error = write(options.csv, clash_csv(result, wanted.touching))) return error;
  return options.bcf.empty() ? std::nullopt : write_topics(result, options.bcf, wanted);
}

}  // namespace clearance::cli
