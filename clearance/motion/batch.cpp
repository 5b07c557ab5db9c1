// Why the answers do not depend on threads: each is made of its own question alone. Where the lowest contact is enough,
// questions are taken in rising order and left out only behind a contact that is known, so that all before the lowest
// are answered; what some thread has answered behind it is thrown away.
#include <clearance/motion/batch.h>

#include <clearance/base/function_ref.h>
#include <clearance/base/has_struck.h>
#include <clearance/base/workers.h>
#include <clearance/motion/motion_input.h>
#include <clearance/motion/shapes/shape_sweep.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <variant>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMostThreads = 256;

Deadline earlier_of(const Deadline& a, const Deadline& b) { return a.at() < b.at() ? a : b; }

bool is_in_contact(const Result<FirstContact>& answer) {
  return answer.ok() && (answer->status == MotionStatus::Contact || answer->status == MotionStatus::Already);
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

// A plane of the world between two boxes, from a to b, that leaves half of the margin on either side.
struct PlaneBetween {
  Vec3 normal;
  double offset;
};
std::optional<PlaneBetween> plane_between(const Box& a, const Box& b, double margin) {
  const double half = margin == 0 ? 0 : next_above(margin / 2);
  for (int k = 0; k < 3; ++k) {
    const auto between = [&](double low, double high) -> std::optional<double> {
      const double middle = 0.5 * low + 0.5 * high;
      if (!(middle > next_above(low + half) && middle < next_below(high - half))) return {};
      return middle;
    };
    const Vec3 axis{k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0};
    if (const std::optional<double> middle = between(a.high[k], b.low[k])) return PlaneBetween{axis, *middle};
    if (const std::optional<double> middle = between(b.high[k], a.low[k])) return PlaneBetween{-axis, -*middle};
  }
  return {};
}

// Of convex bodies one span shows it; others have theirs made on demand.
FirstContact clear_by(const PlaneBetween& plane, bool are_convex, Interval interval) {
  FirstContact answer;
  answer.status = MotionStatus::Clear;
  answer.lower = answer.upper = kInfinity;
  if (!are_convex) return answer;
  TimeSpan& span = answer.timeline.spans.emplace_back();
  span.from = interval.begin, span.to = interval.end;
  span.plane.normal = plane.normal;
  span.offset = TimeSpan::Offset{plane.offset, 0};
  return answer;
}

// ---- All questions --------------------------------------------------------------------------------------------------

struct Question {
  const Shape* shape;
  const Motion* motion;
};

class Batch {
 public:
  Batch(const Shape& a, const Motion& motion_a, Interval interval, const MotionBatchOptions& options)
      : a_(a), motion_a_(motion_a), interval_(interval), options_(options), motion_options_(options.motion) {
    motion_options_.deadline = earlier_of(options.motion.deadline, options.limits.deadline);
    // Whether a's own motion can be taken is said of each question.
    if (!fault_of(motion_a, Motion(), interval, motion_options_)) box_a_ = ShapeSweep(a).box(motion_a, interval.end);
  }

  MotionBatch run(std::size_t count, FunctionRef<Question(std::size_t)> question);

 private:
  Result<FirstContact> answer(const Question& question, bool& is_by_boxes) const;
  bool is_over() const { return has_struck(motion_options_.deadline) || options_.limits.stop.stop_requested(); }
  static void count(MotionBatch& batch, std::span<const std::uint8_t> by_boxes);

  const Shape& a_;
  const Motion& motion_a_;
  const Interval interval_;
  const MotionBatchOptions& options_;
  MotionOptions motion_options_;
  std::optional<Box> box_a_;
};

Result<FirstContact> Batch::answer(const Question& question, bool& is_by_boxes) const {
  const auto& [shape, motion] = question;
  if (shape == nullptr) return Error{"shape", "an obstacle needs one"};
  if (std::optional<Error> fault = fault_of(motion_a_, *motion, interval_, motion_options_)) return *std::move(fault);
  if (box_a_) {
    const Box box_b = ShapeSweep(*shape).box(*motion, interval_.end);
    if (const std::optional<PlaneBetween> plane = plane_between(*box_a_, box_b, motion_options_.margin)) {
      is_by_boxes = true;
      const bool are_convex = std::holds_alternative<Rounded>(a_) && std::holds_alternative<Rounded>(*shape);
      return clear_by(*plane, are_convex, interval_);
    }
  }
  return options_.only_whether ? clear_throughout(a_, motion_a_, *shape, *motion, interval_, motion_options_)
                               : first_contact(a_, motion_a_, *shape, *motion, interval_, motion_options_);
}

MotionBatch Batch::run(std::size_t count_of_all, FunctionRef<Question(std::size_t)> question) {
  MotionBatch batch;
  batch.answers.assign(count_of_all, FirstContact());
  std::vector<std::uint8_t> by_boxes(count_of_all, 0);
  std::atomic<std::size_t> lowest = count_of_all;
  std::atomic<bool> has_ended = false;
  const auto work = [&](std::size_t k) {
    if (has_ended.load(std::memory_order_relaxed)) return;
    if (options_.first_only && k > lowest.load(std::memory_order_relaxed)) return;
    if (is_over()) return has_ended.store(true, std::memory_order_relaxed);
    bool is_by_boxes = false;
    batch.answers[k] = answer(question(k), is_by_boxes);
    by_boxes[k] = is_by_boxes ? 1 : 0;
    if (!options_.first_only || !is_in_contact(batch.answers[k])) return;
    std::size_t known = lowest.load(std::memory_order_relaxed);
    while (k < known && !lowest.compare_exchange_weak(known, k, std::memory_order_relaxed)) {
    }
  };
  const int most = static_cast<int>(std::min<std::size_t>(count_of_all, kMostThreads));
  const int threads = options_.threads < 0 ? 1 : std::min(options_.threads, most);
  Workers workers(options_.threads == 0 ? 0 : std::max(threads, 1));
  workers.run(count_of_all, work);
  if (options_.first_only)
    for (std::size_t k = lowest + 1; k < count_of_all; ++k) batch.answers[k] = FirstContact(), by_boxes[k] = 0;
  count(batch, by_boxes);
  return batch;
}

void Batch::count(MotionBatch& batch, std::span<const std::uint8_t> by_boxes) {
  double least = kInfinity;
  for (std::size_t k = 0; k < batch.answers.size(); ++k) {
    const Result<FirstContact>& answer = batch.answers[k];
    batch.clear_by_boxes += by_boxes[k];
    if (!answer) {
      ++batch.refused;
      continue;
    }
    switch (answer->status) {
      case MotionStatus::NotAsked:
        ++batch.not_asked;
        break;
      case MotionStatus::Clear:
        ++batch.clear;
        break;
      case MotionStatus::Undecided:
        ++batch.undecided;
        break;
      case MotionStatus::Contact:
      case MotionStatus::Already:
        ++batch.in_contact;
        if (!batch.lowest) batch.lowest = k;
        if (answer->lower < least) batch.earliest = k, least = answer->lower;
        break;
    }
  }
}

}  // namespace

MotionBatch first_contact_batch(const Shape& a, const Motion& motion_a, const Shape& b,
                                std::span<const Motion> motions_b, Interval interval,
                                const MotionBatchOptions& options) {
  return Batch(a, motion_a, interval, options).run(motions_b.size(), [&](std::size_t k) {
    return Question{&b, &motions_b[k]};
  });
}

MotionBatch first_contact_batch(const Shape& a, const Motion& motion_a, std::span<const Obstacle> obstacles,
                                Interval interval, const MotionBatchOptions& options) {
  return Batch(a, motion_a, interval, options).run(obstacles.size(), [&](std::size_t k) {
    return Question{obstacles[k].shape, &obstacles[k].motion};
  });
}

}  // namespace clearance
