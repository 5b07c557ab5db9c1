#include <clearance/contact/convex/convex_depth.h>

#include <clearance/contact/convex/depth_triangles.h>

#include <limits>

namespace clearance::detail {
namespace {

// Four directions a quarter turn from each other. Not along axes of the frame: sides along them are common, and both of
// their ends would be farthest.
constexpr double kAlong = 0.9375, kAcross = 0.34375;

typedef FourDoubles Lanes;
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
  const FourPoints around{of_b.x - __builtin_shufflevector(of_a.x, of_a.x, 2, 3, 0, 1),
                          of_b.y - __builtin_shufflevector(of_a.y, of_a.y, 2, 3, 0, 1),
                          of_b.z - __builtin_shufflevector(of_a.z, of_a.z, 2, 3, 0, 1)};
  return are_as_far(around, frame.seen(pair.center_difference()), frame.scale * height, frame.scale * depth,
                    frame.reach);
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
