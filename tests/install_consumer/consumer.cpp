// What a user's own program does with the installed package: the umbrella, a query, its proof, a file.
#include <clearance/clearance.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const clearance::Polytope cube = clearance::box({1, 1, 1});
  const clearance::Pose beside = clearance::translation({2, 0, 0});
  const clearance::Distance gap = distance(cube, {}, cube, beside);
  const clearance::CheckResult proof = check_claim(claim_of(gap), cube, {}, cube, beside);
  if (gap.status != clearance::Status::Separated || !(gap.lower <= 1 && 1 <= gap.upper) || !proof) {
    std::printf("two unit boxes one apart: %s [%g, %g] %s\n", to_string(gap.status), gap.lower, gap.upper,
                proof.reason.c_str());
    return 1;
  }
  const auto points = clearance::read_points(argv[1]);
  if (!points) {
    std::printf("%s\n", points.error().text().c_str());
    return 1;
  }
  return clearance::convex_hull(*points).ok() ? 0 : 1;
}
