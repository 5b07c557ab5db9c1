// clearance check: every pair of a scene at rest, or of the parts in a folder, as a table or as a result file.

#include "judge.h"
#include "progress.h"
#include "words.h"

namespace clearance::cli {
namespace {

Result<Scene> read_with_progress(const std::string& path) {
  const Progress progress("reading " + one_line(path));
  return read_scene(path);
}

}  // namespace

Result<Output> check(const CommandLine& line) {
  const Result<Scene> scene = read_with_progress(line.scene);
  if (!scene) return scene.error();

  const JudgeOptions options{line.algorithm, line.status_only, line.proof, scene->is_folder && !line.json, line.within};
  const Result<Judged> judged = judge(*scene, options);
  if (!judged) return judged.error();
  Output output;
  output.text = line.json ? result_text(judged->result, line.proof) : judged_table(*judged, options);
  output.status = judged->all_clear() ? 0 : 1;
  for (const SceneObject& object : scene->objects)
    for (const std::string& warning : object.warnings) output.remarks.push_back(object.name + ": " + warning);
  return output;
}

}  // namespace clearance::cli
