#include <clearance/io/scene_shape.h>

#include <clearance/build/convex_hull.h>
#include <clearance/build/primitives.h>
#include <clearance/io/convex_mesh.h>
#include <clearance/io/file.h>
#include <clearance/io/mesh_builder.h>
#include <clearance/io/scene_pose.h>

#include <algorithm>
#include <cmath>

namespace clearance {
namespace {

constexpr const char* kOnlyConvex = "; this version takes convex meshes only, and with \"hull\" the hull of any mesh";

Fault read_point_list(const Json& json, const std::string& place, std::vector<Vec3>& out) {
  if (!json.array()) return wrong_type(place, "a list of points", json);
  out.reserve(json.array()->size());
  for (const Json& item : *json.array()) {
    const Json::Array* c = item.array();
    const bool plain = c && c->size() == 3 && (*c)[0].number() && (*c)[1].number() && (*c)[2].number();
    Vec3 point;
    if (plain) point = {*(*c)[0].number(), *(*c)[1].number(), *(*c)[2].number()};
    if (!plain || !is_coordinate(point))  // only now is a name for the place worth its time
      if (Fault fault = read_vec3(item, element(place, out.size()), point)) return fault;
    out.push_back(point);
  }
  return std::nullopt;
}

Fault read_triangle(const Json& json, const std::string& place, std::size_t count, MeshTriangle& out) {
  double corner[3];
  if (Fault fault = read_numbers(json, place, 3, corner)) return fault;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool sound = corner[k] >= 0 && corner[k] < static_cast<double>(count) && corner[k] == std::floor(corner[k]);
    if (!sound) return Error{element(place, k), "not one of the " + std::to_string(count) + " vertices"};
    out[k] = static_cast<std::uint32_t>(corner[k]);
  }
  return std::nullopt;
}

// The multiplication that `scale` asks for, in doubles.
Fault apply_scale(double scale, std::vector<Vec3>& points) {
  for (std::size_t i = 0; i < points.size() && scale != 1; ++i) {
    points[i] = scale * points[i];
    if (!is_coordinate(points[i])) return Error{"", "vertex " + std::to_string(i) + " is beyond 1e300 when scaled"};
  }
  return std::nullopt;
}

std::vector<Vec3> corners(Vec3 edges) {
  std::vector<Vec3> points;
  points.reserve(8);
  for (int i = 0; i < 8; ++i)
    points.push_back({(i & 1 ? 0.5 : -0.5) * edges.x, (i & 2 ? 0.5 : -0.5) * edges.y, (i & 4 ? 0.5 : -0.5) * edges.z});
  return points;
}

std::string some(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::vector<std::string> warnings_of(ShapeKind kind, const MeshData& mesh) {
  std::vector<std::string> out;
  if (mesh.polygons_triangulated > 0)
    out.push_back(some(mesh.polygons_triangulated, "non-convex polygon") + " triangulated");
  if (mesh.faces_dropped > 0)
    out.push_back(some(mesh.faces_dropped, "face") + " with fewer than three corners left out");
  if (mesh.bytes_after_end > 0)
    out.push_back(some(mesh.bytes_after_end, "byte") + " behind what the header counts passed over");
  if (kind == ShapeKind::Hull && mesh.faces_in_file > 0 && mesh.vertices_unused > 0)
    out.push_back(some(mesh.vertices_unused, "vertex used by no face") + ": the hull is of all vertices");
  return out;
}

Result<SceneShape> hull_of(ShapeKind kind, std::vector<Vec3> points, double scale) {
  if (points.empty()) return Error{"", "empty: a hull needs a point"};
  if (Fault fault = apply_scale(scale, points)) return *fault;
  const Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  return SceneShape{kind, std::move(points), *hull};
}

Result<SceneShape> body_of(std::vector<Vec3> points, std::span<const MeshTriangle> triangles, double scale) {
  if (triangles.empty()) return Error{"", "no triangles"};
  if (Fault fault = apply_scale(scale, points)) return *fault;
  const Result<Polytope> body = convex_mesh(points, triangles);
  if (!body) return Error{body.error().place, body.error().fault + kOnlyConvex};
  return SceneShape{ShapeKind::Mesh, std::move(points), *body};
}

// `error` at `place`, whatever place it has of its own.
Error at(const std::string& place, const Error& error) { return error.within(place); }

Fault read_scale(const Json& shape, const std::string& place, double& out) {
  const Json* scale = shape.find("scale");
  if (!scale) return std::nullopt;
  if (!scale->number()) return wrong_type(place + ".scale", "a number", *scale);
  out = *scale->number();
  if (!(out > 0)) return Error{place + ".scale", "must be above 0"};
  return std::nullopt;
}

}  // namespace

Result<SceneShape> ShapeReader::read(const Json& json, const std::string& place) {
  constexpr std::string_view kKinds[] = {"hull", "box", "mesh", "convex_parts", "rounded", "csg"};
  if (Fault fault =
          check_members(json, place, {}, {"hull", "box", "mesh", "convex_parts", "rounded", "csg", "scale", "solid"}))
    return *fault;
  const auto is_there = [&](std::string_view kind) { return json.find(kind) != nullptr; };
  if (std::count_if(std::begin(kKinds), std::end(kKinds), is_there) != 1)
    return Error{place, "needs one of hull, box, mesh, convex_parts, rounded, csg"};
  const std::string_view kind = *std::find_if(std::begin(kKinds), std::end(kKinds), is_there);
  const std::string here = place + "." + std::string(kind);
  const Json& value = *json.find(kind);
  if (kind == "convex_parts" || kind == "csg")
    return Error{here, "not taken at this version; hull, box, convex mesh and rounded are"};
  double scale = 1;
  if (Fault fault = read_scale(json, place, scale)) return *fault;
  if (const Json* solid = json.find("solid")) {
    if (kind != "mesh") return Error{place + ".solid", "only a mesh has this field"};
    if (!solid->boolean()) return wrong_type(place + ".solid", "true or false", *solid);
    if (!*solid->boolean())
      return Error{place + ".solid", "surfaces are not taken at this version" + std::string(kOnlyConvex)};
  }
  if (kind == "hull") return read_hull(value, here, scale);
  if (kind == "rounded") return read_rounded(value, here, scale);
  return kind == "box" ? read_box(value, here, scale) : read_mesh(value, here, scale);
}

Result<SceneShape> ShapeReader::read_hull(const Json& json, const std::string& place, double scale) {
  if (json.string()) return cached_file(ShapeKind::Hull, *json.string(), place, scale);
  std::vector<Vec3> points;
  if (!json.array()) return wrong_type(place, "a list of points or the name of a mesh file", json);
  if (Fault fault = read_point_list(json, place, points)) return *fault;
  Result<SceneShape> shape = hull_of(ShapeKind::Hull, std::move(points), scale);
  return shape ? std::move(shape) : at(place, shape.error());
}

Result<SceneShape> ShapeReader::read_box(const Json& json, const std::string& place, double scale) const {
  Vec3 edges;
  if (Fault fault = read_vec3(json, place, edges)) return *fault;
  const Result<Polytope> box = make_box(edges);
  if (!box) return Error{place, box.error().fault};
  Result<SceneShape> shape = hull_of(ShapeKind::Box, corners(edges), scale);
  return shape ? std::move(shape) : at(place, shape.error());
}

Result<SceneShape> ShapeReader::read_mesh(const Json& json, const std::string& place, double scale) {
  if (json.string()) return cached_file(ShapeKind::Mesh, *json.string(), place, scale);
  if (!json.object()) return wrong_type(place, "the name of a mesh file, or vertices and triangles", json);
  if (Fault fault = check_members(json, place, {"vertices", "triangles"})) return *fault;
  std::vector<Vec3> points;
  if (Fault fault = read_point_list(*json.find("vertices"), place + ".vertices", points)) return *fault;
  const Json& list = *json.find("triangles");
  if (!list.array()) return wrong_type(place + ".triangles", "a list of triangles", list);
  std::vector<MeshTriangle> triangles(list.array()->size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    if (Fault fault = read_triangle((*list.array())[i], element(place + ".triangles", i), points.size(), triangles[i]))
      return *fault;
  Result<SceneShape> shape = body_of(std::move(points), triangles, scale);
  return shape ? std::move(shape) : at(place, shape.error());
}

// `scale` makes the whole body larger, core and radius; the core may have a scale of its own.
Result<SceneShape> ShapeReader::read_rounded(const Json& json, const std::string& place, double scale) {
  if (Fault fault = check_members(json, place, {"core", "radius"})) return *fault;
  const Json &inner = *json.find("core"), &radius = *json.find("radius");
  if (!radius.number()) return wrong_type(place + ".radius", "a number", radius);
  const double scaled_radius = scale * *radius.number();
  if (!(scaled_radius >= 0)) return Error{place + ".radius", "negative"};
  if (!(scaled_radius <= kMaxCoordinate)) return Error{place + ".radius", "beyond 1e300"};
  if (inner.find("rounded")) return Error{place + ".core.rounded", "the core of a rounded shape is not rounded"};
  Result<SceneShape> core = read(inner, place + ".core");
  if (!core) return core;
  SceneShape shape = std::move(core).value();
  if (scale != 1) {
    std::vector<std::string> warnings = std::move(shape.warnings);
    Result<SceneShape> scaled = hull_of(shape.kind, std::move(shape.points), scale);
    if (!scaled) return at(place + ".core", scaled.error());
    shape = std::move(scaled).value();
    shape.warnings = std::move(warnings);
  }
  shape.kind = ShapeKind::Rounded;
  shape.radius = scaled_radius;
  return shape;
}

Result<SceneShape> ShapeReader::from_file(ShapeKind kind, const std::string& path, double scale) const {
  const bool absolute = !path.empty() && path[0] == '/';
  const FaceUse use = kind == ShapeKind::Hull ? FaceUse::CheckOnly : FaceUse::Triangulate;
  Result<MeshData> file = read_mesh_file(absolute ? path : directory_ + path, path, use);
  if (!file) return file.error();
  MeshData mesh = std::move(file).value();
  std::vector<std::string> warnings = warnings_of(kind, mesh);
  Result<SceneShape> made = kind == ShapeKind::Hull ? hull_of(kind, std::move(mesh.vertices), scale)
                                                    : body_of(std::move(mesh.vertices), mesh.triangles, scale);
  if (!made) return at(printable(path), made.error());
  SceneShape shape = std::move(made).value();
  shape.warnings = std::move(warnings);
  return shape;
}

Result<SceneShape> ShapeReader::cached_file(ShapeKind kind, const std::string& path, const std::string& place,
                                            double scale) {
  const auto key = std::tuple(kind, path, scale);
  if (const auto known = from_files_.find(key); known != from_files_.end()) return known->second;
  Result<SceneShape> shape = from_file(kind, path, scale);
  if (!shape) return at(place, shape.error());
  from_files_.emplace(key, *shape);
  return shape;
}

}  // namespace clearance
