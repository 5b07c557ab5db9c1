// Question: during which times are two bodies in contact, where there are no contact functions?
// Method:   first contact, then for how long it lasts at least by what is in contact, again and again until that has
//           come apart; then the next first contact. Two kinds of bodies say what these are: first(), in_contact_at(),
//           are_apart_at(), and InContact with lasts_until() and has_lasted().
// Proves:   what its bodies do.
// Cost:     a few dozen instants for each end.
#pragma once

#include <clearance/bvh/box.h>
#include <clearance/motion/features/contact_times.h>
#include <clearance/motion/patience.h>

#include <optional>
#include <utility>

namespace clearance::detail {

template <class Bodies>
class ContactSearch {
  using InContact = typename Bodies::InContact;

 public:
  ContactSearch(Bodies& bodies, Interval interval, double width, MotionPatience& patience)
      : bodies_(bodies), interval_(interval), width_(width), patience_(patience) {}

  Interference run() {
    Interference found;
    const auto [begin, end] = interval_;
    double from = begin;
    const auto open = [&](double until) {
      found.status = MotionStatus::Undecided;
      found.decided_until = until;
      return std::move(found);
    };
    do {
      const FirstContact first = bodies_.first({from, end}, width_, patience_);
      if (first.status == MotionStatus::Undecided) return open(first.lower);
      if (first.status == MotionStatus::Clear) break;
      const std::optional<Bracket> last = end_of_contact(first.upper);
      found.intervals.push_back({{first.lower, first.upper}, last.value_or(Bracket{reached_, reached_}), {}});
      if (!last) return open(reached_);
      from = last->upper;
    } while (from < end);
    found.status = status_of(found.intervals, interval_);
    found.decided_until = end;
    return found;
  }

 private:
  // The end of a contact that is there at a time; nothing where that stays open, after reached_.
  std::optional<Bracket> end_of_contact(double time) {
    reached_ = time;
    const InContact* pair = bodies_.in_contact_at(time, patience_);
    while (pair != nullptr && reached_ < interval_.end) {
      if (!patience_.take()) return {};
      const double until = pair->lasts_until(reached_);
      if (until - reached_ < width_ / 4) {
        const Behind behind = look_behind();
        if (behind.is_apart) return Bracket{reached_, behind.time};
        if (behind.pair == nullptr && !(until > reached_)) return {};
        if (behind.pair != nullptr) {
          pair = behind.pair, reached_ = behind.time;
          continue;
        }
      }
      reached_ = until;
    }
    if (reached_ < interval_.end) return {};
    return Bracket{interval_.end, interval_.end};
  }

  // Shortly after reached_: all are apart, or a pair is in contact and has been since.
  struct Behind {
    double time = 0;
    bool is_apart = false;
    const InContact* pair = nullptr;
  };
  Behind look_behind() {
    double later = smaller(interval_.end, larger(next_above(reached_), reached_ + 0.99 * width_));
    for (int k = 0; k < kBehind && later > reached_ && patience_.take(); ++k) {
      if (bodies_.are_apart_at(later, patience_)) return {later, true, nullptr};
      const InContact* const pair = bodies_.in_contact_at(later, patience_);
      if (pair != nullptr && pair->has_lasted(reached_, later)) return {later, false, pair};
      later = reached_ + (later - reached_) / 2;
    }
    return {};
  }

  static constexpr int kBehind = 4;  // instants behind the end of a contact, each half as far as the one before

  Bodies& bodies_;
  const Interval interval_;
  const double width_;
  MotionPatience& patience_;
  double reached_ = 0;
};

}  // namespace clearance::detail
