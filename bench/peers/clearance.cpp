// Clearance itself, measured by the same loop as its peers: every answer proved, certificate made and returned.
#include <bench/peers/clearance.h>
#include <bench/race/timer.h>
#include <clearance/convex/query.h>

namespace clearance::bench {
namespace {

Answer::Kind kind(Status status) {
  return status == Status::Separated ? Answer::Kind::Separated : Answer::Kind::Colliding;
}

template <Query kQuery, bool kCached>
class OurAsker {
 public:
  explicit OurAsker(const Frames& frames) : frames_(frames) {}

  void forget() { cache_ = {}; }

  Answer ask(std::size_t frame) {
    if constexpr (!kCached) cache_ = {};
    const Polytope &a = *frames_.a, &b = *frames_.b;
    const Pose &pose_a = frames_.pose_a[frame], &pose_b = frames_.pose_b[frame];
    if constexpr (kQuery == Query::Boolean) {
      const Intersection found = kCached ? intersects(a, pose_a, b, pose_b, cache_) : intersects(a, pose_a, b, pose_b);
      keep(found);
      return {kind(found.status), 0};
    } else if constexpr (kQuery == Query::Distance) {
      const Distance found = kCached ? distance(a, pose_a, b, pose_b, cache_) : distance(a, pose_a, b, pose_b);
      keep(found);
      return {kind(found.status), found.upper, found.upper - found.lower};
    } else {
      const Penetration found = kCached ? penetration(a, pose_a, b, pose_b, cache_) : penetration(a, pose_a, b, pose_b);
      keep(found);
      return {kind(found.status), found.upper, found.upper - found.lower};
    }
  }

 private:
  Frames frames_;
  ConvexCache cache_;
};

template <Query kQuery>
void add(std::vector<Method>& out) {
  out.push_back(method_of<OurAsker<kQuery, true>>("Clearance", "cached", kQuery));
  out.push_back(method_of<OurAsker<kQuery, false>>("Clearance", "no cache", kQuery));
}

}  // namespace

std::vector<Method> our_methods() {
  std::vector<Method> out;
  add<Query::Boolean>(out);
  add<Query::Distance>(out);
  add<Query::Depth>(out);
  return out;
}

}  // namespace clearance::bench
