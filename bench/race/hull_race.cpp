#include <bench/peers/bullet.h>
#include <bench/peers/ccd.h>
#include <bench/peers/fcl.h>
#include <bench/peers/ode.h>
#include <bench/race/hull_race.h>
#include <clearance/convex/query.h>

namespace clearance::bench {

Truth hull_truth(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b, Status status,
                 Query query) {
  Truth truth{status != Status::Separated, 0, 0, status == Status::Touching};
  if (query == Query::Distance) {
    const Distance found = distance(a, pose_a, b, pose_b);
    truth.lower = found.lower, truth.upper = found.upper;
  } else if (query == Query::Depth) {
    const Penetration found = penetration(a, pose_a, b, pose_b);
    truth.lower = found.lower, truth.upper = found.upper;
  }
  return truth;
}

Judged judge_frames(const W1Scene& scene, Query query) {
  Judged out{scene.a, scene.b, {}, {}, {}};
  for (std::size_t i = 0; i < scene.pose_a.size(); ++i) {
    const Pose &pose_a = scene.pose_a[i], &pose_b = scene.pose_b[i];
    const Status status = intersects(scene.a, pose_a, scene.b, pose_b).status;
    const bool colliding = status != Status::Separated;
    if ((query == Query::Distance && colliding) || (query == Query::Depth && !colliding)) continue;
    out.pose_a.push_back(pose_a);
    out.pose_b.push_back(pose_b);
    out.truth.push_back(hull_truth(scene.a, pose_a, scene.b, pose_b, status, query));
  }
  return out;
}

std::vector<Judged> judge_w1(int n, Motion motion, int frames, Query query) {
  std::vector<Judged> out;
  for (const TestShape shape : kShapes) out.push_back(judge_frames(w1_scene(shape, n, motion, frames), query));
  return out;
}

std::vector<Method> peer_methods() { return joined({fcl_methods(), ccd_methods(), bullet_methods(), ode_methods()}); }

std::vector<RaceResult> race_hulls(const std::vector<Method>& methods, std::span<const Judged> judged, Query query,
                                   const RaceOptions& options, const Tolerance& tolerance) {
  std::vector<Frames> frames;
  for (const Judged& one : judged) frames.push_back(one.frames());
  std::vector<Heat<Frames, PairJudge>> heats;
  for (std::size_t k = 0; k < judged.size(); ++k) heats.push_back({frames[k], {judged[k].truth, query, tolerance}});
  return race(about(query, methods), heats, options);
}

}  // namespace clearance::bench
