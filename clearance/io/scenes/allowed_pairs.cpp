#include <clearance/io/scenes/allowed_pairs.h>

#include <clearance/io/scenes/name_pattern.h>

#include <algorithm>

namespace clearance::detail {
namespace {

// Pairs that rules allow one by one.
constexpr std::uint64_t kMostAllowed = std::uint64_t{1} << 24;

}  // namespace

AllowedPairs::AllowedPairs(const PartRules& rules) {
  for (const PartRule& rule : rules.rules()) {
    if (rule.kind != PartRule::Kind::Allow) continue;
    if (rule.a == "*" || rule.b == "*")
      alone_.push_back(rule.a == "*" ? rule.b : rule.a);
    else
      by_name_.push_back({rule});
  }
}

void AllowedPairs::add(const std::string& name) {
  const std::uint32_t k = count_++;
  PairFilter::Body body{k};
  body.may_touch_everything =
      std::any_of(alone_.begin(), alone_.end(), [&](const std::string& pattern) { return matches(pattern, name); });
  filter_->add(body);
  for (Rule& rule : by_name_) {
    const bool is_a = matches(rule.rule.a, name), is_b = matches(rule.rule.b, name);
    if (is_a)
      for (const std::uint32_t b : rule.of_b) allow(k, b);
    if (is_b)
      for (const std::uint32_t a : rule.of_a) allow(a, k);
    if (is_a) rule.of_a.push_back(k);
    if (is_b) rule.of_b.push_back(k);
  }
}

void AllowedPairs::allow(std::uint32_t a, std::uint32_t b) {
  if (++written_ <= kMostAllowed) filter_->allow(a, b, true);
}

std::optional<Error> AllowedPairs::fault() const {
  std::uint64_t count = 0;
  for (const Rule& rule : by_name_) {
    count += std::uint64_t{rule.of_a.size()} * rule.of_b.size();
    if (count > kMostAllowed)
      return Error{"line " + std::to_string(rule.rule.line),
                   "allows more than 16777216 pairs with those before it; \"*\" alone stands for every part and "
                   "costs nothing"};
  }
  return std::nullopt;
}

}  // namespace clearance::detail
