// Bullet, in the double-precision build, on btConvexHullShape with margin 0: btSubsimplexConvexCast and btGjkConvexCast
// for bodies that do not turn; btContinuousConvexCollision, which advances until the bodies are within 1e-3 of each
// other whatever their size. It lets bodies turn at constant speed up to 45° and slower from there: a turn of 90° ends
// at 79°. The last step of btGjkConvexCast lands on the contact itself, where its detector, which has no depth, finds
// nothing, and so the cast no hit; with a small margin it does.
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

// Of the radius; within what is judged to be by a hair.
constexpr double kSmallMargin = 2.5e-4;

class BulletMotion final : public MotionAsker {
 public:
  BulletMotion(const W5Scene& scene, Cast cast, double margin) : cast_(cast) {
    for (const Rounded& hull : scene.hulls) hulls_.push_back(bullet_hull(hull.core()));
    for (const MovingPair& pair : scene.pairs) {
      for (const std::size_t hull : {pair.a.hull, pair.b.hull}) hulls_[hull]->setMargin(margin * pair.unit);
      pairs_.push_back({hulls_[pair.a.hull].get(), hulls_[pair.b.hull].get(), bullet_transform(pair.a.start),
                        bullet_transform(pair.a.end), bullet_transform(pair.b.start), bullet_transform(pair.b.end)});
    }
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
  const auto method = [](std::string name, std::string way, bool can_turn, Cast cast, double margin = 0) {
    return moves_by<BulletMotion>("Bullet", std::move(name), std::move(way), can_turn, cast, margin);
  };
  const MotionContestant continuous =
      method("continuous", "at constant speed up to 45°, then slower", true, Cast::Continuous);
  if (turning) return {continuous};
  const char* const way = "does not turn";
  return {method("subsimplex cast", way, false, Cast::Subsimplex), method("GJK cast", way, false, Cast::Gjk),
          method("GJK cast, small margin", way, false, Cast::Gjk, kSmallMargin), continuous};
}

}  // namespace clearance::bench
