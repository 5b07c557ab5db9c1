// What CGAL brings to the races, and its exact kernel as a judge.
#pragma once

#include <bench/race/courses.h>
#include <bench/race/point_teller.h>

namespace clearance::bench {

std::vector<MeshLibrary> cgal_mesh_libraries();
std::vector<PointLibrary> cgal_point_libraries();

// Whether two bodies share a point, by CGAL's kernel with exact constructions: the poses are the rational maps that
// they are, nothing is rounded. Boxes find the candidates; containment is looked at where both are closed and
// `solid` is asked for. Triangles without area are taken as the segments or points that they are.
class CgalExact {
 public:
  CgalExact(const TriangleSoup& a, const TriangleSoup& b, bool solid);
  ~CgalExact();
  CgalExact(const CgalExact&) = delete;
  CgalExact& operator=(const CgalExact&) = delete;

  bool meet(const Pose& pose_a, const Pose& pose_b) const;

 private:
  struct Bodies;
  std::unique_ptr<Bodies> bodies_;
};

}  // namespace clearance::bench
