#include <clearance/io/scenes/part_scene.h>

#include <clearance/io/file.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/scenes/folder_parts.h>
#include <clearance/io/scenes/scene_pairs.h>
#include <clearance/io/scenes/scene_shape.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

std::string with_slash(const std::string& folder) { return folder.ends_with('/') ? folder : folder + "/"; }

class PartReader {
 public:
  PartReader(const PartOptions& options, std::vector<Error>& faults) : options_(options), faults_(faults) {}

  Result<PartScene> read(std::span<const std::string> paths) {
    const std::size_t known_faults = faults_.size();
    Scene& scene = out_.scene;
    scene.is_folder = true;
    scene.name = paths.size() == 1 ? paths[0] : paths[0] + " and " + std::to_string(paths.size() - 1) + " more";
    for (const std::string& path : paths)
      if (!is_given_twice(path)) is_folder(path) ? read_folder(path, paths.size() == 1) : read_one_file(path);
    if (scene.objects.empty() && faults_.size() == known_faults)
      faults_.push_back({printable(scene.name), "no parts", ErrorCode::BadFile});
    const bool is_refused = scene.objects.empty() || (!options_.skip_bad && faults_.size() > known_faults);
    if (is_refused) return faults_[known_faults];
    ask_about_all_pairs(scene);
    return std::move(out_);
  }

 private:
  // `shown` is what the error's place begins with; it says again what `name` does.
  void bad(const std::string& name, const Error& error, const std::string& shown) {
    const std::string text = error.text(), begin = printable(shown) + ": ";
    faults_.push_back(error);
    out_.skipped.push_back(
        {is_utf8(name) ? name : printable(name), text.starts_with(begin) ? text.substr(begin.size()) : text});
  }

  bool is_given_twice(const std::string& path) {
    std::error_code unknown;
    const fs::path real = fs::canonical(path, unknown);
    if (unknown) return false;  // reading it says why
    const auto [known, is_new] = given_.emplace(real.string(), path);
    if (is_new) return false;
    bad(path, {printable(path), "is " + printable(known->second) + " again; a part is given once"}, path);
    return true;
  }

  void read_folder(const std::string& path, bool is_alone) {
    const std::string prefix = is_alone ? "" : with_slash(path);
    FolderParts found = parts_in_folder(path, options_.recursive);
    if (found.files.empty() && found.bad.empty())
      found.bad.push_back({"", "a folder without mesh files (.obj, .stl, .ply, .off)"});
    const ShapeReader shapes(with_slash(path));
    // What would be left out and what cannot be read, in the order of their names.
    auto left_out = found.bad.begin();
    const auto report_before = [&](const std::string* name) {
      for (; left_out != found.bad.end() && (!name || left_out->place < *name); ++left_out)
        bad(left_out->place.empty() ? path : prefix + left_out->place, in_file(*left_out, path),
            left_out->place.empty() ? path : path + ": " + left_out->place);
    };
    for (const std::string& name : found.files) {
      report_before(&name);
      add(prefix + name, shapes.from_file(name), path, name);
    }
    report_before(nullptr);
  }

  void read_one_file(const std::string& path) {
    if (is_utf8(path)) return add(path, ShapeReader("").from_file(path), "", path);
    bad(path, {printable(path), "the name is not UTF-8; names of objects are"}, path);
  }

  void add(const std::string& name, Result<SceneShape> shape, const std::string& folder, const std::string& file) {
    const auto in_folder = [&](const Error& error) { return folder.empty() ? error : in_file(error, folder); };
    if (!shape) return bad(name, in_folder(shape.error()), folder.empty() ? file : folder + ": " + file);
    const auto [known, is_new] = numbers_.emplace(name, out_.scene.objects.size());
    if (!is_new) return bad(name, {printable(name), "is a part already; a part is given once"}, name);
    SceneShape body = std::move(shape).value();
    out_.scene.objects.push_back(
        {name, body.kind, std::move(body.shape), std::move(body.given), {}, std::move(body.warnings)});
  }

  static void ask_about_all_pairs(Scene& scene) {
    PairFilter filter;
    for (std::uint32_t k = 0; k < scene.objects.size(); ++k) filter.add({k});
    scene.filter = std::make_shared<const PairFilter>(std::move(filter));
    list_all_pairs(scene);
  }

  const PartOptions& options_;
  std::vector<Error>& faults_;
  PartScene out_;
  std::map<std::string, std::string> given_;    // what it is called on the disk, as it was given
  std::map<std::string, std::size_t> numbers_;  // of the objects
};

}  // namespace

bool is_of_parts(const std::string& path) { return is_folder(path) || has_mesh_ending(path); }

Result<PartScene> read_parts(std::span<const std::string> paths, const PartOptions& options,
                             std::vector<Error>& faults) {
  if (paths.empty()) {
    faults.push_back({"", "no folder and no file is named"});
    return faults.back();
  }
  return PartReader(options, faults).read(paths);
}

Result<Scene> read_folder(const std::string& path) {
  std::vector<Error> faults;
  Result<PartScene> parts = read_parts({&path, 1}, {}, faults);
  if (!parts) return parts.error();
  return std::move(parts).value().scene;
}

}  // namespace clearance
