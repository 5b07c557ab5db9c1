// Question: when do two moving bodies, of triangles, of parts or convex, first meet?
// Method:   both trees of pieces and the time are divided together. For a window of time and a pair of boxes a
//           direction that separates them at its beginning gives heights at both ends; a bound on how far from straight
//           the ways are in between (moving_pair.h) tells until when they are surely apart. The pair that may meet
//           first is looked at first: its larger box is opened, or the window halved where turning is what blurs it.
//           Two elements are asked of the search for convex bodies. Nothing that is apart until the first contact known
//           so far is looked at again.
// Proves:   no two elements meet before the bracket that it returns; the contact is the elements'.
// Cannot:   see a body inside a solid, where no elements meet (shape_inside.h).
// Cost:     some tenths of a microsecond for a pair of boxes, a few microseconds for two elements.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shape_pieces.h>

#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

namespace clearance::detail {

struct ShapeQuestion {
  const ShapePieces &a, &b;
  const Motion &motion_a, &motion_b;
  Interval interval;
  double margin = 0;
  double width = 0;  // of a bracket, at most
};

// Two elements, and when they first meet.
struct ElementContact {
  Piece a, b;
  FirstContact first;
};

class ShapeSearch {
 public:
  ShapeSearch(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience);

  enum class Outcome : std::uint8_t { Clear, Contact, OutOfPatience };
  Outcome run();
  // Contact: of the elements that meet first, as far as the bracket tells.
  ElementContact& contact() { return best_; }
  // OutOfPatience: no elements meet before.
  double clear_until() const { return clear_until_; }

 private:
  // Where both bodies are at one instant, rounded.
  struct Frames {
    Mat3 turn_a, turn_b;
    Vec3 place_a, place_b;
  };
  struct Window {
    double from = 0, to = 0;
    bool is_one_leg = false;
    Leg leg_a, leg_b;  // where it is one
    Frames at_from, at_to;
    double error = 0;  // of a height along a unit vector
    std::int32_t first = -1, rest = -1;
  };
  struct Entry {
    double time;  // apart before
    double rank;  // of those with one time, the least first
    std::int32_t window;
    Piece a, b;

    friend bool operator<(const Entry& x, const Entry& y) {
      return x.time != y.time ? x.time > y.time : x.rank > y.rank;
    }
  };
  // A box where a window's ends have it.
  struct PlacedBox {
    Vec3 center[2], edge[2][3];
    double radius, size;
    double arm;  // of its farthest point, as a share of the body's
  };
  struct Bound {
    double time;  // apart before; infinite: throughout the window
    double gap;   // at the beginning of the window
    double blur;  // what turning takes from the heights
  };

  std::int32_t add_window(double from, double to);
  bool set_frames(Window& window, double time, Frames& frames) const;
  void halve(std::int32_t window);
  bool is_far(const Window& window) const;
  static PlacedBox placed(const PieceBox& box, const Frames& from, const Frames& to, bool is_a, double radius);
  PlacedBox placed(const Window& window, const ShapePieces& body, const Piece& piece, bool is_a) const;
  Bound bound(const Window& window, const PlacedBox& a, const PlacedBox& b) const;
  Bound bound_of_triangles(const Window& window, const Piece& a, const Piece& b) const;
  Bound along(const Window& window, Vec3 n, double gap_from, double gap_to, double arm_a, double arm_b) const;
  void push(const Entry& from, const Bound& bound, const Piece& a, const Piece& b);
  void open(const Entry& entry, bool opens_a);
  bool solve(const Entry& entry);

  double until() const { return best_.first.lower; }

  const ShapeQuestion& question_;
  const MotionOptions& options_;
  MotionPatience& patience_;
  std::deque<Window> windows_;
  std::priority_queue<Entry> queue_;
  bool has_contact_ = false;
  ElementContact best_;
  double clear_until_;
};

}  // namespace clearance::detail
