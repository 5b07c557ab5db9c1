// FCL's own balls, capsules, boxes and half-spaces, with its default solver.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_types.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/halfspace.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>

namespace clearance::bench {
namespace {

using Geometry = fcl::CollisionGeometry<double>;

// Null where FCL has none: a box with rounded edges.
std::shared_ptr<Geometry> geometry(const Rounded& body) {
  const int count = body.core().vertex_count();
  if (count == 1) return std::make_shared<fcl::Sphere<double>>(body.radius());
  if (count == 2) return std::make_shared<fcl::Capsule<double>>(body.radius(), body.core().size());
  return body.radius() == 0 ? std::shared_ptr<Geometry>(fcl_box(body.core())) : nullptr;
}

std::shared_ptr<Geometry> floor() { return std::make_shared<fcl::Halfspace<double>>(fcl::Vector3<double>(0, 0, 1), 0); }

class FclRound {
 public:
  FclRound(const RoundFrames& frames, Query query)
      : query_(query),
        a_(frames.pair.on_floor ? floor() : geometry(frames.pair.a)),
        b_(geometry(frames.pair.b)),
        at_a_(fcl_transforms(frames.pose_a)),
        at_b_(fcl_transforms(frames.pose_b)),
        collide_(1, false),
        distance_(true) {}

  bool can_answer() const { return a_ != nullptr && b_ != nullptr; }
  Answer ask(std::size_t frame) {
    try {
      if (query_ == Query::Boolean) {
        collision_.clear();
        fcl::collide(a_.get(), at_a_[frame], b_.get(), at_b_[frame], collide_, collision_);
        return {collision_.isCollision() ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
      }
      nearest_.clear();
      const double value = fcl::distance(a_.get(), at_a_[frame], b_.get(), at_b_[frame], distance_, nearest_);
      return {value > 0 ? Answer::Kind::Separated : Answer::Kind::Colliding, std::fabs(value)};
    } catch (const std::exception&) {
      return {};
    }
  }

 private:
  Query query_;
  std::shared_ptr<Geometry> a_, b_;
  std::vector<fcl::Transform3<double>> at_a_, at_b_;
  fcl::CollisionRequest<double> collide_;
  fcl::CollisionResult<double> collision_;
  fcl::DistanceRequest<double> distance_;
  fcl::DistanceResult<double> nearest_;
};

}  // namespace

std::vector<RoundMethod> fcl_round_methods() {
  std::vector<RoundMethod> out;
  for (const Query query : {Query::Boolean, Query::Distance}) {
    const auto make = [=](const RoundFrames& frames) -> std::unique_ptr<Runner> {
      // distance() knows no half-space.
      if (query == Query::Distance && frames.pair.on_floor) return nullptr;
      if (!FclRound(frames, query).can_answer()) return nullptr;
      return std::make_unique<RunnerOf<FclRound>>(frames, query);
    };
    out.push_back({"FCL", to_string(query), make, query});
  }
  return out;
}

}  // namespace clearance::bench
