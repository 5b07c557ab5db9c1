#include <clearance/io/results/result_file.h>

#include <clearance/base/random.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <limits>

namespace clearance::detail {
namespace {

Result<ResultFile> parse(const std::string& text) { return parse_result(text, "r.json"); }
std::string fault(const std::string& text) {
  const Result<ResultFile> result = parse(text);
  return result ? "none" : result.error().text();
}
std::string with_pair(const std::string& more) {
  return R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"left","b":"right","status":"separated")" +
         more + "}]}";
}
std::string with_certificate(const std::string& certificate) { return with_pair(R"(,"certificate":)" + certificate); }

Scene two_boxes() {
  const Result<Scene> scene = parse_scene(
      R"({"format":"clearance-scene-1","objects":[{"name":"left","shape":{"box":[1,1,1]}},
          {"name":"right","shape":{"hull":[[0,0,0],[1,0,0]]}}]})",
      "", "s.json");
  EXPECT_TRUE(scene);
  return *scene;
}

Plane plane(Plane::Kind kind, int sides, bool flip) {
  Plane p;
  p.kind = kind;
  p.of = Body::B;
  p.flip = flip;
  p.side_count = static_cast<std::uint8_t>(sides);
  const int used = kind == Plane::Kind::Face ? 3 : kind == Plane::Kind::Edges ? 4 : kind == Plane::Kind::Points ? 2 : 0;
  for (int i = 0; i < used; ++i) p.vertices[i] = static_cast<std::uint32_t>(10 + i);
  if (kind == Plane::Kind::Vector) p.normal = {0.1, -2e-300, 1};
  for (int i = 0; i < sides; ++i)
    p.sides[i] = {i == 0 ? Body::B : Body::A, {static_cast<std::uint32_t>(i), 4000000000u}};
  return p;
}

void expect_same(const Plane& a, const Plane& b) {
  const bool turned = a.kind == Plane::Kind::Vector && a.side_count == 0 && a.flip;
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.flip && !turned, b.flip);
  EXPECT_EQ(turned ? -a.normal : a.normal, b.normal);
  if (a.kind == Plane::Kind::Face) {
    EXPECT_EQ(a.of, b.of);
  }
  for (int i = 0; i < 4; ++i) EXPECT_EQ(a.vertices[i], b.vertices[i]);
  ASSERT_EQ(a.side_count, b.side_count);
  for (int i = 0; i < a.side_count; ++i) {
    EXPECT_EQ(a.sides[i].edge_of, b.sides[i].edge_of);
    EXPECT_EQ(a.sides[i].edge[0], b.sides[i].edge[0]);
    EXPECT_EQ(a.sides[i].edge[1], b.sides[i].edge[1]);
  }
}

TEST(ResultFile, TheContractsExample) {
  const Result<ResultFile> result = parse(R"({ "format": "clearance-result-1", "query": "check",
    "pairs": [ { "a": "left", "b": "right", "status": "separated", "decided_by": "separating_vector",
      "distance": { "lower": 1, "upper": 1 },
      "witness":  { "a": { "vertices": [1,7], "weights": [0.5,0.5] }, "b": { "vertices": [0,6], "weights": [0.5,0.5] } },
      "features": { "a": "face", "b": "face" },
      "certificate": { "kind": "vector", "normal": [1,0,0] } } ] })");
  ASSERT_TRUE(result) << result.error().text();
  const PairReport& pair = result->pairs[0];
  EXPECT_EQ(pair.decided_by, "separating_vector");
  EXPECT_EQ(pair.claim.distance.value_or(Bracket{}).lower, 1);
  EXPECT_EQ(pair.claim.witness.value_or(Claim::Witness{}).b.vertices[1], 6u);
  EXPECT_EQ(pair.claim.witness.value_or(Claim::Witness{}).b.count, 2);
  EXPECT_EQ(pair.feature_a, "face");
  EXPECT_EQ(pair.claim.certificate.kind, Certificate::Kind::Plane);
  EXPECT_EQ(pair.claim.certificate.plane.normal, (Vec3{1, 0, 0}));
  EXPECT_EQ(result_text(*result, false),
            "{\"format\":\"clearance-result-1\",\"query\":\"check\",\n  \"pairs\":[\n"
            "    {\"a\":\"left\",\"b\":\"right\",\"status\":\"separated\",\"decided_by\":\"separating_vector\",\n"
            "      \"distance\":{\"lower\":1,\"upper\":1},\n"
            "      "
            "\"witness\":{\"a\":{\"vertices\":[1,7],\"weights\":[0.5,0.5]},\"b\":{\"vertices\":[0,6],\"weights\":[0.5,"
            "0.5]}},\n"
            "      \"features\":{\"a\":\"face\",\"b\":\"face\"},\n"
            "      \"certificate\":{\"kind\":\"vector\",\"normal\":[1,0,0]}}]}\n");
}

TEST(ResultFile, SidesAreWrittenInsideOut) {
  ResultFile result;
  result.pairs.emplace_back();
  result.pairs[0].claim.certificate = {Certificate::Kind::Plane, plane(Plane::Kind::Points, 2, true), {}, {}, {}};
  EXPECT_NE(result_text(result, false)
                .find(R"("certificate":{"kind":"side","plane":{"kind":"side","plane":{"kind":"points","a":10,"b":11},)"
                      R"("edge_of":"b","edge":[0,4000000000]},"edge_of":"a","edge":[1,4000000000],"flip":true})"),
            std::string::npos)
      << result_text(result, false);
}

TEST(ResultFile, FlipsWithinCountTwice) {
  const Result<ResultFile> result = parse(with_certificate(
      R"({"kind":"side","plane":{"kind":"points","a":0,"b":1,"flip":true},"edge_of":"a","edge":[0,1],"flip":true})"));
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_FALSE(result->pairs[0].claim.certificate.plane.flip);
}

TEST(ResultFile, EveryKindOfPlaneComesBack) {
  for (const auto kind : {Plane::Kind::Vector, Plane::Kind::Face, Plane::Kind::Edges, Plane::Kind::Points})
    for (int sides = 0; sides <= 2; ++sides)
      for (const bool flip : {false, true}) {
        ResultFile result;
        PairReport& pair = result.pairs.emplace_back();
        pair.excess = {0, 0};
        pair.claim.status = Status::Separated;
        pair.claim.certificate = {Certificate::Kind::Plane, plane(kind, sides, flip), {}, {}, {}};
        pair.claim.direction = plane(kind, sides, flip);
        const Result<ResultFile> again = parse(result_text(result, true));
        ASSERT_TRUE(again) << again.error().text();
        expect_same(pair.claim.certificate.plane, again->pairs[0].claim.certificate.plane);
        expect_same(pair.claim.direction.value_or(Plane{}), again->pairs[0].claim.direction.value_or(Plane{}));
      }
}

// An answer that nobody asked for claims nothing, so no file states it.
TEST(ResultFile, WhatNobodyAskedIsNeitherWrittenNorRead) {
  ResultFile result;
  result.pairs.emplace_back().a = "left";
  EXPECT_EQ(result.pairs[0].claim.status, Status::NotAsked);
  EXPECT_FALSE(write_result("never.json", result, true));
  EXPECT_FALSE(parse_result(result_text(result, true), "r.json"));
  EXPECT_EQ(
      fault(R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"a","b":"b","status":"not asked"}]})"),
      "r.json: pairs[0].status: \"not asked\" is not a status");
}

TEST(ResultFile, EverythingElseComesBackBitForBit) {
  ResultFile result;
  PairReport pair;
  pair.excess = {0, 0};
  pair.a = "with \"quotes\" and é";
  pair.b = "b\n";
  pair.decided_by = "exact";
  pair.claim.status = Status::Penetrating;
  pair.claim.distance = Bracket{0, 0};
  pair.claim.depth =
      Claim::Depth{{0.1, std::numeric_limits<double>::infinity()}, {1e-300, 1.0 / 3, -0.0}, {0.1, -5e-324, 1e300}};
  pair.claim.certificate.kind = Certificate::Kind::Simplex;
  pair.claim.certificate.simplex.count = 6;
  for (int i = 0; i < 6; ++i)
    pair.claim.certificate.simplex.a[i] = pair.claim.certificate.simplex.b[5 - i] = static_cast<std::uint32_t>(i);
  pair.claim.shell = Shell{{{0, 1}, {2, 3}, {4, 5}, {6, 7}}, {{{0, 1, 2}}, {{3, 2, 1}}}};
  result.pairs.push_back(pair);
  pair.claim.status = Status::Touching;
  pair.claim.certificate.kind = Certificate::Kind::Touch;
  pair.claim.certificate.plane = plane(Plane::Kind::Edges, 1, true);
  pair.claim.shell.reset();
  pair.claim.depth.reset();
  pair.claim.witness = Claim::Witness{{3, {1, 2, 3, 0}, {0.1, 1e-310, 7, 0}}, {1, {9, 0, 0, 0}, {1, 0, 0, 0}}};
  pair.feature_a = "edge";
  pair.feature_b = "vertex";
  result.pairs.push_back(pair);
  const test::ScratchFolder folder;
  const std::string path = folder.file("result.json");
  ASSERT_TRUE(write_result(path, result, true));
  const Result<ResultFile> again = read_result(path);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(result_text(*again, true), result_text(result, true));
  EXPECT_EQ(again->pairs[0].b, "b\n");
  EXPECT_EQ(again->pairs[0].claim.depth.value_or(Claim::Depth{}).direction, (Vec3{1e-300, 1.0 / 3, -0.0}));
  EXPECT_EQ(again->pairs[0].claim.depth.value_or(Claim::Depth{}).translation, (Vec3{0.1, -5e-324, 1e300}));
  EXPECT_EQ(again->pairs[0].claim.depth.value_or(Claim::Depth{}).bracket.upper,
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(again->pairs[0].claim.shell.value_or(Shell{}).pairs.at(3).b, 7u);
  EXPECT_EQ(again->pairs[0].claim.shell.value_or(Shell{}).facets.at(1).pair[0], 3u);
  EXPECT_EQ(again->pairs[1].claim.certificate.simplex.b[0], 5u);
  EXPECT_EQ(again->pairs[1].claim.witness.value_or(Claim::Witness{}).a.weights[1], 1e-310);
  EXPECT_EQ(again->pairs[1].claim.status, Status::Touching);
  EXPECT_EQ(result_text(result, false).find("shell"), std::string::npos);
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(ResultFile, AClaimWithoutCertificateStaysOne) {
  const Result<ResultFile> result = parse(with_pair(""));
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->pairs[0].claim.certificate.kind, Certificate::Kind::None);
  EXPECT_EQ(result_text(*result, true).find("certificate"), std::string::npos);
}

TEST(BadResult, NamesThePlace) {
  EXPECT_EQ(fault("{}"), "r.json: format: a result starts with \"format\": \"clearance-result-1\"");
  EXPECT_EQ(fault(R"({"format":"clearance-scene-1"})"),
            "r.json: format: a result starts with \"format\": \"clearance-result-1\"");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"move","pairs":[]})"),
            "r.json: query: \"move\": a result about motions, where one of check is expected");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"fly","pairs":[]})"),
            "r.json: query: \"fly\" is not known at this version");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"x","b":"y","status":"near"}]})"),
            "r.json: pairs[0].status: \"near\" is not a status");
  EXPECT_EQ(fault(with_pair(R"(,"gap":1)")),
            "r.json: pairs[0].gap: unknown field; there are a, b, status, decided_by, part, excess, distance, depth, "
            "witness, features, place, contacts, certificate, direction, shell, verdict, duplicate, inside, change and "
            "points");
  EXPECT_EQ(fault(with_pair(R"(,"distance":{"lower":1})")), "r.json: pairs[0].distance: has no \"upper\"");
  EXPECT_EQ(fault(with_pair(R"(,"distance":{"lower":1,"upper":"infinity"})")),
            "r.json: pairs[0].distance.upper: expected a number or \"inf\", found a string");
  EXPECT_EQ(fault(with_pair(R"(,"distance":{"lower":"inf","upper":"inf"})")),
            "r.json: pairs[0].distance.lower: expected a number, found a string");
  EXPECT_EQ(fault(with_pair(R"(,"witness":{"a":{"vertices":[1],"weights":[1,2]},"b":{"vertices":[0],"weights":[1]}})")),
            "r.json: pairs[0].witness.a.weights: expected 1 numbers, found 2");
  EXPECT_EQ(
      fault(with_pair(
          R"(,"witness":{"a":{"vertices":[0,1,2,3,4],"weights":[1,1,1,1,1]},"b":{"vertices":[0],"weights":[1]}})")),
      "r.json: pairs[0].witness.a.vertices: expected 1 to 4 vertex numbers, found 5");
  EXPECT_EQ(fault(with_pair(R"(,"features":{"a":"corner","b":"face"})")),
            "r.json: pairs[0].features.a: expected \"vertex\", \"edge\" or \"face\", found \"corner\"");
}

TEST(BadResult, Certificates) {
  const std::string place = "r.json: pairs[0].certificate";
  EXPECT_EQ(fault(with_certificate("7")), place + ": expected an object, found a number");
  EXPECT_EQ(fault(with_certificate("{}")), place + ": has no \"kind\"");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"sphere"})")), place + ".kind: \"sphere\" is not a kind of certificate");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"vector","normal":[1,0,0],"flip":true})")),
            place + ".flip: unknown field; there are kind and normal");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"face","of":"c","vertices":[0,1,2]})")),
            place + ".of: expected \"a\" or \"b\", found \"c\"");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"face","of":"a","vertices":[0,1,-2]})")),
            place + ".vertices[2]: not the number of a vertex");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"face","of":"a","vertices":[0,1,4294967296]})")),
            place + ".vertices[2]: not the number of a vertex");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"face","of":"a","vertices":[0,1,1.5]})")),
            place + ".vertices[2]: not the number of a vertex");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"simplex","a":[0,1],"b":[0]})")),
            place + ": a and b are not equally long");
  EXPECT_EQ(fault(with_certificate(R"({"kind":"simplex","a":[0,1,2,3,4,5,6],"b":[0,1,2,3,4,5,6]})")),
            place + ".a: expected 1 to 6 vertex numbers, found 7");
  std::string side = R"({"kind":"points","a":0,"b":0})";
  for (int i = 0; i < 3; ++i) side = R"({"kind":"side","plane":)" + side + R"(,"edge_of":"a","edge":[0,1]})";
  EXPECT_EQ(fault(with_certificate(side)), place + ": a side of a side of a side: two steps are the most");
  EXPECT_EQ(fault(with_pair(R"(,"shell":{"kind":"shell","pairs":[[0,0]],"facets":[[0,0,1]]})")),
            "r.json: pairs[0].shell.facets[0]: names pair 1, but there are 1");
}

TEST(Match, FindsTheObjectsOrSaysWhoseResultItIsNot) {
  const Scene scene = two_boxes();
  const auto matched = [&](const std::string& text) {
    const Result<std::vector<ScenePair>> pairs = match(parse(text).value(), scene);
    return pairs ? "none" : pairs.error().text();
  };
  EXPECT_EQ(match(parse(with_pair("")).value(), scene).value(), (std::vector<ScenePair>{{0, 1}}));
  EXPECT_EQ(
      matched(R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"left","b":"up","status":"touching"}]})"),
      "pairs[0].b: the scene has no object \"up\": a result of another scene?");
  EXPECT_EQ(
      matched(
          R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"left","b":"left","status":"touching"}]})"),
      "pairs[0]: names the same object twice");
  EXPECT_EQ(matched(with_certificate(R"({"kind":"points","a":7,"b":1})")), "none");
  EXPECT_EQ(matched(with_certificate(R"({"kind":"points","a":7,"b":2})")),
            "pairs[0].certificate: vertex 2 of a shape that has 2: a result of another scene?");
  EXPECT_EQ(matched(with_certificate(R"({"kind":"face","of":"a","vertices":[0,1,8]})")),
            "pairs[0].certificate: vertex 8 of a shape that has 8: a result of another scene?");
  EXPECT_EQ(matched(with_pair(R"(,"shell":{"kind":"shell","pairs":[[0,0],[0,9]],"facets":[]})")),
            "pairs[0].shell.pairs: vertex 9 of a shape that has 2: a result of another scene?");
}

// ---- motions, which check does not follow

TEST(LookedAt, IsWrittenReadAndMatched) {
  const auto scene = [](const std::string& rest) {
    return parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"x","shape":{"box":[1,1,1]})" + rest +
                           R"(,{"name":"y","shape":{"box":[1,1,1]}}],"interval":[0.5,2]})",
                       "", "s.json");
  };
  const Result<Scene> moves = scene(R"(,"motion":{"velocity":[1,0,0]}})"), rests = scene("}");
  ASSERT_TRUE(moves && rests);
  EXPECT_FALSE(looked_at(*rests));
  ResultFile result;
  result.looked_at = looked_at(*moves);
  const std::string text = result_text(result, false);
  EXPECT_NE(text.find(R"("looked_at":{"time":0.5,"motion":"not looked at"})"), std::string::npos) << text;
  const Result<ResultFile> again = parse_result(text, "r.json");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(result_text(*again, false), text);
  EXPECT_TRUE(match(*again, *moves));
  const std::string other = "looked_at: not the instant at which the scene's motions begin: a result of another scene?";
  EXPECT_EQ(match(*again, *rests).error().text(), other);
  result.looked_at = LookedAt{1.0};
  EXPECT_EQ(match(result, *moves).error().text(), other);
  const auto fault = [](const std::string& instant) {
    return parse_result(R"({"format":"clearance-result-1","query":"check","pairs":[],"looked_at":)" + instant + "}",
                        "r")
        .error()
        .text();
  };
  EXPECT_EQ(fault("{}"), "r: looked_at: has no \"motion\"");
  EXPECT_EQ(fault(R"({"motion":"followed"})"), "r: looked_at.motion: expected \"not looked at\", found \"followed\"");
  EXPECT_EQ(fault(R"({"motion":"not looked at","time":"0"})"), "r: looked_at.time: expected a number, found a string");
}

// ---- what a result is not about

TEST(ResultFile, SaysWhatWasSkipped) {
  ResultFile result;
  result.skipped = {{"a, \"b\"\n.stl", "the file is empty"}, {"sub", "a subfolder"}};
  const Result<ResultFile> again = parse(result_text(result, false));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->skipped, result.skipped);
  EXPECT_EQ(parse(result_text({}, false))->skipped, std::vector<SkippedFile>{});
  const auto with = [](const std::string& skipped) {
    return fault(R"({"format":"clearance-result-1","query":"check","pairs":[],"skipped":)" + skipped + "}");
  };
  EXPECT_EQ(with("{}"), "r.json: skipped: expected a list, found an object");
  EXPECT_EQ(with(R"([{"file":"a"}])"), "r.json: skipped[0]: has no \"error\"");
  EXPECT_EQ(with(R"([{"file":"a","error":1}])"), "r.json: skipped[0].error: expected a string, found a number");
}

TEST(ResultFile, SaysTheUnit) {
  ResultFile result;
  for (const char* unit : {"um", "mm", "cm", "m", "in", "ft"}) {
    result.unit = length_unit(unit);
    EXPECT_NE(result_text(result, false).find(std::string(R"("unit":")") + unit + '"'), std::string::npos);
    EXPECT_EQ(parse(result_text(result, false))->unit, result.unit);
  }
  EXPECT_FALSE(parse(result_text({}, false))->unit);
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"check","pairs":[],"unit":"inch"})"),
            "r.json: unit: \"inch\" is no unit; there are um, mm, cm, m, in and ft");
}

}  // namespace
}  // namespace clearance::detail
