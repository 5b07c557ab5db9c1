// Question: where are the vertices of two posed bodies, exactly, in integers of known size?
// Method:   every number that enters, on a common power of two: coordinates within 118 bits of the bodies' reach, the
//           parts of a quaternion within 61 or 118 bits of its largest, entries of a matrix within 118 bits of 1. Three
//           kinds of pairs, by how their poses turn:
//             Aligned  both turn axes into axes (the identity, quarter turns, …): coordinates stay as they are
//             Alike    by the same quaternion: seen in the bodies' common frame only the translation is turned
//             Turned   any: numerators over |q|² (CONTRACT §1), each body's times the other's |q|²
// Proves:   what it gives is exact, up to one positive factor for all differences and one for the edges of each body.
// Cannot:   write down numbers that are too far apart in size, as 1 and 1e-30 with all their digits: holds() is false
//           then, and big numbers are needed (exact/posed.h).
//           Where all is short, aligned pairs have coordinates of 60 bits, and differences below 2⁶².
// Notation: coordinates c with |c| < 2¹¹⁸; M, D the numerator and denominator of a turn: below 2¹²⁴ (quaternions of one
//           limb, matrices) or 2²³⁸ (of two). A vertex is below 2²·2¹¹⁸·M, a difference over both denominators below
//           2⁴·2¹¹⁸·M²: 244 and 370 bits of 256 and 384, or 358 and 598 of 384 and 640, with room for the sums that
//           dot() and cross() make of them. Points are below a difference's bound, and differences of any two of them
//           below twice that: a bit more, for which a determinant of three has room, too.
#pragma once

#include <clearance/exact/integer_grid.h>
#include <clearance/math/pose.h>

namespace clearance::detail {

// M and D of a pose, of quaternions of kParts limbs.
template <int kParts>
struct IntegerTurn {
  Integer<2 * kParts> numerator[3][3], denominator;

  // False where they do not fit.
  bool set(const Pose& pose);
};

// How the poses of a pair turn, as above.
enum class PairKind : std::uint8_t { Aligned, Alike, Turned };
PairKind kind_of(const Pose& pose_a, const Pose& pose_b);

// reach: not less than any coordinate of either body's vertices and of their translations' difference, in its own
// frame. Vertices are looked at as they are asked for: holds() speaks of all up to now.
class AlignedPair {
 public:
  static constexpr int kEdge = 2, kDifference = 2;
  AlignedPair(const Pose& pose_a, const Pose& pose_b, double reach);

  bool holds() const { return grid_.holds(); }
  // Where vertices are, all in one frame and on one scale.
  IntegerVec<2> point_a(Vec3 v) { return turned(0, v); }
  IntegerVec<2> point_b(Vec3 v) { return turned(1, v) + shift_; }
  // b's vertex less a's; the vector from v to w of one body.
  IntegerVec<2> difference(Vec3 a, Vec3 b) { return point_b(b) - point_a(a); }
  IntegerVec<2> edge_a(Vec3 v, Vec3 w) { return turned(0, w) - turned(0, v); }
  IntegerVec<2> edge_b(Vec3 v, Vec3 w) { return turned(1, w) - turned(1, v); }
  // A length of the world, up to `reach`, as one of the differences.
  Integer<2> length(double value) { return grid_(value); }
  // A length of the differences, times the result and 2^exponent, is a length of the world.
  double unit(int& exponent) const;
  // A vector of these coordinates, as one of the world.
  Vec3 to_world(Vec3 v) const { return v; }
  // Are these coordinates the world's? May faces be parallel but for a hair, as turns written in doubles leave them?
  static constexpr bool kIsWorld = true, kIsTurned = false;

 private:
  IntegerVec<2> turned(int body, Vec3 v) { return grid_(rotation_[body] * v); }

  Grid grid_;
  Mat3 rotation_[2];
  IntegerVec<2> shift_;
};

// Aligned pairs of few digits, as lengths in tenths have: coordinates c with |c| < 2⁶⁰, of one limb.
class ShortPair {
 public:
  static constexpr int kEdge = 1, kDifference = 1;
  ShortPair(const Pose& pose_a, const Pose& pose_b, double reach);

  bool holds() const { return grid_.holds(); }
  IntegerVec<1> point_a(Vec3 v) { return short_of(grid_(rotation_[0] * v)); }
  IntegerVec<1> point_b(Vec3 v) { return short_of(grid_(rotation_[1] * v)) + shift_; }
  IntegerVec<1> difference(Vec3 a, Vec3 b) { return point_b(b) - point_a(a); }

 private:
  static IntegerVec<1> short_of(const IntegerVec<2>& v) {
    const auto low = [](const Integer<2>& x) { return Integer<1>(static_cast<std::int64_t>(x.limb[0])); };
    return {low(v.x), low(v.y), low(v.z)};
  }

  Grid grid_;
  Mat3 rotation_[2];
  IntegerVec<1> shift_;
};

class AlikePair {
 public:
  static constexpr int kEdge = 2, kDifference = 4;
  AlikePair(const Pose& pose_a, const Pose& pose_b, double reach);

  bool holds() const { return grid_.holds() && sound_; }
  IntegerVec<4> point_a(Vec3 v) { return denominator_ * grid_(v); }
  IntegerVec<4> point_b(Vec3 v) { return denominator_ * grid_(v) + shift_; }
  IntegerVec<4> difference(Vec3 a, Vec3 b) { return denominator_ * (grid_(b) - grid_(a)) + shift_; }
  IntegerVec<2> edge_a(Vec3 v, Vec3 w) { return grid_(w) - grid_(v); }
  IntegerVec<2> edge_b(Vec3 v, Vec3 w) { return grid_(w) - grid_(v); }
  double unit(int& exponent) const;
  Vec3 to_world(Vec3 v) const { return rotation_ * v; }
  static constexpr bool kIsWorld = false, kIsTurned = false;

 private:
  Grid grid_;
  Mat3 rotation_;
  Integer<2> denominator_;
  IntegerVec<4> shift_;
  bool sound_ = true;
};

// Quaternions of kParts limbs: 1 or 2.
template <int kParts>
class TurnedPair {
 public:
  static constexpr int kTurn = 2 * kParts, kEdge = 2 + kTurn, kDifference = 2 + 2 * kTurn;
  TurnedPair(const Pose& pose_a, const Pose& pose_b, double reach);

  bool holds() const { return grid_.holds() && sound_; }
  IntegerVec<kDifference> point_a(Vec3 v) { return turn_[1].denominator * turned(0, grid_(v)); }
  IntegerVec<kDifference> point_b(Vec3 v) { return turn_[0].denominator * turned(1, grid_(v)) + shift_; }
  IntegerVec<kDifference> difference(Vec3 a, Vec3 b) { return point_b(b) - point_a(a); }
  IntegerVec<kEdge> edge_a(Vec3 v, Vec3 w) { return turned(0, grid_(w) - grid_(v)); }
  IntegerVec<kEdge> edge_b(Vec3 v, Vec3 w) { return turned(1, grid_(w) - grid_(v)); }
  Integer<kDifference> length(double value) { return (turn_[0].denominator * turn_[1].denominator) * grid_(value); }
  double unit(int& exponent) const;
  Vec3 to_world(Vec3 v) const { return v; }
  static constexpr bool kIsWorld = true, kIsTurned = true;

 private:
  IntegerVec<kEdge> turned(int body, const IntegerVec<2>& v) const {
    const auto row = [&](int i) {
      const Integer<kTurn>* const r = turn_[body].numerator[i];
      return r[0] * v.x + r[1] * v.y + r[2] * v.z;
    };
    return {row(0), row(1), row(2)};
  }

  Grid grid_;
  IntegerTurn<kParts> turn_[2];
  IntegerVec<kDifference> shift_;
  bool sound_ = true;
};

}  // namespace clearance::detail
