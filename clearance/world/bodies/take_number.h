// The number of an entry that nobody has: one that was given back, or a new one behind all others.
#pragma once

#include <cstdint>
#include <vector>

namespace clearance::detail {

template <class T>
std::uint32_t take_number(std::vector<T>& entries, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    entries.emplace_back();
    return static_cast<std::uint32_t>(entries.size() - 1);
  }
  const std::uint32_t number = free.back();
  free.pop_back();
  return number;
}

}  // namespace clearance::detail
