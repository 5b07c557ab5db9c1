// Question: how is a piece of a scene written so that reading gives the same bits?
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/math/pose.h>
#include <clearance/shape/parts.h>
#include <clearance/world/body.h>

#include <cstdint>
#include <string>

namespace clearance::detail {

std::string pose_text(const Pose& pose);
// With the shape's own vertices, in ascending order of their ids. Parts of which one is a mesh are `mixed_parts`.
std::string shape_text(const Shape& shape);
// An object of a scene, with this as its shape whatever the entry holds.
std::string entry_text(const SceneEntry& entry, const std::string& shape);
// The members of an object besides shape and place, each after a comma; nothing for those that have their default.
std::string options_text(double padding, bool is_static, const Groups& groups, std::uint64_t user);

}  // namespace clearance::detail
