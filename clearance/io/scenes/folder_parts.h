// Question: which files of a folder are its parts, and would one be left out?
// Method:   by their names' endings. What looks like a part and is none that we read (another CAD or mesh format, a
//           part in a subfolder, a pipe or a broken link by a part's name) refuses the folder: an answer about the rest
//           would pass for one about all.
// Cannot:   see a part in a file without a known ending, or in one whose name starts with a dot.
#pragma once

#include <clearance/base/result.h>

#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

// Whether the name ends like that of a part in a format that is not read: "a.step", "B.IGS", "c.prt.12", "d.stl.gz".
bool has_foreign_part_ending(std::string_view name);

// Names of the mesh files in the folder itself, ascending; at least one.
Result<std::vector<std::string>> part_files_in(const std::string& folder);

}  // namespace clearance::detail
