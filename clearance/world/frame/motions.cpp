#include <clearance/world/frame/motions.h>

namespace clearance::detail {

void Motions::make_room(std::size_t count) {
  if (count <= marks_.size()) return;
  marks_.resize(count, 0);
  revisions_.resize(count, 0);
  from_.resize(count);
  motion_.resize(count, kStill);
  way_.resize(count);
}

void Motions::note_change(std::uint32_t part) {
  note(part);
  marks_[part] |= kOther;
}

void Motions::measure_one(std::uint32_t part, Vec3 to) {
  if ((marks_[part] & kOther) != 0) {
    motion_[part] = kChanged;
    return;
  }
  way_[part] = offset_between(from_[part], to);
  motion_[part] = way_[part].is_zero() ? kStill : hash_of(way_[part]) | 2;  // then neither kStill nor kChanged
}

void Motions::forget() {
  for (const std::uint32_t part : noted_) marks_[part] = 0, motion_[part] = kStill;
  noted_.clear();
}

}  // namespace clearance::detail
