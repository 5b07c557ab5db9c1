#include <bench/peers/bullet.h>
#include <bench/peers/cgal.h>
#include <bench/peers/clearance.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <clearance/build/mesh.h>
#include <clearance/solid/mesh_query.h>

namespace clearance::bench {

std::vector<MeshLibrary> all_mesh_libraries() {
  return joined({our_mesh_libraries(), fcl_mesh_libraries(), bullet_mesh_libraries(), ode_mesh_libraries(),
                 cgal_mesh_libraries()});
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

std::vector<RaceResult> race_meshes(std::span<const Racer> racers, const MeshTask& task, RaceOptions options) {
  std::vector<Contestant<MeshPoses>> contestants;
  for (const Racer& racer : racers)
    contestants.push_back({racer.entrant.package, racer.entrant.name,
                           [&](const MeshPoses& poses) { return racer.pair->runner(task.query, poses, task.warm); }});
  options.fewest = 40;
  return race(contestants, *task.poses, PairJudge{task.truth, task.query, {0, task.tolerance}}, options);
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

MeetFunction w2_meet(const W2Pair& pair) {
  const auto mesh = [](W2Body body) {
    const TriangleSoup soup = w2_body(body, kW2ContactSize);
    return make_mesh(soup.vertices, soup.triangles).value();
  };
  return [a = mesh(pair.a), b = mesh(pair.b)](const Pose& pose_a, const Pose& pose_b) {
    return bool{intersects(a, pose_a, b, pose_b)};
  };
}

MeshPoses w2_poses(const W2Pair& pair, int count) { return w2_poses(pair, count, w2_meet(pair)); }

}  // namespace clearance::bench
