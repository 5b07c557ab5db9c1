#include <clearance/world/frame/alike_pairs.h>

namespace clearance::detail {
namespace {

// Two shapes of one identity that are both alive share their vertices.
bool same_shape(const Rounded& a, const Rounded& b) {
  return a.core().identity() == b.core().identity() && a.radius() == b.radius();
}

bool same_bodies(const AlikePairs::Pair& one, const AlikePairs::Pair& other) {
  return same_shape(*one.a, *other.a) && same_shape(*one.b, *other.b) && same_rotation(*one.pose_a, *other.pose_a) &&
         same_rotation(*one.pose_b, *other.pose_b);
}

}  // namespace

const AlikePairs::Answer* AlikePairs::find(const Pair& pair) {
  next_ = nullptr;
  if (asked_ >= kTrial && found_ * kWorthwhile < asked_) return nullptr;
  ++asked_;
  const Offset offset = offset_between(pair.pose_a->translation(), pair.pose_b->translation());
  // The high bits of a product depend on all bits of the hash.
  Place& place = places_[(hash_of(offset) * 0x9e3779b97f4a7c15u) >> (64 - kBits)];
  if (place.is_used && place.offset == offset && same_bodies(place.pair, pair)) {
    ++found_;
    return &place.answer;
  }
  place.is_used = false;
  place.pair = pair;
  place.offset = offset;
  next_ = &place;
  return nullptr;
}

void AlikePairs::add(const Answer& answer) {
  if (next_ == nullptr) return;
  next_->answer = answer;
  next_->is_used = true;
  next_ = nullptr;
}

}  // namespace clearance::detail
