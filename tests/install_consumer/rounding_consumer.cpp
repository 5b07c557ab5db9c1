// Whether the package keeps this compiler from fusing multiply and add in the library's headers: x·x − x·x is 0 where
// both products are rounded, and a rounding error where one of them is fused with the sum.
#include <clearance/math/vec3.h>

int main() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) return 0;
#endif
  // Each read counts as another number, so that no product is known to be equal to another.
  const volatile double x = 1 + 0x1p-30;
  return clearance::dot({x, -x, 0}, {x, x, 0}) == 0 ? 0 : 1;
}
