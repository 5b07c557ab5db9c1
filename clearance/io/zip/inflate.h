// Question: what was compressed into these bytes by deflate (RFC 1951)?
// Method:   one table look-up for each code, of all 2¹⁵ strings of bits. The caller knows how long the result is.
// Cannot:   be led astray: no more than that many bytes are ever made, and what is not deflate is refused.
#pragma once

#include <clearance/base/result.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace clearance::detail {

// Exactly `size` bytes, from exactly these.
Result<std::string> inflate(std::string_view bytes, std::size_t size);

}  // namespace clearance::detail
