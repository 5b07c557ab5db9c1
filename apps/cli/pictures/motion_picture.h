// Question: what does a method find out about two bodies in time?
// Method:   a plot: their distance over time, as the query of one instant tells it; beneath it what each span of the
//           timeline proves, the gap along its plane's normal; the instants that were looked at; the bracket of the
//           first contact, or all times of contact. Under it the spans once more over the time that is left until
//           contact, on a logarithmic scale: the last are too short to be seen otherwise.
#pragma once

#include <clearance/clearance.h>

#include <string>
#include <vector>

namespace clearance::cli {

struct MotionSample {
  double time, distance;  // of bodies in contact: minus the depth
};

struct MotionPicture {
  // What one plane proves.
  struct Span {
    double from, to;
    std::vector<MotionSample> bound;  // not above the distance
  };

  std::string name_a, name_b;
  std::string method, finds;
  Interval interval;
  Interval shown;  // of it: what comes long after a first contact is left out, unless the method looked at it
  double margin = 0;
  FirstContact first;
  std::vector<ContactInterval> contacts;  // all, where the method finds or misses them
  std::vector<MotionSample> distance;     // at rising times
  std::vector<Span> spans;                // of first.timeline
  std::vector<MotionSample> instants;     // looked at, as far as is known; none for contact functions
};
std::string motion_svg(const MotionPicture& picture);

}  // namespace clearance::cli
