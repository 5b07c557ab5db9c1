// Question: what can be asked about: which bodies, where in every frame?
// Method:   a course is a view of recorded frames, or the record itself; a contestant's runner keeps a reference.
#pragma once

#include <bench/race/contestant.h>
#include <bench/workloads/w2.h>
#include <clearance/bvh/box.h>
#include <clearance/math/pose.h>
#include <clearance/shape/polytope.h>
#include <clearance/shape/rounded.h>

namespace clearance::bench {

// Two hulls: body a at pose_a[i] and body b at pose_b[i], for every frame i.
struct Frames {
  const Polytope* a;
  const Polytope* b;
  std::span<const Pose> pose_a, pose_b;
};
using Method = Contestant<Frames>;

template <class Asker, class... Settings>
Method method_of(std::string package, std::string name, Query query, Settings... settings) {
  return contestant_of<Asker, Frames>(std::move(package), std::move(name), query, settings...);
}

// Balls, capsules along z and boxes around their own origins.
struct RoundPair {
  const char* name;
  Rounded a, b;
  bool on_floor = false;  // the floor z ≤ 0 instead of a
};
struct RoundFrames {
  const RoundPair& pair;
  std::span<const Pose> pose_a, pose_b;
};
using RoundMethod = Contestant<RoundFrames>;

// Rays at a body that stands where it was modelled. An answer is colliding where the ray hits; its value is the
// fraction of the ray up to there.
struct Ray {
  Vec3 from, to;
};
struct RayTarget {
  std::string name;
  TriangleSoup soup;
  Vec3 box_edges;  // of a box that is centred on the origin; 0 where it is asked as triangles
  bool is_box() const { return box_edges.x > 0; }
};
struct RayCourse {
  const RayTarget& target;
  std::span<const Ray> rays;
};
using RayMethod = Contestant<RayCourse>;

// Two bodies of triangles, as one library has them. Their build is timed, too, and serves many races.
class MeshPair {
 public:
  virtual ~MeshPair() = default;
  // Nothing where the library has no such query. `warm`: with what it can remember from frame to frame; nothing where
  // it can remember nothing. The runner must not outlive the pair, nor what the poses are in.
  virtual std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const = 0;
  // Of both bodies, vertices and triangles included; 0 where nobody can say.
  virtual std::size_t memory_bytes() const { return 0; }
};
struct MeshLibrary {
  std::string package, name;
  // Every body is built anew, even if a and b are equal.
  std::function<std::unique_ptr<MeshPair>(const TriangleSoup& a, const TriangleSoup& b)> make;
  std::string returns;  // what an answer is
};
template <class Pair, class... Settings>
MeshLibrary library_of(std::string package, std::string name, std::string returns, Settings... settings) {
  return {std::move(package), std::move(name),
          [=](const TriangleSoup& a, const TriangleSoup& b) { return std::make_unique<Pair>(a, b, settings...); },
          std::move(returns)};
}

// The boxes of every frame, by body.
using BoxFrames = std::vector<std::vector<Box>>;
using BroadContestant = Contestant<BoxFrames, PairLog&>;

// The box around all boxes of all frames: some peers must be told where the world ends.
inline Box bounds_of(const BoxFrames& frames) {
  Box all = kNoBox;
  for (const auto& boxes : frames)
    for (const Box& box : boxes) all = united(all, box);
  return all;
}

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
using SceneContestant = Contestant<Trajectory, PairLog&>;

}  // namespace clearance::bench
