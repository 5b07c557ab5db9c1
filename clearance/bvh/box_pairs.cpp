#include <clearance/bvh/box_pairs.h>

#include <algorithm>
#include <vector>

namespace clearance::detail {
namespace {

constexpr std::uint32_t kFew = 4;  // boxes below which a subtree is not divided

struct Subtree {
  KeyedBox around;  // with the keys that all have
  std::uint32_t first, count, left = 0, right = 0;

  bool is_leaf() const { return left == 0; }
};

bool share_key(const KeyedBox& a, const KeyedBox& b) {
  for (const std::uint32_t key : a.key)
    if (key != KeyedBox::kNoKey && std::find(b.key, b.key + KeyedBox::kKeys, key) != b.key + KeyedBox::kKeys)
      return true;
  return false;
}
bool are_wanted(const KeyedBox& a, const KeyedBox& b) { return overlap(a.box, b.box) && !share_key(a, b); }

class BoxPairs {
 public:
  explicit BoxPairs(std::span<const KeyedBox> boxes) : boxes_(boxes), order_(boxes.size()) {
    for (std::uint32_t k = 0; k < order_.size(); ++k) order_[k] = k;
    if (!order_.empty()) divide(0, static_cast<std::uint32_t>(order_.size()));
  }

  bool visit_all(FunctionRef<bool(std::uint32_t, std::uint32_t)> visit) const {
    if (trees_.empty()) return true;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{0, 0}};
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      const Subtree &at_a = trees_[a], &at_b = trees_[b];
      if (!are_wanted(at_a.around, at_b.around)) continue;
      if (at_a.is_leaf() && at_b.is_leaf()) {
        if (!visit_boxes(at_a, at_b, a == b, visit)) return false;
      } else if (a == b) {
        open.insert(open.end(), {{at_a.left, at_a.left}, {at_a.right, at_a.right}, {at_a.left, at_a.right}});
      } else if (at_b.is_leaf() || (!at_a.is_leaf() && at_a.count >= at_b.count)) {
        open.insert(open.end(), {{at_a.left, b}, {at_a.right, b}});
      } else {
        open.insert(open.end(), {{a, at_b.left}, {a, at_b.right}});
      }
    }
    return true;
  }

 private:
  std::uint32_t divide(std::uint32_t first, std::uint32_t count) {
    const auto at = static_cast<std::uint32_t>(trees_.size());
    trees_.push_back({around(first, count), first, count});
    if (count <= kFew) return at;
    const auto begin = order_.begin() + first, middle = begin + count / 2;
    const int axis = longest_spread(first, count);
    std::nth_element(begin, middle, begin + count, [&](std::uint32_t i, std::uint32_t j) {
      const double x = twice_middle(i, axis), y = twice_middle(j, axis);
      return x != y ? x < y : i < j;
    });
    const std::uint32_t left = divide(first, count / 2), right = divide(first + count / 2, count - count / 2);
    trees_[at].left = left, trees_[at].right = right;
    return at;
  }

  double twice_middle(std::uint32_t k, int axis) const { return boxes_[k].box.low[axis] + boxes_[k].box.high[axis]; }

  KeyedBox around(std::uint32_t first, std::uint32_t count) const {
    KeyedBox out = boxes_[order_[first]];
    for (std::uint32_t k = first + 1; k < first + count; ++k) {
      const KeyedBox& next = boxes_[order_[k]];
      out.box = united(out.box, next.box);
      for (std::uint32_t& key : out.key)
        if (key != next.key[0] && key != next.key[1]) key = KeyedBox::kNoKey;
    }
    return out;
  }

  int longest_spread(std::uint32_t first, std::uint32_t count) const {
    int best = 0;
    double most = -1;
    for (int axis = 0; axis < 3; ++axis) {
      double low = twice_middle(order_[first], axis), high = low;
      for (std::uint32_t k = first + 1; k < first + count; ++k) {
        const double x = twice_middle(order_[k], axis);
        low = smaller(low, x), high = larger(high, x);
      }
      if (high - low > most) most = high - low, best = axis;
    }
    return best;
  }

  bool visit_boxes(const Subtree& a, const Subtree& b, bool is_one,
                   FunctionRef<bool(std::uint32_t, std::uint32_t)> visit) const {
    for (std::uint32_t i = a.first; i < a.first + a.count; ++i)
      for (std::uint32_t j = is_one ? i + 1 : b.first; j < b.first + b.count; ++j)
        if (are_wanted(boxes_[order_[i]], boxes_[order_[j]]) && !visit(order_[i], order_[j])) return false;
    return true;
  }

  std::span<const KeyedBox> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Subtree> trees_;
};

}  // namespace

bool find_box_pairs(std::span<const KeyedBox> boxes, FunctionRef<bool(std::uint32_t, std::uint32_t)> visit) {
  return BoxPairs(boxes).visit_all(visit);
}

}  // namespace clearance::detail
