// Question: until when are the eight boxes of a node surely apart from one box, or runs of triangles from each other,
//           within a window of time?
// Method:   as ShapeWindow::bound for one pair, for eight at once: a direction that separates a pair when the window
//           begins gives heights at both ends, and a bound on how far from straight the ways are tells until when they
//           are above 0; likewise from when on, where it separates them at the end. What no direction does alone, two
//           may: the one until an instant, the other from before it. Directions: between points that are nearest, at
//           either end; square to the way they go; the axes of the boxes; of triangles their normals and cross products
//           of edges.
// Proves:   the shares: every height counts `less` against itself, which is to cover its roundings and those of the
//           directions' lengths, off by up to 1e-5. No square root decides anything: equal bits on every machine.
// Notation: s and e are the beginning and the end of the window, g and h the heights then; u is a share of the window.
#pragma once

#include <clearance/bvh/triangle_tree.h>
#include <clearance/math/mat3.h>

#include <cstdint>
#include <span>

namespace clearance::detail {

// How a body moves from s to e, and how far from straight.
struct MovingFrame {
  Mat3 turn[2];
  Vec3 place[2];
  // No second derivative of a point's way is larger along the coordinate axes, times the square of the duration, or at
  // all; 0 where the body does not turn.
  Vec3 bend;
  double most_bend = 0;
  double radius = 0;  // of the body, which the bends are for
};

// A box at both ends: { center + Σ sₖ·axisₖ, |sₖ| ≤ halfₖ }; edges are half·axis.
struct MovingBox {
  Vec3 center[2], edge[2][3];
  double arm = 1;  // of its farthest point, as a share of its body's radius
};

// What holds for all pairs of a window.
struct MovingGap {
  double less;  // than heights are, by radii, margins and roundings, at both ends
  Vec3 fall;    // acceleration of the second body against the first, times the square of the duration
  bool turns;   // else boxes keep their axes, and ways are straight but for the fall
  bool falls;
};

// A share of the window until which a pair is surely apart; kThroughout: all of it.
inline constexpr double kThroughout = 2;
struct EightBounds {
  double share[8];
  double after[8];  // and for such a share at its end
  double gap[8];    // when the window begins, the best that was found; of no use where kThroughout
};

// The boxes of a node of a tree whose body moves as `frame`, against one of the other body. Lanes without a child are
// kThroughout. `fall` is that of the node's body against the other.
void bound_boxes(const TriangleTree& tree, const TriangleTree::Node& node, const MovingFrame& frame,
                 const MovingBox& other, const MovingFrame& others, const MovingGap& gap, EightBounds& out);

// Triangles at both ends.
struct MovingTriangle {
  Vec3 corner[2][3];
  double arm = 1;
};
// Eight pairs of two runs at once, as floats about a point near them: heights between them are off by little of their
// own size.
class EightPairs {
 public:
  EightPairs(std::span<const MovingTriangle> of_a, std::span<const MovingTriangle> of_b);
  // By their numbers in the runs.
  void set(int lane, std::size_t of_a, std::size_t of_b);

  static constexpr int kCoordinates = 18;                    // of both ends, three corners, in this order
  alignas(32) float a[kCoordinates][8], b[kCoordinates][8];  // by lane
  alignas(32) float arm_a[8], arm_b[8];
  double unit;  // of their coordinates, which are at most 1

 private:
  struct Near {
    float coordinate[kCoordinates], arm;
  };
  Near near_a_[TriangleTree::kLeafTriangles], near_b_[TriangleTree::kLeafTriangles];
};
// Of every lane, all of which are set; `fall` is that of b against a.
void bound_triangles(const EightPairs& pairs, const MovingFrame& frame_a, const MovingFrame& frame_b,
                     const MovingGap& gap, EightBounds& out);

}  // namespace clearance::detail
