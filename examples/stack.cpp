// Boxes resting on each other, of which one is pushed: the points where they meet, frame by frame. A solver's impulses
// stay with the points as long as the same features meet there.
#include <clearance/clearance.h>

#include <cstdio>
#include <string>

using namespace clearance;

namespace {

std::string text_of(const ContactFeature& feature) {
  const std::string first = std::to_string(feature.first);
  if (feature.kind == Feature::Vertex) return "vertex " + first;
  return feature.kind == Feature::Face ? "face " + first : "edge " + first + "-" + std::to_string(feature.second);
}

// Stands in for a solver: an impulse grows from frame to frame, starting from that of the frame before.
void solve(World& world, const PairManifold& pair) {
  for (ContactPoint& point : world.contact_points(pair)) point.user[0] += 0.25;
}

}  // namespace

int main() {
  World world;
  world.add(half_space({0, 0, 1}, 0), {.name = "floor"}).value();
  world.add(box({2, 2, 1}), translation({0, 0, 0.5}), {.name = "base"}).value();
  const BodyId slider = world.add(box({1, 1, 1}), translation({0.25, 0.25, 1.499}), {.name = "slider"}).value();
  world.add(box({0.5, 0.5, 0.5}), translation({-0.625, -0.625, 1.2495}), {.name = "cup"}).value();

  std::uint32_t oldest = 0;
  std::size_t began = 0, ended = 0;
  for (int frame = 0; frame < 60; ++frame) {
    world.move(slider, translation({0.25 + 0.025 * frame, 0.25, 1.499})).expect();
    // Four points a pair, also where the gap is still a hundredth; the list is gone before the next is asked for.
    const WorldManifolds found = world.manifolds({.margin = 0.01, .points_per_patch = 4}).value();
    for (const PairManifold& pair : found) {
      began += pair.event == ContactEvent::Kind::Began ? 1 : 0;
      solve(world, pair);
      for (const ContactPoint& point : pair.points()) oldest = point.age > oldest ? point.age : oldest;
    }
    for (const PairManifold& pair : found.ended()) {
      std::printf("frame %d: %s and %s have parted\n", frame, world.name(pair.a).c_str(), world.name(pair.b).c_str());
      ++ended;
    }
    if (frame % 20 != 0) continue;
    std::printf("frame %d\n", frame);
    for (const PairManifold& pair : found) {
      std::printf("  %s on %s, %s\n", world.name(pair.b).c_str(), world.name(pair.a).c_str(), to_string(pair.status()));
      for (const ContactPoint& point : pair.points())
        std::printf("    %-10s %-10s gap %7.4f  age %2u  impulse %.2f\n", text_of(point.feature_a).c_str(),
                    text_of(point.feature_b).c_str(), point.gap(), point.age, point.user[0]);
    }
  }
  std::printf("%zu pairs began, %zu ended; the oldest points have seen %u frames\n", began, ended, oldest);
  return began == 3 && ended == 1 && oldest == 59 ? 0 : 1;
}
