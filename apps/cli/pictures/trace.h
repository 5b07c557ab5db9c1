// Question: what does a method do to two bodies, step by step?
// Method:   a picture: visible edges solid, hidden ones faint; each step's points and the line between them, numbered,
//           from light to dark; its direction in a dial; what the method ended with in green.
#pragma once

#include <clearance/lab/all_algorithms.h>

#include <optional>
#include <string>

#include "../command_line.h"

namespace clearance::cli {

struct StepsPicture {
  const PosedPair& pair;
  std::string name_a, name_b;
  std::string method, paper;
  Vec3 across;  // the shortest way between the bodies, from a to b
  bool finds_nearest = false;
  Evidence evidence;
  Trace trace;
};
std::string steps_svg(const StepsPicture& picture);

// --trace: runs line.algorithm alone on the scene's first pair and draws its steps into the file line.trace.
std::optional<Error> draw_trace(const CommandLine& line, const Scene& scene);

}  // namespace clearance::cli
