// Question: what is the environment of the thesis' experiments (Chung §6.2), exactly?
// Method:   equal bodies move through a closed cube, 5 % of their radius and 10° a frame; two that collide both turn
//           back, in line and rotation; walls reflect. A pair is tested while the tight world boxes of its bodies
//           overlap, which is what sweep and prune passes on. A pair's cache lives as long as its boxes overlap
//           without a break. The thesis does not say how dense its environment was; ours is kDensity.
#pragma once

#include <bench/random_motion.h>
#include <clearance/build/primitives.h>
#include <clearance/narrow/pair_cache.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clearance::bench {

class Environment {
 public:
  // Bodies per cube of the radius: 500 ellipsoids of (1, .7, .5) fill about a twentieth of the space.
  static constexpr double kDensity = 1.0 / 27;

  struct Pair {
    std::uint32_t a, b;
    bool fresh;  // the boxes did not overlap in the frame before
    PairCache* cache;
  };

  Environment(TestShape shape, int n, int bodies);

  const Polytope& polytope(std::uint32_t body) const { return polytopes_[body % polytopes_.size()]; }
  const Pose& pose(std::uint32_t body) const { return poses_[body]; }
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
  struct Box {
    Vec3 low, high;
  };
  using Key = std::pair<std::uint32_t, std::uint32_t>;

  Box box_of(std::uint32_t body) const;
  bool has_room(std::uint32_t body) const;

  Random random_;
  double half_;  // of the cube's side
  std::vector<Polytope> polytopes_;
  std::vector<Body> bodies_;
  std::vector<Pose> poses_;
  std::map<Key, PairCache> caches_;
};

}  // namespace clearance::bench
