// Question: how does a bundled scene become a scene file?
// Method:   bodies with names, one after the other; then the text that reads back as them.
#pragma once

#include <clearance/clearance.h>

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solids.h"

namespace clearance::cli {

// A turn about an axis of the world: w, then the axis times the sine, rounded. Neighbouring keyframes are less than a
// turn apart, so that their quaternions are not opposite.
Pose turned(Vec3 axis, double angle, Vec3 at = {});

class SceneMaker {
 public:
  // A solid of triangles. What it returns says how the body moves, if it does.
  SceneMotion* add(std::string name, Solid solid, const Pose& pose = {});
  // The hull of points.
  SceneMotion* add(std::string name, std::vector<Vec3> points, const Pose& pose = {});
  // These never move, and two of them are no pair.
  void add_fixed(std::string name, Solid solid);
  void add_fixed(std::string name, const HalfSpace& half_space);

  // Of the body that was added last.
  void set_groups(const Groups& groups) { bodies_.back().groups = groups; }

  std::string text(const TimeInterval& interval = {}) const;

 private:
  struct Body {
    std::string name;
    Solid solid;  // without triangles: a hull
    Pose pose;
    std::optional<HalfSpace> half_space;
    bool is_fixed = false;
    Groups groups = {};
    SceneMotion motion{SceneMotion::Kind::Keyframes, {}, {}, {}};

    bool moves() const { return motion.kind != SceneMotion::Kind::Keyframes || !motion.frames.empty(); }
  };
  std::deque<Body> bodies_;  // motions stay where they are
};

}  // namespace clearance::cli
