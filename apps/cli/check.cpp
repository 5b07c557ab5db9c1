// clearance check: every pair of a scene at rest, or of parts, as a table or as a result file.

#include "judge.h"
#include "page/page_document.h"
#include "pictures/trace.h"
#include "progress.h"
#include "scene_to_check.h"
#include "words.h"

namespace clearance::cli {
Result<Output> check(const CommandLine& line) {
  if (std::optional<Error> error = unwritable_page(line.page.file, line.input.paths)) return *error;
  std::vector<Error> faults;
  const Result<Input> input = read_input(line.input, faults);
  if (!input) return refusal(faults);
  const Scene& scene = input->scene;

  const bool only_clashes = scene.is_folder && scene.pair_count() > 1 && !line.json;
  const JudgeOptions options{line.algorithm, line.status_only, line.proof, only_clashes, line.criteria, line.contacts};
  Result<Judged> answered = judge(scene, options);
  if (!answered) return answered.error();
  Judged judged = std::move(answered).value();
  judged.result.skipped = input->skipped;
  judged.result.unit = input->unit;
  Output output;
  output.text = line.json ? result_text(judged.result, line.proof) : judged_table(judged, options);
  output.status = judged.all_pass() && input->skipped.empty() ? 0 : 1;
  output.remarks = remarks_on(*input);
  if (!line.trace.empty()) {
    const Progress progress("drawing");
    if (std::optional<Error> error = draw_trace(line, scene)) return *error;
  }
  if (line.page.file.empty()) return output;
  if (std::optional<Error> error = write_report(*input, page_result(scene, std::move(judged.result)), line.page))
    return *error;
  return output;
}

}  // namespace clearance::cli
