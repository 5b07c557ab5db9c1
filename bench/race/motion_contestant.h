// Question: how are our queries about motions and a peer's asked in the same way?
// Method:   a MotionAsker answers about one pair of a scene after the other; shapes and motions are in its own types
//           beforehand. Libraries turn bodies in different ways from one pose to another, so each tells where it has
//           them.
#pragma once

#include <bench/race/contestant.h>
#include <bench/workloads/w5.h>

namespace clearance::bench {

struct PosePair {
  Pose a, b;
};

class MotionAsker {
 public:
  virtual ~MotionAsker() = default;
  // Colliding: they meet, at the time `value`, at the earliest `width` before. Separated: they never do.
  virtual Answer ask(std::size_t pair) = 0;
  // Where the motion that it answers for has the bodies.
  virtual PosePair where(std::size_t pair, double time) const = 0;
};

struct MotionContestant {
  std::string package, name;
  // How it turns bodies; those of one package with the same way have them at the same places.
  std::string way;
  bool can_turn;
  // The scene outlives it.
  std::function<std::unique_ptr<MotionAsker>(const W5Scene& scene)> make;

  bool is_ours() const { return package == "Clearance"; }
  std::string full_name() const { return package + ", " + name; }
};

template <class Asker, class... Settings>
MotionContestant moves_by(std::string package, std::string name, std::string way, bool can_turn, Settings... settings) {
  return {std::move(package), std::move(name), std::move(way), can_turn,
          [=](const W5Scene& scene) { return std::make_unique<Asker>(scene, settings...); }};
}

}  // namespace clearance::bench
