#include <clearance/io/meshes/ply_header.h>

#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace clearance::detail {
namespace {

constexpr const char* kTypes = "char, uchar, short, ushort, int, uint, float and double";

std::optional<PlyType> type_named(std::string_view name) {
  struct Name {
    std::string_view name;
    PlyType type;
  };
  static constexpr Name kNames[] = {
      {"char", PlyType::Int8},      {"int8", PlyType::Int8},       {"uchar", PlyType::Uint8},
      {"uint8", PlyType::Uint8},    {"short", PlyType::Int16},     {"int16", PlyType::Int16},
      {"ushort", PlyType::Uint16},  {"uint16", PlyType::Uint16},   {"int", PlyType::Int32},
      {"int32", PlyType::Int32},    {"uint", PlyType::Uint32},     {"uint32", PlyType::Uint32},
      {"float", PlyType::Float32},  {"float32", PlyType::Float32}, {"double", PlyType::Float64},
      {"float64", PlyType::Float64}};
  const auto found = std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& n) { return n.name == name; });
  return found == std::end(kNames) ? std::nullopt : std::optional(found->type);
}

// Names given so far: the elements', and the last element's properties'.
struct Names {
  std::set<std::string, std::less<>> elements, properties;
};

std::optional<std::string> read_format(std::string_view line, PlyHeader& header) {
  const std::string_view word = take_word(line);
  if (word == "ascii") {
    header.format = PlyFormat::Text;
  } else if (word == "binary_little_endian") {
    header.format = PlyFormat::LittleEndian;
  } else if (word == "binary_big_endian") {
    header.format = PlyFormat::BigEndian;
  } else {
    return "unknown format \"" + printable(word) + "\"; it must be ascii, binary_little_endian or binary_big_endian";
  }
  const std::string_view version = take_word(line);
  if (version != "1.0") return "unknown version \"" + printable(version) + "\"; it must be 1.0";
  return std::nullopt;
}

std::optional<std::string> read_element(std::string_view line, PlyHeader& header, Names& names) {
  PlyElement element;
  element.name = take_word(line);
  const std::string_view word = take_word(line);
  const std::optional<std::int64_t> count = parse_integer(word);
  if (element.name.empty() || !count || *count < 0) return "an element needs a name and a count";
  if (!names.elements.insert(element.name).second) return "element \"" + printable(element.name) + "\" appears twice";
  names.properties.clear();
  element.count = static_cast<std::uint64_t>(*count);
  header.elements.push_back(std::move(element));
  return std::nullopt;
}

std::optional<std::string> read_property(std::string_view line, PlyHeader& header, Names& names) {
  if (header.elements.empty()) return "a property before any element";
  PlyProperty property;
  std::string_view word = take_word(line);
  if (word == "list") {
    property.list = true;
    const std::optional<PlyType> count_type = type_named(take_word(line));
    if (!count_type) return std::string("unknown type of a list's length; there are ") + kTypes;
    property.count_type = *count_type;
    word = take_word(line);
  }
  const std::optional<PlyType> type = type_named(word);
  if (!type) return "unknown type \"" + printable(word) + "\"; there are " + kTypes;
  property.type = *type;
  property.name = take_word(line);
  if (property.name.empty()) return "a property without a name";
  if (!names.properties.insert(property.name).second)
    return "property \"" + printable(property.name) + "\" appears twice";
  header.elements.back().properties.push_back(std::move(property));
  return std::nullopt;
}

}  // namespace

std::size_t byte_size(PlyType type) {
  constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

std::size_t PlyElement::least_bytes(PlyFormat format) const {
  std::size_t bytes = 0;
  for (const PlyProperty& property : properties) {
    if (format == PlyFormat::Text) {
      bytes += 2;  // a digit and a blank
    } else {
      bytes += byte_size(property.list ? property.count_type : property.type);
    }
  }
  return bytes;
}

Result<PlyHeader> parse_ply_header(std::string_view bytes) {
  Scanner scanner(bytes);
  PlyHeader header;
  Names names;
  std::string_view line;
  if (!scanner.next_line(line) || take_word(line) != "ply")
    return Error{"line 1", "not a PLY file: it does not start with \"ply\""};
  bool format_known = false;
  while (scanner.next_line(line)) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    std::optional<std::string> fault;
    if (word == "end_header") {
      if (!format_known) return Error{scanner.place(), "the header names no format"};
      header.size = scanner.position();
      header.lines = scanner.line();
      return header;
    }
    if (word == "format") {
      fault = read_format(rest, header);
      format_known = true;
    } else if (word == "element") {
      fault = read_element(rest, header, names);
    } else if (word == "property") {
      fault = read_property(rest, header, names);
    } else if (!word.empty() && word != "comment" && word != "obj_info") {
      fault = "unexpected \"" + printable(word) + "\" in the header";
    }
    if (fault) return Error{scanner.place(), *fault};
  }
  return Error{"", "truncated within the header"};
}

}  // namespace clearance::detail
