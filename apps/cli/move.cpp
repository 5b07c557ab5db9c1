// clearance move: every pair of a scene through its interval, as a table or as a result file.
#include "follow.h"
#include "moving_scene.h"
#include "pictures/motion_trace.h"
#include "progress.h"
#include "scene_to_check.h"
#include "words.h"

namespace clearance::cli {

Result<Output> move(const CommandLine& line) {
  const Result<MovingScene> moving = read_scene_to_move(line.scene);
  if (!moving) return moving.error();
  const Result<Followed> followed = follow(*moving, {line.margin, line.proof});
  if (!followed) return followed.error();
  Output output;
  output.text = line.json ? result_text(followed->result, line.proof) : followed_table(*followed);
  output.status = followed->all_clear() ? 0 : 1;
  output.remarks = warnings_of(moving->scene);
  if (line.trace.empty()) return output;
  const Progress progress("drawing");
  if (std::optional<Error> error = draw_motion(*moving, line)) return *error;
  return output;
}

}  // namespace clearance::cli
