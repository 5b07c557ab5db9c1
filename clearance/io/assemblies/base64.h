// Question: which bytes does a text in base 64 stand for, and how are bytes written so (RFC 4648)?
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clearance::detail {

// Nothing when it is none. The padding may be left out.
std::optional<std::string> base64_bytes(std::string_view text);
// With padding, without line breaks.
std::string base64_text(std::string_view bytes);

}  // namespace clearance::detail
