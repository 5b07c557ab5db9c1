// Question: when do two moving bodies, of triangles, of parts or convex, first meet?
// Method:   both trees of pieces and the time are divided together. For a window of time and a pair of boxes a
//           direction that separates them at its beginning gives heights at both ends; a bound on how far from straight
//           the ways are in between (moving_pair.h) tells until when they are surely apart. The pair that may meet
//           first is looked at first: its larger box is opened, or the window halved where turning is what blurs it.
//           Boxes of a node, and triangles of two runs, are bounded eight at once (moving_boxes.h); triangles of a run
//           that is much larger than a box of the other, one by one.
//           Two elements are asked of the search for convex bodies. Nothing that is apart until the first contact known
//           so far is looked at again.
// Proves:   no two elements meet before the bracket that it returns; the contact is the elements'.
// Cannot:   see a body inside a solid, where no elements meet (shape_inside.h).
// Cost:     some tenths of a microsecond for eight pairs of boxes, a few microseconds for two elements.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shapes/shape_window.h>

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace clearance::detail {

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
  struct Entry {
    double time;   // apart before
    double until;  // and after, as long as the window lasts
    double rank;   // of those with one time, the least first
    std::int32_t window;
    Piece a, b;

    friend bool operator<(const Entry& x, const Entry& y) {
      return x.time != y.time ? x.time > y.time : x.rank > y.rank;
    }
  };
  struct Halves {
    std::int32_t first = -1, rest = -1;
  };

  std::int32_t add_window(double from, double to);
  const ShapeWindow& window(std::int32_t number) const { return windows_[static_cast<std::size_t>(number)]; }
  void halve(const Entry& entry);
  struct Apart {
    double before, after, gap;
  };
  void push(const Entry& from, const Apart& apart, const Piece& a, const Piece& b);
  void push_triangles(const Entry& from, const ShapeWindow& during);
  bool is_apart(const Entry& entry, Body of_triangle) const;
  void open(const Entry& entry, double size_a, double size_b);
  void open_node(const Entry& entry, Body of, const TriangleTree::Node& node);
  void open_runs(const Entry& entry, ShapePieces::Run a, ShapePieces::Run b);
  bool solve(const Entry& entry);

  double until() const { return smaller(best_.first.lower, open_from_ + question_.width); }
  Outcome conclude();

  // Elements that were asked about, of which a few neighbours are asked about again and again.
  struct Made {
    Piece piece;
    std::optional<Rounded> body;
  };
  static constexpr std::size_t kMade = 16;
  const Rounded& element(const ShapePieces& body, Made (&made)[kMade], const Piece& piece);

  const ShapeQuestion& question_;
  const MotionOptions& options_;
  MotionPatience& patience_;
  std::deque<ShapeWindow> windows_;
  std::vector<Halves> halves_;  // of each window
  std::priority_queue<Entry> queue_;
  bool has_contact_ = false;
  // Two elements stay undecided from then on, although patience is left: under an angular velocity.
  double open_from_ = std::numeric_limits<double>::infinity();
  ElementContact best_;
  double clear_until_;
  Made made_a_[kMade], made_b_[kMade];
};

}  // namespace clearance::detail
