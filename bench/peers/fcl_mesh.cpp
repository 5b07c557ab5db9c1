// FCL: BVHModel with each of its oriented volumes, default splitting, through collide() with one contact and no contact
// data, and distance() with nearest points where the volume has a distance bound. Nothing is kept between queries.
// collide() on RSS moves and refits the whole model first (8 ms at 2000 triangles): it is asked for distances alone.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_mesh_types.h>
#include <bench/peers/fcl_types.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

namespace clearance::bench {
namespace {

using Transform = fcl::Transform3<double>;

class Collide {
 public:
  Collide(const fcl::CollisionGeometry<double>* a, const fcl::CollisionGeometry<double>* b, const MeshPoses& poses)
      : a_(a), b_(b), at_a_(fcl_transforms(poses.a)), at_b_(fcl_transforms(poses.b)) {}

  Answer ask(std::size_t frame) {
    result_.clear();
    fcl::collide(a_, at_a_[frame], b_, at_b_[frame], request_, result_);
    return {result_.isCollision() ? Answer::Kind::Colliding : Answer::Kind::Separated, 0};
  }

 private:
  const fcl::CollisionGeometry<double>*a_, *b_;
  std::vector<Transform> at_a_, at_b_;
  fcl::CollisionRequest<double> request_{1, false};
  fcl::CollisionResult<double> result_;
};

class Distance {
 public:
  Distance(const fcl::CollisionGeometry<double>* a, const fcl::CollisionGeometry<double>* b, const MeshPoses& poses)
      : a_(a), b_(b), at_a_(fcl_transforms(poses.a)), at_b_(fcl_transforms(poses.b)) {}

  Answer ask(std::size_t frame) {
    result_.clear();
    const double distance = fcl::distance(a_, at_a_[frame], b_, at_b_[frame], request_, result_);
    return {distance > 0 ? Answer::Kind::Separated : Answer::Kind::Colliding, distance};
  }

 private:
  const fcl::CollisionGeometry<double>*a_, *b_;
  std::vector<Transform> at_a_, at_b_;
  fcl::DistanceRequest<double> request_{true};
  fcl::DistanceResult<double> result_;
};

template <class Volume>
class FclPair final : public MeshPair {
 public:
  FclPair(const TriangleSoup& a, const TriangleSoup& b, bool has_boolean, bool has_distance)
      : has_boolean_(has_boolean), has_distance_(has_distance) {
    fill_fcl_model(a, a_);
    fill_fcl_model(b, b_);
  }

  std::unique_ptr<Runner> runner(Query query, const MeshPoses& poses, bool warm) const override {
    if (warm) return nullptr;
    if (query == Query::Boolean && has_boolean_) return std::make_unique<RunnerOf<Collide>>(&a_, &b_, poses);
    if (query == Query::Distance && has_distance_) return std::make_unique<RunnerOf<Distance>>(&a_, &b_, poses);
    return nullptr;
  }

  // The arrays that a finished model keeps.
  std::size_t memory_bytes() const override { return bytes(a_) + bytes(b_); }

 private:
  using Model = fcl::BVHModel<Volume>;

  static std::size_t bytes(const Model& model) {
    return model.num_vertices * sizeof(fcl::Vector3<double>) + model.num_tris * sizeof(fcl::Triangle) +
           static_cast<std::size_t>(model.getNumBVs()) * sizeof(fcl::BVNode<Volume>) +
           model.num_tris * sizeof(unsigned);
  }

  Model a_, b_;
  bool has_boolean_, has_distance_;
};

template <class Volume>
MeshLibrary library(const char* name, bool has_boolean, bool has_distance) {
  return library_of<FclPair<Volume>>("FCL", name, has_distance ? "a status; a distance with points" : "a status",
                                     has_boolean, has_distance);
}

}  // namespace

std::vector<MeshLibrary> fcl_mesh_libraries() {
  return {library<fcl::OBBRSS<double>>("OBBRSS", true, true), library<fcl::OBB<double>>("OBB", true, false),
          library<fcl::RSS<double>>("RSS", false, true), library<fcl::kIOS<double>>("kIOS", true, true)};
}

}  // namespace clearance::bench
