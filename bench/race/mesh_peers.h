// Question: how are our queries about meshes and a peer's measured by the same loop?
// Method:   a library makes a MeshPair of two bodies, which is timed as its build; the pair makes a Runner for a query
//           and poses, with everything converted to the library's own types beforehand, and run() is what is timed.
#pragma once

#include <bench/race/method.h>
#include <bench/workloads/w2.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clearance::bench {

class MeshPair {
 public:
  virtual ~MeshPair() = default;
  // Nothing where the library has no such query. `warm`: with what it can remember from frame to frame; nothing where
  // it can remember nothing. The runner must not outlive the pair, nor what the poses are in.
  virtual std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const = 0;
  // Of both bodies, vertices and triangles included; 0 where nobody can say.
  virtual std::size_t memory_bytes() const { return 0; }
};

struct MeshLibrary {
  std::string package, name;
  // Every body is built anew, even if a and b are equal.
  std::function<std::unique_ptr<MeshPair>(const TriangleSoup& a, const TriangleSoup& b)> make;
  std::string returns;  // what an answer is
};

std::vector<MeshLibrary> our_mesh_libraries();
std::vector<MeshLibrary> fcl_mesh_libraries();
std::vector<MeshLibrary> bullet_mesh_libraries();
std::vector<MeshLibrary> ode_mesh_libraries();
std::vector<MeshLibrary> cgal_mesh_libraries();

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
