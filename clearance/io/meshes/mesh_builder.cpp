#include <clearance/io/meshes/mesh_builder.h>

#include <clearance/build/weld.h>
#include <clearance/io/meshes/polygon.h>
#include <clearance/io/number.h>

#include <algorithm>
#include <limits>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kFree = 0xffffffffu;

}  // namespace

void MeshBuilder::reserve(std::size_t points, std::size_t corners) {
  points_.reserve(points);
  corners_.reserve(corners);
}

std::optional<std::string> MeshBuilder::add_point(Vec3 point) {
  if (!is_finite(point)) return "a coordinate is not finite";
  if (!is_coordinate(point)) return "a coordinate is beyond 1e300";
  if (points_.size() >= kFree) return "more than 4294967295 vertices";
  points_.push_back(point);
  return std::nullopt;
}

// Fills mesh.vertices and returns the vertex of each point.
std::vector<std::uint32_t> MeshBuilder::weld(MeshData& mesh) const {
  std::vector<std::uint32_t> vertex = first_equal(points_);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (vertex[i] == i) {
      vertex[i] = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back(points_[i]);
    } else {
      vertex[i] = vertex[vertex[i]];
    }
  }
  return vertex;
}

Result<MeshData> MeshBuilder::finish(const std::function<std::string(std::size_t)>& place, std::uint64_t first) {
  MeshData mesh;
  mesh.points_in_file = points_.size();
  mesh.faces_in_file = face_end_.size();
  const std::vector<std::uint32_t> vertex = weld(mesh);
  std::vector<std::uint32_t> polygon;
  std::vector<bool> used(mesh.vertices.size());
  std::size_t begin = 0;
  for (std::size_t f = 0; f < face_end_.size(); ++f) {
    polygon.clear();
    for (; begin < face_end_[f]; ++begin) {
      if (corners_[begin] >= points_.size())
        return Error{place(f), "names vertex " + std::to_string(corners_[begin] + first) + ", but there are " +
                                   std::to_string(points_.size())};
      polygon.push_back(vertex[corners_[begin]]);
      used[polygon.back()] = true;
    }
    if (polygon.size() < 3) {
      ++mesh.faces_dropped;
    } else if (use_ == FaceUse::Triangulate) {
      const PolygonKind kind = triangulate(mesh.vertices, polygon, mesh.triangles);
      if (kind == PolygonKind::Crossing)
        return Error{place(f), "a polygon whose outline crosses or touches itself; export the mesh as triangles"};
      if (kind == PolygonKind::TooLarge)
        return Error{place(f), "a polygon of " + std::to_string(polygon.size()) +
                                   " corners that is too entangled to be cut into triangles in reasonable time; export "
                                   "the mesh as triangles"};
      mesh.polygons_fanned += polygon.size() > 3 && kind == PolygonKind::Convex;
      mesh.polygons_triangulated += kind == PolygonKind::NonConvex;
    }
    if (!face_group_.empty()) groups_.resize(mesh.triangles.size(), f < face_group_.size() ? face_group_[f] : 0);
  }
  mesh.vertices_unused = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
  return mesh;
}

}  // namespace clearance::detail
