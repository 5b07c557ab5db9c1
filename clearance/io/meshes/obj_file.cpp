// Method:   line by line: `v` and `f` are read, `o` and `g` where somebody wants objects told apart; everything else is
//           passed over, as real files need (materials, texture coordinates, exporters' own words). Homogeneous weights
//           and colours after x y z are passed over, too.
// Cannot:   take free-form curves and surfaces; they are passed over like other unknown words.
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <map>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

class ObjReader {
 public:
  ObjReader(std::string_view bytes, FaceUse use, MeshGroups* groups)
      : scanner_(bytes), builder_(use), groups_(groups) {}

  Result<MeshData> read() {
    std::string_view line;
    while (next_logical_line(line)) {
      const std::string_view word = take_word(line);
      std::optional<std::string> fault;
      if (word == "v") {
        fault = read_vertex(line);
      } else if (word == "f") {
        fault = read_face(line);
      } else if (groups_ && (word == "o" || word == "g")) {
        begin_group(word == "o", line);
      } else if (!word.empty() && word[0] != '#' && builder_.point_count() == 0 && first_other_.empty()) {
        first_other_ = word;
        first_other_line_ = line_;
      }
      if (fault) return Error{place(line_), *fault};
    }
    if (builder_.point_count() == 0 && builder_.face_count() == 0 && looks_foreign())
      return Error{place(first_other_line_), "not an OBJ file: it starts with \"" + printable(first_other_) + "\""};
    Result<MeshData> mesh = builder_.finish([this](std::size_t f) { return place(face_line_[f]); }, 1);
    if (!mesh) return mesh.error();
    MeshData data = std::move(mesh).value();
    data.format = "OBJ";
    if (groups_) tell_groups();
    return data;
  }

 private:
  void begin_group(bool is_object, std::string_view name) {
    (is_object ? object_ : group_) = trimmed(name);
    any_object_ |= is_object;
    const auto number = static_cast<std::uint32_t>(known_.size());
    builder_.set_group(known_.emplace(std::pair(object_, group_), number).first->second);
  }

  // Objects where there are any, else groups; a name that comes again means the same one.
  void tell_groups() {
    groups_->of_triangle = builder_.take_groups();
    if (groups_->of_triangle.empty()) return;
    std::vector<std::uint32_t> number(known_.size());
    std::map<std::string, std::uint32_t> by_name;
    std::vector<const std::pair<std::string, std::string>*> in_order(known_.size());
    for (const auto& [names, k] : known_) in_order[k] = &names;
    for (std::uint32_t k = 0; k < number.size(); ++k) {
      const std::string& name = any_object_ ? in_order[k]->first : in_order[k]->second;
      number[k] = by_name.emplace(name, static_cast<std::uint32_t>(by_name.size())).first->second;
      if (number[k] == groups_->names.size()) groups_->names.push_back(name);
    }
    for (std::uint32_t& group : groups_->of_triangle) group = number[group];
  }

  static std::string place(std::size_t line) { return "line " + std::to_string(line); }

  // Without a single vertex, anything but the words that exporters put into empty files is another kind of file.
  bool looks_foreign() const {
    for (const std::string_view word : {"", "o", "g", "s", "l", "p", "vt", "vn", "mtllib", "usemtl"})
      if (first_other_ == word) return false;
    return true;
  }

  // A backslash at the end of a line joins the next one to it.
  bool next_logical_line(std::string_view& line) {
    if (!scanner_.next_line(line)) return false;
    line_ = scanner_.line();
    if (!continues(line)) return true;
    joined_ = line;
    for (bool open = true; open;) {
      std::string_view more;
      if (!scanner_.next_line(more)) break;
      open = continues(more);
      joined_ += ' ';
      joined_ += more;
    }
    line = joined_;
    return true;
  }

  // Takes the backslash off.
  static bool continues(std::string_view& line) {
    std::string_view text = line;
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    if (text.empty() || text.back() != '\\') return false;
    line = text.substr(0, text.size() - 1);
    return true;
  }

  std::optional<std::string> read_vertex(std::string_view line) {
    double coordinate[3];
    for (double& x : coordinate) {
      const std::string_view word = take_word(line);
      if (word.empty()) return "a vertex needs three coordinates";
      const std::optional<double> value = parse_double(word);
      if (!value) return "\"" + printable(word) + "\" is not a number";
      x = *value;
    }
    return builder_.add_point({coordinate[0], coordinate[1], coordinate[2]});
  }

  std::optional<std::string> read_face(std::string_view line) {
    for (;;) {
      const std::string_view word = take_word(line);
      if (word.empty() || word[0] == '#') break;
      const std::optional<std::int64_t> index = parse_integer(word.substr(0, word.find('/')));
      if (!index || word.find_first_not_of("0123456789+-/") != std::string_view::npos)
        return "\"" + printable(word) + "\" is not a corner of a face";
      const auto count = static_cast<std::int64_t>(builder_.point_count());
      if (*index == 0) return "vertex 0: numbers start at 1";
      if (*index < -count)
        return "vertex " + std::to_string(*index) + ": only " + std::to_string(count) + " come before";
      builder_.add_corner(static_cast<std::uint64_t>(*index > 0 ? *index - 1 : count + *index));
    }
    builder_.end_face();
    face_line_.push_back(line_);
    return std::nullopt;
  }

  Scanner scanner_;
  MeshBuilder builder_;
  std::string joined_;
  std::size_t line_ = 0;  // where the logical line starts
  std::vector<std::size_t> face_line_;
  std::string first_other_;
  std::size_t first_other_line_ = 0;
  MeshGroups* groups_;
  std::string object_, group_;  // of the faces to come
  bool any_object_ = false;
  std::map<std::pair<std::string, std::string>, std::uint32_t> known_{{{"", ""}, 0}};
};

}  // namespace

Result<MeshData> detail::parse_obj(std::string_view bytes, FaceUse use, MeshGroups* groups) {
  const std::size_t zero = bytes.find('\0');
  if (zero != std::string_view::npos)
    return Error{"byte " + std::to_string(zero), "not an OBJ file: it holds a zero byte, which no text does"};
  bytes = without_mark(bytes);
  std::string_view head = bytes.substr(0, 4096);
  const std::string_view word = take_word(head);
  for (const std::string_view other : {"solid", "ply", "off", "coff", "noff"})
    if (same_word(word, other)) return Error{"line 1", "not an OBJ file: it starts with \"" + printable(word) + "\""};
  return ObjReader(bytes, use, groups).read();
}

Result<MeshData> parse_obj(std::string_view bytes) { return parse_obj(bytes, FaceUse::Triangulate, nullptr); }

}  // namespace clearance
