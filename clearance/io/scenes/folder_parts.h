// Question: which files of a folder are its parts, and would one be left out?
// Method:   by their names' endings. What looks like a part and is none that we read (another CAD or mesh format, a
//           part in a subfolder that is not looked into) is named: an answer about the rest would pass for one about
//           all.
// Cannot:   see a part in a file without a known ending, or in one whose name starts with a dot.
#pragma once

#include <clearance/base/result.h>

#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

// Whether the name ends like that of a part in a format that is not read: "a.step", "B.IGS", "c.prt.12", "d.stl.gz".
bool has_foreign_part_ending(std::string_view name);

struct FolderParts {
  std::vector<std::string> files;  // mesh files, by what they are called in the folder ("sub/a.stl"), ascending
  std::vector<Error> bad;          // what would be left out; the place is what it is called in the folder
};

// Subfolders are looked into only where `recursive` says so, each once: a link to one that is read already is bad.
FolderParts parts_in_folder(const std::string& folder, bool recursive);

}  // namespace clearance::detail
