// Notation: u = 2⁻²⁴; a box "of X" is one of tree X; σ the size of one tree's frame in units of the other's.
#include <clearance/bvh/oriented_boxes.h>
#include <clearance/bvh/precise_walk.h>
#include <clearance/bvh/tree_pair.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace clearance::detail {

using boxes::FixedBox;
using boxes::Want;
using Node = TriangleTree::Node;

// One step of a walk: a box of one tree against some boxes of a node of the other.
struct TreeWalk {
  static constexpr std::uint32_t kWhole = TreeStop::kWholeTree;
  // Every step leaves fewer than eight entries for each level of either tree, and there are kMaxDepth of either.
  static constexpr int kStack = 2 * TriangleTree::kStack + 8;

  struct Entry {
    std::uint32_t box, node;
    float bound;  // distance, in a's tree frame
    std::uint8_t lanes;
    bool box_is_of_b;
  };

  const TreePair& pair;
  const Node* const nodes_a = pair.a_.nodes().data();
  const Node* const nodes_b = pair.b_.nodes().data();

  // The box as it stands in the other tree's frame: columns of the transform times components.
  CLEARANCE_INLINE void set_box(FixedBox& out, const Entry& entry) const {
    typedef TreePair::Column Column;
    const TreePair::Transform& to = entry.box_is_of_b ? pair.b_to_a_ : pair.a_to_b_;
    const Column c0 = to.column[0], c1 = to.column[1], c2 = to.column[2], shift = to.column[3];
    out.margin = to.margin;
    if (entry.box == kWhole) {
      const Vec3 whole = (entry.box_is_of_b ? pair.b_ : pair.a_).half();
      for (int c = 0; c < 3; ++c) out.half[c] = to.scale * static_cast<float>(whole[c]) * (1 + 0x1p-22f);
      out.center = shift;
      out.axis[0] = c0, out.axis[1] = c1, out.axis[2] = c2;
      return;
    }
    const Node& node = (entry.box_is_of_b ? nodes_b : nodes_a)[entry.box >> 3];
    const std::uint32_t slot = entry.box & 7;
    for (int k = 0; k < 3; ++k) {
      out.half[k] = to.scale * node.half[k][slot];
      out.axis[k] = c0 * node.axis[k][0][slot] + c1 * node.axis[k][1][slot] + c2 * node.axis[k][2][slot];
    }
    out.center = to.scale * (c0 * node.center[0][slot] + c1 * node.center[1][slot] + c2 * node.center[2][slot]) + shift;
  }

  CLEARANCE_INLINE std::uint32_t child_of(const Entry& entry) const {
    return entry.box == kWhole ? 0 : (entry.box_is_of_b ? nodes_b : nodes_a)[entry.box >> 3].child[entry.box & 7];
  }

  CLEARANCE_INLINE static RunPair runs(std::uint32_t fixed, std::uint32_t other, bool fixed_is_of_b) {
    const std::uint32_t a = fixed_is_of_b ? other : fixed, b = fixed_is_of_b ? fixed : other;
    return {TriangleTree::leaf_first(a), TriangleTree::leaf_count(a), TriangleTree::leaf_first(b),
            TriangleTree::leaf_count(b)};
  }

  // Half the sides of a box.
  struct Sides {
    float x, y, z;

    float thinnest() const { return std::min(std::min(x, y), z); }
    float sum() const { return x + y + z; }
  };
  CLEARANCE_INLINE static Sides sides_of(const FixedBox& fixed) {
    return {fixed.half[0], fixed.half[1], fixed.half[2]};
  }
  CLEARANCE_INLINE static Sides sides_of(const Node& node, std::uint32_t slot) {
    return {node.half[0][slot], node.half[1][slot], node.half[2][slot]};
  }

  // Whether the box of a run is thicker than another that holds many runs: much of the other may be in it and far from
  // its triangles. Boxes of triangles that lie flat beside each other are thin.
  CLEARANCE_INLINE bool is_too_thick(const Sides& run, const Sides& other, std::uint32_t other_child,
                                     bool run_is_of_b) const {
    if (!(run.thinnest() > 0.4f * other.sum())) return false;
    return !TriangleTree::is_leaf((run_is_of_b ? nodes_a : nodes_b)[other_child].child[0]) &&
           !(run_is_of_b ? pair.of_b_ : pair.of_a_).triangles.empty();
  }
  // Such a pair waits as an entry without lanes, whose `node` is a box.
  static bool is_of_thick_run(const Entry& entry) { return entry.lanes == 0; }
  // At least: how far it is apart, in a's tree frame, by the triangles of the run.
  double gap_of_run(const Entry& entry, double enough) const {
    const PreciseWalk walk(pair.a_, pair.b_, pair.motion_, pair.of_a_, pair.of_b_);
    return walk.gap_of_run(entry.box_is_of_b, entry.box, entry.node, enough * pair.size_a_) / pair.size_a_ * (1 - 1e-6);
  }
  CLEARANCE_INLINE Entry as_usual(const Entry& entry) const {
    const std::uint32_t node =
        entry.node == kWhole ? 0 : (entry.box_is_of_b ? nodes_a : nodes_b)[entry.node >> 3].child[entry.node & 7];
    return {entry.box, node, entry.bound, 0xff, entry.box_is_of_b};
  }
  // A walk that has not ended after so many steps may hold runs against boxes, which costs as much as ten.
  static constexpr int kPatience = 32;

  // What is to be looked at after box `entry` and the node's box `slot` were found to be near.
  CLEARANCE_INLINE Entry opened(const Entry& entry, std::uint32_t fixed_child, const FixedBox& fixed, const Node& node,
                                std::uint32_t slot, float bound) const {
    const std::uint32_t other_child = node.child[slot], other = entry.node << 3 | slot;
    const Sides fixed_sides = sides_of(fixed), other_sides = sides_of(node, slot);
    if (TriangleTree::is_leaf(other_child)) {
      if (is_too_thick(other_sides, fixed_sides, fixed_child, !entry.box_is_of_b))
        return {other, entry.box, bound, 0, !entry.box_is_of_b};
      return {other, fixed_child, bound, 0xff, !entry.box_is_of_b};
    }
    if (TriangleTree::is_leaf(fixed_child)) {
      if (is_too_thick(fixed_sides, other_sides, other_child, entry.box_is_of_b))
        return {entry.box, other, bound, 0, entry.box_is_of_b};
      return {entry.box, other_child, bound, 0xff, entry.box_is_of_b};
    }
    // The larger of two nodes.
    if (fixed_sides.sum() > other_sides.sum()) return {other, fixed_child, bound, 0xff, !entry.box_is_of_b};
    return {entry.box, other_child, bound, 0xff, entry.box_is_of_b};
  }

  // The test's unit of length in a's tree frame.
  CLEARANCE_INLINE double unit_of(const Entry& entry) const { return entry.box_is_of_b ? 1 : pair.unit_b_; }

  // Everything that may meet, from the entries on the stack. Stops are written down where wanted.
  template <int kRegister>
  CLEARANCE_INLINE bool meet(Entry* stack, int open, TreePair::Visitor visit, TreeFront* front) const {
    for (int steps = 0; open > 0;) {
      Entry entry = stack[--open];
      ++steps;
      if (is_of_thick_run(entry)) {
        if (steps > kPatience)
          if (const double gap = gap_of_run(entry, 0); gap > 0) {
            if (front) note_stop(*front, entry, gap);
            continue;
          }
        entry = as_usual(entry);
      }
      const Node& node = (entry.box_is_of_b ? nodes_a : nodes_b)[entry.node];
      FixedBox fixed;
      set_box(fixed, entry);
      alignas(32) float gaps[8];
      std::uint32_t near = boxes::test_boxes<kRegister, Want::Overlap>(node, fixed, gaps) & entry.lanes;
      if (front) note_stop(*front, entry, near, gaps, fixed.margin);
      if (near == 0) continue;
      const std::uint32_t fixed_child = child_of(entry);
      const int base = open;
      std::uint32_t visited = 0;
      for (; near != 0; near &= near - 1) {
        const auto slot = static_cast<std::uint32_t>(std::countr_zero(near));
        if (TriangleTree::is_leaf(fixed_child) && TriangleTree::is_leaf(node.child[slot])) {
          if (!visit(runs(fixed_child, node.child[slot], entry.box_is_of_b))) return false;
          visited |= 1u << slot;
          continue;
        }
        int at = open++;  // the deepest overlap on top
        for (; at > base && stack[at - 1].bound < gaps[slot]; --at) stack[at] = stack[at - 1];
        stack[at] = opened(entry, fixed_child, fixed, node, slot, gaps[slot]);
      }
      // Boxes that were not apart, but what is in them was: to be looked at again whatever the motion.
      if (front && visited != 0)
        front->stops_.push_back({entry.box, entry.node, static_cast<std::uint8_t>(visited), entry.box_is_of_b, -1});
    }
    return true;
  }

  // The lanes that are apart, and how far the least of them.
  CLEARANCE_INLINE void note_stop(TreeFront& front, const Entry& entry, std::uint32_t near, const float (&gaps)[8],
                                  float margin) const {
    const auto apart = static_cast<std::uint8_t>(entry.lanes & ~near);
    if (apart == 0) return;
    float least = 1e30f;
    for (std::uint32_t left = apart; left != 0; left &= left - 1) least = std::min(least, gaps[std::countr_zero(left)]);
    const double gap = (1 - 1e-6) * unit_of(entry) * static_cast<double>(least - margin);
    front.stops_.push_back({entry.box, entry.node, apart, entry.box_is_of_b, expires(front, gap)});
  }
  CLEARANCE_INLINE float expires(const TreeFront& front, double gap) const {
    return static_cast<float>((front.travel_ / pair.size_a_ + gap) * (1 - 1e-6));
  }
  // A thick run that is apart from a box: the run is a place in a node, as the box may not be.
  void note_stop(TreeFront& front, const Entry& entry, double gap) const {
    front.stops_.push_back({entry.node, entry.box >> 3, static_cast<std::uint8_t>(1u << (entry.box & 7)),
                            !entry.box_is_of_b, expires(front, gap)});
  }

  template <int kRegister>
  CLEARANCE_INLINE static void meet_body(const TreeWalk& walk, TreePair::Visitor visit) {
    Entry stack[kStack];
    stack[0] = {kWhole, 0, 0, 0xff, false};
    walk.meet<kRegister>(stack, 1, visit, nullptr);
  }

  template <int kRegister>
  CLEARANCE_INLINE static void front_body(const TreeWalk& walk, TreePair::Visitor visit, TreeFront& front) {
    Entry stack[kStack];
    if (front.at_start_ == 0) {
      front.stops_.clear();
      front.travel_ = 0;
      stack[0] = {kWhole, 0, 0, 0xff, false};
      const bool complete = walk.meet<kRegister>(stack, 1, visit, &front);
      front.at_start_ = complete ? front.stops_.size() : 0;
      return;
    }
    // Those that have expired go to the end, and are walked anew one after the other. Until all are, there is no front.
    const std::size_t known = front.stops_.size(), at_start = std::exchange(front.at_start_, 0);
    std::size_t kept = 0, lost = 0;
    const auto travel = static_cast<float>(front.travel_ / walk.pair.size_a_ * (1 + 1e-6));
    for (std::size_t k = 0; k < known; ++k) {
      const TreeStop stop = front.stops_[k];
      if (stop.expires > travel) {
        front.stops_[kept++] = stop;
        continue;
      }
      lost += stop.expires >= 0;
      stack[0] = {stop.box, stop.node, 0, stop.lanes, stop.box_is_of_b};
      if (!walk.meet<kRegister>(stack, 1, visit, &front)) return;
    }
    front.stops_.erase(front.stops_.begin() + static_cast<std::ptrdiff_t>(kept),
                       front.stops_.begin() + static_cast<std::ptrdiff_t>(known));
    // To look at a stop again costs as much as a step of a walk: where many do not last, walks are better.
    constexpr int kShortest = 16, kLongest = 1024;
    if (4 * lost <= known) {
      front.last_rest_ = 0;
      front.at_start_ = at_start;
      return;
    }
    front.rest_ = front.last_rest_ = std::clamp(2 * front.last_rest_, kShortest, kLongest);
  }

  template <int kRegister>
  CLEARANCE_INLINE static void nearest_body(const TreeWalk& walk, double nearest_at_first,
                                            FunctionRef<double(const RunPair&)> visit) {
    double nearest = nearest_at_first / walk.pair.size_a_;
    Entry stack[kStack];
    stack[0] = {kWhole, 0, 0, 0xff, false};
    for (int open = 1, steps = 0; open > 0;) {
      Entry entry = stack[--open];
      if (static_cast<double>(entry.bound) > nearest) continue;
      ++steps;
      if (is_of_thick_run(entry)) {
        if (steps > kPatience && walk.gap_of_run(entry, nearest) > nearest) continue;
        entry = walk.as_usual(entry);
      }
      const Node& node = (entry.box_is_of_b ? walk.nodes_a : walk.nodes_b)[entry.node];
      const float unit = static_cast<float>(walk.unit_of(entry)) * (1 - 1e-6f);
      FixedBox fixed;
      walk.set_box(fixed, entry);
      fixed.limit = static_cast<float>(nearest) / unit * (1 + 1e-5f) + fixed.margin;
      alignas(32) float gaps[8];
      boxes::test_boxes<kRegister, Want::Distance>(node, fixed, gaps);
      const std::uint32_t fixed_child = walk.child_of(entry);
      const int base = open;
      // Runs first: they bring the bound down for the rest.
      Entry found[8];
      int count = 0;
      for (std::uint32_t slot = 0; slot < 8; ++slot) {
        if (node.child[slot] == TriangleTree::kNoChild) continue;
        const float bound = (gaps[slot] - fixed.margin) * unit;
        if (static_cast<double>(bound) > nearest) continue;
        const bool is_run = TriangleTree::is_leaf(fixed_child) && TriangleTree::is_leaf(node.child[slot]);
        Entry next =
            is_run ? Entry{slot, 0, bound, 0, false} : walk.opened(entry, fixed_child, fixed, node, slot, bound);
        if (!is_run) {
          int at = open++;  // the nearest on top
          for (; at > base && stack[at - 1].bound < bound; --at) stack[at] = stack[at - 1];
          stack[at] = next;
          continue;
        }
        int at = count++;  // the nearest first
        for (; at > 0 && found[at - 1].bound > bound; --at) found[at] = found[at - 1];
        found[at] = next;
      }
      for (int k = 0; k < count && static_cast<double>(found[k].bound) <= nearest; ++k) {
        nearest = visit(runs(fixed_child, node.child[found[k].box], entry.box_is_of_b)) / walk.pair.size_a_;
        if (nearest < 0) return;
      }
    }
  }
};

namespace {

CLEARANCE_DISPATCH(void, walk_meeting, (const TreeWalk& walk, TreePair::Visitor visit), TreeWalk::meet_body,
                   (walk, visit))
CLEARANCE_DISPATCH(void, walk_front, (const TreeWalk& walk, TreePair::Visitor visit, TreeFront& front),
                   TreeWalk::front_body, (walk, visit, front))
CLEARANCE_DISPATCH(void, walk_nearest,
                   (const TreeWalk& walk, double nearest, FunctionRef<double(const RunPair&)> visit),
                   TreeWalk::nearest_body, (walk, nearest, visit))

// The inverse of a matrix that is nearly a rotation.
Mat3 inverse_of(const Mat3& m) {
  const Vec3 c0 = cross(m.row[1], m.row[2]), c1 = cross(m.row[2], m.row[0]), c2 = cross(m.row[0], m.row[1]);
  const double det = dot(m.row[0], c0);
  return transpose({{c0 / det, c1 / det, c2 / det}});
}

// x ↦ σ·linear·x + shift between the frames. A box so turned has its middle within 8u·(2σ + |shift|), its axes within
// 4u; the test itself adds kBoxError·(D + H) with D ≤ |shift| + 2σ + 2 and H ≤ 4σ + 4. `off` is what doubles were off
// by.
TreePair::Transform transform(const Mat3& linear, Vec3 shift, double scale, double off, double crookedness) {
  TreePair::Transform made = {};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) made.column[k][i] = static_cast<float>(linear.row[i][k]);
    made.column[3][i] = static_cast<float>(shift[i]);
  }
  made.scale = static_cast<float>(scale);
  const double far = norm_one(shift) + 6 * scale + 6;
  made.margin =
      static_cast<float>(1.001 * (1.5 * static_cast<double>(boxes::kBoxError) * far + 4 * off + 8 * crookedness * far));
  return made;
}

}  // namespace

TreePair::TreePair(const TriangleTree& a, const TriangleTree& b, const TreeMotion& b_to_a, const TreeTriangles& of_a,
                   const TreeTriangles& of_b)
    : a_(a), b_(b), of_a_(of_a), of_b_(of_b), motion_(b_to_a) {
  const Mat3 back = inverse_of(b_to_a.linear);
  const double size_a = std::ldexp(1.0, a.exponent()), size_b = std::ldexp(1.0, b.exponent());
  const Vec3 between = b_to_a.linear * b.origin() + (b_to_a.shift - a.origin());  // b's middle from a's, in a's axes
  const double scale = size_b / size_a;
  const double off = b_to_a.error + 0x1p-48 * (norm_one(b.origin()) + norm_one(a.origin()) + norm_one(b_to_a.shift));
  const Vec3 shift_a = between / size_a, shift_b = -(back * between) / size_b;
  b_to_a_ = transform(b_to_a.linear, shift_a, scale, off / size_a, b_to_a.crookedness);
  a_to_b_ = transform(back, shift_b, 1 / scale, off / size_b, b_to_a.crookedness);
  // A box of a leaf is some hundredths of its tree: more than this, and the margin hides it.
  constexpr float kCoarse = 0x1p-9f;
  floats_will_do_ = b_to_a_.margin < kCoarse && a_to_b_.margin < kCoarse;
  size_a_ = size_a;
  unit_b_ = scale * (1 - 4 * b_to_a.crookedness);
}

void TreePair::find_meeting(Visitor visit) const {
  if (floats_will_do_) return walk_meeting(TreeWalk{*this}, visit);
  PreciseWalk(a_, b_, motion_, of_a_, of_b_).find_meeting(visit);
}

void TreePair::find_meeting(Visitor visit, TreeFront& front) const {
  if (front.of_a_ != a_.identity() || front.of_b_ != b_.identity()) {
    front = {};
    front.of_a_ = a_.identity(), front.of_b_ = b_.identity();
  }
  if (!floats_will_do_ || front.rest_ > 0) {
    front.at_start_ = 0;
    front.rest_ = std::max(0, front.rest_ - 1);
    return find_meeting(visit);
  }
  if (front.at_start_ != 0) front.travel_ += travel_since(front.motion_);
  // A front that has grown is dearer than a walk from the roots; one that has come far has little left to say.
  if (front.stops_.size() > 2 * front.at_start_ + 8 || !(front.travel_ < size_a_ * unit_b_)) front.at_start_ = 0;
  front.motion_ = motion_;
  walk_front(TreeWalk{*this}, visit, front);
}

// A point is at most |half| from the middle of b: it moves with the middle, and turns about it. The difference of two
// rotations has the singular values s, s, 0, so s is its Frobenius norm over √2; what crooked ones add is added.
double TreePair::travel_since(const TreeMotion& earlier) const {
  double turned = 0;
  for (int i = 0; i < 3; ++i) turned += squared_norm(motion_.linear.row[i] - earlier.linear.row[i]);
  const Vec3 middle = (motion_.linear * b_.origin() + motion_.shift) - (earlier.linear * b_.origin() + earlier.shift);
  const double size_b = std::ldexp(1.0, b_.exponent()), radius = norm(b_.half()) * size_b;
  const double off = motion_.error + earlier.error + 0x1p-48 * (norm_one(b_.origin()) + norm_one(motion_.shift));
  const double crooked = 4 * (motion_.crookedness + earlier.crookedness);
  // Over b's size: the squares of small lengths would vanish, and travel with them.
  const double shifted = norm(middle / size_b) * size_b;
  return (shifted + (std::sqrt(0.5 * turned) + crooked) * radius) * (1 + 1e-9) + 4 * off;
}

void TreePair::find_nearest(double nearest, FunctionRef<double(const RunPair&)> visit) const {
  if (floats_will_do_) return walk_nearest(TreeWalk{*this}, nearest, visit);
  PreciseWalk(a_, b_, motion_, of_a_, of_b_).find_nearest(nearest, visit);
}

}  // namespace clearance::detail
