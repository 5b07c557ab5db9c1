// Question: how are whole files read and written so that nothing half-done is left behind?
#pragma once

#include <clearance/base/result.h>

#include <string>
#include <string_view>

namespace clearance {

// All bytes of a file (or pipe). Errors name the fault alone: the caller knows what the file is called in its context.
Result<std::string> read_file(const std::string& path);
// Writes to a temporary name in the same folder, then renames. The value is the path; errors begin with the file's
// name.
Result<std::string> write_file(const std::string& path, std::string_view bytes);
// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace clearance
