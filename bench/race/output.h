// Question: how does an experiment say what it measured, to a person and to a program?
// Method:   it adds tables (for the terminal), flat records (for --json) and plots (for --plots); the driver prints one
//           of the first two and writes the third.
#pragma once

#include <bench/race/plot.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clearance::bench {

// Rows of text under a title; the first column is flush left, the others flush right.
class Table {
 public:
  explicit Table(std::string title) : title_(std::move(title)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // A line between what is above and what is below.
  void rule() { rows_.emplace_back(); }
  void print(std::FILE* file) const;

 private:
  std::string title_;
  std::vector<std::vector<std::string>> rows_;
};

using Value = std::variant<std::string, double, std::int64_t, bool>;
using Record = std::vector<std::pair<std::string, Value>>;

class Report {
 public:
  explicit Report(bool show_progress) : show_progress_(show_progress) {}

  // Everything added from here on belongs to this experiment.
  void begin(const std::string& experiment);
  void add(Record record) { sections_.back().records.push_back(std::move(record)); }
  void add(Table table) { sections_.back().tables.push_back(std::move(table)); }
  // The file will be NAME.svg; names are unique over all experiments.
  void add(std::string name, Plot plot) { sections_.back().plots.push_back({std::move(name), std::move(plot)}); }
  void note(std::string text) { sections_.back().notes.push_back(std::move(text)); }
  // What is being measured right now; shown on a terminal only.
  void progress(const std::string& what);

  // Writes every plot into the folder, which is made if need be. False after a failure; `fault` says which.
  bool write_plots(const std::string& folder, std::string& fault) const;
  // `plots` is the folder they were written to; empty: none was.
  void print_text(std::FILE* file, const std::string& plots);
  void print_json(std::FILE* file);

 private:
  struct Section {
    std::string name;
    std::vector<Record> records;
    std::vector<Table> tables;
    std::vector<std::string> notes;
    std::vector<std::pair<std::string, Plot>> plots;
  };

  bool show_progress_;
  std::size_t progress_width_ = 0;
  std::vector<Section> sections_;
};

// Whether a bar is.
inline const char* met(bool is_met) { return is_met ? "met" : "MISSED"; }

std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

}  // namespace clearance::bench
