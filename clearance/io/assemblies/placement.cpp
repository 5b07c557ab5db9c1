#include <clearance/io/assemblies/placement.h>

#include <clearance/io/meshes/mesh_builder.h>

#include <utility>

namespace clearance::detail {
namespace {

Mat3 product(const Mat3& a, const Mat3& b) {
  const Mat3 columns = transpose(b);
  Mat3 out;
  for (int i = 0; i < 3; ++i)
    out.row[i] = {dot(a.row[i], columns.row[0]), dot(a.row[i], columns.row[1]), dot(a.row[i], columns.row[2])};
  return out;
}

// Welded again: a flat map makes vertices equal, and so does rounding.
Result<MeshData> moved(const MeshData& mesh, const Placement& placement) {
  MeshBuilder builder(FaceUse::Triangulate);
  builder.reserve(mesh.vertices.size(), 3 * mesh.triangles.size());
  for (const Vec3 v : mesh.vertices)
    if (builder.add_point(placement.linear * v + placement.shift))
      return Error{"", "a vertex is beyond 1e300 where it is placed"};
  const bool is_mirrored = determinant(placement.linear) < 0;
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t v : {t[0], is_mirrored ? t[2] : t[1], is_mirrored ? t[1] : t[2]}) builder.add_corner(v);
    builder.end_face();
  }
  Result<MeshData> made = builder.finish([](std::size_t f) { return "triangle " + std::to_string(f); }, 0);
  if (!made) return made;
  MeshData out = std::move(made).value();
  out.format = mesh.format;
  return out;
}

}  // namespace

Placement placement_of(const Pose& pose) { return {pose, pose.rotation(), pose.translation()}; }

Placement placement_of(const Mat3& linear, Vec3 shift) {
  const Result<Pose> pose = Pose::from_matrix(linear, shift);
  return {pose ? std::optional<Pose>(*pose) : std::nullopt, linear, shift};
}

Placement compose(const Placement& outer, const Placement& inner) {
  Placement out{std::nullopt, product(outer.linear, inner.linear), outer.linear * inner.shift + outer.shift};
  if (outer.pose && inner.pose)
    if (const Result<Pose> pose = clearance::compose(*outer.pose, *inner.pose)) out.pose = *pose;
  return out;
}

Result<PlacedMesh> place(const std::shared_ptr<const MeshData>& mesh, const Placement& placement) {
  if (placement.pose) return PlacedMesh{mesh, *placement.pose};
  if (const Result<Pose> pose = Pose::from_matrix(placement.linear, placement.shift)) return PlacedMesh{mesh, *pose};
  Result<MeshData> made = moved(*mesh, placement);
  if (!made) return made.error();
  return PlacedMesh{std::make_shared<const MeshData>(std::move(made).value()), {}};
}

}  // namespace clearance::detail
