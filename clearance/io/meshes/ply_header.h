// Question: what does the header of a PLY file promise?
#pragma once

#include <clearance/base/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::detail {

enum class PlyFormat : std::uint8_t { Text, LittleEndian, BigEndian };
enum class PlyType : std::uint8_t { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float32, Float64 };

std::size_t byte_size(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::Int8;  // of the value, or of the items of a list
  bool list = false;
  PlyType count_type = PlyType::Uint8;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;

  // The least number of bytes one of these can take.
  std::size_t least_bytes(PlyFormat format) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::Text;
  std::vector<PlyElement> elements;
  std::size_t size = 0;   // bytes of the header
  std::size_t lines = 0;  // lines of the header
};

Result<PlyHeader> parse_ply_header(std::string_view bytes);

}  // namespace clearance::detail
