#include <clearance/io/scenes/scene_file.h>

#include <clearance/build/parts.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/exact_pose.h>
#include <clearance/io/scenes/mesh_source.h>
#include <clearance/io/scenes/scene_document.h>
#include <clearance/io/scenes/scene_pairs.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <map>

namespace clearance {
using namespace detail;
namespace {

// ---- Padding
// ---------------------------------------------------------------------------------------------------------

// r + padding where that is a double (Dekker: what the sum lost is 0).
std::optional<double> exact_sum(double radius, double padding) {
  const double low = std::min(radius, padding), high = std::max(radius, padding), sum = low + high;
  return low - (sum - high) == 0 ? std::optional(sum) : std::nullopt;
}

Fault pad(std::vector<ScenePart>& given, double padding, const std::string& place) {
  for (ScenePart& part : given) {
    const std::optional<double> sum = exact_sum(part.radius, padding);
    if (!sum)
      return Error{place, "with the radius " + double_text(part.radius) +
                              " it makes no double, which certificates need; choose a padding with fewer digits"};
    if (!(*sum <= kMaxCoordinate)) return Error{place, "with the radius it is beyond 1e300"};
    part.radius = *sum;
  }
  return std::nullopt;
}

// Every convex part gets a larger radius. A mesh stays as it is: who asks must look at the padding.
Fault apply_padding(double padding, const std::string& place, SceneShape& shape) {
  if (padding == 0 || std::holds_alternative<Mesh>(shape.shape)) return std::nullopt;
  std::vector<ScenePart> given = *shape.given;
  if (Fault fault = pad(given, padding, place)) return fault;
  if (const auto* body = std::get_if<Rounded>(&shape.shape)) {
    shape.shape = rounded(body->core(), given[0].radius);
  } else if (const auto* several = std::get_if<Parts>(&shape.shape)) {
    std::vector<PartShape> parts;
    parts.reserve(given.size());
    for (std::size_t k = 0; k < given.size(); ++k)
      parts.emplace_back(rounded(std::get<Rounded>((*several)[k]).core(), given[k].radius));
    const Result<Parts> made = make_parts(std::move(parts));
    if (!made) return made.error().within(place);
    shape.shape = *made;
  }
  shape.given = std::make_shared<const std::vector<ScenePart>>(std::move(given));
  return std::nullopt;
}

// ---- From the file's objects to the scene's
// --------------------------------------------------------------------------

class SceneMaker {
 public:
  explicit SceneMaker(SceneUse use) : use_(use) {}

  Fault make(SceneDocument document) {
    if (document.objects.empty()) return Error{"objects", "the list is empty; a scene needs an object"};
    scene.interval = document.interval;
    for (std::size_t k = 0; k < document.objects.size(); ++k)
      if (Fault fault = add(document.objects[k], element("objects", k), document)) return fault;
    for (const auto& [a, b] : document.allowed_names)
      if (a != b) allow_names(document, a, b);
    for (const WorldSnapshot::Pair& pair : document.allowed_bodies) filter_.allow(pair.a, pair.b, pair.allowed);
    for (const AttachmentSnapshot& held : document.held) filter_.allow(held.held, held.holder, true);
    scene.filter = std::make_shared<const PairFilter>(std::move(filter_));
    scene.lists_pairs = document.pairs != nullptr;
    if (document.pairs) return read_pairs(*document.pairs);
    list_all_pairs(scene);
    return std::nullopt;
  }

  Scene scene;

 private:
  struct Range {
    std::uint32_t first, count;
  };

  void allow_names(const SceneDocument& document, const std::string& a, const std::string& b) {
    const auto of_a = document.numbers.find(a), of_b = document.numbers.find(b);
    if (of_a != document.numbers.end() && of_b != document.numbers.end())
      filter_.allow(of_a->second, of_b->second, true);
  }

  // An object of several parts becomes as many: arm/0, arm/1, …
  Fault add(DocumentObject& object, const std::string& place, const SceneDocument& document) {
    const std::vector<std::string>& everything = document.allowed_everything;
    const Range range{static_cast<std::uint32_t>(scene.objects.size()),
                      static_cast<std::uint32_t>(object.parts.size())};
    filter_.add({range.first, range.count, object.options.groups, object.options.is_static,
                 std::binary_search(everything.begin(), everything.end(), object.name)});
    ranges_.emplace(object.name, range);
    for (std::uint32_t k = 0; k < range.count; ++k) {
      const std::string here = object.has_parts ? element(place + ".parts", k) : place;
      std::string name = object.name;
      if (object.has_parts) {
        name += "/" + std::to_string(k);
        if (const auto taken = document.numbers.find(name); taken != document.numbers.end())
          return Error{
              here, "is called \"" + printable(name) + "\", which is the name of " + element("objects", taken->second)};
        ranges_.emplace(name, Range{range.first + k, 1});
      }
      if (Fault fault = add_part(std::move(name), object, object.parts[k], here, place + ".padding")) return fault;
    }
    return std::nullopt;
  }

  Fault add_part(std::string name, const DocumentObject& object, DocumentObject::Part& part, const std::string& place,
                 const std::string& padding_place) {
    Pose pose;
    if (Fault fault = pose_of(object, part, place, pose)) return fault;
    SceneShape& body = part.shape;
    if (Fault fault = apply_padding(object.options.padding, padding_place, body)) return fault;
    const Pose frame = object.has_parts ? pose : object.frame;
    scene.objects.push_back({std::move(name), body.kind, std::move(body.shape), std::move(body.given), pose,
                             std::move(body.warnings), frame, object.offset, object.motion, object.options.padding,
                             object.options.is_static, object.options.groups, object.options.user,
                             body.excess.value_or(0)});
    return std::nullopt;
  }

  // An offset is exact where an instant is looked at; parts stand where a world puts them.
  Fault pose_of(const DocumentObject& object, const DocumentObject::Part& part, const std::string& place,
                Pose& out) const {
    if (object.unposed && use_ == SceneUse::AtStart) return object.unposed;
    out = object.frame;
    if (object.has_parts) return rounded_product(object.frame, part.offset, place, out);
    if (!object.offset) return std::nullopt;
    if (const std::optional<Pose> product = exact_product(object.frame, *object.offset)) {
      out = *product;
      return std::nullopt;
    }
    if (use_ == SceneUse::InMotion) return rounded_product(object.frame, *object.offset, place, out);
    return Error{place + ".offset",
                 "with the object's pose it makes none of doubles, which this version needs; give the shape's own "
                 "pose, without \"offset\""};
  }

  static Fault rounded_product(const Pose& frame, const Pose& offset, const std::string& place, Pose& out) {
    const Result<Pose> product = compose(frame, offset);
    if (!product) return product.error().within(place + ".offset");
    out = *product;
    return std::nullopt;
  }

  Fault read_pairs(const Json& json) {
    if (!json.array()) return wrong_type("pairs", "a list", json);
    for (std::size_t i = 0; i < json.array()->size(); ++i) {
      const std::string place = element("pairs", i);
      std::string names[2];
      if (Fault fault = read_name_pair((*json.array())[i], place, names[0], names[1])) return fault;
      Range range[2];
      for (std::size_t k = 0; k < 2; ++k) {
        const auto known = ranges_.find(names[k]);
        if (known == ranges_.end()) return no_such_object(element(place, k), names[k]);
        range[k] = known->second;
      }
      if (range[0].first < range[1].first + range[1].count && range[1].first < range[0].first + range[0].count)
        return Error{place, "names the same object twice"};
      for (std::uint32_t a = 0; a < range[0].count; ++a)
        for (std::uint32_t b = 0; b < range[1].count; ++b) {
          if (scene.pairs.size() >= kMaxNamed) return Error{place, "more than 16777216 pairs of parts"};
          scene.pairs.push_back({range[0].first + a, range[1].first + b});
        }
    }
    return std::nullopt;
  }

  // A few names may stand for the parts of large bodies.
  static constexpr std::size_t kMaxNamed = std::size_t{1} << 24;
  SceneUse use_;
  std::map<std::string, Range> ranges_;
  PairFilter filter_;
};

}  // namespace

void detail::list_all_pairs(Scene& scene) {
  scene.crowd_pairs = scene.filter->count();
  scene.is_crowd = scene.crowd_pairs > Scene::kMaxListed;
  if (scene.is_crowd) return;
  for (const auto& [a, b] : scene.filter->list()) scene.pairs.push_back({a, b});
}

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
    case ShapeKind::HalfSpace:
      return "half_space";
  }
  return "unknown";
}

int Scene::find(std::string_view object) const {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].name == object) return static_cast<int>(i);
  return -1;
}

bool Scene::asks(std::uint32_t a, std::uint32_t b) const { return filter ? filter->asks(a, b) : a != b; }

bool Scene::moves() const {
  return std::any_of(objects.begin(), objects.end(),
                     [](const SceneObject& object) { return object.motion.has_value(); });
}

Result<Scene> detail::parse_scene(std::string_view text, const MeshSource& meshes, const std::string& name,
                                  SceneUse use) {
  const Result<Json> json = parse_json(text);
  if (!json) return in_file(json.error(), name);
  ShapeReader shapes(meshes);
  SceneDocument document;
  if (const Fault fault = read_document(*json, shapes, document)) return in_file(*fault, name);
  SceneMaker maker(use);
  if (const Fault fault = maker.make(std::move(document))) return in_file(*fault, name);
  maker.scene.name = name;
  return std::move(maker.scene);
}

}  // namespace clearance
