// Question: what can be shown of a text or an error, whatever a file holds?
// Cannot:   read a file: whoever has only bytes in memory needs nothing else (io/file.h reads and writes).
#pragma once

#include <clearance/base/result.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace clearance::detail {

// `text` fit for one line of a message: control characters and malformed UTF-8 are written as \\xNN, long text is cut.
std::string printable(std::string_view text);
bool is_utf8(std::string_view text);
// The code must be one of Unicode.
void append_utf8(std::uint32_t code, std::string& out);
// What is wrong with a file's contents, said of the file.
Error in_file(const Error& error, std::string_view shown);

}  // namespace clearance::detail
