#include <bench/race/judge.h>

#include <algorithm>
#include <cmath>

namespace clearance::bench {
namespace {

void judge_value(double value, double width, const Truth& truth, const Tolerance& tolerance, Mistakes& mistakes) {
  const double error = std::max({0.0, truth.lower - value, value - truth.upper});
  mistakes.worst_error = std::max(mistakes.worst_error, error);
  const double allowed = tolerance.relative * std::fabs(value) + tolerance.absolute;
  if (!(error <= allowed && width <= allowed && std::isfinite(value))) ++mistakes.off;
}

}  // namespace

const char* to_string(Query query) {
  constexpr const char* kNames[] = {"boolean", "distance", "depth", "limit"};
  return kNames[static_cast<int>(query)];
}

void judge(const Answer& answer, const Truth& truth, Query query, const Tolerance& tolerance, Mistakes& mistakes) {
  const bool colliding = answer.kind == Answer::Kind::Colliding;
  if (answer.kind == Answer::Kind::Failed) {
    ++mistakes.failures;
  } else if (query == Query::Distance && truth.touching) {
    judge_value(colliding ? 0 : answer.value, answer.width, truth, tolerance, mistakes);
  } else if (colliding != truth.colliding) {
    ++(truth.touching ? mistakes.touching_free : truth.colliding ? mistakes.misses : mistakes.false_hits);
    mistakes.by_rounding += truth.close ? 1 : 0;
  } else if (query == (truth.colliding ? Query::Depth : Query::Distance)) {
    judge_value(answer.value, answer.width, truth, tolerance, mistakes);
  }
}

void judge(std::span<const PairKey> reported, std::span<const PairKey> truth, std::span<const PairKey> touching,
           Mistakes& mistakes) {
  std::vector<PairKey> found(reported.begin(), reported.end());
  std::sort(found.begin(), found.end());
  const auto lost = std::count_if(touching.begin(), touching.end(),
                                  [&](PairKey key) { return !std::binary_search(found.begin(), found.end(), key); });
  std::size_t common = 0, k = 0;
  for (const PairKey key : found) {
    while (k < truth.size() && truth[k] < key) ++k;
    if (k < truth.size() && truth[k] == key) ++common, ++k;
  }
  mistakes.touching_free += lost;
  mistakes.misses += static_cast<std::int64_t>(truth.size() - common) - lost;
  mistakes.false_hits += static_cast<std::int64_t>(found.size() - common);
}

double FrameJudge::asked(std::size_t frames) const {
  double pairs = 0;
  for (const auto& keys : truth) pairs += static_cast<double>(keys.size());
  return pairs * static_cast<double>(frames) / static_cast<double>(std::max<std::size_t>(1, truth.size()));
}

}  // namespace clearance::bench
