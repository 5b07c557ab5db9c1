// Question: how many floats does a register hold, and which lanes of a comparison are true?
// Notation: kRegister is the width CLEARANCE_DISPATCH hands out, in doubles; a mask has bit k set for lane k. At most
//           eight lanes: the widest registers are not used.
#pragma once

#include <clearance/base/simd.h>

#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>  // declares the builtins
#endif

namespace clearance::simd {

template <int kRegister>
struct FloatLanes {
  typedef float Floats __attribute__((vector_size(32), may_alias));
  typedef std::int32_t Truths __attribute__((vector_size(32), may_alias));
  static constexpr int kCount = 8;
};
template <>
struct FloatLanes<2> {
  typedef float Floats __attribute__((vector_size(16), may_alias));
  typedef std::int32_t Truths __attribute__((vector_size(16), may_alias));
  static constexpr int kCount = 4;
};

// The sign bits. Only the compiler's own names work in code that is inlined into functions for several processors.
template <int kRegister>
CLEARANCE_INLINE std::uint32_t mask_of(const typename FloatLanes<kRegister>::Truths& truths) {
#if defined(__clang__)
  if constexpr (FloatLanes<kRegister>::kCount == 8) {
    typedef bool Bits __attribute__((ext_vector_type(8)));
    return std::bit_cast<std::uint8_t>(__builtin_convertvector(truths, Bits));
  } else {
    typedef bool Bits __attribute__((ext_vector_type(4)));
    const Bits bits = __builtin_convertvector(truths, Bits);
    return (bits[0] ? 1u : 0u) | (bits[1] ? 2u : 0u) | (bits[2] ? 4u : 0u) | (bits[3] ? 8u : 0u);
  }
#elif defined(__x86_64__)
  typedef typename FloatLanes<kRegister>::Floats Floats;
  if constexpr (FloatLanes<kRegister>::kCount == 8)
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps256(reinterpret_cast<Floats>(truths)));
  else
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<Floats>(truths)));
#else
  std::uint32_t mask = 0;
  for (int k = 0; k < FloatLanes<kRegister>::kCount; ++k) mask |= (static_cast<std::uint32_t>(truths[k]) & 1u) << k;
  return mask;
#endif
}

}  // namespace clearance::simd
