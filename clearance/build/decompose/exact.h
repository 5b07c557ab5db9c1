// Question: where do planes through points of a mesh meet, exactly, and on which side of another plane is that?
// Method:   a plane is kept with the exact numbers of its normal and offset, a vertex as numerators over one positive
//           denominator: three planes (Cramer's rule), or an edge and a plane. However often a solid is cut, a vertex
//           is made of original planes and edges, so numbers never grow. Beside that, doubles with error bounds settle
//           most signs.
// Proves:   every sign.
#pragma once

#include <clearance/exact/approx.h>
#include <clearance/exact/dyadic.h>
#include <clearance/math/vec3.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clearance::detail {

// normal·x = offset. The base is a point of it.
struct CutPlane {
  DyadicVec normal;
  Dyadic offset;
  Vec3 base;
  ApproxVec rough;  // the normal times a power of two
  bool along_axes;  // square to one of the axes: cuts of boxes by such planes need no rounding
};
// Not through three points of a line.
CutPlane plane_through(Vec3 a, Vec3 b, Vec3 c);
CutPlane plane_across(int axis, double at);

// numerator / denominator, the denominator positive.
struct ExactPosition {
  DyadicVec numerator;
  Dyadic denominator;
};
ExactPosition meeting_of(const CutPlane& p, const CutPlane& q, const CutPlane& r);  // in one point
ExactPosition meeting_of(Vec3 from, Vec3 to, const CutPlane& plane);                // not parallel

struct CutVertex {
  Vec3 rough;
  double error = 0;         // `rough` is rounded down, by less than this in each coordinate
  std::int32_t exact = -1;  // in the arena's positions, or −1: `rough` is the vertex
};

// Planes and vertices by number, and the sides of the vertices for one plane at a time.
class CutArena {
 public:
  std::uint32_t add(CutPlane plane);
  std::uint32_t add(Vec3 vertex);
  // Rounded to doubles where these are exact.
  std::uint32_t add(ExactPosition position);

  const CutPlane& plane(std::uint32_t p) const { return planes_[p]; }
  std::size_t plane_count() const { return planes_.size(); }
  const CutVertex& vertex(std::uint32_t v) const { return vertices_[v]; }
  ExactPosition position(std::uint32_t v) const;

  // Of a vertex: +1 where the normal points, 0 on the plane. Remembered as long as the same plane is asked for.
  int side(std::uint32_t plane, std::uint32_t vertex);
  // A vertex that was made to lie on the plane.
  void set_on_plane(std::uint32_t plane, std::uint32_t vertex);

  // The corners of the smallest box of doubles around a vertex: one where it is a double itself, at most eight.
  void append_corners(std::uint32_t vertex, std::vector<Vec3>& corners) const;

 private:
  void look_at(std::uint32_t plane);

  std::vector<CutPlane> planes_;
  std::vector<CutVertex> vertices_;
  std::vector<ExactPosition> positions_;
  std::uint32_t current_plane_ = 0xffffffffu;
  std::uint32_t turn_ = 0;
  std::vector<std::uint32_t> known_;  // the turn at which a side was found
  std::vector<std::int8_t> side_;
};

int side_of(const CutPlane& plane, const ExactPosition& position);
int side_of(const CutPlane& plane, Vec3 point);

}  // namespace clearance::detail
