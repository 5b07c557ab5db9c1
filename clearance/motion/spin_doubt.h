// Question: under an angular velocity there are no contact functions, and doubles cannot tell whether two bodies meet
//           soon after an instant: do they?
// Method:   contact is looked for at a few instants within the bracket's width, where it is to hold throughout what is
//           known of the places, some 2⁻⁹⁰ of the bodies; else planes are tried for ever shorter spans, exactly
//           (exact_span.h).
// Proves:   what it returns.
// Cannot:   decide grazes, touches without depth and gaps below what is known of the places: they stay open.
// Cost:     a millisecond or so for each instant and each plane.
#pragma once

#include <clearance/motion/advancement.h>

#include <cstdint>

namespace clearance::detail {

class SpinDoubt {
 public:
  SpinDoubt(const MotionQuestion& question, MotionPatience& patience) : question_(question), patience_(patience) {}

  enum class Outcome : std::uint8_t { Clear, Contact, Open };
  // From the search's reached() on: clear for some time, which is then its reached() and in its timeline; or contact at
  // upper().
  Outcome settle(Advancement& search);

  double upper() const { return upper_; }
  const Certificate& contact() const { return contact_; }

 private:
  bool find_contact(double from, double until);
  bool extend(Advancement& search, double to);

  const MotionQuestion& question_;
  MotionPatience& patience_;
  double upper_ = 0;
  Certificate contact_;
  int settled_ = 0;
};

}  // namespace clearance::detail
