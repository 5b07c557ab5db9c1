// Question: how does one source become the best code of every processor?
// Method:   kernels are templates on the register width, in doubles, and always inlined; CLEARANCE_DISPATCH compiles a
//           function once per instruction set, each with its own width, and asks the processor which to take: one load
//           and a branch that never changes. No loader tricks, so sanitizers, clang and static linking all work.
//           Elsewhere than x86-64 there is one version for 16-byte registers, which ARM and WebAssembly have too.
// Proves:   lane-wise operations in one written order, without contraction: the same bits for every width.
#pragma once

#include <cstdint>

#define CLEARANCE_INLINE inline __attribute__((always_inline))

// CLEARANCE_DISPATCH(int, support_scan, (const Polytope& p, Vec3 d), scan_body, (p, d)) defines support_scan; scan_body
// is a CLEARANCE_INLINE template whose one parameter is the width.
// NOLINTBEGIN(bugprone-macro-parentheses): parts of a declaration take none
#if defined(__x86_64__)
#define CLEARANCE_DISPATCH(result, name, parameters, body, arguments)                                        \
  static __attribute__((target("arch=x86-64-v3"))) result name##_v3 parameters { return body<4> arguments; } \
  static __attribute__((target("arch=x86-64-v4"))) result name##_v4 parameters { return body<8> arguments; } \
  result name parameters {                                                                                   \
    if (__builtin_cpu_supports("x86-64-v4")) return name##_v4 arguments;                                     \
    if (__builtin_cpu_supports("x86-64-v3")) return name##_v3 arguments;                                     \
    return body<2> arguments;                                                                                \
  }
#else
#define CLEARANCE_DISPATCH(result, name, parameters, body, arguments) \
  result name parameters { return body<2> arguments; }
#endif

// NOLINTEND(bugprone-macro-parentheses)

namespace clearance::simd {

// Vectors wider than the target's registers compile, but through memory: hence the width as a parameter. Written out,
// since g++ 12 drops the attribute when the size depends on a template parameter.
template <int kWidth>
struct Register;
template <>
struct Register<2> {
  typedef double Doubles __attribute__((vector_size(16), may_alias));
  typedef std::int64_t Integers __attribute__((vector_size(16), may_alias));
  typedef std::uint32_t Indices __attribute__((vector_size(8), may_alias, aligned(4)));
  static constexpr Integers kCount = {0, 1};
};
template <>
struct Register<4> {
  typedef double Doubles __attribute__((vector_size(32), may_alias));
  typedef std::int64_t Integers __attribute__((vector_size(32), may_alias));
  typedef std::uint32_t Indices __attribute__((vector_size(16), may_alias, aligned(4)));
  static constexpr Integers kCount = {0, 1, 2, 3};
};
template <>
struct Register<8> {
  typedef double Doubles __attribute__((vector_size(64), may_alias));
  typedef std::int64_t Integers __attribute__((vector_size(64), may_alias));
  typedef std::uint32_t Indices __attribute__((vector_size(32), may_alias, aligned(4)));
  static constexpr Integers kCount = {0, 1, 2, 3, 4, 5, 6, 7};
};

}  // namespace clearance::simd
