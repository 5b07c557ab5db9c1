#include <clearance/brep/classify.h>

#include <clearance/brep/index/data.h>
#include <clearance/brep/index/side_of_plane.h>
#include <clearance/brep/index/solid_box.h>
#include <clearance/mesh/local_point.h>

namespace clearance {
using namespace detail;
namespace {

int side_exactly(const IndexPlane& plane, LocalPoint& x, double tolerance) {
  if (x.error() == 0) return exact_side(plane, plane.height(x.rough()), 1.0, tolerance);
  const LocalPoint::Fraction& at = x.exactly();
  return exact_side(plane, plane.height(at.numerator, at.denominator), at.denominator, tolerance);
}

Entity go_down(const BRepIndexData& data, LocalPoint& x, double tolerance, IndexPath* path) {
  const BRepIndexNode* const nodes = data.nodes.data();
  const Vec3 at = x.rough();
  const double error = x.error();
  std::int32_t k = 0;
  do {
    const BRepIndexNode& node = nodes[k];
    int side = rough_side(rough_height(node.normal, node.offset, at, error), node.normal, tolerance);
    if (side == kUnsureSide) [[unlikely]]
      side = side_exactly(data.planes[node.plane], x, tolerance);
    if (path != nullptr) path->push_back({static_cast<std::uint32_t>(k), side});
    k = side > 0 ? node.above : side < 0 ? node.below : node.on;
  } while (k >= 0);
  return data.leaves[leaf_at(k)];
}

Entity classify(const BRepIndex& index, LocalPoint x, const ClassifyOptions& options, IndexPath* path) {
  if (path != nullptr) path->clear();
  const Mesh& mesh = index.brep().mesh();
  if (!is_tolerance(options.tolerance, mesh)) return {};
  if (is_beyond(mesh, x.rough(), x.error() + options.tolerance)) return {EntityKind::Outside};
  return go_down(index.data(), x, options.tolerance, path);
}

}  // namespace

Entity classify(const BRepIndex& index, const Pose& pose, Vec3 world_point, const ClassifyOptions& options,
                IndexPath* path) {
  if (!is_coordinate(world_point)) return {};
  return classify(index, LocalPoint(pose, world_point), options, path);
}

Entity classify(const BRepIndex& index, const Pose& pose, Vec3 vertex, const Pose& vertex_pose,
                const ClassifyOptions& options, IndexPath* path) {
  if (!is_coordinate(vertex)) return {};
  return classify(index, LocalPoint(pose, vertex, vertex_pose), options, path);
}

}  // namespace clearance
