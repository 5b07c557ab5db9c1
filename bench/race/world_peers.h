// Question: how are our broad phases and worlds and a peer's measured by the same loop?
// Method:   a contestant makes a runner for recorded frames; prepare() converts a frame to the library's own types,
//           run() moves everything there and reports all pairs, and nothing but run() is timed. All take turns, five
//           times over the same frames, forth and back (so that every frame is a small step from the one before); the
//           fastest pass of each counts. What was reported is compared with the truth pair by pair.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

// A pair of bodies as one number.
using PairKey = std::uint64_t;
constexpr PairKey pair_key(std::uint32_t a, std::uint32_t b) {
  return a < b ? (PairKey{a} << 32 | b) : (PairKey{b} << 32 | a);
}

// What a method reports, in its own order.
class PairLog {
 public:
  void clear() {
    keys_.clear();
    candidates = 0;
  }
  void add(std::uint32_t a, std::uint32_t b) { keys_.push_back(pair_key(a, b)); }
  // A block of anything with a < b.
  template <class Pair>
  void add_all(std::span<const Pair> block) {
    for (const Pair& pair : block) keys_.push_back(PairKey{pair.a} << 32 | pair.b);
  }
  std::span<const PairKey> keys() const { return keys_; }

  std::size_t candidates = 0;  // pairs looked at to find these, where a method can tell

 private:
  std::vector<PairKey> keys_;
};

class ManyRunner {
 public:
  virtual ~ManyRunner() = default;
  virtual void prepare(std::size_t frame) = 0;
  virtual void run(PairLog& pairs) = 0;
  // Kept between frames; 0 where nobody can say.
  virtual std::size_t memory_bytes() const { return 0; }
};

struct Contestant {
  std::string package, name;
  std::function<std::unique_ptr<ManyRunner>()> make;
};

struct RaceResult {
  std::string package, name;
  double seconds = 0;                // per frame
  double setup_seconds = 0;          // making it, and the first frame
  double growth = 10;                // how much longer a frame took than with a tenth of the bodies
  double setup_growth = 10;          // likewise
  double reported = 0;               // pairs per frame
  double candidates = 0;             // per frame
  std::int64_t lost = 0, extra = 0;  // pairs over all frames of the first pass
  std::int64_t lost_touching = 0;    // of those lost, by RaceOptions::touching
  std::int64_t frames = 0;           // of the first pass
  std::size_t bytes = 0;
  std::string skipped;  // why there is nothing above

  bool is_right() const { return skipped.empty() && lost == 0 && extra == 0; }
};

struct RaceOptions {
  int repetitions = 5;
  double longest_pass = 1.0;   // seconds; slower methods see the first frames only, a few at least, and get fewer turns
  double longest_frame = 2.0;  // whoever needs more is left out
  double longest_setup = 20.0;  // likewise; tried only where the result of a smaller world lets one hope
  bool wall_clock = false;      // for methods with threads of their own; else processor time of this thread
  // Of the truth of every frame those that only touch, sorted; or empty.
  std::span<const std::vector<PairKey>> touching = {};
};

// `truth` has the sorted keys of every frame. `smaller` are the results of the same contestants, in order, with a tenth
// of the bodies, or empty.
std::vector<RaceResult> race(std::span<const Contestant> contestants, std::span<const std::vector<PairKey>> truth,
                             const RaceOptions& options, std::span<const RaceResult> smaller = {});

// The boxes of every frame, by body. A runner keeps the reference.
using BoxFrames = std::vector<std::vector<Box>>;

std::vector<Contestant> fcl_broad_phases(const BoxFrames& frames);
std::vector<Contestant> bullet_broad_phases(const BoxFrames& frames);
std::vector<Contestant> ode_broad_phases(const BoxFrames& frames);
std::vector<Contestant> embree_broad_phases(const BoxFrames& frames);
// From nothing to all pairs of the first frame.
std::vector<Contestant> embree_one_shot(const BoxFrames& frames, int threads);

// Bodies on recorded ways.
struct Trajectory {
  std::vector<Polytope> hulls;
  std::vector<std::uint32_t> hull_of;     // by body
  std::vector<std::vector<Pose>> frames;  // by frame, by body
  std::vector<std::vector<PairKey>> truth;
  bool are_boxes = false;  // centred on their origins: peers get them as boxes of their own, too

  std::size_t body_count() const { return hull_of.size(); }
  const Polytope& hull(std::size_t body) const { return hulls[hull_of[body]]; }
};

std::vector<Contestant> fcl_scenes(const Trajectory& trajectory);
std::vector<Contestant> bullet_scenes(const Trajectory& trajectory);
std::vector<Contestant> ode_scenes(const Trajectory& trajectory);

// The box around all boxes of all frames: some peers must be told where the world ends.
inline Box bounds_of(const BoxFrames& frames) {
  Box all = kNoBox;
  for (const auto& boxes : frames)
    for (const Box& box : boxes) all = united(all, box);
  return all;
}

}  // namespace clearance::bench
