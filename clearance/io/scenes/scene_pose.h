// Question: where does a scene's JSON put an object?
#pragma once

#include <clearance/io/json.h>
#include <clearance/math/pose.h>

#include <string>

namespace clearance::detail {

Fault read_vec3(const Json& json, const std::string& place, Vec3& out);
Fault read_pose(const Json& json, const std::string& place, Pose& out);

}  // namespace clearance::detail
