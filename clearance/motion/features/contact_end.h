// Question: two moving convex bodies are in contact at a time: until when?
// Method:   bodies that overlap by a depth stay in contact until one has moved by as much against the other: steps in
//           doubles, as in conservative advancement, until they gain little. What is left is asked of the contact
//           functions (contact_times.h), for about as long as instants looked at in doubles show contact. Those of
//           bodies with radii or of many features cost most: more steps then, and none where too little is left.
// Proves:   contact at every instant until then, and the end of it, exactly.
// Cannot:   angular velocity.
// Cost:     some microseconds a step; about a millisecond for the contact functions of two triangles.
#pragma once

#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/moving_pair.h>
#include <clearance/motion/patience.h>

#include <optional>

namespace clearance::detail {

struct ContactEndSearch {
  const Rounded& a;
  const Motion& motion_a;
  const Rounded& b;
  const Motion& motion_b;
  double margin;
  double until;  // cut off there
  MotionPatience& patience;

  // Less than this of a contact, which it seems to be the end of, need not be followed.
  double width = 0;

  // In contact from `from` on, which is known: until the bracket's lower end surely, and its upper end is behind it or
  // no longer needed. Nothing where patience is out, and then surely until reached.
  std::optional<Bracket> end_of_contact(double from);
  // The same in doubles alone: surely until the lower end, and as it seems until the upper one.
  std::optional<Bracket> rough_end_of_contact(double from);
  // In contact from then to `until`, as doubles show; false where they do not.
  bool lasts_throughout(double from) const;
  // In contact until then, roughly: what one of many bodies in contact is chosen by.
  double guess(double from) const;

  double reached = 0;

 private:
  double lasting(const MovingPair& pair) const;
  bool step(double little);
  bool go_on(int most, double little);
};

}  // namespace clearance::detail
