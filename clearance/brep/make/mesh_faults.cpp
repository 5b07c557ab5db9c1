#include <clearance/brep/make/mesh_faults.h>

#include <clearance/exact/orient3d.h>
#include <clearance/mesh/self_intersection.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

namespace clearance::detail {
namespace {

// In a message.
constexpr std::size_t kNamed = 3;
// Every pair of a large mesh may be at fault; nobody reads so many.
constexpr std::size_t kMostPairs = 1000;

Error not_solid(std::string fault) { return {"", "no solid: " + std::move(fault), ErrorCode::NotSolid}; }

// "triangle 4 has", "triangles 4 and 5 have", "triangles 4, 5, 6 and 3 more have"
std::string triangles_have(std::vector<std::uint32_t> ids) {
  std::sort(ids.begin(), ids.end());
  if (ids.size() == 1) return "triangle " + std::to_string(ids[0]) + " has";
  std::string text = "triangles ";
  for (std::size_t i = 0; i < std::min(ids.size(), kNamed); ++i) {
    if (i > 0) text += i + 1 == ids.size() ? " and " : ", ";
    text += std::to_string(ids[i]);
  }
  if (ids.size() > kNamed) text += " and " + std::to_string(ids.size() - kNamed) + " more";
  return text + " have";
}

std::string pair_text(const MeshTrianglePair& pair) {
  return std::to_string(pair[0]) + " and " + std::to_string(pair[1]);
}

// "triangles 1 and 2 WHAT", "at least 1000 pairs of triangles WHAT: 1 and 2, 1 and 3, 2 and 4, …"
std::string pairs_text(std::span<const MeshTrianglePair> pairs, const std::string& what) {
  if (pairs.size() == 1) return "triangles " + pair_text(pairs[0]) + " " + what;
  const char* at_least = pairs.size() >= kMostPairs ? "at least " : "";
  std::string text = at_least + std::to_string(pairs.size()) + " pairs of triangles " + what + ": ";
  for (std::size_t i = 0; i < std::min(pairs.size(), kNamed); ++i) text += (i > 0 ? ", " : "") + pair_text(pairs[i]);
  return pairs.size() > kNamed ? text + ", …" : text;
}

std::vector<std::uint32_t> without_area(const Mesh& mesh) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const MeshTriangle& v = mesh.triangle(t);
    if (collinear(mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2]))) ids.push_back(mesh.id(t));
  }
  return ids;
}

// Pairs with the same three vertices, in any order.
std::vector<MeshTrianglePair> equal_pairs(const Mesh& mesh, std::span<const MeshTrianglePair> pairs) {
  const std::vector<MeshTriangle> triangles = mesh.triangles_as_given();
  const auto has = [&](const MeshTriangle& t, Vec3 p) {
    return std::any_of(t.begin(), t.end(), [&](std::uint32_t v) { return mesh.vertex(v) == p; });
  };
  std::vector<MeshTrianglePair> equal;
  for (const MeshTrianglePair& pair : pairs) {
    const MeshTriangle &a = triangles[pair[0]], &b = triangles[pair[1]];
    if (std::all_of(a.begin(), a.end(), [&](std::uint32_t v) { return has(b, mesh.vertex(v)); })) equal.push_back(pair);
  }
  return equal;
}

}  // namespace

std::optional<Error> fault_of_triangles(const Mesh& mesh) {
  const MeshFacts& facts = mesh.facts();
  if (!facts.is_closed()) return not_solid(why_not_solid(facts));
  if (facts.zero_area > 0) return not_solid(triangles_have(without_area(mesh)) + " no area");
  const std::vector<MeshTrianglePair> pairs = self_intersections(mesh, kMostPairs);
  if (const auto equal = equal_pairs(mesh, pairs); !equal.empty())
    return not_solid(pairs_text(equal, "have the same vertices"));
  if (!pairs.empty()) return not_solid(pairs_text(pairs, "share more than common edges and vertices"));
  return std::nullopt;
}

std::optional<Error> fault_of_sides(const Mesh& mesh, const std::vector<int>& in_front) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t t = 0; t < in_front.size(); ++t)
    if (in_front[t] != 0 && in_front[t] != -1) ids.push_back(mesh.id(t));
  if (ids.empty()) return std::nullopt;
  return not_solid(triangles_have(ids) + " the solid on both sides");
}

}  // namespace clearance::detail
