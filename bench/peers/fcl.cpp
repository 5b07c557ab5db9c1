// FCL: Convex<double> with the face lists of our hull, or its Box, through collide() and distance(), both GJK solvers.
// For two of its boxes collide() has a test of its own, whatever the solver.
// Only collide() with GST_INDEP can start from a guess, the result of the query before: tried, no faster at any size.
// Depth: that of the contact which collide() reports, and, with the libccd solver, the signed distance, which runs EPA.
// Distance: with nearest points, signed distance off. Where an assertion in FCL would end the program, the answer is
// that it failed.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_types.h>
#include <bench/race/deadly_frames.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>

namespace clearance::bench {
namespace {

using Geometry = fcl::CollisionGeometry<double>;
using Transform = fcl::Transform3<double>;

enum class As : std::uint8_t { Convex, Box };

std::shared_ptr<Geometry> geometry(const Polytope& shape, As as) {
  if (as == As::Convex) return fcl_convex(shape);
  return fcl_box(shape);
}

class FclBase {
 protected:
  FclBase(const Frames& frames, As as)
      : a_(geometry(*frames.a, as)),
        b_(geometry(*frames.b, as)),
        at_a_(fcl_transforms(frames.pose_a)),
        at_b_(fcl_transforms(frames.pose_b)) {}

  std::shared_ptr<Geometry> a_, b_;
  std::vector<Transform> at_a_, at_b_;
};

class FclCollide : FclBase {
 public:
  FclCollide(const Frames& frames, As as, bool want_depth, fcl::GJKSolverType solver)
      : FclBase(frames, as), want_depth_(want_depth), request_(1, want_depth) {
    request_.gjk_solver_type = solver;
  }

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
  FclDistance(const Frames& frames, As as, fcl::GJKSolverType solver, bool want_depth)
      : FclBase(frames, as),
        request_(true, want_depth, 0.0, 0.0, 1e-6, solver),
        is_deadly_(deadly_frames(at_a_.size(), [&](std::size_t frame) { look(frame); })) {}

  Answer ask(std::size_t frame) { return is_deadly_[frame] ? Answer{} : look(frame); }

 private:
  Answer look(std::size_t frame) {
    try {
      result_.clear();
      const double distance = fcl::distance(a_.get(), at_a_[frame], b_.get(), at_b_[frame], request_, result_);
      return {distance > 0 ? Answer::Kind::Separated : Answer::Kind::Colliding, std::fabs(distance)};
    } catch (const std::exception&) {
      return {};
    }
  }

  fcl::DistanceRequest<double> request_;
  fcl::DistanceResult<double> result_;
  std::vector<bool> is_deadly_;
};

std::vector<Method> methods(As as) {
  const std::string prefix = as == As::Box ? "box, " : "";
  std::vector<Method> out;
  for (const auto& [name, solver] : {std::pair{"libccd solver", fcl::GST_LIBCCD}, {"own solver", fcl::GST_INDEP}}) {
    out.push_back(method_of<FclCollide>("FCL", prefix + name, Query::Boolean, as, false, solver));
    out.push_back(method_of<FclCollide>("FCL", prefix + name, Query::Depth, as, true, solver));
    out.push_back(method_of<FclDistance>("FCL", prefix + name, Query::Distance, as, solver, false));
  }
  out.push_back(method_of<FclDistance>("FCL", prefix + "signed distance", Query::Depth, as, fcl::GST_LIBCCD, true));
  return out;
}

}  // namespace

std::vector<Method> fcl_methods() { return methods(As::Convex); }
std::vector<Method> fcl_box_methods() { return methods(As::Box); }

}  // namespace clearance::bench
