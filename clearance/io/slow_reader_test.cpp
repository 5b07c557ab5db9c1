// A file of 1 MB is loaded or refused within a second, whatever it holds: each of these was made to cost a reader the
// square of its length, and several did. Time is the processor's, so that a busy machine does not matter.
#include <clearance/base/random.h>
#include <clearance/io/assemblies/gltf_file.h>
#include <clearance/io/assemblies/threemf_file.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/io/meshes/mesh_pieces.h>
#include <clearance/io/number.h>
#include <clearance/io/results/result_file.h>
#include <clearance/io/scenes/scene_file.h>
#include <clearance/io/zip/zip_writer.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <ctime>
#include <functional>

namespace clearance::detail {
namespace {

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr double kSeconds = 1;
#else
constexpr double kSeconds = 60;  // under sanitizers, or without optimisation
#endif

constexpr std::size_t kMegabyte = 1'000'000;

double seconds_of(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void expect_quick(const char* what, const std::string& text, const std::function<void(std::string_view)>& read) {
  EXPECT_GT(text.size(), kMegabyte / 3) << what;
  EXPECT_LT(text.size(), kMegabyte + kMegabyte / 4) << what;
  EXPECT_LT(seconds_of([&] { read(text); }), kSeconds) << what;
}

std::string repeated(const std::string& head, const std::function<std::string(std::size_t)>& item,
                     const std::string& tail) {
  std::string text = head;
  for (std::size_t i = 0; text.size() < kMegabyte; ++i) text += item(i);
  return text + tail;
}

std::string number(std::size_t i) { return std::to_string(i); }

// ---- outlines

using Outline = std::vector<Vec3>;

std::string obj_of(const Outline& points, const std::vector<std::size_t>& corners) {
  std::string text;
  for (const Vec3 p : points) text += "v " + double_text(p.x) + " " + double_text(p.y) + " " + double_text(p.z) + "\n";
  text += "f";
  for (const std::size_t corner : corners) text += " " + number(corner + 1);
  return text + "\n";
}

std::string off_of(const Outline& points) {
  std::string text = "OFF\n" + number(points.size()) + " 1 0\n";
  for (const Vec3 p : points) text += double_text(p.x) + " " + double_text(p.y) + " " + double_text(p.z) + "\n";
  text += number(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) text += " " + number(i);
  return text + "\n";
}

std::vector<std::size_t> all(std::size_t n) {
  std::vector<std::size_t> corners(n);
  for (std::size_t i = 0; i < n; ++i) corners[i] = i;
  return corners;
}

Outline zigzag(int n) {
  Outline points;
  for (int i = 0; i < n; ++i) points.push_back({1.0 * i, i % 2 == 0 ? 0.0 : 1000, 0});
  for (int i = n - 1; i >= 0; --i) points.push_back({1.0 * i, i % 2 == 0 ? 0.5 : 1000.5, 0});
  return points;
}

Outline star(int n) {
  Random random(1);
  Outline points;
  for (int i = 0; i < n; ++i) {
    const double angle = 6.28318530717958 * i / n, radius = random.uniform(0.1, 1);
    points.push_back({std::round(1e9 * radius * std::cos(angle)), std::round(1e9 * radius * std::sin(angle)), 0});
  }
  return points;
}

// Nearly on a line, so that filters fail.
Outline sliver(int n) {
  Outline points;
  for (int i = 0; i < n; ++i) points.push_back({i * 0.1, i * 0.1 + (i % 2 == 0 ? 0 : 1e-17), 0});
  points.push_back({1000, 1001, 0});
  return points;
}

TEST(SlowReader, Outlines) {
  const auto read_obj = [](std::string_view text) { (void)clearance::parse_obj(text); };
  expect_quick("zigzag", obj_of(zigzag(25000), all(50000)), read_obj);
  expect_quick("star", obj_of(star(30000), all(30000)), read_obj);
  expect_quick("sliver", obj_of(sliver(20000), all(20001)), read_obj);
  expect_quick("zigzag in OFF", off_of(zigzag(20000)), [](std::string_view text) { (void)clearance::parse_off(text); });
  std::vector<std::size_t> around, petals;
  for (std::size_t i = 0; i < 400000; ++i) around.push_back(i % 4);
  expect_quick("100,000 times around", obj_of({{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}}, around), read_obj);
  Outline flower{{0, 0, 0}};
  for (std::size_t i = 0; i < 36000; ++i) {
    const double angle = 6.28318530717958 * static_cast<double>(i) / 36000;
    flower.push_back({std::round(1e6 * std::cos(angle)), std::round(1e6 * std::sin(angle)), 0});
    if (i % 2 == 0) petals.push_back(0);
    petals.push_back(i + 1);
  }
  expect_quick("18,000 petals", obj_of(flower, petals), read_obj);
  const std::string points = obj_of(zigzag(250), all(500)), face = points.substr(points.rfind('f'));
  expect_quick("500 corners many times", repeated(points, [&](std::size_t) { return face; }, ""), read_obj);
}

// ---- headers and vertices

TEST(SlowReader, PlyHeaders) {
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
  const auto read = [](std::string_view text) { (void)clearance::parse_ply(text); };
  const auto property = [](std::size_t i) { return "property char " + number(i) + "\n"; };
  expect_quick("properties", repeated(head, property, "end_header\n"), read);
  const auto element = [](std::size_t i) { return "element " + number(i) + " 0\n"; };
  expect_quick("elements", repeated(head, element, "end_header\n"), read);
}

// Points whose hashes are equal.
TEST(SlowReader, PointsMadeToCollide) {
  std::string body;
  std::size_t count = 0;
  for (double x = 1; body.size() < kMegabyte; ++x) {
    const std::uint64_t h = std::bit_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u;
    const double point[3] = {x, std::bit_cast<double>((h ^ (h >> 29)) ^ 0x1234567812345678u), 1};
    if (!is_coordinate({point[0], point[1], point[2]})) continue;
    char bytes[sizeof point];
    std::memcpy(bytes, point, sizeof point);
    body.append(bytes, sizeof point);
    ++count;
  }
  const char* order = std::endian::native == std::endian::little ? "little" : "big";
  const std::string head = "ply\nformat binary_" + std::string(order) + "_endian 1.0\nelement vertex " + number(count) +
                           "\nproperty double x\nproperty double y\nproperty double z\nend_header\n";
  expect_quick("points that collide", head + body, [&](std::string_view text) {
    const Result<MeshData> mesh = clearance::parse_ply(text);
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(mesh->vertices.size(), count);
  });
}

// ---- JSON

TEST(SlowReader, Scenes) {
  const std::string head = R"({"format":"clearance-scene-1","objects":[)", box = R"("shape":{"box":[1,1,1]})";
  const auto read = [](std::string_view text) { (void)parse_scene(text, "", "s.json"); };
  const auto key = [](std::size_t i) { return ",\"" + number(i) + "\":0"; };
  expect_quick("keys", repeated(R"({"format":"clearance-scene-1")", key, "}"), read);
  const std::string prefix(1000, 'k');
  const auto long_key = [&](std::size_t i) { return ",\"" + prefix + number(i) + "\":0"; };
  expect_quick("keys with one prefix", repeated(R"({"format":"clearance-scene-1")", long_key, "}"), read);
  expect_quick("nesting", std::string(kMegabyte, '['), read);
  expect_quick("digits", head + R"({"name":"a","shape":{"box":[0.)" + std::string(kMegabyte, '1') + ",1,1]}}]}", read);
  expect_quick("exponent", head + R"({"name":"a","shape":{"box":[1e-)" + std::string(kMegabyte, '1') + ",1,1]}}]}",
               read);
  const auto escape = [](std::size_t) { return "\\u0041"; };
  expect_quick("name", repeated(head + R"({"name":")", escape, "\"," + box + "}]}"), read);
  const auto object = [&](std::size_t i) {
    return (i > 0 ? ",{\"name\":\"" : "{\"name\":\"") + number(i) + "\"," + box + "}";
  };
  expect_quick("objects", repeated(head, object, "]}"), read);
  const std::string two = head + R"({"name":"a",)" + box + R"(},{"name":"b",)" + box + R"(}],"pairs":[["a","b"])";
  expect_quick("pairs", repeated(two, [](std::size_t) { return R"(,["a","b"])"; }, "]}"), read);
  const auto frame = [](std::size_t i) {
    return (i > 0 ? ",{\"time\":" : "{\"time\":") + number(i) + R"(,"pose":{"q":[1,0,0,0]}})";
  };
  expect_quick(
      "keyframes",
      repeated(head + R"({"name":"a",)" + box + R"(,"motion":{"keyframes":[)", frame, R"(]}}],"interval":[9,9.5]})"),
      read);
  Random random(2);
  const auto point = [&](std::size_t i) {
    const double x = 0.1 * static_cast<double>(i);
    return (i > 0 ? ",[" : "[") + double_text(x) + "," + double_text(3 * x) + "," + double_text(7 * x) + "]";
  };
  expect_quick("points nearly on a line", repeated(head + R"({"name":"a","shape":{"hull":[)", point, "]}}]}"), read);
}

TEST(SlowReader, Results) {
  const std::string head = R"({"format":"clearance-result-1","query":"check","pairs":[)";
  const std::string pair = R"({"a":"x","b":"y","status":"penetrating")";
  const auto read = [](std::string_view text) { (void)parse_result(text, "r.json"); };
  const auto item = [&](std::size_t i) { return (i > 0 ? "," : "") + pair + "}"; };
  expect_quick("pairs", repeated(head, item, "]}"), read);
  const std::string digits(kMegabyte / 2, '7');
  expect_quick("digits of a fraction",
               head + pair + R"(,"certificate":{"kind":"interior","point":[")" + digits + "/" + digits + "\",0,0]}}]}",
               read);
  const std::string some(690, '7');
  const auto fraction = [&](std::size_t i) {
    return (i > 0 ? "," : "") + pair + R"(,"certificate":{"kind":"interior","point":[")" + some + "/" + some +
           "\",0,0]}}";
  };
  expect_quick("fractions", repeated(head, fraction, "]}"), read);
  expect_quick("nesting", head + pair + R"(,"certificate":{"kind":"cover","root":)" + std::string(kMegabyte, '['),
               read);
}

// ---- assemblies

void read_gltf(std::string_view text) { static_cast<void>(parse_gltf(text, {})); }

// As the model of a package.
void read_model(std::string_view text) {
  const std::string relationships =
      R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship )"
      R"(Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/m"/></Relationships>)";
  static_cast<void>(parse_3mf(*zip_archive({{"_rels/.rels", relationships}, {"m", std::string(text)}})));
}

const std::string kAsset = R"({"asset":{"version":"2.0"},)";
const std::string kBuffer =
    R"("buffers":[{"byteLength":48,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":48}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
    R"("meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0}}]}],)";

TEST(SlowReader, Gltf) {
  expect_quick(
      "a chain of nodes",
      repeated(
          kAsset + kBuffer + R"("scenes":[{"nodes":[0]}],"nodes":[)",
          [](std::size_t i) { return R"({"scale":[2,1,1],"children":[)" + number(i + 1) + "]},"; }, R"({"mesh":0}]})"),
      read_gltf);
  expect_quick("instances that are scaled",
               repeated(
                   kAsset + kBuffer + R"("nodes":[{"mesh":0})",
                   [](std::size_t i) { return R"(,{"mesh":0,"scale":[1,1,)" + number(i + 2) + "]}"; }, "]}"),
               read_gltf);
  expect_quick("many keys",
               repeated(
                   kAsset + kBuffer, [](std::size_t i) { return "\"k" + number(i) + "\":" + (i % 2 ? "0," : "[],"); },
                   R"("nodes":[)" +
                       repeated(
                           "{}", [](std::size_t) { return std::string(R"(,{"mesh":0})"); }, "]}")
                           .substr(0, 200'000) +
                       "{}]}"),
               read_gltf);
  std::string accessors, primitives;
  for (std::size_t k = 0; k < 2000; ++k) {
    accessors += std::string(k > 0 ? "," : "") +
                 R"({"componentType":5126,"type":"VEC3","count":24000,"sparse":{"count":24000,)"
                 R"("indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}})";
    primitives += (k > 0 ? R"(,{"attributes":{"POSITION":)" : R"({"attributes":{"POSITION":)") + number(k) + "}}";
  }
  expect_quick("sparse accessors over the same bytes",
               kAsset + R"("buffers":[{"byteLength":300000,"uri":"data:;base64,)" + std::string(400'000, 'A') +
                   R"("}],"bufferViews":[{"buffer":0,"byteLength":300000}],"accessors":[)" + accessors +
                   R"(],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + primitives + "]}]}",
               read_gltf);
  expect_quick(
      "one primitive, many times",
      repeated(
          kAsset + kBuffer.substr(0, kBuffer.find(R"("meshes")")) + R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[)",
          [](std::size_t) { return std::string(R"({"attributes":{"POSITION":0}},)"); },
          R"({"attributes":{"POSITION":0}}]}]})"),
      read_gltf);
}

TEST(SlowReader, ThreeMf) {
  const std::string head = R"(<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>)";
  const std::string leaf =
      R"(<object id="0"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>)"
      R"(<vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>)";
  expect_quick("vertices",
               repeated(
                   head + "<object id='1'><mesh><vertices>",
                   [](std::size_t i) { return "<vertex x='" + number(i) + "' y='0' z='0'/>\n"; }, ""),
               read_model);
  expect_quick("a chain of components",
               repeated(
                   head + leaf,
                   [](std::size_t i) {
                     return "<object id='" + number(i + 1) + "'><components><component objectid='" + number(i) +
                            "'/></components></object>";
                   },
                   "</resources><build><item objectid='7000'/></build></model>"),
               read_model);
  expect_quick(
      "instances that are scaled",
      repeated(
          head + leaf + "</resources><build>",
          [](std::size_t i) { return "<item objectid='0' transform='1 0 0 0 2 0 0 0 " + number(i) + " 0 0 0'/>"; },
          "</build></model>"),
      read_model);
  std::string spaces = head;
  for (int k = 0; k < 255; ++k) spaces += "<a xmlns:b" + number(static_cast<std::size_t>(k)) + "='u'>";
  expect_quick("name spaces", repeated(spaces, [](std::size_t) { return std::string("<b/>"); }, ""), read_model);
  expect_quick("comments", repeated(head, [](std::size_t) { return std::string("<!---->"); }, ""), read_model);
  expect_quick(
      "references",
      repeated(head + "<object id='1' name='", [](std::size_t) { return std::string("&#65;"); }, "'/>"), read_model);
}

TEST(SlowReader, Names) {
  expect_quick("objects of one name",
               repeated(
                   "v 0 0 0\nv 1 0 0\nv 0 1 0\n", [](std::size_t) { return std::string("o a\nf 1 2 3\n"); }, ""),
               [](std::string_view text) {
                 MeshGroups groups;
                 const Result<MeshData> mesh = parse_obj(text, FaceUse::Triangulate, &groups);
                 static_cast<void>(pieces_by_object(*mesh, groups));
               });
  expect_quick("components",
               repeated(
                   "",
                   [](std::size_t i) {
                     return "v " + number(i) + " 0 0\nv " + number(i) + " 1 0\nv " + number(i) + " 0 1\nf -1 -2 -3\n";
                   },
                   ""),
               [](std::string_view text) { static_cast<void>(pieces_by_component(*clearance::parse_obj(text))); });
}

}  // namespace
}  // namespace clearance::detail
