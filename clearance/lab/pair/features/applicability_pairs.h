// Question: two bodies only translate against each other: which of their features can come into contact?
// Method:   applicability (Jiménez, Thomas, Torras §3.2): vertex–face and edge–edge, which are the places where the
//           face orientation graph of a and the negated one of b overlap. Each node is located by a walk from where
//           its neighbour was, each arc followed from region to region; no pair is looked at that is not next to one
//           found.
// Cost:     expected O(n + m + k) for k pairs found.
// Notation: n from a to b; u_a, u_b along edges; pairs are applicable along n when n looks out of a and −n out of b.
#pragma once

#include <clearance/lab/pair/features/face_orientation_graph.h>

#include <cstdint>
#include <vector>

namespace clearance {

// A vertex can touch a face only if no edge at the vertex leads below the face: −n of the face is in the vertex's
// region.
bool vertex_face_applicable(const TurnedGraph& of_face, int face, const TurnedGraph& of_vertex, int vertex);

struct VertexFace {
  std::int32_t vertex, face;  // of different bodies; the face is a node of the graph

  friend bool operator==(const VertexFace&, const VertexFace&) = default;
};

// Two edges can touch only if a plane fits between their wedges: the arc of one and the negated arc of the other meet,
// along n = sense · u_a × u_b; sense 0: the edges are parallel, and their arcs overlap. `crossing`: the arcs cross in
// their interiors, so that the plane belongs to this pair alone.
struct EdgeEdge {
  std::int32_t edge_a, edge_b;
  std::int8_t sense;
  bool crossing;

  friend bool operator==(const EdgeEdge&, const EdgeEdge&) = default;
};
// Appends the ways (none, one, or two where an edge is a whole body) in which the edges are applicable.
void add_applicable_edges(const TurnedGraph& a, int edge_a, const TurnedGraph& b, int edge_b,
                          std::vector<EdgeEdge>& out);

// All pairs that can come into contact under translation, ties included: a face that lies along an edge or a face of
// the other body is there with each of its vertices.
struct ApplicablePairs {
  std::vector<VertexFace> faces_of_a;  // each with a vertex of b; pairs of one face stand together
  std::vector<VertexFace> faces_of_b;  // each with a vertex of a
  std::vector<EdgeEdge> edges;
  std::int64_t looked_at = 0;  // products of an edge and a normal made on the way

  std::size_t count() const { return faces_of_a.size() + faces_of_b.size() + edges.size(); }
};

ApplicablePairs applicable_pairs(const TurnedGraph& a, const TurnedGraph& b);
ApplicablePairs applicable_pairs(const FaceOrientationGraph& a, const Pose& pose_a, const FaceOrientationGraph& b,
                                 const Pose& pose_b);

// Back-face culling: the nodes that look where the body moves, `velocity` being its own against the other body. No
// other face can come into contact; about half are left.
std::vector<int> faces_facing(const FaceOrientationGraph& graph, const Pose& pose, Vec3 velocity);

}  // namespace clearance
