// Question: is what a result says about two moving convex bodies true?
// Method:   apart until `lower`, by its timeline; in contact at `upper`, by its certificate with the bodies where their
//           motions have them then, or at its root, where four vertices meet. Sees points, radii, motions and the
//           claim; knows no algorithm.
// Proves:   what it accepts.
//           Under an angular velocity contact is shown wherever the bodies may be, as check_timeline.h bounds that.
#pragma once

#include <clearance/proof/certificate.h>
#include <clearance/proof/check_timeline.h>
#include <clearance/proof/contact_time.h>

#include <optional>

namespace clearance {

struct MotionClaim : ContactTime {
  Certificate contact;              // at `upper`
  std::optional<ContactRoot> root;  // instead, or as well: an instant between `lower` and `upper`
  Timeline timeline;                // up to `lower`, or the interval's end; not at `lower` itself where that is `upper`
  std::optional<std::uint32_t> part_a, part_b;  // of which contact and root speak, of a body of several
};

// `margin`: contact is to be no farther apart than this; it adds to the radii. Undecided claims no contact, only what
// its timeline shows. Without spans, and without a certificate where there is none (tangency; flat bodies that meet in
// one plane), a claim lacks a proof and is not refuted. CONTRACT §4 says it all.
CheckResult check_motion(const MotionClaim& claim, const PointsInMotion& a, const PointsInMotion& b, Interval interval,
                         double margin = 0);

}  // namespace clearance
