// Question: what do the three ways to decide an edge and a face have in common?
// Method:   points 0, 1, 2 are the edge's ends and its body's third vertex, those from 3 on the corners of the face.
#pragma once

#include <clearance/convex/feature_points.h>
#include <clearance/lab/trees/edge_face.h>

#include <vector>

namespace clearance {

class EdgeFacePoints {
  // Made before `points`, which uses them.
  Vec3 edge_[3];
  std::vector<SharedPoint> room_;

 public:
  EdgeFacePoints(const EdgeAt& edge, const FaceAt& face)
      : edge_{edge.from, edge.to, edge.third},
        room_(face.corners.size() + 3),
        points(edge_, edge.pose, face.corners, face.pose, room_),
        end_(static_cast<int>(face.corners.size()) + 3) {
    // Corners 3 and 4 differ; the first that is not in line with them shows the plane.
    for (turned_ = 5, axis_ = 0; points.turn(3, 4, turned_, axis_) == 0;)
      if (++axis_ == 3) axis_ = 0, ++turned_;
    for (int i = 0; i < 2; ++i) side_[i] = points.orientation(3, 4, turned_, i);
  }

  // Corners are 3 … end() − 1.
  int end() const { return end_; }
  int next(int k) const { return k + 1 == end_ ? 3 : k + 1; }
  // A corner that is not in line with the first two, and an axis along which that is seen.
  int turned() const { return turned_; }
  int axis() const { return axis_; }
  // Of the edge's ends to the plane of the face.
  int side(int i) const { return side_[i]; }
  bool on_one_side() const { return side_[0] * side_[1] > 0; }
  bool is_within_plane() const { return side_[0] == 0 && side_[1] == 0; }

  // Where the edge meets the plane, which it is not in: outside the face, on its boundary, inside; or doubles are not
  // sure.
  enum class Where { Outside, Boundary, Inside, Unsure };
  EdgeFace conclude(Where where) const {
    if (where == Where::Outside) return EdgeFace::Apart;
    return where == Where::Inside && side_[0] * side_[1] < 0 ? EdgeFace::Pierce : EdgeFace::Meet;
  }

  FeaturePoints points;

 private:
  int end_, turned_ = 5, axis_ = 0;
  int side_[2];
};

}  // namespace clearance
