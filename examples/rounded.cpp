// A sphere, a capsule and a box with rounded edges: the same queries, exact to the last bit.
#include <clearance/clearance.h>

#include <cstdio>

int main() {
  using namespace clearance;
  const Rounded ball = sphere(1), bolt = capsule(4, 0.5), housing = rounded(box({4, 4, 1}), 0.25);

  const Distance gap = distance(ball, {}, bolt, translation({3, 4, 0}));
  std::printf("ball and bolt: %s, gap in [%g, %g]\n", to_string(gap.status), gap.lower, gap.upper);
  const SignedDistance depth = signed_distance(housing, {}, bolt, translation({0, 0, 3}));
  std::printf("housing and bolt: %s, %g to %g\n", to_string(depth.status), depth.lower, depth.upper);

  // Centres exactly 5 apart: tangent, which the next double is not.
  const Status tangent = intersects(ball, {}, sphere(4), translation({3, 4, 0})).status;
  const Status apart = intersects(ball, {}, sphere(3.9999999999999996), translation({3, 4, 0})).status;
  std::printf("balls: %s, and %s\n", to_string(tangent), to_string(apart));

  const CheckResult proof = check_claim(claim_of(gap), ball, {}, bolt, translation({3, 4, 0}));
  return proof && depth.upper < 0 && tangent == Status::Touching && apart == Status::Separated ? 0 : 1;
}
