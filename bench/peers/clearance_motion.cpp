// Clearance itself: first_contact and clear_throughout, by every method but the slow reference.
#include <bench/peers/clearance.h>
#include <bench/race/motion_contestant.h>
#include <clearance/motion/query.h>

namespace clearance::bench {
namespace {

enum class Asked : std::uint8_t { FirstContact, ClearThroughout };

class OurMotion final : public MotionAsker {
 public:
  OurMotion(const W5Scene& scene, Asked asked, const MotionOptions& options)
      : scene_(scene), asked_(asked), options_(options) {}

  Answer ask(std::size_t pair) override {
    const auto& [a, b, unit] = scene_.pairs[pair];
    const Rounded &hull_a = scene_.hulls[a.hull], &hull_b = scene_.hulls[b.hull];
    const Result<FirstContact> found =
        asked_ == Asked::FirstContact ? first_contact(hull_a, a.motion, hull_b, b.motion, kW5Interval, options_)
                                      : clear_throughout(hull_a, a.motion, hull_b, b.motion, kW5Interval, options_);
    return found ? answer(*found) : Answer{};
  }

  PosePair where(std::size_t pair, double time) const override {
    const auto& [a, b, unit] = scene_.pairs[pair];
    return {a.motion.at(time).value(), b.motion.at(time).value()};
  }

 private:
  Answer answer(const FirstContact& found) const {
    switch (found.status) {
      case MotionStatus::Clear:
        return {Answer::Kind::Separated};
      case MotionStatus::Contact:
      case MotionStatus::Already:
        return {Answer::Kind::Colliding, found.upper, found.upper - found.lower};
      case MotionStatus::Undecided:
        // Whoever looks at some instants alone takes that for free.
        return {options_.method == MotionMethod::FixedSteps ? Answer::Kind::Separated : Answer::Kind::Failed};
      case MotionStatus::NotAsked:
        break;
    }
    return {};
  }

  const W5Scene& scene_;
  Asked asked_;
  MotionOptions options_;
};

MotionContestant ours(std::string name, Asked asked, const MotionOptions& options) {
  return moves_by<OurMotion>("Clearance", std::move(name), "q linearly", true, asked, options);
}

}  // namespace

std::vector<MotionContestant> our_motions() {
  const auto steps = [](int count) { return MotionOptions{.method = MotionMethod::FixedSteps, .max_instants = count}; };
  return {ours("first_contact", Asked::FirstContact, {}), ours("clear_throughout", Asked::ClearThroughout, {}),
          ours("advancement", Asked::FirstContact, {.method = MotionMethod::Advancement}),
          ours("10 fixed steps", Asked::FirstContact, steps(10)),
          ours("100 fixed steps", Asked::FirstContact, steps(100))};
}

}  // namespace clearance::bench
