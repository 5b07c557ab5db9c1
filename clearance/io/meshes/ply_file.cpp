// Method:   the header says which values follow; x, y, z of `vertex` and vertex_indices (or vertex_index) of `face` are
//           kept, all others passed over by their types. One source of values for text, one for bytes of either order.
// Cannot:   take triangle strips: a `face` element without a list of corners is refused.
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/meshes/ply_header.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <bit>
#include <cmath>

namespace clearance {
using namespace detail;
namespace {

// The values of a body, one after the other. nothing: the file has ended, or (text) `bad_word` is no number.
class Values {
 public:
  Values(std::string_view body, PlyFormat format) : body_(body), format_(format), scanner_(body) {}

  std::optional<double> next(PlyType type) {
    if (format_ != PlyFormat::Text) return next_binary(type);
    const std::string_view word = scanner_.next_word();
    if (word.empty()) return std::nullopt;
    const std::optional<double> value = parse_double(word);
    if (!value) bad_word_ = word;
    return value;
  }

  // Passes over `count` values that nobody wants.
  bool skip(PlyType type, std::uint64_t count) {
    if (format_ == PlyFormat::Text) {
      for (; count > 0; --count)
        if (scanner_.next_word().empty()) return false;
      return true;
    }
    if (count > left() / byte_size(type)) return false;
    at_ += static_cast<std::size_t>(count) * byte_size(type);
    return true;
  }

  std::size_t left() const { return format_ == PlyFormat::Text ? scanner_.left() : body_.size() - at_; }
  std::string_view bad_word() const { return bad_word_; }
  std::size_t line() const { return scanner_.line(); }

  // What follows the last element: a word, or bytes that are not blank.
  bool anything_left() {
    if (format_ == PlyFormat::Text) return !scanner_.next_word().empty();
    return body_.find_first_not_of(" \t\r\n", at_) != std::string_view::npos;
  }

 private:
  std::optional<double> next_binary(PlyType type) {
    const std::size_t size = byte_size(type);
    if (body_.size() - at_ < size) return std::nullopt;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t byte = format_ == PlyFormat::BigEndian ? i : size - 1 - i;
      bits = bits << 8 | static_cast<unsigned char>(body_[at_ + byte]);
    }
    at_ += size;
    switch (type) {
      case PlyType::Int8:
        return static_cast<std::int8_t>(bits);
      case PlyType::Uint8:
        return static_cast<std::uint8_t>(bits);
      case PlyType::Int16:
        return static_cast<std::int16_t>(bits);
      case PlyType::Uint16:
        return static_cast<std::uint16_t>(bits);
      case PlyType::Int32:
        return static_cast<std::int32_t>(bits);
      case PlyType::Uint32:
        return static_cast<std::uint32_t>(bits);
      case PlyType::Float32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      case PlyType::Float64:
        return std::bit_cast<double>(bits);
    }
    return std::nullopt;
  }

  std::string_view body_;
  PlyFormat format_;
  Scanner scanner_;
  std::size_t at_ = 0;
  std::string_view bad_word_;
};

bool is_index(double value) { return value >= 0 && value < 0x1p53 && value == std::floor(value); }

// Which property is the coordinate x, y, z (0, 1, 2) or, in a face, the list of corners (3); others are −1.
int role_of(const PlyElement& element, const PlyProperty& property) {
  const std::string& name = property.name;
  if (element.name == "vertex" && !property.list) return name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1;
  const bool corners = name == "vertex_indices" || name == "vertex_index";
  return element.name == "face" && property.list && corners ? 3 : -1;
}

class PlyReader {
 public:
  PlyReader(const PlyHeader& header, std::string_view body, FaceUse use)
      : header_(header), values_(body, header.format), builder_(use) {}

  Result<MeshData> read() {
    if (Fault fault = check_counts()) return *fault;
    for (const PlyElement& element : header_.elements) {
      if (element.properties.empty()) continue;
      for (std::uint64_t i = 0; i < element.count; ++i)
        if (Fault fault = read_one(element, i)) return *fault;
    }
    const std::size_t behind = values_.left();
    const bool more = values_.anything_left();
    Result<MeshData> mesh = builder_.finish([](std::size_t f) { return "face " + std::to_string(f + 1); }, 0);
    if (!mesh) return mesh.error();
    MeshData data = std::move(mesh).value();
    data.format = header_.format == PlyFormat::Text           ? "PLY text"
                  : header_.format == PlyFormat::LittleEndian ? "PLY binary little-endian"
                                                              : "PLY binary big-endian";
    data.bytes_after_end = more ? behind : 0;
    return data;
  }

 private:
  // Nothing is read or reserved before the file is known to be long enough for what its header promises.
  Fault check_counts() {
    std::uint64_t left = values_.left() + 1;  // the last blank of a text may be missing
    for (const PlyElement& element : header_.elements) {
      int roles = 0;
      for (const PlyProperty& property : element.properties)
        if (const int role = role_of(element, property); role >= 0) ++roles;
      if (element.name == "vertex" && roles != 3)
        return Error{"header", "element \"vertex\" needs the properties x, y and z"};
      if (element.name == "face" && roles != 1 && element.count > 0)
        return Error{"header", "element \"face\" needs the list property vertex_indices"};
      const std::size_t least = element.least_bytes(header_.format);
      if (least > 0 && element.count > left / least)
        return Error{"header", std::to_string(element.count) + " of \"" + printable(element.name) +
                                   "\" do not fit into the " + std::to_string(values_.left()) + " bytes that follow"};
      left -= element.count * least;
      if (element.name == "vertex") builder_.reserve(element.count, 0);
    }
    return std::nullopt;
  }

  std::string place(const PlyElement& element, std::uint64_t i) const {
    std::string item = printable(element.name) + " " + std::to_string(i + 1);
    if (header_.format != PlyFormat::Text) return item;
    return "line " + std::to_string(header_.lines + values_.line()) + " (" + item + ")";
  }

  Error ended(const PlyElement& element, std::uint64_t i) const {
    if (!values_.bad_word().empty())
      return {place(element, i), "\"" + printable(values_.bad_word()) + "\" is not a number"};
    return {"", "truncated after " + printable(element.name) + " " + std::to_string(i) + " of " +
                    std::to_string(element.count)};
  }

  Fault read_one(const PlyElement& element, std::uint64_t i) {
    double coordinate[3] = {};
    for (const PlyProperty& property : element.properties) {
      const int role = role_of(element, property);
      if (property.list) {
        if (Fault fault = read_list(element, i, property, role == 3)) return fault;
      } else if (role < 0) {
        if (!values_.skip(property.type, 1)) return ended(element, i);
      } else {
        const std::optional<double> value = values_.next(property.type);
        if (!value) return ended(element, i);
        coordinate[role] = *value;
      }
    }
    if (element.name != "vertex") return std::nullopt;
    const auto fault = builder_.add_point({coordinate[0], coordinate[1], coordinate[2]});
    return fault ? Fault(Error{place(element, i), *fault}) : std::nullopt;
  }

  Fault read_list(const PlyElement& element, std::uint64_t i, const PlyProperty& property, bool corners) {
    const std::optional<double> length = values_.next(property.count_type);
    if (!length) return ended(element, i);
    if (!is_index(*length))
      return Error{place(element, i),
                   "a list of " + double_text(*length) + " items; its length must be a whole number, 0 or more"};
    const auto count = static_cast<std::uint64_t>(*length);
    if (!corners) return values_.skip(property.type, count) ? std::nullopt : Fault(ended(element, i));
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::optional<double> index = values_.next(property.type);
      if (!index) return ended(element, i);
      if (!is_index(*index))
        return Error{place(element, i), "names vertex " + double_text(*index) + "; vertices are numbered from 0"};
      builder_.add_corner(static_cast<std::uint64_t>(*index));
    }
    builder_.end_face();
    return std::nullopt;
  }

  const PlyHeader& header_;
  Values values_;
  MeshBuilder builder_;
};

}  // namespace

Result<MeshData> detail::parse_ply(std::string_view bytes, FaceUse use, MeshGroups* /*groups*/) {
  const Result<PlyHeader> header = parse_ply_header(bytes);
  if (!header) return header.error();
  return PlyReader(*header, bytes.substr(header->size), use).read();
}

Result<MeshData> parse_ply(std::string_view bytes) { return parse_ply(bytes, FaceUse::Triangulate, nullptr); }

}  // namespace clearance
