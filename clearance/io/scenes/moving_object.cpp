#include <clearance/io/scenes/moving_object.h>

#include <clearance/build/convex_hull.h>
#include <clearance/io/file.h>
#include <clearance/io/scenes/exact_pose.h>

#include <optional>
#include <string>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

// What no query of motion takes.
std::string name_of_kind(const SceneObject& object) {
  if (object.half_space()) return "half-spaces";
  return object.parts() ? "bodies of several parts" : "meshes";
}

bool turns(const SceneMotion& motion) {
  return motion.kind == SceneMotion::Kind::To || motion.kind == SceneMotion::Kind::Keyframes ||
         motion.flight.angular_velocity != Vec3{};
}

Result<Motion> motion_from(const SceneObject& object, const Pose& start, const Interval& interval) {
  if (!object.motion) return Motion::rest(start);
  const SceneMotion& motion = *object.motion;
  switch (motion.kind) {
    case SceneMotion::Kind::Velocity:
    case SceneMotion::Kind::Ballistic:
      return Motion::flight(start, motion.flight, interval.begin);
    case SceneMotion::Kind::To:
      return Motion::through({{interval.begin, start}, {interval.end, motion.end}});
    case SceneMotion::Kind::Keyframes:
      break;
  }
  return Motion::through(motion.frames);
}

// The vertices where the offset puts them, if doubles can say that.
std::optional<std::vector<Vec3>> points_at(const Pose& offset, const std::vector<Vec3>& points) {
  std::vector<Vec3> moved;
  moved.reserve(points.size());
  for (const Vec3& point : points) {
    const std::optional<Pose> product = exact_product(offset, translation(point));
    if (!product) return std::nullopt;
    moved.push_back(product->translation());
  }
  return moved;
}

Result<MovingObject> with_offset(const SceneObject& object, const Pose& offset, const Interval& interval) {
  if (!object.motion || !turns(*object.motion))
    if (const std::optional<Pose> start = exact_product(object.frame, offset)) {
      Result<Motion> motion = motion_from(object, *start, interval);
      if (!motion) return motion.error();
      return MovingObject{object.body(), object.points(), *std::move(motion)};
    }
  Result<Motion> motion = motion_of(object, interval);
  if (!motion) return motion.error();
  std::optional<std::vector<Vec3>> points = points_at(offset, object.points());
  if (!points)
    return Error{"offset",
                 "in the moving frame some vertex has coordinates that are no doubles; give the shape's vertices in "
                 "that frame, without \"offset\""};
  const Result<Polytope> core = convex_hull(*points);
  if (!core) return core.error();
  return MovingObject{rounded(*core, object.radius()), *std::move(points), *std::move(motion)};
}

Result<MovingObject> followed(const SceneObject& object, const Interval& interval) {
  if (!object.convex())
    return Error{"", "the motion of " + name_of_kind(object) +
                         " is not answered yet; only convex shapes are: hull, box, rounded"};
  if (object.motion && object.motion->flight.angular_velocity != Vec3{})
    return Error{"motion.ballistic.angular_velocity",
                 "under an angular velocity positions are not rational, which is not answered yet; \"to\" and "
                 "\"keyframes\" turn a body, too"};
  if (object.offset) return with_offset(object, *object.offset, interval);
  Result<Motion> motion = motion_of(object, interval);
  if (!motion) return motion.error();
  return MovingObject{object.body(), object.points(), *std::move(motion)};
}

}  // namespace

Result<Motion> motion_of(const SceneObject& object, const Interval& interval) {
  return motion_from(object, object.frame, interval);
}

Result<MovingObject> moving_object(const SceneObject& object, const Interval& interval) {
  Result<MovingObject> made = followed(object, interval);
  if (!made) return made.error().within("\"" + printable(object.name) + "\"");
  return made;
}

}  // namespace clearance
