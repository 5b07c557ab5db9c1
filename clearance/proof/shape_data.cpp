#include <clearance/proof/shape_data.h>

#include <variant>

namespace clearance::detail {
namespace {

// Points that are no vertices change nothing; certificates name vertices only, so one of those may stand in for them.
PartData data_of(const Rounded& body) {
  const Polytope& core = body.core();
  PartData data;
  data.radius = body.radius();
  data.points.assign(core.source_count(), core.vertex(0));
  for (int v = 0; v < core.vertex_count(); ++v) data.points[core.id(v)] = core.vertex(v);
  const auto id = [&](std::uint32_t v) { return core.id(static_cast<int>(v)); };
  // A flat core has no inside for a surface to wind around, but a radius may reach from it.
  if (core.dimension() < 2) data.triangles.push_back({id(0), id(0), core.id(core.vertex_count() - 1)});
  for (int f = 0; f < core.face_count(); ++f) {
    const auto face = core.face(f);
    for (std::size_t k = 2; k < face.size(); ++k) data.triangles.push_back({id(face[0]), id(face[k - 1]), id(face[k])});
  }
  return data;
}

PartData data_of(const Mesh& mesh) {
  return {{mesh.vertices().begin(), mesh.vertices().end()},
          mesh.triangles_as_given(),
          0,
          mesh.is_solid() ? PosedBody::Part::Kind::Solid : PosedBody::Part::Kind::Surface};
}

}  // namespace

std::vector<PartData> data_of(const Shape& shape) {
  std::vector<PartData> data;
  if (const auto* convex = std::get_if<Rounded>(&shape)) data.push_back(data_of(*convex));
  if (const auto* mesh = std::get_if<Mesh>(&shape)) data.push_back(data_of(*mesh));
  if (const auto* parts = std::get_if<Parts>(&shape))
    for (const PartShape& part : parts->parts())
      data.push_back(std::visit([](const auto& body) { return data_of(body); }, part));
  return data;
}

PosedBody posed_body(const Shape& shape, const std::vector<PartData>& data, const Pose& pose) {
  PosedBody body{PosedBody::Kind::Convex, {}, pose};
  if (const auto* mesh = std::get_if<Mesh>(&shape))
    body.kind = mesh->is_solid() ? PosedBody::Kind::Solid : PosedBody::Kind::Surface;
  const bool is_several = std::holds_alternative<Parts>(shape);
  if (is_several) body.kind = PosedBody::Kind::Parts;
  for (const PartData& part : data) {
    body.parts.push_back({part.points, part.radius, part.triangles});
    if (is_several) body.parts.back().kind = part.kind;
    body.has_meshes = body.has_meshes || body.parts.back().kind != PosedBody::Part::Kind::Convex;
  }
  return body;
}

}  // namespace clearance::detail
