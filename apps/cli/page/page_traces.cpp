#include "page_traces.h"

#include <clearance/io/number.h>
#include <clearance/io/scenes/moving_object.h>
#include <clearance/io/scenes/scene_text.h>
#include <clearance/lab/all_algorithms.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "page_text.h"

namespace clearance::cli {
using namespace detail;
namespace {

// More steps than these nobody clicks through; a method that is asked for many frames stays readable.
constexpr std::size_t kMostSteps = 400;
constexpr double kTurnPerFrame = 4 * std::numbers::pi / 180;
// Of the bodies' size, and how often b swings to and fro over all frames.
constexpr double kDrift = 0.04;

// ---- Where the bodies are -------------------------------------------------------------------------------------------

struct Frame {
  double time;  // of the scene, or the number of the frame where it is at rest
  Pose a, b;
};

Error cannot_be_placed(const Scene& scene, double time) {
  return Error{scene.name, fmt::format("the bodies have no pose of doubles at t = {}", time)};
}

Result<std::vector<Frame>> frames_in_motion(const Scene& scene, Interval interval, ScenePair pair, int count) {
  const Result<MovingObject> a = moving_object(scene.objects[pair.a], interval),
                             b = moving_object(scene.objects[pair.b], interval);
  if (!a) return a.error().within(scene.name);
  if (!b) return b.error().within(scene.name);
  std::vector<Frame> frames;
  for (int k = 0; k < count; ++k) {
    const double share = count == 1 ? 0 : static_cast<double>(k) / (count - 1);
    const double time =
        k + 1 == count && count > 1 ? interval.end : (1 - share) * interval.begin + share * interval.end;
    const Result<Pose> pose_a = a->motion.at(time), pose_b = b->motion.at(time);
    if (!pose_a || !pose_b) return cannot_be_placed(scene, time);
    frames.push_back({time, *pose_a, *pose_b});
  }
  return frames;
}

// The first frame is the scene as it is; then b turns about its middle, and swings along what leads to it from a.
Result<std::vector<Frame>> frames_at_rest(const Scene& scene, ScenePair pair, int count) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  const Vec3 middle = apply(b.pose, b.polytope().center()), from = apply(a.pose, a.polytope().center());
  const double size = larger(a.polytope().size(), b.polytope().size());
  const Vec3 way = middle - from, along = norm(way) > 0 ? way / norm(way) : Vec3{1, 0, 0};
  std::vector<Frame> frames;
  for (int k = 0; k < count; ++k) {
    Result<Pose> pose = b.pose;
    if (k > 0) {
      const Pose turn = rotation_about({0.3, 0.5, 0.8}, k * kTurnPerFrame);
      const double swing = kDrift * size * std::sin(2 * std::numbers::pi * k / count);
      pose = compose(rotation_about({0.3, 0.5, 0.8}, k * kTurnPerFrame, middle + swing * along - apply(turn, middle)),
                     b.pose);
    }
    if (!pose) return cannot_be_placed(scene, k);
    frames.push_back({static_cast<double>(k), a.pose, *pose});
  }
  return frames;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

std::string point_text(Vec3 p) {
  return "[" + double_text(p.x) + "," + double_text(p.y) + "," + double_text(p.z) + "]";
}

std::string step_text(const TraceStep& step) {
  const bool has_direction = is_finite(step.direction) && step.direction != Vec3{};
  return "{\"what\":" + page_string(step.what) +
         ",\"direction\":" + (has_direction ? point_text(step.direction) : "null") +
         ",\"a\":" + point_text(step.point_a) + ",\"b\":" + point_text(step.point_b) + "}";
}

std::string frame_text(const Frame& frame, const Evidence& evidence, const Trace& trace) {
  std::string out = "{\"time\":" + double_text(frame.time) + ",\"pose_a\":" + pose_text(frame.a) +
                    ",\"pose_b\":" + pose_text(frame.b) + ",\"outcome\":" + page_string(to_string(evidence.verdict)) +
                    ",\"steps\":[";
  std::size_t written = 0;
  for (const TraceStep& step : trace.steps) {
    if (!is_finite(step.point_a) || !is_finite(step.point_b)) continue;
    if (++written > kMostSteps) break;
    out += (written > 1 ? ",\n" : "\n") + step_text(step);
  }
  return out + "]}";
}

std::string run_text(const Scene& scene, ScenePair pair, const AlgorithmRow& row, const std::vector<Frame>& frames) {
  const SceneObject &a = scene.objects[pair.a], &b = scene.objects[pair.b];
  ConvexCache cache;
  std::string out = "{\"a\":" + page_string(a.name) + ",\"b\":" + page_string(b.name) +
                    ",\"method\":" + page_string(row.name) + ",\"title\":" + page_string(row.paper) +
                    ",\"page\":" + page_string(fmt::format("docs/algorithms/{}.md", row.name)) + ",\"frames\":[";
  for (std::size_t k = 0; k < frames.size(); ++k) {
    Trace trace;
    const PosedPair posed(a.polytope(), frames[k].a, b.polytope(), frames[k].b);
    const Evidence evidence = row.run(posed, &cache, &trace);
    out += (k > 0 ? ",\n" : "\n") + frame_text(frames[k], evidence, trace);
  }
  return out + "]}";
}

// ---- Which pair -----------------------------------------------------------------------------------------------------

bool both_convex(const Scene& scene, ScenePair pair) {
  return scene.objects[pair.a].convex() && scene.objects[pair.b].convex();
}

// "a,b", of which both may have commas of their own.
Result<ScenePair> named_pair(const Scene& scene, const std::string& names) {
  constexpr const char* kOption = "view: --pair";
  for (std::size_t comma = names.find(','); comma != std::string::npos; comma = names.find(',', comma + 1)) {
    const int a = scene.find(std::string_view(names).substr(0, comma)),
              b = scene.find(std::string_view(names).substr(comma + 1));
    if (a < 0 || b < 0 || a == b) continue;
    const ScenePair pair{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    if (both_convex(scene, pair)) return pair;
    return Error{kOption, "the methods work on convex bodies, and one of " + names + " is none"};
  }
  return Error{kOption,
               "needs the names of two objects with a comma between them, as in 'left,right', not '" + names + "'"};
}

Result<ScenePair> pair_of(const Scene& scene, std::span<const std::uint32_t> preferred, const std::string& names) {
  if (!names.empty()) return named_pair(scene, names);
  for (std::size_t k = 0; k + 1 < preferred.size(); k += 2)
    if (const ScenePair pair{preferred[k], preferred[k + 1]}; both_convex(scene, pair)) return pair;
  const auto convex = std::find_if(scene.pairs.begin(), scene.pairs.end(),
                                   [&](const ScenePair& pair) { return both_convex(scene, pair); });
  if (convex != scene.pairs.end()) return *convex;
  return Error{scene.name, "the methods work on convex bodies, and no pair is of two; --trace has nothing to show"};
}

}  // namespace

Result<std::string> page_traces(const Scene& scene, std::span<const std::uint32_t> preferred,
                                const TraceWanted& wanted) {
  if (wanted.methods.empty()) return std::string("[]");
  const Result<ScenePair> pair = pair_of(scene, preferred, wanted.pair);
  if (!pair) return pair.error();
  const auto& interval = scene.interval;
  const bool moves = interval && (scene.objects[pair->a].motion || scene.objects[pair->b].motion);
  const Result<std::vector<Frame>> frames =
      moves ? frames_in_motion(scene, {(*interval)[0], (*interval)[1]}, *pair, wanted.frames)
            : frames_at_rest(scene, *pair, wanted.frames);
  if (!frames) return frames.error();
  std::string out = "[";
  for (const Algorithm method : wanted.methods)
    out += (out.size() > 1 ? ",\n" : "") + run_text(scene, *pair, *find_algorithm(all_algorithms(), method), *frames);
  return out + "]";
}

}  // namespace clearance::cli
