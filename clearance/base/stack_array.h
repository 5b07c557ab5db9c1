// Question: how does a short-lived list avoid the heap in everyday cases without a limit in the others?
// Method:   the first kInline elements live in the object itself; beyond that it moves to the heap and doubles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace clearance {

// Elements are plain data. Not copied or moved: it is made where it is used.
template <class T, std::size_t kInline>
class StackArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  StackArray() = default;
  StackArray(const StackArray&) = delete;
  StackArray& operator=(const StackArray&) = delete;

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }

  void clear() { size_ = 0; }
  void pop_back() { --size_; }
  void push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    data_[size_++] = value;
  }

 private:
  // Kept out of line: inlined, it would be most of a hot loop's code.
  __attribute__((noinline)) void grow() {
    auto larger = std::make_unique<T[]>(2 * capacity_);
    std::copy(data_, data_ + size_, larger.get());
    heap_ = std::move(larger);
    data_ = heap_.get();
    capacity_ *= 2;
  }

  std::size_t size_ = 0, capacity_ = kInline;
  T* data_ = reinterpret_cast<T*>(inline_);
  std::unique_ptr<T[]> heap_;
  alignas(T) std::byte inline_[kInline * sizeof(T)];
};

}  // namespace clearance
