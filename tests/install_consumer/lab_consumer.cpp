// Needs clearance::lab: every method of the papers by name, each first in a proved query.
#include <clearance/build/primitives.h>
#include <clearance/lab/all_algorithms.h>
#include <clearance/query/query.h>

int main() {
  const clearance::Polytope cube = clearance::box({1, 1, 1});
  const clearance::Intersection apart =
      intersects(cube, {}, cube, clearance::translation({2, 0, 0}),
                 clearance::QueryOptions{clearance::lab::kVClip, clearance::all_algorithms()});
  return apart.status == clearance::Status::Separated && apart.decided_by == clearance::lab::kVClip ? 0 : 1;
}
