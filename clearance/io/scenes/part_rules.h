// Question: which parts are looked at, and which of them may touch each other?
// Method:   a text, a rule a line: `include PATTERN`, `exclude PATTERN`, `allow PATTERN PATTERN`; empty lines, and
//           those that begin with #, are passed over. A pattern with blanks stands in double quotes. What a pattern is
//           says name_pattern.h.
#pragma once

#include <clearance/base/result.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

struct PartRule {
  enum class Kind : std::uint8_t { Include, Exclude, Allow };

  Kind kind;
  std::string a, b;      // patterns; b of Allow only
  std::size_t line = 0;  // from 1
};

class PartRules {
 public:
  PartRules() = default;
  explicit PartRules(std::vector<PartRule> rules) : rules_(std::move(rules)) {}

  const std::vector<PartRule>& rules() const { return rules_; }

  // A file, or what is in it, that no rule can let in: it need not be read.
  bool rules_out_file(std::string_view file) const;
  // A part of that file, whose name may be the file's.
  bool takes(std::string_view file, std::string_view part) const;

 private:
  bool any(PartRule::Kind kind, std::string_view name) const;

  std::vector<PartRule> rules_;
};

// Errors' places are lines.
Result<PartRules> parse_part_rules(std::string_view text);
Result<PartRules> read_part_rules(const std::string& path);

}  // namespace clearance::detail
