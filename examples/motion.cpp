// Two bodies in motion: when do they first meet, how long are they in contact, and is another way free? Every instant
// is looked at, not samples of them, and the proof is checked.
#include <clearance/clearance.h>

#include <cstdio>

int main() {
  using namespace clearance;
  const Rounded arm = box({4, 0.25, 0.25}), post = box({0.5, 0.5, 3});
  const Motion stands = Motion::rest(translation({1, 1.5, 0}));
  // Half a turn about the z axis, in two quarters.
  const Motion turns = Motion::through({{0, {}}, {1, rotation({1, 0, 0, 1})}, {2, rotation({0, 0, 0, 1})}}).value();
  const Interval interval{0, 2};

  const FirstContact first = first_contact(arm, turns, post, stands, interval).value();
  std::printf("%s: between %.12g and %.12g\n", to_string(first.status), first.lower, first.upper);
  for (const ContactInterval& met : interference(arm, turns, post, stands, interval).value().intervals)
    std::printf("in contact from %.12g to %.12g\n", met.begin.upper, met.end.lower);

  // A little higher the way is free: planes, each for a span of time, show it for every instant.
  const Motion stands_lower = Motion::rest(translation({1, 1.5, -1.75}));
  const FirstContact free = clear_throughout(arm, turns, post, stands_lower, interval).value();
  std::printf("%s: %zu spans\n", to_string(free.status), free.timeline.spans.size());

  const auto points = [](const Rounded& body) {
    std::vector<Vec3> all(static_cast<std::size_t>(body.core().vertex_count()));
    for (int v = 0; v < body.core().vertex_count(); ++v) all[body.core().id(v)] = body.core().vertex(v);
    return all;
  };
  const std::vector<Vec3> of_arm = points(arm), of_post = points(post);
  const CheckResult proof = check_motion(claim_of(free), {of_arm, turns}, {of_post, stands_lower}, interval);
  return first.status == MotionStatus::Contact && free.is_clear() && proof ? 0 : 1;
}
