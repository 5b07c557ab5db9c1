// CGAL: Rigid_triangle_mesh_collision_detection, a tree of axis-parallel boxes that are turned with the body as it is
// walked, with exact predicates on coordinates that the pose has rounded. Containment included. It has no distance
// between meshes, and nothing to remember.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <bench/peers/cgal.h>

namespace clearance::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<SurfaceMesh>;
using Transformation = CGAL::Aff_transformation_3<Kernel>;

SurfaceMesh surface_mesh(const TriangleSoup& soup) {
  SurfaceMesh out;
  for (const Vec3 v : soup.vertices) out.add_vertex({v.x, v.y, v.z});
  for (const MeshTriangle& t : soup.triangles)
    out.add_face(SurfaceMesh::Vertex_index(t[0]), SurfaceMesh::Vertex_index(t[1]), SurfaceMesh::Vertex_index(t[2]));
  return out;
}

Transformation transformation(const Pose& pose) {
  const auto& r = pose.rotation().row;
  const Vec3 t = pose.translation();
  return {r[0].x, r[0].y, r[0].z, t.x, r[1].x, r[1].y, r[1].z, t.y, r[2].x, r[2].y, r[2].z, t.z};
}

class Rigid {
 public:
  Rigid(Detection& detection, const MeshPoses& poses) : detection_(detection) {
    for (const Pose& pose : poses.a) at_a_.push_back(transformation(pose));
    for (const Pose& pose : poses.b) at_b_.push_back(transformation(pose));
  }

  Answer ask(std::size_t frame) {
    detection_.set_transformation(0, at_a_[frame]);
    detection_.set_transformation(1, at_b_[frame]);
    const bool meet = !detection_.get_all_intersections_and_inclusions(0).empty();
    return {meet ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
  }

 private:
  Detection& detection_;
  std::vector<Transformation> at_a_, at_b_;
};

class CgalPair final : public MeshPair {
 public:
  CgalPair(const TriangleSoup& a, const TriangleSoup& b) : a_(surface_mesh(a)), b_(surface_mesh(b)) {
    const auto one_component = CGAL::parameters::apply_per_connected_component(false);
    detection_.add_mesh(a_, one_component);
    detection_.add_mesh(b_, one_component);
  }

  std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const override {
    if (query != Query::Boolean || warm) return nullptr;
    return std::make_unique<RunnerOf<Rigid>>(detection_, poses);
  }

 private:
  SurfaceMesh a_, b_;
  mutable Detection detection_;  // where the bodies are is part of it
};

}  // namespace

std::vector<MeshLibrary> cgal_mesh_libraries() {
  return {library_of<CgalPair>("CGAL", "rigid meshes", "a status, containment included")};
}

}  // namespace clearance::bench
