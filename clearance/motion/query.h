// Question: when do two moving bodies first meet, during which times are they in contact, and is a motion free of
//           contact from beginning to end?
// Method:   methods in doubles with bounds find spans of time and, for each, a plane that separates the bodies at every
//           instant of it; where doubles cannot tell, exact contact functions decide (motion_method.h has the table).
//           Bodies of triangles and of parts: their trees and the time are divided together (shape_search.h), down to
//           two elements, which are convex.
// Proves:   every instant, not samples: the planes are a timeline (proof/check_timeline.h), and contact is shown at the
//           upper end of the bracket, with the bodies where their motions have them then, exactly.
//           Half-spaces: half_space_motion.h, half_space_spin.h.
//           Under an angular velocity positions are not rational: answers hold throughout what is known of them, some
//           2⁻⁹⁰ of the bodies (spin_doubt.h); a touch that shows less stays undecided.
// Cost:     about a microsecond for convex bodies that do not turn, a few for those that do.
#pragma once

#include <clearance/answer/answer.h>
#include <clearance/base/limits.h>
#include <clearance/base/result.h>
#include <clearance/math/motion.h>
#include <clearance/motion/motion_method.h>
#include <clearance/proof/check_motion.h>
#include <clearance/shape/parts.h>

#include <optional>
#include <span>
#include <vector>

namespace clearance {

struct MotionOptions {
  MotionMethod method = MotionMethod::Automatic;
  double margin = 0;             // contact is to be no farther apart than this
  double width = 1e-9;           // of a bracket, at most, as a share of the interval; 0: the nearest doubles
  int max_instants = 1'000'000;  // looked at; FixedSteps: as many, evenly spread
  Deadline deadline = {};
  // Where an added `method` is looked up: all_motion_methods() has those of lab/.
  std::span<const MotionMethodRow> methods = {};
};

// The answer is Undecided where instants or time ran out: clear before `lower`, unknown from there on.
struct FirstContact : ContactTime {
  MotionMethod decided_by = MotionMethod::Automatic;
  int instants = 0;  // looked at
  // Where the bodies meet, rounded; the normal points from a to b. Contact and Already only.
  Vec3 point_a, point_b, normal;
  Feature feature_a = Feature::Vertex, feature_b = Feature::Vertex;
  std::uint32_t part_a = kNoIndex, part_b = kNoIndex;          // that meet, of a body of several
  std::uint32_t triangle_a = kNoIndex, triangle_b = kNoIndex;  // and of a mesh
  Certificate contact;              // shows contact at `upper`, or at `root`; of tangent rounded bodies there is none
  std::optional<ContactRoot> root;  // the instant itself, where the bodies meet at no double nearby: a graze
  // From the beginning to `lower` (Clear: to the end). Empty where contact is there at once, where a gap is so thin
  // that no plane of doubles shows it (then all of it is decided by contact functions alone), and for bodies of
  // triangles or parts, where separation_timeline makes it on demand. A half-space's own plane always shows it.
  Timeline timeline;
};

// Refused: an interval that is none or begins before a motion does; a margin or width that is negative or not finite;
// a turn by more than 2^20 radians until the interval ends. A method that is asked for speaks of two convex bodies,
// elements among them; Features asks all pairs of elements, as the reference, and cannot answer angular velocities;
// half-spaces have a method of their own. One that is added answers first_contact and clear_throughout for whatever it
// takes; refused: one that options.methods has not, and interference by any.
Result<FirstContact> first_contact(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                   Interval interval, const MotionOptions& options = {});

Result<FirstContact> first_contact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                   Interval interval, const MotionOptions& options = {});

// The same as soon as it is known whether there is contact at all: Clear, or a bracket as wide as it happens to be.
Result<FirstContact> clear_throughout(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                      const Motion& motion_b, Interval interval, const MotionOptions& options = {});
Result<FirstContact> clear_throughout(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                      Interval interval, const MotionOptions& options = {});

// Shows that two bodies share no point at any instant, and are more than options.margin apart: of bodies of triangles
// or parts, whose answers come without. Nothing where they are not, and where instants or time ran out. Refused: as
// above.
Result<std::optional<Timeline>> separation_timeline(const Shape& a, const Motion& motion_a, const Shape& b,
                                                    const Motion& motion_b, Interval interval,
                                                    const MotionOptions& options = {});

// What a result claims, ready for check_motion.
MotionClaim claim_of(const FirstContact& result);
// With the timeline that it needs, where the result has none. Where nothing shows it to the very end, `lower` may be
// earlier than the result's, by less than options.width.
MotionClaim claim_of(const FirstContact& result, const Shape& a, const Motion& motion_a, const Shape& b,
                     const Motion& motion_b, Interval interval, const MotionOptions& options = {});

// In contact from begin to end, both brackets: at begin.upper and end.lower, apart at begin.lower and end.upper unless
// those are equal or the interval's own ends. A contact that lasts through no double has one bracket as both, of the
// two doubles next to it, which are apart; and one that ends less than a double before the next begins is one with
// that.
struct ContactInterval {
  Bracket begin, end;
  // begin and end are this one instant. Without radii and margin, and where four vertices lie in a plane for no longer:
  // other grazes have their brackets alone.
  std::optional<ContactRoot> graze;
};
struct Interference {
  // Clear: no intervals. Contact, Already: all of them. Undecided: those until `decided_until`.
  MotionStatus status = MotionStatus::NotAsked;
  double decided_until = -std::numeric_limits<double>::infinity();
  std::vector<ContactInterval> intervals;  // rising, disjoint

  bool is_clear() const { return status == MotionStatus::Clear; }
};

// Decided by contact functions throughout, to the nearest doubles.
Result<Interference> interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options = {});
// Bodies of triangles or parts: inside a solid is in contact. Brackets are no wider than options.width says, of the
// nearest doubles where that is 0, and nothing is said of the instants inside them: a contact that begins and ends
// there is not told from the interval. Grazes of bodies of parts have brackets alone.
Result<Interference> interference(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                  Interval interval, const MotionOptions& options = {});

// Two plain polytopes are two rounded ones of radius 0, and no other shapes.
inline Result<FirstContact> first_contact(const Polytope& a, const Motion& motion_a, const Polytope& b,
                                          const Motion& motion_b, Interval interval,
                                          const MotionOptions& options = {}) {
  return first_contact(Rounded(a), motion_a, Rounded(b), motion_b, interval, options);
}
inline Result<FirstContact> clear_throughout(const Polytope& a, const Motion& motion_a, const Polytope& b,
                                             const Motion& motion_b, Interval interval,
                                             const MotionOptions& options = {}) {
  return clear_throughout(Rounded(a), motion_a, Rounded(b), motion_b, interval, options);
}
inline Result<Interference> interference(const Polytope& a, const Motion& motion_a, const Polytope& b,
                                         const Motion& motion_b, Interval interval, const MotionOptions& options = {}) {
  return interference(Rounded(a), motion_a, Rounded(b), motion_b, interval, options);
}

}  // namespace clearance
