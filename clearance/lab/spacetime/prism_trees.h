// Question: which of several translating solids meet first, when and where, without looking at all pairs of faces?
// Method:   Joseph and Plantinga's first collision (first_collision.h) over prisms that are not written down: a tree of
//           boxes over each body's triangles is one over their prisms, since a velocity only shears them. Two boxes
//           that move meet from an instant on that is a quotient; pairs of boxes are opened in the order of these,
//           until none is left before the best meeting. Of two triangles: vertex and triangle, edge and edge, each a
//           line in space and time against a hyperplane; what touches as the interval begins, edge against triangle;
//           and what is inside then, by winding numbers.
// Proves:   time and places, exactly; signs in doubles with bounds, else in Dyadic.
// Cannot:   take bodies without inside, which first_collision.h does.
// Cost:     n log n for the trees; near a contact a few pairs of triangles.
#pragma once

#include <clearance/lab/spacetime/prism_tree.h>
#include <clearance/lab/spacetime/straight_motion.h>
#include <clearance/proof/certificate.h>

#include <memory>

namespace clearance::lab {

struct TranslatingBody {
  const Shape& shape;
  const Motion& motion;
};
// With its tree made before, which serves all motions.
struct PreparedBody {
  const PrismTree& tree;
  const Motion& motion;
};

struct SolidMeeting {
  // What of the first body meets what of the second. EdgeOfA, EdgeOfB: with a triangle, as the interval begins;
  // InsideOfA, InsideOfB: then, too, and the vertex is the other's.
  enum class Kind : std::uint8_t { VertexOfA, VertexOfB, Edges, EdgeOfA, EdgeOfB, InsideOfA, InsideOfB };
  Kind kind = Kind::Edges;
  std::size_t body_a = 0, body_b = 0;  // the first is less
  std::uint32_t part_a = 0, part_b = 0;
  // The caller's numbers; of a convex part 0. They meet, unless one is inside.
  std::uint32_t triangle_a = 0, triangle_b = 0;
  // Vertices by the caller's numbers: one, two or three of each, as the kind says.
  std::uint32_t a[3] = {}, b[3] = {};
  RationalPoint place;
};

struct FirstMeeting {
  // All at the same time: the first. Empty where none meet. A meeting at a vertex or edge is found by each pair of
  // triangles around it that shows it.
  std::vector<SolidMeeting> meetings;
  Rational time;

  bool is_clear() const { return meetings.empty(); }
};

struct PrismTreeCounts {
  std::uint64_t boxes = 0, triangles = 0, features = 0, exact = 0;
};

// Refused, with the body: what straight_motion.h refuses, surfaces, and bodies that are flat.
Result<FirstMeeting> first_meeting(std::span<const TranslatingBody> bodies, Interval interval,
                                   PrismTreeCounts* counts = nullptr);
Result<FirstMeeting> first_meeting(std::span<const PreparedBody> bodies, Interval interval,
                                   PrismTreeCounts* counts = nullptr);

}  // namespace clearance::lab
