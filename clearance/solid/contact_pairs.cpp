// Question: which triangles of two posed meshes share a point?
// Method:   the walk of both trees (mesh_pair.h), then exact triangle tests.
#include <clearance/solid/contact_parts.h>
#include <clearance/solid/mesh_pair.h>

#include <bit>

namespace clearance::detail {

void visit_contacts(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                    FunctionRef<bool(const ContactPair&)> visit) {
  const MeshPair pair(a, pose_a, b, pose_b);
  pair.trees().find_meeting([&](const RunPair& runs) {
    RunPoints points_a, points_b;
    pair.load(points_a, points_b, runs);
    for (std::uint32_t left = pair.may_meet(points_a, points_b, runs); left != 0; left &= left - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t ta = runs.first_a + at / RunPoints::kLanes;
      const std::uint32_t tb = runs.first_b + at % RunPoints::kLanes;
      const TriangleRelation relation = pair.relation(ta, tb);
      if (relation == TriangleRelation::Apart) continue;
      if (!visit({ta, tb, relation == TriangleRelation::Cross})) return false;
    }
    return true;
  });
}

}  // namespace clearance::detail
