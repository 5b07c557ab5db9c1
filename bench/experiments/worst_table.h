// Question: how slow are the slowest calls of each kind beside the usual one, and which were they?
// Method:   every call's time is kept, and of the slowest how to write it to a file. A row asks that its maximum be at
//           most kTimesMedian medians, or within a budget.
#pragma once

#include <bench/experiments.h>
#include <clearance/base/result.h>

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace clearance::bench {

inline constexpr double kTimesMedian = 200;
// A call that is told to end by then looks at the time every millisecond or so.
inline constexpr double kBudgetSlack = 0.01;

// Writes the scene to the path, which it returns, or says what was wrong.
using DumpScene = std::function<Result<std::string>(const std::string& path)>;

class WorstRow {
 public:
  WorstRow(std::string name, double budget) : name_(std::move(name)), budget_(budget) {}

  const std::string& name() const { return name_; }
  void add(double seconds, const std::string& scene, const DumpScene& dump);

 private:
  friend class WorstTable;

  std::string name_;
  double budget_;  // seconds; 0: none
  std::vector<double> seconds_;
  double worst_ = -1;
  std::string scene_;
  DumpScene dump_;
};

class WorstTable {
 public:
  // A reference that lasts.
  WorstRow& row(const std::string& name, double budget = 0) { return rows_.emplace_back(name, budget); }
  // Into the report; scenes of the slowest calls into the folder, unless that is empty.
  void finish(const std::string& title, const std::string& folder, Report& report);

 private:
  std::deque<WorstRow> rows_;
};

}  // namespace clearance::bench
