#include <bench/environment.h>
#include <clearance/narrow/query.h>
#include <clearance/support/support.h>

#include <algorithm>

namespace clearance::bench {
namespace {

constexpr double kStep = 0.05;                    // of the radius, which is 1 for all three shapes
constexpr double kTangent = 0.08748866352592401;  // of half of 10°
constexpr int kPolytopes = 10;                    // different ones, which the bodies share

bool overlap(Vec3 low_a, Vec3 high_a, Vec3 low_b, Vec3 high_b) {
  return low_a.y <= high_b.y && low_b.y <= high_a.y && low_a.z <= high_b.z && low_b.z <= high_a.z &&
         low_a.x <= high_b.x && low_b.x <= high_a.x;
}

void bounce(double& position, double& heading, double half) {
  if (std::fabs(position) > half && position * heading > 0) heading = -heading;
}

}  // namespace

Environment::Environment(TestShape shape, int n, int bodies)
    : random_(static_cast<std::uint64_t>(shape) * 10'000 + static_cast<std::uint64_t>(n)),
      half_(0.5 * std::cbrt(static_cast<double>(bodies) / kDensity)) {
  for (int k = 0; k < kPolytopes; ++k) polytopes_.push_back(test_polytope(shape, n, random_.bits()));
  for (int k = 0; k < bodies; ++k) {
    bodies_.push_back({});
    poses_.emplace_back();
    Body& body = bodies_.back();
    do {
      body = {random_point(random_, half_), random_direction(random_), random_direction(random_),
              random_rotation(random_)};
      poses_.back() = rotation(body.rotation, body.position);
    } while (!has_room(static_cast<std::uint32_t>(k)));
  }
}

// Whether the body penetrates none of those before it.
bool Environment::has_room(std::uint32_t body) const {
  for (std::uint32_t other = 0; other < body; ++other) {
    if (norm(bodies_[other].position - bodies_[body].position) > 2.5) continue;  // beyond both radii
    if (intersects(polytope(other), poses_[other], polytope(body), poses_[body])) return false;
  }
  return true;
}

Environment::Box Environment::box_of(std::uint32_t body) const {
  const Mat3& r = poses_[body].rotation();
  const Polytope& hull = polytope(body);
  double low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = dot(r.row[k], hull.vertex(support_vertex(hull, -r.row[k])));
    high[k] = dot(r.row[k], hull.vertex(support_vertex(hull, r.row[k])));
  }
  const Vec3 t = poses_[body].translation();
  return {t + Vec3{low[0], low[1], low[2]}, t + Vec3{high[0], high[1], high[2]}};
}

std::vector<Environment::Pair> Environment::pairs() {
  std::vector<Box> boxes(bodies_.size());
  std::vector<std::uint32_t> order(bodies_.size());
  for (std::uint32_t k = 0; k < bodies_.size(); ++k) boxes[k] = box_of(k), order[k] = k;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair{boxes[a].low.x, a} < std::pair{boxes[b].low.x, b};
  });
  std::map<Key, PairCache> still;
  std::vector<Pair> found;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box& box = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].low.x <= box.high.x; ++j) {
      const Box& other = boxes[order[j]];
      if (!overlap(box.low, box.high, other.low, other.high)) continue;
      const Key key = std::minmax(order[i], order[j]);
      const auto known = caches_.find(key);
      const bool fresh = known == caches_.end();
      PairCache& cache = still.emplace(key, fresh ? PairCache{} : known->second).first->second;
      found.push_back({key.first, key.second, fresh, &cache});
    }
  }
  caches_ = std::move(still);  // nodes move as they are: the pointers hold
  return found;
}

void Environment::report_collision(const Pair& pair) {
  bodies_[pair.a].collided = true;
  bodies_[pair.b].collided = true;
}

void Environment::advance() {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    Body& body = bodies_[k];
    if (body.collided) body.heading = -body.heading, body.axis = -body.axis;
    body.collided = false;
    body.position = body.position + kStep * body.heading;
    bounce(body.position.x, body.heading.x, half_);
    bounce(body.position.y, body.heading.y, half_);
    bounce(body.position.z, body.heading.z, half_);
    body.rotation = normalised_product(turn(body.axis, kTangent), body.rotation);
    poses_[k] = rotation(body.rotation, body.position);
  }
}

}  // namespace clearance::bench
