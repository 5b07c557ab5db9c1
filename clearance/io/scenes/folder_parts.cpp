#include <clearance/io/scenes/folder_parts.h>

#include <clearance/io/assemblies/file_bodies.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>

namespace clearance::detail {
namespace {

namespace fs = std::filesystem;

// Formats of solids, surfaces and assemblies, neutral and of the usual programs, in alphabetical order. Materials,
// pictures, texts and drawings that hold no bodies are not among them.
constexpr std::string_view kForeign[] = {
    "3dm",  "3ds",  "3dxml", "abc",  "amf",  "asm",  "blend", "brep",   "brp",     "bdf",    "catpart", "catproduct",
    "cgr",  "ctm",  "dae",   "drc",  "dwg",  "dxf",  "f3d",   "fbx",    "fcstd",   "gdml",   "iam",     "ifc",
    "iges", "igs",  "ipt",   "jt",   "lwo",  "lxo",  "ma",    "mb",     "mesh",    "meshb",  "model",   "msh",
    "nas",  "par",  "prt",   "psm",  "sab",  "sat",  "scad",  "sldasm", "sldprt",  "skp",    "smt",     "step",
    "stp",  "stpz", "u3d",   "unv",  "usd",  "usda", "usdc",  "usdz",   "vrml",    "vtk",    "vtp",     "vtu",
    "wrl",  "wrz",  "x3d",   "x3db", "x3dv", "x3dz", "x_b",   "x_t",    "xmt_bin", "xmt_txt"};
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

bool looks_like_part(std::string_view name) { return has_part_ending(name) || has_foreign_part_ending(name); }

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

// The parts below a subfolder that is not looked into, some of them by name.
class LeftOut {
 public:
  // A folder that cannot be looked into may hold some.
  void add_parts_below(const fs::path& folder, const std::string& shown) {
    std::error_code code;
    const fs::path real = fs::canonical(folder, code);
    if (!code && !seen_.insert(real).second) return;  // links may lead in a circle
    const Result<std::vector<std::string>> names = names_in(folder);
    if (!names) return add(shown + " (" + names.error().fault + ")");
    for (const std::string& name : *names) {
      if (count_ > kMostNamed) return;
      const std::string here = shown + "/" + name;
      if (looks_like_part(name))
        add(here);
      else if (fs::is_directory(folder / name, code))
        add_parts_below(folder / name, here);
    }
  }

  bool any() const { return count_ > 0; }
  Error error(const std::string& subfolder) const {
    return {printable(subfolder), "a subfolder with parts that would be left out (" + names_ +
                                      (count_ > kMostNamed ? ", …" : "") +
                                      "): --recursive reads them; otherwise move or remove them"};
  }

 private:
  void add(const std::string& name) {
    if (++count_ <= kMostNamed) names_ += (count_ > 1 ? ", " : "") + printable(name);
  }

  std::size_t count_ = 0;
  std::string names_;
  std::set<fs::path> seen_;
};

class FolderWalk {
 public:
  FolderWalk(const fs::path& folder, bool recursive) : folder_(folder), recursive_(recursive) {}

  FolderParts walk() {
    look_into("");
    // Folders that are there come first, so that a link to one is what is reported.
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const std::string link = links_[k];
      look_into(link);
    }
    std::sort(found_.files.begin(), found_.files.end());
    std::sort(found_.bad.begin(), found_.bad.end(),
              [](const Error& a, const Error& b) { return std::tie(a.place, a.fault) < std::tie(b.place, b.fault); });
    return std::move(found_);
  }

 private:
  void bad(const std::string& name, const std::string& fault) { found_.bad.push_back({printable(name), fault}); }

  // `shown` is what the folder is called in the one that was asked about; empty: that one itself.
  void look_into(const std::string& shown) {
    const fs::path here = shown.empty() ? folder_ : folder_ / shown;
    std::error_code code;
    const fs::path real = fs::canonical(here, code);
    if (!code && !seen_.insert(real).second)
      return bad(shown, "a link to a folder that is read already, under its own name or by another link");
    const Result<std::vector<std::string>> names = names_in(here);
    if (!names) {
      found_.bad.push_back(names.error().within(printable(shown)));
      return;
    }
    for (const std::string& name : *names) look_at(here / name, shown.empty() ? name : shown + "/" + name, name);
  }

  void look_at(const fs::path& path, const std::string& shown, const std::string& name) {
    std::error_code unknown;
    if (has_foreign_part_ending(name)) {
      bad(shown,
          "looks like a part and would be left out: parts are .obj, .stl, .ply, .off, .3mf, .gltf and .glb files; "
          "convert, move or "
          "remove it");
    } else if (has_part_ending(name)) {
      if (is_utf8(shown))
        found_.files.push_back(shown);
      else
        bad(shown, "the name is not UTF-8; names of objects are");
    } else if (fs::is_directory(path, unknown)) {
      if (!recursive_) {
        LeftOut left_out;
        left_out.add_parts_below(path, shown);
        if (left_out.any()) found_.bad.push_back(left_out.error(shown));
      } else if (fs::is_symlink(path, unknown)) {
        links_.push_back(shown);
      } else {
        look_into(shown);
      }
    }
  }

  fs::path folder_;
  bool recursive_;
  FolderParts found_;
  std::vector<std::string> links_;  // to folders
  std::set<fs::path> seen_;
};

}  // namespace

bool has_foreign_part_ending(std::string_view name) {
  std::string_view ending = ending_of(name);
  const bool numbered = is_number(ending), packed = is_one_of(ending, kPacked);  // versions: "axle.prt.3"
  if (numbered || packed) {
    name.remove_suffix(ending.size() + 1);
    if (packed && has_part_ending(name)) return true;
    ending = ending_of(name);
  }
  return is_one_of(ending, kForeign);
}

FolderParts parts_in_folder(const std::string& folder, bool recursive) { return FolderWalk(folder, recursive).walk(); }

}  // namespace clearance::detail
