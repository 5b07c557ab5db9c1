// Question: which bodies do files of parts hold, beside each other in one scene?
// Method:   every file is read before anything is refused, so that whoever has a folder of bad ones hears of all.
// Cannot:   place them: each stands where its file has it.
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/scene_file.h>

#include <span>
#include <string>
#include <vector>

namespace clearance {

struct PartOptions {
  bool recursive = false;  // subfolders, too
  bool skip_bad = false;   // go on without files that are bad, as long as there is a part
};

struct PartScene {
  Scene scene;
  std::vector<SkippedFile> skipped;  // only with PartOptions::skip_bad
};

// Whether that is what read_parts reads: a folder, or a mesh file by its ending. Anything else is a scene file.
bool is_of_parts(const std::string& path);

// Folders and mesh files, as many as there are paths; the objects come in the order of the paths, those of a folder in
// ascending order of their names. They are named by path ("parts/axle.stl"); those of a folder that is given alone by
// what they are called in it ("axle.stl"). `faults` gets everything that is wrong, each with the path it begins with:
// at least one where there is no scene, and what was skipped where there is one. The error is the first of them.
Result<PartScene> read_parts(std::span<const std::string> paths, const PartOptions& options,
                             std::vector<Error>& faults);

}  // namespace clearance
