#include <bench/race/allocations.h>

#include <cstdlib>
#include <new>

namespace {

thread_local std::int64_t asked = 0;

void* counted(std::size_t size) {
  ++asked;
  if (void* block = std::malloc(size > 0 ? size : 1)) return block;
  std::abort();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

namespace clearance::bench {

std::int64_t allocations() { return asked; }

}  // namespace clearance::bench
