// Question: what moves in a scene, and what do timelines show of its times of contact?
// Method:   for every object of a pair its body and motion, made once. Timelines between intervals of contact and roots
//           of grazes by proof/, as in a first contact.
// Cannot:   show the times of contact themselves: contact throughout an interval has no certificate.
#pragma once

#include <clearance/io/results/motion_result.h>
#include <clearance/io/scenes/moving_object.h>

#include <map>
#include <optional>
#include <vector>

namespace clearance::detail {

struct MovingScene {
  Scene scene;
  Interval interval;
  std::map<std::uint32_t, MovingObject> objects;  // by their numbers in the scene; those of the pairs that are followed

  const MovingObject& object(std::uint32_t number) const { return objects.at(number); }
};

// Those of the pair, where they were not followed yet: a result may speak of more pairs than the scene asks about.
// Errors begin with the scene's name.
std::optional<Error> follow_objects(MovingScene& moving, ScenePair pair);

// Two objects of such a scene, which must outlive it.
struct MovingPair {
  const MovingObject &a, &b;
  Interval interval;  // of the scene
  double margin = 0;

  CheckResult check(const MotionClaim& claim) const { return check_motion(claim, a, b, interval, margin); }
  CheckResult check(const Timeline& timeline, Interval shown) const {
    return check_timeline(timeline, a, b, shown, margin);
  }
};

// The times after an interval of contact that its gap's timeline is about: up to the next interval or the end, from
// double to double. None where no double is left between them.
std::optional<Interval> gap_after(const std::vector<ContactInterval>& intervals, std::size_t k, Interval whole);

// Each timeline that is there, over its gap. Holds where there are none.
CheckResult check_gaps(const std::vector<Timeline>& gaps, const std::vector<ContactInterval>& intervals,
                       const MovingPair& pair);
// The features of each graze meet at its root.
CheckResult check_grazes(const std::vector<ContactInterval>& intervals, const MovingPair& pair);

}  // namespace clearance::detail
