// Question: is one of two bodies the other again, in the same place?
// Method:   equal motions and, corner by corner, equal triangles or vertices, in whatever order.
// Proves:   what it says, exactly.
// Cannot:   see that bodies of different triangles are the same: then it says nothing.
#pragma once

#include <clearance/io/scenes/scene_file.h>

namespace clearance::detail {

bool is_duplicate(const SceneObject& a, const SceneObject& b);

}  // namespace clearance::detail
