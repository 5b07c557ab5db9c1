#include <clearance/io/assemblies/base64.h>
#include <clearance/io/assemblies/gltf_file.h>
#include <clearance/io/assemblies/threemf_file.h>
#include <clearance/io/scenes/part_scene.h>
#include <clearance/io/test_files_test.h>
#include <clearance/io/text.h>
#include <clearance/io/zip/zip_writer.h>

#include <gtest/gtest.h>

#include <bit>

namespace clearance::detail {
namespace {

using Names = std::vector<std::string>;

Names names_of(const Result<FileBodies>& read) {
  Names names;
  if (read)
    for (const FileBody& body : read->bodies) names.push_back(body.name);
  return names;
}
std::string fault(const Result<FileBodies>& read) { return read ? "none" : read.error().text(); }

std::string bytes_of(std::initializer_list<float> numbers) {
  std::string out;
  for (const float x : numbers)
    for (int k = 0; k < 4; ++k) out += static_cast<char>(std::bit_cast<std::uint32_t>(x) >> 8 * k & 0xff);
  return out;
}
std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// ---- glTF

std::string number(std::size_t value) {
  std::string out;
  for (int k = 0; k < 4; ++k) out += static_cast<char>(value >> 8 * k & 0xff);
  return out;
}
std::string glb(std::string json, std::string chunk) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  chunk.resize((chunk.size() + 3) / 4 * 4, '\0');
  const std::string body = number(json.size()) + "JSON" + json + number(chunk.size()) + std::string("BIN\0", 4) + chunk;
  return "glTF" + number(2) + number(12 + body.size()) + body;
}

// A tetrahedron: 48 bytes of corners, 12 of indices.
const std::string& tetra_bytes() {
  static const std::string bytes =
      bytes_of({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) + std::string("\0\2\1\0\1\3\1\2\3\0\3\2", 12);
  return bytes;
}
constexpr const char* kTetra =
    R"("buffers":[{"byteLength":60}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
    R"({"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],)"
    R"("meshes":[{"name":"tetra","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";

std::string document(const std::string& nodes, const std::string& roots = "0", const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes + "]," + more +
         kTetra + "}";
}
Result<FileBodies> read(const std::string& json) { return parse_glb(glb(json, tetra_bytes()), {}); }

TEST(Gltf, ANodeIsABodyInMetres) {
  const Result<FileBodies> one =
      read(document(R"({"name":"part","mesh":0,"rotation":[0,0,0.6,0.8],"translation":[1,2,3]})"));
  ASSERT_TRUE(one) << one.error().text();
  EXPECT_EQ(one->unit, LengthUnit::Metre);
  ASSERT_EQ(names_of(one), (Names{"part"}));
  EXPECT_EQ(one->bodies[0].pose, *Pose::from_quaternion({0.8, 0, 0, 0.6}, {1, 2, 3}));
  EXPECT_EQ(one->bodies[0].mesh->vertices, (std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(one->bodies[0].mesh->triangles.size(), 4u);
}

TEST(Gltf, NamesAreTheNodesOrTheMeshesAndUnique) {
  EXPECT_EQ(names_of(read(document(R"({"mesh":0},{"name":"a","mesh":0},{"name":"a","mesh":0},{"mesh":0})", "0,1,2,3"))),
            (Names{"tetra", "a", "a (2)", "tetra (2)"}));
}

TEST(Gltf, InstancesShareTheirMeshUnlessTheyAreScaled) {
  const Result<FileBodies> all =
      read(document(R"({"children":[1,2],"translation":[0,0,7]},{"name":"a","mesh":0,"translation":[1,0,0]},)"
                    R"({"name":"b","children":[3,4],"scale":[2,2,2]},{"name":"c","mesh":0},)"
                    R"({"name":"d","mesh":0,"matrix":[-1,0,0,0,0,1,0,0,0,0,1,0,3,0,0,1]})"));
  ASSERT_TRUE(all) << all.error().text();
  ASSERT_EQ(names_of(all), (Names{"a", "c", "d"}));
  EXPECT_EQ(all->bodies[0].pose.rotation(), Mat3{});
  EXPECT_EQ(all->bodies[0].pose.translation(), (Vec3{1, 0, 7}));
  EXPECT_EQ(all->bodies[1].pose.rotation(), Mat3{});
  EXPECT_EQ(all->bodies[1].pose.translation(), (Vec3{0, 0, 7}));
  EXPECT_EQ(all->bodies[1].mesh->vertices[1], (Vec3{0, 2, 0})) << "one factor in all directions leaves a pose";
  EXPECT_EQ(all->bodies[2].mesh->vertices[2], (Vec3{4, 0, 7})) << "mirrored, then moved by twice 3";
  EXPECT_EQ(all->bodies[2].mesh->triangles[0], (std::array<std::uint32_t, 3>{0, 2, 1})) << "still facing outwards";
  EXPECT_NE(all->bodies[0].mesh, all->bodies[1].mesh);
}

TEST(Gltf, ScalesThatCancelAreAPose) {
  const Result<FileBodies> one =
      read(document(R"({"children":[1],"scale":[2,2,2]},{"mesh":0,"scale":[0.5,0.5,0.5],"translation":[1,0,0]})"));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->bodies[0].pose.translation(), (Vec3{2, 0, 0}));
  EXPECT_EQ(one->bodies[0].mesh->vertices[1], (Vec3{0, 1, 0}));
}

TEST(Gltf, OnlyTheChosenSceneCounts) {
  const std::string two = R"({"asset":{"version":"2.0"},"scene":1,"scenes":[{"nodes":[0]},{"nodes":[1]}],)"
                          R"("nodes":[{"name":"a","mesh":0},{"name":"b","mesh":0}],)" +
                          std::string(kTetra) + "}";
  EXPECT_EQ(names_of(read(two)), (Names{"b"}));
  EXPECT_EQ(names_of(read(replaced(two, R"("scene":1,"scenes":[{"nodes":[0]},{"nodes":[1]}],)", ""))),
            (Names{"a", "b"}));
}

TEST(Gltf, CirclesAndTwoParentsAreRefused) {
  EXPECT_EQ(fault(read(document(R"({"children":[1]},{"children":[0]})"))),
            "scenes[0].nodes: names node 0, which is a child of another");
  EXPECT_EQ(fault(read(document(R"({"children":[0]})"))), "scenes[0].nodes: names node 0, which is a child of another");
  EXPECT_EQ(fault(read(document(R"({"children":[1,2]},{"children":[2]},{"mesh":0})"))),
            "nodes[2]: is the child of two nodes");
  EXPECT_EQ(fault(read(document(R"({"children":[1,1]},{"mesh":0})"))), "nodes[1]: is the child of two nodes");
  EXPECT_EQ(fault(read(document(R"({"mesh":0})", "0,0"))), "scenes[0].nodes: names a node twice");
  EXPECT_EQ(fault(read(document(R"({"children":[7]})"))), "nodes[0].children[0]: names none of 1");
  EXPECT_EQ(fault(read(document(R"({"mesh":1})"))), "nodes[0].mesh: names none of 1");
}

TEST(Gltf, DeepGraphsTakeNoStack) {
  std::string nodes;
  for (int k = 0; k < 100000; ++k) nodes += R"({"children":[)" + std::to_string(k + 1) + "]},";
  EXPECT_EQ(names_of(read(document(nodes + R"({"name":"end","mesh":0})"))), (Names{"end"}));
}

TEST(Gltf, WhatWouldBeAnotherShapeIsRefused) {
  const std::string one = R"({"mesh":0})";
  EXPECT_EQ(fault(read(document(one, "0", R"("extensionsRequired":["KHR_draco_mesh_compression"],)"))),
            "extensionsRequired[0]: KHR_draco_mesh_compression is not read; export without it");
  EXPECT_EQ(fault(read(document(one, "0", R"("extensionsRequired":["KHR_materials_unlit"],)"))), "none");
  EXPECT_EQ(fault(read(document(R"({"mesh":0,"skin":0})"))).rfind("nodes[0].skin: a mesh that is posed by joints", 0),
            0u);
  EXPECT_EQ(
      fault(read(document(R"({"mesh":0,"weights":[0,0.5]})"))).rfind("nodes[0].weights: a mesh that is changed", 0),
      0u);
  EXPECT_EQ(fault(read(document(R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{}}})")))
                .rfind("nodes[0]: instances by EXT_mesh_gpu_instancing", 0),
            0u);
  EXPECT_EQ(fault(read(replaced(document(one), "5126", "5122"))),
            "accessors[0].componentType: quantized positions are not read; "
            "export floats");
  EXPECT_EQ(fault(read(replaced(document(one), R"("bufferView":0,)", "")))
                    .find("has no \"bufferView\": its data is compressed, or missing") != std::string::npos,
            true);
}

TEST(Gltf, WhatReachesTooFarIsRefused) {
  const std::string one = document(R"({"mesh":0})");
  EXPECT_NE(fault(read(replaced(one, R"("count":4)", R"("count":5)"))).find("reaches beyond its view"),
            std::string::npos);
  EXPECT_NE(fault(read(replaced(one, R"("count":12)", R"("count":1e12)"))).find("reaches beyond its view"),
            std::string::npos);
  EXPECT_NE(fault(read(replaced(one, R"("count":4)", R"("count":3)"))).find("names vertex 3; there are 3"),
            std::string::npos);
  EXPECT_NE(fault(read(replaced(one, R"("count":12)", R"("count":11)"))).find("11 corners are no triangles"),
            std::string::npos);
  EXPECT_EQ(fault(read(replaced(one, R"("byteLength":48)", R"("byteLength":61)"))),
            "bufferViews[0]: reaches beyond its buffer");
  EXPECT_EQ(fault(read(replaced(one, R"("byteLength":60)", R"("byteLength":1e9)"))),
            "buffers[0]: holds 60 bytes, not 1000000000");
  EXPECT_EQ(fault(read(replaced(one, R"("byteOffset":48)", R"("byteOffset":-1)"))),
            "bufferViews[1].byteOffset: expected a whole number from 0 to 1099511627776");
  EXPECT_NE(fault(read(replaced(one, R"("byteLength":48)", R"("byteLength":48,"byteStride":8)"))).find("the stride"),
            std::string::npos);
  EXPECT_EQ(
      fault(parse_glb(glb(one, tetra_bytes()).substr(0, 200), {})).find("holds 200 bytes, not") == std::string::npos,
      false);
  EXPECT_EQ(fault(parse_glb("glTF", {})), "not a GLB file");
  EXPECT_EQ(fault(parse_gltf("{}", {})), "has no \"asset\": not a glTF file");
  EXPECT_EQ(fault(parse_gltf(R"({"asset":{"version":"1.0"}})", {})), "asset.version: is \"1.0\"; only 2.0 is read");
  EXPECT_EQ(fault(parse_gltf(R"({"asset":{"version":"2.0"}})", {})), "no triangles");
}

// A hundred thousand meshes of the same million triangles are a small file.
TEST(Gltf, MoreTrianglesThanTheFileAccountsForAreRefused) {
  std::string primitives = R"({"attributes":{"POSITION":0},"indices":1})";
  for (int k = 0; k < 100000; ++k) primitives += R"(,{"attributes":{"POSITION":0},"indices":1})";
  const std::string many =
      replaced(document(R"({"mesh":0})"), R"({"attributes":{"POSITION":0},"indices":1})", primitives);
  EXPECT_NE(fault(read(many)).find("more triangles than the file's size can account for"), std::string::npos)
      << fault(read(many));
}

TEST(Gltf, StripsFansAndNoIndices) {
  const std::string one = document(R"({"mesh":0})");
  const auto triangles = [&](const std::string& primitive) {
    const Result<FileBodies> made = read(replaced(one, R"("attributes":{"POSITION":0},"indices":1)", primitive));
    EXPECT_TRUE(made) << made.error().text();
    std::vector<std::array<Vec3, 3>> out;
    if (made)
      for (const auto& t : made->bodies[0].mesh->triangles) {
        const std::vector<Vec3>& v = made->bodies[0].mesh->vertices;
        out.push_back({v[t[0]], v[t[1]], v[t[2]]});
      }
    return out;
  };
  const Vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  using Triangles = std::vector<std::array<Vec3, 3>>;
  EXPECT_EQ(triangles(R"("attributes":{"POSITION":0},"mode":5)"), (Triangles{{o, x, y}, {x, z, y}}));
  EXPECT_EQ(triangles(R"("attributes":{"POSITION":0},"mode":6)"), (Triangles{{x, y, o}, {y, z, o}}));
  const Result<FileBodies> points = read(replaced(one, R"("indices":1)", R"("mode":0)"));
  EXPECT_EQ(fault(points), "no triangles");
}

TEST(Gltf, FilesBesideItStayInTheFolder) {
  const test::ScratchFolder folder;
  std::filesystem::create_directory(folder.file("sub"));
  folder.write("sub/my data.bin", tetra_bytes());
  folder.write("outside.bin", tetra_bytes());
  const auto with = [&](const std::string& uri) {
    const std::string text =
        replaced(document(R"({"mesh":0})"), R"({"byteLength":60})", R"({"byteLength":60,"uri":")" + uri + "\"}");
    return fault(read_bodies(folder.write("sub/a.gltf", text), "a.gltf", PartSplit::Files));
  };
  EXPECT_EQ(with("my%20data.bin"), "none");
  EXPECT_EQ(with("./my data.bin"), "none");
  for (const char* outside : {"../outside.bin", "x/../../outside.bin", "/etc/passwd", "file:///etc/passwd", "",
                              "..%2Foutside.bin", "http://localhost/a", "a%", "a%00b"})
    EXPECT_EQ(with(outside),
              std::string("a.gltf: buffers[0].uri: \"") + outside + "\" is not the name of a file in the folder");
  EXPECT_EQ(with("none.bin"), "a.gltf: buffers[0].uri: none.bin: no such file");
  EXPECT_EQ(with("data:application/octet-stream;base64,AAAA"), "a.gltf: buffers[0]: holds 3 bytes, not 60");
  EXPECT_EQ(with("data:,AAAA"), "a.gltf: buffers[0].uri: data in another form than base64");
  EXPECT_EQ(with("data:;base64,A*AA"), "a.gltf: buffers[0].uri: data that is no base64");
}

TEST(Base64, ByHand) {
  for (const std::string bytes : {"", "f", "fo", "foo", "foob", "\xff\xfe\x80"})
    EXPECT_EQ(base64_bytes(base64_text(bytes)), bytes);
  EXPECT_EQ(base64_text("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_text(std::string(2, 0)), "AAA=");
  EXPECT_EQ(base64_bytes(""), "");
  EXPECT_EQ(base64_bytes("Zg=="), "f");
  EXPECT_EQ(base64_bytes("Zm8="), "fo");
  EXPECT_EQ(base64_bytes("Zm9v"), "foo");
  EXPECT_EQ(base64_bytes("Zm9vYmE"), "fooba");
  for (const char* none : {"Z", "Zg=", "Zh==", "Zm9v=", "Z g=", "===="}) EXPECT_FALSE(base64_bytes(none)) << none;
}

// ---- 3MF

constexpr const char* kRelationships =
    R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" )"
    R"(Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/a.model"/></Relationships>)";
constexpr const char* kMesh =
    R"(<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>)"
    R"(<vertex x="0" y="0" z="1"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/>)"
    R"(<triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles></mesh>)";

std::string model(const std::string& resources, const std::string& build, const std::string& head = "") {
  return R"(<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" )" + head + "><resources>" +
         resources + "</resources><build>" + build + "</build></model>";
}
Result<FileBodies> read_model(const std::string& text, std::vector<ZipEntry> more = {}) {
  more.push_back({"_rels/.rels", kRelationships});
  more.push_back({"3D/a.model", text});
  return parse_3mf(*zip_archive(more));
}
const std::string kLeaf = std::string(R"(<object id="1" name="leaf">)") + kMesh + "</object>";

TEST(ThreeMf, ItemsAreBodies) {
  const Result<FileBodies> one =
      read_model(model(kLeaf, R"(<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 5 6 7"/>)"));
  ASSERT_TRUE(one) << one.error().text();
  EXPECT_EQ(one->unit, LengthUnit::Millimetre);
  ASSERT_EQ(names_of(one), (Names{"leaf"}));
  // A quarter turn: x goes to y.
  EXPECT_EQ(apply(one->bodies[0].pose, {1, 0, 0}), (Vec3{5, 7, 7}));
  EXPECT_EQ(one->bodies[0].mesh->triangles.size(), 4u);
  EXPECT_EQ(read_model(model(kLeaf, R"(<item objectid="1"/>)", R"(unit="inch")"))->unit, LengthUnit::Inch);
  EXPECT_NE(fault(read_model(model(kLeaf, R"(<item objectid="1"/>)", R"(unit="mile")"))).find("unknown unit \"mile\""),
            std::string::npos);
}

TEST(ThreeMf, ComponentsAreNested) {
  const std::string twice = kLeaf +
                            R"(<object id="2" name="twice"><components><component objectid="1"/>)"
                            R"(<component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>)";
  const Result<FileBodies> all = read_model(model(
      twice,
      R"(<item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 1"/><item objectid="2" partnumber="N 7" transform="2 0 0 0 2 0 0 0 2 0 0 0"/>)"));
  ASSERT_TRUE(all) << all.error().text();
  ASSERT_EQ(names_of(all), (Names{"twice/leaf", "twice/leaf (2)", "N 7/leaf", "N 7/leaf (2)"}));
  EXPECT_EQ(all->bodies[1].pose.translation(), (Vec3{5, 0, 1}));
  EXPECT_EQ(all->bodies[0].mesh, all->bodies[1].mesh);
  EXPECT_EQ(all->bodies[3].pose.translation(), (Vec3{10, 0, 0}));
  EXPECT_EQ(all->bodies[3].mesh->vertices[1], (Vec3{2, 0, 0}));
  EXPECT_EQ(all->bodies[3].mesh, all->bodies[2].mesh) << "scaled alike";
}

TEST(ThreeMf, OtherPartsOfThePackage) {
  const std::string production =
      R"(xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" requiredextensions="p")";
  const std::string item = R"(<item objectid="1" p:path="/3D/b.model"/>)";
  EXPECT_EQ(names_of(read_model(model("", item, production), {{"3D/b.model", model(kLeaf, "")}})), (Names{"leaf"}));
  EXPECT_EQ(fault(read_model(model("", item, production))), "3D/a.model: line 1: 3D/b.model: is not in the archive");
  EXPECT_NE(fault(read_model(model("", item, production), {{"3D/b.model", model(kLeaf, "", R"(unit="inch")")}}))
                .find("is in another unit"),
            std::string::npos);
  const std::string third =
      R"(<object id="1"><components><component objectid="1" p:path="/3D/a.model"/></components></object>)";
  EXPECT_NE(fault(read_model(model("", item, production), {{"3D/b.model", model(third, "", production)}}))
                .find("names a third; only the first may"),
            std::string::npos);
}

TEST(ThreeMf, NoCircles) {
  const std::string circle = R"(<object id="1"><components><component objectid="2"/></components></object>)"
                             R"(<object id="2"><components><component objectid="1"/></components></object>)";
  EXPECT_EQ(fault(read_model(model(circle, R"(<item objectid="1"/>)"))),
            "3D/a.model: line 1: object 2 does not stand before what names it");
  EXPECT_NE(
      fault(read_model(model(R"(<object id="1"><components><component objectid="1"/></components></object>)", "")))
          .find("object 1 does not stand before"),
      std::string::npos);
}

// Thirty objects, each twice the one before: a thousand million bodies; or none, if nothing is at the end.
TEST(ThreeMf, DoublingEnds) {
  for (const bool any : {true, false}) {
    std::string objects = any ? kLeaf : R"(<object id="1"><components></components></object>)";
    for (int k = 2; k < 32; ++k)
      objects += "<object id=\"" + std::to_string(k) + "\"><components><component objectid=\"" + std::to_string(k - 1) +
                 "\"/><component objectid=\"" + std::to_string(k - 1) + "\"/></components></object>";
    const std::string said = fault(read_model(model(objects, R"(<item objectid="31"/>)")));
    EXPECT_TRUE(said.find("more than 250000 bodies") != std::string::npos ||
                said.find("more than 4000000 objects") != std::string::npos)
        << said;
  }
}

TEST(ThreeMf, DeepGraphsTakeNoStack) {
  std::string objects = kLeaf;
  for (int k = 2; k < 100002; ++k)
    objects += "<object id=\"" + std::to_string(k) + "\"><components><component objectid=\"" + std::to_string(k - 1) +
               "\"/></components></object>";
  EXPECT_EQ(names_of(read_model(model(objects, R"(<item objectid="100001"/>)"))), (Names{"object 100001/leaf"}));
}

TEST(ThreeMf, Refused) {
  const std::string item = R"(<item objectid="1"/>)";
  const auto says = [](const Result<FileBodies>& read, const char* words) {
    EXPECT_NE(fault(read).find(words), std::string::npos) << fault(read);
  };
  says(read_model(model(kLeaf, "")), "the build is empty");
  says(read_model(model(kLeaf, R"(<item objectid="2"/>)")), "object 2 does not stand before");
  says(read_model(model(kLeaf + kLeaf, item)), "two objects with the number 1");
  says(read_model(model(kLeaf, R"(<item objectid="1" transform="1 0 0"/>)")), "a transform is not twelve numbers");
  says(read_model(model(replaced(kLeaf, "v1=\"0\"", "v1=\"9\""), item)), "names vertex 9, but there are 4");
  says(read_model(model(replaced(kLeaf, "v1=\"0\"", "v1=\"-1\""), item)), "a triangle needs v1, v2 and v3");
  says(read_model(model(replaced(kLeaf, "x=\"1\"", "x=\"one\""), item)), "a vertex needs x, y and z");
  says(read_model(model(replaced(kLeaf, "x=\"1\"", "x=\"1e999\""), item)), "a coordinate is not finite");
  says(read_model(model(
           kLeaf, item,
           R"(xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" requiredextensions="b")")),
       "requires the extension http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02, which is not read");
  says(read_model("<!DOCTYPE a [<!ENTITY b \"c\">]><model/>"), "a document type");
  says(read_model(model(kLeaf, item) + "<model/>"), "a second root element");
  says(read_model(model(kLeaf, item) + "x"), "text outside of the root element");
  says(read_model("<html/>"), "the root element is not the model of 3MF");
  says(parse_3mf("not a zip archive, but longer than its shortest form"), "no zip archive");
  says(parse_3mf(*zip_archive({{"a", "b"}})), "_rels/.rels: is not in the archive");
  says(parse_3mf(*zip_archive({{"_rels/.rels", "<a/>"}})), "no model: not a 3MF file");
  std::string damaged = *zip_archive({{"_rels/.rels", kRelationships}});
  damaged[damaged.rfind("PK\x01\x02") + 16] ^= 1;  // the check sum
  says(parse_3mf(damaged), "_rels/.rels: is damaged: its check sum is another");
}

// ---- as parts

TEST(Assemblies, AreCheckedInOneUnit) {
  const test::ScratchFolder folder;
  folder.write(
      "a.3mf",
      *zip_archive({{"_rels/.rels", kRelationships},
                    {"3D/a.model", model(kLeaf, R"(<item objectid="1" transform="1 0 0 0 1 0 0 0 1 500 0 0"/>)")}}));
  folder.write("b.glb", glb(document(R"({"name":"x","mesh":0,"translation":[0,0,2]})"), tetra_bytes()));
  const std::string path = folder.file("");
  std::vector<Error> faults;
  EXPECT_EQ(read_parts({&path, 1}, {}, faults).error().text(),
            path + ": a.3mf is in mm and b.glb in m: say with --unit in which the result is to be");
  PartOptions options;
  options.unit = LengthUnit::Metre;
  const Result<PartScene> parts = read_parts({&path, 1}, options, faults);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->scene.objects.size(), 2u);
  EXPECT_EQ(parts->scene.objects[0].name, "a.3mf/leaf");
  EXPECT_EQ(parts->scene.objects[0].pose.translation(), (Vec3{0.5, 0, 0}));
  EXPECT_EQ(parts->scene.objects[0].points()[1], (Vec3{0.001, 0, 0}));
  EXPECT_EQ(parts->scene.objects[1].name, "b.glb/x");
  EXPECT_EQ(parts->scene.objects[1].pose.translation(), (Vec3{0, 0, 2}));
  EXPECT_EQ(parts->scene.objects[1].points()[1], (Vec3{0, 1, 0}));
}

}  // namespace
}  // namespace clearance::detail
