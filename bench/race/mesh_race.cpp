#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <clearance/build/mesh.h>
#include <clearance/solid/mesh_query.h>

#include <algorithm>
#include <limits>

namespace clearance::bench {
namespace {

constexpr std::size_t kFewest = 40;

struct Lane {
  std::unique_ptr<Runner> runner;
  std::vector<Answer> answers;
  double best = std::numeric_limits<double>::infinity();
};

Lane make_lane(const Racer& racer, const MeshTask& task, double longest_pass) {
  Lane lane{racer.pair->runner(task.query, *task.poses, task.warm), {}};
  if (lane.runner == nullptr) return lane;
  lane.answers.resize(std::min(kFewest, task.poses->size()));
  const Timer timer;
  lane.runner->run(lane.answers);
  const double each =
      std::max(1e-9, timer.seconds() / static_cast<double>(std::max<std::size_t>(1, lane.answers.size())));
  const auto affordable = static_cast<std::size_t>(std::min(longest_pass / each, 1e9));
  lane.answers.resize(std::clamp(affordable, lane.answers.size(), task.poses->size()));
  return lane;
}

MeshCost cost_of(const Lane& lane, const MeshTask& task) {
  MeshCost out;
  if (lane.runner == nullptr || lane.answers.empty()) return out;
  out.answered = true;
  out.frames = static_cast<std::int64_t>(lane.answers.size());
  out.seconds = lane.best / static_cast<double>(lane.answers.size());
  for (std::size_t i = 0; i < lane.answers.size(); ++i)
    out.judge(lane.answers[i], task.truth[i], task.query, {0, task.tolerance});
  return out;
}

}  // namespace

std::vector<MeshLibrary> all_mesh_libraries() {
  std::vector<MeshLibrary> out;
  for (const auto& libraries : {our_mesh_libraries(), fcl_mesh_libraries(), bullet_mesh_libraries(),
                                ode_mesh_libraries(), cgal_mesh_libraries()})
    out.insert(out.end(), libraries.begin(), libraries.end());
  return out;
}

std::vector<Racer> build_racers(std::span<const MeshLibrary> libraries, const TriangleSoup& a, const TriangleSoup& b,
                                int repetitions) {
  std::vector<Racer> out;
  for (const MeshLibrary& library : libraries) {
    Racer racer{library, nullptr, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < repetitions; ++k) {
      racer.pair.reset();
      const Timer timer;
      racer.pair = library.make(a, b);
      racer.build_seconds = std::min(racer.build_seconds, timer.seconds() / 2);
    }
    racer.bytes_per_triangle =
        static_cast<double>(racer.pair->memory_bytes()) / static_cast<double>(a.triangles.size() + b.triangles.size());
    out.push_back(std::move(racer));
  }
  return out;
}

std::vector<MeshCost> race_meshes(std::span<const Racer> racers, const MeshTask& task, const RacePatience& patience) {
  std::vector<Lane> lanes;
  for (const Racer& racer : racers) lanes.push_back(make_lane(racer, task, patience.longest_pass));
  for (int k = 0; k < patience.repetitions; ++k) {
    for (Lane& lane : lanes) {
      if (lane.runner == nullptr) continue;
      const Timer timer;
      lane.runner->run(lane.answers);
      lane.best = std::min(lane.best, timer.seconds());
    }
  }
  std::vector<MeshCost> out;
  for (const Lane& lane : lanes) out.push_back(cost_of(lane, task));
  return out;
}

std::vector<Truth> mesh_truth(const MeshPair& ours, const MeshPoses& poses, Query query) {
  std::vector<Answer> answers(poses.size());
  ours.runner(query, poses, false)->run(answers);
  std::vector<Truth> out;
  for (const Answer& answer : answers)
    out.push_back({answer.kind == Answer::Kind::Colliding, answer.value - answer.width, answer.value});
  return out;
}

MeshPoses separated_of(const MeshPoses& poses, std::span<const Truth> truth) {
  MeshPoses out;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (truth[i].colliding) continue;
    out.a.push_back(poses.a[i]);
    out.b.push_back(poses.b[i]);
  }
  return out;
}

MeshPoses w2_poses(const W2Pair& pair, int count) {
  const auto mesh = [](W2Body body) {
    const TriangleSoup soup = w2_body(body, kW2ContactSize);
    return make_mesh(soup.vertices, soup.triangles).value();
  };
  const Mesh a = mesh(pair.a), b = mesh(pair.b);
  return w2_poses(pair, count,
                  [&](const Pose& pose_a, const Pose& pose_b) { return bool{intersects(a, pose_a, b, pose_b)}; });
}

}  // namespace clearance::bench
