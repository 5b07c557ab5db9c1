// Question: which parts are placed relative to each other exactly as in the last frame?
// Method:   each part records where it was before its first move. If two parts keep their rotations, and their
//           displacements are equal as real numbers (placement.h), then all differences between their points are
//           unchanged. Every status still holds, and so does every certificate made of vertices, directions and
//           weights.
// Proves:   moved_alike() and stood_still() are true of such parts only. They may be false although nothing changed: of
//           parts that turned and turned back, or that turned together.
// Cost:     about ten nanoseconds per part that moved; a comparison of two words per pair; 45 bytes per part.
#pragma once

#include <clearance/base/workers.h>
#include <clearance/broad/stretches.h>
#include <clearance/world/frame/placement.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clearance::detail {

class Motions {
 public:
  // Parts are numbered by slot. Makes room for slots below `count`.
  void make_room(std::size_t count);

  // The part moves. Inline, since many worlds move everything in every frame.
  enum class Noted : std::uint8_t {
    Nothing,  // the two poses are equal
    Again,
    First,  // since the last forget(): the part is to be listed
  };
  // Different parts may be marked by different threads.
  Noted mark_move(std::uint32_t part, const Pose& from, const Pose& to) {
    const bool turned = !same_rotation(from, to);
    if (!turned && from.translation() == to.translation()) return Noted::Nothing;
    const bool first = (marks_[part] & kNoted) == 0;
    if (first) from_[part] = from.translation();
    ++revisions_[part];
    marks_[part] |= turned ? kNoted | kOther : kNoted;
    return first ? Noted::First : Noted::Again;
  }
  // False, and nothing is noted: the two poses are equal.
  bool note_move(std::uint32_t part, const Pose& from, const Pose& to) {
    const Noted noted = mark_move(part, from, to);
    if (noted == Noted::First) noted_.push_back(part);
    return noted != Noted::Nothing;
  }
  // For parts that were marked for the first time, each once.
  std::vector<std::uint32_t>& list() { return noted_; }
  // The part was added, removed or replaced, or its shape or padding changed: nothing known about it holds any longer.
  void note_change(std::uint32_t part);

  // Another number after every move or change of the part, whatever was forgotten meanwhile: for those who keep count
  // by themselves.
  std::uint64_t revision(std::uint32_t part) const { return revisions_[part]; }

  // All parts noted since the last forget(), each once.
  std::span<const std::uint32_t> noted() const { return noted_; }
  bool is_noted(std::uint32_t part) const { return (marks_[part] & kNoted) != 0; }

  // Computes the displacements of the noted parts; pose_of(part) is the current pose. The answers below are valid until
  // the next note.
  template <class PoseOf>
  void measure(const PoseOf& pose_of, Workers& workers) {
    for_noted(workers, [&](std::uint32_t part) { measure_one(part, pose_of(part).translation()); });
  }
  // Neither has moved.
  bool stood_still(std::uint32_t a, std::uint32_t b) const { return (motion_[a] | motion_[b]) == kStill; }
  // Neither has moved, or both have by the same displacement; pose_of(part) is the current pose.
  template <class PoseOf>
  bool moved_alike(std::uint32_t a, std::uint32_t b, const PoseOf& pose_of) const {
    if (motion_[a] != motion_[b] || motion_[a] == kChanged) return false;
    if (motion_[a] == kStill) return true;
    return offset_between(from_[a], pose_of(a).translation()) == offset_between(from_[b], pose_of(b).translation());
  }
  // Either was added, removed, replaced or changed, or has turned.
  bool is_changed(std::uint32_t a, std::uint32_t b) const { return motion_[a] == kChanged || motion_[b] == kChanged; }

  // The frame is over: the current poses are those of the last frame now.
  void forget(Workers& workers);

 private:
  enum : std::uint8_t { kNoted = 1, kOther = 2 };
  // Equal displacements have equal values; different ones seldom do.
  static constexpr std::uint64_t kStill = 0, kChanged = 1;

  template <class Do>
  void for_noted(Workers& workers, const Do& act) {
    constexpr std::size_t kLeast = 4096;  // for a thread: some ten microseconds
    Stretches(noted_.size(), kLeast).run(workers, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) act(noted_[k]);
    });
  }
  void measure_one(std::uint32_t part, Vec3 to) {
    if ((marks_[part] & kOther) != 0) {
      motion_[part] = kChanged;
      return;
    }
    const Offset way = offset_between(from_[part], to);
    motion_[part] = way.is_zero() ? kStill : hash_of(way) | 2;  // then neither kStill nor kChanged
  }

  std::vector<std::uint32_t> noted_;
  std::vector<std::uint8_t> marks_;
  std::vector<std::uint64_t> revisions_;
  std::vector<Vec3> from_;  // where the noted ones that are not kOther were
  std::vector<std::uint64_t> motion_;
};

}  // namespace clearance::detail
