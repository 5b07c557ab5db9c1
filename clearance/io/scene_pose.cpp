#include <clearance/io/scene_pose.h>

#include <clearance/exact/dyadic.h>
#include <clearance/io/number.h>

namespace clearance {
namespace {

constexpr const char* kNeedsQuaternions = "both poses of this motion must be given by \"q\"";

// q1 = −c·q0 with c > 0, exactly: the straight way from one to the other then passes through 0.
bool opposite(Quat q0, Quat q1) {
  const double a[4] = {q0.w, q0.x, q0.y, q0.z}, b[4] = {q1.w, q1.x, q1.y, q1.z};
  Dyadic product;
  for (int i = 0; i < 4; ++i) {
    product = product + Dyadic(a[i]) * Dyadic(b[i]);
    for (int j = 0; j < i; ++j)
      if (compare(Dyadic(a[i]) * Dyadic(b[j]), Dyadic(a[j]) * Dyadic(b[i])) != 0) return false;
  }
  return product.sign() < 0;
}

Fault check_step(const Pose& from, const Pose& to, const std::string& place) {
  if (from.kind() != Pose::Kind::Quaternion || to.kind() != Pose::Kind::Quaternion)
    return Error{place, kNeedsQuaternions};
  if (opposite(from.quaternion(), to.quaternion()))
    return Error{place, "its q is opposite to the one before: the rotation between them is not defined"};
  return std::nullopt;
}

Fault read_ballistic(const Json& json, const std::string& place) {
  if (Fault fault = check_members(json, place, {}, {"velocity", "acceleration", "angular_velocity"})) return fault;
  for (const Json::Member& member : *json.object()) {
    Vec3 ignored;
    if (Fault fault = read_vec3(member.value, place + "." + member.key, ignored)) return fault;
  }
  return std::nullopt;
}

struct Keyframe {
  double time = 0;
  Pose pose;
};

Fault read_keyframe(const Json& json, const std::string& place, Keyframe& out) {
  if (Fault fault = check_members(json, place, {"time", "pose"})) return fault;
  const Json& time = *json.find("time");
  if (!time.number()) return wrong_type(place + ".time", "a number", time);
  out.time = *time.number();
  return read_pose(*json.find("pose"), place + ".pose", out.pose);
}

// A pose between two keyframes is no pose of doubles as a rule, so t0 must be the time of a keyframe.
Fault read_keyframes(const Json& json, const std::string& place, const TimeInterval& interval, Pose& pose) {
  if (!json.array()) return wrong_type(place, "a list", json);
  if (json.array()->empty()) return Error{place, "empty"};
  if (!interval) return Error{place, "keyframes need the scene's \"interval\""};
  bool found = false;
  Keyframe frame, before;
  for (std::size_t i = 0; i < json.array()->size(); ++i) {
    const std::string here = element(place, i);
    if (Fault fault = read_keyframe((*json.array())[i], here, frame)) return fault;
    if (i > 0 && !(frame.time > before.time)) return Error{here + ".time", "times must rise"};
    if (i == 0 && frame.time > (*interval)[0]) return Error{here + ".time", "later than the start of the interval"};
    if (Fault fault = check_step(i > 0 ? before.pose : frame.pose, frame.pose, here + ".pose")) return fault;
    if (frame.time == (*interval)[0]) {
      pose = frame.pose;
      found = true;
    }
    before = frame;
  }
  if (frame.time < (*interval)[1]) return Error{place, "the last time is before the end of the interval"};
  if (!found) return Error{place, "no keyframe at the start of the interval, " + double_text((*interval)[0])};
  return std::nullopt;
}

}  // namespace

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

Fault read_motion(const Json& json, const std::string& place, const TimeInterval& interval, bool given, Pose& pose) {
  if (Fault fault = check_members(json, place, {}, {"velocity", "to", "ballistic", "keyframes"})) return fault;
  if (json.object()->size() != 1) return Error{place, "needs one of velocity, to, ballistic, keyframes"};
  const auto& [kind, value] = json.object()->front();
  const std::string here = place + "." + kind;
  if (kind == "velocity") {
    Vec3 ignored;
    return read_vec3(value, here, ignored);
  }
  if (kind == "to") {
    Pose end;
    if (Fault fault = read_pose(value, here, end)) return fault;
    return check_step(pose, end, here);
  }
  if (kind == "ballistic") return read_ballistic(value, here);
  if (given) return Error{here, "keyframes stand instead of \"pose\", not beside it"};
  return read_keyframes(value, here, interval, pose);
}

}  // namespace clearance
