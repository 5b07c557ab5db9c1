// Question: how does a scene say that an object moves?
// Method:   the motions of CONTRACT §2 as they are given, numbers untouched, so that they can be written again. The
//           pose at the start of the interval follows exactly, or it is told why it does not.
#pragma once

#include <clearance/base/result.h>
#include <clearance/math/motion.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clearance {

namespace detail {
struct Json;  // io/json.h
}
using Fault = std::optional<Error>;  // nothing: all is well

using TimeInterval = std::optional<std::array<double, 2>>;

struct SceneMotion {
  enum class Kind : std::uint8_t { Velocity, To, Ballistic, Keyframes };
  Kind kind = Kind::Velocity;
  Flight flight;                 // of Velocity, which has a velocity alone, and Ballistic
  Pose end;                      // of To
  std::vector<Keyframe> frames;  // of Keyframes; their times are absolute
};

// `start` is the object's pose, `given` whether the file states it; keyframes, which stand instead of it, set it to the
// pose at the beginning of the interval. Where no pose of doubles is that one, `start` is near it, and `unposed` says
// so to those who look at that instant alone: the motion itself is none the worse.
Fault read_motion(const detail::Json& json, const std::string& place, const TimeInterval& interval, bool given,
                  Pose& start, Fault& unposed, SceneMotion& out);

}  // namespace clearance
