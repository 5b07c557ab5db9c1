#include <clearance/motion/spin_interference.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/motion/advancement.h>
#include <clearance/motion/convex_search.h>
#include <clearance/motion/patience.h>

#include <optional>

namespace clearance::detail {
namespace {

class ContactSearch {
 public:
  ContactSearch(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b, Interval interval,
                const MotionOptions& options)
      : a_(a),
        b_(b),
        motion_a_(motion_a),
        motion_b_(motion_b),
        radii_(Radii(a.radius(), b.radius()).with(options.margin)),
        interval_(interval),
        options_(options),
        width_(options.width * (interval.end - interval.begin)),
        patience_(options),
        pair_(a.core(), b.core(), radii_) {}

  Interference run();

 private:
  // How deep they are in contact at a time, at least; sets the pair's legs, whose speeds count from then on.
  double depth_at(double time);
  bool are_apart_at(double time) const {
    return detail::decide_at(a_.core(), motion_a_, b_.core(), motion_b_, radii_.exact(), time).status ==
           Status::Separated;
  }
  // The end of a contact that is there at a time; nothing where that stays open.
  std::optional<Bracket> end_of_contact(double time);
  std::optional<Bracket> end_soon(double time) const;

  const Rounded &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  const Radii radii_;
  const Interval interval_;
  const MotionOptions& options_;
  const double width_;
  MotionPatience patience_;
  MovingPair pair_;
  double reached_ = 0;  // by end_of_contact
};

// The poses are off by less than what bounds of 24u make of their reach, in each of three components.
double ContactSearch::depth_at(double time) {
  if (!pair_.set_legs(motion_a_, motion_b_, time, interval_.end)) return 0;
  const PosedPair posed = pair_.posed();
  const double error = 4 * kDotError * posed.reach();
  const Distance gap = distance(a_.core(), pair_.pose_a(), b_.core(), pair_.pose_b());
  if (gap.status == Status::Separated) return radii_.low - gap.upper * (1 + 0x1p-50) - error;
  return radii_.low + penetration(a_.core(), pair_.pose_a(), b_.core(), pair_.pose_b()).lower - error;
}

std::optional<Bracket> ContactSearch::end_soon(double time) const {
  double later = smaller(interval_.end, larger(next_above(time), time + 0.99 * width_));
  for (int k = 0; k < 4 && later > time; ++k, later = time + (later - time) / 2)
    if (are_apart_at(later)) return Bracket{time, later};
  return {};
}

std::optional<Bracket> ContactSearch::end_of_contact(double time) {
  for (reached_ = time; reached_ < interval_.end;) {
    if (!patience_.take()) return {};
    const double depth = depth_at(reached_), lasts = depth / pair_.speed() * (1 - 0x1p-40);
    const double limit = pair_.leg_end();
    // Speeds are bounded until the leg ends.
    const double until = lasts < limit - reached_ ? reached_ + lasts : limit;
    if (!(depth > 0) || until - reached_ < width_ / 4)
      if (const std::optional<Bracket> end = end_soon(reached_)) return end;
    if (!(depth > 0) || !(until > reached_)) return {};
    reached_ = until;
  }
  return Bracket{interval_.end, interval_.end};
}

Interference ContactSearch::run() {
  Interference found;
  const auto [begin, end] = interval_;
  double from = begin;
  const auto open = [&](double until) {
    found.status = MotionStatus::Undecided;
    found.decided_until = until;
    return std::move(found);
  };
  do {
    MotionOptions options = options_;
    options.method = MotionMethod::Automatic;
    options.max_instants = patience_.left();
    const FirstContact first = first_contact_within(a_, motion_a_, b_, motion_b_, {from, end}, options, width_);
    patience_.spend(first.instants);
    if (first.status == MotionStatus::Undecided) return open(first.lower);
    if (first.status == MotionStatus::Clear) break;
    const std::optional<Bracket> last = end_of_contact(first.upper);
    found.intervals.push_back({{first.lower, first.upper}, last.value_or(Bracket{reached_, reached_}), {}});
    if (!last) return open(reached_);
    from = last->upper;
  } while (from < end);
  const bool is_already = !found.intervals.empty() && found.intervals.front().begin.upper == begin;
  found.status = found.intervals.empty() ? MotionStatus::Clear
                 : is_already            ? MotionStatus::Already
                                         : MotionStatus::Contact;
  found.decided_until = end;
  return found;
}

}  // namespace

Interference spin_interference(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                               Interval interval, const MotionOptions& options) {
  return ContactSearch(a, motion_a, b, motion_b, interval, options).run();
}

}  // namespace clearance::detail
