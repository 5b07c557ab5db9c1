// A planner's questions: which of many ways past a mesh and a floor are free, and what does one way meet first?
#include <clearance/clearance.h>

#include <cstdio>

int main() {
  using namespace clearance;
  const Shape tool = box({0.5, 0.5, 2}), part = mesh_of(make_cylinder(1, 2).value()), floor = half_space({0, 0, 1}, -3);
  // From one side of the part to the other, each way a little higher than the one before.
  std::vector<Motion> ways;
  for (int k = 0; k < 32; ++k) {
    const double height = 0.125 * k;
    ways.push_back(Motion::to(translation({-4, 0, height}), rotation({1, 0, 0.5, 0}, {4, 0, height}), 1).value());
  }
  const Interval interval{0, 1};
  const MotionBatch past = first_contact_batch(part, {}, tool, ways, interval, {.only_whether = true, .threads = 0});
  std::printf("%zu of %zu ways are free\n", past.clear, past.answers.size());

  // One way among many obstacles; those that boxes keep apart are not looked at.
  std::vector<Obstacle> obstacles{{&floor, {}}, {&part, {}}};
  for (int k = 0; k < 100; ++k) obstacles.push_back({&part, Motion::rest(translation({0, 5.0 + 3 * k, 0}))});
  const MotionBatch met = first_contact_batch(tool, ways[0], obstacles, interval);
  std::printf("%zu clear, %zu of them by their boxes; first met: obstacle %zu\n", met.clear, met.clear_by_boxes,
              met.earliest.value_or(obstacles.size()));

  // Is any in contact? Nothing behind the lowest index that is gets asked.
  const MotionBatch any = first_contact_batch(tool, ways[0], obstacles, interval, {.first_only = true});
  return past.clear > 0 && past.in_contact > 0 && met.earliest == any.lowest && any.not_asked == 100 ? 0 : 1;
}
