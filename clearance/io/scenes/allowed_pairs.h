// Question: which parts may touch each other, as rules say by patterns of names?
// Method:   parts come one by one, in their order; the filter always knows those that are there. Pairs of a rule that
//           names everything are not written down: one of the two knows.
// Cost:     a look at each rule for a part; each pair of a rule without "*" is written down.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/scenes/part_rules.h>
#include <clearance/io/scenes/scene_pairs.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clearance::detail {

class AllowedPairs {
 public:
  explicit AllowedPairs(const PartRules& rules);

  // The next part.
  void add(const std::string& name);

  // Of the parts that are there; it goes on to change as others come.
  std::shared_ptr<const PairFilter> filter() const { return filter_; }
  // Of rules that allow more pairs than can be kept, the first; the filter is of no use then.
  std::optional<Error> fault() const;

 private:
  struct Rule {
    PartRule rule;
    std::vector<std::uint32_t> of_a = {}, of_b = {};  // the parts that its patterns name
  };

  void allow(std::uint32_t a, std::uint32_t b);

  std::vector<Rule> by_name_;       // without "*"
  std::vector<std::string> alone_;  // what may touch everything
  std::shared_ptr<PairFilter> filter_ = std::make_shared<PairFilter>();
  std::uint32_t count_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace clearance::detail
