#include <clearance/io/scenes/moving_object.h>

#include <clearance/io/text.h>

#include <optional>
#include <string>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

Result<Motion> motion_of_frame(const SceneObject& object, const Interval& interval) {
  const Pose& start = object.frame;
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

// The scene's own points, of a convex object.
std::vector<Vec3> points_of(const SceneObject& object) {
  return object.convex() ? object.points() : std::vector<Vec3>{};
}

Result<MovingObject> followed(const SceneObject& object, const Interval& interval) {
  const Result<Motion> motion = motion_of(object, interval);
  if (!motion) return motion.error();
  return MovingObject{object.shape, points_of(object), object.offset ? motion->with_offset(*object.offset) : *motion};
}

PointsInMotion points_in_motion(const MovingObject& object) {
  return {object.points, object.motion, object.convex()->radius()};
}
ShapeInMotion shape_in_motion(const MovingObject& object) { return {object.shape, object.motion}; }

}  // namespace

Result<Motion> motion_of(const SceneObject& object, const Interval& interval) {
  return motion_of_frame(object, interval);
}

Result<MovingObject> moving_object(const SceneObject& object, const Interval& interval) {
  Result<MovingObject> made = followed(object, interval);
  if (!made) return made.error().within("\"" + printable(object.name) + "\"");
  return made;
}

CheckResult check_motion(const MotionClaim& claim, const MovingObject& a, const MovingObject& b, Interval interval,
                         double margin) {
  if (a.convex() && b.convex()) return check_motion(claim, points_in_motion(a), points_in_motion(b), interval, margin);
  return check_motion(claim, shape_in_motion(a), shape_in_motion(b), interval, margin);
}

CheckResult check_timeline(const Timeline& timeline, const MovingObject& a, const MovingObject& b, Interval interval,
                           double margin) {
  if (a.convex() && b.convex())
    return check_timeline(timeline, points_in_motion(a), points_in_motion(b), interval, margin);
  return check_timeline(timeline, shape_in_motion(a), shape_in_motion(b), interval, margin);
}

}  // namespace clearance
