#include "page_scene.h"

#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/scenes/scene_pairs.h>
#include <clearance/io/scenes/scene_text.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearance::cli {
using namespace detail;
namespace {

// Below this a list of pairs is written out.
constexpr std::size_t kMostPairs = Scene::kMaxListed;

// The triangles of a point or a segment have no area, and nobody could see them.
std::span<const MeshTriangle> visible_triangles(const ScenePart& part, const Polytope* body) {
  if (body != nullptr && body->dimension() < 2) return {};
  return part.triangles;
}

// The convex body of a part of an object; null where it is a mesh, or has no points.
const Polytope* body_of(const SceneObject& object, std::size_t part) {
  if (const Parts* parts = object.parts()) return &std::get<Rounded>((*parts)[part]).core();
  return object.convex() ? &object.convex()->core() : nullptr;
}

std::string list_text(Vec3 v) {
  return "[" + double_text(v.x) + ", " + double_text(v.y) + ", " + double_text(v.z) + "]";
}

// Halves of the edges are the corners' coordinates, exactly.
std::string box_text(const ScenePart& part) {
  const Vec3 corner = part.points[7];
  return "{ \"box\": " + list_text({2 * std::abs(corner.x), 2 * std::abs(corner.y), 2 * std::abs(corner.z)}) + " }";
}

std::string rounded_text(const std::string& core, double radius) {
  return "{ \"rounded\": { \"core\": " + core + ", \"radius\": " + double_text(radius) + " } }";
}

std::string hull_text(const std::string& reference) { return "{ \"hull\": \"" + reference + "\" }"; }

}  // namespace

PageScene::PageScene(const Scene& scene, std::span<const std::uint32_t> first, std::uint64_t most_triangles)
    : scene_(scene), entries_(scene.objects.size()) {
  std::vector<char> is_done(scene.objects.size());
  const auto take = [&](std::uint32_t object) {
    if (std::exchange(is_done[object], 1) != 0) return;
    if (!add(object, most_triangles)) left_out_.push_back(object);
  };
  for (const std::uint32_t object : first) take(object);
  for (std::uint32_t object = 0; object < scene.objects.size(); ++object) take(object);
  std::sort(left_out_.begin(), left_out_.end());
}

bool PageScene::add(std::uint32_t number, std::uint64_t most_triangles) {
  const SceneObject& object = scene_.objects[number];
  if (object.half_space()) return true;
  if (object.kind == ShapeKind::Box) {
    triangles_shown_ += object.triangles().size();
    return true;
  }
  const std::vector<ScenePart>& parts = *object.given;
  std::vector<Hash128> keys;
  keys.reserve(parts.size());
  std::uint64_t new_triangles = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Polytope* body = body_of(object, k);
    const auto triangles = visible_triangles(parts[k], body);
    keys.push_back(PageArrays::key_of(parts[k].points, triangles, body != nullptr));
    triangles_shown_ += triangles.size();
    const bool is_new = !arrays_.find(keys.back()) && std::count(keys.begin(), keys.end(), keys.back()) == 1;
    if (is_new) new_triangles += triangles.size();
  }
  if (new_triangles > most_triangles - std::min(most_triangles, arrays_.triangle_count())) return false;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::optional<std::uint32_t> entry = arrays_.find(keys[k]);
    if (!entry)
      entry =
          arrays_.add(keys[k], parts[k].points, visible_triangles(parts[k], body_of(object, k)), edges_of(object, k));
    entries_[number].push_back(*entry);
  }
  return true;
}

std::string PageScene::reference(std::uint32_t object, std::size_t part) const {
  const std::vector<std::uint32_t>& entries = entries_[object];
  return entries.empty() ? "#none" : "#" + std::to_string(entries[part]);
}

std::string PageScene::shape_text(std::uint32_t number) const {
  const SceneObject& object = scene_.objects[number];
  if (object.half_space()) return detail::shape_text(object.shape);
  const std::vector<ScenePart>& parts = *object.given;
  const auto part_text = [&](std::size_t k) {
    const double radius = parts[k].radius - object.padding;  // exactly: the sum was
    const std::string hull = hull_text(reference(number, k));
    return radius > 0 ? rounded_text(hull, radius) : hull;
  };
  switch (object.kind) {
    case ShapeKind::Box:
      return box_text(parts[0]);
    case ShapeKind::Mesh: {
      const std::string mesh = "{ \"mesh\": \"" + reference(number, 0) + "\"";
      if (object.convex()) return mesh + " }";
      return mesh + ", \"solid\": " + (object.mesh()->is_solid() ? "true }" : "false }");
    }
    case ShapeKind::ConvexParts: {
      std::string out = "{ \"convex_parts\": [";
      for (std::size_t k = 0; k < parts.size(); ++k) out += (k > 0 ? ", " : "") + part_text(k);
      return out + "] }";
    }
    case ShapeKind::Hull:
      if (object.excess && *object.excess > 0)
        return "{ \"hull\": \"" + reference(number, 0) + "\", \"excess\": " + double_text(*object.excess) + " }";
      break;
    case ShapeKind::Rounded:
      return rounded_text(hull_text(reference(number, 0)), parts[0].radius - object.padding);
    case ShapeKind::HalfSpace:
      break;
  }
  return part_text(0);
}

// Whether groups and static objects alone say which pairs are asked about: then the text needs no list of them.
bool PageScene::asks_by_itself() const {
  if (scene_.lists_pairs) return false;
  PairFilter filter;
  for (std::uint32_t k = 0; k < scene_.objects.size(); ++k)
    filter.add({k, 1, scene_.objects[k].groups, scene_.objects[k].is_static, false});
  return filter.count() == scene_.crowd_pairs;  // whatever else a scene says only takes pairs away
}

std::optional<std::string> PageScene::filter_remark() const {
  const bool is_too_many = scene_.is_crowd || scene_.pairs.size() > kMostPairs;
  if (!is_too_many || asks_by_itself()) return std::nullopt;
  return "The scene asks about " + std::to_string(scene_.pair_count()) +
         " pairs, too many to list here, so the scene within this page asks about others, too.";
}

std::string PageScene::text() const {
  std::string out = "{ \"format\": \"clearance-scene-1\",\n";
  if (scene_.interval)
    out +=
        "  \"interval\": [" + double_text((*scene_.interval)[0]) + ", " + double_text((*scene_.interval)[1]) + "],\n";
  out += "  \"objects\": [\n";
  for (std::uint32_t k = 0; k < scene_.objects.size(); ++k)
    out += entry_text(entry_of(scene_.objects[k]), shape_text(k)) + (k + 1 < scene_.objects.size() ? ",\n" : " ]");
  if (scene_.is_crowd || scene_.pairs.size() > kMostPairs || asks_by_itself()) return out + " }\n";
  out += ",\n  \"pairs\": [";
  for (std::size_t i = 0; i < scene_.pairs.size(); ++i)
    out += (i > 0 ? ", [" : "[") + json_string(scene_.objects[scene_.pairs[i].a].name) + ", " +
           json_string(scene_.objects[scene_.pairs[i].b].name) + "]";
  return out + "] }\n";
}

}  // namespace clearance::cli
