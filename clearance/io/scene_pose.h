// Question: where does a scene's JSON put an object, and is its motion one that the format knows?
#pragma once

#include <clearance/io/json.h>
#include <clearance/math/pose.h>

#include <array>
#include <optional>
#include <string>

namespace clearance {

using TimeInterval = std::optional<std::array<double, 2>>;

Fault read_vec3(const Json& json, const std::string& place, Vec3& out);
Fault read_pose(const Json& json, const std::string& place, Pose& out);
// Checks the form of a motion (CONTRACT §2). `pose` is the object's pose, `given` whether the file states it; keyframes
// replace it by the pose at the start of the interval.
Fault read_motion(const Json& json, const std::string& place, const TimeInterval& interval, bool given, Pose& pose);

}  // namespace clearance
