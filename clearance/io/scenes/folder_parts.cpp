#include <clearance/io/scenes/folder_parts.h>

#include <clearance/io/file.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scanner.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

namespace clearance::detail {
namespace {

namespace fs = std::filesystem;

// Formats of solids, surfaces and assemblies, neutral and of the usual programs, in alphabetical order. Materials,
// pictures, texts and drawings that hold no bodies are not among them.
constexpr std::string_view kForeign[] = {
    "3dm",     "3ds",        "3dxml",  "3mf",    "abc",   "amf",     "asm",    "blend", "brep", "brp", "bdf",
    "catpart", "catproduct", "cgr",    "ctm",    "dae",   "drc",     "dwg",    "dxf",   "f3d",  "fbx", "fcstd",
    "gdml",    "glb",        "gltf",   "iam",    "ifc",   "iges",    "igs",    "ipt",   "jt",   "lwo", "lxo",
    "ma",      "mb",         "mesh",   "meshb",  "model", "msh",     "nas",    "par",   "prt",  "psm", "sab",
    "sat",     "scad",       "sldasm", "sldprt", "skp",   "smt",     "step",   "stp",   "stpz", "u3d", "unv",
    "usd",     "usda",       "usdc",   "usdz",   "vrml",  "vtk",     "vtp",    "vtu",   "wrl",  "wrz", "x3d",
    "x3db",    "x3dv",       "x3dz",   "x_b",    "x_t",   "xmt_bin", "xmt_txt"};
constexpr std::string_view kPacked[] = {"gz", "bz2", "xz", "zst", "zip", "7z", "lz4"};
// Names beyond these are counted.
constexpr std::size_t kMostNamed = 5;

std::string_view ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot + 1);
}

template <std::size_t N>
bool is_one_of(std::string_view ending, const std::string_view (&endings)[N]) {
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view e) { return same_word(ending, e); });
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool looks_like_part(std::string_view name) { return has_mesh_ending(name) || has_foreign_part_ending(name); }

// The names in a folder, ascending, without those that start with a dot.
Result<std::vector<std::string>> names_in(const fs::path& folder) {
  std::error_code code;
  fs::directory_iterator entry(folder, code);
  std::vector<std::string> names;
  for (const fs::directory_iterator end; !code && entry != end; entry.increment(code))
    if (std::string name = entry->path().filename().string(); !name.starts_with('.')) names.push_back(std::move(name));
  if (code) return Error{"", "cannot be read: " + code.message()};
  std::sort(names.begin(), names.end());
  return names;
}

// What is not read although it looks like a part, each with the reason where the name does not say it.
class Unread {
 public:
  void add(std::string_view name, const std::string& why = {}) {
    if (++count_ > kMostNamed) return;
    if (count_ > 1) names_ += ", ";
    names_ += printable(name) + (why.empty() ? "" : " (" + why + ")");
  }

  // Every part below a folder. A folder that cannot be looked into may hold some.
  void add_parts_below(const fs::path& folder, const std::string& shown) {
    std::error_code code;
    const fs::path real = fs::canonical(folder, code);
    if (!code && !seen_.insert(real).second) return;  // links may lead in a circle
    const Result<std::vector<std::string>> names = names_in(folder);
    if (!names) return add(shown, names.error().fault);
    for (const std::string& name : *names) {
      if (count_ > kMostNamed) return;
      const std::string here = shown + "/" + name;
      if (looks_like_part(name))
        add(here);
      else if (fs::is_directory(folder / name, code))
        add_parts_below(folder / name, here);
    }
  }

  std::optional<Error> error() const {
    if (count_ == 0) return std::nullopt;
    const bool one = count_ == 1;
    return Error{"", names_ + (count_ > kMostNamed ? ", …" : "") + (one ? " looks like a part" : " look like parts") +
                         " and would be left out: parts are .obj, .stl, .ply and .off files in the folder itself; "
                         "convert, move or remove " +
                         (one ? "it" : "them")};
  }

 private:
  std::size_t count_ = 0;
  std::string names_;
  std::set<fs::path> seen_;
};

}  // namespace

bool has_foreign_part_ending(std::string_view name) {
  std::string_view ending = ending_of(name);
  const bool numbered = is_number(ending), packed = is_one_of(ending, kPacked);  // versions: "axle.prt.3"
  if (numbered || packed) {
    name.remove_suffix(ending.size() + 1);
    if (packed && has_mesh_ending(name)) return true;
    ending = ending_of(name);
  }
  return is_one_of(ending, kForeign);
}

Result<std::vector<std::string>> part_files_in(const std::string& folder) {
  const Result<std::vector<std::string>> names = names_in(folder);
  if (!names) return names.error();
  std::vector<std::string> parts;
  Unread unread;
  for (const std::string& name : *names) {
    const fs::path path = fs::path(folder) / name;
    std::error_code unknown;
    if (has_foreign_part_ending(name)) {
      unread.add(name);
    } else if (has_mesh_ending(name)) {
      if (const FileKind kind = file_kind(path.string()); kind != FileKind::Regular)
        unread.add(name, to_string(kind));
      else if (!is_utf8(name))
        return Error{printable(name), "the name is not UTF-8; names of objects are"};
      else
        parts.push_back(name);
    } else if (fs::is_directory(path, unknown)) {
      unread.add_parts_below(path, name);
    }
  }
  if (const std::optional<Error> error = unread.error()) return *error;
  if (parts.empty()) return Error{"", "a folder without mesh files (.obj, .stl, .ply, .off)"};
  return parts;
}

}  // namespace clearance::detail
