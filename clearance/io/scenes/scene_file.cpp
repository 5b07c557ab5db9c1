#include <clearance/io/scenes/scene_file.h>

#include <clearance/io/file.h>
#include <clearance/io/scenes/exact_pose.h>
#include <clearance/io/scenes/folder_parts.h>
#include <clearance/io/scenes/scene_pose.h>
#include <clearance/io/scenes/scene_shape.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace clearance {
namespace {

constexpr const char* kFormat = "clearance-scene-1";

void list_all_pairs(Scene& scene) {
  const std::uint64_t n = scene.objects.size();
  scene.is_crowd = n * (n - 1) / 2 > Scene::kMaxListed;
  if (scene.is_crowd) return;
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b) scene.pairs.push_back({a, b});
}

class SceneReader {
 public:
  explicit SceneReader(const std::string& directory) : shapes_(directory) {}

  Fault read(const Json& json) {
    if (!json.object()) return wrong_type("", "an object", json);
    if (Fault fault = check_format(json)) return fault;
    if (Fault fault = check_members(json, "", {"format", "objects"}, {"pairs", "interval"})) return fault;
    if (const Json* interval = json.find("interval"))
      if (Fault fault = read_interval(*interval)) return fault;
    if (Fault fault = read_objects(*json.find("objects"))) return fault;
    const Json* pairs = json.find("pairs");
    if (pairs) return read_pairs(*pairs);
    list_all_pairs(scene);
    return std::nullopt;
  }

  Scene scene;

 private:
  static Fault check_format(const Json& json) {
    const Json* format = json.find("format");
    if (!format)
      return Error{"", std::string("has no \"format\": a scene starts with \"format\": \"") + kFormat + "\""};
    std::string name;
    if (Fault fault = read_text(*format, "format", name)) return fault;
    if (name != kFormat)
      return Error{"format", std::string("expected \"") + kFormat + "\", found \"" + printable(name) + "\""};
    return std::nullopt;
  }

  Fault read_interval(const Json& json) {
    std::array<double, 2> times{};
    if (Fault fault = read_numbers(json, "interval", 2, times.data())) return fault;
    if (!(times[0] <= times[1])) return Error{"interval", "ends before it begins; it is [start, end]"};
    scene.interval = times;
    return std::nullopt;
  }

  Fault read_objects(const Json& json) {
    if (!json.array()) return wrong_type("objects", "a list", json);
    if (json.array()->empty()) return Error{"objects", "the list is empty; a scene needs an object"};
    for (const Json& object : *json.array())
      if (Fault fault = read_object(object, element("objects", scene.objects.size()))) return fault;
    return std::nullopt;
  }

  Fault read_object(const Json& json, const std::string& place) {
    if (Fault fault = check_members(json, place, {"name", "shape"}, {"pose", "offset", "motion"})) return fault;
    std::string name;
    if (Fault fault = read_text(*json.find("name"), place + ".name", name)) return fault;
    if (name.empty()) return Error{place + ".name", "is empty; every object needs a name"};
    const auto [entry, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(scene.objects.size()));
    if (!is_new)
      return Error{place + ".name", "\"" + printable(name) + "\" is the name of " + element("objects", entry->second)};
    Placement placement;
    if (Fault fault = read_placement(json, place, placement)) return fault;
    Result<SceneShape> shape = shapes_.read(*json.find("shape"), place + ".shape");
    if (!shape) return shape.error();
    SceneShape body = std::move(shape).value();
    scene.objects.push_back({std::move(name), body.kind, std::move(body.shape), std::move(body.given), placement.pose,
                             std::move(body.warnings), placement.frame, placement.offset, std::move(placement.motion)});
    return std::nullopt;
  }

  struct Placement {
    Pose pose, frame;
    std::optional<Pose> offset;
    std::optional<SceneMotion> motion;
  };

  Fault read_placement(const Json& json, const std::string& place, Placement& out) const {
    const Json *where = json.find("pose"), *motion = json.find("motion"), *offset = json.find("offset");
    if (where)
      if (Fault fault = read_pose(*where, place + ".pose", out.frame)) return fault;
    if (motion)
      if (Fault fault = read_motion(*motion, place + ".motion", scene.interval, where != nullptr, out.frame,
                                    out.motion.emplace()))
        return fault;
    out.pose = out.frame;
    if (!offset) return std::nullopt;
    if (Fault fault = read_pose(*offset, place + ".offset", out.offset.emplace())) return fault;
    const std::optional<Pose> product = exact_product(out.frame, *out.offset);
    if (!product)
      return Error{place + ".offset",
                   "with the object's pose it makes none of doubles, which this version needs; give the shape's own "
                   "pose, without \"offset\""};
    out.pose = *product;
    return std::nullopt;
  }

  Fault read_pairs(const Json& json) {
    if (!json.array()) return wrong_type("pairs", "a list", json);
    for (const Json& pair : *json.array()) {
      const std::string place = element("pairs", scene.pairs.size());
      if (!pair.array() || pair.array()->size() != 2) return Error{place, "expected a list of two names"};
      std::uint32_t number[2];
      for (std::size_t k = 0; k < 2; ++k) {
        std::string name;
        if (Fault fault = read_text((*pair.array())[k], element(place, k), name)) return fault;
        const auto known = numbers_.find(name);
        if (known == numbers_.end()) return Error{element(place, k), "no object is named \"" + printable(name) + "\""};
        number[k] = known->second;
      }
      if (number[0] == number[1]) return Error{place, "names the same object twice"};
      scene.pairs.push_back({number[0], number[1]});
    }
    return std::nullopt;
  }

  ShapeReader shapes_;
  std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace

const char* to_string(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Hull:
      return "hull";
    case ShapeKind::Box:
      return "box";
    case ShapeKind::Mesh:
      return "mesh";
    case ShapeKind::Rounded:
      return "rounded";
    case ShapeKind::ConvexParts:
      return "convex_parts";
  }
  return "unknown";
}

int Scene::find(std::string_view object) const {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].name == object) return static_cast<int>(i);
  return -1;
}

bool Scene::moves() const {
  return std::any_of(objects.begin(), objects.end(),
                     [](const SceneObject& object) { return object.motion.has_value(); });
}

Result<Scene> parse_scene(std::string_view text, const std::string& directory, const std::string& name) {
  const Result<Json> json = parse_json(text);
  if (!json) return in_file(json.error(), name);
  const bool complete = directory.empty() || directory.back() == '/';
  SceneReader reader(complete ? directory : directory + "/");
  if (const Fault fault = reader.read(*json)) return in_file(*fault, name);
  reader.scene.name = name;
  return std::move(reader.scene);
}

Result<Scene> read_scene(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return read_folder(path);
  const Result<std::string> text = read_file_or_input(path);
  if (!text) return in_file(text.error(), path);
  return parse_scene(*text, folder_of(path), path);
}

Result<Scene> read_folder(const std::string& path) {
  const Result<std::vector<std::string>> names = part_files_in(path);
  if (!names) return in_file(names.error(), path);
  const ShapeReader shapes(path.ends_with('/') ? path : path + "/");
  Scene scene;
  scene.name = path;
  scene.is_folder = true;
  for (const std::string& name : *names) {
    Result<SceneShape> shape = shapes.from_file(name);
    if (!shape) return in_file(shape.error(), path);
    SceneShape body = std::move(shape).value();
    scene.objects.push_back(
        {name, body.kind, std::move(body.shape), std::move(body.given), {}, std::move(body.warnings)});
  }
  list_all_pairs(scene);
  return scene;
}

}  // namespace clearance
