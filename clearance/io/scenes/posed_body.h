// Question: what does the checker see of an object of a scene? Its points and triangles as the file has them, its pose,
//           and nothing that was made of them.
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/proof/contacts/check_contacts.h>

namespace clearance::detail {

// Of any object but a half-space, which has no points: asking one is a caller bug. Looks at the object's data, which
// must outlive it; of a padded mesh it sees the mesh.
PosedBody posed_body(const SceneObject& object);

// The claim about two objects, by the checker for their kinds (proof/check_mesh.h, proof/check_half_space.h). Refuted,
// whatever it says, where one is a padded mesh: no checker knows those.
CheckResult check_claim(const Claim& claim, const SceneObject& a, const SceneObject& b);
// For those with many claims about one object: check_object has accepted both.
CheckResult check_claim_of_checked_objects(const Claim& claim, const SceneObject& a, const SceneObject& b);
CheckResult check_object(const SceneObject& object);
// As check_contacts sees it; check_object has accepted it.
ContactBody contact_body(const SceneObject& object);

}  // namespace clearance::detail
