// Question: what is a node of the box tree, and how can floats stand for doubles without losing a pair?
// Method:   eight children a node, their ends side by side so that one register holds one end of all of them. An end is
//           kept as its key, the float nearest to it, or to its distance from an origin (key_origin.h). Rounding keeps
//           the order: key(x) < key(y) gives x < y and
//           key(x) > key(y) gives x > y, so only ends with equal keys need the doubles again. Keys of unions are unions
//           of keys.
// Cost:     256 bytes a node, some 45 to 60 a box. Slots without child hold NaN, which compares false with everything.
#pragma once

#include <clearance/base/simd.h>
#include <clearance/bvh/box.h>

#include <cstdint>
#include <limits>

namespace clearance::detail::box_tree {

inline constexpr int kWidth = 8;
inline constexpr std::uint32_t kNowhere = ~0u;
// A build needs ten for 2^28 boxes, and nodes half full thirteen; a taller tree is built anew.
inline constexpr int kMaxLevels = 14;
inline constexpr std::uint8_t kFree = 255;  // level of a node that is not in use
inline constexpr float kLargest = std::numeric_limits<float>::max();
inline constexpr float kNoKey = std::numeric_limits<float>::quiet_NaN();

// Rounded to nearest, and nothing more: rounding down would need a comparison, which g++ 12 drops from the vectorised
// code for AVX-512 (BoxTree.KeysAreTheSameForEveryProcessor). Beyond the range of floats keys are infinite.
CLEARANCE_INLINE float key_of(double x) { return static_cast<float>(x); }

struct KeyBox {
  float low[3], high[3];

  friend constexpr bool operator==(const KeyBox&, const KeyBox&) = default;
};

inline constexpr float kFarKey = std::numeric_limits<float>::infinity();
// Neutral for unite().
inline constexpr KeyBox kNoKeys = {{kFarKey, kFarKey, kFarKey}, {-kFarKey, -kFarKey, -kFarKey}};

// Of a slot without child.
inline constexpr KeyBox kUnused = {{kNoKey, kNoKey, kNoKey}, {kNoKey, kNoKey, kNoKey}};

// Counted from an origin, which is the same for all boxes of a tree.
CLEARANCE_INLINE KeyBox keys_of(const Box& box, const Vec3& origin) {
  return {{key_of(box.low.x - origin.x), key_of(box.low.y - origin.y), key_of(box.low.z - origin.z)},
          {key_of(box.high.x - origin.x), key_of(box.high.y - origin.y), key_of(box.high.z - origin.z)}};
}

inline void unite(KeyBox& box, const KeyBox& other) {
  for (int axis = 0; axis < 3; ++axis) {
    if (other.low[axis] < box.low[axis]) box.low[axis] = other.low[axis];
    if (other.high[axis] > box.high[axis]) box.high[axis] = other.high[axis];
  }
}

inline bool contains(const KeyBox& outer, const KeyBox& inner) {
  for (int axis = 0; axis < 3; ++axis)
    if (inner.low[axis] < outer.low[axis] || inner.high[axis] > outer.high[axis]) return false;
  return true;
}

// How large a box is for the decisions about the tree's shape; they may be wrong about infinite boxes, but not NaN.
struct Size {
  double area;    // half the surface
  double margin;  // sum of the sides
};

inline Size size_of(const KeyBox& box) {
  double side[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double low = box.low[axis] > -kLargest ? box.low[axis] : -kLargest;
    const double high = box.high[axis] < kLargest ? box.high[axis] : kLargest;
    side[axis] = high > low ? high - low : 0;
  }
  return {side[0] * side[1] + side[1] * side[2] + side[2] * side[0], side[0] + side[1] + side[2]};
}

// By surface, then by the sum of sides: the latter decides where everything is on one line.
inline bool is_less(const Size& a, const Size& b) { return a.area != b.area ? a.area < b.area : a.margin < b.margin; }

struct alignas(64) Node {
  float low[3][kWidth], high[3][kWidth];
  std::uint32_t child[kWidth];  // nodes; on level 0 indices of boxes
  std::uint32_t above;          // node · kWidth + slot that holds this one; kNowhere for the root; free: the next free
  std::uint8_t count;           // slots 0 … count−1 are used
  std::uint8_t level;           // all boxes are on level 0

  KeyBox keys(int slot) const {
    return {{low[0][slot], low[1][slot], low[2][slot]}, {high[0][slot], high[1][slot], high[2][slot]}};
  }
  void set_keys(int slot, const KeyBox& box) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis][slot] = box.low[axis];
      high[axis][slot] = box.high[axis];
    }
  }
  void clear(int slot) {
    set_keys(slot, kUnused);
    child[slot] = kNowhere;
  }
  // Of all slots but those with kNoKeys. Used slots come first and an unused one loses every comparison, so that
  // halving the row three times needs no count.
  CLEARANCE_INLINE KeyBox bounds() const {
    KeyBox all;
    for (int axis = 0; axis < 3; ++axis) {
      float lows[kWidth / 2], highs[kWidth / 2];
      for (int k = 0; k < 4; ++k) {
        lows[k] = low[axis][k + 4] < low[axis][k] ? low[axis][k + 4] : low[axis][k];
        highs[k] = high[axis][k + 4] > high[axis][k] ? high[axis][k + 4] : high[axis][k];
      }
      for (int k = 0; k < 2; ++k) {
        lows[k] = lows[k + 2] < lows[k] ? lows[k + 2] : lows[k];
        highs[k] = highs[k + 2] > highs[k] ? highs[k + 2] : highs[k];
      }
      all.low[axis] = lows[1] < lows[0] ? lows[1] : lows[0];
      all.high[axis] = highs[1] > highs[0] ? highs[1] : highs[0];
    }
    return all;
  }
};
static_assert(sizeof(Node) == 256);

}  // namespace clearance::detail::box_tree
