// Question: doubles cannot tell whether two moving bodies meet soon after an instant: do they?
// Method:   contact functions (feature_times.h) of what can meet in a short time: vertices that lie, along a direction
//           that nearly separates the bodies, as near to the other body as the fastest points can come; edges and faces
//           that have one of them. If there is no contact, a plane of doubles may still show it: those that the search
//           met are tried, exactly.
// Proves:   what it returns.
// Cost:     tens of microseconds for each pair of features that is left.
#pragma once

#include <clearance/motion/advancement.h>
#include <clearance/motion/features/feature_times.h>

#include <cstdint>

namespace clearance::detail {

class Doubt {
 public:
  Doubt(const MotionQuestion& question, MotionPatience& patience) : question_(question), patience_(patience) {}

  enum class Outcome : std::uint8_t { Clear, Contact, OutOfPatience };
  // From the search's reached() on: clear for some time, which is then its reached(); or a first contact. The search's
  // timeline grows where planes serve; where none does, has_hole() says so from then on.
  Outcome settle(Advancement& search);

  FeatureMeeting& meeting() { return meeting_; }  // of Contact
  bool has_hole() const { return has_hole_; }

 private:
  void extend(Advancement& search, Vec3 n, double to);
  bool extend_along(Advancement& search, Vec3 n, double to);

  const MotionQuestion& question_;
  MotionPatience& patience_;
  FeatureMeeting meeting_{Root(Dyadic()), {}};
  double last_ = 0, step_ = 0;
  bool has_hole_ = false;
};

}  // namespace clearance::detail
