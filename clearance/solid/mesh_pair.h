// What the queries of two meshes share; no part of the interface.
// Method:   both meshes in one frame: a's own, or where a's pose is a matrix that may stretch, the world's axes about
//           a's origin, so that lengths are those of the world; all scaled by a power of two, so that coordinates are
//           about 1 and no product over- or underflows. Trees are walked in a's frame either way.
// Notation: u = 2⁻⁵³; e = error(): what a coordinate of either mesh is off by in the common frame.
#pragma once

#include <clearance/bvh/tree_pair.h>
#include <clearance/mesh/triangle_pair.h>
#include <clearance/solid/mesh_query.h>

#include <cstdint>

namespace clearance::detail {

// The triangles of a run in the common frame, corner by corner; places beyond the count repeat the first triangle.
struct RunPoints {
  static constexpr int kLanes = TriangleTree::kLeafTriangles;
  alignas(64) double x[3][kLanes];
  alignas(64) double y[3][kLanes];
  alignas(64) double z[3][kLanes];

  Vec3 corner(int k, int lane) const { return {x[k][lane], y[k][lane], z[k][lane]}; }
};

class MeshPair {
 public:
  MeshPair(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b);

  const Mesh& a() const { return a_; }
  const Mesh& b() const { return b_; }
  const Pose& pose_a() const { return pose_a_; }
  const Pose& pose_b() const { return pose_b_; }
  const TreePair& trees() const { return trees_; }
  // The same of other trees, over triangles of a and of b.
  TreePair trees_between(const TriangleTree& a, const TriangleTree& b) const;
  double error() const { return error_; }
  // No coordinate of the common frame is larger.
  double reach() const { return reach_; }
  // A length of the common frame in the world: times this power of two. Trees are walked where lengths are at least
  // shrink() times those of the world.
  double unit() const { return unit_; }
  double shrink() const { return shrink_; }

  Vec3 point_a(Vec3 v) const { return is_plain_ ? scale_ * v : turn_a_ * v; }
  Vec3 point_b(Vec3 v) const { return turn_b_ * v + shift_; }

  void load(RunPoints& out_a, RunPoints& out_b, const RunPair& runs) const;
  // Bit 4·i + j: triangle i of run a may share a point with triangle j of run b; planes of both were tried.
  std::uint32_t may_meet(const RunPoints& a, const RunPoints& b, const RunPair& runs) const;
  // How far all of run a is from all of run b, at least, along the direction square to both their longest edges: what
  // tells needles that cross. Below 0 it tells nothing.
  double needle_gap(const RunPoints& a, const RunPoints& b) const;
  // Lower bounds for the distances of the sixteen pairs.
  void bounds(const RunPoints& a, const RunPoints& b, double (&out)[16]) const;

  TriangleAt at_a(std::uint32_t t) const { return at(a_, pose_a_, t); }
  TriangleAt at_b(std::uint32_t t) const { return at(b_, pose_b_, t); }
  // Positions. In doubles; exactly.
  TriangleGuess guess(std::uint32_t ta, std::uint32_t tb) const;
  TriangleRelation relation(std::uint32_t ta, std::uint32_t tb) const;

 private:
  static TriangleAt at(const Mesh& mesh, const Pose& pose, std::uint32_t t) {
    const MeshTriangle& v = mesh.triangle(t);
    return {{mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2])}, pose};
  }

  // What a product of a unit vector with a difference of two points is off by: |n|₁ ≤ √3; coordinates about a corner
  // are at most 2·reach.
  double slack() const { return 1.8 * (2 * error_ + 16 * 0x1p-53 * reach_) + 1e-300; }

  struct Frames;
  MeshPair(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, const Frames& frames);

  const Mesh& a_;
  const Pose& pose_a_;
  const Mesh& b_;
  const Pose& pose_b_;
  bool is_plain_;
  Mat3 turn_a_, turn_b_;
  Vec3 shift_;
  double error_, reach_, shrink_, scale_, unit_;
  TreePair trees_;
};

}  // namespace clearance::detail
