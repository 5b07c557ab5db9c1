// Question: which points of a body may be the first to reach a moving plane, within a window of time?
// Method:   the body's tree of pieces (shape_pieces.h) is gone through with the coefficients of the window
//           (exact/time/rough_heights.h): a box whose points cannot be at the plane before the earliest time found so
//           far is left closed.
// Proves:   no point of the body is at the plane before the share it returns; the list has every vertex that may be.
// Cost:     a few dozen boxes of a mesh, and the vertices of convex pieces that are near.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/base/function_ref.h>
#include <clearance/exact/time/rough_heights.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shapes/shape_pieces.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace clearance::detail {

// A vertex of a body, and how near to a plane it is in contact with it.
struct LowVertex {
  Vec3 point;
  double radius = 0;         // of its piece
  std::uint32_t number = 0;  // the caller's
  std::uint32_t part = kNoIndex, triangle = kNoIndex;
  std::uint32_t position = 0;  // of its triangle in the mesh; of a convex piece its own in the core

  // With a margin, rounded up.
  double distance(double margin) const;
  Dyadic exact_distance(double margin) const { return Dyadic(radius) + Dyadic(margin); }
};

class LowestPieces {
 public:
  // Without a body: the one point 0, for two half-spaces.
  LowestPieces() = default;
  // The shape must outlive it, and is no half-space.
  explicit LowestPieces(const Shape& shape) : pieces_(shape) {}

  const ShapePieces* pieces() const { return pieces_ ? &*pieces_ : nullptr; }

  struct First {
    double share;      // infinite: all points stay above
    LowVertex vertex;  // which may be there first, or is the lowest where that is at once; unless infinite
  };
  // Nothing where patience is out.
  std::optional<First> first(const RoughHeights::Window& window, double margin, MotionPatience& patience) const;
  // All that may be no higher than their distance at some time of the window. Nothing where patience is out.
  std::optional<std::vector<LowVertex>> low_vertices(const RoughHeights::Window& window, double margin,
                                                     MotionPatience& patience) const;

  // At one instant: the vertex at which direction·v less its radius is least, or no more than `room` above that; and no
  // point of the body has less than `least`, but for roundings. Nothing where patience is out.
  struct Lowest {
    double least;
    LowVertex vertex;
  };
  std::optional<Lowest> lowest(Vec3 direction, double room, MotionPatience& patience) const;
  // The largest value plus radius that a vertex has, or up to `room` more, of a convex function that changes by no more
  // than points move.
  std::optional<double> most(FunctionRef<double(Vec3)> value, double room, MotionPatience& patience) const;
  // All vertices of which direction·v less the radius is no more than a level. Nothing where patience is out.
  std::optional<std::vector<LowVertex>> below(Vec3 direction, double level, MotionPatience& patience) const;

 private:
  std::optional<ShapePieces> pieces_;
};

}  // namespace clearance::detail
