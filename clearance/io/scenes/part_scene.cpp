#include <clearance/io/scenes/part_scene.h>

#include <clearance/base/workers.h>
#include <clearance/io/file.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/allowed_pairs.h>
#include <clearance/io/scenes/folder_parts.h>
#include <clearance/io/scenes/name_pattern.h>
#include <clearance/io/scenes/part_rules.h>
#include <clearance/io/scenes/scene_pairs.h>
#include <clearance/io/scenes/scene_shape.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

namespace fs = std::filesystem;

// Warnings of the pieces of one file, beyond which they are counted.
constexpr std::size_t kMostWarnings = 5;
// The largest part is so many times the smallest: perhaps one is in another unit.
constexpr double kFarApart = 1000;

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

std::string with_slash(const std::string& folder) { return folder.ends_with('/') ? folder : folder + "/"; }

double longest_side(const std::vector<Vec3>& points) {
  if (points.empty()) return 0;
  Vec3 low = points[0], high = points[0];
  for (const Vec3 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return norm_max(high - low);
}

std::string some(std::uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// A file, by what it is called on the disk, in messages and as an object.
struct Named {
  std::string path, shown, name;
};

// ---- Units
// -------------------------------------------------------------------------------------------------------------

// Which unit the scene is in, and each file. Lengths that nobody knows to be in one unit are not compared.
class Units {
 public:
  explicit Units(const PartOptions& options) : options_(options), of_scene_(options.unit) {}

  // By how much the lengths of a file are multiplied.
  double scale_of(const std::string& name, std::optional<LengthUnit> said) {
    std::optional<LengthUnit> unit = said ? said : options_.unit;
    for (const UnitOfFiles& rule : options_.units)
      if (matches(rule.pattern, name)) unit = rule.unit;
    if (!unit && without_.empty()) without_ = name;
    if (!unit) return 1;
    if (with_.empty()) with_ = name, of_first_ = *unit;
    if (!of_scene_) of_scene_ = unit;
    if (!options_.unit && *unit != *of_scene_ && other_.empty()) other_ = name, of_other_ = *unit;
    return ratio(*unit, *of_scene_);
  }

  std::optional<LengthUnit> of_scene() const { return of_scene_; }

  std::optional<Error> fault(const std::string& scene) const {
    const std::string say = ": say with --unit in which the result is to be";
    if (!other_.empty())
      return Error{printable(scene), printable(with_) + " is in " + to_string(of_first_) + " and " + printable(other_) +
                                         " in " + to_string(of_other_) + say};
    if (!with_.empty() && !without_.empty())
      return Error{printable(scene), printable(with_) + " is in " + to_string(of_first_) + " and " +
                                         printable(without_) + " says no unit" + say};
    return std::nullopt;
  }

 private:
  const PartOptions& options_;
  std::optional<LengthUnit> of_scene_;
  std::string with_, other_, without_;  // the first files of each kind
  LengthUnit of_first_ = LengthUnit::Metre, of_other_ = LengthUnit::Metre;
};

// ---- Reading
// -----------------------------------------------------------------------------------------------------------

class PartReader {
 public:
  PartReader(const PartOptions& options, std::vector<Error>& faults, PartsWatcher* watcher)
      : options_(options), faults_(faults), watcher_(watcher), units_(options) {}

  Result<PartScene> read(std::span<const std::string> paths) {
    if (!options_.rules.empty()) {
      Result<PartRules> rules = read_part_rules(options_.rules);
      if (!rules) return refuse(rules.error());
      rules_ = std::move(rules).value();
    }
    known_faults_ = faults_.size();
    allowed_ = AllowedPairs(rules_);
    Scene& scene = out_.scene;
    scene.filter = allowed_.filter();
    scene.is_folder = true;
    scene.name = paths.size() == 1 ? paths[0] : paths[0] + " and " + std::to_string(paths.size() - 1) + " more";
    for (const std::string& path : paths)
      if (!is_given_twice(path)) look_into(path, paths.size() == 1);
    read_all();
    if (scene.objects.empty() && !has_fault())
      faults_.push_back({printable(scene.name), left_out_ > 0 ? "the rules leave all parts out" : "no parts"});
    if (!options_.skip_bad || scene.objects.empty())
      if (has_fault()) return faults_[known_faults_];
    if (std::optional<Error> error = units_.fault(scene.name)) return refuse(*error);
    out_.unit = units_.of_scene();
    if (std::optional<Error> error = allowed_.fault()) return refuse(in_file(*error, options_.rules));
    list_all_pairs(scene);
    tell_of_rules();
    tell_of_sizes();
    return std::move(out_);
  }

 private:
  Error refuse(const Error& error) {
    faults_.push_back(error);
    return error;
  }

  bool has_fault() const { return faults_.size() > known_faults_; }
  // As far as can be said by now.
  bool will_be_refused() const {
    return (has_fault() && !options_.skip_bad) || units_.fault(out_.scene.name) || allowed_.fault();
  }

  // What is to be read, or is known to be bad, in order.
  struct Found {
    Named file;
    std::string folder;          // empty: it was named by itself
    std::optional<Error> fault;  // `file.shown` is what its place begins with then
  };

  // A file that is read, and what its meshes come to: by any thread, the files of a block at once.
  struct Read {
    std::optional<Result<FileBodies>> bodies;  // none: the rules leave it out
    double scale = 1;
    std::map<const MeshData*, Result<SceneShape>> shapes;

    const FileBodies* good() const { return bodies.has_value() && bodies->ok() ? &bodies->value() : nullptr; }
  };

  void read_all() {
    Workers workers(0);
    const std::size_t block = workers.count() == 1 ? 1 : 4 * static_cast<std::size_t>(workers.count());
    std::vector<Read> read(block);
    for (std::size_t first = 0; first < found_.size(); first += block) {
      const std::size_t count = std::min(block, found_.size() - first);
      workers.run(count, [&](std::size_t k) { read[k] = read_file(found_[first + k]); });
      for (std::size_t k = 0; k < count; ++k)
        if (const FileBodies* const good = read[k].good())
          read[k].scale = units_.scale_of(found_[first + k].file.name, good->unit);
      workers.run(count, [&](std::size_t k) { make_shapes(found_[first + k].file, read[k]); });
      const std::size_t known = out_.scene.objects.size();
      for (std::size_t k = 0; k < count; ++k) add_file(found_[first + k], read[k]);
      if (watcher_ != nullptr && out_.scene.objects.size() > known && !will_be_refused()) watcher_->look_at(out_.scene);
    }
  }

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
    find_bad(path, {printable(path), "is " + printable(known->second) + " again; a part is given once"}, path);
    return true;
  }

  void find_bad(const std::string& name, const Error& error, const std::string& shown) {
    found_.push_back({{name, shown, name}, "", error});
  }

  void look_into(const std::string& path, bool is_alone) {
    if (is_folder(path)) return look_into_folder(path, is_alone);
    if (!is_utf8(path)) return find_bad(path, {printable(path), "the name is not UTF-8; names of objects are"}, path);
    found_.push_back({{path, path, path}, "", {}});
  }

  void look_into_folder(const std::string& path, bool is_alone) {
    const std::string prefix = is_alone ? "" : with_slash(path);
    FolderParts found = parts_in_folder(path, options_.recursive);
    if (found.files.empty() && found.bad.empty())
      found.bad.push_back({"", "a folder without parts (.obj, .stl, .ply, .off, .3mf, .gltf, .glb)"});
    // What would be left out and what cannot be read, in the order of their names.
    auto left_out = found.bad.begin();
    const auto report_before = [&](const std::string* name) {
      for (; left_out != found.bad.end() && (!name || left_out->place < *name); ++left_out)
        if (left_out->place.empty())
          find_bad(path, in_file(*left_out, path), path);
        else if (!is_ruled_out(prefix + left_out->place))
          find_bad(prefix + left_out->place, in_file(*left_out, path), path + ": " + left_out->place);
    };
    for (const std::string& name : found.files) {
      report_before(&name);
      found_.push_back({{with_slash(path) + name, name, prefix + name}, path, {}});
    }
    report_before(nullptr);
  }

  // Of what is not read anyway: a file of another format is wanted by nobody whose rules do not let it in.
  bool is_ruled_out(const std::string& name) {
    const bool is_out = has_foreign_part_ending(name) ? !rules_.takes(name, name) : rules_.rules_out_file(name);
    if (is_out) leave_out(name);
    return is_out;
  }

  void leave_out(const std::string& name) {
    ++left_out_;
    if (!rules_.rules().empty()) names_left_out_.push_back(name);
  }

  Read read_file(const Found& found) const {
    Read out;
    const Named& file = found.file;
    const bool is_one_part = options_.split == PartSplit::Files && !has_assembly_ending(file.path);
    if (found.fault || rules_.rules_out_file(file.name) || (is_one_part && !rules_.takes(file.name, file.name)))
      return out;
    out.bodies = read_bodies(file.path, file.shown, options_.split);
    return out;
  }

  void make_shapes(const Named& file, Read& read) const {
    const FileBodies* const good = read.good();
    if (!good) return;
    for (const FileBody& body : good->bodies)
      if (rules_.takes(file.name, name_of(file, body)) && !read.shapes.contains(body.mesh.get()))
        read.shapes.emplace(body.mesh.get(), ShapeReader({}).from_mesh(*body.mesh, read.scale));
  }

  static std::string name_of(const Named& file, const FileBody& body) {
    return body.name.empty() ? file.name : file.name + "/" + body.name;
  }

  void add_file(const Found& found, const Read& read) {
    const Named& file = found.file;
    const std::string& folder = found.folder;
    if (found.fault) return bad(file.name, *found.fault, file.shown);
    if (!read.bodies.has_value()) return leave_out(file.name);
    const auto in_folder = [&](const Error& error) { return folder.empty() ? error : in_file(error, folder); };
    const std::string shown = folder.empty() ? file.shown : folder + ": " + file.shown;
    const FileBodies* const good = read.good();
    if (!good) return bad(file.name, in_folder(read.bodies->error()), shown);
    // A file counts whole or not at all.
    const std::size_t known = out_.scene.objects.size();
    if (const std::optional<Error> error = add_bodies(*good, read, file)) {
      for (std::size_t k = known; k < out_.scene.objects.size(); ++k) names_.erase(out_.scene.objects[k].name);
      out_.scene.objects.erase(out_.scene.objects.begin() + static_cast<std::ptrdiff_t>(known),
                               out_.scene.objects.end());
      return bad(file.name, in_folder(*error), shown);
    }
    for (std::size_t k = known; k < out_.scene.objects.size(); ++k) allowed_.add(out_.scene.objects[k].name);
    gather_warnings(known);
  }

  std::optional<Error> add_bodies(const FileBodies& bodies, const Read& read, const Named& file) {
    for (const FileBody& body : bodies.bodies) {
      const std::string name = name_of(file, body);
      const std::string place = printable(body.name.empty() ? file.shown : file.shown + ": " + body.name);
      if (!rules_.takes(file.name, name)) {
        leave_out(name);
        continue;
      }
      const Result<SceneShape>& made = read.shapes.at(body.mesh.get());
      if (!made) return made.error().within(place);
      const Result<Pose> pose =
          read.scale == 1 ? Result<Pose>(body.pose) : moved_to(body.pose, read.scale * body.pose.translation());
      if (!pose) return pose.error().within(place);
      if (!names_.insert(name).second) return Error{place, "is a part already; a part is given once"};
      const SceneShape& shape = *made;
      out_.scene.objects.push_back({name, shape.kind, shape.shape, shape.given, *pose, shape.warnings});
      out_.scene.objects.back().excess = shape.excess.value_or(0);
    }
    return std::nullopt;
  }

  // One line about each file: what is to be said of its pieces, the first of them says.
  void gather_warnings(std::size_t first) {
    std::vector<SceneObject>& objects = out_.scene.objects;
    if (objects.size() < first + 2) return;
    std::vector<std::string> all;
    std::size_t count = 0;
    for (std::size_t k = first; k < objects.size(); ++k) {
      for (const std::string& warning : objects[k].warnings)
        if (++count <= kMostWarnings) all.push_back(k == first ? warning : objects[k].name + ": " + warning);
      objects[k].warnings.clear();
    }
    if (count > kMostWarnings) all.push_back(some(count - kMostWarnings, "warning", "warnings") + " more");
    objects[first].warnings = std::move(all);
  }

  // What rules took away, and rules that took nothing: a name that has changed is noticed.
  void tell_of_rules() {
    if (options_.rules.empty()) return;
    const std::uint64_t parts = out_.scene.objects.size(), all = parts * (parts - 1) / 2;
    const std::string begin = printable(options_.rules) + ": ";
    out_.remarks.push_back(begin + some(left_out_, "file or part", "files or parts") + " left out, " +
                           some(all - out_.scene.pair_count(), "pair", "pairs") +
                           " allowed to touch and not looked at");
    for (const PartRule& rule : rules_.rules())
      for (const std::string* pattern : {&rule.a, &rule.b})
        if (!pattern->empty() && !is_of_use(*pattern))
          out_.remarks.push_back(begin + "line " + std::to_string(rule.line) + ": no part is called \"" +
                                 printable(*pattern) + "\"");
  }

  bool is_of_use(const std::string& pattern) const {
    return std::any_of(names_.begin(), names_.end(), [&](const auto& name) { return matches(pattern, name); }) ||
           std::any_of(names_left_out_.begin(), names_left_out_.end(),
                       [&](const auto& name) { return matches(pattern, name); });
  }

  void tell_of_sizes() {
    const SceneObject *small = nullptr, *large = nullptr;
    double least = 0, most = 0;
    for (const SceneObject& object : out_.scene.objects) {
      const double size = longest_side(object.points());
      if (size > 0 && (!small || size < least)) small = &object, least = size;
      if (!large || size > most) large = &object, most = size;
    }
    if (!small || !(most >= kFarApart * least)) return;
    const auto rough = [](double x) { return double_text(static_cast<double>(static_cast<float>(x))); };
    out_.remarks.push_back(printable(small->name) + " is " + rough(least) + " across and " + printable(large->name) +
                           " " + rough(most) + ": are both in the same unit? --unit says of files which they are in");
  }

  const PartOptions& options_;
  std::vector<Error>& faults_;
  std::size_t known_faults_ = 0;  // of before
  PartsWatcher* watcher_;
  std::vector<Found> found_;
  Units units_;
  PartRules rules_;
  AllowedPairs allowed_{rules_};
  PartScene out_;
  std::map<std::string, std::string> given_;  // what it is called on the disk, as it was given
  std::set<std::string> names_;               // of the objects
  std::uint64_t left_out_ = 0;
  std::vector<std::string> names_left_out_;
};

}  // namespace

bool is_of_parts(const std::string& path) { return is_folder(path) || has_part_ending(path); }

Result<PartScene> read_parts(std::span<const std::string> paths, const PartOptions& options, std::vector<Error>& faults,
                             PartsWatcher* watcher) {
  if (paths.empty()) {
    faults.push_back({"", "no folder and no file is named"});
    return faults.back();
  }
  return PartReader(options, faults, watcher).read(paths);
}

Result<Scene> read_folder(const std::string& path) {
  std::vector<Error> faults;
  Result<PartScene> parts = read_parts({&path, 1}, {}, faults);
  if (!parts) return parts.error();
  return std::move(parts).value().scene;
}

}  // namespace clearance
