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
  if ((q != nullptr) == (matrix != nullptr)) return Error{place, "needs either \"q\" or \"R\""};
  Vec3 translation;
  if (t)
    if (Fault fault = read_vec3(*t, place + ".t", translation)) return fault;
  double c[9];
  if (Fault fault = read_numbers(q ? *q : *matrix, place + (q ? ".q" : ".R"), q ? 4 : 9, c)) return fault;
  const Result<Pose> pose =
      q ? Pose::from_quaternion({c[0], c[1], c[2], c[3]}, translation)
        : Pose::from_matrix({{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}, {c[6], c[7], c[8]}}}, translation);
  if (!pose) return Error{place + "." + pose.error().place, pose.error().fault};
  out = *pose;
  return std::nullopt;
}

}  // namespace clearance::detail
