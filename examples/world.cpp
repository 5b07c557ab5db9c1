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

  int free_frames = 0, meetings = 0;
  for (int frame = 0; frame <= 100; ++frame) {
    world.move(gripper, translation({-2 + 0.04 * frame, 0, 1.4 - 0.008 * frame})).expect();
    free_frames += world.collide().value().is_free() ? 1 : 0;
    for (const ContactEvent& event : world.events()) {
      if (event.kind != ContactEvent::Kind::Began) continue;
      std::printf("frame %d: %s meets %s\n", frame, world.name(event.a).c_str(), world.name(event.b).c_str());
      ++meetings;
    }
  }
  // Who is nearest to whom, and by how much: a certified bracket.
  world.move(gripper, translation({0, 0, 1.4})).expect();
  const Nearest nearest = world.distance();
  std::printf("%d of 101 frames are free; over the table's middle the nearest two are %g to %g apart\n", free_frames,
              nearest.lower(), nearest.upper());
  return free_frames > 0 && meetings > 0 ? 0 : 1;
}
