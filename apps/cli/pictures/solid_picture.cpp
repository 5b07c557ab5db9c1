#include "solid_picture.h"

#include <clearance/io/file.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace clearance::cli {
using namespace detail;
namespace {

constexpr double kMargin = 28;
constexpr std::size_t kMostNames = 24, kMostLines = 24;  // beyond these the eye loses count

Vec3 normal_of(const BRep& brep, std::uint32_t face) {
  const std::array<Vec3, 3>& p = brep.plane_of_face(face);
  return unit_of(cross(unit_of(p[1] - p[0]), unit_of(p[2] - p[0])));
}

// The corners of each loop.
std::vector<std::vector<Vec3>> loops_of(const BRep& brep, std::uint32_t face) {
  std::vector<std::vector<Vec3>> loops;
  for (const std::uint32_t first : brep.loops_of_face(face)) {
    loops.emplace_back();
    std::uint32_t h = first;
    do {
      loops.back().push_back(brep.vertex(brep.half_edge(h).origin));
      h = brep.half_edge(h).next;
    } while (h != first);
  }
  return loops;
}

double depth_of(const std::vector<std::vector<Vec3>>& loops, const View& view) {
  double sum = 0;
  for (const Vec3 p : loops[0]) sum += dot(view.toward, (p - view.center) / view.size);
  return sum / static_cast<double>(loops[0].size());
}

void draw_face(Svg& svg, const std::vector<std::vector<Vec3>>& loops, Vec3 normal, const View& view) {
  const BodyColours& colours = kBodyColours[0];
  const Vec3 light = unit_of(-0.4 * view.right + 0.6 * view.up + 0.7 * view.toward);
  const double lit = std::clamp(dot(normal, light), 0.0, 1.0);
  svg.add(
      "<path class=\"face\" fill-rule=\"evenodd\" fill=\"{}\" fill-opacity=\"0.93\" stroke=\"{}\" "
      "stroke-width=\"1.1\" stroke-linejoin=\"round\" d=\"",
      colour_text(between(colours.dark, colours.light, lit)), colours.edge);
  for (const std::vector<Vec3>& loop : loops) {
    for (std::size_t k = 0; k < loop.size(); ++k)
      svg.add("{}{:.1f} {:.1f}", k == 0 ? "M" : "L", view(loop[k]).x, view(loop[k]).y);
    svg.add("Z");
  }
  svg.add("\"/>\n");
}

std::string label_style(const char* colour) {
  return fmt::format(
      "text-anchor=\"middle\" font-size=\"12\" font-weight=\"bold\" fill=\"{}\" stroke=\"#ffffff\" "
      "stroke-width=\"2.5\" paint-order=\"stroke\"",
      colour);
}

std::vector<Vec3> all_points(const BRep& brep, const SolidQuestions& questions) {
  std::vector<Vec3> points = questions.points;
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) points.push_back(brep.vertex(v));
  for (const auto& [p, q] : questions.segments) points.push_back(p), points.push_back(q);
  return points;
}

class Classified {
 public:
  Classified(const IndexedSolid& solid, const SolidQuestions& questions)
      : brep_(solid.index.brep()),
        view_(make_oblique_view(all_points(brep_, questions), {kMargin, kMargin},
                                {kPanel - 2 * kMargin - 14, kPageHeight - 2 * kMargin})) {
    svg_.begin("What is where in " + solid.path);
    const ClassifyOptions options{.tolerance = questions.tolerance};
    std::vector<SegmentParts> segments;
    SegmentParts points;
    std::vector<Entity> named;
    segments.reserve(questions.segments.size() + 1);
    for (const auto& [p, q] : questions.segments)
      segments.push_back(classify_segment(solid.index, {}, p, q, {}, options));
    points.reserve(questions.points.size());
    for (const Vec3 p : questions.points)
      points.push_back({.entity = classify(solid.index, {}, p, options), .is_point = true, .start = p, .end = p});
    segments.push_back(points);
    for (const SegmentParts& parts : segments)
      for (const SegmentPart& part : parts) named.push_back(part.entity);
    draw_brep(svg_, brep_, view_, labels_, named);
    line_ = svg_.heading("Classified", fmt::format("{}: {} vertices, {} edges, {} faces", file_name(solid.path),
                                                   brep_.vertex_count(), brep_.edge_count(), brep_.face_count()));
    // Lines first: points and names lie on top of them.
    for (const SegmentParts& parts : segments) pieces(parts);
    for (const SegmentParts& parts : segments)
      for (const SegmentPart& part : parts) name(part);
    svg_.end();
  }
  const std::string& text() const { return svg_.str(); }

 private:
  static std::string file_name(const std::string& path) { return path.substr(folder_of(path).size()); }

  void pieces(const SegmentParts& parts) {
    for (const SegmentPart& part : parts) {
      if (part.is_point) continue;
      const bool surface = part.entity.is_on_boundary();
      svg_.line(view_(part.start), view_(part.end),
                fmt::format("class=\"piece\" stroke=\"{}\" stroke-width=\"{}\"{}", entity_colour(part.entity.kind),
                            part.entity.kind == EntityKind::Edge ? 4
                            : surface                            ? 3
                                                                 : 2,
                            surface ? "" : " stroke-dasharray=\"6 4\""));
      labels_.avoid(view_(part.start), view_(part.end));
    }
    for (const SegmentPart& part : parts)
      if (part.is_point) labels_.avoid(view_(part.start));
  }

  void name(const SegmentPart& part) {
    const char* colour = entity_colour(part.entity.kind);
    const Point2 p = view_(part.start), q = view_(part.end);
    if (part.is_point)
      svg_.circle(p, 5, fmt::format("class=\"point\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"1.2\"", colour));
    const std::string what = short_name(brep_, part.entity);
    const double width = 8.0 * static_cast<double>(letters(what)) + 4;
    svg_.text(labels_.place({0.5 * (p.x + q.x), 0.5 * (p.y + q.y)}, width), what, label_style(colour));
    if (++lines_ > kMostLines) return;
    if (part.is_point)
      svg_.circle({kPanel + 5, line_ - 4}, 4, fmt::format("fill=\"{}\"", colour));
    else
      svg_.line({kPanel, line_ - 4}, {kPanel + 11, line_ - 4}, fmt::format("stroke=\"{}\" stroke-width=\"3\"", colour));
    svg_.text({kPanel + 22, line_}, lines_ == kMostLines ? "…" : name_of(brep_, part.entity));
    if (part.is_point && lines_ < kMostLines)
      svg_.text({kPanel + 120, line_},
                fmt::format("({:.4g}, {:.4g}, {:.4g})", part.start.x, part.start.y, part.start.z), kQuiet);
    line_ += 18;
  }

  const BRep& brep_;
  View view_;
  Svg svg_;
  Labels labels_;
  double line_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace

std::string short_name(const BRep& brep, Entity entity) {
  switch (entity.kind) {
    case EntityKind::Inside:
      return "in";
    case EntityKind::Outside:
      return "out";
    case EntityKind::NotAsked:
      return "-";
    default:
      break;
  }
  const std::string name = name_of(brep, entity);
  return name[0] + name.substr(name.find(' ') + 1);
}

const char* entity_colour(EntityKind kind) {
  switch (kind) {
    case EntityKind::Vertex:
      return "#a01858";
    case EntityKind::Edge:
      return "#12753a";
    case EntityKind::Face:
      return "#c2610c";
    case EntityKind::Inside:
      return "#2a5788";
    default:
      return "#777777";
  }
}

void draw_brep(Svg& svg, const BRep& brep, const View& view, Labels& labels, std::span<const Entity> unnamed) {
  struct Seen {
    double depth;
    std::uint32_t face;
  };
  std::vector<Seen> seen;
  std::vector<bool> shown(brep.face_count());
  for (std::uint32_t f = 0; f < brep.face_count(); ++f) {
    shown[f] = dot(normal_of(brep, f), view.toward) > 1e-9;
    if (shown[f]) seen.push_back({depth_of(loops_of(brep, f), view), f});
  }
  std::sort(seen.begin(), seen.end(),
            [](const Seen& a, const Seen& b) { return std::tie(a.depth, a.face) < std::tie(b.depth, b.face); });
  std::vector<std::pair<Vec3, Vec3>> hidden;
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e) {
    const auto around = brep.half_edges_of_edge(e);
    if (std::none_of(around.begin(), around.end(), [&](std::uint32_t h) { return shown[brep.half_edge(h).face]; }))
      hidden.emplace_back(brep.vertex(brep.edge(e).low), brep.vertex(brep.edge(e).high));
  }
  const char* edge = kBodyColours[0].edge;
  for (const Seen& one : seen) draw_face(svg, loops_of(brep, one.face), normal_of(brep, one.face), view);
  svg.segments(hidden, view,
               fmt::format("class=\"hidden\" stroke=\"{}\" stroke-width=\"0.8\" stroke-opacity=\"0.5\" "
                           "stroke-dasharray=\"3 3\"",
                           edge));
  if (brep.vertex_count() > kMostNames) return;
  for (std::uint32_t e = 0; e < brep.edge_count(); ++e)
    labels.avoid(view(brep.vertex(brep.edge(e).low)), view(brep.vertex(brep.edge(e).high)));
  for (std::uint32_t v = 0; v < brep.vertex_count(); ++v) {
    if (std::find(unnamed.begin(), unnamed.end(), Entity{EntityKind::Vertex, v}) != unnamed.end()) continue;
    const std::string what = fmt::format("{}", brep.vertex_id(v));
    svg.text(labels.place(view(brep.vertex(v)), 8.0 * static_cast<double>(what.size())), what,
             fmt::format("text-anchor=\"middle\" font-size=\"11\" fill=\"{}\"", edge));
  }
}

std::string classified_svg(const IndexedSolid& solid, const SolidQuestions& questions) {
  return Classified(solid, questions).text();
}

std::optional<Error> draw_solid(const CommandLine& line, const IndexedSolid& solid) {
  if (!line.solid.tree.empty()) {
    if (solid.index.facts().nodes > kMostDrawnNodes)
      return Error{"info: --index", fmt::format("{} planes are too many to draw; at most {} are",
                                                solid.index.facts().nodes, kMostDrawnNodes)};
    const Result<std::string> written = write_file(line.solid.tree, index_svg(solid, line.solid));
    if (!written) return written.error();
  }
  if (line.trace.empty()) return std::nullopt;
  const Result<std::string> written = write_file(line.trace, classified_svg(solid, line.solid));
  return written ? std::nullopt : std::optional<Error>(written.error());
}

}  // namespace clearance::cli
