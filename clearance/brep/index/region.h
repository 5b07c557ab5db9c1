// Question: what of a solid is in a region of the index that is still to be divided?
// Method:   pieces: convex ones of faces, open ones of edges, points. A region of space has all three. In a plane, a
//           face that crosses it is a segment, an edge that crosses it a point; on a line, only points are left. Sides
//           of triangles within a face, and vertices within one, belong to the face: they are "soft", carried along
//           because a plane may pass through them alone, and divide nothing by themselves.
#pragma once

#include <clearance/brep/index/points.h>

#include <vector>

namespace clearance::detail {

// Through two sites, or where two planes meet.
struct PieceLine {
  std::uint32_t first = kNone, second = kNone;
  bool of_sites = false;
};

struct FacePiece {
  std::uint32_t face = kNone, triangle = kNone;  // the triangle by position in the mesh
  std::vector<PointId> corners;
  std::vector<PieceLine> sides;  // from each corner to the next
};

struct SegmentPiece {
  PointId from = 0, to = 0;
  PieceLine line;
  Entity owner;
  bool soft = false;
};

struct PointPiece {
  PointId at = 0;
  Entity owner;
  bool soft = false;
};

struct Region {
  int dimension = 3;
  PlaneId flats[2] = {kNone, kNone};  // in which it lies
  std::int32_t parent = -1;           // node, and the side of it
  int side = 0;
  std::vector<FacePiece> faces;
  std::vector<SegmentPiece> segments;
  std::vector<PointPiece> points;
  std::vector<SegmentPiece> along;   // on a line: what lies along it
  std::vector<std::uint32_t> cover;  // triangles in the region's plane that may reach into it

  // Whether something divides it.
  bool is_mixed() const {
    if (!faces.empty() || !segments.empty()) return true;
    for (const PointPiece& point : points)
      if (!point.soft) return true;
    return false;
  }
};

}  // namespace clearance::detail
