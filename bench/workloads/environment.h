// Question: what is the environment of the thesis' experiments (Chung §6.2), exactly?
// Method:   bodies move through a closed cube, 5 % of their radius and 10° a frame unless something else is asked for;
//           two that collide both turn back, in line and rotation; walls reflect. A pair is tested while the tight
//           world boxes of its bodies overlap, which is what sweep and prune passes on. A pair's cache lives as long as
//           its boxes overlap without a break. The thesis does not say how dense its environment was; ours is kDensity.
#pragma once

#include <bench/race/courses.h>
#include <bench/workloads/random_motion.h>
#include <clearance/build/primitives.h>
#include <clearance/convex/convex_cache.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clearance::bench {

struct EnvironmentOptions {
  // Bodies per cube of the radius: 500 ellipsoids of (1, .7, .5) fill about a twentieth of the space.
  static constexpr double kDensity = 1.0 / 27;

  std::vector<TestShape> shapes;  // the bodies take turns
  int n = 20;                     // points of each hull
  int bodies = 100;
  double step = 0.05;                               // a frame, of the radius, which is 1 for all three shapes
  double half_angle_tangent = 0.08748866352592401;  // of half of the turn a frame: 10°
  double density = kDensity;
};

class Environment {
 public:
  static constexpr double kDensity = EnvironmentOptions::kDensity;

  struct Pair {
    std::uint32_t a, b;
    bool fresh;  // the boxes did not overlap in the frame before
    ConvexCache* cache;
  };

  Environment(TestShape shape, int n, int bodies);
  explicit Environment(const EnvironmentOptions& options);

  std::size_t body_count() const { return bodies_.size(); }
  const std::vector<Polytope>& polytopes() const { return polytopes_; }
  std::uint32_t polytope_of(std::uint32_t body) const { return body % static_cast<std::uint32_t>(polytopes_.size()); }
  const Polytope& polytope(std::uint32_t body) const { return polytopes_[polytope_of(body)]; }
  const Pose& pose(std::uint32_t body) const { return poses_[body]; }
  const std::vector<Pose>& poses() const { return poses_; }
  // The pairs whose boxes overlap now, in a fixed order.
  std::vector<Pair> pairs();
  void report_collision(const Pair& pair);
  void advance();

 private:
  struct Body {
    Vec3 position, heading, axis;
    Quat rotation;
    bool collided = false;
  };
  using Key = std::pair<std::uint32_t, std::uint32_t>;

  bool has_room(std::uint32_t body) const;

  Random random_;
  double half_;  // of the cube's side
  double step_, half_angle_tangent_;
  std::vector<Polytope> polytopes_;
  std::vector<Body> bodies_;
  std::vector<Pose> poses_;
  std::map<Key, ConvexCache> caches_;
};

// A pair whose boxes overlap in a frame.
struct Candidate {
  std::uint32_t a, b;
  std::uint32_t slot;  // of the pair's cache; others get it when the boxes have parted
  bool fresh;          // the boxes did not overlap in the frame before: the slot is to be emptied
  bool colliding;      // proved
};

// An environment's way, written down once, so that everybody can be asked about the same frames.
struct Recording {
  Trajectory trajectory;
  std::vector<std::vector<Candidate>> candidates;  // by frame
  std::size_t slots = 0;
  std::size_t tests = 0, collisions = 0;  // over all frames

  double frames() const { return static_cast<double>(candidates.size()); }
};
Recording record(const EnvironmentOptions& options, int frames);

}  // namespace clearance::bench
