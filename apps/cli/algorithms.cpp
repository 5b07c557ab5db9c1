// clearance algorithms: the methods for one convex pair, where each comes from and what its evidence can prove.
#include <clearance/io/json.h>
#include <clearance/lab/all_algorithms.h>

#include <fmt/format.h>

#include "table.h"
#include "words.h"

namespace clearance::cli {
using namespace detail;
namespace {

std::vector<std::string> provable(const AlgorithmRow& row) {
  std::vector<std::string> statuses;
  if (row.can_prove.separated) statuses.emplace_back(to_string(Status::Separated));
  if (row.can_prove.touching) statuses.emplace_back(to_string(Status::Touching));
  if (row.can_prove.penetrating) statuses.emplace_back(to_string(Status::Penetrating));
  return statuses;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string page(const AlgorithmRow& row) { return fmt::format("docs/algorithms/{}.md", row.name); }

std::string as_table() {
  std::vector<std::vector<std::string>> rows{{"name", "can prove", "nearest", "from", "page"}};
  for (const AlgorithmRow& row : all_algorithms())
    rows.push_back({row.name, joined(provable(row), ", "), row.finds_nearest ? "yes" : "no", row.paper, page(row)});
  return table(rows);
}

// name, paper, header, can prove, nearest points, page.
std::string as_tabs() {
  std::string text;
  for (const AlgorithmRow& row : all_algorithms())
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", row.name, row.paper, row.header, joined(provable(row), ", "),
                        row.finds_nearest ? "yes" : "no", page(row));
  return text;
}

std::string as_json() {
  std::string text;
  for (const AlgorithmRow& row : all_algorithms()) {
    std::vector<std::string> proves;
    for (const std::string& status : provable(row)) proves.push_back(json_string(status));
    text += fmt::format(
        "{}\n    {{ \"name\": {}, \"paper\": {},\n      \"header\": {}, \"page\": {},\n"
        "      \"proves\": [{}], \"nearest_points\": {} }}",
        text.empty() ? "" : ",", json_string(row.name), json_string(row.paper), json_string(row.header),
        json_string(page(row)), joined(proves, ", "), row.finds_nearest);
  }
  return "{ \"format\": \"clearance-algorithms-1\",\n  \"algorithms\": [" + text + " ] }\n";
}

}  // namespace

Result<Output> algorithms(const CommandLine& line) {
  return Output{line.json ? as_json() : line.tabs ? as_tabs() : as_table(), {}, 0};
}

}  // namespace clearance::cli
