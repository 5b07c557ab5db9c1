// Question: which parts are placed relative to each other exactly as in the last frame?
// Method:   each part records where it was before its first move. If two parts keep their rotations, and their
//           displacements are equal as real numbers (placement.h), then all differences between their points are
//           unchanged. Every status still holds, and so does every certificate made of vertices, directions and
//           weights.
// Proves:   moved_alike() and stood_still() are true of such parts only. They may be false although nothing changed: of
//           parts that turned and turned back, or that turned together.
// Cost:     about ten nanoseconds per part that moved; a comparison of two words per pair.
#pragma once

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

  // The part moves. False, and nothing is noted: the two poses are equal. Inline, since many worlds move everything in
  // every frame.
  bool note_move(std::uint32_t part, const Pose& from, const Pose& to) {
    const bool turned = !same_rotation(from, to);
    if (!turned && from.translation() == to.translation()) return false;
    if ((marks_[part] & kNoted) == 0) from_[part] = from.translation();
    note(part);
    if (turned) marks_[part] |= kOther;
    return true;
  }
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
  void measure(const PoseOf& pose_of) {
    for (const std::uint32_t part : noted_) measure_one(part, pose_of(part).translation());
  }
  // Neither has moved.
  bool stood_still(std::uint32_t a, std::uint32_t b) const { return (motion_[a] | motion_[b]) == kStill; }
  // Neither has moved, or both have by the same displacement.
  bool moved_alike(std::uint32_t a, std::uint32_t b) const {
    if (motion_[a] != motion_[b] || motion_[a] == kChanged) return false;
    return motion_[a] == kStill || way_[a] == way_[b];
  }
  // Either was added, removed, replaced or changed, or has turned.
  bool is_changed(std::uint32_t a, std::uint32_t b) const { return motion_[a] == kChanged || motion_[b] == kChanged; }

  // The frame is over: the current poses are those of the last frame now.
  void forget();

 private:
  enum : std::uint8_t { kNoted = 1, kOther = 2 };
  // Equal displacements have equal values; different ones seldom do.
  static constexpr std::uint64_t kStill = 0, kChanged = 1;

  void note(std::uint32_t part) {
    ++revisions_[part];
    if ((marks_[part] & kNoted) == 0) noted_.push_back(part);
    marks_[part] |= kNoted;
  }
  void measure_one(std::uint32_t part, Vec3 to);

  std::vector<std::uint32_t> noted_;
  std::vector<std::uint8_t> marks_;
  std::vector<std::uint64_t> revisions_;
  std::vector<Vec3> from_;  // where the noted ones that are not kOther were
  std::vector<std::uint64_t> motion_;
  std::vector<Offset> way_;
};

}  // namespace clearance::detail
