#include "early_clashes.h"

#include <mutex>

#include "../each_pair.h"

namespace clearance::cli {
using namespace detail;
namespace {

constexpr std::size_t kMostParts = 4096, kMostPairs = 65536;
constexpr std::size_t kPairsWorthAThread = 4;

}  // namespace

EarlyClashes::EarlyClashes(const ClashQuestion& question, const KnownPairs* known,
                           std::function<void(const PairReport&)> found, StopSign stop)
    : judge_(question, known), found_(std::move(found)), stop_(std::move(stop)) {}

void EarlyClashes::look_at(const Scene& so_far) {
  if (stop_.stop_requested() || so_far.objects.size() > kMostParts || is_over_) return;
  extend_part_hashes(so_far, hashes_);
  const std::vector<ScenePair> pairs = new_pairs(so_far);
  std::vector<std::unique_ptr<JudgedPair>> judged(pairs.size());
  std::mutex one_at_a_time;
  for_each_pair(pairs.size(), kPairsWorthAThread, [&](std::size_t k) {
    if (stop_.stop_requested()) return;
    judged[k] = std::make_unique<JudgedPair>(judge_.judge(so_far, hashes_, pairs[k]));
    const PairReport& report = judged[k]->report;
    if (report.verdict == PairVerdict::Clear) return;
    const std::lock_guard lock(one_at_a_time);
    found_(report);
  });
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (judged[k]) judged_.emplace(std::pair(pairs[k].a, pairs[k].b), std::move(judged[k]));
}

std::vector<ScenePair> EarlyClashes::new_pairs(const Scene& so_far) {
  std::vector<ScenePair> pairs;
  for (std::size_t k = boxes_.size(); k < so_far.objects.size(); ++k) {
    const Box box = box_to_look_at(so_far.objects[k], judge_.question().criteria);
    const auto b = static_cast<std::uint32_t>(k);
    for (std::uint32_t a = 0; a < b; ++a)
      if (overlap(boxes_[a], box) && so_far.asks(a, b)) pairs.push_back({a, b});
    if (judged_.size() + pairs.size() >= kMostPairs) is_over_ = true;
    if (is_over_) break;
    boxes_.push_back(box);
  }
  return pairs;
}

void EarlyClashes::take_all(const std::function<void(const ScenePair&, JudgedPair)>& take) {
  for (auto& [pair, judged] : judged_) {
    const std::unique_ptr<JudgedPair> taken = std::move(judged);
    if (taken) take({pair.first, pair.second}, std::move(*taken));
  }
}

}  // namespace clearance::cli
