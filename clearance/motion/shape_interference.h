// Question: during which times are two moving bodies of triangles or parts in contact?
// Method:   first contact (shape_search.h), then from pair to pair: while two elements are in contact, the end of that
//           contact is found (contact_end.h), and behind it others in contact are looked for, or a solid that holds the
//           other body, until its surface is met. None: the interval has ended, and the next first contact is searched.
// Proves:   contact at every instant of an interval, none in between. Ends are to the nearest doubles; whether an end
//           is a double itself, all elements that touch then must agree, and where more than kTouching pairs may, its
//           bracket goes on to the next double.
// Cannot:   angular velocity.
// Cost:     by the number of pairs of elements that relieve each other, not of those in contact.
#pragma once

#include <clearance/motion/contact_times.h>
#include <clearance/motion/patience.h>
#include <clearance/motion/shape_search.h>

#include <optional>
#include <vector>

namespace clearance::detail {

class ShapeSweep {
 public:
  // The question's width is 0.
  ShapeSweep(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience)
      : question_(question), options_(options), patience_(patience), time_(question.interval.begin) {
    options_.method = MotionMethod::Automatic;
  }

  Interference run();

  static constexpr int kTouching = 256;

 private:
  // What is in contact at time_.
  enum class Held : std::uint8_t { Apart, Elements, Inside, OutOfPatience };

  Held look_at(double time);
  bool set_first_meeting(double until);
  void begin_contact();
  void hold_on();
  void go_behind(ContactEnd end);
  void go_behind_double(double time);
  void close(Bracket end);
  void stop(double known_until);
  // All that happens between two neighbouring doubles; nothing where too much does.
  std::optional<std::vector<ContactSpan>> between(double lower, double upper);

  const ShapeQuestion& question_;
  MotionOptions options_;
  MotionPatience& patience_;
  Interference found_;
  double time_;  // all is known until then
  Held held_ = Held::Apart;
  Piece a_, b_;                     // that are in contact, of Held::Elements
  std::optional<Bracket> begin_;    // of the contact that goes on
  std::optional<ContactEnd> meet_;  // when elements first meet, after set_first_meeting()
  bool is_met_then_ = false;        // at the upper end of its bracket, too
  std::optional<ContactRoot> graze_;
  bool is_done_ = false;
};

}  // namespace clearance::detail
