#include "clash_text.h"

#include <clearance/io/file.h>
#include <clearance/io/number.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "clash_reports_test.h"

namespace clearance::cli {
namespace {

// RFC 4180, read by its grammar: fields in quotes may hold anything, two quotes stand for one.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::size_t at = 0;
  while (at < text.size()) {
    rows.emplace_back();
    for (bool more = true; more;) {
      std::string field;
      if (text[at] == '"') {
        for (++at; text.at(at) != '"' || (at + 1 < text.size() && text[at + 1] == '"'); ++at) {
          if (text[at] == '"') ++at;
          field += text[at];
        }
        ++at;
      } else {
        for (; text.at(at) != ',' && text[at] != '\r'; ++at) {
          EXPECT_TRUE(text[at] != '"' && text[at] != '\n') << "outside quotes";
          field += text[at];
        }
      }
      rows.back().push_back(field);
      more = text.at(at) == ',';
      EXPECT_TRUE(more || text.substr(at, 2) == "\r\n");
      at += more ? 1 : 2;
    }
  }
  return rows;
}

// The same by SQLite: the heading names the columns; fields come back as the digits of their bytes.
std::vector<std::vector<std::string>> read_csv_by_sqlite(const std::string& text) {
  const test::ScratchFolder folder;
  const std::string csv = folder.write("clashes.csv", text), out = folder.file("out"), script = folder.file("script");
  const std::vector<std::string> heading = read_csv(text).front();
  std::string fields;
  for (const std::string& name : heading) fields += (fields.empty() ? "hex(" : ", hex(") + name + ")";
  folder.write("script",
               ".import --csv '" + csv + "' t\n.separator ' '\nSELECT " + fields + " FROM t ORDER BY rowid;\n");
  EXPECT_EQ(std::system(("sqlite3 -bail :memory: < '" + script + "' > '" + out + "' 2>&1").c_str()), 0)
      << "package sqlite3";
  std::vector<std::vector<std::string>> rows{heading};
  std::string row;
  for (std::istringstream lines(*detail::read_file(out)); std::getline(lines, row);) {
    rows.emplace_back();
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
      end = row.find(' ', at);
      rows.back().push_back(row.substr(at, end - at));
    }
  }
  return rows;
}

std::string hex(const std::string& bytes) {
  std::string out;
  for (const char c : bytes)
    for (const int shift : {4, 0}) out += "0123456789ABCDEF"[static_cast<unsigned char>(c) >> shift & 15];
  return out;
}

PairReport clash(const std::string& a, const std::string& b, Bracket depth) {
  return clash_of(a, b, {0.1, -2, 3e-300}, depth);
}

ResultFile result(std::vector<PairReport> pairs) {
  ResultFile made = result_of_clashes(std::move(pairs));
  made.unlisted = UnlistedPairs{5, {}};
  return made;
}

const std::vector<std::string> kNames = {"",  "a,b",    "say \"no\"", "two\nlines", "cr\rlf\r\n", "\"",   ",",
                                         "ü", "管\t道", " blanks ",   "=1+1",       "\xff\xfe",   "\"\"", "\r\n"};

TEST(ClashText, CsvHoldsAnyName) {
  std::vector<PairReport> pairs;
  for (const std::string& name : kNames) pairs.push_back(clash(name, "x", {1, 2}));
  const auto rows = read_csv(clash_csv(result(pairs), false));
  ASSERT_EQ(rows.size(), pairs.size() + 1);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    ASSERT_EQ(rows[k + 1].size(), rows[0].size());
    EXPECT_EQ(rows[k + 1][0], kNames[k]);
    EXPECT_EQ(rows[k + 1][1], "x");
  }
}

// Every field of every row, by a parser that is not ours.
TEST(ClashText, CsvIsReadBySqlite) {
  std::vector<PairReport> pairs;
  for (const std::string& name : kNames)
    for (const std::string& other : kNames) pairs.push_back(clash(name, other, {1 / 3.0, 2e300}));
  pairs[1].duplicate = true;
  pairs[2].points = {Vec3{1, 2, 3}, Vec3{-1e-300, 0.1, 5}};
  pairs[3].change = Change::New;
  const std::string text = clash_csv(result(pairs), false);
  const auto ours = read_csv(text), theirs = read_csv_by_sqlite(text);
  ASSERT_EQ(theirs.size(), pairs.size() + 1);
  for (std::size_t k = 1; k < theirs.size(); ++k) {
    ASSERT_EQ(theirs[k].size(), ours[0].size()) << k;
    // As they were written, and by the names alone as they were meant.
    for (std::size_t column = 0; column < ours[0].size(); ++column)
      EXPECT_EQ(theirs[k][column], hex(ours[k][column])) << k << ", " << ours[0][column];
  }
  std::multiset<std::string> meant, read;
  for (const PairReport& pair : pairs) meant.insert(hex(pair.a) + " " + hex(pair.b));
  for (std::size_t k = 1; k < theirs.size(); ++k) read.insert(theirs[k][0] + " " + theirs[k][1]);
  EXPECT_EQ(read, meant);
}

TEST(ClashText, CsvHasNumbersToTheLastBit) {
  const double third = 1 / 3.0;
  const auto rows =
      read_csv(clash_csv(result({clash("a", "b", {third, std::numeric_limits<double>::infinity()})}), false));
  EXPECT_EQ(rows[0][4], "depth_lower");
  EXPECT_EQ(detail::parse_double(rows[1][4]), third);
  EXPECT_EQ(rows[1][5], "inf");
  EXPECT_EQ(rows[1][6], "") << "no distance";
  EXPECT_EQ(detail::parse_double(rows[1][10]), 3e-300);
}

TEST(ClashText, TouchingIsListedOnRequest) {
  PairReport touching = clash("c", "d", {0, 1e-12});
  touching.verdict = PairVerdict::Touching;
  const ResultFile both = result({clash("a", "b", {1, 1}), touching});
  EXPECT_EQ(read_csv(clash_csv(both, false)).size(), 2u);
  EXPECT_EQ(read_csv(clash_csv(both, true)).size(), 3u);
  TableWanted wanted;
  EXPECT_EQ(clash_table(both, 4, wanted).find("c  "), std::string::npos);
  EXPECT_NE(clash_table(both, 4, wanted).find("4 parts, 7 pairs: 1 clash, 1 touching\n"), std::string::npos);
  wanted.touching = true;
  EXPECT_NE(clash_table(both, 4, wanted).find("touching  c  d  depth [0, 1e-12]"), std::string::npos)
      << clash_table(both, 4, wanted);
}

// They are not in the result, and counted all the same.
TEST(ClashText, TouchingThatIsNotListedIsCounted) {
  const ResultFile one = result({clash("a", "b", {1, 1})});
  TableWanted wanted;
  wanted.more_touching = 12;
  EXPECT_NE(clash_table(one, 4, wanted).find("4 parts, 18 pairs: 1 clash, 12 touching\n"), std::string::npos);
  EXPECT_NE(summary_text(one, 4).find("4 parts, 6 pairs: 1 clash, 0 touching\n"), std::string::npos);
}

TEST(ClashText, AnInterruptedRunSaysSo) {
  ResultFile cut = result({});
  cut.not_looked_at = 12;
  const std::string text = clash_table(cut, 4, {});
  EXPECT_NE(text.find("4 parts, 17 pairs: 0 clashes, 0 touching\ninterrupted: 12 pairs were not looked at\n"),
            std::string::npos)
      << text;
}

TEST(ClashText, RoundingsAreTold) {
  PairReport tiny = clash("a", "b", {1e-17, 2e-17});
  EXPECT_NE(summary_text(result({tiny}), 2).find("1 clash is no deeper than the roundings of its coordinates"),
            std::string::npos);
  tiny.claim.depth->bracket.upper = 1e-3;
  EXPECT_EQ(summary_text(result({tiny}), 2).find("roundings"), std::string::npos);
}

TEST(ClashText, NamesCannotMoveTheCursor) {
  const std::string text = clash_table(result({clash("a\x1b[2J", "b\n", {1, 1})}), 2, {});
  EXPECT_NE(text.find("a\\x1b[2J"), std::string::npos);
  EXPECT_NE(text.find("b\\x0a"), std::string::npos);
}

}  // namespace
}  // namespace clearance::cli
