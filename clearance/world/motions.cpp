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

// Adding 0.0 turns −0 into 0: vectors that compare equal have equal hashes.
std::uint64_t hash_of(Vec3 v) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value + 0.0); };
  return bits(v.x) * 0x9e3779b97f4a7c15u + bits(v.y) * 0xc2b2ae3d27d4eb4fu + bits(v.z) * 0x165667b19e3779f9u;
}

}  // namespace

void Motions::make_room(std::size_t count) {
  if (count <= marks_.size()) return;
  marks_.resize(count, 0);
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
  const Vec3 from = from_[part];
  const Sum x = difference(to.x, from.x), y = difference(to.y, from.y), z = difference(to.z, from.z);
  way_[part] = {{x.most, y.most, z.most}, {x.rest, y.rest, z.rest}};
  // A rounded difference is zero only where the exact one is.
  if (way_[part].most == Vec3{}) {
    motion_[part] = kStill;
    return;
  }
  motion_[part] = hash_of(way_[part].most) | 2;  // neither still nor changed
}

void Motions::forget() {
  for (const std::uint32_t part : noted_) marks_[part] = 0, motion_[part] = kStill;
  noted_.clear();
}

}  // namespace clearance
