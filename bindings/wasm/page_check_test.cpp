// The checker within a page, compiled natively: what it accepts is what `clearance verify` proves, and it accepts
// nothing that was tampered with.
#include "page_check.h"

#include <clearance/io/file.h>
#include <clearance/io/json.h>

#include <follow.h>
#include <gtest/gtest.h>
#include <judge.h>
#include <moving_scene.h>

#include <cstring>
#include <string>
#include <vector>

namespace clearance::wasm {
namespace {

using detail::Json;

const std::string kExamples = CLEARANCE_TESTDATA "/../examples/";

std::string scene_text_of(const std::string& example) { return *detail::read_file(kExamples + example); }

std::string checked(const std::string& example, bool with_proofs = true) {
  const Result<Scene> scene = read_scene(kExamples + example);
  cli::JudgeOptions options;
  options.want_proofs = with_proofs;
  return result_text(cli::judge(*scene, options)->result, with_proofs);
}

std::string moved(const std::string& example, bool with_proofs = true) {
  const Result<cli::MovingScene> moving = cli::read_scene_to_move(kExamples + example);
  cli::FollowOptions options;
  options.want_proofs = with_proofs;
  return result_text(cli::follow(*moving, options)->result, with_proofs);
}

struct Found {
  std::string error;  // of the whole
  std::vector<Json> pairs;

  std::string standing(std::size_t k, const char* of = nullptr) const {
    const Json* json = of ? pairs.at(k).find(of) : &pairs.at(k);
    return json ? *json->find("standing")->string() : "nothing";
  }
  std::string reason(std::size_t k) const { return *pairs.at(k).find("reason")->string(); }
  std::size_t count(const std::string& standing) const {
    std::size_t sum = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) sum += this->standing(k) == standing ? 1 : 0;
    return sum;
  }
};

Found check(const std::string& scene, const std::string& result, std::size_t at_once = 3,
            const std::string& table = "[]", const std::vector<std::byte>& bytes = {}) {
  Found found;
  Result<PageCheck> started = PageCheck::start({scene, result, table, bytes});
  if (!started) {
    found.error = started.error().text();
    return found;
  }
  PageCheck page = std::move(started).value();
  while (true) {
    const Result<Json> list = detail::parse_json(page.next(at_once));
    EXPECT_TRUE(list) << list.error().text();
    if (!list || list->array()->empty()) break;
    found.pairs.insert(found.pairs.end(), list->array()->begin(), list->array()->end());
  }
  EXPECT_EQ(found.pairs.size(), page.pairs());
  return found;
}

// `text` with the first `from` changed, of which there must be one.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// ---- What is true
// ----------------------------------------------------------------------------------------------------

TEST(PageCheck, ProvesWhatTheProgramProves) {
  for (const char* example : {"demo", "gears", "key", "wrong_key", "engine", "plant", "bullet", "steps"}) {
    const std::string file = std::string(example) + ".scene.json", text = checked(file);
    const Result<Scene> scene = read_scene(kExamples + file);
    const Result<ResultFile> result = parse_result(text, "result");
    const Result<std::vector<ScenePair>> pairs = match(*result, *scene);
    const Found found = check(scene_text_of(file), text);
    ASSERT_EQ(found.error, "") << example;
    ASSERT_EQ(found.pairs.size(), result->pairs.size());
    for (std::size_t k = 0; k < found.pairs.size(); ++k) {
      const CheckResult expected = cli::check_pair(result->pairs[k], *scene, (*pairs)[k]);
      EXPECT_FALSE(expected.is_refuted());
      EXPECT_EQ(found.standing(k), expected ? "verified" : "unproved") << example << k << found.reason(k);
    }
  }
}

TEST(PageCheck, HoweverManyAtOnce) {
  const std::string scene = scene_text_of("demo.scene.json"), result = checked("demo.scene.json");
  const Found one = check(scene, result, 1), all = check(scene, result, 1000);
  ASSERT_EQ(one.pairs.size(), all.pairs.size());
  EXPECT_EQ(one.count("verified"), all.pairs.size());
  EXPECT_EQ(all.count("verified"), all.pairs.size());
}

TEST(PageCheck, TimelinesAndContactsOfMotions) {
  for (const char* example : {"bullet", "tumbling_gem", "thrown_gem", "graze"}) {
    const std::string file = std::string(example) + ".scene.json";
    const Found proved = check(scene_text_of(file), moved(file)), bare = check(scene_text_of(file), moved(file, false));
    ASSERT_EQ(proved.error, "") << example;
    ASSERT_EQ(bare.error, "") << example;
    for (std::size_t k = 0; k < proved.pairs.size(); ++k) {
      EXPECT_NE(proved.standing(k), "fails") << example << proved.reason(k);
      EXPECT_NE(proved.standing(k, "timeline"), "unproved") << example << proved.reason(k);
      EXPECT_NE(bare.standing(k, "timeline"), "verified") << example << "nothing was printed";
      EXPECT_EQ(bare.standing(k, "first"), proved.standing(k, "first"));
      EXPECT_NE(proved.standing(k, "intervals"), "verified") << "contact throughout has no certificate";
    }
  }
  EXPECT_EQ(check(scene_text_of("bullet.scene.json"), moved("bullet.scene.json")).count("verified"), 2U);
}

// ---- What is not
// -----------------------------------------------------------------------------------------------------

TEST(PageCheck, NothingTamperedWithIsVerified) {
  const std::string scene = R"({"format":"clearance-scene-1","objects":[
      {"name":"left","shape":{"box":[1,1,1]}},{"name":"right","shape":{"box":[1,1,1]},"pose":{"t":[2,0,0]}}]})";
  const std::string result = R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"left","b":"right",
      "status":"separated","distance":{"lower":1,"upper":1},
      "witness":{"a":{"vertices":[1,7],"weights":[0.5,0.5]},"b":{"vertices":[0,6],"weights":[0.5,0.5]}},
      "certificate":{"kind":"vector","normal":[1,0,0]}}]})";
  EXPECT_EQ(check(scene, result).standing(0), "verified");
  const auto standing = [&](const char* from, const char* to) {
    return check(scene, with(result, from, to)).standing(0);
  };
  EXPECT_EQ(standing("separated", "touching"), "fails");
  EXPECT_EQ(standing(R"("lower":1)", R"("lower":1.0000000000000002)"), "fails");
  EXPECT_EQ(standing(R"("upper":1)", R"("upper":0.5)"), "fails");
  EXPECT_EQ(standing("[1,0,0]", "[1,1.1,0]"), "fails");
  EXPECT_EQ(standing("[1,0,0]", "[-1,0,0]"), "fails");
  EXPECT_EQ(standing("[1,7]", "[0,7]"), "fails");
  EXPECT_EQ(standing(R"("separated")", R"("penetrating")"), "fails");

  const auto error = [&](const char* from, const char* to) { return check(scene, with(result, from, to)).error; };
  EXPECT_NE(error("[1,7]", "[1,8]").find("vertex 8 of a shape that has 8: a result of another scene?"),
            std::string::npos);
  EXPECT_NE(error(R"("b":"right")", R"("b":"wrong")").find("no object \"wrong\""), std::string::npos);
  EXPECT_NE(error("clearance-result-1", "clearance-result-2"), "");
  EXPECT_NE(check(scene, result.substr(0, result.size() / 2)).error.find("result: line"), std::string::npos);
  EXPECT_NE(check(scene.substr(0, scene.size() / 2), result).error.find("scene: line"), std::string::npos);
  EXPECT_NE(check(scene, "").error, "");
  EXPECT_NE(check("", result).error, "");
  EXPECT_NE(check(with(scene, "\"objects\":[", R"("objects":[{"name":"third","shape":{"box":[1,1,1]}},)"), result)
                .error.find("nothing about"),
            std::string::npos);
  // The other body elsewhere: every number is the scene's, and the claim is false.
  EXPECT_EQ(check(with(scene, "[2,0,0]", "[1.5,0,0]"), result).standing(0), "fails");
}

TEST(PageCheck, ChangedMotionsSayWhichPartFails) {
  const std::string scene = R"({"format":"clearance-scene-1","interval":[0,2],"objects":[
      {"name":"a","shape":{"box":[1,1,1]}},
      {"name":"b","shape":{"box":[1,1,1]},"pose":{"t":[3,0,0]},"motion":{"velocity":[-2,0,0]}}]})";
  const std::string result =
      R"({"format":"clearance-result-1","query":"move","interval":[0,2],"pairs":[{"a":"a","b":"b",
      "status":"contact","contact":{"lower":1,"upper":1},"certificate":{"kind":"simplex","a":[1],"b":[0]},
      "timeline":{"kind":"timeline","spans":[{"from":0,"to":1,"frame":"world","plane":{"kind":"vector","normal":[1,0,0]}}]}}]})";
  const Found honest = check(scene, result);
  ASSERT_EQ(honest.error, "");
  EXPECT_EQ(honest.standing(0), "verified") << honest.reason(0);
  EXPECT_EQ(honest.standing(0, "first"), "verified");
  EXPECT_EQ(honest.standing(0, "timeline"), "verified");
  const Found turned = check(scene, with(result, "[1,0,0]", "[0,1,0]"));
  EXPECT_EQ(turned.standing(0), "fails");
  EXPECT_EQ(turned.standing(0, "first"), "verified");
  EXPECT_EQ(turned.standing(0, "timeline"), "fails");
  const Found other = check(scene, with(result, R"("a":[1])", R"("a":[0])"));
  EXPECT_EQ(other.standing(0), "fails");
  EXPECT_EQ(other.standing(0, "first"), "fails");
  EXPECT_NE(
      check(scene, with(result, R"("interval":[0,2])", R"("interval":[0,3])")).error.find("not that of the scene"),
      std::string::npos);
  EXPECT_EQ(
      check(
          scene,
          with(result,
               R"("status":"contact","contact":{"lower":1,"upper":1},"certificate":{"kind":"simplex","a":[1],"b":[0]})",
               R"("status":"clear","contact":null)"))
          .standing(0),
      "fails");
}

TEST(PageCheck, VerdictsAreMadeAgainOfTheClaim) {
  const std::string scene = R"({"format":"clearance-scene-1","objects":[
      {"name":"a","shape":{"box":[1,1,1]}},{"name":"b","shape":{"box":[1,1,1]},"pose":{"t":[0.75,0,0]}}]})";
  const auto result = [](const std::string& verdict, const std::string& more = "") {
    return R"({"format":"clearance-result-1","query":"clash","tolerance":0,"ending":"complete","pairs":[{"a":"a","b":"b",
        "status":"penetrating","verdict":")" +
           verdict + "\"" + more + R"(,"certificate":{"kind":"interior","point":[0.375,0,0]}}]})";
  };
  const Found wrong = check(scene, result("touching"));
  ASSERT_EQ(wrong.error, "");
  EXPECT_EQ(wrong.standing(0), "fails");
  const Found duplicate = check(scene, result("clash", R"(,"duplicate":true)"));
  EXPECT_EQ(duplicate.standing(0), "fails") << "they are equal, and not in one place";
}

// A page of more pairs than it can list was refused as another scene's, and all of its pairs were shown to fail.
TEST(PageCheck, APageMayLeavePairsOutWhereItIsFull) {
  constexpr int kBodies = 210;  // 21,945 pairs
  std::string objects, pairs;
  int listed = 0;
  for (int i = 0; i < kBodies; ++i) {
    objects += (i > 0 ? "," : "") + std::string(R"({"name":")") + std::to_string(i) +
               R"(","shape":{"box":[1,1,1]},"pose":{"t":[)" + std::to_string(2 * i) + ",0,0]}}";
    for (int j = i + 1; j < kBodies && listed < 20'000; ++j, ++listed)
      pairs += (listed > 0 ? "," : "") + std::string(R"({"a":")") + std::to_string(i) + R"(","b":")" +
               std::to_string(j) + R"(","status":"separated","certificate":{"kind":"vector","normal":[1,0,0]}})";
  }
  const std::string scene = R"({"format":"clearance-scene-1","objects":[)" + objects + "]}";
  const std::string result =
      R"({"format":"clearance-result-1","query":"check","unlisted":{"pairs":1945,"status":"separated"},
      "pairs":[)" +
      pairs + "]}";
  const Found full = check(scene, result, 1000);
  ASSERT_EQ(full.error, "");
  EXPECT_EQ(full.count("verified"), 20'000U);
  const std::size_t last = result.rfind(R"(,{"a")");
  EXPECT_NE(check(scene, result.substr(0, last) + "]}", 1000).error, "") << "one was taken out";
}

// ---- Bytes of the page
// -----------------------------------------------------------------------------------------------

struct Bytes {
  std::vector<std::byte> bytes;
  std::string table;

  template <class T>
  std::size_t put(const std::vector<T>& values) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    const std::size_t at = bytes.size();
    bytes.resize(at + values.size() * sizeof(T));
    std::memcpy(bytes.data() + at, values.data(), values.size() * sizeof(T));
    return at;
  }
};

Bytes tetrahedron(const std::vector<double>& corners = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
                  const std::vector<std::uint32_t>& triangles = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2}) {
  Bytes page;
  const std::size_t vertices = page.put(corners), faces = page.put(triangles);
  page.table = R"([{"vertices":[)" + std::to_string(vertices) + "," + std::to_string(corners.size() / 3) +
               R"(],"triangles":[)" + std::to_string(faces) + "," + std::to_string(triangles.size() / 3) +
               R"(],"edges":[0,0]}])";
  return page;
}

std::string scene_of(const std::string& shape) {
  return R"({"format":"clearance-scene-1","objects":[{"name":"a","shape":)" + shape +
         R"(},{"name":"b","shape":{"box":[1,1,1]},"pose":{"t":[3,0,0]}}]})";
}
const std::string kApart = R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"a","b":"b",
    "status":"separated","certificate":{"kind":"face","of":"a","vertices":[1,2,3]}}]})";

TEST(PageCheck, ShapesComeFromTheBytes) {
  const Bytes page = tetrahedron();
  for (const char* shape : {R"({"hull":"#0"})", R"({"mesh":"#0","solid":true})", R"({"hull":"#0","scale":0.5})",
                            R"({"rounded":{"core":{"hull":"#0"},"radius":0.125}})"}) {
    const Found found = check(scene_of(shape), kApart, 1, page.table, page.bytes);
    ASSERT_EQ(found.error, "") << shape;
    EXPECT_EQ(found.standing(0), "verified") << shape << found.reason(0);
  }
  EXPECT_EQ(check(scene_of(R"({"hull":"#0","scale":3})"), kApart, 1, page.table, page.bytes).standing(0), "fails");
}

TEST(PageCheck, WhatIsNotThereIsRefusedByName) {
  const auto error = [](const Bytes& page, const char* shape) {
    return check(scene_of(shape), kApart, 1, page.table, page.bytes).error;
  };
  const Bytes page = tetrahedron();
  EXPECT_EQ(error(page, R"({"hull":"#1"})"), "scene: objects[0].shape.hull: #1: this page has 1 meshes, from #0");
  for (const char* name : {"../../etc/passwd", "/dev/zero", "#", "#-1", "#1e0", "# 0", "#99999999999999999999", ""})
    EXPECT_NE(error(page, (R"({"mesh":")" + std::string(name) + "\"}").c_str()).find("is no mesh of this page"),
              std::string::npos)
        << name;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(error(tetrahedron({0, 0, 0, 1, 0, nan, 0, 1, 0, 0, 0, 1}), R"({"hull":"#0"})").find("vertex 1"),
            std::string::npos);
  EXPECT_NE(error(tetrahedron({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 4}), R"({"mesh":"#0"})").find("vertex 4"),
            std::string::npos);
  for (const char* table :
       {"{}", "[0]", R"([{"vertices":[0,1]}])", R"([{"vertices":[0,99],"triangles":[0,0]}])",
        R"([{"vertices":[8,4],"triangles":[0,99]}])", R"([{"vertices":[4,1],"triangles":[0,0]}])",
        R"([{"vertices":[-8,1],"triangles":[0,0]}])", R"([{"vertices":[0,1e300],"triangles":[0,0]}])", "["})
    EXPECT_NE(check(scene_of(R"({"hull":"#0"})"), kApart, 1, table, page.bytes).error, "") << table;
}

TEST(PageCheck, OfABodyThatIsLeftOutNothingIsSaid) {
  for (const char* shape : {R"({"mesh":"#none"})", R"({"hull":"#none"})", R"({"convex_parts":[{"hull":"#none"}]})",
                            R"({"rounded":{"core":{"hull":"#none"},"radius":1}})"}) {
    const Found found = check(scene_of(shape), with(kApart, "[1,2,3]", "[1,2,777]"));
    ASSERT_EQ(found.error, "") << shape;
    EXPECT_EQ(found.standing(0), "unproved");
    EXPECT_NE(found.reason(0).find("a is left out of this page"), std::string::npos);
  }
}

}  // namespace
}  // namespace clearance::wasm
