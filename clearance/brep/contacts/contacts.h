// Question: are two solids apart, touching or penetrating, and which vertices, edges and faces of them meet where?
// Method:   the vertices, then the edges, of each solid are classified in the index of the other (Vaněček 1990, §3). A
//           point of an edge that lies on an edge or a vertex of the other is a contact, and so is a vertex on
//           anything. Edge/face, face/edge and face/face contacts are not reported: the contacts at their borders imply
//           them.
// Proves:   the status, always: it is that of intersects() and of no tolerance. Without a tolerance all contacts, each
//           once: a vertex is one point, two edges share one point or one piece, so that a pair of entities names it.
// Cannot:   report all that is within a tolerance of each other: which contacts are found then depends on the planes of
//           the index (classify.h).
// Cost:     a classification for every vertex and edge; nothing beyond the status where the solids are apart and there
//           is no tolerance.
//
// The paper calls penetrating only what has a vertex or an edge that goes inside the other solid. Of equal boxes at the
// same place, and of two bars of equal height that cross, all edges run on faces of the other: "touch", it would say.
// Here the status says penetrating, and the list of what goes inside is empty.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/base/result.h>
#include <clearance/brep/index.h>
#include <clearance/math/pose.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance {

struct BRepContactOptions {
  // Contacts no farther apart, or no deeper, than about this are reported, too. 0: those that are exactly so.
  double tolerance = 0;
  // Ask no further as soon as something goes inside, as the paper does: contacts are not complete then.
  bool stop_at_penetration = false;
};

// x₁/x₂ at p₂, one of vertex/face, face/vertex, edge/edge, vertex/edge, edge/vertex, vertex/vertex.
struct BRepContact {
  Entity a, b;
  Vec3 point_b;       // p₂: in b's frame, rounded; exactly the vertex of b, if it is one
  Vec3 point;         // in the world, rounded
  double length = 0;  // of the piece that two edges share; the points are its middle
};

// A vertex of one solid that is inside the other, or an open piece of an edge.
struct BRepPenetrator {
  Body of = Body::A;        // whose
  Entity entity;            // a vertex or an edge
  double from = 0, to = 0;  // of an edge: the piece, as fractions of the way from its low to its high vertex, rounded
};

// Sorted by entities of a, then of b: vertices, edges, faces, each by index. Penetrators: those of a first, vertices
// before edges.
struct BRepContacts {
  Status status = Status::NotAsked;
  bool complete = false;  // all contacts and penetrators are there
  std::vector<BRepContact> contacts;
  std::vector<BRepPenetrator> penetrators;
};

// Refused: a tolerance that is negative, not finite, or larger than one of the solids (the longest side of its box).
Result<BRepContacts> contacts(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b,
                              const BRepContactOptions& options = {});

namespace detail {

// What contacts() refuses.
std::optional<Error> tolerance_fault(double tolerance, const BRep& a, const BRep& b);

// Which vertices and edges to look at.
struct ContactScope {
  std::vector<std::uint32_t> vertices_a, edges_a, vertices_b, edges_b;
};
ContactScope whole_scope(const BRep& a, const BRep& b);
// The same without the status, for some vertices and edges. Trusts the tolerance.
BRepContacts find_contacts(const BRepIndex& a, const Pose& pose_a, const BRepIndex& b, const Pose& pose_b,
                           const BRepContactOptions& options, const ContactScope& scope);

}  // namespace detail

}  // namespace clearance
