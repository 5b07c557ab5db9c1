// Question: what need not be asked again?
// Method:   answers by a key of all that they depend on: the content and the place of both bodies, what was asked, the
//           version of the program. A file keeps them from run to run (--resume), with a checksum of the whole.
// Cannot:   be believed about other bodies: another content is another key. Whoever forges a file, checksum included,
//           gets forged answers; `verify` sees through them.
// Cost:     33 bytes for each pair that is clear; the text of its report, some 500, for any other.
#pragma once

#include <clearance/clearance.h>
#include <clearance/io/verify/content_hash.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "judge_clash.h"

namespace clearance::cli {
using detail::Hash128;
using detail::PartHash;

// What every key begins with.
Hash128 key_of(const ClashQuestion& question);
Hash128 key_of(const Hash128& question, const PartHash& a, const PartHash& b);

class KnownPairs {
 public:
  // Nothing where nothing is known. The names are those of then, and none of a pair that is clear.
  std::optional<PairReport> find(const Hash128& key) const;
  void add(const Hash128& key, const PairReport& report, const Criteria& criteria);
  void add(const KnownPairs& others);
  std::size_t size() const { return clear_.size() + found_.size(); }

  friend std::string known_pairs_text(const KnownPairs& known, const ClashQuestion& question);
  friend std::optional<KnownPairs> parse_known_pairs(std::string_view text, const ClashQuestion& question);

 private:
  std::set<Hash128> clear_;
  std::map<Hash128, std::string> found_;  // as result files of one pair, each in one line: a third of the memory
};

std::string known_pairs_text(const KnownPairs& known, const ClashQuestion& question);
// Nothing for a text that is damaged, or of another question or version.
std::optional<KnownPairs> parse_known_pairs(std::string_view text, const ClashQuestion& question);

struct KnownFile {
  KnownPairs known;
  std::optional<std::string> remark;  // why nothing was taken from a file that is there
};
// Nothing is known where there is no file, or no name of one. Refused: a file that is not one of these, since it would
// be overwritten.
Result<KnownFile> read_known_pairs(const std::string& path, const ClashQuestion& question);

}  // namespace clearance::cli
