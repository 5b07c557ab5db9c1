#include <bench/environment.h>
#include <bench/random_motion.h>
#include <bench/w4.h>
#include <clearance/broad/methods.h>
#include <clearance/build/primitives.h>
#include <clearance/narrow/query.h>
#include <clearance/narrow/world_box.h>

#include <cmath>

namespace clearance::bench {
namespace {

constexpr double kStep = 0.05;                    // of the radius, which is 1 for all three shapes
constexpr double kTangent = 0.08748866352592401;  // of half of 10°
constexpr int kHullsPerShape = 10;                // different ones, which the bodies share
constexpr TestShape kMix[] = {TestShape::Ellipsoid, TestShape::Rod, TestShape::Plate};

struct Body {
  Vec3 position, heading, axis;
  Quat rotation;
};

void bounce(double position, double& heading, double half) {
  if (std::fabs(position) > half && position * heading > 0) heading = -heading;
}

// The environment, writing down where its bodies go.
class Recorder {
 public:
  Recorder(int bodies, int n)
      : random_(static_cast<std::uint64_t>(bodies) * 10'000 + static_cast<std::uint64_t>(n)),
        half_(0.5 * std::cbrt(static_cast<double>(bodies) / Environment::kDensity)) {
    for (const TestShape shape : kMix)
      for (int k = 0; k < kHullsPerShape; ++k) out_.hulls.push_back(test_polytope(shape, n, random_.bits()));
    for (int k = 0; k < bodies; ++k) {
      out_.hull_of.push_back(static_cast<std::uint32_t>(k) % static_cast<std::uint32_t>(out_.hulls.size()));
      do {
        place(static_cast<std::size_t>(k));
      } while (!has_room(static_cast<std::size_t>(k)));
    }
  }

  Trajectory record(int frames) {
    for (int k = 0; k < frames; ++k) {
      if (k > 0) advance();
      out_.frames.push_back(poses_);
      out_.truth.push_back(colliding_pairs());
    }
    return std::move(out_);
  }

 private:
  // Anywhere.
  void place(std::size_t k) {
    bodies_.resize(k + 1);
    poses_.resize(k + 1);
    bodies_[k] = {random_point(random_, half_), random_direction(random_), random_direction(random_),
                  random_rotation(random_)};
    poses_[k] = rotation(bodies_[k].rotation, bodies_[k].position);
  }

  bool meets(std::size_t a, std::size_t b) const {
    return static_cast<bool>(intersects(out_.hull(a), poses_[a], out_.hull(b), poses_[b]));
  }

  // Whether the body meets none of those before it.
  bool has_room(std::size_t body) const {
    for (std::size_t other = 0; other < body; ++other) {
      if (norm(bodies_[other].position - bodies_[body].position) > 2.5) continue;  // beyond both radii
      if (meets(other, body)) return false;
    }
    return true;
  }

  std::vector<PairKey> colliding_pairs() {
    for (std::size_t k = 0; k < poses_.size(); ++k)
      broad_->place(static_cast<std::uint32_t>(k), world_box(out_.hull(k), poses_[k]));
    std::vector<PairKey> found;
    broad_->find_pairs([&](std::span<const IndexPair> block) {
      for (const IndexPair& pair : block)
        if (meets(pair.a, pair.b)) found.push_back(pair_key(pair.a, pair.b));
      return true;
    });
    std::sort(found.begin(), found.end());
    return found;
  }

  void advance() {
    std::vector<bool> collided(bodies_.size());
    for (const PairKey key : out_.truth.back()) collided[key >> 32] = collided[key & 0xffffffffu] = true;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      Body& body = bodies_[k];
      if (collided[k]) body.heading = -body.heading, body.axis = -body.axis;
      body.position = body.position + kStep * body.heading;
      bounce(body.position.x, body.heading.x, half_);
      bounce(body.position.y, body.heading.y, half_);
      bounce(body.position.z, body.heading.z, half_);
      body.rotation = normalised_product(turn(body.axis, kTangent), body.rotation);
      poses_[k] = rotation(body.rotation, body.position);
    }
  }

  Random random_;
  double half_;  // of the cube's side
  Trajectory out_;
  std::vector<Body> bodies_;
  std::vector<Pose> poses_;
  std::unique_ptr<BroadPhase> broad_ = make_broad_phase();
};

}  // namespace

Trajectory w4_trajectory(int bodies, int n, int frames) { return Recorder(bodies, n).record(frames); }

}  // namespace clearance::bench
