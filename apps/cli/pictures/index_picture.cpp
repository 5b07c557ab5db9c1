// Method:   every leaf has a column of its own, every level a row; a plane stands between what is above and what is
//           below it. The solid stands beside the tree, its vertices named.
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "solid_picture.h"

namespace clearance::cli {
namespace {

constexpr double kColumn = 31, kRow = 50, kTop = 64, kSolid = 270, kMargin = 24;
// Of the lines to what is above, on and below.
constexpr const char* kSideColours[3] = {"#9a9a9a", "#c2610c", "#2a5788"};
constexpr const char* kSideNames[3] = {"above", "on", "below"};

std::array<std::int32_t, 3> children_of(const BRepIndexNode& node) { return {node.above, node.on, node.below}; }

class Tree {
 public:
  Tree(const IndexedSolid& solid, const SolidQuestions& questions)
      : index_(solid.index), places_(index_.nodes().size()) {
    for (const Vec3 p : questions.points) {
      IndexPath path;
      classify(index_, {}, p, {.tolerance = questions.tolerance}, &path);
      for (const IndexStep& step : path) passed_.insert({step.node, 1 - step.side});
    }
    place(0, 0);
    const double width = kSolid + kColumn * static_cast<double>(leaves_.size()) + kMargin;
    const double height = kTop + kRow * static_cast<double>(rows_) + kMargin;
    svg_.begin("The index of " + solid.path, {larger(width, 560), larger(height, 360)});
    beside(questions.splitting);
    for (std::size_t n = 0; n < places_.size(); ++n) lines(n);
    for (std::size_t n = 0; n < places_.size(); ++n) plane(n);
    for (const Leaf& leaf : leaves_) draw(leaf);
    svg_.end();
  }
  const std::string& text() const { return svg_.str(); }

 private:
  struct Leaf {
    Entity entity;
    Point2 at;
  };

  static Point2 shifted(Point2 p, double y) { return {p.x, p.y + y}; }

  // Where a child and all below it stand; what is returned is its own place.
  Point2 place(std::int32_t child, std::size_t row) {
    rows_ = rows_ > row ? rows_ : row;
    const double y = kTop + kRow * static_cast<double>(row);
    if (child < 0) {
      const double x = kSolid + kColumn * (static_cast<double>(leaves_.size()) + 0.5);
      leaves_.push_back({index_.leaves()[static_cast<std::uint32_t>(~child)], {x, y}});
      return leaves_.back().at;
    }
    const auto n = static_cast<std::size_t>(child);
    const std::array<std::int32_t, 3> children = children_of(index_.nodes()[n]);
    for (std::size_t k = 0; k < 3; ++k) places_[n].children[k] = place(children[k], row + 1);
    places_[n].at = {0.5 * (places_[n].children[0].x + places_[n].children[2].x), y};
    return places_[n].at;
  }

  void lines(std::size_t n) {
    for (std::size_t k = 0; k < 3; ++k) {
      const bool bold = passed_.contains({static_cast<std::uint32_t>(n), static_cast<int>(k)});
      svg_.line(places_[n].at, shifted(places_[n].children[k], -11),
                fmt::format("class=\"{}\" stroke=\"{}\" stroke-width=\"{}\"", kSideNames[k], kSideColours[k],
                            bold ? 3.5 : 1.1));
    }
  }

  void plane(std::size_t n) {
    const BRepIndexNode& node = index_.nodes()[n];
    const std::string what = plane_text(node);
    const double half = 4.0 * static_cast<double>(letters(what)) + 5;
    const Point2 at = places_[n].at;
    svg_.rectangle({at.x - half, at.y - 11}, {2 * half, 19},
                   "class=\"plane\" rx=\"4\" fill=\"#eef3fa\" stroke=\"#2a5788\"");
    svg_.text(shifted(at, 3), what, "text-anchor=\"middle\" font-size=\"11\"");
  }

  std::string plane_text(const BRepIndexNode& node) const {
    const std::uint32_t entity = index_.plane_entity(node.plane);
    switch (index_.plane_kind(node.plane)) {
      case IndexPlaneKind::Face:
        return short_name(index_.brep(), {EntityKind::Face, entity});
      case IndexPlaneKind::Edge:
        return short_name(index_.brep(), {EntityKind::Edge, entity});
      case IndexPlaneKind::Vertex:
        return short_name(index_.brep(), {EntityKind::Vertex, entity});
      case IndexPlaneKind::Free:
        break;
    }
    const std::string equation = equation_text(node.normal, node.offset);
    return equation.size() <= 9 ? equation : "free";
  }

  void draw(const Leaf& leaf) {
    const bool surface = leaf.entity.is_on_boundary();
    svg_.text(shifted(leaf.at, 3), short_name(index_.brep(), leaf.entity),
              fmt::format("class=\"leaf\" text-anchor=\"middle\" font-size=\"11\"{} fill=\"{}\"",
                          surface ? " font-weight=\"bold\"" : "", entity_colour(leaf.entity.kind)));
  }

  void beside(IndexSplitting splitting) {
    const BRepIndexFacts& facts = index_.facts();
    svg_.text({kMargin, 32}, "The index", "font-size=\"19\" font-weight=\"bold\"");
    svg_.text({kMargin, 50},
              fmt::format("{}: {} planes, height {}, average {:.1f}", to_string(splitting), facts.nodes, facts.height,
                          facts.average_height),
              kQuiet);
    std::vector<Vec3> points;
    points.reserve(index_.brep().vertex_count());
    for (std::uint32_t v = 0; v < index_.brep().vertex_count(); ++v) points.push_back(index_.brep().vertex(v));
    Labels labels;
    draw_brep(svg_, index_.brep(), make_oblique_view(points, {kMargin + 16, 92}, {kSolid - 90, 180}), labels);
    double y = 316;
    for (std::size_t k = 0; k < 3; ++k, y += 16) {
      svg_.line({kMargin, y - 4}, {kMargin + 18, y - 4},
                fmt::format("stroke=\"{}\" stroke-width=\"2\"", kSideColours[k]));
      svg_.text({kMargin + 26, y}, kSideNames[k], kQuiet);
    }
  }

  struct Place {
    Point2 at{0, 0};
    Point2 children[3] = {{0, 0}, {0, 0}, {0, 0}};
  };

  const BRepIndex& index_;
  std::vector<Place> places_;
  std::vector<Leaf> leaves_;
  std::size_t rows_ = 0;
  std::set<std::pair<std::uint32_t, int>> passed_;  // node, and which child
  Svg svg_;
};

}  // namespace

std::string index_svg(const IndexedSolid& solid, const SolidQuestions& questions) {
  return Tree(solid, questions).text();
}

}  // namespace clearance::cli
