// Why the triangles prove it: they form a closed surface. If the origin lies behind each plane, by at least the depth,
// all of them are seen from it with the same orientation, so that the surface winds around it and every ray from it
// meets one. No point of a triangle is nearer than its plane; so the ball of that radius lies within the surface, and
// what each ray meets is in the difference body, which is convex: so does the ball. Notation: corners c₀ … c₃
// counter-clockwise, seen against the normal; deepest d = (0, 0, −height); apex.
#include <clearance/contact/convex_depth.h>

#include <cmath>
#include <limits>

namespace clearance::detail {
namespace {

// Four directions a quarter turn from each other. Not along axes of the frame: sides along them are common, and both of
// their ends would be farthest.
constexpr double kAlong = 0.9375, kAcross = 0.34375;

typedef double Lanes __attribute__((vector_size(32)));
typedef std::int64_t Mask __attribute__((vector_size(32)));

// A lane for each direction.
struct Farthest {
  Lanes x, y, z;

  CLEARANCE_INLINE explicit Farthest(const SeenFeature& seen) {
    // A double added to lanes is added to each.
    const Lanes zero = {};
    Lanes most = zero - std::numeric_limits<double>::infinity();
    x = y = z = zero;
    for (std::size_t k = 0; k < seen.count; ++k) {
      const PlanePoint p = seen.at[k];
      const double first = kAlong * p.x + kAcross * p.y, second = kAlong * p.y - kAcross * p.x;
      const Lanes value = {first, second, -first, -second};
      const Mask is_farther = value > most;
      most = is_farther ? value : most;
      x = is_farther ? p.x + zero : x;
      y = is_farther ? p.y + zero : y;
      z = is_farther ? seen.height[k] + zero : z;
    }
  }
};

// One lane for each corner.
template <int kWidth>
CLEARANCE_INLINE bool is_as_deep_body(const PosedPair& pair, const ContactFrame& frame, double depth, double height,
                                      const ManifoldScratch& scratch) {
  const Farthest of_a(scratch.seen_a), of_b(scratch.seen_b);
  const Lanes x = of_b.x - __builtin_shufflevector(of_a.x, of_a.x, 2, 3, 0, 1),
              y = of_b.y - __builtin_shufflevector(of_a.y, of_a.y, 2, 3, 0, 1),
              z = of_b.z - __builtin_shufflevector(of_a.z, of_a.z, 2, 3, 0, 1);
  const Lanes x_next = __builtin_shufflevector(x, x, 1, 2, 3, 0), y_next = __builtin_shufflevector(y, y, 1, 2, 3, 0),
              z_next = __builtin_shufflevector(z, z, 1, 2, 3, 0);
  const Vec3 apex = frame.seen(pair.center_difference());
  const double d = frame.scale * height;
  double widest = 0, highest = d;
  for (int k = 0; k < 4; ++k) {
    widest = larger(widest, larger(std::fabs(x[k]), std::fabs(y[k])));
    highest = larger(highest, std::fabs(z[k]));
  }
  const double largest = larger(larger(widest, highest), norm_max(apex));
  // A difference is off by 2e in each coordinate (convex_patch.cpp), so a triple product by less than 3·2·2e·largest²
  // and its rounding: 2⁻⁴³·reach·largest² is more. The deepest point is off the axis by less than 16·slack, two ways;
  // that changes cₖ₊₁×cₖ·d by 2·2·16·slack·widest·highest.
  const double error = 0x1p-43 * frame.reach * (largest * largest),
               error_under = error + 0x1p-39 * frame.reach * (widest * highest),
               square = (frame.scale * depth) * (frame.scale * depth);
  // Corner, next corner, apex.
  const Lanes ux = x_next - x, uy = y_next - y, uz = z_next - z, vx = apex.x - x, vy = apex.y - y, vz = apex.z - z;
  const Lanes nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const Lanes over = (nx * x + ny * y + nz * z) - error;
  // Deepest, next corner, corner.
  const Lanes w = z + d, w_next = z_next + d;
  const Lanes mx = y_next * w - w_next * y, my = w_next * x - x_next * w, mz = x_next * y - y_next * x;
  const Lanes under = mz * -d - error_under;
  const Mask is_far = (over > 0) & (under > 0) & (over * over >= (nx * nx + ny * ny + nz * nz) * square) &
                      (under * under >= (mx * mx + my * my + mz * mz) * square);
  return (is_far[0] & is_far[1] & is_far[2] & is_far[3]) != 0;
}

CLEARANCE_DISPATCH(bool, is_as_deep_here,
                   (const PosedPair& pair, const ContactFrame& frame, double depth, double height,
                    const ManifoldScratch& scratch),
                   is_as_deep_body, (pair, frame, depth, height, scratch))

}  // namespace

bool is_as_deep(const PosedPair& pair, const ContactFrame& frame, double depth, double height,
                const ManifoldScratch& scratch) {
  return is_as_deep_here(pair, frame, depth, height, scratch);
}

}  // namespace clearance::detail
