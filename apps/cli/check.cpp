// clearance check: every pair of a scene at rest, or of the parts in a folder, as a table or as a result file.

#include "judge.h"
#include "pictures/trace.h"
#include "progress.h"
#include "scene_to_check.h"
#include "words.h"

namespace clearance::cli {
namespace {

std::vector<std::string> remarks_on(const Scene& scene) {
  std::vector<std::string> remarks = warnings_of(scene);
  if (const std::optional<std::string> remark = remark_on_motions(scene)) remarks.insert(remarks.begin(), *remark);
  return remarks;
}

}  // namespace

Result<Output> check(const CommandLine& line) {
  const Result<Scene> scene = read_scene_to_check(line.scene);
  if (!scene) return scene.error();

  const JudgeOptions options{line.algorithm, line.status_only, line.proof, scene->is_folder && !line.json,
                             line.within,    line.contacts};
  const Result<Judged> judged = judge(*scene, options);
  if (!judged) return judged.error();
  Output output;
  output.text = line.json ? result_text(judged->result, line.proof) : judged_table(*judged, options);
  output.status = judged->all_clear() ? 0 : 1;
  output.remarks = remarks_on(*scene);
  if (line.trace.empty()) return output;
  const Progress progress("drawing");
  if (std::optional<Error> error = draw_trace(line)) return *error;
  return output;
}

}  // namespace clearance::cli
