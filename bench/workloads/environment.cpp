#include <bench/workloads/environment.h>
#include <clearance/convex/query.h>
#include <clearance/query/world_box.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

constexpr int kPolytopes = 10;  // different ones of each shape, which the bodies share

void bounce(double& position, double& heading, double half) {
  if (std::fabs(position) > half && position * heading > 0) heading = -heading;
}

}  // namespace

Environment::Environment(TestShape shape, int n, int bodies)
    : Environment(EnvironmentOptions{.shapes = {shape}, .n = n, .bodies = bodies}) {}

Environment::Environment(const EnvironmentOptions& options)
    : random_(static_cast<std::uint64_t>(options.shapes.front()) * 10'000 + static_cast<std::uint64_t>(options.n)),
      half_(0.5 * std::cbrt(static_cast<double>(options.bodies) / options.density)),
      step_(options.step),
      half_angle_tangent_(options.half_angle_tangent) {
  for (int k = 0; k < kPolytopes; ++k)
    for (const TestShape shape : options.shapes) polytopes_.push_back(test_polytope(shape, options.n, random_.bits()));
  for (int k = 0; k < options.bodies; ++k) {
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

std::vector<Environment::Pair> Environment::pairs() {
  std::vector<Box> boxes(bodies_.size());
  std::vector<std::uint32_t> order(bodies_.size());
  for (std::uint32_t k = 0; k < bodies_.size(); ++k) boxes[k] = world_box(polytope(k), poses_[k]), order[k] = k;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair{boxes[a].low.x, a} < std::pair{boxes[b].low.x, b};
  });
  std::map<Key, ConvexCache> still;
  std::vector<Pair> found;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box& box = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].low.x <= box.high.x; ++j) {
      const Box& other = boxes[order[j]];
      if (!overlap(box, other)) continue;
      const Key key = std::minmax(order[i], order[j]);
      const auto known = caches_.find(key);
      const bool fresh = known == caches_.end();
      ConvexCache& cache = still.emplace(key, fresh ? ConvexCache{} : known->second).first->second;
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
    body.position = body.position + step_ * body.heading;
    bounce(body.position.x, body.heading.x, half_);
    bounce(body.position.y, body.heading.y, half_);
    bounce(body.position.z, body.heading.z, half_);
    body.rotation = normalised_product(turn(body.axis, half_angle_tangent_), body.rotation);
    poses_[k] = rotation(body.rotation, body.position);
  }
}

namespace {

// Which pair has which slot, while its boxes overlap.
class Slots {
 public:
  std::uint32_t take(const Environment::Pair& pair) {
    const auto known = now_.find({pair.a, pair.b});
    std::uint32_t slot = count_;
    if (known != now_.end()) {
      slot = known->second;
      now_.erase(known);
    } else if (!free_.empty()) {
      slot = free_.back();
      free_.pop_back();
    } else {
      ++count_;
    }
    return next_[{pair.a, pair.b}] = slot;
  }
  void end_frame() {
    for (const auto& [pair, slot] : now_) free_.push_back(slot);
    now_ = std::exchange(next_, {});
  }
  std::uint32_t count() const { return count_; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> now_, next_;
  std::vector<std::uint32_t> free_;
  std::uint32_t count_ = 0;
};

}  // namespace

Recording record(const EnvironmentOptions& options, int frames) {
  Environment environment(options);
  Recording out;
  Trajectory& way = out.trajectory;
  way.hulls = environment.polytopes();
  for (std::uint32_t k = 0; k < environment.body_count(); ++k) way.hull_of.push_back(environment.polytope_of(k));
  Slots slots;
  for (int frame = 0; frame < frames; ++frame) {
    way.frames.push_back(environment.poses());
    std::vector<Candidate>& candidates = out.candidates.emplace_back();
    std::vector<PairKey>& truth = way.truth.emplace_back();
    for (const Environment::Pair& pair : environment.pairs()) {
      const bool colliding{intersects(environment.polytope(pair.a), environment.pose(pair.a),
                                      environment.polytope(pair.b), environment.pose(pair.b), *pair.cache)};
      candidates.push_back({pair.a, pair.b, slots.take(pair), pair.fresh, colliding});
      if (!colliding) continue;
      environment.report_collision(pair);
      truth.push_back(pair_key(pair.a, pair.b));
    }
    std::sort(truth.begin(), truth.end());
    out.tests += candidates.size();
    out.collisions += truth.size();
    slots.end_frame();
    environment.advance();
  }
  out.slots = slots.count();
  return out;
}

}  // namespace clearance::bench
