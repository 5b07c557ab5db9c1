// Question: what moves where, when an object of a scene is followed through the scene's interval?
// Method:   the motions of CONTRACT §2 as motions of the library, on the scene's own clock: what flies sets out at t0,
//           `to` is two keyframes. An offset goes into the pose where nothing turns, else into the vertices.
// Proves:   nothing is rounded: where an offset cannot be taken in exactly, the object is refused.
// Cannot:   take meshes, several parts and half-spaces, which no query of motion answers yet.
#pragma once

#include <clearance/io/scenes/scene_file.h>
#include <clearance/math/motion.h>
#include <clearance/proof/check_timeline.h>

#include <vector>

namespace clearance {

// Of the object's frame over the scene's interval; at rest where the object has no motion.
Result<Motion> motion_of(const SceneObject& object, const Interval& interval);

struct MovingObject {
  Rounded body;              // its ids are positions in `points`
  std::vector<Vec3> points;  // as the scene numbers them
  Motion motion;

  // What the checker sees; it looks at the object's own data.
  PointsInMotion in_motion() const { return {points, motion, body.radius()}; }
};

// Errors begin with the object's name.
Result<MovingObject> moving_object(const SceneObject& object, const Interval& interval);

}  // namespace clearance
