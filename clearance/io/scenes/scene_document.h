// Question: what does a scene file hold, before it becomes a scene to ask about or a world?
// Method:   the fields of CONTRACT §2, read strictly, each object as the body it describes: one shape, or several at
//           offsets. What a scene (scene_file.h) and a world (world_file.h) take from it differs: poses that must be
//           products exactly, padding as a radius, who is asked about whom.
#pragma once

#include <clearance/io/json.h>
#include <clearance/io/scenes/scene_motion.h>
#include <clearance/io/scenes/scene_shape.h>
#include <clearance/world/snapshot.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clearance::detail {

struct DocumentObject {
  std::string name;          // never empty
  bool is_named = true;      // false where the file says that the name was made up
  BodyId id = {};            // in the world that the file was written of
  BodyOptions options = {};  // without the name
  Pose frame = {};           // what moves: of keyframes at the start of the interval
  Fault unposed = {};        // why `frame` is only near that
  std::optional<Pose> offset = {};
  std::optional<SceneMotion> motion = {};
  bool has_parts = false;  // given by "parts": shapes at offsets; else one shape

  struct Part {
    SceneShape shape;
    Pose offset = {};
  };
  std::vector<Part> parts = {};  // at least one
};

struct SceneDocument {
  TimeInterval interval;
  std::vector<DocumentObject> objects;
  std::map<std::string, std::uint32_t> numbers;  // objects by name
  const Json* pairs = nullptr;                   // as the file has them
  // What may touch, by name; of a pair a ≤ b, ascending, each once. Names without an object are among them only where
  // the file keeps them for later.
  std::vector<WorldSnapshot::Names> allowed_names;
  std::vector<std::string> allowed_everything;
  std::vector<WorldSnapshot::Pair> allowed_bodies;  // in the order of the file
  std::vector<AttachmentSnapshot> held;
};

// `json` must outlive what is read.
Fault read_document(const Json& json, ShapeReader& shapes, SceneDocument& out);

// Two names of objects, as in "pairs".
Fault read_name_pair(const Json& json, const std::string& place, std::string& a, std::string& b);
Error no_such_object(const std::string& place, const std::string& name);
// Nobody is held twice, and following holders from anyone comes to an end. `list` begins the place of the fault; every
// position is below `bodies`.
Fault check_holders(std::span<const AttachmentSnapshot> held, std::size_t bodies, const std::string& list);

}  // namespace clearance::detail
