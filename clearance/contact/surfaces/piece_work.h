// Question: what do the steps share that find where two pieces of surface meet?
// Method:   both pieces, the bounds of the search and its buffers; where a line meets a face, what lies between two
//           places, where two edges cross.
// Notation: e the error of a coordinate; n a unit normal from a to b; r = r_a + r_b; c a corner of a face.
//
// Gap of a vertex v over a face: n·(c − v) divided by the cosine between n and the face's normal m. The normal is off
// by its tilt, corner and vertex by √3e each, three products and two sums by 4u of |v − c|: together
// (tilt + 4u)|v − c| + 4e. Gap of two edges: between points of either, which are where they are up to e; what their
// difference lacks to be gap·n is measured when it is reported.
#pragma once

#include <clearance/contact/manifold_scratch.h>

namespace clearance::detail {

// Faces within some 20° of each other are clipped.
inline constexpr double kFacing = 0.94;
// Edges are parallel below this sine.
inline constexpr double kParallel = 1e-6;

inline ContactFeature vertex_feature(std::uint32_t v) { return {Feature::Vertex, kNoIndex, v, kNoIndex}; }
inline ContactFeature edge_feature(std::uint32_t v, std::uint32_t w) {
  return {Feature::Edge, kNoIndex, v < w ? v : w, v < w ? w : v};
}
inline ContactFeature face_feature(std::uint32_t f) { return {Feature::Face, kNoIndex, f, kNoIndex}; }

inline bool is_within(Vec3 d, double slack) { return squared_norm(d) <= slack * slack; }

class PieceWork {
 public:
  PieceWork(const ManifoldQuestion& ask, const PieceSearch& search, ManifoldScratch& scratch)
      : ask_(ask),
        in_(search),
        scratch_(scratch),
        with_(scratch.pieces),
        a_(with_.a),
        b_(with_.b),
        radius_(search.radius_a + search.radius_b),
        slack_(8 * search.error),
        highest_(search.frame.scale * ask.margin + radius_ + slack_),
        lowest_(search.may_penetrate ? -kInfiniteEnd : radius_ - slack_) {
    set_reach();
  }

 protected:
  struct Crossing {
    double s, t;
    bool is_there = false;
  };

  // Where the line through v along `way`, a unit vector towards the face or away from it, meets the face: gap, places
  // and the feature there. `of`: whose face it is.
  bool find_under(const SurfacePiece& owner, std::uint32_t f, Vec3 v, Vec3 way, int of, PiecePoint& point) const;
  // Whether a point of the face's plane is outside of it, but for hollow edges no farther than `reach`.
  bool is_beyond_hollow(const SurfacePiece& owner, std::uint32_t f, Vec3 q, double reach) const;
  // Whether the surface of the piece is between the two points, off both.
  bool is_blocked(const SurfacePiece& piece, Vec3 from, Vec3 to) const;
  // Where two segments cross along n, which no other vector of theirs is square to.
  Crossing crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n) const;
  // The same as a point; false where they do not, or not within the margin.
  bool find_crossing(Vec3 p, Vec3 along_p, Vec3 q, Vec3 along_q, Vec3 n, PiecePoint& point) const;

  std::uint32_t own_patch(Vec3 n) const;
  // A new patch with the normal of a face; the last such one, or a new one.
  std::uint32_t face_patch(int of, std::uint32_t face, Vec3 n) const;
  std::uint32_t patch_of(int of, std::uint32_t face, Vec3 n) const;
  void add(const PiecePoint& point) const;
  void sort_points() const;

  // Whether two boxes are near enough for a contact.
  bool may_reach(Vec3 low, Vec3 high, Vec3 other_low, Vec3 other_high) const {
    return low.x <= other_high.x + reach_ && other_low.x <= high.x + reach_ && low.y <= other_high.y + reach_ &&
           other_low.y <= high.y + reach_ && low.z <= other_high.z + reach_ && other_low.z <= high.z + reach_;
  }

  // Deeper than rounding explains.
  bool is_deep(double gap) const { return gap < radius_ - slack_; }

  const ManifoldQuestion& ask_;
  const PieceSearch& in_;
  ManifoldScratch& scratch_;
  PieceBuffers& with_;
  const SurfacePiece &a_, &b_;
  double radius_, slack_, highest_, lowest_;
  double reach_ = kInfiniteEnd;  // no gap is larger than this, nor any depth

 private:
  void set_reach();
  const FeatureTree& faces_by_place(const SurfacePiece& piece) const;
  ContactFeature feature_at(const SurfacePiece& owner, const PieceTriangle& triangle, unsigned on_sides, Vec3 q) const;
};

// The steps, in this order.
void find_touches(const PieceWork& work);
void clip_facing(const PieceWork& work);
void leave_out_resolved(const PieceWork& work);
void join_patches(const PieceWork& work);
void report_patches(const PieceWork& work, Manifold& out);

}  // namespace clearance::detail
