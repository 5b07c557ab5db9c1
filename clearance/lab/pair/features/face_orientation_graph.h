// Question: which way do the faces, edges and vertices of a body look?
// Method:   the face orientation graph of Jiménez, Thomas, Torras §3.2, which is the Gauss map: a face is the point of
//           the sphere that its normal names (a node), an edge the great-circle arc between the nodes of its two faces,
//           a vertex the region that the arcs of its edges enclose. A polygon has two antipodal nodes and a half circle
//           for each edge; a segment no node and one full circle; a point the whole sphere.
// Proves:   nothing: unit vectors in doubles; what looks alike within kParallel counts as parallel.
// Cost:     O(n) once for a body; a pose only turns it, O(n) again.
// Notation: n a node (outward unit normal), u the unit vector along an edge, from its tail to its head.
#pragma once

#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

// An edge: its ends and the faces on its left and right, seen from outside with the head ahead. -1: none (segments).
struct OrientationArc {
  std::int32_t tail, head;   // vertices
  std::int32_t left, right;  // nodes
  std::int32_t half_edge;    // one of Polytope::half_edges; 0 for a segment's edge
};

// An edge seen from one of its ends.
struct ArcEnd {
  std::int32_t arc;
  bool from_tail;
};

class FaceOrientationGraph {
 public:
  explicit FaceOrientationGraph(const Polytope& body);

  const Polytope& body() const { return body_; }
  // Nodes are the faces in their order; node 1 of a polygon is its back.
  std::span<const Vec3> nodes() const { return node_; }
  std::span<const OrientationArc> arcs() const { return arc_; }
  std::span<const Vec3> along() const { return along_; }
  // The face of the body behind a node: the same one for both nodes of a polygon.
  int face_of(int node) const { return body_.dimension() == 2 ? 0 : node; }
  // The vertices around a node, counter-clockwise seen from outside: the face's loop, reversed for a polygon's back.
  void loop(int node, std::vector<std::int32_t>& out) const;
  std::span<const ArcEnd> around_vertex(int v) const { return part(vertex_offset_, vertex_arc_, v); }
  std::span<const std::int32_t> around_node(int f) const { return part(node_offset_, node_arc_, f); }

 private:
  template <class T>
  static std::span<const T> part(const std::vector<std::uint32_t>& offset, const std::vector<T>& all, int i) {
    const auto at = static_cast<std::size_t>(i);
    return {all.data() + offset[at], offset[at + 1] - offset[at]};
  }
  void collect_arcs();
  void collect_neighbourhoods();

  Polytope body_;
  std::vector<Vec3> node_, along_;
  std::vector<OrientationArc> arc_;
  std::vector<std::uint32_t> vertex_offset_, node_offset_;
  std::vector<ArcEnd> vertex_arc_;
  std::vector<std::int32_t> node_arc_;
};

// The graph turned by a pose, and the vertices turned with it; the pose's translation has no part in either. The graph
// must outlive it.
class TurnedGraph {
 public:
  TurnedGraph(const FaceOrientationGraph& graph, const Pose& pose);

  const FaceOrientationGraph& graph() const { return graph_; }
  int vertex_count() const { return static_cast<int>(vertex_.size()); }
  int node_count() const { return static_cast<int>(node_.size()); }
  int arc_count() const { return static_cast<int>(along_.size()); }
  Vec3 vertex(int v) const { return vertex_[static_cast<std::size_t>(v)]; }
  Vec3 node(int f) const { return node_[static_cast<std::size_t>(f)]; }
  Vec3 along(int e) const { return along_[static_cast<std::size_t>(e)]; }
  Vec3 along(ArcEnd end) const { return end.from_tail ? along(end.arc) : -along(end.arc); }
  const OrientationArc& arc(int e) const { return graph_.arcs()[static_cast<std::size_t>(e)]; }
  int other_end(ArcEnd end) const { return end.from_tail ? arc(end.arc).head : arc(end.arc).tail; }
  std::span<const ArcEnd> around_vertex(int v) const { return graph_.around_vertex(v); }

 private:
  const FaceOrientationGraph& graph_;
  std::vector<Vec3> vertex_, node_, along_;
};

// Unit vectors of a body are good to a few 2⁻⁵³, normals of slivers to the aspect ratio times that: products below this
// are taken for 0, which allows ratios of a hundred. Taking a little too much for parallel only adds pairs to look at.
inline constexpr double kParallel = 0x1p-43;

// On which side of the plane square to n does u lead: +1 the side of n, −1 the other, 0 along it. The one question that
// every applicability is made of.
inline int side_of(Vec3 n, Vec3 u) {
  const double product = dot(n, u);
  return product > kParallel ? 1 : product < -kParallel ? -1 : 0;
}

// v scaled to length 1 whatever its size; 0 stays 0.
Vec3 unit_vector(Vec3 v);

}  // namespace clearance
