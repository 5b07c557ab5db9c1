// Frame by frame: the boxes that overlap, the public query for each such pair, and its certificate checked by proof/
// alone, from the points. Pairs whose boxes are apart are separated by those.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "../each_pair.h"
#include "../progress.h"
#include "../scenes/bundled_scenes.h"
#include "acts.h"
#include "tumbling.h"

namespace clearance::cli {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Judgement {
  BoxPair pair;
  Intersection answer;
};

class Crowd {
 public:
  explicit Crowd(const Scene& scene) : scene_(scene), tumbling_(scene), boxes_(scene.objects.size()) {}

  void frame() {
    judge();
    check();
    for (const Judgement& judgement : judgements_)
      if (judgement.answer) tumbling_.collide(judgement.pair.a, judgement.pair.b);
    tumbling_.step(0.02);
  }

  std::uint64_t judged = 0, meeting = 0, failed = 0;
  double judging = 0, checking = 0;  // seconds

 private:
  const Polytope& polytope(std::uint32_t body) const { return scene_.objects[body].polytope(); }

  // One thread.
  void judge() {
    const Clock::time_point start = Clock::now();
    judgements_.clear();
    for (std::uint32_t k = 0; k < boxes_.size(); ++k) boxes_[k] = world_box(scene_.objects[k].shape, tumbling_.pose(k));
    visit_overlapping_boxes(boxes_, [&](std::span<const BoxPair> pairs) {
      for (const BoxPair& pair : pairs)
        judgements_.push_back(
            {pair, intersects(polytope(pair.a), tumbling_.pose(pair.a), polytope(pair.b), tumbling_.pose(pair.b))});
      return true;
    });
    judging += seconds_since(start);
    judged += judgements_.size();
    for (const Judgement& judgement : judgements_) meeting += judgement.answer ? 1 : 0;
  }

  // All threads.
  void check() {
    const Clock::time_point start = Clock::now();
    std::atomic<std::uint64_t> wrong{0};
    for_each_pair(judgements_.size(), 128, [&](std::size_t k) {
      const auto& [pair, answer] = judgements_[k];
      const CheckResult checked = check_certificate(answer.status, answer.certificate, posed(pair.a), posed(pair.b));
      if (!checked) ++wrong;
    });
    checking += seconds_since(start);
    failed += wrong;
  }

  PosedPoints posed(std::uint32_t body) const { return {scene_.objects[body].points(), tumbling_.pose(body)}; }

  const Scene& scene_;
  Tumbling tumbling_;
  std::vector<Box> boxes_;
  std::vector<Judgement> judgements_;
};

// "93,000".
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

// Two digits: "4.1 million", "93,000", "870".
std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} million", rate / 1e6);
  const double step = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(rate, 1.0))) - 1));
  return grouped(static_cast<std::uint64_t>(std::round(rate / step) * step));
}

}  // namespace

Result<Act> show_crowd(int frames) {
  const Result<Scene> scene = parse_scene(tumbling_scene(), "", "tumbling.scene.json");
  if (!scene) return scene.error();
  Crowd crowd(*scene);
  {
    Progress progress("frames", static_cast<std::size_t>(frames));
    for (int k = 0; k < frames; ++k, progress.step()) crowd.frame();
  }
  const auto bodies = static_cast<std::uint64_t>(scene->objects.size());
  std::string text = fmt::format("3  {} polytopes tumble in a box: {} frames of {} pairs\n", bodies,
                                 grouped(static_cast<std::uint64_t>(frames)), grouped(bodies * (bodies - 1) / 2));
  text += fmt::format("   {} pairs, whose boxes overlap, are judged: {} a second on one thread; {} collide\n",
                      grouped(crowd.judged), rate_text(static_cast<double>(crowd.judged) / crowd.judging),
                      grouped(crowd.meeting));
  text += fmt::format("   {} of {} proofs hold, checked again in exact arithmetic: {} a second\n",
                      grouped(crowd.judged - crowd.failed), grouped(crowd.judged),
                      rate_text(static_cast<double>(crowd.judged) / crowd.checking));
  return Act{std::move(text), crowd.failed == 0};
}

}  // namespace clearance::cli
