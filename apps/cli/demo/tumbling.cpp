#include "tumbling.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::cli {
namespace {

// Walls reflect what is on its way out.
void reflect(double place, double half, double& velocity) {
  if (place * velocity > 0 && std::abs(place) > half) velocity = -velocity;
}

// Turned by a small angle about the spin's axis: the product (1, half) · q, of length 1 again.
Quat turned_on(const Quat& q, Vec3 spin, double time) {
  const Vec3 half = (0.5 * time) * spin, v{q.x, q.y, q.z};
  const double w = q.w - dot(half, v);
  const Vec3 axis = v + q.w * half + cross(half, v);
  const double length = std::sqrt(w * w + dot(axis, axis));
  return {w / length, axis.x / length, axis.y / length, axis.z / length};
}

}  // namespace

Tumbling::Tumbling(const Scene& scene) {
  for (const SceneObject& object : scene.objects) {
    const Flight flight = object.motion ? object.motion->flight : Flight{};
    poses_.push_back(object.pose);
    velocities_.push_back(flight.velocity);
    spins_.push_back(flight.angular_velocity);
    const Vec3 at = object.pose.translation();
    half_ = std::max({half_, std::abs(at.x), std::abs(at.y), std::abs(at.z)});
  }
}

void Tumbling::collide(std::uint32_t a, std::uint32_t b) {
  const Vec3 apart = poses_[b].translation() - poses_[a].translation();
  if (dot(velocities_[b] - velocities_[a], apart) < 0) std::swap(velocities_[a], velocities_[b]);
}

void Tumbling::step(double time) {
  for (std::size_t k = 0; k < poses_.size(); ++k) {
    const Vec3 at = poses_[k].translation();
    Vec3& velocity = velocities_[k];
    reflect(at.x, half_, velocity.x);
    reflect(at.y, half_, velocity.y);
    reflect(at.z, half_, velocity.z);
    poses_[k] = rotation(turned_on(poses_[k].quaternion(), spins_[k], time), at + time * velocity);
  }
}

}  // namespace clearance::cli
