// Question: where do two pieces of surface meet, or nearly so, along which normals?
// Method:   vertices over faces, crossing edges and, while the pieces are apart, vertices beside edges and vertices:
//           each where its normal lies in both features' cones, so that the inner sides of flat or hollow surfaces
//           never push sideways. Faces that look at each other are clipped along the normal of the one along which
//           they are less deep. Points of faces in one plane against one face are one patch. What of deep contacts
//           ends when a less deep one is ended is left out (docs/contacts/meshes.md).
// Proves:   of each point what manifold.h says: errors are made of those of the coordinates and the normals.
// Cannot:   prove that no place is missing.
// Cost:     the near features, times log n, and the pairs of them that normals and boxes let meet; while the pieces are
//           apart, the product of those that a gap may be between. Allocates nothing once warm.
#pragma once

#include <clearance/contact/manifold.h>
#include <clearance/contact/surfaces/feature_tree.h>
#include <clearance/contact/surfaces/piece.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace clearance::detail {

struct ManifoldQuestion;
struct ManifoldScratch;

// A place where the pieces meet, in their frame; radii are not in it.
struct PiecePoint {
  Vec3 a, b;
  double gap = 0, off = 0;  // along the patch's normal; the gap is off by at most this
  ContactFeature feature_a, feature_b;
  std::uint32_t face_a = kNoPlace, face_b = kNoPlace;
  std::uint32_t patch = 0;
  bool is_resolved = false;
};

struct PiecePatch {
  Vec3 normal;  // from a to b
  double tilt = 0;
  double gap = 0;  // the least of its points'
  int of = 2;      // whose face has the normal: 0 a, 1 b, 2 neither
  std::uint32_t face = kNoPlace;
  std::uint32_t same = 0;  // the patch that this one is part of
  bool is_resolved = false;
};

// Two faces that look at each other; `of`: whose normal may be the patch's.
struct FacingPair {
  std::uint32_t face_a, face_b;
  int of;
};

// Positions of two triangles, which are no nearer than the bound.
struct NearTriangles {
  std::uint32_t a, b;
  double bound;
};

struct PieceBuffers {
  SurfacePiece a, b;
  SurfacePiece::Cone cone_a, cone_b;
  std::vector<NearTriangles> near;
  std::vector<PiecePoint> points;
  std::vector<PiecePatch> patches;
  std::vector<FacingPair> facing;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> open, seen;
  FeatureTree tree;
  FeatureTree faces_a, faces_b;                              // of the pieces, once they were needed
  std::vector<std::pair<std::uint32_t, std::uint32_t>> met;  // a face's side, and what may be met from there
  std::vector<std::uint32_t> starts, sorted;
  std::size_t looked_at = 0;  // nodes and features of trees
};

struct PieceSearch {
  PieceFrame frame;
  PieceMap map_a, map_b;
  double error;               // of each coordinate in the frame
  double radius_a, radius_b;  // in the frame
  Vec3 middle_a;
  Vec3 between;        // from the middle of a to that of b
  bool may_penetrate;  // else points that are deeper than rounding explains are none
};

// Pieces are in scratch.pieces. Appends patches to `out`, the deepest first.
void append_piece_contacts(const ManifoldQuestion& ask, const PieceSearch& search, ManifoldScratch& scratch,
                           Manifold& out);

}  // namespace clearance::detail
