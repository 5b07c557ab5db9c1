// Question: what did the user name to be looked at, is there something to check in it, and what of it is not looked at?
// Method:   a scene file, or parts: folders and mesh files. A scene without a single pair is refused: "0 pairs, all
//           clear" would pass for an answer.
#pragma once

#include <clearance/clearance.h>

#include <optional>
#include <string>
#include <vector>

namespace clearance::cli {

// The same for every word that takes parts, so that a result can be verified by naming what it was made of.
struct InputOptions {
  std::vector<std::string> paths;  // one scene file, or folders and mesh files
  PartOptions parts;
};

struct Input {
  Scene scene;
  std::vector<SkippedFile> skipped;  // only where the options allow it; then no answer is "all clear"
  std::optional<LengthUnit> unit;    // of all lengths, where it is known
  std::vector<std::string> remarks;  // of reading: what rules left out, sizes far apart
};

// A scene with a pair at least. `faults` gets everything that is wrong, a line each, where there is none: see refusal()
// in output.h.
// A watcher sees parts while they are read; a scene file comes whole, unseen.
Result<Input> read_input(const InputOptions& options, std::vector<Error>& faults, PartsWatcher* watcher = nullptr);

// The same without a pair, and where a motion's first pose is none of doubles: for who only looks.
Result<Input> read_input_to_view(const InputOptions& options, std::vector<Error>& faults);
// Why nothing can be asked about a scene: not a pair, or a body that no query takes.
std::optional<Error> nothing_to_ask(const Scene& scene);
// A result that was made of other parts, or in another unit.
std::optional<Error> other_input(const Input& input, const ResultFile& result);

// The scene file, or folder, of that name, with a pair at least.
Result<Scene> read_scene_to_check(const std::string& path, SceneUse use = SceneUse::AtStart);

// What an answer is not about, in whole lines: files that were skipped, motions.
std::vector<std::string> remarks_on_missing(const Input& input);

// The same, and defects of what was read, a line for each file.
std::vector<std::string> remarks_on(const Input& input);

// What is worth telling about the objects; of those made of the same file about the first.
std::vector<std::string> warnings_of(const Scene& scene);

// One line about motions, which `check` does not follow; none when nothing moves.
std::optional<std::string> remark_on_motions(const Scene& scene);

}  // namespace clearance::cli
