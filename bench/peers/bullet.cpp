// Bullet, in the double-precision build: btConvexHullShape or btBoxShape with margin 0.
// btGjkPairDetector finds closest points; for the boolean query it may stop at the first direction that separates.
// btGjkEpaSolver2 starts from a guess: here the separating vector of the query before, which helps little.
// btBoxBoxDetector is for boxes alone, and finds all contacts.
#include <bench/peers/bullet.h>
#include <bench/peers/bullet_types.h>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace clearance::bench {
namespace {

enum class As : std::uint8_t { Hull, Box };

std::unique_ptr<btConvexShape> convex(const Polytope& shape, As as) {
  if (as == As::Box) return bullet_box(shape);
  return bullet_hull(shape);
}

class BulletBase {
 protected:
  BulletBase(const Frames& frames, As as)
      : a_(convex(*frames.a, as)),
        b_(convex(*frames.b, as)),
        at_a_(bullet_transforms(frames.pose_a)),
        at_b_(bullet_transforms(frames.pose_b)) {}

  std::unique_ptr<btConvexShape> a_, b_;
  std::vector<btTransform> at_a_, at_b_;
};

// Without a depth solver the detector reports a point exactly when it found the bodies separated and within the
// maximum.
class PairDetector : BulletBase {
 public:
  PairDetector(const Frames& frames, Query query, As as)
      : BulletBase(frames, as),
        detector_(a_.get(), b_.get(), &simplex_, nullptr),
        stop_early_(query == Query::Boolean) {}

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
  btVoronoiSimplexSolver simplex_;
  btGjkPairDetector detector_;
  bool stop_early_;
};

class GjkEpa : BulletBase {
 public:
  GjkEpa(const Frames& frames, Query query, As as) : BulletBase(frames, as), query_(query) {}

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

class BoxBox {
 public:
  explicit BoxBox(const Frames& frames)
      : a_(bullet_box(*frames.a)),
        b_(bullet_box(*frames.b)),
        detector_(a_.get(), b_.get()),
        at_a_(bullet_transforms(frames.pose_a)),
        at_b_(bullet_transforms(frames.pose_b)) {}

  Answer ask(std::size_t frame) {
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = at_a_[frame];
    input.m_transformB = at_b_[frame];
    DeepestContact found;
    detector_.getClosestPoints(input, found, nullptr);
    return {found.any ? Answer::Kind::Colliding : Answer::Kind::Separated, found.depth};
  }

 private:
  std::unique_ptr<btBoxShape> a_, b_;
  btBoxBoxDetector detector_;
  std::vector<btTransform> at_a_, at_b_;
};

std::vector<Method> methods(As as) {
  const std::string prefix = as == As::Box ? "box, " : "";
  std::vector<Method> out;
  for (const Query query : {Query::Boolean, Query::Distance})
    out.push_back(method_of<PairDetector>("Bullet", prefix + "pair detector", query, query, as));
  for (const Query query : {Query::Boolean, Query::Distance, Query::Depth})
    out.push_back(method_of<GjkEpa>("Bullet", prefix + "GJK-EPA", query, query, as));
  return out;
}

}  // namespace

std::vector<Method> bullet_methods() { return methods(As::Hull); }

std::vector<Method> bullet_box_methods() {
  std::vector<Method> out = methods(As::Box);
  for (const Query query : {Query::Boolean, Query::Depth})
    out.push_back(method_of<BoxBox>("Bullet", "box, box-box detector", query));
  return out;
}

}  // namespace clearance::bench
