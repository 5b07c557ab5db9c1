#include <clearance/world/bodies/allowed_pairs.h>

#include <algorithm>

namespace clearance::detail {

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

std::uint32_t AllowedPairs::known_number(std::string_view name) const {
  const auto at = numbers_.find(std::string(name));
  return at == numbers_.end() ? 0 : at->second;
}

bool AllowedPairs::contains_names(std::string_view a, std::string_view b) const {
  const std::uint32_t of_a = known_number(a), of_b = known_number(b);
  return of_a != 0 && of_b != 0 && pairs_.count(key(of_a, of_b)) > 0;
}

bool AllowedPairs::contains_everything(std::string_view name) const {
  const std::uint32_t number = known_number(name);
  return number != 0 && everything_.count(number) > 0;
}

AllowedPairs::Entries AllowedPairs::entries() const {
  std::vector<const std::string*> name_of(last_ + std::size_t{1}, nullptr);
  for (const auto& [name, number] : numbers_) name_of[number] = &name;
  const auto first = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair >> 32); };
  const auto second = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
  Entries all;
  for (const std::uint64_t pair : pairs_)
    all.names.emplace_back(std::minmax(*name_of[first(pair)], *name_of[second(pair)]));
  for (const std::uint32_t number : everything_) all.everything.push_back(*name_of[number]);
  for (const auto& [pair, allowed] : of_bodies_) all.bodies.push_back({first(pair), second(pair), allowed});
  std::sort(all.names.begin(), all.names.end());
  std::sort(all.everything.begin(), all.everything.end());
  std::sort(all.bodies.begin(), all.bodies.end());
  return all;
}

bool AllowedPairs::contains(const Body& a, const Body& b) const {
  if (const auto said = of_bodies_.find(key(a.index, b.index)); said != of_bodies_.end()) return said->second;
  return everything_.count(a.number) + everything_.count(b.number) > 0 || pairs_.count(key(a.number, b.number)) > 0;
}

}  // namespace clearance::detail
