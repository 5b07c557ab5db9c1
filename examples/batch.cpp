// Many positions of one part in one call, and the proof of each answer checked without trusting the query.
#include <clearance/clearance.h>

#include <cstdio>
#include <vector>

int main() {
  const clearance::Polytope fixture = clearance::box({2, 2, 2});
  const clearance::Polytope part = clearance::make_cylinder(0.5, 1).value();

  std::vector<clearance::Pose> poses;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) poses.push_back(clearance::translation({0.5 * x, 0.5 * y, 0}));

  std::vector<clearance::Distance> answers(poses.size());
  clearance::distance_batch(fixture, {}, part, poses, answers);

  int free = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const clearance::CheckResult proof = check_claim(claim_of(answers[i]), fixture, {}, part, poses[i]);
    if (!proof) {
      std::printf("pose %zu: %s\n", i, proof.reason.c_str());
      return 1;
    }
    free += answers[i].status == clearance::Status::Separated ? 1 : 0;
  }
  std::printf("%d of %zu positions are free, every answer proved\n", free, poses.size());
  return free > 0 ? 0 : 1;
}
