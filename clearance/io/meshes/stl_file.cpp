// Method:   binary when the length is what the count at byte 80 demands, whatever the header says ("solid" too); else
//           text when it starts with "solid" and has no zero bytes. Stored normals are passed over: the corners'
//           order counts.
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <bit>
#include <cstring>

namespace clearance {
using namespace detail;
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;

std::uint32_t little_endian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::string triangle_of(std::size_t triangle, std::size_t count) {
  return "triangle " + std::to_string(triangle) + " of " + std::to_string(count);
}

Result<MeshData> finish(MeshBuilder& builder, const char* format) {
  Result<MeshData> mesh = builder.finish([](std::size_t f) { return "triangle " + std::to_string(f + 1); }, 0);
  if (!mesh) return mesh.error();
  MeshData data = std::move(mesh).value();
  data.format = format;
  return data;
}

Result<MeshData> parse_binary(std::string_view bytes, FaceUse use) {
  const std::size_t count = little_endian(bytes.data() + 80), whole = (bytes.size() - kHeader) / kRecord;
  if (whole < count) return Error{"", "truncated after " + triangle_of(whole, count)};
  const std::size_t extra = bytes.size() - kHeader - kRecord * count;
  if (extra > 0)
    return Error{"byte " + std::to_string(bytes.size() - extra),
                 std::to_string(extra) + " bytes after the last of " + std::to_string(count) + " triangles"};
  MeshBuilder builder(use);
  builder.reserve(3 * count, 3 * count);
  for (std::size_t t = 0; t < count; ++t) {
    const char* record = bytes.data() + kHeader + kRecord * t + 12;
    for (int corner = 0; corner < 3; ++corner) {
      float c[3];
      for (int k = 0; k < 3; ++k) c[k] = std::bit_cast<float>(little_endian(record + 12 * corner + 4 * k));
      if (const auto fault = builder.add_point({c[0], c[1], c[2]})) return Error{triangle_of(t + 1, count), *fault};
      builder.add_corner(builder.point_count() - 1);
    }
    builder.end_face();
  }
  return finish(builder, "STL binary");
}

class StlTextReader {
 public:
  StlTextReader(std::string_view bytes, FaceUse use, MeshGroups* groups)
      : scanner_(bytes), builder_(use), groups_(groups) {}

  Result<MeshData> read() {
    std::string_view line;
    while (scanner_.next_line(line)) {
      std::string_view rest = line;
      const std::string_view word = take_word(rest);
      if (word.empty()) continue;
      if (const auto fault = take(word, rest)) return Error{scanner_.place(), *fault};
    }
    if (state_ != State::Outside) return Error{"", "truncated after triangle " + std::to_string(builder_.face_count())};
    Result<MeshData> mesh = finish(builder_, "STL text");
    if (!groups_ || names_.size() < 2) return mesh;  // one solid is the file
    groups_->names = std::move(names_);
    groups_->of_triangle = builder_.take_groups();
    if (mesh) groups_->of_triangle.resize(mesh->triangles.size(), 0);  // of the first solid, all of them
    return mesh;
  }

 private:
  enum class State : std::uint8_t { Outside, Solid, Facet, Loop };

  std::optional<std::string> take(std::string_view word, std::string_view rest) {
    if (state_ == State::Outside) return begin_solid(word, rest);
    if (state_ == State::Solid)
      return same_word(word, "endsolid") ? step(word, "endsolid", State::Outside) : step(word, "facet", State::Facet);
    if (state_ == State::Loop && same_word(word, "vertex")) return read_vertex(rest);
    if (state_ == State::Loop) return step(word, "endloop", State::Facet);
    if (same_word(word, "outer")) return step(word, "outer", State::Loop);
    if (!same_word(word, "endfacet")) return expected_instead("endfacet", word);
    const std::size_t corners = builder_.corners_in_face();
    if (corners != 3) return "a facet of " + std::to_string(corners) + " vertices; it must have 3";
    builder_.end_face();
    state_ = State::Solid;
    return std::nullopt;
  }

  std::optional<std::string> begin_solid(std::string_view word, std::string_view name) {
    if (groups_) {
      names_.emplace_back(trimmed(name));
      builder_.set_group(static_cast<std::uint32_t>(names_.size() - 1));
    }
    return step(word, "solid", State::Solid);
  }

  std::optional<std::string> step(std::string_view word, std::string_view expected, State next) {
    if (!same_word(word, expected)) return expected_instead(expected, word);
    state_ = next;
    return std::nullopt;
  }

  static std::string expected_instead(std::string_view expected, std::string_view word) {
    return "expected \"" + std::string(expected) + "\", found \"" + printable(word) + "\"";
  }

  std::optional<std::string> read_vertex(std::string_view rest) {
    double coordinate[3];
    for (double& x : coordinate) {
      const std::string_view word = take_word(rest);
      const std::optional<double> value = parse_double(word);
      if (!value)
        return word.empty() ? "a vertex needs three coordinates" : "\"" + printable(word) + "\" is not a number";
      x = *value;
    }
    if (const auto fault = builder_.add_point({coordinate[0], coordinate[1], coordinate[2]})) return fault;
    builder_.add_corner(builder_.point_count() - 1);
    return std::nullopt;
  }

  Scanner scanner_;
  MeshBuilder builder_;
  State state_ = State::Outside;
  MeshGroups* groups_;
  std::vector<std::string> names_;  // of the solids
};

}  // namespace

Result<MeshData> detail::parse_stl(std::string_view bytes, FaceUse use, MeshGroups* groups) {
  const bool long_enough = bytes.size() >= kHeader;
  if (long_enough && bytes.size() == kHeader + kRecord * std::size_t{little_endian(bytes.data() + 80)})
    return parse_binary(bytes, use);
  std::string_view head = without_mark(bytes).substr(0, 256);
  const bool starts_solid = same_word(take_word(head), "solid");
  const bool text = bytes.find('\0') == std::string_view::npos;
  if (starts_solid && text) return StlTextReader(without_mark(bytes), use, groups).read();
  if (text || !long_enough)
    return Error{"", "not an STL file: neither \"solid\" nor a binary header with its count of triangles"};
  return parse_binary(bytes, use);
}

Result<MeshData> parse_stl(std::string_view bytes) { return parse_stl(bytes, FaceUse::Triangulate, nullptr); }

}  // namespace clearance
