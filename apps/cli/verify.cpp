// clearance verify: every claim of a result file against the scene's own points, in exact arithmetic.
#include <fmt/format.h>

#include "output.h"
#include "progress.h"
#include "scene_to_check.h"
#include "verify_claims.h"
#include "verify_motions.h"
#include "words.h"

namespace clearance::cli {
namespace {

Result<Output> verify_check(const CommandLine& line, const ResultFile& result) {
  std::vector<Error> faults;
  const Result<Input> input = read_input(line.input, faults);
  if (!input) return refusal(faults);
  if (std::optional<Error> error = other_input(*input, result)) return error->within(line.result);
  const Result<VerifiedResult> verified = verify_result(input->scene, result);
  if (!verified) return verified.error().within(line.result);
  Output output;
  output.remarks = remarks_on_missing(*input);
  output.text = verified_text(*verified, result);
  output.status = verified->all_hold() && (verified->all_proved() || !line.strict) ? 0 : 1;
  return output;
}

Result<Output> verify_move(const CommandLine& line, const MotionResult& result) {
  if (line.input.paths.size() != 1) return Error{"verify", "a result of move is of one scene file"};
  Result<MovingScene> moving = read_scene_to_move(line.input.paths.front());
  if (!moving) return moving.error();
  const Result<VerifiedMotions> verified = verify_motions(std::move(moving).value(), result);
  if (!verified) return verified.error().within(line.result);
  const StandingCounts counts = verified->counts();
  const bool all_proved = counts.again == 0 && counts.open == 0;
  return Output{verified_text(*verified, result), {}, counts.failed == 0 && (all_proved || !line.strict) ? 0 : 1};
}

}  // namespace

Result<Output> verify(const CommandLine& line) {
  const Result<AnyResult> result = [&] {
    const Progress progress("reading " + one_line(line.result));
    return read_any_result(line.result);
  }();
  if (!result) return result.error();
  if (const auto* motions = std::get_if<MotionResult>(&*result)) return verify_move(line, *motions);
  return verify_check(line, std::get<ResultFile>(*result));
}

}  // namespace clearance::cli
