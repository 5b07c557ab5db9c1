// Method:   the counterpart of scene_file.cpp: what it writes reads back as the same points and poses, bit for bit.
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scene_file.h>

namespace clearance {
namespace {

std::string list(std::initializer_list<double> numbers) {
  std::string out = "[";
  for (const double number : numbers) out += (out.size() > 1 ? ", " : "") + double_text(number);
  return out + "]";
}

std::string list(Vec3 v) { return list({v.x, v.y, v.z}); }

std::string pose_text(const Pose& pose) {
  const Quat q = pose.quaternion();
  const Vec3* row = pose.rotation().row;
  const std::string turn = pose.kind() == Pose::Kind::Quaternion
                               ? "\"q\": " + list({q.w, q.x, q.y, q.z})
                               : "\"R\": " + list({row[0].x, row[0].y, row[0].z, row[1].x, row[1].y, row[1].z, row[2].x,
                                                   row[2].y, row[2].z});
  return "{ " + turn + ", \"t\": " + list(pose.translation()) + " }";
}

std::string entry_text(const SceneEntry& entry) {
  const bool is_rounded = entry.radius > 0;
  std::string out = "    { \"name\": " + json_string(entry.name) + ",\n      \"shape\": { ";
  out += is_rounded ? "\"rounded\": { \"core\": { \"hull\": [\n" : "\"hull\": [\n";
  for (std::size_t i = 0; i < entry.points.size(); ++i)
    out += "        " + list(entry.points[i]) + (i + 1 < entry.points.size() ? ",\n" : " ]");
  if (is_rounded) out += " }, \"radius\": " + double_text(entry.radius) + " }";
  return out + " },\n      \"pose\": " + pose_text(entry.pose) + " }";
}

std::vector<Vec3> vertices_of(const Polytope& polytope) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(polytope.vertex_count()));
  for (int v = 0; v < polytope.vertex_count(); ++v) points.push_back(polytope.vertex(v));
  return points;
}

}  // namespace

std::string scene_text(std::span<const SceneEntry> entries) {
  std::string out = "{ \"format\": \"clearance-scene-1\",\n  \"objects\": [\n";
  for (std::size_t i = 0; i < entries.size(); ++i)
    out += entry_text(entries[i]) + (i + 1 < entries.size() ? ",\n" : "");
  return out + " ] }\n";
}

Result<std::string> write_scene(const std::string& path, std::span<const SceneEntry> entries) {
  return write_file(path, scene_text(entries));
}

Result<std::string> dump_pair(const std::string& path, const Rounded& a, const Pose& pose_a, const Rounded& b,
                              const Pose& pose_b) {
  const std::vector<Vec3> points_a = vertices_of(a.core()), points_b = vertices_of(b.core());
  const SceneEntry entries[] = {{"a", points_a, pose_a, a.radius()}, {"b", points_b, pose_b, b.radius()}};
  return write_scene(path, entries);
}

}  // namespace clearance
