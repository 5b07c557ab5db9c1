#include <clearance/io/meshes/mesh_pieces.h>

#include <gtest/gtest.h>

namespace clearance::detail {
namespace {

using Names = std::vector<std::string>;

// A tetrahedron with a corner there, that many sides long; its faces are numbered from `first` on.
std::string tetra(int x, int first, double size = 1, bool inwards = false) {
  const auto number = [](double v) { return std::to_string(v); };
  const auto corner = [&](double dx, double dy, double dz) {
    return "v " + number(x + dx) + " " + number(dy) + " " + number(dz) + "\n";
  };
  const int a = first, b = first + 1, c = first + 2, d = first + 3;
  const auto face = [&](int i, int j, int k) {
    return "f " + std::to_string(i) + " " + std::to_string(inwards ? k : j) + " " + std::to_string(inwards ? j : k) +
           "\n";
  };
  return corner(0, 0, 0) + corner(size, 0, 0) + corner(0, size, 0) + corner(0, 0, size) + face(a, c, b) +
         face(a, b, d) + face(b, c, d) + face(a, d, c);
}

std::vector<MeshPiece> obj_pieces(const std::string& text) {
  MeshGroups groups;
  const Result<MeshData> mesh = parse_obj(text, FaceUse::Triangulate, &groups);
  EXPECT_TRUE(mesh) << mesh.error().text();
  return mesh && !groups.of_triangle.empty() ? pieces_by_object(*mesh, groups) : std::vector<MeshPiece>{};
}

Names names_of(const std::vector<MeshPiece>& pieces) {
  Names names;
  for (const MeshPiece& piece : pieces) names.push_back(piece.name);
  return names;
}

TEST(MeshPieces, ObjectsOfAnObjFile) {
  const auto pieces =
      obj_pieces("o left part \n" + tetra(0, 1) + "o right\n" + tetra(5, 5) + "o left part\nf 1 2 3\no none\n");
  EXPECT_EQ(names_of(pieces), (Names{"left part", "right"})) << "a name that comes again is the same object";
  EXPECT_EQ(pieces[0].mesh.triangles.size(), 5u);
  EXPECT_EQ(pieces[1].mesh.vertices.size(), 4u);
  EXPECT_EQ(pieces[1].mesh.vertices[0], (Vec3{5, 0, 0}));
  EXPECT_EQ(pieces[1].mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 2, 1}));
}

TEST(MeshPieces, GroupsCountWhereThereAreNoObjects) {
  EXPECT_EQ(names_of(obj_pieces(tetra(0, 1) + "g a b\n" + tetra(5, 5))), (Names{"default", "a b"}));
  EXPECT_EQ(names_of(obj_pieces("g a\n" + tetra(0, 1))), (Names{"a"}));
  EXPECT_EQ(names_of(obj_pieces("o x\ng a\n" + tetra(0, 1) + "g b\n" + tetra(5, 5) + "o y\n" + tetra(9, 9))),
            (Names{"x", "y"}));
  EXPECT_EQ(names_of(obj_pieces(tetra(0, 1))), Names{});
}

TEST(MeshPieces, SolidsOfAnStlFile) {
  const std::string facet =
      "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
  const auto pieces = [&](const std::string& text) {
    MeshGroups groups;
    const Result<MeshData> mesh = parse_stl(text, FaceUse::Triangulate, &groups);
    EXPECT_TRUE(mesh);
    return groups.of_triangle.empty() ? Names{} : names_of(pieces_by_object(*mesh, groups));
  };
  EXPECT_EQ(pieces("solid a\n" + facet + "endsolid\nsolid\n" + facet + "endsolid\nsolid a\n" + facet + "endsolid a\n"),
            (Names{"a", "default", "a (2)"}));
  EXPECT_EQ(pieces("solid a\n" + facet + "endsolid\nsolid b\nendsolid\n"), (Names{"a"}));
  EXPECT_EQ(pieces("solid a\n" + facet + "endsolid\n"), Names{}) << "one solid is the file";
}

std::vector<MeshPiece> components(const std::string& text) {
  const Result<MeshData> mesh = clearance::parse_obj(text);
  EXPECT_TRUE(mesh);
  return pieces_by_component(*mesh);
}

TEST(MeshPieces, ComponentsShareVertices) {
  EXPECT_EQ(names_of(components(tetra(0, 1) + tetra(5, 5))), (Names{"0", "1"}));
  EXPECT_EQ(components(tetra(0, 1) + tetra(1, 5)).size(), 1u) << "a corner in common";
}

// Taken apart, the cavity would be a body within a body that is full.
TEST(MeshPieces, ACavityGoesWithWhatIsAroundIt) {
  const std::string outer = tetra(0, 1, 10),
                    cavity = "v 1 1 1\nv 2 1 1\nv 1 2 1\nv 1 1 2\nf 5 6 7\nf 5 8 6\nf 6 8 7\nf 5 7 8\n";
  const auto pieces = components(outer + cavity + tetra(20, 9));
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].mesh.triangles.size(), 8u);
  EXPECT_EQ(components(tetra(0, 1) + tetra(20, 5, 1, true)).size(), 2u) << "inwards, and nothing around it";
}

}  // namespace
}  // namespace clearance::detail
