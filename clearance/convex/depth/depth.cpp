#include <clearance/convex/depth/depth.h>

#include <clearance/convex/depth/box_depth.h>
#include <clearance/convex/depth/expansion.h>
#include <clearance/convex/walk.h>
#include <clearance/convex/way_out.h>

namespace clearance::detail {
namespace {

ConvexDepth expanded(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell, const DepthWidth& width) {
  const DepthBracket found = expand(pair, around, shell, width);
  ConvexDepth depth{found.lower, found.upper, found.direction, found.translation, {}, {}};
  Vec3 a, b;
  for (int k = 0; k < 3; ++k) {
    a = a + found.weight[k] * pair.a().vertex(found.facet[k].a);
    b = b + found.weight[k] * pair.b().vertex(found.facet[k].b);
  }
  depth.point_a = apply(pair.pose_a(), a), depth.point_b = apply(pair.pose_b(), b);
  return depth;
}

// False where the axes leave more open than was asked for, as they do of edges that are nearly parallel.
bool set_box_depth(ConvexDepth& depth, const PosedPair& pair, const DepthWidth& width) {
  const BoxDepth found = box_depth(pair);
  const bool is_found = found.lower > 0 && found.upper < std::numeric_limits<double>::infinity();
  if (!is_found || !(found.upper - found.lower <= most_width(pair, width, found.upper))) return false;
  const Way way = way_along(found.normal, found.upper);
  depth.direction = found.normal;
  depth.translation = way.translation, depth.upper = way.upper;
  depth.lower = smaller(found.lower, depth.upper);
  const Vec3 half = 0.5 * depth.upper * depth.direction;
  depth.point_a = found.point + half, depth.point_b = found.point - half;
  return true;
}

}  // namespace

ConvexDepth find_depth(const PosedPair& pair, std::span<const VertexPair> around, Shell* shell,
                       const DepthWidth& width) {
  ConvexDepth depth;
  const bool are_boxes = pair.a().is_box() && pair.b().is_box();
  if (!are_boxes || !set_box_depth(depth, pair, width)) return expanded(pair, around, shell, width);
  if (shell != nullptr) depth.lower = smaller(depth.lower, expand(pair, around, shell, {0, 0, depth.lower}).lower);
  return depth;
}

}  // namespace clearance::detail
