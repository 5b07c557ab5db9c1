// Notation: glTF 2.0, ISO/IEC 12113.
#include <clearance/io/assemblies/gltf_file.h>

#include <clearance/io/assemblies/gltf_data.h>
#include <clearance/io/assemblies/placement.h>
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/number.h>
#include <clearance/io/text.h>
#include <clearance/io/unique_names.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clearance::detail {
namespace {

constexpr std::uint64_t kMostIndex = 0xffffffffu;
constexpr std::size_t kLongestName = 1000;
// Each byte of the buffers may be the index of a triangle in a strip, of three corners; and as much again.
constexpr std::uint64_t kCornersPerByte = 6, kCornersAtLeast = 1'000'000;

// What these add leaves shapes as they are.
bool is_harmless(std::string_view extension) {
  for (const std::string_view begin : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp"})
    if (extension.starts_with(begin)) return true;
  return false;
}

enum class Mode : std::uint8_t { Triangles = 4, Strip = 5, Fan = 6 };

class GltfReader {
 public:
  GltfReader(const Json& json, std::string_view chunk, const std::optional<std::string>& folder)
      : json_(json), data_(json, chunk, folder) {}

  Result<FileBodies> read() {
    if (!json_.object()) return wrong_type("", "an object", json_);
    if (Fault fault = check_version()) return *fault;
    if (Fault fault = check_extensions()) return *fault;
    if (Fault fault = data_.open()) return *fault;
    if (Fault fault = read_nodes()) return *fault;
    if (out_.bodies.empty()) return Error{"", "no triangles"};
    out_.unit = LengthUnit::Metre;
    return std::move(out_);
  }

 private:
  // ---- What must be so

  Fault check_version() const {
    const Json* asset = json_.find("asset");
    if (!asset || !asset->object()) return Error{"", "has no \"asset\": not a glTF file"};
    std::string version;
    const Json *named = asset->find("minVersion"), *usual = asset->find("version");
    if (!named && !usual) return Error{"asset", "has no \"version\""};
    if (Fault fault = read_text(named ? *named : *usual, "asset.version", version)) return fault;
    if (version != "2.0") return Error{"asset.version", "is \"" + printable(version) + "\"; only 2.0 is read"};
    return std::nullopt;
  }

  Fault check_extensions() const {
    const Json* required = json_.find("extensionsRequired");
    if (!required) return std::nullopt;
    if (!required->array()) return wrong_type("extensionsRequired", "a list", *required);
    for (std::size_t k = 0; k < required->array()->size(); ++k) {
      std::string name;
      if (Fault fault = read_text((*required->array())[k], element("extensionsRequired", k), name)) return fault;
      if (!is_harmless(name))
        return Error{element("extensionsRequired", k), printable(name) + " is not read; export without it"};
    }
    return std::nullopt;
  }

  // ---- Lists of the file

  // Found once: a file may have many keys besides.
  const Json::Array& list(const char* key) const {
    static const Json::Array kNone;
    const auto [known, is_new] = lists_.emplace(key, nullptr);
    if (is_new)
      if (const Json* found = json_.find(key)) known->second = found->array();
    return known->second ? *known->second : kNone;
  }

  Fault read_index(const Json& json, const std::string& place, std::size_t count, std::size_t& out) const {
    const double* number = json.number();
    if (!number || !(*number >= 0 && *number < static_cast<double>(count) &&
                     *number == static_cast<double>(static_cast<std::uint64_t>(*number))))
      return Error{place, "names none of " + std::to_string(count)};
    out = static_cast<std::size_t>(*number);
    return std::nullopt;
  }

  Fault read_indices(const Json* json, const std::string& place, std::size_t count,
                     std::vector<std::size_t>& out) const {
    if (!json) return std::nullopt;
    if (!json->array()) return wrong_type(place, "a list", *json);
    for (std::size_t k = 0; k < json->array()->size(); ++k) {
      out.push_back(0);
      if (Fault fault = read_index((*json->array())[k], element(place, k), count, out.back())) return fault;
    }
    return std::nullopt;
  }

  // ---- Nodes

  struct Node {
    std::vector<std::size_t> children;
    Placement placement;
    std::optional<std::size_t> mesh;
    std::string name;
  };

  Fault read_nodes() {
    const Json::Array& nodes = list("nodes");
    std::vector<std::size_t> parents(nodes.size(), 0);  // how many
    nodes_.resize(nodes.size());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (Fault fault = read_node(nodes[k], element("nodes", k), nodes_[k])) return fault;
      for (const std::size_t child : nodes_[k].children)
        if (++parents[child] > 1) return Error{element("nodes", child), "is the child of two nodes"};
    }
    std::vector<std::size_t> roots;
    if (Fault fault = read_roots(parents, roots)) return fault;
    return walk(roots);
  }

  Fault read_roots(const std::vector<std::size_t>& parents, std::vector<std::size_t>& roots) const {
    const Json::Array& scenes = list("scenes");
    std::size_t scene = 0;
    if (const Json* chosen = json_.find("scene"))
      if (Fault fault = read_index(*chosen, "scene", scenes.size(), scene)) return fault;
    if (scenes.empty()) {
      for (std::size_t k = 0; k < parents.size(); ++k)
        if (parents[k] == 0) roots.push_back(k);
      return std::nullopt;
    }
    const std::string place = element("scenes", scene);
    if (!scenes[scene].object()) return wrong_type(place, "an object", scenes[scene]);
    if (Fault fault = read_indices(scenes[scene].find("nodes"), place + ".nodes", parents.size(), roots)) return fault;
    std::vector<std::size_t> sorted = roots;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      return Error{place + ".nodes", "names a node twice"};
    for (const std::size_t root : roots)
      if (parents[root] > 0)
        return Error{place + ".nodes", "names node " + std::to_string(root) + ", which is a child of another"};
    return std::nullopt;
  }

  // Each node has one parent at most, and the roots have none: no circle can be reached.
  Fault walk(const std::vector<std::size_t>& roots) {
    struct Step {
      std::size_t node;
      Placement parent;
    };
    std::vector<Step> open;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back({*root, {}});
    while (!open.empty()) {
      const Step step = open.back();
      open.pop_back();
      const Node& node = nodes_[step.node];
      const Placement placement = compose(step.parent, node.placement);
      if (node.mesh)
        if (Fault fault = add_body(step.node, *node.mesh, placement)) return fault;
      for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
        open.push_back({*child, placement});
    }
    return std::nullopt;
  }

  Fault read_node(const Json& json, const std::string& place, Node& out) const {
    if (!json.object()) return wrong_type(place, "an object", json);
    if (json.find("skin"))
      return Error{place + ".skin", "a mesh that is posed by joints is not read; export it in its pose"};
    if (const Json* extensions = json.find("extensions"))
      if (extensions->find("EXT_mesh_gpu_instancing"))
        return Error{place, "instances by EXT_mesh_gpu_instancing are not read; export them as nodes"};
    if (const Json* weights = json.find("weights"))
      if (Fault fault = check_weights(*weights, place + ".weights")) return fault;
    if (const Json* name = json.find("name"))
      if (Fault fault = read_text(*name, place + ".name", out.name)) return fault;
    if (out.name.size() > kLongestName) return Error{place + ".name", "is longer than 1000 bytes"};
    if (const Json* mesh = json.find("mesh"))
      if (Fault fault = read_index(*mesh, place + ".mesh", list("meshes").size(), out.mesh.emplace())) return fault;
    if (Fault fault = read_indices(json.find("children"), place + ".children", list("nodes").size(), out.children))
      return fault;
    return read_placement(json, place, out.placement);
  }

  static Fault check_weights(const Json& json, const std::string& place) {
    if (!json.array()) return wrong_type(place, "a list", json);
    for (const Json& weight : *json.array())
      if (!weight.number() || *weight.number() != 0)
        return Error{place, "a mesh that is changed by morph targets is not read; export it in its shape"};
    return std::nullopt;
  }

  static Fault read_placement(const Json& json, const std::string& place, Placement& out) {
    const Json *matrix = json.find("matrix"), *t = json.find("translation"), *r = json.find("rotation"),
               *s = json.find("scale");
    if (matrix) {
      double m[16];
      if (t || r || s) return Error{place, "has a matrix and parts of one"};
      if (Fault fault = read_numbers(*matrix, place + ".matrix", 16, m)) return fault;
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        return Error{place + ".matrix", "the last row is not 0 0 0 1"};
      for (const double x : m)
        if (!is_coordinate({x, 0, 0})) return Error{place + ".matrix", "a number is beyond 1e300"};
      out = placement_of(Mat3{{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}}, {m[12], m[13], m[14]});
      return std::nullopt;
    }
    double shift[3] = {0, 0, 0}, turn[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    if (t)
      if (Fault fault = read_numbers(*t, place + ".translation", 3, shift)) return fault;
    if (r)
      if (Fault fault = read_numbers(*r, place + ".rotation", 4, turn)) return fault;
    if (s)
      if (Fault fault = read_numbers(*s, place + ".scale", 3, scale)) return fault;
    const Result<Pose> pose =
        Pose::from_quaternion({turn[3], turn[0], turn[1], turn[2]}, {shift[0], shift[1], shift[2]});
    if (!pose) return Error{place, pose.error().text()};
    out = placement_of(*pose);
    if (!is_coordinate({scale[0], scale[1], scale[2]})) return Error{place + ".scale", "a number is beyond 1e300"};
    if (scale[0] == scale[1] && scale[1] == scale[2] && scale[0] > 0)
      out = placement_of(*pose, scale[0]);
    else
      out = compose(out, placement_of(Mat3{{{scale[0], 0, 0}, {0, scale[1], 0}, {0, 0, scale[2]}}}, {}));
    return std::nullopt;
  }

  // ---- Meshes

  Fault add_body(std::size_t number, std::size_t index, const Placement& placement) {
    const Node& node = nodes_[number];
    std::string name = node.name;
    std::shared_ptr<const MeshData> mesh;
    if (Fault fault = mesh_of(index, mesh, name)) return fault;
    if (mesh->triangles.empty()) return std::nullopt;
    if (name.empty()) name = "node " + std::to_string(number);
    const Result<PlacedMesh> placed = placer_.place(mesh, placement);
    if (!placed) return placed.error().within(element("nodes", number));
    out_.bodies.push_back({names_.make(name), placed->mesh, placed->pose});
    return std::nullopt;
  }

  // Read once; `name` is the mesh's where it is empty.
  Fault mesh_of(std::size_t index, std::shared_ptr<const MeshData>& out, std::string& name) {
    const Json& json = list("meshes")[index];
    const std::string place = element("meshes", index);
    if (!json.object()) return wrong_type(place, "an object", json);
    if (const Json* own = json.find("name"); own && name.empty())
      if (Fault fault = read_text(*own, place + ".name", name)) return fault;
    if (name.size() > kLongestName) return Error{place + ".name", "is longer than 1000 bytes"};
    std::shared_ptr<const MeshData>& known = meshes_[index];
    if (!known) {
      MeshBuilder builder(FaceUse::Triangulate);
      if (const Json* weights = json.find("weights"))
        if (Fault fault = check_weights(*weights, place + ".weights")) return fault;
      const Json* primitives = json.find("primitives");
      if (!primitives || !primitives->array()) return Error{place, "has no list of primitives"};
      for (std::size_t k = 0; k < primitives->array()->size(); ++k)
        if (Fault fault = read_primitive((*primitives->array())[k], element(place + ".primitives", k), builder))
          return fault;
      Result<MeshData> made = builder.finish([](std::size_t f) { return "triangle " + std::to_string(f); }, 0);
      if (!made) return made.error().within(place);
      MeshData mesh = std::move(made).value();
      mesh.format = "glTF";
      known = std::make_shared<const MeshData>(std::move(mesh));
    }
    out = known;
    return std::nullopt;
  }

  Fault account(std::uint64_t corners, const std::string& place) {
    corners_ += corners;
    if (corners_ <= kCornersPerByte * data_.byte_count() + kCornersAtLeast) return std::nullopt;
    return Error{place, "more triangles than the file's size can account for"};
  }

  Fault read_primitive(const Json& json, const std::string& place, MeshBuilder& builder) {
    if (!json.object()) return wrong_type(place, "an object", json);
    std::uint64_t mode = 0, position = 0;
    if (Fault fault = read_count(json, "mode", place, 6, 4, mode)) return fault;
    if (mode < 4) return std::nullopt;  // points and lines
    const Json* attributes = json.find("attributes");
    if (!attributes || !attributes->object()) return Error{place, "has no \"attributes\""};
    if (!attributes->find("POSITION")) return std::nullopt;  // nothing to see, as the format has it
    if (Fault fault = read_count(*attributes, "POSITION", place + ".attributes", kMostIndex, {}, position))
      return fault;
    Fault fault;
    const GltfData::Accessor* points = data_.positions(position, place + ".attributes.POSITION", fault);
    if (fault) return fault;
    const GltfData::Accessor* order = nullptr;
    if (json.find("indices")) {
      std::uint64_t index = 0;
      if (Fault wrong = read_count(json, "indices", place, kMostIndex, {}, index)) return wrong;
      order = data_.indices(index, place + ".indices", fault);
      if (fault) return fault;
    }
    return add_triangles(*points, order, static_cast<Mode>(mode), place, builder);
  }

  Fault add_triangles(const GltfData::Accessor& points, const GltfData::Accessor* order, Mode mode,
                      const std::string& place, MeshBuilder& builder) {
    const std::uint64_t count = order ? order->count : points.count;
    const std::uint64_t triangles = mode == Mode::Triangles ? count / 3 : count < 3 ? 0 : count - 2;
    if (mode == Mode::Triangles && count % 3 != 0)
      return Error{place, std::to_string(count) + " corners are no triangles"};
    if (triangles > kMostIndex) return Error{place, "more than 4294967295 triangles"};
    if (Fault fault = account(3 * triangles, place)) return fault;
    for (std::uint64_t t = 0; t < triangles; ++t) {
      const std::uint64_t odd = t % 2;
      const std::uint64_t corners[3] = {mode == Mode::Triangles ? 3 * t
                                        : mode == Mode::Strip   ? t
                                                                : t + 1,
                                        mode == Mode::Triangles ? 3 * t + 1
                                        : mode == Mode::Strip   ? t + 1 + odd
                                                                : t + 2,
                                        mode == Mode::Triangles ? 3 * t + 2
                                        : mode == Mode::Strip   ? t + 2 - odd
                                                                : 0};
      for (const std::uint64_t corner : corners) {
        const std::uint64_t vertex = order ? GltfData::index(*order, corner) : corner;
        if (vertex >= points.count)
          return Error{place, "names vertex " + std::to_string(vertex) + "; there are " + std::to_string(points.count)};
        builder.add_corner(builder.point_count());
        if (const std::optional<std::string> wrong = builder.add_point(GltfData::position(points, vertex)))
          return Error{place, "vertex " + std::to_string(vertex) + ": " + *wrong};
      }
      builder.end_face();
    }
    return std::nullopt;
  }

  const Json& json_;
  mutable std::map<std::string_view, const Json::Array*> lists_;
  GltfData data_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::shared_ptr<const MeshData>> meshes_;
  FileBodies out_;
  UniqueNames names_;
  Placer placer_;
  std::uint64_t corners_ = 0;
};

Result<FileBodies> read_gltf(std::string_view text, std::string_view chunk, const std::optional<std::string>& folder) {
  const Result<Json> json = parse_json(text);
  if (!json) return json.error();
  return GltfReader(*json, chunk, folder).read();
}

std::uint64_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
  return value;
}

}  // namespace

Result<FileBodies> parse_gltf(std::string_view bytes, const std::optional<std::string>& folder) {
  return read_gltf(bytes, {}, folder);
}

Result<FileBodies> parse_glb(std::string_view bytes, const std::optional<std::string>& folder) {
  constexpr std::uint64_t kJson = 0x4e4f534a, kBinary = 0x004e4942;
  if (bytes.size() < 20 || bytes.substr(0, 4) != "glTF") return Error{"", "not a GLB file", ErrorCode::BadFile};
  if (little_endian(bytes, 4) != 2)
    return Error{"", "version " + std::to_string(little_endian(bytes, 4)) + " of glTF; only 2 is read",
                 ErrorCode::BadFile};
  const std::uint64_t length = little_endian(bytes, 8);
  if (length != bytes.size())
    return Error{"", "holds " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(length),
                 ErrorCode::BadFile};
  std::string_view text, chunk;
  for (std::size_t at = 12, number = 0; at < bytes.size(); ++number) {
    if (bytes.size() - at < 8 || little_endian(bytes, at) > bytes.size() - at - 8)
      return Error{"chunk " + std::to_string(number), "reaches beyond the file", ErrorCode::BadFile};
    const std::string_view whole = bytes.substr(at + 8, little_endian(bytes, at));
    const std::uint64_t kind = little_endian(bytes, at + 4);
    if ((number == 0) != (kind == kJson))
      return Error{"chunk " + std::to_string(number), "the first chunk, and no other, is the JSON", ErrorCode::BadFile};
    if (number == 0) text = whole;
    if (number == 1 && kind == kBinary) chunk = whole;
    at += 8 + whole.size();
  }
  return read_gltf(text, chunk, folder);
}

}  // namespace clearance::detail
