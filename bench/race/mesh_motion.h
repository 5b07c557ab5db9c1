// Question: how are queries about meshes in motion, ours and a peer's, asked in the same way, and judged?
// Method:   as motion_contestant.h and motion_judge.h for hulls, with the bodies of W6.
#pragma once

#include <bench/race/motion_judge.h>
#include <bench/workloads/w6.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clearance::bench {

// The bodies of one pair at one size, in every form that somebody asks for.
struct W6Bodies {
  W6Bodies(const W2Pair& pair, int triangles);

  W2Pair pair;
  int triangles;
  TriangleSoup soup_a, soup_b;
  Shape a, b;  // solids
};

// A library with two bodies: their build is not timed, and serves many motions.
class MeshMover {
 public:
  virtual ~MeshMover() = default;
  // The motions outlive it.
  virtual std::unique_ptr<MotionAsker> asker(const W6Motions& motions) const = 0;
};

struct MeshMotionLibrary {
  std::string package, name;
  std::string way;  // how it turns bodies
  std::function<std::unique_ptr<MeshMover>(const W6Bodies& bodies)> make;
  int most_triangles = std::numeric_limits<int>::max();  // beyond that it takes seconds for a motion, and is not asked

  bool is_ours() const { return package == "Clearance"; }
  std::string full_name() const { return package + ", " + name; }
};

// Of the first so many motions, where this one has them.
std::vector<MotionTruth> sampled_truth(const W6Bodies& bodies, const W6Motions& motions, const MotionAsker& asker,
                                       std::size_t count, int instants);
MotionMistakes judge_motions(const W6Bodies& bodies, const W6Motions& motions, std::span<const Answer> answers,
                             std::span<const MotionTruth> truth, const MotionAsker& asker, int instants);

}  // namespace clearance::bench
