// Question: which leaves can be near each other, or near something else?
// Method:   a world box per leaf, rounded outward and grown by the padding, in a broad phase. Boxes are made when a
//           question needs them, for those leaves alone that moved since.
// Proves:   a leaf lies in its box; half-spaces have none, and are compared with every box by their planes.
#pragma once

#include <clearance/broad/methods.h>
#include <clearance/world/bodies/bodies.h>
#include <clearance/world/patience.h>

#include <memory>
#include <vector>

namespace clearance::detail {

class Boxes {
 public:
  explicit Boxes(BroadMethod method) : broad_(make_broad_phase(method)) {}
  Boxes(const Boxes& other) : broad_(other.broad_->clone()) {}
  Boxes& operator=(const Boxes&) = delete;
  ~Boxes() = default;

  // Makes those that are out of date. False: not all of them, patience has ended; the next call makes the others.
  [[nodiscard]] bool update(Bodies& bodies, Workers& workers, const Patience& patience, std::size_t& made);

  BroadPhase& broad() { return *broad_; }
  const BroadPhase& broad() const { return *broad_; }
  // kNoBox of a half-space, and of an empty slot.
  const Box& operator[](std::uint32_t leaf) const { return broad_->box(leaf); }

 private:
  std::unique_ptr<BroadPhase> broad_;
  std::vector<std::uint32_t> made_;  // scratch, by chunk: one more than the boxes, or 0
};

// Whether the whole box lies farther than `limit` from the half-space, for certain.
bool surely_beyond(const HalfSpace& space, const Pose& pose, const Box& box, double limit);

}  // namespace clearance::detail
