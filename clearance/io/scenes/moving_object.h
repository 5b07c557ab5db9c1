// Question: what moves where, when an object of a scene is followed through the scene's interval?
// Method:   the motions of CONTRACT §2 as motions of the library, on the scene's own clock: what flies sets out at t0,
//           `to` is two keyframes. An offset is the motion's own.
// Proves:   nothing is rounded.
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/math/motion.h>
#include <clearance/proof/check_moving_shapes.h>

#include <vector>

namespace clearance {

// Of the object's frame over the scene's interval; at rest where the object has no motion.
Result<Motion> motion_of(const SceneObject& object, const Interval& interval);

struct MovingObject {
  Shape shape;  // vertices, triangles and parts have the scene's numbers
  // Of a convex one, as the scene numbers them: a checker looks at all of them, and trusts no hull.
  std::vector<Vec3> points;
  Motion motion;

  const Rounded* convex() const { return std::get_if<Rounded>(&shape); }
};

// Errors begin with the object's name.
Result<MovingObject> moving_object(const SceneObject& object, const Interval& interval);

// By the checkers for their kinds (proof/check_motion.h, proof/check_moving_shapes.h), on the objects' own data.
CheckResult check_motion(const MotionClaim& claim, const MovingObject& a, const MovingObject& b, Interval interval,
                         double margin = 0);
CheckResult check_timeline(const Timeline& timeline, const MovingObject& a, const MovingObject& b, Interval interval,
                           double margin = 0);

}  // namespace clearance
