#include <clearance/io/scenes/scene_pose.h>

namespace clearance::detail {
Fault read_vec3(const Json& json, const std::string& place, Vec3& out) {
  double c[3];
  if (Fault fault = read_numbers(json, place, 3, c)) return fault;
  out = {c[0], c[1], c[2]};
  if (!is_coordinate(out)) return Error{place, "a coordinate is beyond 1e300"};
  return std::nullopt;
}

Fault read_pose(const Json& json, const std::string& place, Pose& out) {
  if (Fault fault = check_members(json, place, {}, {"q", "R", "t"})) return fault;
  const Json *q = json.find("q"), *matrix = json.find("R"), *t = json.find("t");
  if (q && matrix) return Error{place, "has both \"q\" and \"R\"; a pose is given by one of them"};
  if (!q && !matrix && !t) return Error{place, "needs \"q\", \"R\" or, as a translation, \"t\""};
  Vec3 translation;
  if (t)
    if (Fault fault = read_vec3(*t, place + ".t", translation)) return fault;
  double c[9] = {1, 0, 0, 0};  // alone, "t" turns nothing
  if (q || matrix)
    if (Fault fault = read_numbers(q ? *q : *matrix, place + (q ? ".q" : ".R"), q ? 4 : 9, c)) return fault;
  const Result<Pose> pose =
      matrix ? Pose::from_matrix({{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}, {c[6], c[7], c[8]}}}, translation)
             : Pose::from_quaternion({c[0], c[1], c[2], c[3]}, translation);
  if (!pose) return Error{place + "." + pose.error().place, pose.error().fault};
  out = *pose;
  return std::nullopt;
}

}  // namespace clearance::detail
