// Method:   the counterpart of scene_file.cpp: what it writes reads back as the same points and poses, bit for bit.
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/scenes/scene_text.h>

#include <algorithm>
#include <numeric>

namespace clearance {
using namespace detail;
namespace {

std::string list(std::initializer_list<double> numbers) {
  std::string out = "[";
  for (const double number : numbers) out += (out.size() > 1 ? ", " : "") + double_text(number);
  return out + "]";
}

std::string list(Vec3 v) { return list({v.x, v.y, v.z}); }

std::string points_text(std::span<const Vec3> points) {
  std::string out = "[\n";
  for (std::size_t i = 0; i < points.size(); ++i)
    out += "        " + list(points[i]) + (i + 1 < points.size() ? ",\n" : " ]");
  return out;
}

// A hull, rounded where there is a radius.
std::string hull_text(std::span<const Vec3> points, double radius, std::optional<double> excess = {}) {
  const std::string hull = "{ \"hull\": " + points_text(points) +
                           (excess && *excess > 0 ? ", \"excess\": " + double_text(*excess) + " }" : " }");
  return radius > 0 ? "{ \"rounded\": { \"core\": " + hull + ", \"radius\": " + double_text(radius) + " } }" : hull;
}

std::string mesh_text(std::span<const Vec3> points, std::span<const MeshTriangle> triangles, bool is_solid) {
  std::string out = "{ \"mesh\": { \"vertices\": " + points_text(points) + ",\n        \"triangles\": [";
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const MeshTriangle& t = triangles[i];
    out +=
        (i == 0 ? "[" : ", [") + std::to_string(t[0]) + ", " + std::to_string(t[1]) + ", " + std::to_string(t[2]) + "]";
  }
  return out + "] }, \"solid\": " + (is_solid ? "true }" : "false }");
}

std::string parts_text(std::span<const ScenePart> parts, double padding) {
  std::string out = "{ \"convex_parts\": [\n      ";
  for (std::size_t k = 0; k < parts.size(); ++k)
    out += (k == 0 ? "" : ",\n      ") + hull_text(parts[k].points, parts[k].radius - padding);
  return out + " ] }";
}

std::string half_space_text(const HalfSpace& space) {
  return "{ \"half_space\": { \"normal\": " + list(space.normal()) + ", \"offset\": " + double_text(space.offset()) +
         " } }";
}

std::string shape_text(const SceneEntry& entry) {
  if (entry.half_space) return half_space_text(*entry.half_space);
  if (!entry.parts.empty()) return parts_text(entry.parts, entry.padding);
  // The radius is exactly the sum of the shape's own and the padding; so is what is left.
  return entry.triangles.empty() ? hull_text(entry.points, entry.radius - entry.padding, entry.excess)
                                 : mesh_text(entry.points, entry.triangles, entry.is_solid);
}

std::string keyframes_text(const std::vector<Keyframe>& frames) {
  std::string out = "[";
  for (const Keyframe& frame : frames)
    out += (out.size() > 1 ? ",\n        " : "") + ("{ \"time\": " + double_text(frame.time)) +
           ", \"pose\": " + pose_text(frame.pose) + " }";
  return out + "]";
}

std::string motion_text(const SceneMotion& motion) {
  const Flight& flight = motion.flight;
  switch (motion.kind) {
    case SceneMotion::Kind::Velocity:
      return "{ \"velocity\": " + list(flight.velocity) + " }";
    case SceneMotion::Kind::To:
      return "{ \"to\": " + pose_text(motion.end) + " }";
    case SceneMotion::Kind::Ballistic:
      return "{ \"ballistic\": { \"velocity\": " + list(flight.velocity) +
             ", \"acceleration\": " + list(flight.acceleration) +
             ", \"angular_velocity\": " + list(flight.angular_velocity) + ", \"center\": " + list(flight.center) +
             " } }";
    case SceneMotion::Kind::Keyframes:
      return "{ \"keyframes\": " + keyframes_text(motion.frames) + " }";
  }
  return "{}";
}

std::vector<Vec3> vertices_of(const Polytope& polytope) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(polytope.vertex_count()));
  for (int v = 0; v < polytope.vertex_count(); ++v) points.push_back(polytope.vertex(v));
  return points;
}

ScenePart part_of(const Rounded& body) { return {vertices_of(body.core()), {}, body.radius()}; }
ScenePart part_of(const Mesh& mesh) {
  return {{mesh.vertices().begin(), mesh.vertices().end()}, mesh.triangles_as_given(), 0};
}

// By ascending id: written again they come in the same order.
std::string text_of(const Rounded& body) {
  const Polytope& core = body.core();
  std::vector<int> order(static_cast<std::size_t>(core.vertex_count()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int v, int w) { return core.id(v) < core.id(w); });
  std::vector<Vec3> points;
  points.reserve(order.size());
  for (const int v : order) points.push_back(core.vertex(v));
  return hull_text(points, body.radius());
}
std::string text_of(const Mesh& mesh) { return mesh_text(mesh.vertices(), mesh.triangles_as_given(), mesh.is_solid()); }
std::string text_of(const Parts& parts) {
  const auto is_convex = [](const PartShape& part) { return std::holds_alternative<Rounded>(part); };
  const bool all_convex = std::all_of(parts.parts().begin(), parts.parts().end(), is_convex);
  std::string out = all_convex ? "{ \"convex_parts\": [" : "{ \"mixed_parts\": [";
  for (std::size_t k = 0; k < parts.count(); ++k)
    out += (k == 0 ? "\n      " : ",\n      ") + std::visit([](const auto& part) { return text_of(part); }, parts[k]);
  return out + " ] }";
}
std::string text_of(const HalfSpace& space) { return half_space_text(space); }

std::string group_list(std::uint32_t mask) {
  std::string out = "[";
  for (int k = 0; k < 32; ++k)
    if ((mask >> k & 1) != 0) out += (out.size() > 1 ? ", " : "") + std::to_string(k);
  return out + "]";
}

std::string groups_text(const Groups& groups) {
  const Groups plain;
  std::string out;
  if (groups.member_of != plain.member_of) out += "\"member_of\": " + group_list(groups.member_of);
  if (groups.meets != plain.meets) out += (out.empty() ? "" : ", ") + ("\"meets\": " + group_list(groups.meets));
  return out.empty() ? out : ",\n      \"groups\": { " + out + " }";
}

// The bodies of a shape with their own vertices; empty where there is no way to write them.
std::vector<ScenePart> parts_of(const Shape& shape) {
  if (const auto* body = std::get_if<Rounded>(&shape)) return {part_of(*body)};
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return {part_of(*mesh)};
  if (std::holds_alternative<HalfSpace>(shape)) return {ScenePart{}};
  std::vector<ScenePart> out;
  for (const PartShape& part : std::get<Parts>(shape).parts()) {
    if (!std::holds_alternative<Rounded>(part)) return {};
    out.push_back(part_of(std::get<Rounded>(part)));
  }
  return out;
}

SceneEntry entry_of(std::string name, const Shape& shape, const std::vector<ScenePart>& given, const Pose& pose) {
  SceneEntry entry{std::move(name), given[0].points, pose, given[0].radius};
  if (const auto* mesh = std::get_if<Mesh>(&shape))
    entry.triangles = given[0].triangles, entry.is_solid = mesh->is_solid();
  if (std::holds_alternative<Parts>(shape)) entry.parts = given;
  entry.half_space = std::get_if<HalfSpace>(&shape);
  return entry;
}

}  // namespace

std::string detail::pose_text(const Pose& pose) {
  const Quat q = pose.quaternion();
  const Vec3* row = pose.rotation().row;
  const std::string turn = pose.kind() == Pose::Kind::Quaternion
                               ? "\"q\": " + list({q.w, q.x, q.y, q.z})
                               : "\"R\": " + list({row[0].x, row[0].y, row[0].z, row[1].x, row[1].y, row[1].z, row[2].x,
                                                   row[2].y, row[2].z});
  return "{ " + turn + ", \"t\": " + list(pose.translation()) + " }";
}

std::string detail::shape_text(const Shape& shape) {
  return std::visit([](const auto& kind) { return text_of(kind); }, shape);
}

std::string detail::entry_text(const SceneEntry& entry, const std::string& shape) {
  std::string out = "    { \"name\": " + json_string(entry.name) + ",\n      \"shape\": " + shape;
  if (!entry.motion || entry.motion->kind != SceneMotion::Kind::Keyframes)
    out += ",\n      \"pose\": " + pose_text(entry.pose);
  if (entry.offset) out += ",\n      \"offset\": " + pose_text(*entry.offset);
  if (entry.motion) out += ",\n      \"motion\": " + motion_text(*entry.motion);
  return out + options_text(entry.padding, entry.is_static, entry.groups, entry.user) + " }";
}

std::string detail::options_text(double padding, bool is_static, const Groups& groups, std::uint64_t user) {
  std::string out = padding > 0 ? ",\n      \"padding\": " + double_text(padding) : "";
  if (is_static) out += ",\n      \"static\": true";
  out += groups_text(groups);
  if (user != 0) out += ",\n      \"user\": \"" + std::to_string(user) + "\"";
  return out;
}

SceneEntry entry_of(const SceneObject& object) {
  SceneEntry entry = entry_of(object.name, object.shape, *object.given, object.frame);
  entry.offset = object.offset ? &*object.offset : nullptr;
  entry.motion = object.motion ? &*object.motion : nullptr;
  entry.padding = object.padding, entry.is_static = object.is_static;
  entry.groups = object.groups, entry.user = object.user, entry.excess = object.excess;
  return entry;
}

std::string scene_text(std::span<const SceneEntry> entries, const TimeInterval& interval) {
  std::string out = "{ \"format\": \"clearance-scene-1\",\n";
  if (interval) out += "  \"interval\": " + list({(*interval)[0], (*interval)[1]}) + ",\n";
  out += "  \"objects\": [\n";
  for (std::size_t i = 0; i < entries.size(); ++i)
    out += entry_text(entries[i], shape_text(entries[i])) + (i + 1 < entries.size() ? ",\n" : "");
  return out + " ] }\n";
}

Result<std::string> write_scene(const std::string& path, std::span<const SceneEntry> entries,
                                const TimeInterval& interval) {
  return write_file(path, scene_text(entries, interval));
}

Result<std::string> dump_pair(const std::string& path, const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b) {
  const std::vector<ScenePart> parts_a = parts_of(a), parts_b = parts_of(b);
  if (parts_a.empty() || parts_b.empty())
    return Error{printable(path), "several parts of which one is a mesh cannot be written"};
  const SceneEntry entries[] = {entry_of("a", a, parts_a, pose_a), entry_of("b", b, parts_b, pose_b)};
  return write_scene(path, entries);
}

}  // namespace clearance
