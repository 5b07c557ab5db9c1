// Question: how does a person read the clashes, and a spreadsheet?
// Method:   a table, the worst first, group by group; or comma-separated values as RFC 4180 has them, a row for each
//           pair, the ends of each bracket in columns of their own.
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <vector>

#include "severity.h"

namespace clearance::cli {

// "clash", "a", "b", "depth [1.2, 1.3]", "(0, 1, 2)", "a inside b": the cells of a row of the table.
std::vector<std::string> clash_row(const PairReport& report, bool with_change);
// The same before the widths of the columns are known.
std::string streamed_row(const PairReport& report);

// "2000 parts, 1999000 pairs: 12 clashes, 1 undecided, 3 near, 84 touching", with what was not looked at.
// `more_touching` pairs are counted with those of the result.
std::string summary_text(const ResultFile& result, std::size_t parts, std::uint64_t more_touching = 0);

struct TableWanted {
  GroupBy by = GroupBy::None;
  bool touching = false;            // listed, too
  double size = 0;                  // of the assembly
  std::uint64_t more_touching = 0;  // than the result has
};
// Everything for stdout: the table, what is resolved, the summary.
std::string clash_table(const ResultFile& result, std::size_t parts, const TableWanted& wanted);

std::string clash_csv(const ResultFile& result, bool with_touching);
// A field, in quotes where it needs them.
std::string csv_field(std::string_view text);

}  // namespace clearance::cli
