// Question: which children of a node may a box meet?
// Method:   six comparisons of a register with the ends of all eight children; two registers where they hold four.
// Notation: kRegister is the width CLEARANCE_DISPATCH hands out, in doubles; a mask has bit k set for slot k.
#pragma once

#include <clearance/base/simd.h>
#include <clearance/broad/box_tree_node.h>

#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>  // declares the builtins
#endif

namespace clearance::box_tree {

template <int kRegister>
struct Lanes {
  typedef float Floats __attribute__((vector_size(32), may_alias));
  typedef std::int32_t Truths __attribute__((vector_size(32), may_alias));
  static constexpr int kCount = 8;
};
template <>
struct Lanes<2> {
  typedef float Floats __attribute__((vector_size(16), may_alias));
  typedef std::int32_t Truths __attribute__((vector_size(16), may_alias));
  static constexpr int kCount = 4;
};

// The sign bits. Only the compiler's own names work in code that is inlined into functions for several processors.
template <int kRegister>
CLEARANCE_INLINE std::uint32_t mask_of(const typename Lanes<kRegister>::Truths& truths) {
#if defined(__clang__)
  if constexpr (Lanes<kRegister>::kCount == 8) {
    typedef bool Bits __attribute__((ext_vector_type(8)));
    return std::bit_cast<std::uint8_t>(__builtin_convertvector(truths, Bits));
  } else {
    typedef bool Bits __attribute__((ext_vector_type(4)));
    const Bits bits = __builtin_convertvector(truths, Bits);
    return (bits[0] ? 1u : 0u) | (bits[1] ? 2u : 0u) | (bits[2] ? 4u : 0u) | (bits[3] ? 8u : 0u);
  }
#elif defined(__x86_64__)
  typedef typename Lanes<kRegister>::Floats Floats;
  if constexpr (Lanes<kRegister>::kCount == 8)
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps256(reinterpret_cast<Floats>(truths)));
  else
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<Floats>(truths)));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < Lanes<kRegister>::kCount; ++k) mask |= (static_cast<std::uint32_t>(truths[k]) & 1u) << k;
  return mask;
#endif
}

// The children, of a Node or whatever else has `low` and `high` of eight, that overlap by their keys; with kSurely only
// those whose ends differ in all keys, so that the boxes themselves overlap, too.
template <int kRegister, bool kSurely, class Eight>
CLEARANCE_INLINE std::uint32_t met_children(const Eight& node, const KeyBox& box) {
  typedef typename Lanes<kRegister>::Floats Floats;
  constexpr int kCount = Lanes<kRegister>::kCount;
  std::uint32_t mask = 0;
  for (int first = 0; first < kWidth; first += kCount) {
    // By reference: a function cannot return a register that its own instruction set lacks.
    const Floats& low_x = *reinterpret_cast<const Floats*>(node.low[0] + first);
    const Floats& low_y = *reinterpret_cast<const Floats*>(node.low[1] + first);
    const Floats& low_z = *reinterpret_cast<const Floats*>(node.low[2] + first);
    const Floats& high_x = *reinterpret_cast<const Floats*>(node.high[0] + first);
    const Floats& high_y = *reinterpret_cast<const Floats*>(node.high[1] + first);
    const Floats& high_z = *reinterpret_cast<const Floats*>(node.high[2] + first);
    typename Lanes<kRegister>::Truths met;
    if constexpr (kSurely)
      met = (low_x < box.high[0]) & (high_x > box.low[0]) & (low_y < box.high[1]) & (high_y > box.low[1]) &
            (low_z < box.high[2]) & (high_z > box.low[2]);
    else
      met = (low_x <= box.high[0]) & (high_x >= box.low[0]) & (low_y <= box.high[1]) & (high_y >= box.low[1]) &
            (low_z <= box.high[2]) & (high_z >= box.low[2]);
    mask |= mask_of<kRegister>(met) << first;
  }
  return mask;
}

}  // namespace clearance::box_tree
