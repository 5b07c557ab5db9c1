#include <clearance/bvh/oriented_boxes.h>
#include <clearance/bvh/tree_self.h>

#include <bit>
#include <vector>

namespace clearance::detail {
namespace {

using Node = TriangleTree::Node;
using boxes::FixedBox;

// All boxes lie in one cube of half side 1, so that middles are less than 4 apart and halves at most 2.
constexpr float kMargin = boxes::kBoxError * 8;

void set_box(FixedBox& out, const Node& node, std::uint32_t slot) {
  out = FixedBox();
  for (int c = 0; c < 3; ++c) {
    out.center[c] = node.center[c][slot];
    out.half[c] = node.half[c][slot];
    for (int k = 0; k < 3; ++k) out.axis[k][c] = node.axis[k][c][slot];
  }
  out.margin = kMargin;
}

template <int kRegister>
class SelfWalk {
 public:
  CLEARANCE_INLINE static void run(const TriangleTree& tree, PassOver pass_over, RunMeeting visit) {
    std::vector<Pair> open;
    for (std::uint32_t k = 0; k < tree.nodes().size(); ++k) {
      for (std::uint32_t slot = 0; slot < 8; ++slot) {
        const Node& node = tree.nodes()[k];
        const std::uint32_t child = node.child[slot], box = 8 * k + slot;
        if (child == TriangleTree::kNoChild) continue;
        if (TriangleTree::is_leaf(child) && !pass_over(box, box) && !report(child, child, visit)) return;
        // Those after it in the same node.
        add_near(tree, box, k, 0xffu << slot << 1, pass_over, open);
        if (!empty(tree, open, pass_over, visit)) return;
      }
    }
  }

 private:
  struct Pair {
    std::uint32_t box, other;
  };

  static std::uint32_t child_of(const TriangleTree& tree, std::uint32_t box) {
    return tree.nodes()[box >> 3].child[box & 7];
  }
  static float size_of(const TriangleTree& tree, std::uint32_t box) {
    const Node& node = tree.nodes()[box >> 3];
    return node.half[0][box & 7] + node.half[1][box & 7] + node.half[2][box & 7];
  }
  static bool report(std::uint32_t run, std::uint32_t other, RunMeeting visit) {
    return visit(TriangleTree::leaf_first(run), TriangleTree::leaf_count(run), TriangleTree::leaf_first(other),
                 TriangleTree::leaf_count(other));
  }

  CLEARANCE_INLINE static void add_near(const TriangleTree& tree, std::uint32_t box, std::uint32_t node,
                                        std::uint32_t lanes, PassOver pass_over, std::vector<Pair>& open) {
    FixedBox fixed;
    set_box(fixed, tree.nodes()[box >> 3], box & 7);
    alignas(32) float gaps[8];
    std::uint32_t near =
        boxes::test_boxes<kRegister, boxes::Want::Overlap>(tree.nodes()[node], fixed, gaps) & lanes & 0xffu;
    for (; near != 0; near &= near - 1) {
      const std::uint32_t other = 8 * node + static_cast<std::uint32_t>(std::countr_zero(near));
      if (child_of(tree, other) != TriangleTree::kNoChild && !pass_over(box, other)) open.push_back({box, other});
    }
  }

  // Whether the walk may go on.
  CLEARANCE_INLINE static bool empty(const TriangleTree& tree, std::vector<Pair>& open, PassOver pass_over,
                                     RunMeeting visit) {
    while (!open.empty()) {
      const Pair pair = open.back();
      open.pop_back();
      const std::uint32_t child = child_of(tree, pair.box), other = child_of(tree, pair.other);
      const bool is_run = TriangleTree::is_leaf(child), is_other_run = TriangleTree::is_leaf(other);
      if (is_run && is_other_run) {
        if (!report(child, other, visit)) return false;
      } else if (is_run || (!is_other_run && size_of(tree, pair.other) > size_of(tree, pair.box))) {
        add_near(tree, pair.box, other, 0xff, pass_over, open);
      } else {
        add_near(tree, pair.other, child, 0xff, pass_over, open);
      }
    }
    return true;
  }
};

template <int kRegister>
CLEARANCE_INLINE void walk_body(const TriangleTree& tree, PassOver pass_over, RunMeeting visit) {
  SelfWalk<kRegister>::run(tree, pass_over, visit);
}
CLEARANCE_DISPATCH(void, walk_itself, (const TriangleTree& tree, PassOver pass_over, RunMeeting visit), walk_body,
                   (tree, pass_over, visit))

}  // namespace

void find_meeting_itself(const TriangleTree& tree, PassOver pass_over, RunMeeting visit) {
  walk_itself(tree, pass_over, visit);
}

}  // namespace clearance::detail
