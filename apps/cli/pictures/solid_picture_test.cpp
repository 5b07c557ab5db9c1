#include "solid_picture.h"

#include <gtest/gtest.h>

#include <limits>

namespace clearance::cli {
namespace {

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

IndexedSolid cube(IndexSplitting splitting) {
  return {"cube", make_brep_index(make_brep(box({1, 1, 1})).value(), {.splitting = splitting})};
}

TEST(SolidInfo, WritesEquationsWithTheLargestCoefficientOne) {
  EXPECT_EQ(equation_text({0, 0, 0.5}, 1), "z = 2");
  EXPECT_EQ(equation_text({-0.5, 0.25, 0}, 0), "-x + 0.5 y = 0");
  EXPECT_EQ(equation_text({0.75, -0.75, 0.75}, -0.75), "x - y + z = -1");
  EXPECT_EQ(equation_text({0.5, 1e-30, 0}, -0.0), "x + 2e-30 y = 0");
  EXPECT_EQ(equation_text({0, 0, 0}, 1), "0 = 1");
}

TEST(SolidInfo, NamesEveryPlane) {
  for (const IndexSplitting splitting :
       {IndexSplitting::Balanced, IndexSplitting::Hybrid, IndexSplitting::Autopartition}) {
    const IndexedSolid solid = cube(splitting);
    for (const BRepIndexNode& node : solid.index.nodes()) {
      const std::string name = plane_name(solid.index, node.plane);
      EXPECT_TRUE(name == "free plane" || name.starts_with("face ") || name.starts_with("edge ") ||
                  name.starts_with("vertex "))
          << name;
    }
  }
}

TEST(SolidPicture, TheTreeHasEveryNodeAndEveryLeafOnce) {
  const IndexedSolid solid = cube(IndexSplitting::Autopartition);
  const std::string svg = index_svg(solid, {});
  EXPECT_EQ(count(svg, "class=\"plane\""), static_cast<int>(solid.index.facts().nodes));
  EXPECT_EQ(count(svg, "class=\"leaf\""), static_cast<int>(solid.index.facts().leaves));
  EXPECT_EQ(count(svg, "stroke-width=\"3.5\""), 0);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));

  SolidQuestions at_corner;
  at_corner.points = {{0.5, 0.5, 0.5}};
  IndexPath path;
  classify(solid.index, {}, at_corner.points[0], {}, &path);
  EXPECT_EQ(count(index_svg(solid, at_corner), "stroke-width=\"3.5\""), static_cast<int>(path.size()));
}

TEST(SolidPicture, ASegmentIsDrawnInItsParts) {
  const IndexedSolid solid = cube(IndexSplitting::Balanced);
  SolidQuestions questions;
  questions.segments = {{{-1, 0, 0}, {1, 0, 0}}};  // outside, face, inside, face, outside
  questions.points = {{0, 0, 0}};
  const std::string svg = classified_svg(solid, questions);
  EXPECT_EQ(count(svg, "class=\"piece\""), 3);
  EXPECT_EQ(count(svg, "class=\"point\""), 3);
  EXPECT_EQ(count(svg, "class=\"face\""), 3);
  EXPECT_EQ(count(svg, "nan"), 0);
  EXPECT_EQ(count(svg, "<path"),
            count(svg, "/>\n") - count(svg, "<line") - count(svg, "<circle") - count(svg, "<rect"));
}

TEST(SolidPicture, ShortNamesSayTheKind) {
  const IndexedSolid solid = cube(IndexSplitting::Balanced);
  const BRep& brep = solid.index.brep();
  EXPECT_EQ(short_name(brep, {EntityKind::Vertex, 7}), "v7");
  EXPECT_EQ(short_name(brep, {EntityKind::Inside}), "in");
  EXPECT_EQ(short_name(brep, {EntityKind::Outside}), "out");
  EXPECT_EQ(short_name(brep, {}), "-");
  EXPECT_EQ(short_name(brep, {EntityKind::Edge, 0})[0], 'e');
}

TEST(SolidPicture, SizesAtTheEndsOfTheRangeAreDrawn) {
  for (const double size : {1e-290, 1e290}) {
    const IndexedSolid solid{"cube", make_brep_index(make_brep(box({size, size, size})).value())};
    SolidQuestions questions;
    questions.points = {{0, 0, 0}};
    const std::string svg = classified_svg(solid, questions) + index_svg(solid, questions);
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0) << size;
  }
}

}  // namespace
}  // namespace clearance::cli
