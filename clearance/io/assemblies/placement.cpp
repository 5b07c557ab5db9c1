#include <clearance/io/assemblies/placement.h>

#include <clearance/io/meshes/mesh_builder.h>

#include <cmath>
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

constexpr Mat3 diagonal(double d) { return {{{d, 0, 0}, {0, d, 0}, {0, 0, d}}}; }

// The factor by which a matrix scales in all directions alike, as far as doubles tell.
std::optional<double> uniform_scale(const Mat3& m) {
  const double length = norm(m.row[0]);
  for (const Vec3 row : m.row)
    if (!(std::abs(norm(row) - length) <= 0x1p-40 * length)) return std::nullopt;
  return length > 0 && std::isfinite(length) ? std::optional(length) : std::nullopt;
}

}  // namespace

Placement placement_of(const Pose& pose, double scale) {
  return {pose, scale, product(pose.rotation(), diagonal(scale)), pose.translation()};
}

Placement placement_of(const Mat3& linear, Vec3 shift) {
  Placement out{std::nullopt, 1, linear, shift};
  if (const Result<Pose> pose = Pose::from_matrix(linear, shift)) {
    out.pose = *pose;
  } else if (const std::optional<double> scale = uniform_scale(linear)) {
    Mat3 turn = linear;
    for (Vec3& row : turn.row) row = {row.x / *scale, row.y / *scale, row.z / *scale};
    if (const Result<Pose> scaled = Pose::from_matrix(turn, shift)) out.pose = *scaled, out.scale = *scale;
  }
  return out;
}

Placement compose(const Placement& outer, const Placement& inner) {
  Placement out{std::nullopt, 1, product(outer.linear, inner.linear), outer.linear * inner.shift + outer.shift};
  if (!outer.pose || !inner.pose) return out;
  const Result<Pose> scaled = moved_to(*inner.pose, outer.scale * inner.pose->translation());
  if (!scaled) return out;
  const Result<Pose> pose = clearance::compose(*outer.pose, *scaled);
  if (pose) out.pose = *pose, out.scale = outer.scale * inner.scale;
  return out;
}

// Welded again: a flat map makes vertices equal, and so does rounding.
Result<std::shared_ptr<const MeshData>> Placer::moved(const std::shared_ptr<const MeshData>& mesh, const Mat3& linear,
                                                      Vec3 shift) {
  triangles_ += mesh->triangles.size();
  if (triangles_ > kMostTriangles)
    return Error{"", "instances that are scaled or mirrored have more than 20000000 triangles", ErrorCode::TooMany};
  MeshBuilder builder(FaceUse::Triangulate);
  builder.reserve(mesh->vertices.size(), 3 * mesh->triangles.size());
  for (const Vec3 v : mesh->vertices)
    if (builder.add_point(linear * v + shift)) return Error{"", "a vertex is beyond 1e300 where it is placed"};
  const bool is_mirrored = determinant(linear) < 0;
  for (const auto& t : mesh->triangles) {
    for (const std::uint32_t v : {t[0], is_mirrored ? t[2] : t[1], is_mirrored ? t[1] : t[2]}) builder.add_corner(v);
    builder.end_face();
  }
  Result<MeshData> made = builder.finish([](std::size_t f) { return "triangle " + std::to_string(f); }, 0);
  if (!made) return made.error();
  MeshData out = std::move(made).value();
  out.format = mesh->format;
  return std::make_shared<const MeshData>(std::move(out));
}

Result<PlacedMesh> Placer::place(const std::shared_ptr<const MeshData>& mesh, const Placement& placement) {
  if (placement.pose && placement.scale == 1) return PlacedMesh{mesh, *placement.pose};
  if (!placement.pose) {
    if (const Result<Pose> pose = Pose::from_matrix(placement.linear, placement.shift)) return PlacedMesh{mesh, *pose};
    const auto made = moved(mesh, placement.linear, placement.shift);
    return made ? Result<PlacedMesh>(PlacedMesh{*made, {}}) : made.error();
  }
  std::shared_ptr<const MeshData>& known = scaled_[{mesh.get(), placement.scale}];
  if (!known) {
    const auto made = moved(mesh, diagonal(placement.scale), {});
    if (!made) return made.error();
    known = *made;
  }
  return PlacedMesh{known, *placement.pose};
}

}  // namespace clearance::detail
