#include <bench/race/judge.h>
#include <bench/race/motion_judge.h>
#include <clearance/motion/query.h>
#include <clearance/query/query.h>

#include <algorithm>
#include <numeric>
#include <variant>

namespace clearance::bench {
namespace {

// How far outside the bracket; an answer may be a bracket itself.
double error_of(const Answer& answer, const MotionTruth& truth) {
  return std::max({0.0, truth.lower - answer.value, answer.value - answer.width - truth.upper});
}

double size_of(const Shape& shape) {
  const Mesh* const mesh = std::get_if<Mesh>(&shape);
  return mesh != nullptr ? mesh->size() : std::get<Rounded>(shape).core().size();
}

// An answer may know of a contact between two instants.
MotionTruth informed_by(const Answer& answer, const MotionTruth& truth, const SampledMotion& motion) {
  if (answer.kind != Answer::Kind::Colliding || answer.value >= truth.lower) return truth;
  const MotionTruth told = motion.contact_before(answer.value);
  return told.is_hit ? told : truth;
}

// The answer says one thing and the truth another: is it by a hair?
bool hangs_on_a_hair(const SampledMotion& motion, bool is_hit, double hair) {
  return is_hit ? !motion.is_deeper_than(hair) : motion.comes_within(hair);
}

}  // namespace

bool SampledMotion::meets(double time, PairCache& cache) const {
  const PosePair poses = where_(time);
  return static_cast<bool>(intersects(a_, poses.a, b_, poses.b, cache));
}

MotionTruth SampledMotion::between(double apart, double contact, PairCache& cache) const {
  for (;;) {
    const double middle = std::midpoint(apart, contact);
    if (middle <= apart || middle >= contact) return {true, apart, contact};
    (meets(middle, cache) ? contact : apart) = middle;
  }
}

MotionTruth SampledMotion::first_contact() const {
  PairCache cache;
  int first = 0;
  while (first < instants_ && !meets(time(first), cache)) ++first;
  if (first == instants_) return {};
  return first == 0 ? MotionTruth{true, 0, 0} : between(time(first - 1), time(first), cache);
}

MotionTruth SampledMotion::contact_before(double time) const {
  PairCache cache;
  if (!(time >= 0 && time <= 1)) return {};
  // Poses are rounded, so that a first contact may be apart by that.
  const PosePair poses = where_(time);
  if (distance(a_, poses.a, b_, poses.b, cache).upper > kRounding * size_of(a_)) return {};
  const double apart = this->time(static_cast<int>(time * (instants_ - 1)));
  return apart == time || meets(apart, cache) ? MotionTruth{true, apart, time} : between(apart, time, cache);
}

bool SampledMotion::is_deeper_than(double depth) const {
  PairCache cache;
  // Coarse steps first: whoever is deep is so for long.
  for (int step = std::max(1, instants_ / 16); step > 0; step = step == 1 ? 0 : std::max(1, step / 4)) {
    for (int instant = 0; instant < instants_; instant += step) {
      const PosePair poses = where_(time(instant));
      if (intersects(a_, poses.a, b_, poses.b, cache) && penetration(a_, poses.a, b_, poses.b).lower > depth)
        return true;
    }
  }
  return false;
}

bool SampledMotion::comes_within(double gap) const {
  PairCache cache;
  for (int instant = 0; instant < instants_; ++instant) {
    const PosePair poses = where_(time(instant));
    if (distance(a_, poses.a, b_, poses.b, cache).upper <= gap) return true;
  }
  return false;
}

std::vector<MotionTruth> proved_truth(const W5Scene& scene) {
  std::vector<MotionTruth> out;
  for (const auto& [a, b, unit] : scene.pairs) {
    const Result<FirstContact> found =
        first_contact(scene.hulls[a.hull], a.motion, scene.hulls[b.hull], b.motion, kW5Interval);
    const bool is_hit = found && (found->status == MotionStatus::Contact || found->status == MotionStatus::Already);
    out.push_back(is_hit ? MotionTruth{true, found->lower, found->upper} : MotionTruth{});
  }
  return out;
}

std::vector<MotionTruth> sampled_truth(const W5Scene& scene, const MotionAsker& asker, std::size_t pairs,
                                       int instants) {
  std::vector<MotionTruth> out;
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto where = [&](double time) { return asker.where(i, time); };
    const MovingPair& pair = scene.pairs[i];
    out.push_back(SampledMotion(scene.hull(pair.a), scene.hull(pair.b), where, instants).first_contact());
  }
  return out;
}

void judge_motion(const Answer& answer, const MotionTruth& truth, const SampledMotion& motion, double hair,
                  MotionMistakes& out) {
  const MotionTruth so = informed_by(answer, truth, motion);
  const bool says_hit = answer.kind == Answer::Kind::Colliding;
  ++out.asked;
  out.hits += so.is_hit ? 1 : 0;
  if (answer.kind == Answer::Kind::Failed) {
    ++out.failed;
  } else if (so.is_hit && says_hit) {
    const double error = error_of(answer, so);
    ++out.found;
    out.total_error += error;
    out.worst_error = std::max(out.worst_error, error);
  } else if (so.is_hit != says_hit) {
    ++(hangs_on_a_hair(motion, so.is_hit, hair) ? out.by_a_hair : so.is_hit ? out.missed : out.invented);
  }
}

MotionMistakes judge_motions(const W5Scene& scene, std::span<const Answer> answers, std::span<const MotionTruth> truth,
                             const MotionAsker& asker, int instants) {
  MotionMistakes out;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const MovingPair& pair = scene.pairs[i];
    const auto where = [&](double time) { return asker.where(i, time); };
    judge_motion(answers[i], truth[i], SampledMotion(scene.hull(pair.a), scene.hull(pair.b), where, instants),
                 kHair * pair.unit, out);
  }
  return out;
}

}  // namespace clearance::bench
