// Question: where does a number lie along the axis of a plot, and which numbers stand beside it?
// Method:   steps of 1, 2 or 5 times a power of ten, as many as there is room for; the fewest digits that tell
//           neighbours apart.
// Cannot:   mark a range so narrow that doubles do not hold its steps: it then has no ticks.
#pragma once

#include <string>
#include <vector>

namespace clearance::cli {

struct Tick {
  double value;
  std::string text;
};

struct Axis {
  double low, high;  // of the values
  double from, to;   // of the paper, in pixels

  double operator()(double value) const;
  // Rising; at most `most` or a little more.
  std::vector<Tick> ticks(int most) const;
};

// The same with room on both sides where it has no length.
Axis widened(Axis axis);

}  // namespace clearance::cli
