// Question: which bodies do files of parts hold, beside each other in one scene?
// Method:   every file is read before anything is refused, so that whoever has a folder of bad ones hears of all.
// Cannot:   place them: each stands where its file has it.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/assemblies/file_bodies.h>
#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/length_unit.h>
#include <clearance/io/scenes/scene_file.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clearance {

// The lengths in files whose names match are in this unit, whatever they say themselves.
struct UnitOfFiles {
  std::string pattern;  // `*`: any text, `?`: a character, a character behind a backslash: itself
  LengthUnit unit;
};

struct PartOptions {
  bool recursive = false;  // subfolders, too
  bool skip_bad = false;   // go on without files that are bad, as long as there is a part
  // That of the scene, and of files that say none; nothing: that of the files, which must be one.
  std::optional<LengthUnit> unit = {};
  std::vector<UnitOfFiles> units = {};  // of those that match, the last holds
  PartSplit split = PartSplit::Files;
  std::string rules = {};  // a file (io/scenes/part_rules.h): what is left out, and what may touch
};

struct PartScene {
  Scene scene;
  std::vector<SkippedFile> skipped;  // only with PartOptions::skip_bad
  std::optional<LengthUnit> unit;    // of the scene; nothing where nobody says one
  std::vector<std::string> remarks;  // worth telling, in whole lines: what rules left out, sizes far apart
};

// Looks at the scene while it comes into being: at the objects that are read, which keep their places, and at what
// asks() says of them. Called after every few files, by the thread that called, unless it is certain by then that all
// will be refused.
class PartsWatcher {
 public:
  virtual void look_at(const Scene& so_far) = 0;

 protected:
  ~PartsWatcher() = default;
};

// Whether that is what read_parts reads: a folder, or a file of parts by its ending. Anything else is a scene file.
bool is_of_parts(const std::string& path);

// Folders and files of parts, as many as there are paths; the objects come in the order of the paths, those of a folder
// in ascending order of the files' names, those of a file in its order. They are named by path ("parts/axle.stl"),
// those of a folder that is given alone by what they are called in it ("axle.stl"), and pieces of a file
// "axle.stl/piece". `faults` gets everything that is wrong, each with the path it begins with: at least one where there
// is no scene, and what was skipped where there is one. The error is the first of them.
Result<PartScene> read_parts(std::span<const std::string> paths, const PartOptions& options, std::vector<Error>& faults,
                             PartsWatcher* watcher = nullptr);

}  // namespace clearance
