// Question: what does the checker see of an object of a scene? Its points and triangles as the file has them, its pose,
//           and nothing that was made of them.
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/proof/check_mesh.h>

namespace clearance {

// Looks at the object's data, which must outlive it.
PosedBody posed_body(const SceneObject& object);

}  // namespace clearance
