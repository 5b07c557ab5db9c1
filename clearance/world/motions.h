// Question: which parts stand to each other exactly as they did in the last frame?
// Method:   each part notes where it was when it first moved. Two parts whose poses are turned as before, and moved by
//           displacements that are equal as real numbers (the difference of two doubles is the sum of two doubles,
//           exactly: Knuth's TwoSum), have the same differences of points as before: every status is as it was, and
//           so is every certificate that names vertices, directions and weights.
// Proves:   moved_alike() and stood_still() are never true of parts that stand differently. They may be false of parts
//           that do not: of those turned away and back, of those turned about a common point.
// Cost:     some ten nanoseconds a part that moved; a comparison of two words a pair.
#pragma once

#include <clearance/math/pose.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance {

class Motions {
 public:
  // A part is numbered by its slot; all slots below `count` are known from now on.
  void make_room(std::size_t count);

  // The part stands at `from` and is to stand at `to`. False: that is where it stands, and nothing is noted. Inline: a
  // world moves everything every frame.
  bool note_move(std::uint32_t part, const Pose& from, const Pose& to) {
    const bool turned = is_turned(from, to);
    if (!turned && from.translation() == to.translation()) return false;
    if ((marks_[part] & kNoted) == 0) from_[part] = from.translation();
    note(part);
    if (turned) marks_[part] |= kOther;
    return true;
  }
  // The part's shape or padding is another, or the part came or went: nothing known of it holds any longer.
  void note_change(std::uint32_t part);

  // Whatever was noted, each part once.
  std::span<const std::uint32_t> noted() const { return noted_; }
  bool is_noted(std::uint32_t part) const { return (marks_[part] & kNoted) != 0; }

  // How far the noted parts have come; pose_of(part) is where it stands. To be called before the questions below, and
  // after the last note.
  template <class PoseOf>
  void measure(const PoseOf& pose_of) {
    for (const std::uint32_t part : noted_) measure_one(part, pose_of(part).translation());
  }
  // Both stand where they stood.
  bool stood_still(std::uint32_t a, std::uint32_t b) const { return (motion_[a] | motion_[b]) == kStill; }
  // They stand to each other as they stood, be it elsewhere.
  bool moved_alike(std::uint32_t a, std::uint32_t b) const {
    if (motion_[a] != motion_[b] || motion_[a] == kChanged) return false;
    return motion_[a] == kStill || way_[a] == way_[b];
  }
  // Either came, was replaced, changed or turned.
  bool is_changed(std::uint32_t a, std::uint32_t b) const { return motion_[a] == kChanged || motion_[b] == kChanged; }

  // The frame is over: where the parts stand is where they stood.
  void forget();

 private:
  // The sum of two vectors, the first of which is the rounded sum: one way to write each displacement.
  struct Way {
    Vec3 most, rest;

    friend bool operator==(const Way&, const Way&) = default;
  };
  enum : std::uint8_t { kNoted = 1, kOther = 2 };
  // What is equal for equal ways, and seldom for others.
  static constexpr std::uint64_t kStill = 0, kChanged = 1;

  // By what the pose was made of: the rotation of a quaternion follows from it.
  static bool is_turned(const Pose& a, const Pose& b) {
    if (a.kind() != b.kind()) return true;
    return a.kind() == Pose::Kind::Quaternion ? a.quaternion() != b.quaternion() : a.rotation() != b.rotation();
  }
  void note(std::uint32_t part) {
    if ((marks_[part] & kNoted) == 0) noted_.push_back(part);
    marks_[part] |= kNoted;
  }
  void measure_one(std::uint32_t part, Vec3 to);

  std::vector<std::uint32_t> noted_;
  std::vector<std::uint8_t> marks_;
  std::vector<Vec3> from_;  // of those noted that are not other
  std::vector<std::uint64_t> motion_;
  std::vector<Way> way_;
};

}  // namespace clearance
