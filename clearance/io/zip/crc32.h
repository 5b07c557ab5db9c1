// Question: which check sum does a zip archive keep of an entry (CRC-32, ISO 3309)?
#pragma once

#include <cstdint>
#include <string_view>

namespace clearance::detail {

std::uint32_t crc32(std::string_view bytes);

}  // namespace clearance::detail
