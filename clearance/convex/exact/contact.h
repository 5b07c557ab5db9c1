// Question: bodies share a point; do they touch or penetrate?
// Method:   a touching plane has a normal n ≠ 0 with n·m ≥ 0 for every difference m. Candidates are the extreme rays of
//           the normals that the vertices met so far allow; each is tried on the bodies, and a vertex that contradicts
//           it joins the set. A candidate that nothing contradicts shows touching; when the set allows no normal, its
//           vertices surround the origin and show penetration, with at most six of them needed.
// Cost:     one exact support search per vertex added.
#pragma once

#include <clearance/convex/exact/simplex.h>
#include <clearance/convex/exact/support.h>
#include <clearance/proof/certificate.h>

namespace clearance::detail {

// Touch or Simplex, for a reduced simplex whose nearest point is the origin.
Certificate contact_certificate(const ExactSupport& support, const ExactSimplex& simplex);

}  // namespace clearance::detail
