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

// The scene's own points, of a convex object.
std::vector<Vec3> points_of(const SceneObject& object) {
  return object.convex() ? object.points() : std::vector<Vec3>{};
}

Result<MovingObject> with_offset(const SceneObject& object, const Pose& offset, const Interval& interval) {
  if (!object.motion || !turns(*object.motion))
    if (const std::optional<Pose> start = exact_product(object.frame, offset)) {
      Result<Motion> motion = motion_from(object, *start, interval);
      if (!motion) return motion.error();
      return MovingObject{object.shape, points_of(object), *std::move(motion)};
    }
  Result<Motion> motion = motion_of(object, interval);
  if (!motion) return motion.error();
  if (!object.convex())
    return Error{"offset",
                 "of a shape that is not convex it is taken in where nothing turns; give the shape's vertices "
                 "in the moving frame, without \"offset\""};
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
  if (object.offset) return with_offset(object, *object.offset, interval);
  Result<Motion> motion = motion_of(object, interval);
  if (!motion) return motion.error();
  return MovingObject{object.shape, points_of(object), *std::move(motion)};
}

PointsInMotion points_in_motion(const MovingObject& object) {
  return {object.points, object.motion, object.convex()->radius()};
}
ShapeInMotion shape_in_motion(const MovingObject& object) { return {object.shape, object.motion}; }

}  // namespace

Result<Motion> motion_of(const SceneObject& object, const Interval& interval) {
  return motion_from(object, object.frame, interval);
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
