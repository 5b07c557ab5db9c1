// Bullet, in the double-precision build: btConvexHullShape with margin 0.
// btGjkPairDetector finds closest points; for the boolean query it may stop at the first direction that separates.
// btGjkEpaSolver2 starts from a guess: here the separating vector of the query before, which helps little.
#include <bench/method.h>
#include <bench/peer_bullet.h>

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace clearance::bench {
namespace {

std::vector<btTransform> transforms(std::span<const Pose> poses) {
  std::vector<btTransform> out;
  out.reserve(poses.size());
  for (const Pose& pose : poses) out.push_back(bullet_transform(pose));
  return out;
}

class BulletBase {
 protected:
  explicit BulletBase(const Frames& frames)
      : a_(bullet_hull(*frames.a)),
        b_(bullet_hull(*frames.b)),
        at_a_(transforms(frames.pose_a)),
        at_b_(transforms(frames.pose_b)) {}

  std::unique_ptr<btConvexHullShape> a_, b_;
  std::vector<btTransform> at_a_, at_b_;
};

// Without a depth solver the detector reports a point exactly when it found the bodies separated and within the
// maximum.
class PairDetector : BulletBase {
 public:
  PairDetector(const Frames& frames, Query query)
      : BulletBase(frames), detector_(a_.get(), b_.get(), &simplex_, nullptr), stop_early_(query == Query::Boolean) {}

  void forget() {}

  Answer ask(std::size_t frame) {
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = at_a_[frame];
    input.m_transformB = at_b_[frame];
    if (stop_early_) input.m_maximumDistanceSquared = 0;
    btPointCollector found;
    detector_.getClosestPointsNonVirtual(input, found, nullptr);
    const bool separated = stop_early_ ? detector_.m_degenerateSimplex == kSeparatingDirection : found.m_hasResult;
    return {separated ? Answer::Kind::Separated : Answer::Kind::Colliding, found.m_distance};
  }

 private:
  // What the detector leaves in m_degenerateSimplex when it stopped at a direction that proves the maximum exceeded.
  static constexpr int kSeparatingDirection = 10;

  btVoronoiSimplexSolver simplex_;
  btGjkPairDetector detector_;
  bool stop_early_;
};

class GjkEpa : BulletBase {
 public:
  GjkEpa(const Frames& frames, Query query) : BulletBase(frames), query_(query) {}

  void forget() { last_ = btVector3(0, 0, 0); }

  Answer ask(std::size_t frame) {
    const btTransform &a = at_a_[frame], &b = at_b_[frame];
    const btVector3 start = !last_.isZero() ? last_ : b.getOrigin() - a.getOrigin();
    btGjkEpaSolver2::sResults found;
    if (query_ == Query::Depth) {
      const bool hit = btGjkEpaSolver2::Penetration(a_.get(), a, b_.get(), b, start, found);
      if (hit) return {Answer::Kind::Colliding, -found.distance};
      return {found.status == btGjkEpaSolver2::sResults::Separated ? Answer::Kind::Separated : Answer::Kind::Failed, 0};
    }
    const bool separated = btGjkEpaSolver2::Distance(a_.get(), a, b_.get(), b, start, found);
    if (!separated) return {Answer::Kind::Colliding, 0};
    last_ = found.witnesses[0] - found.witnesses[1];
    return {Answer::Kind::Separated, found.distance};
  }

 private:
  Query query_;
  btVector3 last_{0, 0, 0};
};

}  // namespace

std::vector<Method> bullet_methods() {
  std::vector<Method> out;
  for (const Query query : {Query::Boolean, Query::Distance}) {
    out.push_back(method_of<PairDetector>("Bullet", "pair detector", query, query));
  }
  for (const Query query : {Query::Boolean, Query::Distance, Query::Depth}) {
    out.push_back(method_of<GjkEpa>("Bullet", "GJK-EPA", query, query));
  }
  return out;
}

}  // namespace clearance::bench
