// Many positions of one part in one call, and the proof of each answer checked without trusting the query.
#include <clearance/clearance.h>
#include <cstdio>

int main() {
  using namespace clearance;
  const Shape fixture = box({2, 2, 2}), part = mesh_of(make_cylinder(0.5, 1).value());
  std::vector<Pose> poses;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) poses.push_back(translation({0.5 * x, 0.5 * y, 0}));
  std::vector<Intersection> answers(poses.size());
  intersects_batch(fixture, {}, part, poses, answers);

  int free = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Claim claim = claim_of(answers[i], fixture, {}, part, poses[i]);
    const CheckResult proof = check_claim(claim, fixture, {}, part, poses[i]);
    if (proof.is_refuted()) return std::printf("pose %zu: %s\n", i, proof.reason.c_str()), 1;
    free += answers[i].status == Status::Separated && proof ? 1 : 0;
  }
  std::printf("%d of %zu positions are free, each with its proof\n", free, poses.size());
  return free > 0 ? 0 : 1;
}
