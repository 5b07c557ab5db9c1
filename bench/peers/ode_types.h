// Our hulls and poses in ODE's types.
#pragma once

#include <bench/workloads/edges_of_box.h>
#include <bench/workloads/w2.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>
#include <ode/ode.h>

#include <span>
#include <vector>

namespace clearance::bench {

// ODE wants to be initialised once and closed at the end of the program.
inline void start_ode() {
  struct Library {
    Library() { dInitODE2(0); }
    ~Library() { dCloseODE(); }
  };
  static const Library library;
}

// ODE reads these arrays for as long as the geometry lives.
struct OdeConvex {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;

  dGeomID make(dSpaceID space) const {
    start_ode();
    return dCreateConvex(space, planes.data(), static_cast<unsigned>(planes.size() / 4), points.data(),
                         static_cast<unsigned>(points.size() / 3), polygons.data());
  }
};

inline OdeConvex ode_convex(const Polytope& shape) {
  OdeConvex out;
  for (int v = 0; v < shape.vertex_count(); ++v) {
    const Vec3 p = shape.vertex(v);
    out.points.insert(out.points.end(), {p.x, p.y, p.z});
  }
  for (int f = 0; f < shape.face_count(); ++f) {
    const auto loop = shape.face(f);
    const Vec3 p = shape.vertex(static_cast<int>(loop[0]));
    const Vec3 n = cross(shape.vertex(static_cast<int>(loop[1])) - p, shape.vertex(static_cast<int>(loop[2])) - p);
    const Vec3 unit = n / norm(n);
    out.planes.insert(out.planes.end(), {unit.x, unit.y, unit.z, dot(unit, p)});
    out.polygons.push_back(static_cast<unsigned>(loop.size()));
    out.polygons.insert(out.polygons.end(), loop.begin(), loop.end());
  }
  return out;
}

inline dGeomID ode_box(const Polytope& shape, dSpaceID space) {
  start_ode();
  const Vec3 edges = edges_of_box(shape);
  return dCreateBox(space, edges.x, edges.y, edges.z);
}

// A mesh with the arrays that ODE reads for as long as it lives.
class OdeMesh {
 public:
  explicit OdeMesh(const TriangleSoup& soup) {
    start_ode();
    for (const Vec3 v : soup.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const MeshTriangle& t : soup.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
    data_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data_, vertices_.data(), 3 * sizeof(double), static_cast<int>(soup.vertices.size()),
                                indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    geometry_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  ~OdeMesh() {
    dGeomDestroy(geometry_);
    dGeomTriMeshDataDestroy(data_);
  }
  OdeMesh(const OdeMesh&) = delete;
  OdeMesh& operator=(const OdeMesh&) = delete;

  dGeomID geometry() const { return geometry_; }

 private:
  std::vector<double> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_;
  dGeomID geometry_;
};

struct OdePose {
  dMatrix3 rotation;
  dVector3 position;

  void give_to(dGeomID geometry) const {
    dGeomSetRotation(geometry, rotation);
    dGeomSetPosition(geometry, position[0], position[1], position[2]);
  }
};

inline OdePose ode_pose(const Pose& pose) {
  OdePose to;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) to.rotation[4 * row + column] = pose.rotation().row[row][column];
    to.rotation[4 * row + 3] = 0;
    to.position[row] = pose.translation()[row];
  }
  return to;
}

inline std::vector<OdePose> ode_poses(std::span<const Pose> poses) {
  std::vector<OdePose> out;
  out.reserve(poses.size());
  for (const Pose& pose : poses) out.push_back(ode_pose(pose));
  return out;
}

}  // namespace clearance::bench
