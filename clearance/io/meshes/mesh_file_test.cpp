#include <clearance/io/meshes/mesh_file.h>

#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace clearance {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

template <class T>
std::string fault(const Result<T>& result) {
  return result ? "none" : result.error().text();
}

template <class T>
std::string bytes_of(T value, bool big_endian = false) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return big_endian ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

const std::vector<Vec3> kTetra = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const Triangles kTetraFaces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

std::string stl_binary(const std::string& header, const std::vector<std::array<Vec3, 3>>& triangles) {
  std::string bytes =
      header + std::string(80 - header.size(), '\0') + bytes_of(static_cast<std::uint32_t>(triangles.size()));
  for (const auto& triangle : triangles) {
    bytes += std::string(12, '\0');
    for (const Vec3 p : triangle)
      bytes +=
          bytes_of(static_cast<float>(p.x)) + bytes_of(static_cast<float>(p.y)) + bytes_of(static_cast<float>(p.z));
    bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string stl_text(const std::vector<std::array<Vec3, 3>>& triangles) {
  std::string text = "solid part 7\n";
  for (const auto& triangle : triangles) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const Vec3 p : triangle)
      text += "   vertex " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid part 7\n";
}

std::vector<std::array<Vec3, 3>> tetra_corners() {
  std::vector<std::array<Vec3, 3>> corners;
  for (const auto& f : kTetraFaces) corners.push_back({kTetra[f[0]], kTetra[f[1]], kTetra[f[2]]});
  return corners;
}

// ---- by hand

TEST(Obj, EveryFormOfACornerAndWhatStandsBesideIt) {
  const Result<MeshData> mesh = parse_obj(
      "6540 2180\n# a comment\nmtllib x.mtl\no part\nv 0 0 0 1.0\nv 1 0 0 0.5 0.5 nan\nvt 0 0\nvn 0 0 1\n"
      "v 0 1 0\ng side\ns off\nusemtl red\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1 # end\n"
      "v 0 0 1\nf -4 -3 \\\n  -1\nl 1 2\nunknown thing\n");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->vertices, kTetra);
  EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 3}}));
}

TEST(Obj, PolygonsAreFannedOrCutAndShortFacesLeftOut) {
  const Result<MeshData> mesh =
      parse_obj("v 0 0 0\r\nv 2 0 0\r\nv 2 2 0\r\nv 0 2 0\r\nv 0.5 1 0\r\nf 1 2 3 4\r\nf 1 2 3 4 5\r\nf 1 2\r\n");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->polygons_fanned, 1u);
  EXPECT_EQ(mesh->polygons_triangulated, 1u);
  EXPECT_EQ(mesh->faces_dropped, 1u);
  EXPECT_EQ(mesh->faces_in_file, 3u);
  EXPECT_EQ(mesh->triangles.size(), 5u);
  EXPECT_EQ(mesh->triangles[1], (std::array<std::uint32_t, 3>{0, 2, 3}));
}

TEST(Mesh, EqualCoordinatesAreOneVertexNumberedByFirstAppearance) {
  const Result<MeshData> mesh = parse_obj("v 5 5 5\nv 0 0 -0\nv 1 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 4 5 6\n");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->vertices, (std::vector<Vec3>{{5, 5, 5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_TRUE(std::signbit(mesh->vertices[1].z)) << "the first of equal points keeps its bits";
  EXPECT_EQ(mesh->triangles, (Triangles{{1, 2, 3}}));
  EXPECT_EQ(mesh->points_in_file, 6u);
  EXPECT_EQ(mesh->vertices_unused, 1u);
}

TEST(Mesh, NeighbouringDoublesStayApart) {
  const Result<MeshData> mesh = parse_obj("v 0.1 0 0\nv 0.10000000000000002 0 0\nv 4e-324 0 0\nv 0 0 0\n");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->vertices.size(), 4u);
}

TEST(Stl, TextAndBinarySayTheSame) {
  const Result<MeshData> text = parse_stl(stl_text(tetra_corners()));
  const Result<MeshData> binary = parse_stl(stl_binary("made by hand", tetra_corners()));
  const Result<MeshData> solid = parse_stl(stl_binary("solid but binary", tetra_corners()));
  ASSERT_TRUE(text && binary && solid) << fault(text) << fault(binary) << fault(solid);
  EXPECT_EQ(text->format, "STL text");
  EXPECT_EQ(solid->format, "STL binary");
  EXPECT_EQ(text->vertices.size(), 4u);
  EXPECT_EQ(text->vertices, binary->vertices);
  EXPECT_EQ(text->triangles, binary->triangles);
  EXPECT_EQ(text->triangles, solid->triangles);
}

TEST(Stl, SeveralSolidsAndOddCaseAreTaken) {
  std::string text = stl_text(tetra_corners());
  const std::string upper =
      "SOLID\nFacet Normal NaN nan 1e999\nOUTER LOOP\nVERTEX 0 0 0\nvertex 1 0 0\nvertex 0 2 "
      "0\nendLoop\nENDFACET\nEndSolid\n";
  const Result<MeshData> mesh = parse_stl(text + upper);
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->triangles.size(), 5u);
}

// The tetrahedron with extra properties, lists and elements, in all three encodings.
std::string ply(const std::string& format) {
  const bool text = format == "ascii", big = format == "binary_big_endian";
  std::string out =
      "ply\nformat " + format +
      " 1.0\ncomment by hand\nobj_info none\nelement camera 1\nproperty list uint16 float64 lens\n"
      "element vertex 4\nproperty uchar red\nproperty float x\nproperty double y\nproperty short z\n"
      "element face 4\nproperty list uchar int8 tags\nproperty list uint8 uint32 vertex_indices\nproperty "
      "double weight\nelement edge 2\nproperty int a\nend_header\n";
  const auto add = [&](auto value) { out += text ? std::to_string(value) + " " : bytes_of(value, big); };
  add(std::uint16_t{2}), add(1.5), add(2.5);
  for (const Vec3 p : kTetra)
    add(std::uint8_t{200}), add(static_cast<float>(p.x)), add(p.y), add(static_cast<std::int16_t>(p.z));
  for (const auto& f : kTetraFaces) {
    add(std::uint8_t{3}), add(std::int8_t{-1}), add(std::int8_t{-2}), add(std::int8_t{-3});
    add(std::uint8_t{3}), add(f[0]), add(f[1]), add(f[2]), add(0.25);
  }
  add(std::int32_t{1}), add(std::int32_t{2});
  return out;
}

TEST(Ply, AllEncodingsSayTheSame) {
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const Result<MeshData> mesh = parse_ply(ply(format));
    ASSERT_TRUE(mesh) << format << ": " << mesh.error().text();
    EXPECT_EQ(mesh->vertices, kTetra);
    EXPECT_EQ(mesh->triangles, kTetraFaces);
    EXPECT_EQ(mesh->bytes_after_end, 0u);
  }
}

TEST(Ply, FacesMayComeFirst) {
  const Result<MeshData> mesh = parse_ply(
      "ply\r\nformat ascii 1.0\r\nelement face 1\r\nproperty list uchar int vertex_index\r\nelement vertex 3\r\n"
      "property int x\r\nproperty int y\r\nproperty int z\r\nend_header\r\n3 0 1 2\r\n0 0 0\r\n1 0 0\r\n0 1 0");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}}));
}

TEST(Off, VariantsOfTheHeader) {
  const std::string body = "0 0 0\n1 0 0 # here\n0 1 0\n0 0 1\n3 0 2 1 1.0 0 0\n3 0 1 3\n3 1 2 3 255 0 0\n3 0 3 2\n";
  for (const char* header : {"OFF\n4 4 6\n", "OFF 4 4 0\n", "# comment\n\nOFF4 4 6\n", "OFF\n# so many\n4 4\n"}) {
    const Result<MeshData> mesh = parse_off(header + body);
    ASSERT_TRUE(mesh) << header << mesh.error().text();
    EXPECT_EQ(mesh->vertices, kTetra);
    EXPECT_EQ(mesh->triangles, kTetraFaces);
  }
  const Result<MeshData> coloured =
      parse_off("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n0 1 0 1 1 1 1\n3 0 1 2\n");
  ASSERT_TRUE(coloured) << coloured.error().text();
  EXPECT_EQ(coloured->triangles.size(), 1u);
  const Result<MeshData> more = parse_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n");
  ASSERT_TRUE(more);
  EXPECT_EQ(more->bytes_after_end, 8u);
}

// ---- bad input: one line, with the place

TEST(BadMesh, Obj) {
  EXPECT_EQ(fault(parse_obj("v 0 0\n")), "line 1: a vertex needs three coordinates");
  EXPECT_EQ(fault(parse_obj("\nv 0 0 1,5\n")), "line 2: \"1,5\" is not a number");
  EXPECT_EQ(fault(parse_obj("v 0 0 nan\n")), "line 1: a coordinate is not finite");
  EXPECT_EQ(fault(parse_obj("v 0 0 -inf\n")), "line 1: a coordinate is not finite");
  EXPECT_EQ(fault(parse_obj("v 0 0 1e999\n")), "line 1: a coordinate is not finite");
  EXPECT_EQ(fault(parse_obj("v 0 0 1.1e300\n")), "line 1: a coordinate is beyond 1e300");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nf 1 1 0\n")), "line 2: vertex 0: numbers start at 1");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nf 1 1 -2\n")), "line 2: vertex -2: only 1 come before");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nf 1 1 7\n")), "line 2: names vertex 7, but there are 1");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nf 1 1 99999999999999999999\n")),
            "line 2: \"99999999999999999999\" is not a corner of a face");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nf a b c\n")), "line 2: \"a\" is not a corner of a face");
  EXPECT_EQ(fault(parse_obj("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 3 4\n")),
            "line 6: a polygon whose outline crosses or touches itself; export the mesh as triangles");
}

TEST(BadMesh, ContentIsNotWhatTheEndingSays) {
  EXPECT_EQ(fault(parse_obj(stl_text(tetra_corners()))), "line 1: not an OBJ file: it starts with \"solid\"");
  EXPECT_EQ(fault(parse_obj(stl_binary("x", tetra_corners()))),
            "byte 1: not an OBJ file: it holds a zero byte, which no text does");
  EXPECT_EQ(fault(parse_obj("<?xml version=\"1.0\"?>\n")), "line 1: not an OBJ file: it starts with \"<?xml\"");
  EXPECT_EQ(fault(parse_stl("v 0 0 0\n")),
            "not an STL file: neither \"solid\" nor a binary header with its count of triangles");
  EXPECT_EQ(fault(parse_stl("")), "not an STL file: neither \"solid\" nor a binary header with its count of triangles");
  EXPECT_EQ(fault(parse_ply("OFF\n0 0 0\n")), "line 1: not a PLY file: it does not start with \"ply\"");
  EXPECT_EQ(fault(parse_off(ply("ascii"))), "line 1: not an OFF file: it does not start with \"OFF\"");
  EXPECT_EQ(fault(parse_off("4OFF\n0 0 0\n")), "line 1: OFF of other dimensions than three is not taken");
  EXPECT_EQ(fault(parse_off("OFF BINARY\n")), "line 1: binary OFF is not taken; save it as text");
}

TEST(BadMesh, Stl) {
  const std::string whole = stl_binary("wheel", tetra_corners());
  EXPECT_EQ(fault(parse_stl(whole.substr(0, whole.size() - 60))), "truncated after triangle 2 of 4");
  EXPECT_EQ(fault(parse_stl(whole + "abc")), "byte 284: 3 bytes after the last of 4 triangles");
  std::string lying = whole;
  lying.replace(80, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(fault(parse_stl(lying)), "truncated after triangle 4 of 4294967295");
  std::string broken = whole;
  broken.replace(84 + 50 + 12, 4, bytes_of(std::nanf("")));
  EXPECT_EQ(fault(parse_stl(broken)), "triangle 2 of 4: a coordinate is not finite");
  const std::string text = stl_text(tetra_corners());
  EXPECT_EQ(fault(parse_stl(text.substr(0, text.find("endsolid")))), "truncated after triangle 4");
  EXPECT_EQ(fault(parse_stl("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\n")),
            "line 6: a facet of 1 vertices; it must have 3");
  EXPECT_EQ(fault(parse_stl("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n")),
            "line 4: a vertex needs three coordinates");
  EXPECT_EQ(fault(parse_stl("solid x\nface\n")), "line 2: expected \"facet\", found \"face\"");
}

TEST(BadMesh, Ply) {
  const std::string head =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty "
      "float z\n";
  EXPECT_EQ(fault(parse_ply(head + "end_header\n1234")),
            "header: 4000000000 of \"vertex\" do not fit into the 4 bytes that follow");
  EXPECT_EQ(fault(parse_ply(head)), "truncated within the header");
  EXPECT_EQ(
      fault(parse_ply("ply\nformat ascii 1.0\nelement vertex 9223372036854775807\nproperty int x\nproperty int y\n"
                      "property int z\nend_header\n0 0 0\n")),
      "header: 9223372036854775807 of \"vertex\" do not fit into the 6 bytes that follow");
  EXPECT_EQ(fault(parse_ply("ply\nend_header\n")), "line 2: the header names no format");
  EXPECT_EQ(fault(parse_ply("ply\nformat ascii 2.0\n")), "line 2: unknown version \"2.0\"; it must be 1.0");
  EXPECT_EQ(fault(parse_ply("ply\nformat ascii 1.0\nproperty int x\n")), "line 3: a property before any element");
  EXPECT_EQ(fault(parse_ply("ply\nformat ascii 1.0\nelement vertex -1\n")),
            "line 3: an element needs a name and a count");
  EXPECT_EQ(fault(parse_ply("ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nend_header\n0\n")),
            "header: element \"vertex\" needs the properties x, y and z");
  const std::string small =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(fault(parse_ply(small + "3 0 1 3\n")), "face 1: names vertex 3, but there are 3");
  EXPECT_EQ(fault(parse_ply(small + "3 0 1 -1\n")), "line 13 (face 1): names vertex -1; vertices are numbered from 0");
  EXPECT_EQ(fault(parse_ply(small + "-3 0 1 2\n")),
            "line 13 (face 1): a list of -3 items; its length must be a whole number, 0 or more");
  EXPECT_EQ(fault(parse_ply(small + "3 0 1\n")), "truncated after face 0 of 1");
  EXPECT_EQ(fault(parse_ply(small + "3 0 x 1\n")), "line 13 (face 1): \"x\" is not a number");
  const std::string whole = ply("binary_big_endian");
  EXPECT_EQ(fault(parse_ply(whole.substr(0, whole.size() - 30))), "truncated after face 3 of 4");
}

TEST(BadMesh, Off) {
  EXPECT_EQ(fault(parse_off("OFF\n4000000000 1 0\n0 0 0\n")),
            "line 2: 4000000000 vertices do not fit into the 11 bytes that follow");
  EXPECT_EQ(fault(parse_off("OFF\n0 -1 0\n")), "line 2: \"-1\" is not a number of faces");
  EXPECT_EQ(fault(parse_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -2\n")),
            "line 6: names vertex -2; vertices are numbered from 0");
  EXPECT_EQ(fault(parse_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n")),
            "line 6 (face 1): names vertex 3, but there are 3");
  EXPECT_EQ(fault(parse_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n")), "truncated after face 0 of 1");
  EXPECT_EQ(fault(parse_off("OFF\n2 1 0\n0 0 0\n1 0 0\n999999 0 1\n")),
            "line 5: 999999 corners do not fit into the 5 bytes that follow");
}

// ---- files

TEST(MeshFile, SamplesReadTheSameInEveryFormat) {
  const Result<MeshData> obj = read_mesh(test::testdata("tetra.obj"));
  ASSERT_TRUE(obj) << obj.error().text();
  for (const char* name : {"tetra.stl", "tetra.ply", "tetra.off"}) {
    const Result<MeshData> other = read_mesh(test::testdata(name));
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_EQ(other->triangles.size(), 4u);
    EXPECT_EQ(other->vertices.size(), 4u);
  }
}

TEST(MeshFile, ErrorsBeginWithThePath) {
  const test::ScratchFolder folder;
  EXPECT_EQ(fault(read_mesh("none.stl")), "none.stl: no such file");
  EXPECT_EQ(fault(read_mesh("none.3ds")), "none.3ds: unknown ending: mesh files end in .obj, .stl, .ply or .off");
  const std::string cut = folder.write("cut.STL", stl_binary("x", tetra_corners()).substr(0, 150));
  EXPECT_EQ(fault(read_mesh(cut)), cut + ": truncated after triangle 1 of 4");
  const std::string wrong = folder.write("wrong.ply", "OFF\n");
  EXPECT_EQ(fault(read_mesh(wrong)), wrong + ": line 1: not a PLY file: it does not start with \"ply\"");
  std::filesystem::create_directory(folder.file("folder.obj"));
  EXPECT_EQ(fault(read_mesh(folder.file("folder.obj"))),
            folder.file("folder.obj") + ": is a folder, not a regular file");
  EXPECT_EQ(fault(read_mesh("/dev/zero\n.obj")), "/dev/zero\\x0a.obj: no such file");
}

TEST(MeshFile, PointsNeedNoFacesAndNoSoundPolygons) {
  const test::ScratchFolder folder;
  const std::string cloud = folder.write("cloud.obj", "v 0 0 0\nv 1 2 3\nv 0 0 0\n");
  EXPECT_EQ(fault(read_mesh(cloud)), cloud + ": no triangles");
  const Result<std::vector<Vec3>> points = read_points(cloud);
  ASSERT_TRUE(points) << points.error().text();
  EXPECT_EQ(*points, (std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}}));
  EXPECT_TRUE(read_points(folder.write("tie.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n")));
  const std::string empty = folder.write("empty.obj", "# nothing\n");
  EXPECT_EQ(fault(read_points(empty)), empty + ": no vertices");
}

// ---- regressions

// Continuation lines used to lose what follows the backslash: a wall with a hole read as a polygon that crosses itself.
TEST(ObjRegression, ContinuedFacesKeepAllCorners) {
  const Result<MeshData> mesh =
      parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 .5 0\nf 1 2 \\\n3 4 \\\r\n5\nf 1 2 3\n");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->faces_in_file, 2u);
  EXPECT_EQ(mesh->triangles.size(), 4u);
}

// The first foreign word was remembered as a view into the buffer of joined lines, which the next joined line
// overwrote.
TEST(ObjRegression, TheForeignWordOfAJoinedLineIsKept) {
  EXPECT_EQ(fault(parse_obj("junk \\\n x\n" + std::string(5000, 'y') + " \\\n z\n")),
            "line 1: not an OBJ file: it starts with \"junk\"");
}

}  // namespace
}  // namespace clearance
