// CGAL: Side_of_triangle_mesh, rays through a tree of boxes, with exact predicates on doubles. It has its own first
// test against the box.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <bench/peers/cgal.h>

namespace clearance::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;

class CgalSide final : public PointTeller {
 public:
  explicit CgalSide(const TriangleSoup& soup) : mesh_(surface_mesh(soup)), side_(mesh_) {
    side_({0, 0, 0});  // builds the tree
  }

  void tell(std::span<const Vec3> points, std::span<PointLocation> answers) const override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const CGAL::Bounded_side side = side_({points[i].x, points[i].y, points[i].z});
      answers[i] = side == CGAL::ON_BOUNDED_SIDE ? PointLocation::Inside
                   : side == CGAL::ON_BOUNDARY   ? PointLocation::On
                                                 : PointLocation::Outside;
    }
  }

 private:
  static SurfaceMesh surface_mesh(const TriangleSoup& soup) {
    SurfaceMesh out;
    for (const Vec3 v : soup.vertices) out.add_vertex({v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles)
      out.add_face(SurfaceMesh::Vertex_index(t[0]), SurfaceMesh::Vertex_index(t[1]), SurfaceMesh::Vertex_index(t[2]));
    return out;
  }

  SurfaceMesh mesh_;
  CGAL::Side_of_triangle_mesh<SurfaceMesh, Kernel> side_;
};

}  // namespace

std::vector<PointLibrary> cgal_point_libraries() {
  return {{"CGAL, side of a mesh", true, [](const TriangleSoup& solid) -> std::unique_ptr<PointTeller> {
             return std::make_unique<CgalSide>(solid);
           }}};
}

}  // namespace clearance::bench
