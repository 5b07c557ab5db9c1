#include <bench/race/measure.h>
#include <bench/race/timer.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

constexpr std::size_t kProbes[] = {1, 20};  // frames that tell how slow a method is

// One method on one shape.
struct Lane {
  Measurement* measurement;
  std::size_t shape;
  std::unique_ptr<Runner> runner;
  std::vector<Answer> answers;
  double best = std::numeric_limits<double>::infinity();
};

std::size_t affordable_frames(Runner& runner, std::size_t count, double longest_pass) {
  std::size_t affordable = count;
  for (const std::size_t frames : kProbes) {
    std::vector<Answer> probe(std::min(frames, affordable));
    if (probe.empty()) return 0;
    const Timer timer;
    runner.run(probe);
    const double each = std::max(timer.seconds() / static_cast<double>(probe.size()), 1e-9);
    const double fits = std::max(1.0, longest_pass / each);
    affordable = fits < static_cast<double>(count) ? static_cast<std::size_t>(fits) : count;
  }
  return affordable;
}

std::vector<Lane> make_lanes(const std::vector<Method>& methods, std::span<const Judged> judged, double longest_pass,
                             std::vector<Measurement>& measurements) {
  std::vector<Lane> lanes;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (std::size_t shape = 0; shape < judged.size(); ++shape) {
      Lane lane{&measurements[m], shape, methods[m].make(judged[shape].frames()), {}};
      lane.answers.resize(affordable_frames(*lane.runner, judged[shape].truth.size(), longest_pass));
      lanes.push_back(std::move(lane));
    }
  }
  return lanes;
}

}  // namespace

void Mistakes::judge_value(double value, double width, const Truth& truth, const Tolerance& tolerance) {
  const double error = std::max({0.0, truth.lower - value, value - truth.upper});
  worst_error = std::max(worst_error, error);
  const double allowed = tolerance.relative * std::fabs(value) + tolerance.absolute;
  if (!(error <= allowed && width <= allowed && std::isfinite(value))) ++off;
}

void Mistakes::judge(const Answer& answer, const Truth& truth, Query query, const Tolerance& tolerance) {
  const bool colliding = answer.kind == Answer::Kind::Colliding;
  if (answer.kind == Answer::Kind::Failed) {
    ++failures;
  } else if (query == Query::Distance && truth.touching) {
    judge_value(colliding ? 0 : answer.value, answer.width, truth, tolerance);
  } else if (colliding != truth.colliding) {
    ++(truth.touching ? touching_free : truth.colliding ? misses : false_hits);
    by_rounding += truth.close ? 1 : 0;
  } else if (query == (truth.colliding ? Query::Depth : Query::Distance)) {
    judge_value(answer.value, answer.width, truth, tolerance);
  }
}

Judged judge_frames(const W1Scene& scene, Query query) {
  Judged out{&scene.a, &scene.b, {}, {}, {}};
  for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
    const Pose &pose_a = scene.pose_a[i], &pose_b = scene.pose_b[i];
    const Status status = intersects(scene.a, pose_a, scene.b, pose_b).status;
    const bool colliding = status != Status::Separated;
    if ((query == Query::Distance && colliding) || (query == Query::Depth && !colliding)) continue;
    Truth truth{colliding, 0, 0, status == Status::Touching};
    if (query == Query::Distance) {
      const Distance found = distance(scene.a, pose_a, scene.b, pose_b);
      truth.lower = found.lower, truth.upper = found.upper;
    } else if (query == Query::Depth) {
      const Penetration found = penetration(scene.a, pose_a, scene.b, pose_b);
      truth.lower = found.lower, truth.upper = found.upper;
    }
    out.pose_a.push_back(pose_a);
    out.pose_b.push_back(pose_b);
    out.truth.push_back(truth);
  }
  return out;
}

std::vector<Method> peer_methods() {
  std::vector<Method> out;
  for (const auto& methods : {fcl_methods(), ccd_methods(), bullet_methods(), ode_methods()})
    out.insert(out.end(), methods.begin(), methods.end());
  return out;
}

std::vector<Measurement> measure(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                 int repetitions, double longest_pass, const Tolerance& tolerance) {
  std::vector<Method> chosen;
  std::copy_if(methods.begin(), methods.end(), std::back_inserter(chosen),
               [&](const Method& method) { return method.query == query; });
  std::vector<Measurement> out(chosen.size());
  for (std::size_t m = 0; m < chosen.size(); ++m) {
    out[m].package = chosen[m].package;
    out[m].name = chosen[m].name;
    out[m].lent = chosen[m].lent;
  }
  std::vector<Lane> lanes = make_lanes(chosen, judged, longest_pass, out);
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
      measurement.judge(lane.answers[i], judged[lane.shape].truth[i], query, tolerance);
    }
  }
  return out;
}

}  // namespace clearance::bench
