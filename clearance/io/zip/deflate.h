// Question: how do bytes become fewer, for every unpacker there is?
// Method:   one block of deflate (RFC 1951) with its fixed codes; what was there before, within 32 KiB, is referred to:
//           the longest of some earlier places that begin with the same three bytes. The same bytes make the same.
// Cannot:   choose codes by how often a byte comes, which would save texts another tenth.
// Cost:     linear; some thirty looks a byte.
#pragma once

#include <string>
#include <string_view>

namespace clearance::detail {

// Never longer than 9/8 of the bytes, and two more.
std::string deflate(std::string_view bytes);

}  // namespace clearance::detail
