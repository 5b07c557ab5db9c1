// Question: which queries does the experiment `worst` ask about a pair of bodies?
// Method:   a table: each query with its name, how often it is asked, and a function that prepares it, times one call
//           (race/one_call.h) and says what else was asked, for the dump.
#pragma once

#include <bench/workloads/worst_scenes.h>
#include <clearance/io/scenes/scene_file.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clearance::bench {

struct WorstAnswer {
  double seconds = 0;
  std::vector<Vec3> probe = {};            // of the world: a point or the ends of a segment, beside body a
  std::optional<SceneMotion> motion = {};  // of b, which stands at `start` at first
  Pose start = {};
};

struct WorstQuery {
  const char* name;
  // One scene in so many is asked: what costs more is asked less often.
  unsigned one_in;
  // Nothing where there is nothing to ask about such bodies.
  std::optional<WorstAnswer> (*ask)(const WorstScene& scene);
  // Seconds that it may take: of depths, which are told to end then. 0: there is none.
  double budget = 0;
};
std::span<const WorstQuery> worst_queries();

// Writes a scene with all that was asked. The value is the path.
Result<std::string> dump_worst(const std::string& path, const WorstScene& scene, const WorstAnswer& answer);

}  // namespace clearance::bench
