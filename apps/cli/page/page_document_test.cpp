#include "page_document.h"

#include <clearance/io/assemblies/base64.h>
#include <clearance/io/zip/inflate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include <clearance/lab/all_algorithms.h>

#include "../judge.h"
#include "page_scene.h"
#include "page_text.h"
#include "page_traces.h"

namespace clearance::cli {
using namespace detail;
namespace {

using nlohmann::json;

Scene scene_of(const std::string& objects, const std::string& more = "") {
  Result<Scene> scene =
      parse_scene(R"({"format":"clearance-scene-1","objects":[)" + objects + "]" + more + "}", "", "folder/a.json");
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().text());
  return std::move(scene).value();
}

std::string object(const std::string& name, const std::string& shape, const std::string& more = "") {
  return "{\"name\":" + page_string(name) + ",\"shape\":" + shape + more + "}";
}

// How many bytes the element of that name holds, where they are packed.
std::optional<std::size_t> packed_bytes(const std::string& data, const std::string& id) {
  const std::size_t end = data.find(" id=\"" + id + "\">");
  const std::size_t begin = data.rfind('<', end);
  const std::string tag = data.substr(begin, end - begin), said = " data-packed=\"deflate-raw\" data-bytes=\"";
  const std::size_t at = tag.find(said);
  if (at == std::string::npos) return std::nullopt;
  return std::stoul(tag.substr(at + said.size()));
}

// What stands in the element of that name: it ends where the first thing stands that looks like its end.
std::string element_of(const std::string& data, const std::string& id) {
  const std::string begin = " id=\"" + id + "\">";
  const std::size_t at = data.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t from = at + begin.size();
  const std::string content = data.substr(from, data.find('<', from) - from);
  const std::optional<std::size_t> bytes = packed_bytes(data, id);
  return bytes ? detail::inflate(detail::base64_bytes(content).value(), *bytes).value() : content;
}

struct Read {
  json scene, result, page;
  std::string bytes;

  template <class T>
  std::vector<T> values(const std::string& reference, const char* what, std::size_t each) const {
    const json& entry = page["arrays"][std::stoul(reference.substr(1))][what];
    std::vector<T> out(each * entry[1].get<std::size_t>());
    const auto offset = entry[0].get<std::size_t>();
    EXPECT_EQ(offset % 8, 0u);
    EXPECT_LE(offset + out.size() * sizeof(T), bytes.size());
    std::memcpy(out.data(), bytes.data() + offset, out.size() * sizeof(T));
    return out;
  }
};

Read read(const std::string& data) {
  Read out;
  out.scene = json::parse(element_of(data, "clearance-scene"));
  const std::string result = element_of(data, "clearance-result");
  if (!result.empty()) out.result = json::parse(result);
  out.page = json::parse(element_of(data, "clearance-page"));
  const std::string arrays = element_of(data, "clearance-arrays");
  out.bytes = packed_bytes(data, "clearance-arrays") ? arrays : detail::base64_bytes(arrays).value_or("");
  EXPECT_EQ(out.scene["format"], "clearance-scene-1");
  EXPECT_EQ(out.page["format"], "clearance-page-1");
  EXPECT_EQ(out.page["boxes"].size(), out.scene["objects"].size());
  return out;
}

Read page_of(const Scene& scene, const PageOptions& options = {}) { return read(page_data({scene, {}}, options)); }
Read judged_page_of(const Scene& scene, const PageResultLimits& limits = {}) {
  return read(page_data({scene, page_result(scene, judge(scene, {}).value().result, limits)}, {}));
}

constexpr const char* kTetrahedron = R"({"hull":[[0,0,0],[1,0,0],[0,1,0],[0.1,0.1,0.1],[0,0,1]]})";
// A pit: no convex body.
constexpr const char* kDent = R"({"mesh":{"vertices":[[0,0,0],[2,0,0],[0,2,0],[0.3,0.3,0.3],[0,0,2]],)"
                              R"("triangles":[[0,2,1],[0,1,4],[0,4,2],[1,2,3],[2,4,3],[4,1,3]]}})";

// ---- Text -----------------------------------------------------------------------------------------------------------

TEST(PageText, NothingEndsAnElement) {
  EXPECT_EQ(in_element(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
  EXPECT_EQ(in_element("\"\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\""), "\"\\u2028\\u2029\xe2\x80\xaa\"");
  EXPECT_EQ(in_element("\"\xff\xe2\x80\""), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(in_element(""), "");
  EXPECT_EQ(in_element("{\n    \"a  b\": 1\n  }\n  "), "{\n\"a  b\": 1\n}\n");
}

TEST(PageText, StringsReadBackAsTheyAre) {
  for (const std::string text : {"</script><script>alert(1)</script>", "\"quotes\" and \\", "\xe2\x80\xae drow",
                                 "\xf0\x9f\x94\xa9", "__proto__", "\x01\n\t", "<!--", "]]>", "\xe2\x80\xa8"}) {
    EXPECT_EQ(json::parse(in_element(page_string(text))), text);
    EXPECT_EQ(in_element(page_string(text)).find('<'), std::string::npos);
  }
  EXPECT_EQ(json::parse(page_string("a\xff"
                                    "b")),
            "a\xef\xbf\xbd"
            "b");
}

TEST(PageText, WhatIsLongIsPackedAndReadsBack) {
  std::string text = "[\"";
  for (int k = 0; text.size() < 200'000; ++k) text += std::to_string(k) + " \xe2\x80\xae, ";
  text += "\"]";
  const std::string packed = json_element("x", text), plain = json_element("x", "[\"short\"]");
  EXPECT_LT(packed.size(), text.size() / 2);
  EXPECT_EQ(packed_bytes(packed, "x"), text.size());
  EXPECT_EQ(element_of(packed, "x"), text);
  EXPECT_EQ(packed_bytes(plain, "x"), std::nullopt);
  EXPECT_EQ(element_of(plain, "x"), "[\"short\"]");
  std::string bytes(300'000, '\0');
  for (std::size_t k = 0; k < bytes.size(); k += 7) bytes[k] = static_cast<char>(k);
  EXPECT_EQ(element_of(bytes_element("y", bytes), "y"), bytes);
  EXPECT_EQ(element_of(bytes_element("y", "abc"), "y"), detail::base64_text("abc"));
}

// ---- The scene ------------------------------------------------------------------------------------------------------

TEST(PageScene, NumbersAreThoseOfTheScene) {
  const Scene scene =
      scene_of(object("a", kTetrahedron) + "," + object("b", kDent, R"(,"pose":{"t":[0.1,0.2,0.30000000000000004]})"));
  const Read page = page_of(scene);
  ASSERT_EQ(page.scene["objects"].size(), 2u);
  const std::string hull = page.scene["objects"][0]["shape"]["hull"], mesh = page.scene["objects"][1]["shape"]["mesh"];
  EXPECT_EQ(page.scene["objects"][1]["shape"]["solid"], true);
  EXPECT_EQ(page.scene["objects"][1]["pose"]["t"][2], 0.30000000000000004);
  const std::vector<double> points = page.values<double>(hull, "vertices", 3);
  ASSERT_EQ(points.size(), 15u);  // the point inside is there: certificates number it
  EXPECT_EQ(points[9], 0.1);
  EXPECT_EQ(page.values<std::uint32_t>(mesh, "triangles", 3),
            (std::vector<std::uint32_t>{0, 2, 1, 0, 1, 4, 0, 4, 2, 1, 2, 3, 2, 4, 3, 4, 1, 3}));
  EXPECT_EQ(page.values<std::uint32_t>(hull, "edges", 2).size(), 12u);
  EXPECT_EQ(page.values<std::uint32_t>(mesh, "edges", 2).size(), 18u);
}

TEST(PageScene, TrianglesOfAHullAreSeenFromOutside) {
  const Scene scene = scene_of(object("a", R"({"hull":[[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1],[0,0,-1]]})"));
  const Read page = page_of(scene);
  const std::vector<double> p = page.values<double>("#0", "vertices", 3);
  const std::vector<std::uint32_t> t = page.values<std::uint32_t>("#0", "triangles", 3);
  ASSERT_EQ(t.size(), 24u);
  const auto at = [&](std::uint32_t v) { return Vec3{p[3 * v], p[3 * v + 1], p[3 * v + 2]}; };
  for (std::size_t k = 0; k < t.size(); k += 3) EXPECT_GT(dot(at(t[k]), cross(at(t[k + 1]), at(t[k + 2]))), 0);
}

// What is written reads back as the same scene, once the arrays' numbers stand in it again.
TEST(PageScene, EveryKindReadsBack) {
  const Scene scene = scene_of(
      object("box", R"({"box":[0.1,0.2,0.3],"scale":3})", R"(,"padding":0.5)") + "," +
          object("ball", R"({"rounded":{"core":{"hull":[[1,2,3]]},"radius":0.25}})") + "," +
          object("parts", R"({"convex_parts":[{"box":[1,1,1]},{"rounded":{"core":{"box":[1,2,3]},"radius":2}}]})") +
          "," + object("floor", R"({"half_space":{"normal":[0,0,2],"offset":-3}})", R"(,"static":true)") + "," +
          object("dent", kDent, R"(,"groups":{"member_of":[3],"meets":[0]})") + "," +
          object("hull", R"({"hull":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"excess":0.125})") + "," +
          R"({"name":"arm","parts":[{"shape":{"box":[1,1,1]}},{"shape":{"box":[2,1,1]},"offset":{"t":[1,0,0]}}],"pose":{"t":[0,0,9]}})" +
          "," +
          object(
              "moving", R"({"box":[1,1,1]})",
              R"(,"offset":{"t":[0,1,0]},"motion":{"keyframes":[{"time":0,"pose":{"t":[0,0,0]}},{"time":2,"pose":{"t":[5,0,0]}}]})"),
      R"(,"interval":[0,2],"allowed":[["box","ball"]])");
  Read page = page_of(scene);
  for (json& shape : page.scene["objects"]) {
    const std::function<void(json&)> fill = [&](json& at) {
      if (at.is_array())
        for (json& item : at) fill(item);
      if (!at.is_object()) return;
      for (auto& [key, value] : at.items()) {
        if (!value.is_string() || (key != "hull" && key != "mesh")) {
          fill(value);
          continue;
        }
        const std::vector<double> p = page.values<double>(value, "vertices", 3);
        const std::vector<std::uint32_t> t = page.values<std::uint32_t>(value, "triangles", 3);
        json points = json::array(), triangles = json::array();
        for (std::size_t k = 0; k < p.size(); k += 3) points.push_back({p[k], p[k + 1], p[k + 2]});
        for (std::size_t k = 0; k < t.size(); k += 3) triangles.push_back({t[k], t[k + 1], t[k + 2]});
        value = key == "hull" ? points : json{{"vertices", points}, {"triangles", triangles}};
      }
    };
    fill(shape["shape"]);
  }
  const Result<Scene> again = parse_scene(page.scene.dump(), "", "again");
  ASSERT_TRUE(again) << again.error().text();
  ASSERT_EQ(again->objects.size(), scene.objects.size());
  EXPECT_EQ(again->pairs, scene.pairs);
  EXPECT_EQ(again->interval, scene.interval);
  const std::vector<PartHash> before = part_hashes(scene), after = part_hashes(*again);
  for (std::size_t k = 0; k < before.size(); ++k) {
    const SceneObject &was = scene.objects[k], &is = again->objects[k];
    EXPECT_EQ(before[k], after[k]) << was.name;
    EXPECT_EQ(was.name, is.name);
    EXPECT_EQ(was.kind, is.kind) << was.name;
    EXPECT_EQ(was.padding, is.padding);
    EXPECT_EQ(was.excess, is.excess);
    EXPECT_EQ(was.motion.has_value(), is.motion.has_value());
    for (std::size_t part = 0; part < was.given->size(); ++part)
      EXPECT_EQ((*was.given)[part].points, (*is.given)[part].points) << was.name;
  }
}

TEST(PageScene, EqualShapesShareAnEntry) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kDent, R"(,"pose":{"t":[9,0,0]})") + "," +
                               object("c", kTetrahedron));
  const Read page = page_of(scene);
  EXPECT_EQ(page.page["arrays"].size(), 2u);
  EXPECT_EQ(page.scene["objects"][0]["shape"], page.scene["objects"][1]["shape"]);
}

TEST(PageScene, WhatThereIsNoRoomForIsNamed) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kTetrahedron, R"(,"pose":{"t":[9,0,0]})") + "," +
                               object("c", R"({"box":[1,1,1]})", R"(,"pose":{"t":[0,9,0]})"));
  PageOptions options;
  options.most_triangles = 5;
  const Read page = page_of(scene, options);
  EXPECT_EQ(page.page["left_out"], json::array({"a"}));
  EXPECT_EQ(page.scene["objects"][0]["shape"]["mesh"], "#none");
  EXPECT_EQ(page.scene["objects"][1]["shape"]["hull"], "#0");
  EXPECT_NE(page.page["notices"].dump().find("1 of 3 bodies is shown as a box"), std::string::npos)
      << page.page["notices"];
  // Bodies of listed pairs come first, and then nothing is left for the other one.
  PageResult result;
  result.objects = {0};
  options.most_triangles = 6;
  EXPECT_EQ(read(page_data({scene, result}, options)).page["left_out"], json::array({"b"}));
}

TEST(PageScene, NothingIsInfinite) {
  const Scene scene = scene_of(object("a", R"({"hull":[[1e300,1e300,1e300],[-1e300,0,0],[0,1e300,0]]})",
                                      R"(,"pose":{"q":[1,2,3,4],"t":[1e300,0,0]})") +
                               "," + object("b", R"({"half_space":{"normal":[1e300,1e-300,0],"offset":1e300}})") + "," +
                               object("c", R"({"hull":[[1,2,3]]})"));
  const std::string data = page_data({scene, {}}, {});
  for (const char* word : {"nan", "NaN", "inf,", "inf]", "Infinity"})
    EXPECT_EQ(element_of(data, "clearance-page").find(word), std::string::npos);
  const Read page = read(data);
  for (const json& box : page.page["boxes"])
    for (const json& corner : box)
      for (const json& number : corner) EXPECT_TRUE(std::isfinite(number.get<double>()));
}

// ---- The result -----------------------------------------------------------------------------------------------------

TEST(PageResult, ProofsThatNobodyAskedForAreThere) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kTetrahedron, R"(,"pose":{"t":[9,0,0]})") + "," +
                               object("c", R"({"box":[1,1,1]})", R"(,"pose":{"t":[9,0,0]})"));
  const Read page = judged_page_of(scene);
  ASSERT_EQ(page.result["pairs"].size(), 3u);
  EXPECT_EQ(page.result["pairs"][0]["certificate"]["kind"], "cover");
  EXPECT_EQ(page.result["pairs"][2]["shell"]["kind"], "shell");
  const Result<ResultFile> result = parse_result(page.result.dump(), "page");
  ASSERT_TRUE(result) << result.error().text();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(check_pair(result->pairs[i], scene, scene.pairs[i])) << i;
}

TEST(PageResult, WhatThereIsNoRoomForIsSaid) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kTetrahedron, R"(,"pose":{"t":[9,0,0]})") + "," +
                               object("c", R"({"box":[1,1,1]})", R"(,"pose":{"t":[9,0,0]})"));
  PageResultLimits limits;
  limits.bytes = 10;
  const Read page = judged_page_of(scene, limits);
  EXPECT_FALSE(page.result["pairs"][0].contains("certificate"));
  EXPECT_FALSE(page.result["pairs"][2].contains("shell"));
  EXPECT_NE(page.page["notices"].dump().find("for the proofs of 3 pairs"), std::string::npos) << page.page["notices"];
  limits = {};
  limits.pairs = 1;  // the one that is not separated
  const Read few = judged_page_of(scene, limits);
  ASSERT_EQ(few.result["pairs"].size(), 1u);
  EXPECT_EQ(few.result["pairs"][0]["status"], "penetrating");
  EXPECT_EQ(few.result["unlisted"]["pairs"], 2);
  EXPECT_NE(few.page["notices"].dump().find("2 of 3 pairs are not listed"), std::string::npos) << few.page["notices"];
}

TEST(PageResult, AResultIsGivenAsItIsUnlessItIsTooLarge) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kTetrahedron, R"(,"pose":{"t":[9,0,0]})"));
  JudgeOptions options;
  options.want_proofs = true;
  const ResultFile result = judge(scene, options).value().result;
  const std::string text = result_text(result, true) + "   ";
  EXPECT_EQ(page_result_as_given(scene, result, text).text, text);
  PageResultLimits limits;
  limits.bytes = 100;
  const PageResult cut = page_result_as_given(scene, result, text, limits);
  EXPECT_EQ(cut.text, result_text(result, false));
  ASSERT_EQ(cut.notices.size(), 1u);
  EXPECT_NE(cut.notices[0].find("for the proofs of 1 pair,"), std::string::npos) << cut.notices[0];
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

TEST(PageTraces, EveryMethodOverManyFrames) {
  const Scene scene = scene_of(object("a", kTetrahedron) + "," +
                                   object("b", R"({"rounded":{"core":{"box":[1,2,1]},"radius":0.1}})",
                                          R"(,"pose":{"t":[3,0,0]},"motion":{"velocity":[-3,0,0]})"),
                               R"(,"interval":[1,2])");
  TraceWanted wanted;
  for (const AlgorithmRow& row : all_algorithms()) wanted.methods.push_back(row.id);
  wanted.frames = 5;
  const json traces = json::parse(page_traces(scene, {}, wanted).value());
  ASSERT_EQ(traces.size(), wanted.methods.size());
  std::set<std::string> outcomes;
  for (const json& run : traces) {
    ASSERT_EQ(run["frames"].size(), 5u);
    EXPECT_EQ(run["frames"][0]["time"], 1);
    EXPECT_EQ(run["frames"][4]["time"], 2);
    EXPECT_EQ(run["frames"][4]["pose_b"]["t"][0], 0);
    for (const json& frame : run["frames"]) outcomes.insert(frame["outcome"]);
  }
  EXPECT_TRUE(outcomes.contains("separated") && outcomes.contains("penetrating"));
}

// Coherence: from the second frame on the walk begins where it ended.
TEST(PageTraces, TheCacheIsHandedOn) {
  const std::string rock = "{\"hull\":" + [] {
    std::string text = "[";
    const Polytope body = test_polytope(TestShape::Ellipsoid, 100, 3);
    for (int v = 0; v < body.vertex_count(); ++v) {
      const Vec3 p = body.vertex(v);
      text += (v > 0 ? "," : "") + ("[" + std::to_string(p.x) + "," + std::to_string(p.y)) + "," + std::to_string(p.z) +
              "]";
    }
    return text + "]}";
  }();
  const Scene scene =
      scene_of(object("a,", rock) + "," + object("b", rock, R"(,"pose":{"q":[0,1,0,0],"t":[3,1,0.5]})"));
  TraceWanted wanted;
  wanted.methods = {lab::kLinCanny};
  wanted.pair = "a,,b";
  wanted.frames = 8;
  const json frames = json::parse(page_traces(scene, {}, wanted).value())[0]["frames"];
  ASSERT_EQ(frames.size(), 8u);
  EXPECT_EQ(frames[0]["pose_b"], json::parse(R"({"q":[0,1,0,0],"t":[3,1,0.5]})"));
  EXPECT_NE(frames[1]["pose_b"], frames[0]["pose_b"]);
  std::size_t later = 0;
  for (std::size_t k = 1; k < 8; ++k) later += frames[k]["steps"].size();
  EXPECT_LT(later, 7 * frames[0]["steps"].size());
}

TEST(PageTraces, RefusesWhatNoMethodTakes) {
  const Scene scene = scene_of(object("a", kDent) + "," + object("b", kTetrahedron) + "," + object("c", kDent));
  TraceWanted wanted;
  wanted.methods = {lab::kGilbert};
  EXPECT_NE(page_traces(scene, {}, wanted).error().text().find("no pair is of two"), std::string::npos);
  wanted.pair = "a,b";
  EXPECT_NE(page_traces(scene, {}, wanted).error().text().find("one of a,b is none"), std::string::npos);
  wanted.pair = "b,b";
  EXPECT_NE(page_traces(scene, {}, wanted).error().text().find("two objects"), std::string::npos);
}

}  // namespace
}  // namespace clearance::cli
