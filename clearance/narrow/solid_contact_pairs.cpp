// Question: which triangles of two posed meshes share a point?
// Method:   each triangle of a that may reach b's box, by its box in b's frame; exact triangle tests.
// Cost:     a search of b's tree per triangle of a near b.
#include <clearance/bvh/triangle_tree.h>
#include <clearance/narrow/solid_contact_parts.h>
#include <clearance/narrow/triangle_pair.h>

namespace clearance {
namespace {

void include(Box& box, const RoughPoint& p) { box = united(box, grown({p.value, p.value}, p.error)); }

// The box of b in a's frame.
Box box_seen_from(const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  Box box = kNoBox;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{i & 1 ? b.box_high().x : b.box_low().x, i & 2 ? b.box_high().y : b.box_low().y,
                      i & 4 ? b.box_high().z : b.box_low().z};
    include(box, to_local(pose_a, corner, pose_b));
  }
  return box;
}

TriangleAt triangle_at(const Mesh& mesh, const Pose& pose, std::uint32_t t) {
  const MeshTriangle& v = mesh.triangle(t);
  return {{mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2])}, pose};
}

}  // namespace

void visit_contacts(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                    FunctionRef<bool(const ContactPair&)> visit) {
  bool go_on = true;
  const auto look_at = [&](std::uint32_t t) {
    const TriangleAt of_a = triangle_at(a, pose_a, t);
    Box box = kNoBox;
    for (const Vec3 v : of_a.v) include(box, to_local(pose_b, v, pose_a));
    b.tree().find_in_box(box, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t k = first; k < first + count && go_on; ++k) {
        const TriangleRelation relation = triangle_relation(of_a, triangle_at(b, pose_b, k));
        if (relation != TriangleRelation::Apart) go_on = visit({t, k, relation == TriangleRelation::Cross});
      }
      return go_on;
    });
  };
  a.tree().find_in_box(box_seen_from(pose_a, b, pose_b), [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t t = first; t < first + count && go_on; ++t) look_at(t);
    return go_on;
  });
}

}  // namespace clearance
