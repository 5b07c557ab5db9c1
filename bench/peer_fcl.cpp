// FCL: Convex<double> with the face lists of our hull, through collide() and distance(), both GJK solvers.
// Only collide() with GST_INDEP can start from a guess, the result of the query before: tried, no faster at any size.
// Depth: that of the contact which collide() reports, and, with the libccd solver, the signed distance, which runs EPA.
// Distance: with nearest points, signed distance off.
#include <bench/method.h>
#include <bench/peer_fcl.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

namespace clearance::bench {
namespace {

using Convex = fcl::Convex<double>;
using Transform = fcl::Transform3<double>;

std::vector<Transform> transforms(std::span<const Pose> poses) {
  std::vector<Transform> out;
  out.reserve(poses.size());
  for (const Pose& pose : poses) out.push_back(fcl_transform(pose));
  return out;
}

class FclBase {
 protected:
  explicit FclBase(const Frames& frames)
      : a_(fcl_convex(*frames.a)),
        b_(fcl_convex(*frames.b)),
        at_a_(transforms(frames.pose_a)),
        at_b_(transforms(frames.pose_b)) {}

  std::shared_ptr<Convex> a_, b_;
  std::vector<Transform> at_a_, at_b_;
};

class FclCollide : FclBase {
 public:
  FclCollide(const Frames& frames, bool want_depth, fcl::GJKSolverType solver)
      : FclBase(frames), want_depth_(want_depth), request_(1, want_depth) {
    request_.gjk_solver_type = solver;
  }

  void forget() {}

  Answer ask(std::size_t frame) {
    try {
      result_.clear();
      fcl::collide(a_.get(), at_a_[frame], b_.get(), at_b_[frame], request_, result_);
      if (!result_.isCollision()) return {Answer::Kind::Separated, 0};
      // The own solver's depths are negative.
      return {Answer::Kind::Colliding, want_depth_ ? std::fabs(result_.getContact(0).penetration_depth) : 0};
    } catch (const std::exception&) {
      return {Answer::Kind::Failed, 0};
    }
  }

 private:
  bool want_depth_;
  fcl::CollisionRequest<double> request_;
  fcl::CollisionResult<double> result_;
};

class FclDistance : FclBase {
 public:
  FclDistance(const Frames& frames, fcl::GJKSolverType solver, bool want_depth)
      : FclBase(frames), request_(true, want_depth, 0.0, 0.0, 1e-6, solver) {}

  void forget() {}

  Answer ask(std::size_t frame) {
    try {
      result_.clear();
      const double distance = fcl::distance(a_.get(), at_a_[frame], b_.get(), at_b_[frame], request_, result_);
      return {distance > 0 ? Answer::Kind::Separated : Answer::Kind::Colliding, std::fabs(distance)};
    } catch (const std::exception&) {
      return {Answer::Kind::Failed, 0};
    }
  }

 private:
  fcl::DistanceRequest<double> request_;
  fcl::DistanceResult<double> result_;
};

}  // namespace

std::vector<Method> fcl_methods() {
  std::vector<Method> out;
  for (const auto& [name, solver] : {std::pair{"libccd solver", fcl::GST_LIBCCD}, {"own solver", fcl::GST_INDEP}}) {
    out.push_back(method_of<FclCollide>("FCL", name, Query::Boolean, false, solver));
    out.push_back(method_of<FclCollide>("FCL", name, Query::Depth, true, solver));
    out.push_back(method_of<FclDistance>("FCL", name, Query::Distance, solver, false));
  }
  out.push_back(method_of<FclDistance>("FCL", "signed distance", Query::Depth, fcl::GST_LIBCCD, true));
  return out;
}

}  // namespace clearance::bench
