#include <clearance/clearance.h>
#include <cstdio>
int main() {
  auto box  = clearance::box({1, 1, 1});
  auto rock = clearance::convex_hull(clearance::read_points("rock.obj").value()).value();
  auto gap  = clearance::distance(box, {}, rock, clearance::translation({3, 0, 0}));
  std::printf("%s, gap in [%g, %g]\n", to_string(gap.status), gap.lower, gap.upper);
  return gap.status == clearance::Status::Separated ? 0 : 1;
}
