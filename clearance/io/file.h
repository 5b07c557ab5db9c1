// Question: how are whole files read and written so that nothing half-done is left behind?
#pragma once

#include <clearance/base/result.h>
#include <clearance/io/text.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace clearance::detail {

// All bytes of a regular file. Pipes, devices and folders are refused unopened: reading one may never end. Errors name
// the fault alone: the caller knows what the file is called in its context.
Result<std::string> read_file(const std::string& path);
// The same; besides, what another program writes into a pipe, under the names by which shells hand that over:
// /dev/stdin and /dev/fd/N.
Result<std::string> read_file_or_input(const std::string& path);

// What there is under a name, at the end of a link where it is one.
enum class FileKind : std::uint8_t { Regular, Missing, BrokenLink, Folder, Pipe, Socket, Device, Unknown };
FileKind file_kind(const std::string& path);
const char* to_string(FileKind kind);  // "a pipe"

// Writes to a temporary name in the same folder, then renames. The value is the path; errors begin with it. What is
// there already and is no plain file (a device, a folder) is left alone.
Result<std::string> write_file(const std::string& path, std::string_view bytes);
// The folder a path lies in, ending with a slash unless it is empty.
std::string folder_of(const std::string& path);

}  // namespace clearance::detail
