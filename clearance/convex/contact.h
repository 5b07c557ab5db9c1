// Question: a walk in doubles came to bodies that meet within rounding: separated, touching or penetrating?
// Method:   confirm, do not search again. A walk that ends with the origin on its simplex, as far as doubles can tell,
//           knows where to look. Where both poses leave an axis of the world an axis of the body, coordinates along it
//           are exact, and the bodies' boxes tell whether they meet there. Deep inside, vertices on all sides of that
//           simplex are found, and doubles prove that they surround the origin: a triangle with an apex on either side,
//           or an edge with three or four vertices around it. Near the border, the plane is proposed from the vertices
//           that tie along it (a face, two edges, a vector), and exact signs of third degree in fixed-width integers
//           (exact/integer_pair.h) confirm it: it separates, or it is met from both sides and the ties hold the origin,
//           or the ties and an apex surround it.
// Proves:   what it returns; certificates hold by construction.
// Cannot:   decide everything: numbers too far apart for the integers, more ties than it looks at, or a normal that no
//           two edges give. It says NotAsked there; convex/exact/decision.h takes over.
// Cost:     tens of nanoseconds along an axis; else two to six support searches, and some hundred nanoseconds where
//           integers are needed. From a cache no walk is needed before it.
#pragma once

#include <clearance/convex/convex_cache.h>
#include <clearance/convex/nearest_simplex.h>
#include <clearance/convex/posed_pair.h>
#include <clearance/proof/certificate.h>

namespace clearance::detail {

struct ContactDecision {
  Status status = Status::NotAsked;
  ContactEvidence evidence = ContactEvidence::None;  // that a cache can keep; the last two pairs are those beyond
  Plane plane;                                       // Separated, Touching
  Vec3 direction;                                    // of the plane, in doubles, of any length
  double lower = 0;                                  // Separated: of the distance
  VertexPair pair[Simplex::kMaxPairs] = {};          // Touching, Penetrating: they hold the origin
  int count = 0;
  int tied_a = 0, tied_b = 0;  // Separated: how many vertices of each body lie on its closest feature
};

// Does the origin lie, within rounding, in the plane through the simplex that its direction is square to?
CLEARANCE_INLINE bool meets_origin(const PosedPair& pair, const PointSimplex& simplex) {
  return !(dot(simplex.direction, simplex.m[0]) > pair.bound(simplex.direction));
}

// The simplex of such a walk: the origin is among its differences within rounding, or the answer is NotAsked.
ContactDecision decide_contact(const PosedPair& pair, const PointSimplex& met);

// What a cache remembers of a contact, and whether that still decides: without a walk, and proved again. Takes it out
// of the cache.
void remember(ConvexCache& cache, const ContactDecision& contact);
ContactDecision recall_contact(const PosedPair& pair, ConvexCache& cache);

// Do these surely surround the origin, by doubles alone? Triangle: the three of `middle`, and one of `two` on either
// side of them. Ring: the three or four of `middle`, counter-clockwise about the line from the first of `two` to the
// second.
bool surely_surround(const PosedPair& pair, ContactEvidence evidence, const PointSimplex& middle,
                     const VertexPair* two);

// Nothing where nothing is decided.
void set_certificate(Certificate& certificate, const PosedPair& pair, const ContactDecision& contact);

}  // namespace clearance::detail
