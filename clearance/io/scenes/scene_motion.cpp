#include <clearance/io/scenes/scene_motion.h>

#include <clearance/exact/dyadic.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/exact_pose.h>
#include <clearance/io/scenes/scene_pose.h>

namespace clearance {
using namespace detail;
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

Fault refuse_instant(const TimeInterval& interval, const std::string& place) {
  if (!interval || (*interval)[0] < (*interval)[1]) return std::nullopt;
  return Error{place, "needs time to get there, and the scene's \"interval\" is a single instant"};
}

// The series of CONTRACT §2 are bounded up to |ω|·(t1 − t0) = 2²⁰.
Fault check_turns(Vec3 angular_velocity, const TimeInterval& interval, const std::string& place) {
  if (!interval) return std::nullopt;
  const DyadicVec w = exact(angular_velocity);
  const Dyadic time = Dyadic((*interval)[1]) - Dyadic((*interval)[0]);
  if (compare(dot(w, w) * time * time, Dyadic(0x1p40)) <= 0) return std::nullopt;
  return Error{place, "turns by more than 2^20 radians over the interval"};
}

Fault read_to(const Json& json, const std::string& place, const TimeInterval& interval, const Pose& start, Pose& end) {
  if (Fault fault = read_pose(json, place, end)) return fault;
  if (Fault fault = refuse_instant(interval, place)) return fault;
  return check_step(start, end, place);
}

Fault read_ballistic(const Json& json, const std::string& place, const TimeInterval& interval, Flight& out) {
  if (Fault fault = check_members(json, place, {}, {"velocity", "acceleration", "angular_velocity", "center"}))
    return fault;
  struct Field {
    const char* name;
    Vec3& value;
  };
  for (const Field& field : {Field{"velocity", out.velocity}, Field{"acceleration", out.acceleration},
                             Field{"angular_velocity", out.angular_velocity}, Field{"center", out.center}})
    if (const Json* value = json.find(field.name))
      if (Fault fault = read_vec3(*value, place + "." + field.name, field.value)) return fault;
  return check_turns(out.angular_velocity, interval, place + ".angular_velocity");
}

Fault read_keyframe(const Json& json, const std::string& place, Keyframe& out) {
  if (Fault fault = check_members(json, place, {"time", "pose"})) return fault;
  const Json& time = *json.find("time");
  if (!time.number()) return wrong_type(place + ".time", "a number", time);
  out.time = *time.number();
  return read_pose(*json.find("pose"), place + ".pose", out.pose);
}

// The keyframes on either side of the interval's beginning t0, which may be one, tell the pose there.
void find_start(const std::vector<Keyframe>& frames, const std::string& place, double t0, Pose& start, Fault& unposed) {
  std::size_t k = 0;
  while (k + 1 < frames.size() && frames[k].time < t0) ++k;
  const Keyframe &before = frames[k > 0 ? k - 1 : 0], &after = frames[k];
  if (const std::optional<Pose> pose = exactly_between(before, after, t0)) {
    start = *pose;
    return;
  }
  unposed = Error{place, "the pose at the start of the interval, " + double_text(t0) +
                             ", is not one of doubles, which a check of that instant needs; put a keyframe there"};
  const Result<Motion> motion = Motion::through({before, after});
  const Result<Pose> near = motion ? motion->at(t0) : before.pose;
  start = near ? *near : before.pose;
}

Fault read_keyframes(const Json& json, const std::string& place, const TimeInterval& interval,
                     std::vector<Keyframe>& out) {
  if (!json.array()) return wrong_type(place, "a list", json);
  if (json.array()->empty()) return Error{place, "empty"};
  if (!interval) return Error{place, "keyframes need the scene's \"interval\""};
  if (Fault fault = refuse_instant(interval, place)) return fault;
  const auto [t0, t1] = *interval;
  for (std::size_t i = 0; i < json.array()->size(); ++i) {
    const std::string here = element(place, i);
    Keyframe frame{};
    if (Fault fault = read_keyframe((*json.array())[i], here, frame)) return fault;
    if (i == 0 && frame.time > t0) return Error{here + ".time", "later than the start of the interval"};
    if (i > 0 && !(frame.time > out.back().time)) return Error{here + ".time", "times must rise"};
    if (Fault fault = check_step(i > 0 ? out.back().pose : frame.pose, frame.pose, here + ".pose")) return fault;
    out.push_back(frame);
  }
  if (out.back().time < t1) return Error{place, "the last time is before the end of the interval"};
  return std::nullopt;
}

}  // namespace

Fault read_motion(const Json& json, const std::string& place, const TimeInterval& interval, bool given, Pose& start,
                  Fault& unposed, SceneMotion& out) {
  if (Fault fault = check_members(json, place, {}, {"velocity", "to", "ballistic", "keyframes"})) return fault;
  if (json.object()->size() != 1) return Error{place, "needs one of velocity, to, ballistic, keyframes"};
  const auto& [kind, value] = json.object()->front();
  const std::string here = place + "." + kind;
  if (kind == "velocity") {
    out.kind = SceneMotion::Kind::Velocity;
    return read_vec3(value, here, out.flight.velocity);
  }
  if (kind == "to") {
    out.kind = SceneMotion::Kind::To;
    return read_to(value, here, interval, start, out.end);
  }
  if (kind == "ballistic") {
    out.kind = SceneMotion::Kind::Ballistic;
    return read_ballistic(value, here, interval, out.flight);
  }
  out.kind = SceneMotion::Kind::Keyframes;
  if (given) return Error{here, "keyframes stand instead of \"pose\", not beside it"};
  if (Fault fault = read_keyframes(value, here, interval, out.frames)) return fault;
  if (interval) find_start(out.frames, here, (*interval)[0], start, unposed);
  return std::nullopt;
}

}  // namespace clearance
