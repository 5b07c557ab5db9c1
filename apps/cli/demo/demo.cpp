// clearance demo: three acts, every proof checked again as `clearance verify` would; then the page that shows the
// second.
#include <clearance/io/file.h>

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "../follow.h"
#include "../page/page_document.h"
#include "../page/viewer_template.h"
#include "../scenes/bundled_scenes.h"
#include "../words.h"
#include "acts.h"

namespace clearance::cli {
namespace {

constexpr int kFrames = 400;

// An act is told when it is over, not when all are.
std::optional<Error> tell(const std::string& text) {
  const bool told = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return told ? std::nullopt : std::optional(Error{"", "cannot write to stdout"});
}

std::string list_of_scenes() {
  std::string text;
  for (const BundledScene& scene : bundled_scenes()) text += fmt::format("{:<16}{}\n", scene.name, scene.about);
  return text;
}

Result<Output> bundled_scene(const CommandLine& line) {
  const BundledScene* scene = find_bundled_scene(line.demo.scene);
  if (scene == nullptr)
    return Error{"demo: --scene", fmt::format("there is no '{}'; clearance demo --scenes lists them", line.demo.scene)};
  if (line.demo.file.empty()) return Output{scene->text(), {}, 0};
  const Result<std::string> written = detail::write_file(line.demo.file, scene->text());
  if (!written) return written.error();
  return Output{fmt::format("{}\n", *written), {}, 0};
}

// Where a page goes whose place nobody named: here, or where everybody may write.
std::string place_of_page() {
  std::string name = "clearance-demo.html";
  if (!unwritable(name)) return name;
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
  return none ? name : (folder / name).string();
}

// The second act as a page.
Result<std::string> page_text(const MovingScene& moving, MotionResult result, const CommandLine& line) {
  if (viewer_template().empty())
    return std::string("This program has no page to show it: node was not there when it was built.\n");
  PageOptions options = line.page;
  options.file = line.demo.file.empty() ? place_of_page() : line.demo.file;
  const Result<std::uint64_t> written = write_page({moving.scene, page_result(moving, std::move(result))}, options);
  if (!written) return written.error();
  return fmt::format("Look at it: {} ({:.1f} MB; open it in a browser)\n", one_line(options.file),
                     static_cast<double>(*written) / 1e6);
}

}  // namespace

Result<Output> demo(const CommandLine& line) {
  if (line.demo.list) return Output{list_of_scenes(), {}, 0};
  if (!line.demo.scene.empty()) return bundled_scene(line);
  if (!line.demo.file.empty())
    if (std::optional<Error> error = unwritable(line.demo.file)) return *error;
  bool all_hold = true;
  const auto show = [&](const Result<Act>& act) -> std::optional<Error> {
    if (!act) return act.error();
    all_hold = all_hold && act->all_hold;
    return tell(act->text + "\n");
  };
  if (std::optional<Error> error =
          tell(fmt::format("Clearance {}: every answer with its proof\n\n", CLEARANCE_VERSION)))
    return *error;
  if (std::optional<Error> error = show(show_assembly())) return *error;
  const Result<MovingScene> moving = demo_in_motion();
  if (!moving) return moving.error();
  Result<Followed> followed = follow(*moving, {0, true});
  if (!followed) return followed.error();
  if (std::optional<Error> error = show(show_motion(*moving, followed->result))) return *error;
  if (std::optional<Error> error = show(show_crowd(kFrames))) return *error;
  Result<std::string> shown = page_text(*moving, std::move(followed).value().result, line);
  if (!shown) return shown.error();
  return Output{*shown + "Scenes to try: clearance demo --scenes\n", {}, all_hold ? 0 : 1};
}

}  // namespace clearance::cli
