// Question: during which times are two moving bodies of triangles or parts in contact?
// Method:   first contact (shape_search.h), then from witness to witness: what is in contact and seems to last is
//           followed until that ends (shape_witness.h), and there another is looked for that lasts longer; the last
//           time just behind it. None: the interval has ended, and the next first contact is searched. Where it is not
//           plain what happens in between, and for brackets of the nearest doubles, all elements that come near each
//           other in that short time are asked, exactly (shape_reference.h).
// Proves:   contact at every instant of an interval, none outside of all but in brackets.
// Cannot:   angular velocity.
// Cost:     by the number of witnesses that relieve each other, not of elements in contact; about a millisecond each.
#pragma once

#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shapes/shape_witness.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace clearance::detail {

class ShapeSweep {
 public:
  ShapeSweep(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience);

  Interference run();

 private:
  bool look_at(double time);
  bool is_apart() const { return witness_.kind == ContactWitness::Kind::None; }
  void begin_contact();
  void hold_on();
  bool has_gone_on(Bracket end);
  void go_behind(Bracket end);
  bool resolve(double from, double to, std::size_t most);
  void close(Bracket end);
  void close_at_end();
  void stop(double known_until);

  ShapeQuestion question_;  // its width is what brackets are searched with
  MotionOptions options_;
  MotionPatience& patience_;
  ShapeWitnesses witnesses_;
  const bool is_tight_;  // brackets of the nearest doubles
  Interference found_;
  double time_;                      // all is known until then
  ContactWitness witness_;           // of contact at that time
  std::optional<Bracket> begin_;     // of the contact that goes on
  std::optional<ContactRoot> root_;  // where that begins, perhaps
  bool is_done_ = false;
};

}  // namespace clearance::detail
