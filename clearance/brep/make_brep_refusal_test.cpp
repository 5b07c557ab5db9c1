// What make_brep refuses, and in what words.
#include <clearance/brep/brep_check_test.h>
#include <clearance/brep/make_brep.h>
#include <clearance/brep/solids_test.h>

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace clearance {
namespace {

std::string refusal(const Soup& soup, MeshKind kind = MeshKind::Automatic) {
  const Mesh mesh = make_mesh(soup.vertices, soup.triangles, {.kind = kind}).value();
  const Result<BRep> result = make_brep(mesh);
  if (result.ok()) return "";
  EXPECT_EQ(result.error().code, ErrorCode::NotSolid);
  return result.error().text();
}

TEST(MakeBRepRefusal, RefusesOpenSurfaces) {
  Soup open = box_soup({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  const std::string text =
      "no solid: not closed: edge 3–4 has one triangle, edge 3–7 has one triangle and edge 4–7 has one triangle";
  EXPECT_EQ(refusal(open), text);
  EXPECT_EQ(refusal(open, MeshKind::Surface), text);
  Soup turned = box_soup({0, 0, 0}, {1, 1, 1});
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  EXPECT_EQ(refusal(turned).substr(0, 37), "no solid: not consistently oriented: ");
}

TEST(MakeBRepRefusal, RefusesTrianglesWithoutArea) {
  Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  box.vertices.push_back({0.5, 0, 0});
  box.triangles.push_back({0, 8, 1});
  box.triangles.push_back({1, 8, 0});
  EXPECT_EQ(refusal(box), "no solid: triangles 12 and 13 have no area");
  Soup point = box_soup({0, 0, 0}, {1, 1, 1});
  point.triangles.push_back({4, 4, 4});
  EXPECT_EQ(refusal(point), "no solid: triangle 12 has no area");
  for (int i = 0; i < 4; ++i) point.triangles.push_back({4, 4, 5});
  EXPECT_EQ(refusal(point), "no solid: triangles 12, 13, 14 and 2 more have no area");
}

TEST(MakeBRepRefusal, RefusesTrianglesThatRunIntoEachOther) {
  Soup two = box_soup({0, 0, 0}, {2, 2, 2});
  two.add(box_soup({1, 1, 1}, {3, 3, 3}));
  const std::string text = refusal(two);
  EXPECT_EQ(text.substr(text.find("pairs")).substr(0, 66),
            "pairs of triangles share more than common edges and vertices: 1 an")
      << text;
  EXPECT_EQ(text.substr(text.size() - 5), ", …") << text;

  // A tip in a face, where it has no vertex.
  Soup tip = box_soup({0, 0, 0}, {4, 4, 4});
  Soup tetrahedron{{{2, 1, 4}, {1, 1, 5}, {3, 1, 5}, {2, 3, 5}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}};
  tip.add(tetrahedron);
  EXPECT_EQ(refusal(tip).substr(0, 10), "no solid: ");
  EXPECT_NE(refusal(tip).find("share more than common edges and vertices"), std::string::npos) << refusal(tip);

  // Face to face: the same triangles twice.
  Soup stack = box_soup({0, 0, 0}, {1, 1, 1});
  stack.add(box_soup({0, 0, 1}, {1, 1, 2}));
  EXPECT_EQ(refusal(stack), "no solid: 2 pairs of triangles have the same vertices: 1 and 12, 3 and 14");
}

TEST(MakeBRepRefusal, RefusesFacesWithTheSolidOnBothSides) {
  Soup nested = box_soup({0, 0, 0}, {4, 4, 4});
  nested.add(box_soup({1, 1, 1}, {3, 3, 3}));
  EXPECT_EQ(refusal(nested), "no solid: triangles 12, 13, 14 and 9 more have the solid on both sides");
  // The same, all of it inside out.
  Soup turned;
  turned.add(nested, true);
  EXPECT_EQ(refusal(turned), refusal(nested));
  // Against each other they bound a cavity; and a box in the cavity is a solid again.
  Soup russian = cavity_soup();
  russian.add(box_soup({1.5, 1.5, 1.5}, {2.5, 2.5, 2.5}));
  expect_valid(make_brep(russian.mesh()).value());
}

}  // namespace
}  // namespace clearance
