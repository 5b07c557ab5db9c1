// Question: where are the caches of pairs, of which only some have one?
// Method:   pages of caches, found by number. Between open() and close() any number of threads may take caches; numbers
//           that were let go are taken first. Which number a pair gets depends on the threads, what is in the cache
//           does not.
// Cost:     a page is allocated when its first cache is taken.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace clearance::detail {

template <class Cache>
class CachePool {
 public:
  CachePool() = default;
  // Not while threads take caches; what was taken since open() is taken of the copy, too.
  CachePool(const CachePool& other)
      : free_(other.free_), count_(other.count_), taken_(other.taken_.load(std::memory_order_relaxed)) {
    pages_.reserve(other.pages_.size());
    for (const Page* page : other.pages_) pages_.push_back(page != nullptr ? new Page(*page) : nullptr);
  }
  CachePool& operator=(const CachePool&) = delete;
  CachePool(CachePool&&) = delete;
  ~CachePool() {
    for (const Page* page : pages_) delete page;
  }

  // Different caches may be touched by different threads.
  Cache& operator[](std::uint32_t number) {
    // Others may be looking whether the page is made.
    return (*std::atomic_ref(pages_[number / kPerPage]).load(std::memory_order_relaxed))[number % kPerPage];
  }

  // From now on at most so many are taken.
  void open(std::size_t most) {
    const std::size_t fresh = most > free_.size() ? most - free_.size() : 0;
    const std::size_t pages = (count_ + fresh + kPerPage - 1) / kPerPage;
    if (pages_.size() < pages) pages_.resize(pages, nullptr);
    taken_.store(0, std::memory_order_relaxed);
  }
  // An empty one, by any thread.
  std::uint32_t take() {
    const std::size_t nth = taken_.fetch_add(1, std::memory_order_relaxed);
    const auto number =
        static_cast<std::uint32_t>(nth < free_.size() ? free_[free_.size() - 1 - nth] : count_ + (nth - free_.size()));
    make_page(pages_[number / kPerPage]);
    (*this)[number] = {};
    return number;
  }
  void close() {
    const std::size_t taken = taken_.exchange(0, std::memory_order_relaxed);
    const std::size_t again = taken < free_.size() ? taken : free_.size();
    free_.resize(free_.size() - again);
    count_ += taken - again;
  }
  void let_go(std::uint32_t number) { free_.push_back(number); }

  std::size_t memory_bytes() const {
    std::size_t bytes = pages_.capacity() * sizeof(pages_[0]) + free_.capacity() * sizeof(std::uint32_t);
    for (const Page* page : pages_) bytes += page != nullptr ? sizeof(Page) : 0;
    return bytes;
  }

 private:
  static constexpr std::size_t kPerPage = 32;
  using Page = std::array<Cache, kPerPage>;

  // Several threads may come at once; whose page it is does not matter.
  static void make_page(Page*& page) {
    const std::atomic_ref<Page*> there(page);
    if (there.load(std::memory_order_acquire) != nullptr) return;
    auto made = std::make_unique<Page>();
    Page* expected = nullptr;
    if (there.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel))
      static_cast<void>(made.release());
  }

  std::vector<Page*> pages_;  // owned; null: nobody has taken a cache of it
  std::vector<std::uint32_t> free_;
  std::size_t count_ = 0;  // that were ever taken
  std::atomic<std::size_t> taken_{0};
};

}  // namespace clearance::detail
