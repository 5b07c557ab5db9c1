#include <bench/experiments/worst_table.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace clearance::bench {
namespace {

// Of sorted values: the one that a share of them does not exceed.
double at_share(const std::vector<double>& sorted, double share) {
  const auto at = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted[std::min(at, sorted.size() - 1)];
}

std::string time_text(double seconds) {
  return seconds < 1e-6   ? format("%.0f ns", 1e9 * seconds)
         : seconds < 1e-4 ? format("%.1f µs", 1e6 * seconds)
         : seconds < 1e-3 ? format("%.0f µs", 1e6 * seconds)
         : seconds < 1    ? format("%.1f ms", 1e3 * seconds)
                          : format("%.2f s", seconds);
}

std::string file_name(const std::string& row) {
  std::string out;
  for (const char c : row)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  return out + ".scene.json";
}

}  // namespace

void WorstRow::add(double seconds, const std::string& scene, const DumpScene& dump) {
  seconds_.push_back(seconds);
  if (seconds <= worst_) return;
  worst_ = seconds, scene_ = scene, dump_ = dump;
}

void WorstTable::finish(const std::string& title, const std::string& folder, Report& report) {
  Table table(title);
  table.row({"", "calls", "median", "99 %", "99.9 %", "maximum", "by median", "to reach", "the slowest"});
  std::string faults;
  for (WorstRow& row : rows_) {
    std::vector<double>& times = row.seconds_;
    if (times.empty()) continue;
    std::sort(times.begin(), times.end());
    const double median = at_share(times, 0.5), by_median = row.worst_ / median;
    const bool is_met = row.budget_ > 0 ? row.worst_ <= row.budget_ + kBudgetSlack : by_median <= kTimesMedian;
    std::string file;
    if (!folder.empty()) {
      std::error_code fault;
      std::filesystem::create_directories(folder, fault);
      const Result<std::string> written = row.dump_(folder + "/" + file_name(row.name_));
      written ? file = *written : faults += "\nNot written: " + written.error().text();
    }
    table.row({row.name_, std::to_string(times.size()), time_text(median), time_text(at_share(times, 0.99)),
               time_text(at_share(times, 0.999)), time_text(row.worst_), format("%.0f", by_median), met(is_met),
               row.scene_});
    report.add({{"query", row.name_},
                {"calls", static_cast<std::int64_t>(times.size())},
                {"median_ns", 1e9 * median},
                {"ns_p99", 1e9 * at_share(times, 0.99)},
                {"ns_p999", 1e9 * at_share(times, 0.999)},
                {"maximum_ns", 1e9 * row.worst_},
                {"by_median", by_median},
                {"met", is_met},
                {"slowest", row.scene_},
                {"file", file}});
  }
  report.add(std::move(table));
  if (!faults.empty()) report.note(faults);
}

}  // namespace clearance::bench
