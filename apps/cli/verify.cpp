// clearance verify: every claim of a result file against the scene's own points, in exact arithmetic.
#include "scene_to_check.h"
#include "verify_claims.h"
#include "words.h"

namespace clearance::cli {

Result<Output> verify(const CommandLine& line) {
  const Result<Scene> scene = read_scene_to_check(line.scene);
  if (!scene) return scene.error();
  const Result<ResultFile> result = read_result(line.result);
  if (!result) return result.error();
  const Result<VerifiedResult> verified = verify_result(*scene, *result);
  if (!verified) return verified.error().within(line.result);
  Output output;
  if (const std::optional<std::string> remark = remark_on_motions(*scene)) output.remarks.push_back(*remark);
  output.text = verified_text(*verified, *result);
  output.status = verified->all_hold() && (verified->all_proved() || !line.strict) ? 0 : 1;
  return output;
}

}  // namespace clearance::cli
