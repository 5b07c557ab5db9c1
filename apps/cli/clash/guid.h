// Question: which identifier does a thing have that is the same in every run?
// Method:   version 5 UUIDs (RFC 4122): the SHA-1 of a name space and a name. An IfcGuid is the same 128 bits as 22
//           digits to the base 64.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace clearance::cli {

using Uuid = std::array<std::uint8_t, 16>;

Uuid name_uuid(const Uuid& name_space, std::string_view name);
std::string uuid_text(const Uuid& uuid);  // 8-4-4-4-12 hexadecimal digits, in lower case
std::string ifc_guid(const Uuid& uuid);   // 22 of 0-9 A-Z a-z _ $
// Whether the text is one: 22 digits of which the first is 0 to 3.
bool is_ifc_guid(std::string_view text);

}  // namespace clearance::cli
