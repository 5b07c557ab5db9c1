#include <clearance/world/allowed_pairs.h>

namespace clearance {

std::uint32_t AllowedPairs::number_of(std::string_view name) {
  const auto [at, added] = numbers_.try_emplace(std::string(name), last_ + 1);
  if (added) ++last_;
  return at->second;
}

void AllowedPairs::set(std::uint32_t a, std::uint32_t b, bool allowed) {
  if (allowed)
    pairs_.insert(key(a, b));
  else
    pairs_.erase(key(a, b));
  mentioned_.insert({a, b});
}

void AllowedPairs::set_with_everything(std::uint32_t a, bool allowed) {
  if (allowed)
    everything_.insert(a);
  else
    everything_.erase(a);
  mentioned_.insert(a);
}

bool AllowedPairs::contains(std::uint32_t a, std::uint32_t b) const {
  return everything_.count(a) + everything_.count(b) > 0 || pairs_.count(key(a, b)) > 0;
}

}  // namespace clearance
