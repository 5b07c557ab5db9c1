// Many bodies: a gripper carries a part over a table and a bracket of triangles; every frame says who meets whom, and
// the proof is kept.
#include <clearance/clearance.h>

#include <cstdio>

int main() {
  using namespace clearance;
  World world;
  world.add(half_space({0, 0, 1}, 0), {.name = "floor"}).value();
  world.add(box({2, 2, 0.1}), translation({0, 0, 0.5}), {.name = "table", .is_static = true}).value();
  // Any triangles will do, closed or not; these are closed, so that they are the solid between them.
  const Mesh bracket = mesh_of(box({0.4, 0.4, 0.1}));
  world.add(bracket, translation({1.2, 0, 0.9}), {.name = "bracket", .is_static = true}).value();
  const BodyId gripper = world.add(box({0.2, 0.2, 0.4}), translation({-2, 0, 1.4}), {.name = "gripper"}).value();
  const BodyId part = world.add(rounded(box({0.3, 0.3, 0.3}), 0.02), translation({-2, 0, 1}), {.name = "part"}).value();

  // It may touch what holds it, moves with it, and must keep a centimetre from everything else.
  world.attach(part, gripper).expect();
  world.set_padding(part, 0.01).expect();

  int free_frames = 0, contacts = 0;
  for (int frame = 0; frame <= 100; ++frame) {
    world.move(gripper, translation({-2 + 0.04 * frame, 0, 1.4 - 0.008 * frame})).expect();
    const Collisions met = world.collide().value();
    for (const Contact& contact : met.contacts) {
      ++contacts;
      if (contacts == 1)
        std::printf("frame %d: %s meets %s, %s, proved by %s\n", frame, world.name(contact.a).c_str(),
                    world.name(contact.b).c_str(), to_string(contact.answer.status),
                    to_string(contact.answer.decided_by));
    }
    free_frames += met.is_free() ? 1 : 0;
  }
  // What is near, and by how much: certified brackets.
  world.move(gripper, translation({0, 0, 1.4})).expect();
  for (const Proximity& near : world.within(0.5).value().pairs)
    std::printf("%s and %s: %g to %g apart\n", world.name(near.a).c_str(), world.name(near.b).c_str(),
                near.distance.lower, near.distance.upper);
  std::printf("%d of 101 frames are free\n", free_frames);
  return free_frames > 0 && contacts > 0 ? 0 : 1;
}
