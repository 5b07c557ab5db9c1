// FCL: continuousCollide on Convex<double>. Its default is ten instants of a motion that does not turn; more instants,
// and conservative advancement with either GJK solver. That one stops at steps of 1e-4 of the time whatever is asked
// for. Motions are made beforehand, and put back to their beginning before each query, since advancement begins where
// the last one ended. InterpMotion gets its reference point, which its short constructor leaves unset.
#include <bench/peers/fcl.h>
#include <bench/peers/fcl_motion_types.h>
#include <bench/peers/fcl_types.h>
#include <bench/race/deadly_frames.h>
#include <bench/race/motion_contestant.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <cmath>

namespace clearance::bench {
namespace {

using Request = fcl::ContinuousCollisionRequest<double>;

class FclMotion final : public MotionAsker {
 public:
  FclMotion(const W5Scene& scene, const Request& request) : request_(request) {
    for (const Rounded& hull : scene.hulls) hulls_.push_back(fcl_convex(hull.core()));
    for (const MovingPair& pair : scene.pairs)
      pairs_.push_back({hulls_[pair.a.hull].get(), hulls_[pair.b.hull].get(),
                        fcl_motion(pair.a, request.ccd_motion_type), fcl_motion(pair.b, request.ccd_motion_type)});
    is_deadly_ = deadly_frames(pairs_.size(), [&](std::size_t pair) { look(pair); });
  }

  Answer ask(std::size_t pair) override { return is_deadly_[pair] ? Answer{} : look(pair); }

  PosePair where(std::size_t pair, double time) const override {
    return {fcl_pose(*pairs_[pair].motion_a, time), fcl_pose(*pairs_[pair].motion_b, time)};
  }

 private:
  struct Pair {
    const fcl::Convex<double>*a, *b;
    FclMotionPtr motion_a, motion_b;
  };

  Answer look(std::size_t index) {
    const Pair& pair = pairs_[index];
    try {
      pair.motion_a->integrate(0);
      pair.motion_b->integrate(0);
      result_ = {};
      fcl::continuousCollide(pair.a, pair.motion_a.get(), pair.b, pair.motion_b.get(), request_, result_);
      if (std::isnan(result_.time_of_contact)) return {};
      return {result_.is_collide ? Answer::Kind::Colliding : Answer::Kind::Separated, result_.time_of_contact};
    } catch (const std::exception&) {
      return {};
    }
  }

  Request request_;
  fcl::ContinuousCollisionResult<double> result_;
  std::vector<std::shared_ptr<fcl::Convex<double>>> hulls_;
  std::vector<Pair> pairs_;
  std::vector<bool> is_deadly_;
};

Request instants(std::size_t count, fcl::CCDMotionType type) {
  return Request(count, 1e-4, type, fcl::GST_LIBCCD, fcl::CCDC_NAIVE);
}
Request advancement(fcl::GJKSolverType solver, fcl::CCDMotionType type) {
  return Request(10, 1e-4, type, solver, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
}

void add_settings(const std::string& prefix, const std::string& way, fcl::CCDMotionType type,
                  std::vector<MotionContestant>& out) {
  const auto add = [&](const std::string& name, const Request& request) {
    out.push_back(moves_by<FclMotion>("FCL", prefix + name, way, type != fcl::CCDM_TRANS, request));
  };
  add("10 instants", instants(10, type));
  add("100 instants", instants(100, type));
  add("advancement, libccd solver", advancement(fcl::GST_LIBCCD, type));
  add("advancement, own solver", advancement(fcl::GST_INDEP, type));
}

}  // namespace

std::vector<MotionContestant> fcl_motions(bool turning) {
  std::vector<MotionContestant> out;
  if (!turning) {
    add_settings("", "does not turn", fcl::CCDM_TRANS, out);
    return out;
  }
  out.push_back(moves_by<FclMotion>("FCL", "default", "does not turn", false, Request()));
  add_settings("", "at constant speed", fcl::CCDM_LINEAR, out);
  out.push_back(moves_by<FclMotion>("FCL", "screw, advancement, libccd solver", "along a screw", true,
                                    advancement(fcl::GST_LIBCCD, fcl::CCDM_SCREW)));
  return out;
}

}  // namespace clearance::bench
