// Question: how are whole files read and written so that nothing half-done is left behind?
#pragma once

#include <clearance/base/result.h>

#include <string>
#include <string_view>

namespace clearance {

// All bytes of a regular file. Pipes, devices and folders are refused unopened: reading one may never end. Errors name
// the fault alone: the caller knows what the file is called in its context.
Result<std::string> read_file(const std::string& path);
// The same; besides, what another program writes into a pipe, under the names by which shells hand that over:
// /dev/stdin and /dev/fd/N.
Result<std::string> read_file_or_input(const std::string& path);
// What there is under a name instead of a regular file, "a folder", "a pipe", "a link to a file that does not exist",
// …; empty for a regular file, also at the end of a link.
std::string why_not_regular(const std::string& path);
// Writes to a temporary name in the same folder, then renames. The value is the path; errors begin with it. What is
// there already and is no plain file (a device, a folder) is left alone.
Result<std::string> write_file(const std::string& path, std::string_view bytes);
// The folder a path lies in, ending with a slash unless it is empty.
std::string folder_of(const std::string& path);
// `text` fit for one line of a message: control characters and malformed UTF-8 are written as \\xNN, long text is cut.
std::string printable(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace clearance
