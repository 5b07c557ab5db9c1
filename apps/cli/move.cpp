// clearance move: every pair of a scene through its interval, as a table or as a result file.
#include "follow.h"
#include "moving_scene.h"
#include "page/page_document.h"
#include "pictures/motion_trace.h"
#include "progress.h"
#include "scene_to_check.h"
#include "words.h"

namespace clearance::cli {

Result<Output> move(const CommandLine& line) {
  if (std::optional<Error> error = unwritable_page(line.page.file, {line.scene})) return *error;
  const Result<MovingScene> moving = read_scene_to_move(line.scene);
  if (!moving) return moving.error();
  Result<Followed> answered = follow(*moving, {line.margin, line.proof});
  if (!answered) return answered.error();
  Followed followed = std::move(answered).value();
  Output output;
  output.text = line.json ? result_text(followed.result, line.proof) : followed_table(followed);
  output.status = followed.all_clear() ? 0 : 1;
  output.remarks = warnings_of(moving->scene);
  if (!line.trace.empty()) {
    const Progress progress("drawing");
    if (std::optional<Error> error = draw_motion(*moving, line)) return *error;
  }
  if (line.page.file.empty()) return output;
  const Result<std::uint64_t> written = write_page(
      {moving->scene, page_result(*moving, std::move(followed.result)), "[]", warnings_of(moving->scene)}, line.page);
  if (!written) return written.error();
  return output;
}

}  // namespace clearance::cli
