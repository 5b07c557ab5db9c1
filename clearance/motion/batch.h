// Question: one pair of bodies under many motions, or one motion among many obstacles: what is the answer of each, or
//           is any of them in contact?
// Method:   boxes that hold the bodies during the whole interval leave out whom they keep apart; the others are asked
//           one by one (query.h), by any number of threads.
// Proves:   each answer as one alone. Where boxes are enough, a plane between them is the timeline of convex bodies.
// Cost:     some tenths of a microsecond where boxes are enough; nothing after the lowest contact, where that is
//           enough.
#pragma once

#include <clearance/base/limits.h>
#include <clearance/motion/query.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clearance {

struct MotionBatchOptions {
  MotionOptions motion = {};  // of each; its deadline is that of all
  bool only_whether = false;  // clear_throughout instead of first_contact: is there contact at all
  bool first_only = false;    // nothing after the lowest index that is in contact: is any
  int threads = 1;            // 0: as many as the machine has; the answers are the same for any number
  Limits limits = {};         // of all together; a query that runs is ended by the deadline, and Undecided then
};

struct MotionBatch {
  // In the order of the questions. A question that is refused has its error in its own place. NotAsked: later than the
  // lowest contact where that was enough, or than the limits.
  std::vector<Result<FirstContact>> answers;
  // How many are what; all together they are as many as the answers.
  std::size_t clear = 0, in_contact = 0, undecided = 0, refused = 0, not_asked = 0;
  std::size_t clear_by_boxes = 0;       // of those that are clear
  std::optional<std::size_t> lowest;    // in contact: the lowest index
  std::optional<std::size_t> earliest;  // that whose contact has the least `lower`, of several the lowest index

  // Every question was answered, and none is in contact.
  bool is_clear() const { return clear == answers.size(); }
};

// Many motions × one pair: those of b.
MotionBatch first_contact_batch(const Shape& a, const Motion& motion_a, const Shape& b,
                                std::span<const Motion> motions_b, Interval interval,
                                const MotionBatchOptions& options = {});

// One motion × many obstacles, which may move themselves. Refused, in its own place: an obstacle without a shape.
struct Obstacle {
  const Shape* shape = nullptr;
  Motion motion = {};
};
MotionBatch first_contact_batch(const Shape& a, const Motion& motion_a, std::span<const Obstacle> obstacles,
                                Interval interval, const MotionBatchOptions& options = {});

}  // namespace clearance
