// What the searches for contact points share: memory that stays, and the end that all of them come to.
#pragma once

#include <clearance/contact/convex/clip_polygons.h>
#include <clearance/contact/convex/seen_feature.h>
#include <clearance/contact/manifold.h>
#include <clearance/contact/span_points.h>
#include <clearance/contact/surfaces/piece_contacts.h>
#include <clearance/query/pair_cache.h>

#include <utility>

namespace clearance::detail {

// What two parts remember of each other.
struct PartPairCache {
  std::uint32_t part_a, part_b;
  PairCache cache;
};

// What one pair of bodies remembers from frame to frame. It goes where the pair goes, not where the memory for the work
// does: a thread's would have what other pairs left there, and answers would depend on who asked before.
struct ManifoldCache {
  PairCache bodies;
  std::vector<PartPairCache> parts;  // ascending
};

struct ManifoldScratch {
  SeenFeature seen_a, seen_b;
  ClipBuffers clip;
  std::vector<PlanePoint> polygon_a, polygon_b;
  std::vector<ContactPoint> points;  // of one patch, before they are thinned out
  SpanBuffers span;
  PieceBuffers pieces;
  std::vector<std::pair<std::int32_t, std::int32_t>> part_pairs;  // nodes of two trees of hulls
  Manifold leaf;                                                  // of two parts
};

// One pair as the searches see it. `margin` is a sound number: 0 or more, perhaps infinite.
struct ManifoldQuestion {
  const Pose& pose_a;
  const Pose& pose_b;
  double margin;
  std::uint32_t points_per_patch;
};

// Each sets out.answer and appends patches with their points, which out.clear() has emptied before. A convex pair's
// parts are kNoIndex: parts_manifold sets them.
void convex_manifold(const Rounded& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                     ManifoldScratch& scratch, Manifold& out);
void convex_mesh_manifold(const Rounded& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                          ManifoldScratch& scratch, Manifold& out);
void mesh_manifold(const Mesh& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                   ManifoldScratch& scratch, Manifold& out);
// At least one of the two is of parts, neither a half-space.
void parts_manifold(const Shape& a, const Shape& b, const ManifoldQuestion& ask, ManifoldCache& cache,
                    ManifoldScratch& scratch, Manifold& out);
// b is any shape, another half-space included: one of those below it.
void half_space_manifold(const HalfSpace& a, const Shape& b, const ManifoldQuestion& ask, PairCache& cache,
                         ManifoldScratch& scratch, Manifold& out);
void half_space_convex_manifold(const HalfSpace& a, const Rounded& b, const ManifoldQuestion& ask, ConvexCache& cache,
                                ManifoldScratch& scratch, Manifold& out);
void half_space_mesh_manifold(const HalfSpace& a, const Mesh& b, const ManifoldQuestion& ask, PairCache& cache,
                              ManifoldScratch& scratch, Manifold& out);
void half_space_parts_manifold(const HalfSpace& a, const Parts& b, const ManifoldQuestion& ask, PairCache& cache,
                               ManifoldScratch& scratch, Manifold& out);
void half_spaces_manifold(const HalfSpace& a, const HalfSpace& b, const ManifoldQuestion& ask, Manifold& out);

// What manifold() does, with memory that stays: any two shapes, in any order.
void find_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                   const ManifoldOptions& options, ManifoldCache& cache, ManifoldScratch& scratch, Manifold& out);
inline double sound_margin(double margin) { return margin > 0 ? margin : 0; }
// Points whose features met before, too, keep what the caller wrote there, and are older by one.
void inherit(const Manifold& before, Manifold& now);

// Appends a patch of the points in scratch.points whose gap may be within the margin, no more than asked for: chosen
// with `normal`, in an order that depends on the points alone. Sets the patch's first_point and point_count; a patch of
// no points is not appended.
void append_patch(const ManifoldQuestion& ask, ContactPatch patch, ManifoldScratch& scratch, Manifold& out);
// The same of points that are in `out` already: all from patch.first_point on.
void finish_patch(const ManifoldQuestion& ask, ContactPatch patch, ManifoldScratch& scratch, Manifold& out);

// Puts all patches, and their points, into the order that manifold.h promises.
void sort_patches(ManifoldScratch& scratch, Manifold& out);

}  // namespace clearance::detail
