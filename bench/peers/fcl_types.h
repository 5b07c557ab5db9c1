// Our hulls and poses in FCL's types.
#pragma once

#include <bench/workloads/edges_of_box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>

#include <memory>
#include <span>
#include <vector>

namespace clearance::bench {

// Convex<double> with the face lists of our hull.
inline std::shared_ptr<fcl::Convex<double>> fcl_convex(const Polytope& shape) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
  for (int v = 0; v < shape.vertex_count(); ++v) {
    const Vec3 p = shape.vertex(v);
    vertices->emplace_back(p.x, p.y, p.z);
  }
  auto faces = std::make_shared<std::vector<int>>();
  for (int f = 0; f < shape.face_count(); ++f) {
    faces->push_back(static_cast<int>(shape.face(f).size()));
    for (const std::uint32_t v : shape.face(f)) faces->push_back(static_cast<int>(v));
  }
  return std::make_shared<fcl::Convex<double>>(vertices, shape.face_count(), faces);
}

inline std::shared_ptr<fcl::Box<double>> fcl_box(const Polytope& shape) {
  const Vec3 edges = edges_of_box(shape);
  return std::make_shared<fcl::Box<double>>(edges.x, edges.y, edges.z);
}

inline fcl::Transform3<double> fcl_transform(const Pose& pose) {
  fcl::Transform3<double> to = fcl::Transform3<double>::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) to.linear()(row, column) = pose.rotation().row[row][column];
    to.translation()[row] = pose.translation()[row];
  }
  return to;
}

inline std::vector<fcl::Transform3<double>> fcl_transforms(std::span<const Pose> poses) {
  std::vector<fcl::Transform3<double>> out;
  out.reserve(poses.size());
  for (const Pose& pose : poses) out.push_back(fcl_transform(pose));
  return out;
}

}  // namespace clearance::bench
