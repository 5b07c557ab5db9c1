// Sorts and keeps the order of what is equal. std::stable_sort asks for its buffer in a way that C++17 deprecates,
// which clang says of libstdc++ 12.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace clearance::detail {

template <class T, class Less>
void stable_sort(std::vector<T>& list, const Less& less) {
  std::vector<std::pair<T, std::size_t>> numbered;
  numbered.reserve(list.size());
  for (T& element : list) numbered.emplace_back(std::move(element), numbered.size());
  std::sort(numbered.begin(), numbered.end(), [&](const auto& x, const auto& y) {
    if (less(x.first, y.first)) return true;
    return !less(y.first, x.first) && x.second < y.second;
  });
  for (std::size_t k = 0; k < list.size(); ++k) list[k] = std::move(numbered[k].first);
}

}  // namespace clearance::detail
