// Question: until when are two pieces of moving bodies surely apart, within a window of time?
// Method:   a direction that separates them when the window begins gives heights at both of its ends; a bound on
//           how far from straight the ways are in between (moving_pair.h) tells until when they are above 0.
// Proves:   the times: all roundings count against them. A window across keyframes knows balls around the bodies only.
#pragma once

#include <clearance/motion/shapes/moving_boxes.h>
#include <clearance/motion/shapes/shape_pieces.h>
#include <clearance/proof/timeline.h>

namespace clearance::detail {

struct ShapeQuestion {
  const ShapePieces &a, &b;
  const Motion &motion_a, &motion_b;
  Interval interval;
  double margin = 0;
  double width = 0;  // of a bracket, at most
};

class ShapeWindow {
 public:
  ShapeWindow(const ShapeQuestion& question, double from, double to);

  double from() const { return from_; }
  double to() const { return to_; }
  // No keyframe lies inside.
  bool is_one_leg() const { return is_one_leg_; }
  bool turns() const { return leg_a_.turns() || leg_b_.turns(); }
  // A body turns so far under its angular velocity that nothing but balls can serve for all of the window.
  bool spins_far() const {
    return (leg_a_.spins() && leg_a_.spin_angle(from_, to_) > 2) ||
           (leg_b_.spins() && leg_b_.spin_angle(from_, to_) > 2);
  }
  bool both_turn() const { return leg_a_.turns() && leg_b_.turns(); }
  double first_end_of_leg() const { return leg_a_.end() < leg_b_.end() ? leg_a_.end() : leg_b_.end(); }
  // Where to halve it: in the middle; between legs at a keyframe as near to that as there is.
  double middle() const;

  // A box where both ends of the window have it.
  struct PlacedBox : MovingBox {
    double radius, size;
  };
  PlacedBox placed_a(const Piece& piece) const { return placed(question_.a, piece, true); }
  PlacedBox placed_b(const Piece& piece) const { return placed(question_.b, piece, false); }

  struct Bound {
    double time;     // apart before; infinite: throughout the window
    double gap = 0;  // when it begins; what is not above 0 says nothing of the direction
    Vec3 direction = {};
    double gap_to = 0;
    double arm_a = 1, arm_b = 1;  // shares of the bodies' bends that the time counts on
  };
  // Directions are tried until one separates the pieces beyond `enough`. Of a window that is one leg.
  Bound bound(const PlacedBox& a, const PlacedBox& b, double enough) const;
  Bound bound_of_triangles(const Piece& a, const Piece& b, double enough) const;
  // A triangle, of the body that `of` says, and a box of the other that is small beside it.
  Bound bound_of_triangle_and_box(Body of, const Piece& triangle, const PlacedBox& other, double enough) const;
  // The same of all boxes of a node at once, of the body that `of` says (moving_boxes.h), and of eight pairs of
  // triangles, those of a and b placed before.
  void bounds_of_boxes(Body of, const Piece& above, const TriangleTree::Node& node, const PlacedBox& other,
                       EightBounds& out) const;
  void bounds_of_triangles(const EightPairs& pairs, EightBounds& out) const;
  void place_triangle(Body of, const Piece& triangle, MovingTriangle& out) const;
  // Apart before that time, and after the other.
  double time_of(double share) const;
  double end_of(double after) const;
  // Turning takes more from heights than such a share of the pieces' sizes.
  bool is_blurred(const Piece& a, double size_a, const Piece& b, double size_b, double share) const;
  // A point of one body is surely outside the box of a piece of the other when the window begins.
  bool is_outside(Body of_point, Vec3 point, const PlacedBox& box_of_other) const;
  // A plane that keeps balls around the bodies apart throughout, keyframes or not; its direction is 0 where there is
  // none.
  struct PlaneBetween {
    Vec3 direction;
    TimeSpan::Offset offset;
  };
  PlaneBetween between_balls() const;
  // For a direction whose bound is infinite: a plane that each body keeps clear of by itself.
  TimeSpan::Offset offset(const Bound& bound, double top_from, double top_to) const;
  // Of two elements along a direction of about unit length that is given.
  struct ElementBound : Bound {
    double top_from, top_to;  // of a
  };
  ElementBound bound_along(const Rounded& a, const Rounded& b, Vec3 n) const;
  // How far the piece of a reaches along n at either end, with its radius, one half of the margin and of the roundings.
  double top(const PlacedBox& a, Vec3 n, int end) const;
  double top(const Piece& triangle_of_a, Vec3 n, int end) const;

 private:
  // Where both bodies are at one instant, rounded.
  struct Frames {
    Mat3 turn_a, turn_b;
    Vec3 place_a, place_b;
  };

  // Of which distances from the origin of a body's frame are shares, as arms; 0 where it turns about another point.
  double radius_about_pivot(Body of) const {
    const Leg& leg = of == Body::A ? leg_a_ : leg_b_;
    return leg.turns_about_origin() ? (of == Body::A ? question_.a : question_.b).size().radius : 0;
  }
  bool set_frames(double time, Frames& frames) const;
  const Frames& at(int end) const { return end == 0 ? at_from_ : at_to_; }
  PlacedBox placed(const ShapePieces& body, const Piece& piece, bool is_a) const;
  Bound along(Vec3 n, double gap_from, double gap_to, double arm_a, double arm_b) const;
  // Of each body; where both turn, accelerations that they share count, too: a plane between them has none.
  struct Bends {
    double a, b;
  };
  Bends bends(Vec3 n, double arm_a, double arm_b) const;
  double bend(Vec3 n, double arm_a, double arm_b) const;

  void set_moving_frames();
  MovingGap moving_gap(double radii, Body of) const;

  const ShapeQuestion& question_;
  double from_, to_;
  bool is_one_leg_ = false;
  Leg leg_a_, leg_b_;
  Frames at_from_, at_to_;
  MovingFrame moving_a_, moving_b_;
  double error_;  // of a height along a unit vector; infinite where poses leave the range: nothing is excluded then
};

}  // namespace clearance::detail
