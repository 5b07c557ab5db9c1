// Method:   a mesh that exactly bounds a convex body becomes that body: the same set, and quicker to ask about. Most
//           others show by one vertex outside of one triangle that they do not, before any hull is made.
#include <clearance/io/scenes/scene_shape.h>

#include <clearance/build/convex_excess.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/convex_mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/exact/orient3d.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/scene_pose.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <cmath>

namespace clearance::detail {
namespace {

constexpr const char* kOnlyConvex = "; cores and parts are convex: with \"hull\" the hull of any mesh is taken";
// Below this the threads take longer to start than to help.
constexpr std::size_t kTrianglesWorthThreads = 100'000;

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
    if (!sound) return Error{element(place, k), "names no vertex; there are " + std::to_string(count) + ", from 0"};
    out[k] = static_cast<std::uint32_t>(corner[k]);
  }
  return std::nullopt;
}

std::string some(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// The multiplication that `scale` asks for, in doubles.
Fault apply_scale(double scale, std::vector<Vec3>& points, std::vector<std::string>& warnings) {
  std::size_t vanished = 0;
  for (std::size_t i = 0; i < points.size() && scale != 1; ++i) {
    const Vec3 was = points[i];
    points[i] = scale * was;
    if (!is_coordinate(points[i])) return Error{"", "vertex " + std::to_string(i) + " is beyond 1e300 when scaled"};
    for (int k = 0; k < 3; ++k) vanished += was[k] != 0 && points[i][k] == 0;
  }
  if (vanished > 0)
    warnings.push_back(some(vanished, "coordinate", "coordinates") + " became 0 when scaled by " + double_text(scale));
  return std::nullopt;
}

std::vector<Vec3> corners(Vec3 edges) {
  std::vector<Vec3> points;
  points.reserve(8);
  for (int i = 0; i < 8; ++i)
    points.push_back({(i & 1 ? 0.5 : -0.5) * edges.x, (i & 2 ? 0.5 : -0.5) * edges.y, (i & 4 ? 0.5 : -0.5) * edges.z});
  return points;
}

std::vector<std::string> warnings_of(ShapeKind kind, const MeshData& mesh) {
  std::vector<std::string> out;
  if (mesh.polygons_triangulated > 0)
    out.push_back(some(mesh.polygons_triangulated, "non-convex polygon", "non-convex polygons") + " triangulated");
  if (mesh.faces_dropped > 0)
    out.push_back(some(mesh.faces_dropped, "face", "faces") + " with fewer than three corners left out");
  if (mesh.bytes_after_end > 0)
    out.push_back(some(mesh.bytes_after_end, "byte", "bytes") + " behind what the header counts passed over");
  if (kind == ShapeKind::Hull && mesh.faces_in_file > 0 && mesh.vertices_unused > 0)
    out.push_back(some(mesh.vertices_unused, "vertex that no face uses", "vertices that no face uses") +
                  ": the hull is of all vertices");
  return out;
}

std::shared_ptr<const std::vector<ScenePart>> just(ScenePart part) {
  std::vector<ScenePart> parts;
  parts.push_back(std::move(part));
  return std::make_shared<const std::vector<ScenePart>>(std::move(parts));
}

SceneShape shape_of(ShapeKind kind, const Polytope& hull, std::vector<Vec3> points, double radius = 0) {
  std::vector<MeshTriangle> triangles = boundary_triangles(hull);
  return {kind, rounded(hull, radius), just({std::move(points), std::move(triangles), radius})};
}

Result<SceneShape> hull_of(ShapeKind kind, std::vector<Vec3> points, double scale, double radius = 0) {
  if (points.empty()) return Error{"", "empty: a hull needs a point"};
  std::vector<std::string> warnings;
  if (Fault fault = apply_scale(scale, points, warnings)) return *fault;
  const Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  SceneShape shape = shape_of(kind, *hull, std::move(points), radius);
  shape.warnings = std::move(warnings);
  return shape;
}

// The same convex body, larger and with that radius.
Result<SceneShape> resized(const SceneShape& body, double scale, double radius) {
  ScenePart part = body.given->front();
  part.radius = radius;
  if (scale == 1)
    return SceneShape{body.kind, rounded(std::get<Rounded>(body.shape).core(), radius), just(std::move(part)),
                      body.warnings};
  Result<SceneShape> made = hull_of(body.kind, std::move(part.points), scale, radius);
  if (!made) return made;
  SceneShape shape = std::move(made).value();
  shape.warnings.insert(shape.warnings.begin(), body.warnings.begin(), body.warnings.end());
  return shape;
}

// The vertices that reach farthest along the axes, of those that triangles use.
std::vector<std::uint32_t> farthest(std::span<const Vec3> points, std::span<const MeshTriangle> triangles) {
  std::vector<std::uint32_t> far(6, triangles[0][0]);
  for (const MeshTriangle& t : triangles)
    for (const std::uint32_t v : t)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto along = [&](std::uint32_t w) { return points[w][static_cast<int>(axis)]; };
        if (along(v) < along(far[axis])) far[axis] = v;
        if (along(v) > along(far[axis + 3])) far[axis + 3] = v;
      }
  return far;
}

// False only when it is not: some triangle has two of a few vertices on different sides. Enough for nearly every part
// there is, at a small share of a hull's cost.
bool may_be_convex(std::span<const Vec3> points, std::span<const MeshTriangle> triangles) {
  const std::vector<std::uint32_t> far = farthest(points, triangles);
  return std::none_of(triangles.begin(), triangles.end(), [&](const MeshTriangle& t) {
    int side = 0;
    return std::any_of(far.begin(), far.end(), [&](std::uint32_t v) {
      const int before = side, here = orient3d_sign(points[t[0]], points[t[1]], points[t[2]], points[v]);
      if (here != 0) side = here;
      return before * here < 0;
    });
  });
}

// `error` at `place`, whatever place it has of its own.
Error at(const std::string& place, const Error& error) { return error.within(place); }

Fault read_scale(const Json& shape, const std::string& place, double& out) {
  const Json* scale = shape.find("scale");
  if (!scale) return std::nullopt;
  if (!scale->number()) return wrong_type(place + ".scale", "a number", *scale);
  out = *scale->number();
  if (!(out > 0)) return Error{place + ".scale", "is " + double_text(out) + "; it must be above 0"};
  return std::nullopt;
}

Fault read_solid(const Json& shape, std::string_view kind, const std::string& place, MeshKind& out) {
  const Json* solid = shape.find("solid");
  if (!solid) return std::nullopt;
  if (kind != "mesh") return Error{place + ".solid", "only a mesh has this field"};
  if (!solid->boolean()) return wrong_type(place + ".solid", "true or false", *solid);
  out = *solid->boolean() ? MeshKind::Solid : MeshKind::Surface;
  return std::nullopt;
}

// How far a hull exceeds what it stands for: "excess" of a hull that is given by points, "hull_within" of a mesh.
Fault read_excess(const Json& shape, const char* key, std::string_view kind, std::string_view only, ShapeUse use,
                  const std::string& place, std::optional<double>& out) {
  const Json* excess = shape.find(key);
  if (!excess) return std::nullopt;
  const std::string here = place + "." + key;
  if (kind != only) return Error{here, "only a " + std::string(only) + " has this field"};
  if (use != ShapeUse::Any) return Error{here, "a part or a core has none; give the body an object of its own"};
  if (!excess->number()) return wrong_type(here, "a number", *excess);
  out = *excess->number();
  if (!(*out >= 0)) return Error{here, "is negative (" + double_text(*out) + "); it must be 0 or more"};
  if (!(*out <= kMaxCoordinate)) return Error{here, "is " + double_text(*out) + "; it must be 1e300 or less"};
  return std::nullopt;
}

// {"normal": [x, y, z], "offset": d}; `scale` moves the plane.
Result<SceneShape> read_half_space(const Json& json, const std::string& place, double scale) {
  if (Fault fault = check_members(json, place, {"normal", "offset"})) return *fault;
  Vec3 normal;
  if (Fault fault = read_vec3(*json.find("normal"), place + ".normal", normal)) return *fault;
  const Json& offset = *json.find("offset");
  if (!offset.number()) return wrong_type(place + ".offset", "a number", offset);
  if (normal == Vec3{}) return Error{place + ".normal", "is zero; it must point out of the half-space"};
  if (!(std::fabs(*offset.number()) <= kMaxCoordinate)) return Error{place + ".offset", "is beyond 1e300"};
  const double scaled = scale * *offset.number();
  if (!(std::fabs(scaled) <= kMaxCoordinate)) return Error{place + ".offset", "is beyond 1e300 when scaled"};
  const Result<HalfSpace> made = HalfSpace::make(normal, scaled);
  if (!made) return at(place, made.error());
  SceneShape shape{ShapeKind::HalfSpace, *made, just({})};
  if (scaled == 0 && *offset.number() != 0)
    shape.warnings.push_back("the offset became 0 when scaled by " + double_text(scale));
  return shape;
}

// What may not stand within a rounded shape, or within one of several parts.
Fault refuse_nesting(std::string_view kind, ShapeUse use, const std::string& place) {
  if (kind == "csg")
    return Error{place, "not taken at this version; hull, box, mesh, convex_parts, rounded and half_space are"};
  if (use == ShapeUse::Core && kind == "rounded") return Error{place, "the core of a rounded shape is not rounded"};
  if (use == ShapeUse::Core && kind == "convex_parts") return Error{place, "the core of a rounded shape is convex"};
  if (use == ShapeUse::Core && kind == "half_space") return Error{place, "the core of a rounded shape has an end"};
  if (use == ShapeUse::Part && kind == "half_space") return Error{place, "a part has an end; a half-space has none"};
  if (use != ShapeUse::Any && kind == "mixed_parts") return Error{place, "a part or a core has no parts of its own"};
  if (use == ShapeUse::Part && kind == "convex_parts") return Error{place, "a part has no parts of its own"};
  return std::nullopt;
}

}  // namespace

Result<SceneShape> ShapeReader::read(const Json& json, const std::string& place, ShapeUse use) {
  constexpr std::string_view kKinds[] = {"hull",    "box",        "mesh",        "convex_parts",
                                         "rounded", "half_space", "mixed_parts", "csg"};
  if (Fault fault = check_members(json, place, {},
                                  {"hull", "box", "mesh", "convex_parts", "rounded", "half_space", "mixed_parts", "csg",
                                   "scale", "solid", "excess", "hull_within"}))
    return *fault;
  const auto is_there = [&](std::string_view kind) { return json.find(kind) != nullptr; };
  if (std::count_if(std::begin(kKinds), std::end(kKinds), is_there) != 1)
    return Error{place, "needs one of hull, box, mesh, convex_parts, rounded, half_space, csg"};
  const std::string_view kind = *std::find_if(std::begin(kKinds), std::end(kKinds), is_there);
  const std::string here = place + "." + std::string(kind);
  if (Fault fault = refuse_nesting(kind, use, here)) return *fault;
  double scale = 1;
  if (Fault fault = read_scale(json, place, scale)) return *fault;
  MeshKind solid = MeshKind::Automatic;
  if (Fault fault = read_solid(json, kind, place, solid)) return *fault;
  std::optional<double> excess, hull_within;
  if (Fault fault = read_excess(json, "excess", kind, "hull", use, place, excess)) return *fault;
  if (Fault fault = read_excess(json, "hull_within", kind, "mesh", use, place, hull_within)) return *fault;
  for (const auto& [given, key] : {std::pair(excess, "excess"), std::pair(hull_within, "hull_within")})
    if (given && convex_meshes_ == ConvexMeshes::AsMeshes)
      return Error{place + "." + key, "answers of a world do not tell it; give the mesh, or a hull without it"};
  const Json& value = *json.find(kind);
  if (kind == "hull") {
    Result<SceneShape> shape = read_hull(value, here, use, scale);
    if (!shape || !excess) return shape;
    SceneShape exceeding = std::move(shape).value();
    exceeding.excess = *excess;
    return exceeding;
  }
  if (kind == "rounded") return read_rounded(value, here, scale);
  if (kind == "convex_parts") return read_parts(value, here, scale);
  if (kind == "half_space") return read_half_space(value, here, scale);
  if (kind == "mixed_parts")
    return json.find("scale") ? Error{place + ".scale", "beside mixed_parts there is none; each part has its own"}
                              : read_mixed(value, here);
  return kind == "box" ? read_box(value, here, scale)
                       : read_mesh(value, here, {ShapeKind::Mesh, use, solid, hull_within}, scale);
}

Result<SceneShape> ShapeReader::read_hull(const Json& json, const std::string& place, ShapeUse use, double scale) {
  if (json.string()) return cached_mesh({ShapeKind::Hull, use, MeshKind::Automatic}, *json.string(), place, scale);
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
  if (!box) return Error{place + box.error().place.substr(std::string_view("edges").size()), box.error().fault};
  Result<SceneShape> shape = resized(shape_of(ShapeKind::Box, *box, corners(edges)), scale, 0);
  return shape ? std::move(shape) : at(place, shape.error());
}

Result<SceneShape> ShapeReader::read_mesh(const Json& json, const std::string& place, const Meaning& meaning,
                                          double scale) {
  if (json.string()) return cached_mesh(meaning, *json.string(), place, scale);
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
  Result<SceneShape> shape = body_of(meaning, std::move(points), std::move(triangles), scale);
  return shape ? std::move(shape) : at(place, shape.error());
}

// `scale` makes the whole body larger, core and radius; the core may have a scale of its own.
Result<SceneShape> ShapeReader::read_rounded(const Json& json, const std::string& place, double scale) {
  if (Fault fault = check_members(json, place, {"core", "radius"})) return *fault;
  const Json &inner = *json.find("core"), &radius = *json.find("radius");
  if (!radius.number()) return wrong_type(place + ".radius", "a number", radius);
  const double scaled_radius = scale * *radius.number();
  if (!(scaled_radius >= 0))
    return Error{place + ".radius", "is negative (" + double_text(*radius.number()) + "); it must be 0 or more"};
  if (!(scaled_radius <= kMaxCoordinate))
    return Error{place + ".radius", "is " + double_text(scaled_radius) + "; it must be 1e300 or less"};
  Result<SceneShape> core = read(inner, place + ".core", ShapeUse::Core);
  if (!core) return core;
  Result<SceneShape> shape = resized(*core, scale, scaled_radius);
  if (!shape) return at(place + ".core", shape.error());
  SceneShape made = std::move(shape).value();
  made.kind = ShapeKind::Rounded;
  return made;
}

// `scale` makes all parts larger; each may have a scale of its own.
Result<SceneShape> ShapeReader::read_parts(const Json& json, const std::string& place, double scale) {
  if (!json.array()) return wrong_type(place, "a list of shapes", json);
  std::vector<PartShape> parts;
  std::vector<ScenePart> given;
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < json.array()->size(); ++k) {
    const std::string here = element(place, k);
    Result<SceneShape> part = read((*json.array())[k], here, ShapeUse::Part);
    if (!part) return part;
    const double radius = scale * part->given->front().radius;
    if (!(radius <= kMaxCoordinate)) return Error{here, "its radius is beyond 1e300 when scaled"};
    const Result<SceneShape> scaled = resized(*part, scale, radius);
    if (!scaled) return at(here, scaled.error());
    parts.emplace_back(std::get<Rounded>(scaled->shape));
    given.push_back(scaled->given->front());
    for (const std::string& warning : part->warnings) warnings.push_back("part " + std::to_string(k) + ": " + warning);
  }
  const Result<Parts> made = make_parts(std::move(parts));
  if (!made) return at(place, made.error());
  return SceneShape{ShapeKind::ConvexParts, *made, std::make_shared<const std::vector<ScenePart>>(std::move(given)),
                    std::move(warnings)};
}

// Convex bodies and meshes in one: what a world may hold, and no certificate numbers the triangles of.
Result<SceneShape> ShapeReader::read_mixed(const Json& json, const std::string& place) {
  if (convex_meshes_ == ConvexMeshes::AsBodies)
    return Error{place, "is for worlds; in a scene give each mesh an object of its own"};
  if (!json.array()) return wrong_type(place, "a list of shapes", json);
  std::vector<PartShape> parts;
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < json.array()->size(); ++k) {
    const std::string here = element(place, k);
    const Json& item = (*json.array())[k];
    Result<SceneShape> part = read(item, here, item.find("mesh") ? ShapeUse::Any : ShapeUse::Part);
    if (!part) return part;
    if (const auto* mesh = std::get_if<Mesh>(&part->shape))
      parts.emplace_back(*mesh);
    else
      parts.emplace_back(std::get<Rounded>(part->shape));
    for (const std::string& warning : part->warnings) warnings.push_back("part " + std::to_string(k) + ": " + warning);
  }
  const Result<Parts> made = make_parts(std::move(parts));
  if (!made) return at(place, made.error());
  return SceneShape{ShapeKind::ConvexParts, *made, just({}), std::move(warnings)};
}

Result<SceneShape> ShapeReader::body_of(const Meaning& meaning, std::vector<Vec3> points,
                                        std::vector<MeshTriangle> triangles, double scale) const {
  if (triangles.empty()) return Error{"", "no triangles"};
  std::vector<std::string> warnings;
  if (Fault fault = apply_scale(scale, points, warnings)) return *fault;
  const bool only_convex = meaning.use != ShapeUse::Any;
  if (only_convex && meaning.solid == MeshKind::Surface) return Error{"", std::string("a surface") + kOnlyConvex};
  const bool may_be_body = convex_meshes_ == ConvexMeshes::AsBodies && meaning.solid != MeshKind::Surface;
  if (only_convex || (may_be_body && may_be_convex(points, triangles))) {
    const Result<Polytope> body = convex_mesh(points, triangles);
    if (body)
      return SceneShape{ShapeKind::Mesh, Rounded(*body), just({std::move(points), std::move(triangles)}),
                        std::move(warnings)};
    if (only_convex) return Error{body.error().place, body.error().fault + kOnlyConvex};
  }
  MeshOptions options;
  options.kind = meaning.solid;
  options.threads = triangles.size() < kTrianglesWorthThreads ? 1 : 0;
  const Result<Mesh> mesh = make_mesh(points, triangles, options);
  if (!mesh) return mesh.error();
  if (meaning.solid == MeshKind::Automatic && !mesh->is_solid())
    warnings.push_back("a surface: " + why_not_solid(mesh->facts()));
  if (meaning.hull_within) return hull_in_place(*mesh, *meaning.hull_within, std::move(points), std::move(warnings));
  return SceneShape{ShapeKind::Mesh, *mesh, just({std::move(points), std::move(triangles)}), std::move(warnings)};
}

// Points that no triangle uses are in the hull, as certificates have it, and count with what it exceeds the mesh by.
Result<SceneShape> ShapeReader::hull_in_place(const Mesh& mesh, double within, std::vector<Vec3> points,
                                              std::vector<std::string> warnings) {
  const Result<Polytope> hull = convex_hull(points);
  if (!hull) return hull.error();
  const ConvexExcess excess = excess_of(mesh, *hull, {.too_much = within});
  if (excess.lower > within)
    return Error{"", "its hull exceeds it by " + double_text(excess.lower) + " at least; hull_within allows " +
                         double_text(within)};
  if (!(excess.upper <= within))
    return Error{"", "that its hull exceeds it by no more than " + double_text(within) +
                         ", as hull_within has it, was " + "not shown; " + double_text(excess.upper) + " was"};
  SceneShape shape = shape_of(ShapeKind::Hull, *hull, std::move(points));
  shape.warnings = std::move(warnings);
  shape.excess = excess.upper;
  return shape;
}

Result<SceneShape> ShapeReader::from_mesh(const Meaning& meaning, MeshData mesh, double scale) const {
  std::vector<std::string> warnings = warnings_of(meaning.kind, mesh);
  Result<SceneShape> made = meaning.kind == ShapeKind::Hull
                                ? hull_of(meaning.kind, std::move(mesh.vertices), scale)
                                : body_of(meaning, std::move(mesh.vertices), std::move(mesh.triangles), scale);
  if (!made) return made;
  SceneShape shape = std::move(made).value();
  shape.warnings.insert(shape.warnings.end(), warnings.begin(), warnings.end());
  return shape;
}

Result<SceneShape> ShapeReader::from_source(const Meaning& meaning, const std::string& name, double scale) const {
  if (!meshes_) return Error{printable(name), "no meshes are known by name here"};
  const bool is_hull = meaning.kind == ShapeKind::Hull;
  Result<MeshData> mesh = meshes_(name, is_hull ? FaceUse::CheckOnly : FaceUse::Triangulate);
  if (!mesh) return mesh.error();
  Result<SceneShape> made = from_mesh(meaning, std::move(mesh).value(), scale);
  return made ? std::move(made) : at(printable(name), made.error());
}

Result<SceneShape> ShapeReader::cached_mesh(const Meaning& meaning, const std::string& name, const std::string& place,
                                            double scale) {
  const auto key = std::tuple(meaning, name, scale);
  if (const auto known = named_.find(key); known != named_.end()) return known->second;
  Result<SceneShape> shape = from_source(meaning, name, scale);
  if (!shape) return at(place, shape.error());
  named_.emplace(key, *shape);
  return shape;
}

}  // namespace clearance::detail
