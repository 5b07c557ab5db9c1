// One pair followed through a motion: the cache remembers what proved the last answer and tries it first. It changes
// the time a query takes, never its answer.
#include <clearance/clearance.h>

#include <cmath>
#include <cstdio>

int main() {
  const clearance::Polytope cam = clearance::make_prism(24, 1, 0.5).value();
  const clearance::Polytope follower = clearance::box({0.5, 0.5, 2});

  clearance::PairCache cache;
  int contacts = 0, from_cache = 0;
  constexpr int kFrames = 360;
  for (int frame = 0; frame < kFrames; ++frame) {
    const double angle = 0.0174532925199433 * frame;
    // The cam turns about an axis beside its own: it lifts towards the follower and away again.
    const clearance::Pose turn = clearance::rotation_about({0, 0, 1}, angle, {0.4 * std::cos(angle), 0, 0});
    const clearance::Pose rest = clearance::translation({1.5, 0, 0});
    const clearance::Intersection answer = clearance::intersects(cam, turn, follower, rest, cache);
    contacts += answer ? 1 : 0;
    from_cache += answer.decided_by == clearance::Algorithm::Cache ? 1 : 0;
    if (answer.status != clearance::intersects(cam, turn, follower, rest).status) return 1;
  }
  std::printf("%d of %d frames in contact; %d answers proved from the cache\n", contacts, kFrames, from_cache);
  return contacts > 0 && contacts < kFrames ? 0 : 1;
}
