#include <clearance/io/results/result_file.h>

#include <clearance/io/scenes/scene_file.h>

#include <gtest/gtest.h>

#include <string>

namespace clearance {
namespace {

Result<ResultFile> parse(const std::string& text) { return parse_result(text, "r.json"); }
std::string with_pair(const std::string& more) {
  return R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"left","b":"right","status":"separated")" +
         more + "}]}";
}
std::string with_certificate(const std::string& certificate) { return with_pair(R"(,"certificate":)" + certificate); }
std::string fault(const std::string& certificate) {
  const Result<ResultFile> result = parse(with_certificate(certificate));
  return result ? "none" : result.error().text();
}
std::string written(const Claim& claim, bool with_proofs = true) {
  ResultFile result;
  PairReport& report = result.pairs.emplace_back();
  report.claim = claim, report.excess = {0, 0};
  return result_text(result, with_proofs);
}
// What a claim is after having been written and read.
Claim again(const Claim& claim) {
  const Result<ResultFile> result = parse(written(claim));
  EXPECT_TRUE(result) << (result ? "" : result.error().text());
  if (!result) return {};
  EXPECT_EQ(written(result->pairs[0].claim), written(claim));
  return result->pairs[0].claim;
}
Claim of_kind(Certificate::Kind kind) {
  Claim claim;
  claim.status = Status::Separated;
  claim.certificate.kind = kind;
  return claim;
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(MeshResult, Contacts) {
  Claim claim = of_kind(Certificate::Kind::Triangles);
  claim.status = Status::Intersecting;
  claim.certificate.mesh.triangle_a = 4000000000u;
  claim.certificate.mesh.triangle_b = 7;
  EXPECT_TRUE(says(written(claim), R"("certificate":{"kind":"triangles","a":4000000000,"b":7})"));
  EXPECT_EQ(again(claim).certificate.kind, Certificate::Kind::Triangles);
  EXPECT_EQ(again(claim).certificate.mesh.triangle_a, 4000000000u);
  EXPECT_EQ(again(claim).certificate.mesh.triangle_b, 7u);
  EXPECT_EQ(again(claim).status, Status::Intersecting);

  claim = of_kind(Certificate::Kind::Inside);
  claim.certificate.mesh.inside_of = Body::B;
  claim.certificate.mesh.vertex = 12;
  EXPECT_TRUE(says(written(claim), R"("certificate":{"kind":"inside","of":"b","vertex":12})"));
  EXPECT_EQ(again(claim).certificate.mesh.inside_of, Body::B);
  EXPECT_EQ(again(claim).certificate.mesh.vertex, 12u);
}

TEST(MeshResult, InteriorPoints) {
  Claim claim = of_kind(Certificate::Kind::Interior);
  ExactPoint& point = claim.certificate.mesh.point;
  point = {1, {0.1}, {-0.0}, {1e-300}};
  EXPECT_TRUE(says(written(claim), R"("certificate":{"kind":"interior","point":[0.1,0,1e-300]})"));
  EXPECT_EQ(again(claim).certificate.mesh.point.count, 1);
  EXPECT_EQ(again(claim).certificate.mesh.point.x[0], 0.1);
  // More than one term is in use: the coordinates that need it are fractions.
  point = {3, {1, 0x1p-60, -0x1p-120}, {0.5, 0.25, 0}, {3, 0, 0}};
  EXPECT_TRUE(
      says(written(claim),
           R"("point":["1329227995784915874056728564887191551/1329227995784915872903807060280344576",0.75,3])"));
  const ExactPoint read = again(claim).certificate.mesh.point;
  EXPECT_EQ(read.count, 3);
  EXPECT_EQ(read.x[0], 1);
  EXPECT_EQ(read.x[1], 0x1p-60);
  EXPECT_EQ(read.x[2], -0x1p-120);
  EXPECT_EQ(read.y[0], 0.75);
  EXPECT_EQ(read.y[1], 0);
  EXPECT_EQ(read.z[2], 0);
}

TEST(MeshResult, InteriorPointsOfAnyFractions) {
  Claim claim = of_kind(Certificate::Kind::Interior);
  claim.certificate.mesh.point.count = 0;
  claim.interior = RationalPoint{{1.0, 3.0}, {1.0, 4.0}, {-5.0, 1.0}};
  EXPECT_TRUE(says(written(claim), R"("certificate":{"kind":"interior","point":["1/3",0.25,-5]})"));
  const Claim read = again(claim);
  ASSERT_TRUE(read.interior);
  EXPECT_EQ(compare(read.interior->x.denominator, Dyadic(3.0)), 0);
  EXPECT_EQ(compare(read.interior->z.numerator, Dyadic(-5.0)), 0);
  EXPECT_EQ(written(read), written(claim));
  const std::string place = "r.json: pairs[0].certificate.point[0]";
  EXPECT_EQ(fault(R"({"kind":"interior","point":["1/0",0,0]})"),
            place + ": \"1/0\" is not a fraction \"p/q\" of whole numbers of up to 10000 digits, q above 0");
  EXPECT_EQ(fault(R"({"kind":"interior","point":["1/)" + std::string(20000, '1') + R"(",0,0]})"),
            place + ": a fraction of more than 10000 digits above or below the line");
}

TEST(MeshResult, BadContacts) {
  const std::string place = "r.json: pairs[0].certificate";
  EXPECT_EQ(fault(R"({"kind":"triangles","a":1})"), place + ": has no \"b\"");
  EXPECT_EQ(fault(R"({"kind":"triangles","a":1,"b":-1})"), place + ".b: not the number of a triangle");
  EXPECT_EQ(fault(R"({"kind":"triangles","a":1,"b":[1]})"),
            place + ".b: expected the number of a triangle, found a list");
  EXPECT_EQ(fault(R"({"kind":"inside","of":"c","vertex":1})"), place + ".of: expected \"a\" or \"b\", found \"c\"");
  EXPECT_EQ(fault(R"({"kind":"inside","of":"a","vertex":0.5})"), place + ".vertex: not the number of a vertex");
  EXPECT_EQ(fault(R"({"kind":"interior","point":[1,2]})"), place + ".point: expected 3 coordinates, found 2");
  EXPECT_EQ(fault(R"({"kind":"interior","point":7})"),
            place + ".point: expected a list of 3 coordinates, found a number");
  EXPECT_EQ(fault(R"({"kind":"interior","point":[1,true,3]})"),
            place + ".point[1]: expected a number or a string \"p/q\", found true or false");
  EXPECT_EQ(fault(R"({"kind":"interior","point":["inf",2,3]})"),
            place + ".point[0]: \"inf\" is not a fraction \"p/q\" of whole numbers of up to 10000 digits, q above 0");
}

Cover small_cover() {
  Cover cover;
  cover.nodes.resize(5);
  cover.nodes[0] = {true, {}, Body::B, 0, 2, 1, 4};
  cover.nodes[1] = {true, {}, Body::A, 2, 0, 2, 3};
  cover.nodes[2].plane.normal = {1, 0, 0};
  cover.nodes[3].plane.kind = Plane::Kind::Face;
  cover.nodes[3].plane.vertices[2] = 5;
  cover.nodes[4].plane.kind = Plane::Kind::Points;
  cover.nodes[4].plane.side_count = 1;
  cover.nodes[4].plane.flip = true;
  cover.ids = {3, 9};
  cover.outside_a = {1, 2, 3};
  return cover;
}

TEST(MeshResult, Covers) {
  Claim claim = of_kind(Certificate::Kind::Cover);
  claim.cover = small_cover();
  EXPECT_TRUE(says(
      written(claim),
      R"("certificate":{"kind":"cover","root":{"split":"b","first":[3,9],"of_first":{"split":"a","first":[],)"
      R"("of_first":{"plane":{"kind":"vector","normal":[1,0,0]}},)"
      R"("of_rest":{"plane":{"kind":"face","of":"a","vertices":[0,0,5]}}},)"
      R"("of_rest":{"plane":{"kind":"side","plane":{"kind":"points","a":0,"b":0},"edge_of":"a","edge":[0,0],"flip":true}}},)"
      R"("outside":{"a":[1,2,3],"b":[]}})"))
      << written(claim);
  // Covers are written on demand, and a claim without its cover has no certificate.
  EXPECT_FALSE(says(written(claim, false), "certificate"));
  const Claim read = again(claim);
  EXPECT_EQ(read.certificate.kind, Certificate::Kind::Cover);
  ASSERT_TRUE(read.cover.has_value());
  const Cover& cover = *read.cover;
  ASSERT_EQ(cover.nodes.size(), 5u);
  EXPECT_TRUE(cover.nodes[1].is_split);
  EXPECT_EQ(cover.nodes[0].split, Body::B);
  EXPECT_EQ(cover.nodes[0].of_first, 1u);
  EXPECT_EQ(cover.nodes[0].of_rest, 4u);
  EXPECT_EQ(cover.nodes[1].count, 0u);
  EXPECT_EQ(cover.nodes[1].of_rest, 3u);
  EXPECT_EQ(cover.nodes[3].plane.vertices[2], 5u);
  EXPECT_EQ(cover.ids, (std::vector<std::uint32_t>{3, 9}));
  EXPECT_EQ(cover.outside_a, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_TRUE(cover.outside_b.empty());
}

// Of bodies of several parts a plane between two proves less than the cover of all.
TEST(MeshResult, ACoverTakesThePlaceOfAPlane) {
  Claim claim = of_kind(Certificate::Kind::Plane);
  claim.certificate.plane.normal = {0, 0, 1};
  claim.part_a = 3;
  claim.part_b = 0;
  EXPECT_TRUE(says(written(claim), R"("part":{"a":3,"b":0})"));
  EXPECT_EQ(again(claim).part_a, 3u);
  EXPECT_EQ(again(claim).part_b, 0u);
  EXPECT_EQ(again(claim).certificate.kind, Certificate::Kind::Plane);
  claim.cover = small_cover();
  EXPECT_EQ(again(claim).certificate.kind, Certificate::Kind::Cover);
  EXPECT_TRUE(says(written(claim, false), R"("kind":"vector")"));
  claim.part_a.reset();
  EXPECT_TRUE(says(written(claim), R"("part":{"b":0})"));
  EXPECT_FALSE(again(claim).part_a.has_value());
}

TEST(MeshResult, BadCovers) {
  const std::string place = "r.json: pairs[0].certificate";
  const auto root = [](const std::string& node) { return fault(R"({"kind":"cover","root":)" + node + "}"); };
  const std::string plane = R"({"plane":{"kind":"vector","normal":[1,0,0]}})";
  EXPECT_EQ(root(plane), "none");
  EXPECT_EQ(fault(R"({"kind":"cover"})"), place + ": has no \"root\"");
  EXPECT_EQ(root("[]"), place + ".root: expected an object, found a list");
  EXPECT_EQ(root("{}"), place + ".root: has no \"split\"");
  EXPECT_EQ(root(R"({"plane":{"kind":"cone"}})"), place + ".root.plane.kind: \"cone\" is not a kind of plane");
  EXPECT_EQ(root(R"({"plane":{"kind":"vector","normal":[1,0,0]},"split":"a"})"),
            place + ".root.split: unknown field; there are plane");
  const std::string split = R"({"split":"a","first":[0],"of_first":)" + plane + R"(,"of_rest":)";
  EXPECT_EQ(root(split + plane + "}"), "none");
  EXPECT_EQ(root(split + split + split + "7}}}"),
            place + ".root.of_rest.of_rest.of_rest: expected an object, found a number");
  EXPECT_EQ(root(R"({"split":"a","first":[0,1.5],"of_first":{},"of_rest":{}})"),
            place + ".root.first[1]: not the number of a triangle");
  EXPECT_EQ(root(R"({"split":"a","first":0,"of_first":{},"of_rest":{}})"),
            place + ".root.first: expected a list, found a number");
  EXPECT_EQ(root(R"({"split":"both","first":[],"of_first":{},"of_rest":{}})"),
            place + ".root.split: expected \"a\" or \"b\", found \"both\"");
  EXPECT_EQ(fault(R"({"kind":"cover","root":)" + plane + R"(,"outside":{"a":[0]}})"), place + ".outside: has no \"b\"");
  EXPECT_EQ(fault(R"({"kind":"cover","root":)" + plane + R"(,"outside":{"a":[0],"b":["x"]}})"),
            place + ".outside.b[0]: expected the number of a vertex, found a string");
}

// As deep as trees go; what goes deeper is refused, not run into the stack.
TEST(MeshResult, DeepCovers) {
  const auto chain = [](std::uint32_t depth) {
    Claim claim = of_kind(Certificate::Kind::Cover);
    Cover& cover = claim.cover.emplace();
    for (std::uint32_t i = 0; i < depth; ++i) {
      cover.nodes.push_back({true, {}, Body::A, i, 1, 2 * i + 1, 2 * i + 2});
      cover.nodes.emplace_back();
      cover.ids.push_back(i);
    }
    cover.nodes.emplace_back();
    return claim;
  };
  EXPECT_EQ(again(chain(500)).cover.value_or(Cover{}).nodes.size(), 1001u);
  const Result<ResultFile> result = parse(written(chain(100000)));
  ASSERT_FALSE(result);
  EXPECT_TRUE(says(result.error().text(), "nested deeper than 1000 levels")) << result.error().text();
}

TEST(MeshResult, NumbersThatTheShapesHaveNot) {
  const Result<Scene> scene = parse_scene(
      R"({"format":"clearance-scene-1","objects":[
          {"name":"left","shape":{"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,1,2],[0,2,3]]}}},
          {"name":"right","shape":{"convex_parts":[{"box":[1,1,1]},{"hull":[[0,0,0],[1,0,0]]}]}}]})",
      "", "s.json");
  ASSERT_TRUE(scene) << scene.error().text();
  const auto matched = [&](const std::string& more) {
    const Result<ResultFile> result = parse(with_pair(more));
    EXPECT_TRUE(result) << result.error().text();
    const Result<std::vector<ScenePair>> pairs = match(*result, *scene);
    return pairs ? "none" : pairs.error().text();
  };
  const std::string other = ": a result of another scene?", certificate = R"(,"certificate":)";
  EXPECT_EQ(matched(certificate + R"({"kind":"triangles","a":1,"b":1})"), "none");
  EXPECT_EQ(matched(certificate + R"({"kind":"triangles","a":2,"b":1})"),
            "pairs[0].certificate: triangle 2 of a shape that has 2" + other);
  EXPECT_EQ(matched(certificate + R"({"kind":"triangles","a":1,"b":2})"),
            "pairs[0].certificate: triangle 2 of a shape that has 2" + other);
  EXPECT_EQ(matched(certificate + R"({"kind":"inside","of":"a","vertex":4})"),
            "pairs[0].certificate: vertex 4 of a shape that has 4" + other);
  EXPECT_EQ(matched(certificate + R"({"kind":"inside","of":"b","vertex":7})"), "none");
  EXPECT_EQ(matched(R"(,"part":{"b":1})" + certificate + R"({"kind":"inside","of":"b","vertex":7})"),
            "pairs[0].certificate: vertex 7 of a shape that has 2" + other);
  EXPECT_EQ(matched(R"(,"part":{"b":2})"), "pairs[0].part.b: part 2 of a shape that has 2" + other);
  EXPECT_EQ(matched(R"(,"part":{"a":1})"), "pairs[0].part.a: part 1 of a shape that has 1" + other);
  const std::string plane = R"({"plane":{"kind":"vector","normal":[1,0,0]}})";
  const auto split = [&](const char* list) {
    return matched(certificate + R"({"kind":"cover","root":{"split":"a","first":)" + list + R"(,"of_first":)" + plane +
                   R"(,"of_rest":)" + plane + "}}");
  };
  EXPECT_EQ(split("[1]"), "none");
  EXPECT_EQ(split("[1,5]"), "pairs[0].certificate: triangle 5 of a shape that has 2" + other);
}

}  // namespace
}  // namespace clearance
