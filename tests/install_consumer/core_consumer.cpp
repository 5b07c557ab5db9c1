// Needs clearance::core alone: shapes and queries, no files.
#include <clearance/build/primitives.h>
#include <clearance/convex/query.h>

int main() {
  const clearance::Polytope cube = clearance::box({1, 1, 1});
  const clearance::Intersection apart = intersects(cube, {}, cube, clearance::translation({2, 0, 0}));
  const clearance::Intersection deep = intersects(cube, {}, cube, clearance::translation({0.5, 0, 0}));
  return apart.status == clearance::Status::Separated && deep.status == clearance::Status::Penetrating ? 0 : 1;
}
