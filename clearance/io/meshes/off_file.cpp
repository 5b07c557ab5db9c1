// Method:   word by word; what follows the coordinates of a vertex or the corners of a face on its line (normals,
//           colours, texture coordinates) is passed over. '#' starts a comment. The first word may have the counts
//           glued to it.
// Cannot:   take binary OFF, or other dimensions than three (4OFF, nOFF).
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

namespace clearance {
using namespace detail;
namespace {

class OffReader {
 public:
  OffReader(std::string_view bytes, FaceUse use) : scanner_(bytes, '#'), builder_(use) {}

  Result<MeshData> read() {
    if (Fault fault = read_header()) return *fault;
    for (std::size_t v = 0; v < vertices_; ++v)
      if (Fault fault = read_vertex(v)) return *fault;
    for (std::size_t f = 0; f < faces_; ++f)
      if (Fault fault = read_face(f)) return *fault;
    const std::size_t behind = scanner_.left();
    const bool more = !scanner_.next_word().empty();
    Result<MeshData> mesh = builder_.finish([this](std::size_t f) { return face_place(f); }, 0);
    if (!mesh) return mesh.error();
    MeshData data = std::move(mesh).value();
    data.format = "OFF";
    data.bytes_after_end = more ? behind : 0;
    return data;
  }

 private:
  std::string face_place(std::size_t f) const {
    return "line " + std::to_string(face_line_[f]) + " (face " + std::to_string(f + 1) + ")";
  }

  Fault read_header() {
    std::string_view word = scanner_.next_word();
    const std::size_t off = word.find("OFF");
    const std::string_view prefix = word.substr(0, off);
    if (off == std::string_view::npos || prefix.find_first_not_of("STCN") != std::string_view::npos)
      return Error{scanner_.place(), off != std::string_view::npos && prefix.find_first_not_of("STCN4n") == prefix.npos
                                         ? "OFF of other dimensions than three is not taken"
                                         : "not an OFF file: it does not start with \"OFF\""};
    word.remove_prefix(off + 3);
    if (word.empty()) word = scanner_.next_word();
    if (same_word(word, "binary")) return Error{scanner_.place(), "binary OFF is not taken; save it as text"};
    // A vertex takes six bytes at least ("0 0 0" and a blank), a face two.
    if (Fault fault = read_count(word, "vertices", 6, vertices_)) return fault;
    if (Fault fault = read_count(scanner_.next_word(), "faces", 2, faces_)) return fault;
    builder_.reserve(vertices_, faces_);
    for (std::string_view rest = scanner_.next_word_of_line(); !rest.empty(); rest = scanner_.next_word_of_line())
      if (!parse_integer(rest)) return not_a_number(rest);
    return std::nullopt;
  }

  Fault read_count(std::string_view word, const char* what, std::size_t bytes_each, std::size_t& out) {
    const std::optional<std::int64_t> count = parse_integer(word);
    if (word.empty()) return Error{scanner_.place(), std::string("ends before the number of ") + what};
    if (!count || *count < 0) return Error{scanner_.place(), "\"" + printable(word) + "\" is not a number of " + what};
    if (static_cast<std::uint64_t>(*count) > scanner_.left() / bytes_each + 1)
      return Error{scanner_.place(), std::to_string(*count) + " " + what + " do not fit into the " +
                                         std::to_string(scanner_.left()) + " bytes that follow"};
    out = static_cast<std::size_t>(*count);
    return std::nullopt;
  }

  Error not_a_number(std::string_view word) const {
    return {scanner_.place(), "\"" + printable(word) + "\" is not a number"};
  }

  Error truncated(const char* what, std::size_t done, std::size_t count) const {
    return {"", std::string("truncated after ") + what + " " + std::to_string(done) + " of " + std::to_string(count)};
  }

  Fault read_vertex(std::size_t v) {
    double coordinate[3];
    for (double& x : coordinate) {
      const std::string_view word = scanner_.next_word();
      if (word.empty()) return truncated("vertex", v, vertices_);
      const std::optional<double> value = parse_double(word);
      if (!value) return not_a_number(word);
      x = *value;
    }
    if (const auto fault = builder_.add_point({coordinate[0], coordinate[1], coordinate[2]}))
      return Error{scanner_.place(), *fault};
    for (std::string_view rest = scanner_.next_word_of_line(); !rest.empty(); rest = scanner_.next_word_of_line())
      if (!parse_double(rest)) return not_a_number(rest);
    return std::nullopt;
  }

  Fault read_face(std::size_t f) {
    std::string_view word = scanner_.next_word();
    if (word.empty()) return truncated("face", f, faces_);
    const std::size_t line = scanner_.line();
    std::size_t corners = 0;
    if (Fault fault = read_count(word, "corners", 2, corners)) return fault;
    for (std::size_t i = 0; i < corners; ++i) {
      word = scanner_.next_word();
      if (word.empty()) return truncated("face", f, faces_);
      const std::optional<std::int64_t> index = parse_integer(word);
      if (!index) return Error{scanner_.place(), "\"" + printable(word) + "\" is not the number of a vertex"};
      if (*index < 0)
        return Error{scanner_.place(), "names vertex " + std::to_string(*index) + "; vertices are numbered from 0"};
      builder_.add_corner(static_cast<std::uint64_t>(*index));
    }
    builder_.end_face();
    face_line_.push_back(line);
    scanner_.skip_line();
    return std::nullopt;
  }

  Scanner scanner_;
  MeshBuilder builder_;
  std::size_t vertices_ = 0, faces_ = 0;
  std::vector<std::size_t> face_line_;
};

}  // namespace

Result<MeshData> detail::parse_off(std::string_view bytes, FaceUse use, MeshGroups* /*groups*/) {
  return OffReader(without_mark(bytes), use).read();
}
Result<MeshData> parse_off(std::string_view bytes) { return parse_off(bytes, FaceUse::Triangulate, nullptr); }

}  // namespace clearance
