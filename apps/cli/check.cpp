// clearance check: every pair of a scene at rest, or of the parts in a folder, as a table or as a result file.

#include <set>

#include "judge.h"
#include "scene_to_check.h"
#include "trace.h"
#include "words.h"

namespace clearance::cli {
namespace {

// What is worth telling about the objects; of those made of the same file about the first.
std::vector<std::string> remarks_on(const Scene& scene) {
  std::vector<std::string> remarks;
  if (const std::optional<std::string> remark = remark_on_motions(scene)) remarks.push_back(*remark);
  std::set<const void*> told;
  for (const SceneObject& object : scene.objects)
    if (!object.warnings.empty() && told.insert(object.given.get()).second)
      for (const std::string& warning : object.warnings) remarks.push_back(object.name + ": " + warning);
  return remarks;
}

}  // namespace

Result<Output> check(const CommandLine& line) {
  const Result<Scene> scene = read_scene_to_check(line.scene);
  if (!scene) return scene.error();

  const JudgeOptions options{line.algorithm, line.status_only, line.proof, scene->is_folder && !line.json, line.within};
  const Result<Judged> judged = judge(*scene, options);
  if (!judged) return judged.error();
  Output output;
  output.text = line.json ? result_text(judged->result, line.proof) : judged_table(*judged, options);
  output.status = judged->all_clear() ? 0 : 1;
  output.remarks = remarks_on(*scene);
  if (!line.trace.empty())
    if (std::optional<Error> error = draw_trace(line)) return *error;
  return output;
}

}  // namespace clearance::cli
