// Question: how does a vector grow without writing to what is about to be written anyway?
// Method:   an allocator whose default construction does nothing: for entries of plain data alone.
// Cannot:   be read from before it is written to.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace clearance::detail {

template <class T>
struct Unwritten : std::allocator<T> {
  static_assert(std::is_trivially_copyable_v<T>);

  template <class U>
  struct rebind {
    using other = Unwritten<U>;
  };
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
};

template <class T>
using UnwrittenVector = std::vector<T, Unwritten<T>>;

}  // namespace clearance::detail
