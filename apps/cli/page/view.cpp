// clearance view: a scene and what is true of it, as one page that opens from disk.
#include <clearance/io/file.h>
#include <clearance/io/results/motion_result.h>

#include <fmt/format.h>

#include <chrono>

#include "../clash/find_clashes.h"
#include "../follow.h"
#include "../judge.h"
#include "../output.h"
#include "../progress.h"
#include "../scene_to_check.h"
#include "../verify_claims.h"
#include "../verify_motions.h"
#include "../words.h"
#include "page_document.h"
#include "page_traces.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Of more pairs, those that are clear are counted and not listed; more that move are not followed.
constexpr std::uint64_t kMostListed = 2000;
constexpr std::uint64_t kMostFollowed = 2000;

struct Viewed {
  Input input;
  PageResult result = {};
  bool follows_motions = false;           // the result is one of `move`
  std::vector<std::string> notices = {};  // of making the result
};

// ---- A result that is there -----------------------------------------------------------------------------------------

std::optional<Error> add_given_result(const std::string& file, Viewed& viewed) {
  Result<std::string> text = detail::read_file(file);
  if (!text) return detail::in_file(text.error(), file);
  Result<AnyResult> parsed = parse_any_result(*text, file);
  if (!parsed) return parsed.error();
  AnyResult result = std::move(parsed).value();
  const Scene& scene = viewed.input.scene;
  if (auto* motions = std::get_if<MotionResult>(&result)) {
    if (const std::optional<Error> error = other_scene(scene, *motions)) return detail::in_file(*error, file);
    viewed.result = page_result_as_given(scene, std::move(*motions), std::move(text).value());
    viewed.follows_motions = true;
    return std::nullopt;
  }
  auto& of_check = std::get<ResultFile>(result);
  for (const std::optional<Error>& error : {other_input(viewed.input, of_check), other_scene(scene, of_check)})
    if (error) return detail::in_file(*error, file);
  viewed.result = page_result_as_given(scene, std::move(of_check), std::move(text).value());
  return std::nullopt;
}

// ---- A result that is made now --------------------------------------------------------------------------------------

Result<PageResult> followed(Scene scene) {
  const Result<MovingScene> moving = moving_scene(std::move(scene));
  if (!moving) return moving.error();
  Result<Followed> answered = follow(*moving, {});
  if (!answered) return answered.error();
  Followed result = std::move(answered).value();
  return page_result(*moving, std::move(result.result));
}

Result<PageResult> judged(const Input& input) {
  Result<Judged> answered = judge(input.scene, {});
  if (!answered) return answered.error();
  ResultFile result = std::move(answered).value().result;
  result.skipped = input.skipped;
  result.unit = input.unit;
  return page_result(input.scene, std::move(result));
}

PageResult clashes(const Input& input) {
  const std::vector<PartHash> hashes = part_hashes(input.scene);
  const Progress progress("looking for clashes");
  ResultFile result = result_of(input.scene, hashes, find_clashes(input.scene, hashes, {}), {});
  result.parts.clear();  // for later results, which are not compared with a page
  result.skipped = input.skipped;
  result.unit = input.unit;
  return page_result(input.scene, std::move(result));
}

std::optional<Error> add_own_result(Viewed& viewed) {
  const Scene& scene = viewed.input.scene;
  if (const std::optional<Error> nothing = nothing_to_ask(scene)) {
    viewed.notices.push_back("Nothing was asked about this scene: " + nothing->fault + ".");
    return std::nullopt;
  }
  const std::uint64_t pairs = scene.pair_count();
  const bool moves = scene.moves() && scene.interval;
  viewed.follows_motions = moves && pairs <= kMostFollowed;
  if (moves && !viewed.follows_motions)
    viewed.notices.push_back(
        fmt::format("{} pairs are more than view follows by itself ({}): this page tells what is "
                    "true at the start; move --report follows them all.",
                    pairs, kMostFollowed));
  const auto begin = std::chrono::steady_clock::now();
  Result<PageResult> result = viewed.follows_motions ? followed(scene)
                              : pairs <= kMostListed ? judged(viewed.input)
                                                     : clashes(viewed.input);
  if (!result) return result.error();
  viewed.result = std::move(result).value();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  viewed.result.statistics.push_back({"time for answers and proofs", fmt::format("{:.3g} s", time.count())});
  return std::nullopt;
}

// What reading left out or found; that motions were not looked at only where that is so.
std::vector<std::string> remarks_on_input(const Viewed& viewed) {
  std::vector<std::string> remarks = remarks_on(viewed.input);
  if (const std::optional<std::string> about_motions = remark_on_motions(viewed.input.scene))
    if (viewed.follows_motions || viewed.result.text.empty()) std::erase(remarks, *about_motions);
  return remarks;
}

}  // namespace

Result<Output> view(const CommandLine& line) {
  std::vector<std::string> read = line.input.paths;
  if (!line.result.empty()) read.push_back(line.result);
  if (std::optional<Error> error = unwritable_page(line.page.file, read)) return *error;
  std::vector<Error> faults;
  Result<Input> input = read_input_to_view(line.input, faults);
  if (!input) return refusal(faults);
  Viewed viewed{std::move(input).value()};
  if (std::optional<Error> error = line.result.empty() ? add_own_result(viewed) : add_given_result(line.result, viewed))
    return *error;
  std::vector<std::string> notices = remarks_on_input(viewed);
  notices.insert(notices.end(), viewed.notices.begin(), viewed.notices.end());
  Output output;
  output.remarks = notices;
  output.remarks.insert(output.remarks.end(), viewed.result.notices.begin(), viewed.result.notices.end());
  const Scene& scene = viewed.input.scene;
  Result<std::string> traces = page_traces(scene, viewed.result.objects, line.page.trace);
  if (!traces) return traces.error();
  const Result<std::uint64_t> bytes =
      write_page({scene, std::move(viewed.result), std::move(traces).value(), std::move(notices)}, line.page);
  if (!bytes) return bytes.error();
  output.text = fmt::format("{}: {} {}, {} {}, {} kB\n", one_line(line.page.file), scene.objects.size(),
                            scene.objects.size() == 1 ? "body" : "bodies", scene.pair_count(),
                            scene.pair_count() == 1 ? "pair" : "pairs", (*bytes + 999) / 1000);
  return output;
}

}  // namespace clearance::cli
