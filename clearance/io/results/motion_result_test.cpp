#include <clearance/io/results/motion_result.h>
#include <clearance/io/test_files_test.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace clearance::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Result<MotionResult> parse(const std::string& text) {
  const Result<AnyResult> result = parse_any_result(text, "r.json");
  if (!result) return result.error();
  if (!std::holds_alternative<MotionResult>(*result)) return Error{"", "not a result of move"};
  return std::get<MotionResult>(*result);
}
std::string fault(const std::string& text) {
  const Result<MotionResult> result = parse(text);
  return result ? "none" : result.error().text();
}
std::string with_pair(const std::string& rest) {
  return R"({"format":"clearance-result-1","query":"move","pairs":[{"a":"left","b":"right",)" + rest + "}]}";
}
std::string clear_with(const std::string& rest) { return with_pair(R"("status":"clear","contact":null)" + rest); }
std::string contact_with(const std::string& contact) { return with_pair(R"("status":"contact","contact":)" + contact); }
std::string span_of(const std::string& rest) {
  return clear_with(R"(,"timeline":{"kind":"timeline","spans":[{)" + rest + "}]}");
}
const std::string kPlane = R"("plane":{"kind":"vector","normal":[1,0,0]})";

// ---- By hand --------------------------------------------------------------------------------------------------------

TEST(MotionResult, TheFormsOfTheContract) {
  const Result<MotionResult> result = parse(R"({"format":"clearance-result-1","query":"move","interval":[0,2],"pairs":[
    {"a":"x","b":"y","status":"clear","contact":null,"intervals":[],
     "timeline":{"kind":"timeline","spans":[{"from":0,"to":1,"frame":"world","plane":{"kind":"vector","normal":[1,0,0]}},
       {"from":1,"to":2,"frame":"a","plane":{"kind":"points","a":3,"b":4},"at":1.5},
       {"from":2,"to":2,"frame":"b","plane":{"kind":"vector","normal":[0,1,0]},"offset":[0.5,-1]}]}},
    {"a":"x","b":"z","status":"contact","contact":{"lower":0.25,"upper":"1/2"},
     "certificate":{"kind":"simplex","a":[0],"b":[1]},
     "intervals":[{"begin":{"lower":0.25,"upper":0.5},"end":{"lower":1,"upper":1}}]},
    {"a":"y","b":"z","status":"undecided","contact":{"lower":0.75,"upper":null},"intervals":[],"decided_until":0.75},
    {"a":"y","b":"w","status":"already","contact":{"lower":0,"upper":0}}]})");
  ASSERT_TRUE(result) << result.error().text();
  ASSERT_EQ(result->pairs.size(), 4u);
  const MotionReport &clear = result->pairs[0], &contact = result->pairs[1], &open = result->pairs[2];
  EXPECT_TRUE(clear.claim.is_clear());
  EXPECT_EQ(clear.claim.lower, kInfinity);
  ASSERT_EQ(clear.claim.timeline.spans.size(), 3u);
  EXPECT_EQ(clear.claim.timeline.spans[1].frame, TimeSpan::Frame::A);
  EXPECT_EQ(clear.claim.timeline.spans[1].at, 1.5);
  EXPECT_EQ(clear.claim.timeline.spans[2].offset.value_or(TimeSpan::Offset{}).rate, -1);
  EXPECT_TRUE(clear.intervals && clear.intervals->empty());
  EXPECT_EQ(contact.claim.lower, 0.25);
  EXPECT_EQ(contact.claim.upper, 0.5);
  EXPECT_EQ(contact.claim.contact.kind, Certificate::Kind::Simplex);
  EXPECT_EQ(contact.intervals.value_or(std::vector<ContactInterval>{}).at(0).end.upper, 1);
  EXPECT_EQ(open.claim.upper, kInfinity);
  EXPECT_EQ(open.decided_until, 0.75);
  EXPECT_FALSE(result->pairs[3].intervals) << "nothing was said of them";
  EXPECT_EQ(result_text(parse(result_text(*result, true)).value(), true), result_text(*result, true));
}

TEST(MotionResult, RootsStandWhereAnInstantIsNoDouble) {
  const std::string root = R"({"root":{"vertex_of":"b","vertex":7,"face":[0,1,2]},"between":[0.25,0.5]})";
  const Result<MotionResult> result = parse(with_pair(
      R"("status":"contact","contact":{"lower":0.25,"upper":)" + root + R"(},"intervals":[{"begin":{"lower":)" + root +
      R"(,"upper":)" + root + R"(},"end":{"lower":)" + root + R"(,"upper":)" + root + "}}]"));
  ASSERT_TRUE(result) << result.error().text();
  const MotionReport& report = result->pairs[0];
  ASSERT_TRUE(report.claim.root);
  EXPECT_EQ(report.claim.root->kind, ContactRoot::Kind::VertexOfB);
  EXPECT_EQ(report.claim.root->b[0], 7u);
  EXPECT_EQ(report.claim.root->a[2], 2u);
  EXPECT_EQ(report.claim.upper, 0.5);
  ASSERT_TRUE(report.intervals && report.intervals->at(0).graze);
  EXPECT_EQ(report.intervals->at(0).end.lower, 0.25);
  EXPECT_NE(result_text(*result, false).find(R"("upper":)" + root), std::string::npos) << result_text(*result, false);
  // With an upper end of its own, the root stands beside it.
  MotionResult other = *result;
  other.pairs[0].claim.upper = 0.75;
  EXPECT_NE(result_text(other, false).find(R"("contact":{"lower":0.25,"upper":0.75,"at":)" + root + "}"),
            std::string::npos)
      << result_text(other, false);
  EXPECT_EQ(result_text(parse(result_text(other, false)).value(), false), result_text(other, false));
}

// ---- Written and read -----------------------------------------------------------------------------------------------

MotionReport full_report() {
  MotionReport report;
  report.excess = {0, 0};
  report.a = "with \"quotes\" and é", report.b = "b\n", report.decided_by = "advancement";
  report.claim.status = MotionStatus::Contact;
  report.claim.lower = 1.0 / 3, report.claim.upper = std::nextafter(1.0 / 3, 1);
  report.claim.contact.kind = Certificate::Kind::Near;
  report.claim.contact.witness = {{2, {1, 2}, {0.1, 5e-324}}, {1, {9}, {1}}};
  TimeSpan span;
  span.from = -1e-300, span.to = 1.0 / 3, span.frame = TimeSpan::Frame::B;
  span.plane.normal = {0.1, -2e-300, 1};
  span.offset = TimeSpan::Offset{-0.0, 1e300};
  report.claim.timeline.spans = {span};
  span.offset.reset(), span.at = 0.1, span.plane.kind = Plane::Kind::Edges, span.plane.flip = true;
  report.claim.timeline.spans.push_back(span);
  report.feature_a = "edge", report.feature_b = "vertex";
  report.place = {0.1, 0.2, 0.3};
  ContactRoot root;
  root.kind = ContactRoot::Kind::Edges;
  root.a[0] = 1, root.a[1] = 2, root.b[0] = 3, root.b[1] = 4000000000u;
  root.after = 0.7, root.before = 0.71;
  report.intervals = {{{0.1, 0.2}, {0.3, 0.4}, {}}, {{0.7, 0.71}, {0.7, 0.71}, root}};
  report.gaps = {report.claim.timeline, {}};
  return report;
}

TEST(MotionResult, EverythingComesBackBitForBit) {
  MotionResult result;
  result.interval = {{-1e-300, 5}};
  result.margin = 0.1;
  result.pairs = {full_report()};
  const test::ScratchFolder folder;
  const std::string path = folder.file("result.json");
  ASSERT_TRUE(write_result(path, result, true));
  const Result<AnyResult> read = read_any_result(path);
  ASSERT_TRUE(read) << read.error().text();
  const MotionResult again = std::get<MotionResult>(*read);
  EXPECT_EQ(result_text(again, true), result_text(result, true));
  EXPECT_EQ(again.interval, result.interval);
  EXPECT_EQ(again.margin, 0.1);
  const MotionReport &was = result.pairs[0], &is = again.pairs[0];
  EXPECT_EQ(is.b, "b\n");
  EXPECT_EQ(is.claim.lower, was.claim.lower);
  EXPECT_EQ(is.claim.upper, was.claim.upper);
  EXPECT_EQ(is.claim.contact.witness.a.weights[1], 5e-324);
  ASSERT_EQ(is.claim.timeline.spans.size(), 2u);
  EXPECT_TRUE(std::signbit(is.claim.timeline.spans[0].offset.value_or(TimeSpan::Offset{1, 1}).start));
  EXPECT_EQ(is.claim.timeline.spans[0].plane.normal, was.claim.timeline.spans[0].plane.normal);
  EXPECT_TRUE(is.claim.timeline.spans[1].plane.flip);
  EXPECT_EQ(is.claim.timeline.spans[1].at, 0.1);
  EXPECT_EQ(is.intervals->at(1).graze->b[1], 4000000000u);
  ASSERT_EQ(is.gaps.size(), 2u);
  EXPECT_EQ(is.gaps[0].spans.size(), 2u);
  EXPECT_TRUE(is.gaps[1].spans.empty());
  // Without proofs the large ones are left out, and nothing else.
  const std::string brief = result_text(result, false);
  EXPECT_EQ(brief.find("timeline"), std::string::npos);
  EXPECT_EQ(brief.find("gaps"), std::string::npos);
  EXPECT_NE(brief.find(R"("certificate":{"kind":"near")"), std::string::npos);
}

// An answer that nobody asked for claims nothing, so no file states it.
TEST(MotionResult, WhatNobodyAskedIsNeitherWrittenNorRead) {
  MotionResult result;
  result.pairs.emplace_back().a = "left";
  EXPECT_EQ(result.pairs[0].claim.status, MotionStatus::NotAsked);
  EXPECT_FALSE(write_result("never.json", result, true));
  EXPECT_FALSE(parse(result_text(result, true)));
}

TEST(MotionResult, ResultsOfCheckAreTakenForWhatTheyAre) {
  const Result<AnyResult> check =
      parse_any_result(R"({"format":"clearance-result-1","query":"check","pairs":[]})", "r.json");
  ASSERT_TRUE(check) << check.error().text();
  EXPECT_TRUE(std::holds_alternative<ResultFile>(*check));
}

// A cover with offsets and one without, parts and triangles: what is written reads back the same.
TEST(MotionResult, CoversAreWrittenAndRead) {
  MotionResult result;
  MotionReport& report = result.pairs.emplace_back();
  report.excess = {0, 0};
  report.a = "x", report.b = "y";
  MotionClaim& claim = report.claim;
  claim.status = MotionStatus::Contact;
  claim.lower = 2, claim.upper = 2.5;
  claim.part_b = 3;
  claim.contact.kind = Certificate::Kind::Triangles;
  claim.contact.mesh.triangle_a = 7, claim.contact.mesh.triangle_b = 0;
  for (const double from : {0.0, 1.0}) {
    TimeSpan& span = claim.timeline.spans.emplace_back();
    span.from = from, span.to = from + 1;
    SpanCover& cover = claim.timeline.covers.emplace_back();
    cover.nodes.resize(3);
    cover.nodes[0].is_split = true;
    cover.nodes[0].split = Body::B;
    cover.ids = {4, 2};
    cover.nodes[0].count = 2, cover.nodes[0].of_first = 1, cover.nodes[0].of_rest = 2;
    cover.nodes[1].plane.normal = {0.1, 0, 1}, cover.nodes[2].plane.normal = {0, -1, 1e-300};
    cover.outside_a = {5};
    if (from > 0) cover.offsets = {{}, {0.1, -0.25}, {1e300, 3}};
  }
  const std::string text = result_text(result, true);
  const Result<MotionResult> again = parse(text);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(result_text(*again, true), text);
  const MotionClaim& read = again->pairs[0].claim;
  EXPECT_EQ(read.part_a, std::nullopt);
  EXPECT_EQ(read.part_b, 3u);
  EXPECT_EQ(read.contact.mesh.triangle_a, 7u);
  ASSERT_EQ(read.timeline.covers.size(), 2u);
  const SpanCover &plain = read.timeline.covers[0], &offset = read.timeline.covers[1];
  EXPECT_TRUE(plain.offsets.empty());
  ASSERT_EQ(offset.offsets.size(), 3u);
  EXPECT_EQ(offset.offsets[1].rate, -0.25);
  EXPECT_EQ(offset.offsets[2].start, 1e300);
  EXPECT_EQ(offset.nodes[0].split, Body::B);
  EXPECT_EQ(offset.ids, (std::vector<std::uint32_t>{4, 2}));
  EXPECT_EQ(plain.outside_a, (std::vector<std::uint32_t>{5}));
  EXPECT_EQ(plain.nodes[2].plane.normal.z, 1e-300);
  // Without proofs there is no timeline.
  EXPECT_EQ(result_text(result, false).find("cover"), std::string::npos);
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

TEST(BadMotionResult, NamesThePlace) {
  EXPECT_EQ(fault("[]"), "r.json: expected an object, found a list");
  EXPECT_EQ(fault("{}"), "r.json: format: a result starts with \"format\": \"clearance-result-1\"");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"move"})"), "r.json: has no \"pairs\"");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"move","pairs":[],"unlisted":1})"),
            "r.json: unlisted: unknown field; there are format, query, pairs, interval and margin");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"move","pairs":[],"margin":-1})"),
            "r.json: margin: expected a number, zero or more");
  EXPECT_EQ(fault(R"({"format":"clearance-result-1","query":"move","pairs":[],"interval":[1]})"),
            "r.json: interval: expected 2 numbers, found 1");
  EXPECT_EQ(fault(with_pair(R"("status":"separated","contact":null)")),
            "r.json: pairs[0].status: \"separated\" is not a status of a motion");
  EXPECT_EQ(fault(with_pair(R"("status":"clear")")), "r.json: pairs[0]: has no \"contact\"");
  EXPECT_EQ(fault(clear_with(R"(,"gap":1)")),
            "r.json: pairs[0].gap: unknown field; there are a, b, status, contact, decided_by, part, excess, "
            "intervals, decided_until, features, place, certificate, timeline and gaps");
  EXPECT_EQ(
      fault(clear_with(R"(,"certificate":{"kind":"vector","normal":[1,0,0]})")),
      "r.json: pairs[0].certificate.kind: does not show contact; expected simplex, touch, near, triangles, inside");
}

TEST(BadMotionResult, TimesThatDoNotGoWithTheStatus) {
  EXPECT_EQ(fault(with_pair(R"("status":"clear","contact":{"lower":0,"upper":1})")),
            "r.json: pairs[0].contact: must be null: the pair is clear");
  EXPECT_EQ(fault(contact_with("null")), "r.json: pairs[0].contact: is null, but the pair is not clear");
  EXPECT_EQ(fault(contact_with(R"({"lower":0,"upper":null})")),
            "r.json: pairs[0].contact.upper: is null, but not undecided");
  EXPECT_EQ(fault(with_pair(R"("status":"undecided","contact":{"lower":0,"upper":1})")),
            "r.json: pairs[0].contact.upper: must be null: the pair is undecided");
  EXPECT_EQ(fault(contact_with(R"({"lower":"1/3","upper":1})")),
            "r.json: pairs[0].contact.lower: \"1/3\" is not a double written as \"p/q\"; other times stand between two "
            "doubles");
  EXPECT_EQ(fault(contact_with(R"({"lower":true,"upper":1})")),
            "r.json: pairs[0].contact.lower: expected a number or a string \"p/q\", found true or false");
  const std::string upper = "r.json: pairs[0].contact.upper";
  EXPECT_EQ(fault(contact_with(R"({"lower":0,"upper":{"root":{},"between":[0,1]}})")),
            upper + ".root: has no \"vertex_of\"");
  EXPECT_EQ(fault(contact_with(R"({"lower":0,"upper":{"root":{"edges":{"a":[0,1],"b":[0,1]}},"between":[1,0]}})")),
            upper + ".between: ends before it begins; it is [t, t'] with t ≤ t'");
  EXPECT_EQ(fault(contact_with(
                R"({"lower":0,"upper":{"root":{"vertex_of":"c","vertex":0,"face":[0,1,2]},"between":[0,1]}})")),
            upper + ".root.vertex_of: expected \"a\" or \"b\", found \"c\"");
  EXPECT_EQ(fault(contact_with(R"({"lower":0,"upper":1,"at":1})")),
            "r.json: pairs[0].contact.at: expected a root between two doubles");
}

TEST(BadMotionResult, TimelinesAndIntervals) {
  const std::string place = "r.json: pairs[0].timeline.spans[0]";
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"world")")), place + ": has no \"plane\"");
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"c",)" + kPlane)),
            place + ".frame: expected \"world\", \"a\" or \"b\", found \"c\"");
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"a",)" + kPlane + R"(,"offset":[1])")),
            place + ".offset: expected 2 numbers, found 1");
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"a",)" + kPlane + R"(,"speed":1)")),
            place + ".speed: unknown field; there are from, to, frame, plane, at and offset");
  EXPECT_EQ(fault(clear_with(R"(,"timeline":{"kind":"cover","spans":[]})")),
            "r.json: pairs[0].timeline.kind: expected \"timeline\", found \"cover\"");
  EXPECT_EQ(fault(clear_with(R"(,"intervals":[{"begin":{"lower":0,"upper":1}}])")),
            "r.json: pairs[0].intervals[0]: has no \"end\"");
  EXPECT_EQ(fault(clear_with(R"(,"intervals":[],"gaps":[null])")),
            "r.json: pairs[0].gaps: expected 0, one after each interval, found 1");
  const std::string root = R"({"root":{"edges":{"a":[0,1],"b":[0,1]}},"between":[0,1]})";
  EXPECT_EQ(fault(clear_with(R"(,"intervals":[{"begin":{"lower":)" + root + R"(,"upper":)" + root +
                             R"(},"end":{"lower":0,"upper":1}}])")),
            "r.json: pairs[0].intervals[0]: a root is the one instant of a graze: all four ends are the same");
}

TEST(BadMotionResult, Covers) {
  const auto span = [](const std::string& cover) {
    return span_of(R"("from":0,"to":1,"frame":"world","cover":)" + cover);
  };
  const auto rooted = [&](const std::string& root) { return span(R"({"kind":"cover","root":)" + root + "}"); };
  const std::string place = "r.json: pairs[0].timeline.spans[0]", root = place + ".cover.root";
  EXPECT_EQ(fault(rooted("{" + kPlane + "}")), "none");
  EXPECT_EQ(fault(span("[]")), place + ".cover: expected an object, found a list");
  EXPECT_EQ(fault(span("{}")), place + ".cover: has no \"kind\"");
  EXPECT_EQ(fault(span(R"({"kind":"shell","root":{}})")), place + ".cover.kind: expected \"cover\", found \"shell\"");
  EXPECT_EQ(fault(span(R"({"kind":"cover"})")), place + ".cover: has no \"root\"");
  EXPECT_EQ(fault(span(R"({"kind":"cover","root":{)" + kPlane + R"(},"outside":{"a":[0]}})")),
            place + ".cover.outside: has no \"b\"");
  EXPECT_EQ(fault(span(R"({"kind":"cover","root":{)" + kPlane + R"(},"outside":{"a":[0.5],"b":[]}})")),
            place + ".cover.outside.a[0]: not the number of a vertex");
  EXPECT_EQ(fault(rooted("{}")), root + ": has no \"split\"");
  EXPECT_EQ(fault(rooted("{" + kPlane + R"(,"offset":[1]})")), root + ".offset: expected 2 numbers, found 1");
  EXPECT_EQ(fault(rooted("{" + kPlane + R"(,"at":1})")), root + ".at: unknown field; there are plane and offset");
  const auto split = [&](const std::string& first, const std::string& rest) {
    return rooted(R"({"split":"a","first":[0],"of_first":{)" + kPlane + first + R"(},"of_rest":{)" + kPlane + rest +
                  "}}");
  };
  EXPECT_EQ(fault(split("", "")), "none");
  EXPECT_EQ(fault(split(R"(,"offset":[1,2])", R"(,"offset":[3,4])")), "none");
  EXPECT_EQ(fault(split(R"(,"offset":[1,2])", "")),
            root + ".of_rest: has no \"offset\", but planes of this cover before it have one");
  EXPECT_EQ(fault(split("", R"(,"offset":[1,2])")),
            root + ".of_rest: has an \"offset\", but planes of this cover before it have none");
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"a","cover":{"kind":"cover","root":{)" + kPlane + "}}")),
            place + ".frame: the planes of a cover are vectors of the \"world\"");
  EXPECT_EQ(fault(span_of(R"("from":0,"to":1,"frame":"world","offset":[0,0],"cover":{"kind":"cover","root":{)" +
                          kPlane + "}}")),
            place + ".offset: unknown field; there are from, to, frame and cover");
  // Covers for all spans, or for none.
  const std::string covered = R"({"from":0,"to":1,"frame":"world","cover":{"kind":"cover","root":{)" + kPlane + "}}}";
  const std::string plain = R"({"from":1,"to":2,"frame":"world",)" + kPlane + "}";
  const auto spans = [](const std::string& first, const std::string& second) {
    return clear_with(R"(,"timeline":{"kind":"timeline","spans":[)" + first + "," + second + "]}");
  };
  EXPECT_EQ(fault(spans(covered, plain)),
            "r.json: pairs[0].timeline.spans[1]: has no \"cover\", but the first span has one");
  EXPECT_EQ(fault(spans(plain, covered)),
            "r.json: pairs[0].timeline.spans[1]: has a \"cover\", but the first span has none");
}

TEST(BadMotionResult, Parts) {
  EXPECT_EQ(fault(clear_with(R"(,"part":{"c":1})")), "r.json: pairs[0].part.c: unknown field; there are a and b");
  EXPECT_EQ(fault(clear_with(R"(,"part":{"a":-1})")), "r.json: pairs[0].part.a: not the number of a part");
}

// ---- Against a scene ------------------------------------------------------------------------------------------------

TEST(MatchMotions, FindsTheObjectsOrSaysWhoseResultItIsNot) {
  const auto scene = [](const std::string& interval) {
    return parse_scene(R"({"format":"clearance-scene-1","objects":[{"name":"left","shape":{"box":[1,1,1]}},
      {"name":"right","shape":{"hull":[[0,0,0],[1,0,0]]}}])" +
                           interval + "}",
                       "", "s.json")
        .value();
  };
  const Scene moving = scene(R"(,"interval":[0,2])");
  const auto matched = [&](const std::string& text) {
    const Result<std::vector<ScenePair>> pairs = match(parse(text).value(), moving);
    return pairs ? "none" : pairs.error().text();
  };
  EXPECT_EQ(match(parse(clear_with("")).value(), moving).value(), (std::vector<ScenePair>{{0, 1}}));
  EXPECT_EQ(match(parse(clear_with("")).value(), scene("")).error().text(),
            "query: \"move\", but the scene has no interval: a result of another scene?");
  EXPECT_EQ(matched(R"({"format":"clearance-result-1","query":"move","interval":[0,1],"pairs":[]})"),
            "interval: not that of the scene: a result of another scene?");
  EXPECT_EQ(matched(R"({"format":"clearance-result-1","query":"move","pairs":[
              {"a":"left","b":"up","status":"clear","contact":null}]})"),
            "pairs[0].b: the scene has no object \"up\": a result of another scene?");
  EXPECT_EQ(matched(span_of(R"("from":0,"to":1,"frame":"a","plane":{"kind":"points","a":8,"b":0})")),
            "pairs[0].timeline.spans[0].plane: vertex 8 of a shape that has 8: a result of another scene?");
  EXPECT_EQ(matched(contact_with(
                R"({"lower":0,"upper":{"root":{"vertex_of":"a","vertex":7,"face":[0,1,2]},"between":[0,1]}})")),
            "pairs[0].contact.upper.root: vertex 2 of a shape that has 2: a result of another scene?");
  EXPECT_EQ(matched(contact_with(R"({"lower":0,"upper":1},"certificate":{"kind":"simplex","a":[9],"b":[0]})")),
            "pairs[0].certificate: vertex 9 of a shape that has 8: a result of another scene?");
  EXPECT_EQ(matched(contact_with(R"({"lower":0,"upper":1},"part":{"b":1})")),
            "pairs[0].part.b: part 1 of a shape that has 1: a result of another scene?");
  EXPECT_EQ(matched(contact_with(R"({"lower":0,"upper":1},"certificate":{"kind":"triangles","a":0,"b":1})")),
            "pairs[0].certificate: triangle 1 of a shape that has 1: a result of another scene?");
  EXPECT_EQ(matched(span_of(R"("from":0,"to":1,"frame":"world","cover":{"kind":"cover","root":{"split":"a","first":[1],
              "of_first":{)" +
                            kPlane + R"(},"of_rest":{)" + kPlane + "}}}")),
            "pairs[0].timeline.spans[0].cover: triangle 1 of a shape that has 1: a result of another scene?");
}

}  // namespace
}  // namespace clearance::detail
