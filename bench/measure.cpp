#include <bench/measure.h>
#include <bench/timer.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

constexpr double kLongestPass = 0.5;  // seconds
constexpr std::size_t kProbe = 20;    // frames that tell how slow a method is

// One method on one shape.
struct Lane {
  Measurement* measurement;
  std::size_t shape;
  std::unique_ptr<Runner> runner;
  std::vector<Answer> answers;
  double best = std::numeric_limits<double>::infinity();
};

std::size_t affordable_frames(Runner& runner, std::size_t count) {
  std::vector<Answer> probe(std::min(kProbe, count));
  if (probe.empty()) return 0;
  const Timer timer;
  runner.run(probe);
  const double each = timer.seconds() / static_cast<double>(probe.size());
  const double affordable = kLongestPass / std::max(each, 1e-9);
  return affordable < static_cast<double>(count) ? std::max(kProbe, static_cast<std::size_t>(affordable)) : count;
}

void judge_value(const Answer& answer, const Truth& truth, Measurement& measurement) {
  const double error = std::max({0.0, truth.lower - answer.value, answer.value - truth.upper});
  measurement.worst_error = std::max(measurement.worst_error, error);
  const double allowed = kTolerance * std::fabs(answer.value) + kAbsoluteTolerance;
  if (!(error <= allowed && answer.width <= allowed && std::isfinite(answer.value))) ++measurement.off;
}

void judge(const Answer& answer, const Truth& truth, Query query, Measurement& measurement) {
  if (answer.kind == Answer::Kind::Failed) {
    ++measurement.failures;
  } else if ((answer.kind == Answer::Kind::Colliding) != truth.colliding) {
    ++(truth.colliding ? measurement.misses : measurement.false_hits);
  } else if (query != Query::Boolean) {
    judge_value(answer, truth, measurement);
  }
}

std::vector<Lane> make_lanes(const std::vector<Method>& methods, std::span<const Judged> judged,
                             std::vector<Measurement>& measurements) {
  std::vector<Lane> lanes;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (std::size_t shape = 0; shape < judged.size(); ++shape) {
      Lane lane{&measurements[m], shape, methods[m].make(judged[shape].frames()), {}};
      lane.answers.resize(affordable_frames(*lane.runner, judged[shape].truth.size()));
      lanes.push_back(std::move(lane));
    }
  }
  return lanes;
}

}  // namespace

std::vector<Measurement> measure(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                 int repetitions) {
  std::vector<Method> chosen;
  std::copy_if(methods.begin(), methods.end(), std::back_inserter(chosen),
               [&](const Method& method) { return method.query == query; });
  std::vector<Measurement> out(chosen.size());
  for (std::size_t m = 0; m < chosen.size(); ++m) {
    out[m].library = chosen[m].library;
    out[m].name = chosen[m].name;
    out[m].lent = chosen[m].lent;
  }
  std::vector<Lane> lanes = make_lanes(chosen, judged, out);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (Lane& lane : lanes) {
      const Timer timer;
      lane.runner->run(lane.answers);
      lane.best = std::min(lane.best, timer.seconds());
    }
  }
  for (const Lane& lane : lanes) {
    Measurement& measurement = *lane.measurement;
    const auto frames = static_cast<std::int64_t>(lane.answers.size());
    measurement.by_shape[lane.shape] = {lane.best, frames};
    measurement.total.seconds += lane.best;
    measurement.total.frames += frames;
    for (std::size_t i = 0; i < lane.answers.size(); ++i) {
      judge(lane.answers[i], judged[lane.shape].truth[i], query, measurement);
    }
  }
  return out;
}

}  // namespace clearance::bench
