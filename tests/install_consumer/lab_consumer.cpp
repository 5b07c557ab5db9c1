// Needs clearance::lab: every method of the papers by name, each first in a proved query.
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>
#include <clearance/lab/all_algorithms.h>

int main() {
  const clearance::Polytope cube = clearance::box({1, 1, 1});
  const auto v_clip = clearance::algorithm_by_name("v_clip");
  if (!v_clip) return 1;
  const clearance::Intersection apart = intersects(cube, {}, cube, clearance::translation({2, 0, 0}),
                                                   clearance::QueryOptions{*v_clip, clearance::all_algorithms()});
  return apart.status == clearance::Status::Separated && apart.decided_by == *v_clip ? 0 : 1;
}
