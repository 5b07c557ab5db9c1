#include <clearance/io/scenes/part_rules.h>

#include <clearance/io/file.h>
#include <clearance/io/scanner.h>
#include <clearance/io/scenes/name_pattern.h>

#include <algorithm>
#include <optional>

namespace clearance::detail {
namespace {

// The next pattern of a line, taken off it, which is a word or stands in quotes; nothing when there is none.
std::optional<std::string> take_pattern(std::string_view& line, std::optional<std::string>& fault) {
  line = trimmed(line);
  if (line.empty() || line[0] != '"') {
    const std::string_view word = take_word(line);
    if (word.find('"') != std::string_view::npos)
      fault =
          "a double quote within a pattern; a pattern with blanks or quotes stands in double quotes, with \\\" for one";
    return word.empty() ? std::nullopt : std::optional<std::string>(word);
  }
  std::string pattern;
  for (std::size_t k = 1; k < line.size(); ++k) {
    if (line[k] == '"') {
      line.remove_prefix(k + 1);
      if (!line.empty() && trimmed(line.substr(0, 1)) == line.substr(0, 1)) fault = "text behind the closing quote";
      return pattern;
    }
    pattern += line[k];
    if (line[k] == '\\' && k + 1 < line.size()) pattern += line[++k];
  }
  fault = "a quote that is not closed";
  return pattern;
}

}  // namespace

bool PartRules::any(PartRule::Kind kind, std::string_view name) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const PartRule& rule) { return rule.kind == kind && matches(rule.a, name); });
}

bool PartRules::rules_out_file(std::string_view file) const { return any(PartRule::Kind::Exclude, file); }

bool PartRules::takes(std::string_view file, std::string_view part) const {
  if (any(PartRule::Kind::Exclude, file) || any(PartRule::Kind::Exclude, part)) return false;
  const bool any_include = std::any_of(rules_.begin(), rules_.end(),
                                       [](const PartRule& rule) { return rule.kind == PartRule::Kind::Include; });
  return !any_include || any(PartRule::Kind::Include, file) || any(PartRule::Kind::Include, part);
}

Result<PartRules> parse_part_rules(std::string_view text) {
  if (!is_utf8(text)) return Error{"", "not a text in UTF-8", ErrorCode::BadFile};
  Scanner scanner(without_mark(text));
  std::vector<PartRule> rules;
  std::string_view line;
  while (scanner.next_line(line)) {
    const std::string_view word = take_word(line);
    if (word.empty() || word[0] == '#') continue;
    const auto bad = [&](const std::string& fault) { return Error{scanner.place(), fault, ErrorCode::BadFile}; };
    PartRule rule;
    rule.line = scanner.line();
    if (word == "include")
      rule.kind = PartRule::Kind::Include;
    else if (word == "exclude")
      rule.kind = PartRule::Kind::Exclude;
    else if (word == "allow")
      rule.kind = PartRule::Kind::Allow;
    else
      return bad("unknown rule \"" + printable(word) + "\"; there are include, exclude and allow");
    const std::size_t wanted = rule.kind == PartRule::Kind::Allow ? 2 : 1;
    std::vector<std::string> patterns;
    std::optional<std::string> fault;
    while (std::optional<std::string> pattern = take_pattern(line, fault)) {
      if (fault) return bad(*fault);
      patterns.push_back(*std::move(pattern));
    }
    if (patterns.size() != wanted || std::find(patterns.begin(), patterns.end(), "") != patterns.end())
      return bad(wanted == 2 ? "allow needs two patterns" : std::string(word) + " needs one pattern");
    rule.a = std::move(patterns[0]);
    if (wanted == 2) rule.b = std::move(patterns[1]);
    rules.push_back(std::move(rule));
  }
  return PartRules(std::move(rules));
}

Result<PartRules> read_part_rules(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.error(), path);
  Result<PartRules> rules = parse_part_rules(*text);
  return rules ? std::move(rules) : in_file(rules.error(), path);
}

}  // namespace clearance::detail
