#include <clearance/world/frame/motions.h>

namespace clearance::detail {

void Motions::make_room(std::size_t count) {
  if (count <= marks_.size()) return;
  marks_.resize(count, 0);
  revisions_.resize(count, 0);
  from_.resize(count);
  motion_.resize(count, kStill);
}

void Motions::note_change(std::uint32_t part) {
  ++revisions_[part];
  if ((marks_[part] & kNoted) == 0) noted_.push_back(part);
  marks_[part] |= kNoted | kOther;
}

void Motions::forget(Workers& workers) {
  for_noted(workers, [&](std::uint32_t part) { marks_[part] = 0, motion_[part] = kStill; });
  noted_.clear();
}

}  // namespace clearance::detail
