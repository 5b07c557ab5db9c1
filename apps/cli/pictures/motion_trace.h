// Question: what did a method do to the first pair of a scene in motion?
// Method:   asks the public query for that method alone, and queries of one instant for the curve; draws all of it.
// Cannot:   see instants that left no span behind: those between are what the timeline shows.
#pragma once

#include <optional>

#include "../command_line.h"
#include "../moving_scene.h"
#include "motion_picture.h"

namespace clearance::cli {

Result<MotionPicture> picture_of(const MovingObject& a, const MovingObject& b, Interval interval, MotionMethod method,
                                 double margin);

// --trace: asks line.method about the first pair and draws what it did into the file line.trace.
std::optional<Error> draw_motion(const MovingScene& moving, const CommandLine& line);

}  // namespace clearance::cli
