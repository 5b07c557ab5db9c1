#include <clearance/motion/spin_interference.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/motion/advancement.h>
#include <clearance/motion/contact_search.h>
#include <clearance/motion/convex_search.h>
#include <clearance/motion/shapes/shape_inside.h>
#include <clearance/motion/shapes/shape_search.h>

#include <optional>
#include <utility>

namespace clearance::detail {
namespace {

// What is in contact: two convex bodies, and for how long they are so at least, before and after an instant.
class PairInContact {
 public:
  PairInContact(Rounded a, const Motion& motion_a, Rounded b, const Motion& motion_b, double margin, Interval interval)
      : a_(std::move(a)),
        b_(std::move(b)),
        motion_a_(motion_a),
        motion_b_(motion_b),
        radii_(Radii(a_.radius(), b_.radius()).with(margin)),
        interval_(interval) {}

  // In contact from a time until this one; the time itself where that is not known.
  double lasts_until(double time) const {
    const Lasting known = lasting(time, interval_.end);
    return known.time < known.leg_end - time ? time + known.time : known.leg_end;
  }
  // In contact at both times, and at all in between.
  bool has_lasted(double from, double to) const {
    const Lasting known = lasting(from, to);
    if (known.leg_end < to) return false;
    return lasting_at(from, to, to) >= to - from;
  }

 private:
  struct Lasting {
    double time, leg_end;
  };
  Lasting lasting(double time, double until) const {
    MovingPair pair(a_.core(), b_.core(), radii_);
    if (!pair.set_legs(motion_a_, motion_b_, time, until)) return {0, time};
    return {lasting_of(pair), pair.leg_end()};
  }
  // At a time of the leg that begins with `from`.
  double lasting_at(double from, double until, double time) const {
    MovingPair pair(a_.core(), b_.core(), radii_);
    return pair.set_legs(motion_a_, motion_b_, from, until) && pair.move_to(time) ? lasting_of(pair) : 0;
  }
  // The poses are off by less than what bounds of 24u make of their reach, in each of three components.
  double lasting_of(const MovingPair& pair) const {
    const double error = 4 * kDotError * pair.posed().reach();
    const Distance gap = distance(a_.core(), pair.pose_a(), b_.core(), pair.pose_b());
    const double depth =
        gap.status == Status::Separated
            ? radii_.low - gap.upper * (1 + 0x1p-50) - error
            : radii_.low + penetration(a_.core(), pair.pose_a(), b_.core(), pair.pose_b()).lower - error;
    const double time = depth / pair.speed() * (1 - 0x1p-40);
    return time > 0 ? time : 0;
  }

  const Rounded a_, b_;
  const Motion &motion_a_, &motion_b_;
  const Radii radii_;
  const Interval interval_;
};

// What two bodies of one kind are to the search below.
class ConvexPair {
 public:
  using InContact = PairInContact;

  ConvexPair(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b, Interval interval,
             const MotionOptions& options)
      : a_(a),
        b_(b),
        motion_a_(motion_a),
        motion_b_(motion_b),
        options_(options),
        pair_(a, motion_a, b, motion_b, options.margin, interval) {}

  FirstContact first(Interval interval, double width, MotionPatience& patience) const {
    MotionOptions options = options_;
    options.method = MotionMethod::Automatic;
    options.max_instants = patience.left();
    FirstContact found = first_contact_within(a_, motion_a_, b_, motion_b_, interval, options, width);
    patience.spend(found.instants);
    return found;
  }
  const PairInContact* in_contact_at(double, MotionPatience&) { return &pair_; }
  // Surely.
  bool are_apart_at(double time, MotionPatience&) const {
    const Dyadic radius = Radii(a_.radius(), b_.radius()).with(options_.margin).exact();
    return decide_at(a_.core(), motion_a_, b_.core(), motion_b_, radius, time).status == Status::Separated;
  }

 private:
  const Rounded &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  const MotionOptions& options_;
  PairInContact pair_;
};

class ShapePair {
 public:
  using InContact = PairInContact;

  ShapePair(const ShapeQuestion& question, const MotionOptions& options) : question_(question), options_(options) {
    options_.method = MotionMethod::Automatic;
  }

  // What lies inside a solid at the beginning is in contact, too.
  FirstContact first(Interval interval, double width, MotionPatience& patience) const {
    ShapeQuestion then = question_;
    then.interval = interval, then.width = width;
    FirstContact found;
    ShapeSearch search(then, options_, patience);
    switch (search.run()) {
      case ShapeSearch::Outcome::Clear:
        found.status = MotionStatus::Clear;
        break;
      case ShapeSearch::Outcome::OutOfPatience:
        found.status = MotionStatus::Undecided;
        found.lower = search.clear_until();
        return found;
      case ShapeSearch::Outcome::Contact:
        found.status = MotionStatus::Contact;
        found.lower = search.contact().first.lower, found.upper = search.contact().first.upper;
    }
    if ((found.is_clear() || found.lower > interval.begin) && find_inside_at(then, interval.begin)) {
      found.status = MotionStatus::Already;
      found.lower = found.upper = interval.begin;
    }
    return found;
  }
  // Two elements; nothing where none are.
  const PairInContact* in_contact_at(double time, MotionPatience& patience) {
    ShapeQuestion then = question_;
    then.interval = {time, time}, then.width = 0;
    ShapeSearch search(then, options_, patience);
    if (search.run() != ShapeSearch::Outcome::Contact) return nullptr;
    const ElementContact& contact = search.contact();
    pair_.emplace(question_.a.element(contact.a), question_.motion_a, question_.b.element(contact.b),
                  question_.motion_b, question_.margin, question_.interval);
    return &*pair_;
  }
  bool are_apart_at(double time, MotionPatience& patience) const {
    ShapeQuestion then = question_;
    then.interval = {time, time}, then.width = 0;
    ShapeSearch search(then, options_, patience);
    return search.run() == ShapeSearch::Outcome::Clear && !find_inside_at(then, time);
  }

 private:
  const ShapeQuestion& question_;
  MotionOptions options_;
  std::optional<PairInContact> pair_;
};

}  // namespace

Interference spin_interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options) {
  MotionPatience patience(options);
  ConvexPair bodies(a, motion_a, b, motion_b, interval, options);
  return ContactSearch(bodies, interval, options.width * (interval.end - interval.begin), patience).run();
}

Interference spin_interference(const ShapeQuestion& question, const MotionOptions& options, MotionPatience& patience) {
  ShapePair bodies(question, options);
  return ContactSearch(bodies, question.interval, question.width, patience).run();
}

}  // namespace clearance::detail
