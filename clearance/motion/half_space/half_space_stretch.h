// Question: which vertices of a body are how high over a moving half-space, while neither motion changes from one piece
//           to the next? The steps that first contact and intervals of contact share.
// Method:   half_space_motion.h.
#pragma once

#include <clearance/exact/time/height_form.h>
#include <clearance/exact/time/root.h>
#include <clearance/motion/half_space/lowest_pieces.h>
#include <clearance/motion/patience.h>

#include <optional>
#include <utility>
#include <vector>

namespace clearance::detail {

// A half-space and another body, whichever of them is a.
struct HalfSpaceQuestion {
  HalfSpaceQuestion(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Interval during,
                    double apart);

  const bool is_b;  // the half-space
  const HalfSpace& space;
  const HalfSpace* const other;  // where both are half-spaces
  const Motion &motion_space, &motion_body;
  const LowestPieces body;
  const Interval interval;
  const double margin;
};

// From one time on, until a keyframe of either motion or the end.
class HalfSpaceStretch {
 public:
  HalfSpaceStretch(const HalfSpaceQuestion& question, double from);

  double from() const { return from_; }
  double to() const { return to_; }

  // A ball around the body stays above the plane throughout, in doubles: nothing else needs to be known.
  bool is_far() const { return is_far_; }
  // Nothing where both are half-spaces and do not face each other throughout: then they meet but at single instants.
  const HeightForm* form() const { return form_ ? &*form_ : nullptr; }
  // Two half-spaces are in contact at an instant of such a stretch.
  bool do_half_spaces_meet(const Dyadic& time) const;
  // Where those that are apart at some instant may cease to face each other: the polynomial is zero where they do.
  Polynomial turned_away() const;

 private:
  bool is_ball_far(const HalfSpaceQuestion& question);

  const HalfSpaceQuestion& question_;
  double from_, to_;
  bool is_far_ = false;
  MovingPlane plane_, other_;  // the second where both are half-spaces
  std::optional<HeightForm> form_;
};

// A vertex at its distance from the plane, exactly then.
struct HalfSpaceEvent {
  Root time;
  LowVertex vertex;
};

// The root of a vertex' own function.
ContactRoot contact_root(const HalfSpaceQuestion& question, const LowVertex& vertex, Bracket between);

// Contact within a bracket, and what is said of it; of two half-spaces the vertex means nothing.
void set_half_space_contact(FirstContact& result, const HalfSpaceQuestion& question, Bracket bracket,
                            const LowVertex& vertex);
// The half-space's own plane, throughout a span.
TimeSpan own_plane(const HalfSpaceQuestion& question, double from, double to);
// Half-spaces that turn about their own normals might as well not; other shapes keep their motion.
Motion without_idle_spin(const Shape& shape, const Motion& motion);

// The exact side: of vertices that are low at some time of a window.
class LowVertices {
 public:
  // Nothing where patience is out.
  static std::optional<LowVertices> find(const HalfSpaceQuestion& question, const HeightForm& form, double from,
                                         double to, MotionPatience& patience);

  std::size_t count() const { return vertices_.size(); }
  // At its distance from the plane at every instant: one that is there at rest, or slides along it.
  bool has_one_at_plane_throughout() const;
  // Some vertex is at the plane or below it then; which one.
  const LowVertex* below_at(const Dyadic& time) const;
  // The first time in [from, to] at which one is. False where patience is out.
  bool find_first(double from, double to, MotionPatience& patience, std::optional<HalfSpaceEvent>& found) const;
  // All times at which one of them is at its distance, rising, each once.
  bool find_all(double from, double to, MotionPatience& patience, std::vector<HalfSpaceEvent>& found) const;

 private:
  LowVertices(const HeightForm& form, std::vector<LowVertex> vertices, double margin)
      : form_(&form), vertices_(std::move(vertices)), margin_(margin) {}
  bool keep_lowest(MotionPatience& patience);
  Polynomial function_of(const LowVertex& vertex) const;

  const HeightForm* form_;
  std::vector<LowVertex> vertices_;
  double margin_;
};

}  // namespace clearance::detail
