// Question: during which times are two moving bodies of triangles or parts in contact?
// Method:   first contact (shape_search.h), then from pair to pair: while two elements are in contact, the end of that
//           contact is found (contact_end.h), and just behind it others in contact are looked for, or a solid that
//           holds the other body, until its surface is met. None: the interval has ended, and the next first contact is
//           searched. Where it is not plain what happens in between, and for brackets of the nearest doubles, all
//           elements that come near each other in that short time are asked, exactly (shape_reference.h).
// Proves:   contact at every instant of an interval, none outside of all but in brackets.
// Cannot:   angular velocity.
// Cost:     by the number of pairs of elements that relieve each other, not of those in contact.
#pragma once

#include <clearance/motion/contact_times.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shape_search.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace clearance::detail {

class ShapeSweep {
 public:
  ShapeSweep(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience);

  Interference run();

 private:
  // What is in contact at an instant.
  enum class Held : std::uint8_t { Apart, Elements, Inside, OutOfPatience };

  Held look_at(double time);
  bool are_in_contact_at(double time) const;
  ShapeSearch::Outcome search_to_end(double& lower, double& upper);
  void begin_contact();
  void hold_on();
  void go_behind(Bracket end);
  bool has_been_held_since(double time);
  bool resolve(double from, double to, std::size_t most);
  void close(Bracket end);
  void stop(double known_until);

  ShapeQuestion question_;  // its width is what brackets are searched with
  MotionOptions options_;
  MotionPatience& patience_;
  const bool is_tight_;  // brackets of the nearest doubles
  Interference found_;
  double time_;  // all is known until then
  Held held_ = Held::Apart;
  Piece a_, b_;                      // that are in contact, of Held::Elements
  std::optional<Bracket> begin_;     // of the contact that goes on
  std::optional<ContactRoot> root_;  // where that begins, perhaps
  bool is_done_ = false;
};

}  // namespace clearance::detail
