// clearance info: what each mesh file holds, in words; where points and segments are in the solid.
#include <clearance/io/assemblies/file_bodies.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "mesh_summary.h"
#include "pictures/solid_picture.h"
#include "progress.h"
#include "solid_info.h"
#include "words.h"

namespace clearance::cli {
using namespace detail;
namespace {

// Where a mesh lies upon itself, a list of all pairs would not end.
constexpr std::size_t kMostCrossings = 1000000;

std::string count(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string file_text(const MeshData& mesh) {
  std::vector<std::string> parts{mesh.format, count(mesh.points_in_file, "point", "points"),
                                 count(mesh.faces_in_file, "face", "faces")};
  if (mesh.polygons_fanned > 0) parts.push_back(count(mesh.polygons_fanned, "polygon fanned", "polygons fanned"));
  if (mesh.polygons_triangulated > 0)
    parts.push_back(count(mesh.polygons_triangulated, "non-convex polygon triangulated in its plane",
                          "non-convex polygons triangulated in their planes"));
  if (mesh.faces_dropped > 0)
    parts.push_back(count(mesh.faces_dropped, "face of fewer than three corners left out",
                          "faces of fewer than three corners left out"));
  return joined(parts);
}

std::string mesh_text(const MeshData& mesh, const MeshSummary& summary) {
  return joined({count(mesh.vertices.size(), "vertex", "vertices"),
                 count(mesh.triangles.size(), "triangle", "triangles"),
                 count(summary.facts.components, "component", "components")});
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

std::string orientation_text(const MeshFacts& facts) {
  if (facts.inconsistent_edges > 0) return "no";
  if (!facts.is_solid()) return "yes";
  return facts.volume_sign > 0 ? "yes, outward" : facts.volume_sign < 0 ? "yes, inside out" : "yes, partly inside out";
}

std::string solid_text(const MeshFacts& facts) {
  return facts.is_solid() ? "yes" : "no: " + one_line(why_not_solid(facts));
}

std::string convex_text(const MeshSummary& summary) {
  // The reason numbers vertices without the unused ones: of no help when there are such.
  if (summary.is_convex() || !summary.facts.is_solid() || summary.unused_vertices > 0)
    return yes_or_no(summary.is_convex());
  return "no: " + one_line(summary.why_not_convex);
}

// Rounded outward.
std::string excess_text(const ConvexExcess& excess, double size) {
  if (excess.upper == 0) return "0";
  const auto digits = [](double x, double toward) {
    std::string text = fmt::format("{:.3g}", x);
    for (double next = x; toward > 0 ? std::stod(text) < x : std::stod(text) > x; text = fmt::format("{:.3g}", next))
      next += toward * 1e-3 * x;
    return text;
  };
  return fmt::format("{} to {}, {:.2g} % of the size, is how far the hull reaches from the solid",
                     digits(excess.lower, -1), digits(excess.upper, 1), 100 * excess.upper / size);
}

std::string volume_text(const MeshFacts& facts) {
  return facts.is_closed() ? fmt::format("{}", facts.volume) : "none: the surface bounds no solid";
}

std::string defects_text(const MeshSummary& summary) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t n, const char* one, const char* many) {
    if (n > 0) parts.push_back(count(n, one, many));
  };
  add(summary.facts.boundary_edges, "boundary edge", "boundary edges");
  add(summary.facts.nonmanifold_edges, "non-manifold edge", "non-manifold edges");
  add(summary.facts.inconsistent_edges, "misoriented edge", "misoriented edges");
  add(summary.facts.zero_area, "zero-area face", "zero-area faces");
  add(summary.facts.duplicate_triangles, "duplicate face", "duplicate faces");
  add(summary.unused_vertices, "unused vertex", "unused vertices");
  return parts.empty() ? "none" : joined(parts);
}

std::string hull_text(const MeshSummary& summary) {
  const Polytope& hull = summary.hull;
  const char* kinds[] = {"a point", "a segment", "a flat polygon", "solid"};
  std::vector<std::string> parts{kinds[hull.dimension()],
                                 count(static_cast<std::size_t>(hull.vertex_count()), "vertex", "vertices")};
  if (hull.dimension() == 3) {
    parts.push_back(count(static_cast<std::size_t>(hull.edge_count()), "edge", "edges"));
    parts.push_back(count(static_cast<std::size_t>(hull.face_count()), "face", "faces"));
    parts.push_back(fmt::format("volume {}", summary.hull_volume));
  }
  return joined(parts);
}

std::string box_text(const Polytope& hull) {
  const Vec3 low = hull.box_low(), high = hull.box_high();
  return fmt::format("[{}, {}] x [{}, {}] x [{}, {}]", low.x, high.x, low.y, high.y, low.z, high.z);
}

std::string extents_text(const Polytope& hull) {
  const Vec3 sides = hull.box_high() - hull.box_low();
  return fmt::format("{} x {} x {}", sides.x, sides.y, sides.z);
}

std::string crossings_text(const MeshData& mesh) {
  const Result<Mesh> made = make_mesh(mesh.vertices, mesh.triangles, {.kind = MeshKind::Surface, .threads = 0});
  if (!made) return made.error().text();
  const std::vector<MeshTrianglePair> pairs = self_intersections(*made, kMostCrossings);
  if (pairs.empty()) return "none";
  return fmt::format("{}{}, the first of triangles {} and {}", count(pairs.size(), "pair", "pairs"),
                     pairs.size() == kMostCrossings ? " or more" : "", pairs[0][0], pairs[0][1]);
}

std::string summary_text(const std::string& path, const MeshData& mesh, const MeshSummary& summary, bool crossings) {
  std::string text = one_line(path) + "\n";
  const auto add = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<10}{}\n", what, value);
  };
  add("file", file_text(mesh));
  add("mesh", mesh_text(mesh, summary));
  add("box", box_text(summary.hull));
  add("extents", extents_text(summary.hull));
  add("closed", yes_or_no(summary.facts.is_closed()));
  add("manifold", yes_or_no(summary.facts.nonmanifold_edges == 0));
  add("oriented", orientation_text(summary.facts));
  add("solid", solid_text(summary.facts));
  add("convex", convex_text(summary));
  if (summary.excess) {
    const Vec3 sides = summary.hull.box_high() - summary.hull.box_low();
    add("excess", excess_text(*summary.excess, norm_max(sides)));
  }
  add("volume", volume_text(summary.facts));
  add("defects", defects_text(summary));
  if (crossings) add("crossings", crossings_text(mesh));
  add("hull", hull_text(summary));
  return text;
}

// Facts alone are asked of anything; to be asked where a point is, or to be drawn, it must be a solid.
Result<std::string> answers_text(const CommandLine& line, const std::string& path, const MeshData& mesh) {
  const Result<IndexedSolid> solid = index_solid(path, mesh, line.solid);
  const bool only_facts = line.solid.points.empty() && line.solid.segments.empty() && line.solid.tree.empty();
  if (!solid && only_facts) return fmt::format("  {:<10}none: {}\n", "brep", one_line(solid.error().fault));
  if (!solid) return solid.error();
  Result<std::string> text = solid_text(*solid, line.solid);
  if (!text) return text;
  if (std::optional<Error> error = draw_solid(line, *solid)) return *error;
  return text;
}

}  // namespace

namespace {

// A block for each mesh that a file of an assembly places, in the file's own unit.
Result<std::string> assembly_text(const CommandLine& line, const std::string& path) {
  if (line.solid.any()) return Error{path, "several bodies; questions about one solid need a mesh file"};
  const Result<FileBodies> read = read_bodies(path, path, PartSplit::Files);
  if (!read) return read.error();
  const std::optional<LengthUnit> unit = read->unit;
  const std::string in_unit = unit ? fmt::format(" ({})", to_string(*unit)) : "";
  std::string text;
  for (const FileBody& body : read->bodies) {
    const std::string name = path + "/" + body.name + in_unit;
    const Result<MeshSummary> summary = summarise(*body.mesh);
    if (!summary) return summary.error().within(name);
    text += (text.empty() ? "" : "\n") + summary_text(name, *body.mesh, *summary, line.self_intersections);
  }
  return text;
}

}  // namespace

Result<Output> info(const CommandLine& line) {
  Output output;
  Progress progress("files", line.files.size());
  for (const std::string& path : line.files) {
    if (has_assembly_ending(path)) {
      const Result<std::string> text = assembly_text(line, path);
      if (!text) return text.error();
      output.text += (output.text.empty() ? "" : "\n") + *text;
      progress.step();
      continue;
    }
    const Result<MeshData> mesh = read_mesh(path);
    if (!mesh) return mesh.error();
    const Result<MeshSummary> summary = summarise(*mesh);
    if (!summary) return summary.error().within(path);
    output.text += (output.text.empty() ? "" : "\n") + summary_text(path, *mesh, *summary, line.self_intersections);
    if (line.solid.any()) {
      const Result<std::string> answers = answers_text(line, path, *mesh);
      if (!answers) return answers.error();
      output.text += *answers;
    }
    progress.step();
  }
  return output;
}

}  // namespace clearance::cli
