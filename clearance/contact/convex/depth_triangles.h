// Question: is the origin of the difference body at least so deep in it, in every direction?
// Method:   four of its points around the normal's axis, one on the axis before the origin and one behind: eight
//           triangles join them to a closed surface.
// Proves:   the answer true. If the origin lies behind the plane of each triangle, by at least the depth, all are seen
//           from it with the same orientation, so that the surface winds around it and every ray from it meets one. No
//           point of a triangle is nearer than its plane, so the ball of that radius lies within the surface; what each
//           ray meets is in the difference body, which is convex: so is the ball.
// Cost:     about two hundred flops, four at a time.
#pragma once

#include <clearance/base/simd.h>
#include <clearance/math/vec3.h>

#include <cmath>

namespace clearance::detail {

typedef double FourDoubles __attribute__((vector_size(32)));

// A lane for each of the four: counter-clockwise, seen against the normal, which is z.
struct FourPoints {
  FourDoubles x, y, z;
};

// `deep` on the axis: (0, 0, −deep). All in the frame and the units of `reach`, which is the pair's.
CLEARANCE_INLINE bool are_as_far(const FourPoints& p, Vec3 apex, double deep, double depth, double reach) {
  typedef std::int64_t Truths __attribute__((vector_size(32)));
  const FourDoubles x = p.x, y = p.y, z = p.z;
  const FourDoubles x_next = __builtin_shufflevector(x, x, 1, 2, 3, 0),
                    y_next = __builtin_shufflevector(y, y, 1, 2, 3, 0),
                    z_next = __builtin_shufflevector(z, z, 1, 2, 3, 0);
  double widest = 0, highest = deep;
  for (int k = 0; k < 4; ++k) {
    widest = larger(widest, larger(std::fabs(x[k]), std::fabs(y[k])));
    highest = larger(highest, std::fabs(z[k]));
  }
  const double largest = larger(larger(widest, highest), norm_max(apex));
  // A difference is off by 2e in each coordinate (convex_patch.cpp), so a triple product by less than 3·2·2e·largest²
  // and its rounding: 2⁻⁴³·reach·largest² is more. The deepest point is off the axis by less than 16·slack, two ways;
  // that changes cₖ₊₁×cₖ·deep by 2·2·16·slack·widest·highest.
  const double error = 0x1p-43 * reach * (largest * largest),
               error_under = error + 0x1p-39 * reach * (widest * highest), square = depth * depth;
  // Corner, next corner, apex.
  const FourDoubles ux = x_next - x, uy = y_next - y, uz = z_next - z, vx = apex.x - x, vy = apex.y - y,
                    vz = apex.z - z;
  const FourDoubles nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const FourDoubles over = (nx * x + ny * y + nz * z) - error;
  // Deepest, next corner, corner.
  const FourDoubles w = z + deep, w_next = z_next + deep;
  const FourDoubles mx = y_next * w - w_next * y, my = w_next * x - x_next * w, mz = x_next * y - y_next * x;
  const FourDoubles under = mz * -deep - error_under;
  const Truths is_far = (over > 0) & (under > 0) & (over * over >= (nx * nx + ny * ny + nz * nz) * square) &
                        (under * under >= (mx * mx + my * my + mz * mz) * square);
  return (is_far[0] & is_far[1] & is_far[2] & is_far[3]) != 0;
}

}  // namespace clearance::detail
