// Bullet, in the double-precision build, on btConvexHullShape with margin 0: btSubsimplexConvexCast and btGjkConvexCast
// for bodies that do not turn; btContinuousConvexCollision, which advances until the bodies are within 1e-3 of each
// other whatever their size. It lets bodies turn at constant speed, but by no more than 45° in all.
#include <bench/peers/bullet.h>
#include <bench/peers/bullet_types.h>
#include <bench/race/motion_contestant.h>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btTransformUtil.h>

#include <cmath>

namespace clearance::bench {
namespace {

Pose pose_of(const btTransform& at) {
  Mat3 turn;
  for (int row = 0; row < 3; ++row)
    turn.row[row] = {at.getBasis()[row].x(), at.getBasis()[row].y(), at.getBasis()[row].z()};
  return Pose::from_matrix(turn, {at.getOrigin().x(), at.getOrigin().y(), at.getOrigin().z()}).value();
}

// As its cast has a body between two instants.
Pose pose_between(const btTransform& from, const btTransform& to, double time) {
  btVector3 velocity, turning;
  btTransformUtil::calculateVelocity(from, to, 1, velocity, turning);
  btTransform at;
  btTransformUtil::integrateTransform(from, velocity, turning, time, at);
  return pose_of(at);
}

enum class Cast : std::uint8_t { Subsimplex, Gjk, Continuous };

class BulletMotion final : public MotionAsker {
 public:
  BulletMotion(const W5Scene& scene, Cast cast) : cast_(cast) {
    for (const Rounded& hull : scene.hulls) hulls_.push_back(bullet_hull(hull.core()));
    for (const MovingPair& pair : scene.pairs)
      pairs_.push_back({hulls_[pair.a.hull].get(), hulls_[pair.b.hull].get(), bullet_transform(pair.a.start),
                        bullet_transform(pair.a.end), bullet_transform(pair.b.start), bullet_transform(pair.b.end)});
  }

  Answer ask(std::size_t index) override {
    const Pair& pair = pairs_[index];
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    if (!run(pair, result)) return {Answer::Kind::Separated};
    return std::isfinite(result.m_fraction) ? Answer{Answer::Kind::Colliding, result.m_fraction} : Answer{};
  }

  PosePair where(std::size_t index, double time) const override {
    const Pair& pair = pairs_[index];
    return {pose_between(pair.from_a, pair.to_a, time), pose_between(pair.from_b, pair.to_b, time)};
  }

 private:
  struct Pair {
    const btConvexHullShape *a, *b;
    btTransform from_a, to_a, from_b, to_b;
  };

  bool run(const Pair& pair, btConvexCast::CastResult& result) {
    switch (cast_) {
      case Cast::Subsimplex:
        return btSubsimplexConvexCast(pair.a, pair.b, &simplex_)
            .calcTimeOfImpact(pair.from_a, pair.to_a, pair.from_b, pair.to_b, result);
      case Cast::Gjk:
        return btGjkConvexCast(pair.a, pair.b, &simplex_)
            .calcTimeOfImpact(pair.from_a, pair.to_a, pair.from_b, pair.to_b, result);
      case Cast::Continuous:
        break;
    }
    return btContinuousConvexCollision(pair.a, pair.b, &simplex_, &depth_)
        .calcTimeOfImpact(pair.from_a, pair.to_a, pair.from_b, pair.to_b, result);
  }

  Cast cast_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
  std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<MotionContestant> bullet_motions(bool turning) {
  const MotionContestant continuous =
      moves_by<BulletMotion>("Bullet", "continuous", "at constant speed, by 45° at most", true, Cast::Continuous);
  if (turning) return {continuous};
  return {moves_by<BulletMotion>("Bullet", "subsimplex cast", "does not turn", false, Cast::Subsimplex),
          moves_by<BulletMotion>("Bullet", "GJK cast", "does not turn", false, Cast::Gjk), continuous};
}

}  // namespace clearance::bench
