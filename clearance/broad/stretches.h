// Question: how is a loop over many entries shared by threads?
// Method:   stretches of at least `least` entries, 256 at most, so that taking one costs nothing beside its work.
#pragma once

#include <clearance/base/workers.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace clearance::detail {

// Boxes below which waking threads costs more than it brings, whatever is done with them.
inline constexpr std::size_t kWorthThreads = 2048;

class Stretches {
 public:
  static constexpr std::size_t kLeast = 1024, kMost = 256;

  // Ends are multiples of `unit`.
  explicit Stretches(std::size_t count, std::size_t least = kLeast, std::size_t unit = 1) : count_(count) {
    const std::size_t wanted = std::max({least, (count + kMost - 1) / kMost, std::size_t{1}});
    length_ = (wanted + unit - 1) / unit * unit;
  }

  std::size_t number() const { return (count_ + length_ - 1) / length_; }
  std::size_t begin(std::size_t k) const { return k * length_; }
  std::size_t end(std::size_t k) const { return std::min(count_, (k + 1) * length_); }

  // work(begin, end) for all of them, by any thread in any order.
  template <class Work>
  void run(Workers& workers, const Work& work) const {
    if (workers.count() == 1 || number() == 1) {
      if (count_ > 0) work(std::size_t{0}, count_);
      return;
    }
    workers.run(number(), [&](std::size_t k) { work(begin(k), end(k)); });
  }

 private:
  std::size_t count_, length_;
};

}  // namespace clearance::detail
