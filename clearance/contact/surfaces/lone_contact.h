// Question: where do two bodies meet, if no features face each other there: one inside the other, triangles without
//           area, surfaces that run through each other? And where are they nearest, within a margin?
// Method:   of a convex body, the deepest vertex behind the surface, below a valley or a pit, and the nearest place
//           there; else a vertex of the inner body and the nearest place of the outer one's surface; else a common
//           point of two triangles, with the normals of both added up.
// Proves:   of its point what manifold.h says.
// Cost:     microseconds; all but the first allocate. Few pairs come here.
#pragma once

#include <clearance/contact/manifold_scratch.h>

namespace clearance::detail {

// For bodies that share a point: appends one patch of one point.
void append_lone_contact(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                         Manifold& out);
void append_lone_contact(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                         Manifold& out);

// For bodies that share none: one patch of one point, where they are nearest, if that is within the margin.
void append_nearest(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch, Manifold& out);
void append_nearest(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, ManifoldScratch& scratch,
                    Manifold& out);

}  // namespace clearance::detail
