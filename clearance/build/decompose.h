// Question: which convex pieces make up a solid?
// Method:   the solid is cut by planes through its own notches (edges where it is not convex) until the pieces are
//           convex, or few enough; a piece that is left non-convex is replaced by its hull, and pieces are joined whose
//           hull stays within the excess that is allowed. Cuts are exact; a vertex
//           that no double can hold becomes the few doubles around it.
// Proves:   the pieces cover the solid, and every point of a piece is within `excess` of the solid
//           (docs/meshes/decomposition.md); excess is 0 where no cut needed rounding and every piece came out convex.
//           A solid that cuts itself is taken as what it is: the points with winding number ≠ 0.
// Cannot:   take a surface that bounds no solid: refused.
// Cost:     a few milliseconds for tens of notches, seconds for thousands; with an excess allowed milliseconds where
//           the hull of everything is within it, otherwise a second or some for proofs.
#pragma once

#include <clearance/base/limits.h>
#include <clearance/base/result.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/polytope.h>

#include <cstddef>
#include <vector>

namespace clearance {

struct DecomposeOptions {
  double max_excess = 0;                          // pieces are left non-convex, and their hulls taken, up to this D
  std::size_t max_pieces = std::size_t{1} << 14;  // then the excess grows as it must; refused where that cannot be
  // Looked at between steps of milliseconds, on large meshes more. Once it has struck, the pieces are those that there
  // are: they cover the solid, and what is said of their excess is proved, though that may be more than is allowed.
  Deadline deadline = {};
};

struct Decomposition {
  std::vector<Polytope> pieces;
  double excess = 0;        // D, proved; 0: the union of the pieces is exactly the solid
  std::size_t rounded = 0;  // vertices of pieces that cuts made and doubles could not hold
  bool complete = false;    // the deadline cut nothing off
};

Result<Decomposition> decompose(const Mesh& solid, const DecomposeOptions& options = {});

}  // namespace clearance
