// The file: a line with the format, the key of the question and the checksum of what follows; a line for each pair: its
// key, and unless it is clear, a result file of that pair alone.
#include "known_pairs.h"

#include <clearance/io/file.h>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace clearance::cli {
using namespace detail;
namespace {

constexpr std::string_view kFormat = "clearance-known-pairs-1";

Hash128 checksum_of(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.finish();
}

// The next line, taken off the front.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

Hash128 key_of(const ClashQuestion& question) {
  Hasher hasher;
  hasher.add(kFormat);
  hasher.add(std::string_view(CLEARANCE_VERSION));
  hasher.add(question.criteria.within.has_value());
  hasher.add(question.criteria.within.value_or(0));
  hasher.add(question.criteria.tolerance);
  hasher.add(question.depth);
  hasher.add(question.place_touching);
  return hasher.finish();
}

Hash128 key_of(const Hash128& question, const PartHash& a, const PartHash& b) {
  Hasher hasher;
  for (const Hash128& hash : {question, a.content, a.place, b.content, b.place}) hasher.add(hash);
  return hasher.finish();
}

std::optional<PairReport> KnownPairs::find(const Hash128& key) const {
  if (clear_.contains(key)) {
    PairReport report;
    report.verdict = PairVerdict::Clear;
    return report;
  }
  const auto found = found_.find(key);
  if (found == found_.end()) return std::nullopt;
  Result<ResultFile> result = parse_result(found->second, "");
  if (!result || result->pairs.size() != 1) return std::nullopt;
  return std::move(result).value().pairs.front();
}

void KnownPairs::add(const Hash128& key, const PairReport& report, const Criteria& criteria) {
  if (report.verdict == PairVerdict::Clear) {
    clear_.insert(key);
    return;
  }
  ResultFile result;
  result.criteria = criteria;
  result.pairs.push_back(report);
  std::string text = result_text(result, false);
  std::erase(text, '\n');  // within strings it is escaped
  found_.insert_or_assign(key, std::move(text));
}

void KnownPairs::add(const KnownPairs& others) {
  clear_.insert(others.clear_.begin(), others.clear_.end());
  found_.insert(others.found_.begin(), others.found_.end());
}

std::string known_pairs_text(const KnownPairs& known, const ClashQuestion& question) {
  std::string body;
  for (const Hash128& key : known.clear_) body += hex_of(key) + "\n";
  for (const auto& [key, text] : known.found_) body += hex_of(key) + " " + text + "\n";
  return fmt::format("{} {} {}\n", kFormat, hex_of(key_of(question)), hex_of(checksum_of(body))) + body;
}

std::optional<KnownPairs> parse_known_pairs(std::string_view text, const ClashQuestion& question) {
  const std::string_view head = take_line(text);
  if (head != fmt::format("{} {} {}", kFormat, hex_of(key_of(question)), hex_of(checksum_of(text))))
    return std::nullopt;
  KnownPairs known;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::optional<Hash128> key = hash_in_hex(line.substr(0, 32));
    if (!key) return std::nullopt;
    line.size() > 33 ? void(known.found_.emplace(*key, line.substr(33))) : void(known.clear_.insert(*key));
  }
  return known;
}

Result<KnownFile> read_known_pairs(const std::string& path, const ClashQuestion& question) {
  if (path.empty() || file_kind(path) == FileKind::Missing) return KnownFile{};
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.error(), path);
  if (!text->starts_with(kFormat))
    return Error{printable(path), "is no file of --resume, and would be overwritten; name another", ErrorCode::BadFile};
  std::optional<KnownPairs> known = parse_known_pairs(*text, question);
  if (known) return KnownFile{*std::move(known), std::nullopt};
  return KnownFile{
      {}, printable(path) + ": is of other options or another version, or damaged; every pair is looked at again"};
}

}  // namespace clearance::cli
