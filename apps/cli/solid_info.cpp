#include "solid_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "table.h"

namespace clearance::cli {
namespace {

std::string entry(const char* what, const std::string& value) { return fmt::format("  {:<10}{}\n", what, value); }

std::string count(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string brep_text(const BRep& brep) {
  std::size_t loops = 0;
  for (std::uint32_t f = 0; f < brep.face_count(); ++f) loops += brep.loops_of_face(f).size();
  return fmt::format("{}, {}, {}, {}", count(brep.vertex_count(), "vertex", "vertices"),
                     count(brep.edge_count(), "edge", "edges"), count(brep.face_count(), "face", "faces"),
                     count(loops, "loop", "loops"));
}

std::string index_text(const BRepIndex& index, IndexSplitting splitting) {
  const BRepIndexFacts& facts = index.facts();
  return fmt::format("{}, {}, height {}, average height {:.2f}", to_string(splitting),
                     count(facts.nodes, "node", "nodes"), facts.height, facts.average_height);
}

const char* side_text(int side) { return side > 0 ? "above" : side < 0 ? "below" : "on"; }

// A line for each plane on the way.
std::string path_text(const BRepIndex& index, const IndexPath& path) {
  std::string text;
  for (const IndexStep& step : path) {
    const BRepIndexNode& node = index.nodes()[step.node];
    text += entry("", fmt::format("{:<6} {:<14} {}", side_text(step.side), plane_name(index, node.plane),
                                  equation_text(node.normal, node.offset)));
  }
  return text;
}

// A line for each part.
std::string parts_text(const BRep& brep, const SegmentParts& parts) {
  std::string text;
  for (const SegmentPart& part : parts) {
    const std::string where =
        part.is_point ? fmt::format("at {:.6g}", part.from) : fmt::format("{:.6g} to {:.6g}", part.from, part.to);
    const std::string place =
        part.is_point ? place_text(part.start) : fmt::format("{} to {}", place_text(part.start), place_text(part.end));
    text += entry("", fmt::format("{:<22} {:<14} {}", where, name_of(brep, part.entity), place));
  }
  return text;
}

Error too_large(const IndexedSolid& solid, double tolerance) {
  return {solid.path + ": --tolerance",
          fmt::format("{} is larger than the solid, which is {} long", tolerance, solid.index.brep().mesh().size())};
}

}  // namespace

std::string plane_name(const BRepIndex& index, std::uint32_t plane) {
  const auto entity = [&](EntityKind kind) { return name_of(index.brep(), {kind, index.plane_entity(plane)}); };
  switch (index.plane_kind(plane)) {
    case IndexPlaneKind::Face:
      return entity(EntityKind::Face);
    case IndexPlaneKind::Edge:
      return entity(EntityKind::Edge);
    case IndexPlaneKind::Vertex:
      return entity(EntityKind::Vertex);
    case IndexPlaneKind::Free:
      break;
  }
  return "free plane";
}

std::string equation_text(Vec3 normal, double offset) {
  const double largest = norm_max(normal);
  if (!(largest > 0)) return fmt::format("0 = {:.6g}", offset);
  std::string text;
  for (int k = 0; k < 3; ++k) {
    const std::string size = fmt::format("{:.6g}", std::fabs(normal[k]) / largest);
    if (size == "0") continue;
    const bool negative = normal[k] < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += (size == "1" ? "" : size + " ") + "xyz"[k];
  }
  return text + fmt::format(" = {:.6g}", offset / largest + 0.0);
}

Result<IndexedSolid> index_solid(const std::string& path, const MeshData& mesh, const SolidQuestions& questions) {
  const Result<Mesh> made = make_mesh(mesh.vertices, mesh.triangles, {.kind = MeshKind::Solid, .threads = 0});
  if (!made) return made.error().within(path);
  const Result<BRep> brep = make_brep(*made);
  if (!brep) return brep.error().within(path);
  return IndexedSolid{path, make_brep_index(*brep, {.splitting = questions.splitting})};
}

Result<std::string> solid_text(const IndexedSolid& solid, const SolidQuestions& questions) {
  const BRep& brep = solid.index.brep();
  std::string text;
  if (questions.facts)
    text += entry("brep", brep_text(brep)) + entry("index", index_text(solid.index, questions.splitting));
  const ClassifyOptions options{.tolerance = questions.tolerance};
  for (const Vec3 point : questions.points) {
    IndexPath path;
    const Entity entity = classify(solid.index, {}, point, options, &path);
    if (entity.kind == EntityKind::NotAsked) return too_large(solid, questions.tolerance);
    const std::string how = path.empty() ? "outside its box" : count(path.size(), "plane", "planes");
    text += entry("at", fmt::format("{}: {} ({})", place_text(point), name_of(brep, entity), how));
    text += path_text(solid.index, path);
  }
  for (const auto& [p, q] : questions.segments) {
    const SegmentParts parts = classify_segment(solid.index, {}, p, q, {}, options);
    if (parts.empty()) return too_large(solid, questions.tolerance);
    text += entry("segment", text_of(brep, parts)) + parts_text(brep, parts);
  }
  return text;
}

}  // namespace clearance::cli
