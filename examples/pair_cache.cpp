// One pair followed through a motion: the cache remembers what proved the last answer and tries it first. It changes
// the time a query takes, never its answer; the same kind of cache serves any two shapes.
#include <clearance/clearance.h>
#include <cstdio>

int main() {
  using namespace clearance;
  const Polytope cam = make_prism(24, 1, 0.5).value(), follower = box({0.5, 0.5, 2});
  const Pose rest = translation({1.5, 0, 0});
  PairCache cache;
  int contacts = 0, from_cache = 0;
  for (int degrees = 0; degrees < 360; ++degrees) {
    // The cam turns about an axis beside its own: it lifts towards the follower and away again.
    const Pose turned = rotation_about({0, 0, 1}, 0.0174532925199433 * degrees) * translation({0.4, 0, 0});
    const Intersection answer = intersects(cam, turned, follower, rest, cache);
    contacts += answer ? 1 : 0;
    from_cache += answer.decided_by == Algorithm::Cache ? 1 : 0;
    if (answer.status != intersects(cam, turned, follower, rest).status) return 1;
  }
  std::printf("%d of 360 frames in contact; %d answers proved from the cache\n", contacts, from_cache);
  return contacts > 0 && contacts < 360 ? 0 : 1;
}
