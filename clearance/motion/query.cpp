#include <clearance/motion/query.h>

#include <clearance/bvh/box.h>
#include <clearance/convex/query.h>
#include <clearance/motion/advancement.h>
#include <clearance/motion/convex_search.h>
#include <clearance/motion/doubt.h>
#include <clearance/motion/features/reference.h>
#include <clearance/motion/motion_input.h>
#include <clearance/motion/spin_doubt.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class FirstContactSearch {
 public:
  FirstContactSearch(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                     Interval interval, const MotionOptions& options, double width)
      : a_(a),
        b_(b),
        question_{a.core(),
                  b.core(),
                  Radii(a.radius(), b.radius()).with(options.margin),
                  motion_a,
                  motion_b,
                  interval,
                  width,
                  smaller(width, 1e-9 * (interval.end - interval.begin)),
                  options.method != MotionMethod::Advancement},
        options_(options),
        patience_(options) {}

  FirstContact run() {
    switch (options_.method) {
      case MotionMethod::Features:
        by_features();
        break;
      case MotionMethod::FixedSteps:
        by_fixed_steps();
        break;
      default:
        by_advancement();
    }
    result_.instants = patience_.used();
    return std::move(result_);
  }

 private:
  void by_advancement();
  void by_features();
  void by_fixed_steps();

  void set_clear() {
    result_.status = MotionStatus::Clear;
    result_.lower = result_.upper = kInfinity;
  }
  void set_undecided(double lower) {
    result_.status = MotionStatus::Undecided;
    result_.lower = lower, result_.upper = kInfinity;
  }
  void set_contact(double lower, double upper, const Certificate& certificate) {
    result_.status = MotionStatus::Contact;
    result_.lower = lower, result_.upper = upper;
    result_.contact = certificate;
  }
  bool settle_spin(Advancement& search, SpinDoubt& doubt);
  // Contact at the beginning, exactly decided; false if there is none.
  bool is_already();
  void set_already(const Certificate& certificate) {
    const double begin = question_.interval.begin;
    set_contact(begin, begin, certificate);
    result_.status = MotionStatus::Already;
    set_meeting_at(begin);
  }
  void set_meeting(FeatureMeeting& meeting, double reached);
  void set_meeting_at(double time);

  const Rounded &a_, &b_;
  const MotionQuestion question_;
  const MotionOptions& options_;
  MotionPatience patience_;
  FirstContact result_;
};

void FirstContactSearch::by_advancement() {
  result_.decided_by = MotionMethod::Advancement;
  Advancement search(question_, patience_);
  std::optional<Doubt> doubt;  // seldom needed
  SpinDoubt spin_doubt(question_, patience_);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    switch (search.run()) {
      case Advancement::Outcome::Clear:
        set_clear();
        break;
      case Advancement::Outcome::Contact:
        if (search.upper() == question_.interval.begin) {
          set_already(search.contact());
        } else {
          set_contact(search.reached(), search.upper(), search.contact());
          search.set_meeting(result_);
        }
        break;
      case Advancement::Outcome::OutOfPatience:
        set_undecided(search.reached());
        break;
      case Advancement::Outcome::Stalled:
        if (!question_.is_rational()) {
          is_done = settle_spin(search, spin_doubt);
          break;
        }
        result_.decided_by = MotionMethod::Features;
        if (search.reached() == question_.interval.begin && search.timeline().spans.empty() && is_already()) break;
        if (!doubt) doubt.emplace(question_, patience_);
        switch (doubt->settle(search)) {
          case Doubt::Outcome::Clear:
            is_done = search.reached() >= question_.interval.end;
            if (is_done) set_clear();
            break;
          case Doubt::Outcome::Contact:
            set_meeting(doubt->meeting(), search.reached());
            search.set_meeting(result_);
            break;
          case Doubt::Outcome::OutOfPatience:
            set_undecided(search.reached());
        }
    }
  }
  if (result_.decided_by == MotionMethod::Advancement && search.is_by_translation())
    result_.decided_by = MotionMethod::Translation;
  if (!doubt || !doubt->has_hole()) result_.timeline = std::move(search.timeline());
}

// Whether all is said.
bool FirstContactSearch::settle_spin(Advancement& search, SpinDoubt& doubt) {
  const auto [begin, end] = question_.interval;
  if (search.reached() == begin && search.timeline().spans.empty() && is_already()) return true;
  switch (doubt.settle(search)) {
    case SpinDoubt::Outcome::Clear:
      if (search.reached() < end) return false;
      set_clear();
      return true;
    case SpinDoubt::Outcome::Contact:
      set_contact(search.reached(), doubt.upper(), doubt.contact());
      search.set_meeting(result_);
      return true;
    case SpinDoubt::Outcome::Open:
      set_undecided(search.reached());
  }
  return true;
}

bool FirstContactSearch::is_already() {
  const RoundedDecision decision = question_.decide_at(question_.interval.begin);
  if (!is_contact(decision.status)) return false;
  set_already(decision.certificate);
  return true;
}

// The first contact, of which `reached` is surely before; the bracket is no narrower than what the timeline shows.
void FirstContactSearch::set_meeting(FeatureMeeting& meeting, double reached) {
  const Root::Doubles time = meeting.time.enclosure();
  const RoundedDecision there = question_.decide_at(time.upper);
  const bool is_met = there.status != Status::Separated;
  const double below = next_below(time.upper);
  set_contact(time.upper - reached <= question_.width ? reached : larger(reached, smaller(time.lower, below)),
              time.upper, is_met ? there.certificate : Certificate());
  if (!is_met) result_.root = meeting.root;
}

void FirstContactSearch::by_features() {
  result_.decided_by = MotionMethod::Features;
  if (is_already()) return;
  const auto [begin, end] = question_.interval;
  const Result<ContactOfFeatures> found =
      first_contact_of_features(a_, question_.motion_a, b_, question_.motion_b, options_.margin, question_.interval,
                                [this] { return patience_.take(); });
  if (found && found->is_clear()) return set_clear();
  const std::optional<Root> time = found ? found->time : std::nullopt;
  if (!time) return set_undecided(found ? larger(begin, found->lower) : begin);
  FeatureMeeting meeting{*time, found->root};
  set_meeting(meeting, larger(begin, smaller(found->lower, next_below(found->upper))));
  set_meeting_at(result_.upper);
}

// Finds contact if some instant shows it, and nothing else.
void FirstContactSearch::by_fixed_steps() {
  result_.decided_by = MotionMethod::FixedSteps;
  const auto [begin, end] = question_.interval;
  const int steps = options_.max_instants > 1 ? options_.max_instants - 1 : 1;
  for (int k = 0; k <= steps; ++k) {
    const double time = k == steps ? end : begin + (end - begin) * (static_cast<double>(k) / steps);
    if (!patience_.take()) break;
    const Result<Pose> pose_a = question_.motion_a.at(time), pose_b = question_.motion_b.at(time);
    if (pose_a && pose_b && !intersects(a_, *pose_a, b_, *pose_b) && options_.margin == 0) continue;
    const RoundedDecision decision = question_.decide_at(time);
    if (!is_contact(decision.status)) continue;
    if (k == 0) return set_already(decision.certificate);
    set_contact(begin, time, decision.certificate);
    return set_meeting_at(time);
  }
  set_undecided(begin);
}

// Where bodies that are in contact meet, for those who respond to it: rounded.
void FirstContactSearch::set_meeting_at(double time) {
  const Result<Pose> pose_a = question_.motion_a.at(time), pose_b = question_.motion_b.at(time);
  if (!pose_a || !pose_b) return;
  const SignedDistance there = signed_distance(a_, *pose_a, b_, *pose_b);
  result_.point_a = there.point_a, result_.point_b = there.point_b, result_.normal = there.normal;
}

}  // namespace

FirstContact detail::first_contact_within(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                          const Motion& motion_b, Interval interval, const MotionOptions& options,
                                          double width) {
  return FirstContactSearch(a, motion_a, b, motion_b, interval, options, width).run();
}

Result<FirstContact> first_contact(const Rounded& a, const Motion& motion_a, const Rounded& b, const Motion& motion_b,
                                   Interval interval, const MotionOptions& options) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (is_added(options.method)) return ask_added(a, motion_a, b, motion_b, interval, options);
  const double width = options.width * (interval.end - interval.begin);
  return FirstContactSearch(a, motion_a, b, motion_b, interval, options, width).run();
}

Result<FirstContact> clear_throughout(const Rounded& a, const Motion& motion_a, const Rounded& b,
                                      const Motion& motion_b, Interval interval, const MotionOptions& options) {
  if (const std::optional<Error> fault = fault_of(motion_a, motion_b, interval, options)) return *fault;
  if (is_added(options.method)) return ask_added(a, motion_a, b, motion_b, interval, options);
  return FirstContactSearch(a, motion_a, b, motion_b, interval, options, interval.end - interval.begin).run();
}

MotionClaim claim_of(const FirstContact& result) {
  MotionClaim claim;
  static_cast<ContactTime&>(claim) = result;
  claim.contact = result.contact;
  claim.root = result.root;
  claim.timeline = result.timeline;
  if (result.part_a != kNoIndex) claim.part_a = result.part_a;
  if (result.part_b != kNoIndex) claim.part_b = result.part_b;
  return claim;
}

}  // namespace clearance
