// Method:   the separated frames of W1. "Same pose": each frame has its own cache, which has just answered that frame,
//           so that the cached direction always holds. "In sequence": one cache goes through the separated frames at
//           1°.
#include <bench/race/timer.h>
#include <bench/warm.h>
#include <bench/workloads/w1.h>
#include <clearance/convex/query.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

struct SeparatedFrames {
  W1Scene scene;
  std::vector<std::size_t> frames;
};

SeparatedFrames separated_frames(TestShape shape, int n, int count) {
  SeparatedFrames out{w1_scene(shape, n, Motion::OneDegree, count), {}};
  for (std::size_t i = 0; i < out.scene.pose_a.size(); ++i) {
    if (!intersects(out.scene.a, out.scene.pose_a[i], out.scene.b, out.scene.pose_b[i])) out.frames.push_back(i);
  }
  return out;
}

// Runs through the frames; caches[i * stride] serves the i-th of them.
double pass(const SeparatedFrames& separated, std::vector<ConvexCache>& caches, std::size_t stride) {
  const W1Scene& scene = separated.scene;
  const Timer timer;
  for (std::size_t i = 0; i < separated.frames.size(); ++i) {
    const std::size_t frame = separated.frames[i];
    keep(intersects(scene.a, scene.pose_a[frame], scene.b, scene.pose_b[frame], caches[i * stride]));
  }
  return timer.seconds();
}

// Nanoseconds per query over all three shapes.
double time_of(int n, int frames, int repetitions, bool same_pose) {
  double seconds = 0;
  std::size_t count = 0;
  for (const TestShape shape : kShapes) {
    const SeparatedFrames separated = separated_frames(shape, n, frames);
    std::vector<ConvexCache> caches(same_pose ? separated.frames.size() : 1);
    double best = std::numeric_limits<double>::infinity();
    pass(separated, caches, same_pose ? 1 : 0);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      best = std::min(best, pass(separated, caches, same_pose ? 1 : 0));
    }
    seconds += best;
    count += separated.frames.size();
  }
  return 1e9 * seconds / static_cast<double>(count);
}

}  // namespace

void report_warm(int frames, int repetitions, Report& report) {
  constexpr double kBar = 2;
  Table table("Separated with a warm cache  [ns per query]");
  std::vector<std::string> head = {""};
  for (const int n : kSizes) head.push_back("n = " + std::to_string(n));
  head.emplace_back("1000 : 20");
  head.emplace_back("to reach");
  table.row(std::move(head));
  for (const bool same_pose : {true, false}) {
    const char* name = same_pose ? "same pose" : "in sequence, 1° a frame";
    std::vector<std::string> cells = {std::string("Clearance, ") + name};
    std::vector<double> times;
    for (const int n : kSizes) {
      report.progress(format("convex: warm cache, %s, n = %d", name, n));
      times.push_back(time_of(n, frames, repetitions, same_pose));
      cells.push_back(format("%.1f", times.back()));
      report.add(Record{{"query", "warm"}, {"method", name}, {"n", std::int64_t{n}}, {"ns", times.back()}});
    }
    const double ratio = times.back() / times.front();
    cells.push_back(format("%.2f", ratio));
    cells.push_back(same_pose ? format("≤ %g %s", kBar, ratio <= kBar ? "met" : "MISSED") : "");
    report.add(
        Record{{"query", "warm"}, {"method", name}, {"ratio", ratio}, {"to_reach", kBar}, {"met", ratio <= kBar}});
    table.row(std::move(cells));
  }
  report.add(std::move(table));
}

}  // namespace clearance::bench
