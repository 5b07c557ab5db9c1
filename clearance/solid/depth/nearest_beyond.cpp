#include <clearance/solid/depth/nearest_beyond.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace clearance::detail {
namespace {

// Planes that may hold the least point at a time: more than three are met only on the way there.
constexpr std::size_t kActive = 10;
// What a plane may be missed by, relative to the offsets' size.
constexpr double kMiss = 0x1p-40;

// The foot of the perpendicular from 0 on what the planes have in common; nothing where they are nearly parallel.
std::optional<Vec3> foot(const WayPlane& p) { return p.offset * p.normal; }
std::optional<Vec3> foot(const WayPlane& p, const WayPlane& q) {
  const double c = dot(p.normal, q.normal), turn = 1 - c * c;
  if (!(turn > 1e-9)) return std::nullopt;
  return (p.offset - c * q.offset) / turn * p.normal + (q.offset - c * p.offset) / turn * q.normal;
}
std::optional<Vec3> foot(const WayPlane& p, const WayPlane& q, const WayPlane& r) {
  const Vec3 qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
  const double volume = dot(p.normal, qr);
  if (!(std::fabs(volume) > 1e-9)) return std::nullopt;
  return (p.offset * qr + q.offset * rp + r.offset * pq) / volume;
}

class ActivePlanes {
 public:
  bool is_full() const { return count_ == kActive; }
  void add(const WayPlane& plane) { planes_[count_++] = plane; }

  // The shortest foot that is beyond all; one that lies on the plane that came last, which the one before missed.
  std::optional<Vec3> nearest(double miss) const {
    std::optional<Vec3> best;
    const auto look = [&](const std::optional<Vec3>& at) {
      if (!at || (best && squared_norm(*at) >= squared_norm(*best))) return;
      for (std::size_t k = 0; k < count_; ++k)
        if (dot(planes_[k].normal, *at) < planes_[k].offset - miss) return;
      best = at;
    };
    const WayPlane& last = planes_[count_ - 1];
    look(foot(last));
    for (std::size_t i = 0; i + 1 < count_; ++i) {
      look(foot(last, planes_[i]));
      for (std::size_t k = 0; k < i; ++k) look(foot(last, planes_[i], planes_[k]));
    }
    return best;
  }

 private:
  std::array<WayPlane, kActive> planes_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<Vec3> nearest_beyond(std::span<const WayPlane> planes) {
  double size = 0;
  for (const WayPlane& plane : planes) size = std::fmax(size, std::fabs(plane.offset));
  const double miss = kMiss * size;
  ActivePlanes active;
  Vec3 at;
  for (;;) {
    const WayPlane* worst = nullptr;
    double most = miss;
    for (const WayPlane& plane : planes)
      if (const double missed = plane.offset - dot(plane.normal, at); missed > most) most = missed, worst = &plane;
    if (worst == nullptr) return at;
    if (active.is_full()) return std::nullopt;
    active.add(*worst);
    const std::optional<Vec3> next = active.nearest(0.5 * miss);
    if (!next) return std::nullopt;
    at = *next;
  }
}

}  // namespace clearance::detail
