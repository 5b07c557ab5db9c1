#include "output.h"

#include <clearance/io/file.h>

#include <fmt/format.h>
#include <unistd.h>

namespace clearance::cli {

Output refusal(std::span<const Error> faults) {
  CLEARANCE_ASSERT(!faults.empty());
  Output output;
  for (const Error& fault : faults) output.remarks.push_back(fault.text());
  output.status = 2;
  return output;
}

std::optional<Error> unwritable(const std::string& path) {
  if (path.empty()) return std::nullopt;
  std::string folder = detail::folder_of(path);
  if (folder.empty()) folder = "./";
  if (access(folder.c_str(), W_OK | X_OK) == 0) return std::nullopt;
  return Error{path, "cannot be written: the folder " + folder + " is not there, or not writable", ErrorCode::NoAccess};
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out;
}

}  // namespace clearance::cli
