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

void AllowedPairs::set_bodies(std::uint32_t a, std::uint32_t b, bool allowed) {
  const auto [at, added] = of_bodies_.insert_or_assign(key(a, b), allowed);
  if (!added) return;
  partners_[a].push_back(b);
  if (a != b) partners_[b].push_back(a);
}

void AllowedPairs::forget_body(std::uint32_t index) {
  const auto at = partners_.find(index);
  if (at == partners_.end()) return;
  for (const std::uint32_t other : at->second) {
    of_bodies_.erase(key(index, other));
    if (other == index) continue;
    const auto of_other = partners_.find(other);
    std::erase(of_other->second, index);
    if (of_other->second.empty()) partners_.erase(of_other);
  }
  partners_.erase(index);
}

bool AllowedPairs::contains(const Body& a, const Body& b) const {
  if (const auto said = of_bodies_.find(key(a.index, b.index)); said != of_bodies_.end()) return said->second;
  return everything_.count(a.number) + everything_.count(b.number) > 0 || pairs_.count(key(a.number, b.number)) > 0;
}

}  // namespace clearance
