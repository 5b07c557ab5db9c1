#include <clearance/io/scenes/world_file.h>

#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/scene_document.h>
#include <clearance/io/scenes/scene_text.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

// ---- Writing
// ---------------------------------------------------------------------------------------------------------

bool is_identity(const Pose& pose) { return pose_text(pose) == pose_text(Pose{}); }  // to the sign of a zero

// [first,
//  second] or nothing at all when the list is empty.
std::string member(const char* key, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  std::string out = std::string(",\n  \"") + key + "\": [\n";
  for (std::size_t k = 0; k < items.size(); ++k) out += "    " + items[k] + (k + 1 < items.size() ? ",\n" : " ]");
  return out;
}

std::string two(const std::string& a, const std::string& b) {
  return "[" + json_string(a) + ", " + json_string(b) + "]";
}

class WorldWriter {
 public:
  explicit WorldWriter(const WorldSnapshot& world) : world_(world) {}

  Result<std::string> text() {
    if (Fault fault = name_all()) return *fault;
    if (Fault fault = check()) return *fault;
    std::string out = "{ \"format\": \"clearance-scene-1\",\n  \"objects\": [\n";
    for (std::size_t k = 0; k < world_.bodies.size(); ++k)
      out += body_text(k) + (k + 1 < world_.bodies.size() ? ",\n" : "");
    return out + " ]" + allowed_text() + allowed_bodies_text() + held_text() + " }\n";
  }

 private:
  // ---- Names

  bool is_mentioned(const std::string& name) const { return mentioned_.count(name) > 0; }

  Fault name_all() {
    for (const auto& [a, b] : world_.allowed_names) mentioned_.insert({a, b});
    mentioned_.insert(world_.allowed_everything.begin(), world_.allowed_everything.end());
    for (std::size_t k = 0; k < world_.bodies.size(); ++k) {
      const std::string& name = world_.bodies[k].options.name;
      const std::string place = element("bodies", k);
      if (!is_utf8(name)) return Error{place, "its name is not UTF-8, which files need"};
      if (name == "*" && !mentioned_.empty())
        return Error{place, "the name \"*\" stands for every object in \"allowed\"; give the body another name"};
      if (name.empty()) continue;
      const auto [known, is_new] = positions_.emplace(name, k);
      if (!is_new)
        return Error{place, "its name \"" + printable(name) + "\" is that of " + element("bodies", known->second)};
    }
    for (const std::string& name : mentioned_) {
      if (!is_utf8(name)) return Error{"allowed", "\"" + printable(name) + "\" is not UTF-8, which files need"};
      if (name == "*") return Error{"allowed", "the name \"*\" stands for every object; it cannot be that of one"};
    }
    for (std::size_t k = 0; k < world_.bodies.size(); ++k)
      names_.push_back(world_.bodies[k].options.name.empty() ? made_up(k) : world_.bodies[k].options.name);
    return std::nullopt;
  }

  std::string made_up(std::size_t body) {
    std::string name = "body " + std::to_string(body);
    while (is_mentioned(name) || positions_.count(name) > 0) name += "'";
    positions_.emplace(name, body);
    return name;
  }

  // ---- What cannot be written

  Fault check_body(const BodySnapshot& body, const std::string& place) const {
    if (body.half_space.has_value() != body.parts.empty())
      return Error{place, "has to be either parts or a half-space"};
    const double padding = body.options.padding;
    if (!(padding >= 0 && padding <= kMaxCoordinate))
      return Error{place, "its padding is " + double_text(padding) + "; it must be from 0 to 1e300"};
    bool has_end = !body.half_space;
    for (const Part& part : body.parts) has_end = has_end && !std::holds_alternative<HalfSpace>(part.shape);
    if (padding > 0 && !has_end) return Error{place, "a half-space takes no padding; move its offset"};
    return std::nullopt;
  }

  Fault check() const {
    for (std::size_t k = 0; k < world_.bodies.size(); ++k)
      if (Fault fault = check_body(world_.bodies[k], element("bodies", k))) return fault;
    const std::size_t count = world_.bodies.size();
    std::set<std::pair<std::uint32_t, std::uint32_t>> known;
    for (std::size_t k = 0; k < world_.allowed_bodies.size(); ++k) {
      const WorldSnapshot::Pair& pair = world_.allowed_bodies[k];
      const std::string place = element("allowed_bodies", k);
      if (pair.a >= count || pair.b >= count) return no_such_body(place, std::max(pair.a, pair.b));
      if (!known.insert(std::minmax(pair.a, pair.b)).second) return Error{place, "is there twice"};
    }
    for (std::size_t k = 0; k < world_.attachments.size(); ++k) {
      const AttachmentSnapshot& held = world_.attachments[k];
      if (held.held >= count || held.holder >= count)
        return no_such_body(element("attachments", k), std::max(held.held, held.holder));
    }
    return check_holders(world_.attachments, count, "attachments");
  }

  Error no_such_body(const std::string& place, std::uint32_t position) const {
    return {place, "there is no body " + std::to_string(position) + "; there are " +
                       std::to_string(world_.bodies.size()) + ", from 0"};
  }

  // ---- Text

  static std::string parts_text(const std::vector<Part>& parts) {
    std::string out = "[\n      ";
    for (std::size_t k = 0; k < parts.size(); ++k)
      out += (k == 0 ? "" : ",\n      ") + ("{ \"shape\": " + shape_text(parts[k].shape)) +
             ", \"offset\": " + pose_text(parts[k].offset) + " }";
    return out + " ]";
  }

  std::string body_text(std::size_t k) const {
    const BodySnapshot& body = world_.bodies[k];
    std::string out = "    { \"name\": " + json_string(names_[k]);
    if (body.options.name.empty()) out += ", \"unnamed\": true";
    if (body.id != BodyId{})
      out += ", \"id\": [" + std::to_string(body.id.index) + ", " + std::to_string(body.id.generation) + "]";
    const bool is_plain = body.parts.size() == 1 && is_identity(body.parts[0].offset) &&
                          !std::holds_alternative<HalfSpace>(body.parts[0].shape);
    out += ",\n      ";
    if (body.half_space)
      out += "\"shape\": " + shape_text(*body.half_space);
    else
      out += is_plain ? "\"shape\": " + shape_text(body.parts[0].shape) : "\"parts\": " + parts_text(body.parts);
    out += ",\n      \"pose\": " + pose_text(body.pose);
    const BodyOptions& options = body.options;
    return out + options_text(options.padding, options.is_static, options.groups, options.user) + " }";
  }

  bool is_body(const std::string& name) const {
    const auto known = positions_.find(name);
    return known != positions_.end() && !world_.bodies[known->second].options.name.empty();
  }

  // A name of a body, in "allowed"; any other waits for its body.
  std::string allowed_text() const {
    std::vector<std::string> now, later;
    for (const auto& [a, b] : world_.allowed_names)
      (a != b && is_body(a) && is_body(b) ? now : later).push_back(two(a, b));
    for (const std::string& name : world_.allowed_everything) (is_body(name) ? now : later).push_back(two(name, "*"));
    return member("allowed", now) + member("allowed_later", later);
  }

  std::string allowed_bodies_text() const {
    std::vector<std::string> items;
    items.reserve(world_.allowed_bodies.size());
    for (const WorldSnapshot::Pair& pair : world_.allowed_bodies)
      items.push_back("{ \"bodies\": " + two(names_[pair.a], names_[pair.b]) +
                      ", \"allowed\": " + (pair.allowed ? "true }" : "false }"));
    return member("allowed_bodies", items);
  }

  std::string held_text() const {
    std::vector<std::string> items;
    items.reserve(world_.attachments.size());
    for (const AttachmentSnapshot& held : world_.attachments)
      items.push_back("{ \"body\": " + json_string(names_[held.held]) + ", \"by\": " +
                      json_string(names_[held.holder]) + ", \"pose\": " + pose_text(held.relative) + " }");
    return member("held", items);
  }

  const WorldSnapshot& world_;
  std::set<std::string> mentioned_;  // of the names that may touch
  std::map<std::string, std::size_t> positions_;
  std::vector<std::string> names_;  // of the bodies, in the file
};

// ---- Reading
// ---------------------------------------------------------------------------------------------------------

BodySnapshot body_of(DocumentObject& object) {
  BodySnapshot body;
  body.id = object.id;
  body.options = object.options;
  if (object.is_named) body.options.name = object.name;
  body.pose = object.frame;
  const auto* space = std::get_if<HalfSpace>(&object.parts[0].shape.shape);
  if (space && !object.has_parts && !object.offset) {
    body.half_space = *space;
    return body;
  }
  for (DocumentObject::Part& part : object.parts) body.parts.push_back({std::move(part.shape.shape), part.offset});
  return body;
}

Fault check_at_rest(const SceneDocument& document) {
  if (document.interval) return Error{"interval", "a world is at rest; it takes none"};
  if (document.pairs)
    return Error{"pairs", "a world asks about every pair that \"groups\" and \"allowed\" leave; it takes no list"};
  for (std::size_t k = 0; k < document.objects.size(); ++k)
    if (document.objects[k].motion)
      return Error{element("objects", k) + ".motion", "a world is at rest; it takes none"};
  return std::nullopt;
}

}  // namespace

Result<std::string> world_text(const WorldSnapshot& world) { return WorldWriter(world).text(); }

Result<std::string> write_world(const std::string& path, const WorldSnapshot& world) {
  const Result<std::string> text = world_text(world);
  return text ? write_file(path, *text) : text.error().within(printable(path));
}

Result<WorldSnapshot> parse_world(std::string_view text, const std::string& directory, const std::string& name) {
  const Result<Json> json = parse_json(text);
  if (!json) return in_file(json.error(), name);
  ShapeReader shapes(mesh_files_in(directory), ShapeReader::ConvexMeshes::AsMeshes);
  SceneDocument document;
  if (const Fault fault = read_document(*json, shapes, document)) return in_file(*fault, name);
  if (const Fault fault = check_at_rest(document)) return in_file(*fault, name);
  WorldSnapshot world;
  for (DocumentObject& object : document.objects) world.bodies.push_back(body_of(object));
  world.attachments = std::move(document.held);
  world.allowed_names = std::move(document.allowed_names);
  world.allowed_everything = std::move(document.allowed_everything);
  world.allowed_bodies = std::move(document.allowed_bodies);
  return world;
}

Result<WorldSnapshot> read_world(const std::string& path) {
  const Result<std::string> text = read_file_or_input(path);
  if (!text) return in_file(text.error(), path);
  return parse_world(*text, folder_of(path), path);
}

}  // namespace clearance
