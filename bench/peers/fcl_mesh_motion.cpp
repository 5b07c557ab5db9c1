// FCL: BVHModel<OBBRSS> by conservative advancement, and at 10 and 100 instants. The public continuousCollide moves and
// refits the whole model at each step, and from where the last step left it, so that it misses most hits; the function
// inside FCL for oriented volumes, which its table leaves aside, does neither: both are asked. They stop at steps of
// 1e-5 of the time whatever is asked for. Motions are made beforehand, and put back to their beginning before each
// query.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_mesh_types.h>
#include <bench/peers/fcl_motion_types.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <cmath>
#include <limits>

namespace clearance::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;
using Request = fcl::ContinuousCollisionRequest<double>;

struct Settings {
  std::size_t instants;  // 0: conservative advancement
  bool is_inner = false;

  Request request(fcl::CCDMotionType type) const {
    return instants == 0 ? Request(10, 1e-4, type, fcl::GST_LIBCCD, fcl::CCDC_CONSERVATIVE_ADVANCEMENT)
                         : Request(instants, 1e-4, type, fcl::GST_LIBCCD, fcl::CCDC_NAIVE);
  }
};

void advance_oriented(const Model& a, const fcl::MotionBase<double>* motion_a, const Model& b,
                      const fcl::MotionBase<double>* motion_b, fcl::ContinuousCollisionResult<double>& result) {
  using Node = fcl::detail::MeshConservativeAdvancementTraversalNodeOBBRSS<double>;
  const fcl::CollisionRequest<double> request;
  fcl::CollisionResult<double> at_beginning;
  result.is_collide = fcl::detail::conservativeAdvancementMeshOriented<fcl::OBBRSS<double>, Node>(
      a, motion_a, b, motion_b, request, at_beginning, result.time_of_contact);
}

class FclMotions final : public MotionAsker {
 public:
  FclMotions(const Model& a, const Model& b, const W6Motions& motions, const Settings& settings)
      : a_(a), b_(b), is_inner_(settings.is_inner), request_(settings.request(type_of(motions.kind))) {
    for (const MovingPair& pair : motions.pairs)
      pairs_.push_back({fcl_motion(pair.a, request_.ccd_motion_type), fcl_motion(pair.b, request_.ccd_motion_type)});
  }

  Answer ask(std::size_t index) override {
    const Pair& pair = pairs_[index];
    pair.a->integrate(0);
    pair.b->integrate(0);
    result_ = {};
    if (is_inner_)
      advance_oriented(a_, pair.a.get(), b_, pair.b.get(), result_);
    else
      fcl::continuousCollide<double>(&a_, pair.a.get(), &b_, pair.b.get(), request_, result_);
    if (std::isnan(result_.time_of_contact)) return {};
    return {result_.is_collide ? Answer::Kind::Colliding : Answer::Kind::Separated, result_.time_of_contact};
  }

  PosePair where(std::size_t pair, double time) const override {
    return {fcl_pose(*pairs_[pair].a, time), fcl_pose(*pairs_[pair].b, time)};
  }

 private:
  struct Pair {
    FclMotionPtr a, b;
  };

  static fcl::CCDMotionType type_of(W6Kind kind) {
    return kind == W6Kind::Translating ? fcl::CCDM_TRANS : fcl::CCDM_LINEAR;
  }

  const Model &a_, &b_;
  bool is_inner_;
  Request request_;
  fcl::ContinuousCollisionResult<double> result_;
  std::vector<Pair> pairs_;
};

class FclMover final : public MeshMover {
 public:
  FclMover(const W6Bodies& bodies, const Settings& settings) : settings_(settings) {
    fill_fcl_model(bodies.soup_a, a_);
    fill_fcl_model(bodies.soup_b, b_);
  }
  std::unique_ptr<MotionAsker> asker(const W6Motions& motions) const override {
    return std::make_unique<FclMotions>(a_, b_, motions, settings_);
  }

 private:
  Settings settings_;
  Model a_, b_;
};

MeshMotionLibrary library(std::string name, const Settings& settings,
                          int most_triangles = std::numeric_limits<int>::max()) {
  return {"FCL", std::move(name), "at constant speed",
          [=](const W6Bodies& bodies) { return std::make_unique<FclMover>(bodies, settings); }, most_triangles};
}

}  // namespace

std::vector<MeshMotionLibrary> fcl_mesh_motions() {
  return {library("advancement, oriented", {0, true}), library("advancement", {0}, 2000), library("10 instants", {10}),
          library("100 instants", {100})};
}

}  // namespace clearance::bench
