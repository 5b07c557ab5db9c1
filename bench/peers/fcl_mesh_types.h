// Our bodies of triangles in FCL's types.
#pragma once

#include <bench/workloads/w2.h>
#include <fcl/geometry/bvh/BVH_model.h>

#include <vector>

namespace clearance::bench {

template <class Volume>
void fill_fcl_model(const TriangleSoup& soup, fcl::BVHModel<Volume>& model) {
  std::vector<fcl::Vector3<double>> vertices;
  vertices.reserve(soup.vertices.size());
  for (const Vec3 v : soup.vertices) vertices.emplace_back(v.x, v.y, v.z);
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(soup.triangles.size());
  for (const MeshTriangle& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model.addSubModel(vertices, triangles);
  model.endModel();
}

}  // namespace clearance::bench
