#include <clearance/world/motions.h>

#include <bit>

namespace clearance {
namespace {

struct Sum {
  double most, rest;
};

// to − from = most + rest, exactly: no part of a pose is beyond 1e300, so nothing overflows, and sums do not underflow.
Sum difference(double to, double from) {
  const double most = to - from, of_from = to - most, of_to = most + of_from;
  return {most, (to - of_to) + (of_from - from)};
}

std::uint64_t mixed(std::uint64_t hash, double value) {
  return (hash ^ std::bit_cast<std::uint64_t>(value + 0.0)) * 0x9e3779b97f4a7c15u;  // + 0.0: there is one zero
}

bool is_turned(const Pose& a, const Pose& b) {
  return a.kind() != b.kind() || a.quaternion() != b.quaternion() || a.rotation() != b.rotation();
}

}  // namespace

void Motions::make_room(std::size_t count) {
  if (count <= marks_.size()) return;
  marks_.resize(count, 0);
  from_.resize(count);
  motion_.resize(count, kStill);
  way_.resize(count);
}

bool Motions::note_move(std::uint32_t part, const Pose& from, const Pose& to) {
  const bool turned = is_turned(from, to);
  if (!turned && from.translation() == to.translation()) return false;
  if ((marks_[part] & kNoted) == 0) from_[part] = from.translation();
  note(part);
  if (turned) marks_[part] |= kOther;
  return true;
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
  const Vec3 from = from_[part];
  const Sum x = difference(to.x, from.x), y = difference(to.y, from.y), z = difference(to.z, from.z);
  way_[part] = {{x.most, y.most, z.most}, {x.rest, y.rest, z.rest}};
  // A rounded difference is zero only where the exact one is.
  if (way_[part].most == Vec3{}) {
    motion_[part] = kStill;
    return;
  }
  std::uint64_t hash = 0;
  for (const double value : {x.most, y.most, z.most, x.rest, y.rest, z.rest}) hash = mixed(hash, value);
  motion_[part] = hash | 2;  // neither still nor changed
}

void Motions::forget() {
  for (const std::uint32_t part : noted_) marks_[part] = 0, motion_[part] = kStill;
  noted_.clear();
}

}  // namespace clearance
