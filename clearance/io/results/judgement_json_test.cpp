#include <clearance/io/results/judgement_json.h>

#include <gtest/gtest.h>

namespace clearance {
namespace {

constexpr const char* kHead = R"({"format":"clearance-result-1","query":"clash")";

std::string fault(const std::string& run, const std::string& pair = "") {
  const std::string pairs = pair.empty() ? "" : R"({"a":"x","b":"y","status":"touching")" + pair + "}";
  const Result<ResultFile> result = parse_result(kHead + run + R"(,"pairs":[)" + pairs + "]}", "r.json");
  return result ? "none" : result.error().text();
}

ResultFile everything() {
  ResultFile result;
  result.query = "clash";
  result.criteria = Criteria{0.1, 1e-9, true};
  result.not_looked_at = 7;
  result.parts = {{"x\n\"", std::string(32, '0'), std::string(32, 'f')},
                  {"y", std::string(32, '1'), std::string(32, 'e')}};
  for (const PairVerdict verdict :
       {PairVerdict::Clear, PairVerdict::Touching, PairVerdict::Near, PairVerdict::Undecided, PairVerdict::Clash}) {
    PairReport& report = result.pairs.emplace_back();
    report.excess = {0, 0};
    report.a = "x\n\"", report.b = "y";
    report.claim.status = Status::Touching;
    report.verdict = verdict;
  }
  result.pairs[0].points = {Vec3{1, 2, 3}, Vec3{4, 5, 1e-300}};
  result.pairs[1].inside = Body::B, result.pairs[1].change = Change::New;
  result.pairs[4].duplicate = true, result.pairs[4].change = Change::Still;
  result.unlisted = UnlistedPairs{3, 0.1};
  result.resolved = {{"x", "gone", PairVerdict::Near, "gone"}, {"x", "z", PairVerdict::Clash, std::nullopt}};
  return result;
}

TEST(JudgementJson, EverythingComesBack) {
  const std::string text = result_text(everything(), false);
  const Result<ResultFile> again = parse_result(text, "r.json");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(result_text(*again, false), text);
  EXPECT_EQ(again->criteria, everything().criteria);
  EXPECT_EQ(again->not_looked_at, 7u);
  EXPECT_EQ(again->pairs[4].verdict, PairVerdict::Clash);
  EXPECT_TRUE(again->pairs[4].duplicate);
  EXPECT_EQ(again->pairs[1].inside, Body::B);
  EXPECT_EQ((*again->pairs[0].points)[1], (Vec3{4, 5, 1e-300}));
  EXPECT_EQ((*again->resolved)[0].gone, "gone");
}

TEST(JudgementJson, WhatNobodyAskedIsNotWritten) {
  ResultFile plain;
  plain.pairs.emplace_back();
  EXPECT_EQ(result_text(plain, false).find("verdict"), std::string::npos);
  EXPECT_EQ(result_text(plain, false).find("tolerance"), std::string::npos);
  EXPECT_FALSE(passes(PairReport{}.verdict, Criteria{{}, 0, true})) << "nobody judged it";
}

TEST(JudgementJson, WhatIsWrongIsRefusedByPlace) {
  EXPECT_EQ(fault(R"(,"tolerance":0)"), "none");
  EXPECT_EQ(fault(""), "r.json: tolerance: is missing: by which criteria are these the clashes?");
  EXPECT_EQ(fault(R"(,"tolerance":-1)"), "r.json: tolerance: expected a number, zero or more");
  EXPECT_EQ(fault(R"(,"within":1)"), R"(r.json: within: stands beside a "tolerance")");
  EXPECT_EQ(fault(R"(,"allow_touching":true)"), R"(r.json: allow_touching: stands beside a "tolerance")");
  EXPECT_EQ(fault(R"(,"ending":"interrupted")"),
            R"(r.json: not_looked_at: is there exactly when "ending" is "interrupted")");
  EXPECT_EQ(fault(R"(,"not_looked_at":1)"),
            R"(r.json: not_looked_at: is there exactly when "ending" is "interrupted")");
  EXPECT_EQ(fault(R"(,"ending":"soon")"), R"(r.json: ending: expected one of "complete", "interrupted", found "soon")");
  EXPECT_EQ(fault(R"(,"parts":[{"name":"x","content":"0","place":"0"}])"),
            "r.json: parts[0].content: expected 32 hexadecimal digits");
  EXPECT_EQ(fault(R"(,"tolerance":0)", R"(,"verdict":"fine")"), R"(r.json: pairs[0].verdict: "fine" is not a verdict)");
  EXPECT_EQ(fault(R"(,"tolerance":0)", R"(,"verdict":"not asked")"),
            R"(r.json: pairs[0].verdict: "not asked" is not a verdict)");
  const Result<ResultFile> without = parse_result(
      R"({"format":"clearance-result-1","query":"check","pairs":[{"a":"x","b":"y","status":"touching","verdict":"clash"}]})",
      "r.json");
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().text(), R"(r.json: pairs[0].verdict: by which criteria? "tolerance" is missing)");
  EXPECT_EQ(fault(R"(,"tolerance":0)", R"(,"decided_by":"x")"),
            R"(r.json: pairs[0].verdict: is missing, and the result has a "tolerance")");
  EXPECT_EQ(fault(R"(,"tolerance":0)", R"(,"verdict":"clash","points":[[0,0,0]])"),
            "r.json: pairs[0].points: expected two points, of a and of b");
}

TEST(PairVerdicts, ByTheBracketsOfTheClaim) {
  Claim claim;
  EXPECT_EQ(verdict_of(claim, {}), PairVerdict::NotAsked);
  claim.status = Status::Penetrating;
  EXPECT_EQ(verdict_of(claim, {}), PairVerdict::Clash);
  EXPECT_EQ(verdict_of(claim, {{}, 1, false}), PairVerdict::Undecided) << "without a depth";
  claim.depth = Claim::Depth{{1, 2}, {}, {}};
  EXPECT_EQ(verdict_of(claim, {{}, 0.5, false}), PairVerdict::Clash);
  EXPECT_EQ(verdict_of(claim, {{}, 1, false}), PairVerdict::Undecided) << "it may be no deeper than that";
  EXPECT_EQ(verdict_of(claim, {{}, 2, false}), PairVerdict::Touching);
  claim.status = Status::Intersecting;
  EXPECT_EQ(verdict_of(claim, {{}, 9, true}), PairVerdict::Clash);
  claim.status = Status::Separated;
  EXPECT_EQ(verdict_of(claim, {}), PairVerdict::Clear);
  EXPECT_EQ(verdict_of(claim, {1.0, 0, false}), std::nullopt);
  claim.distance = Bracket{1, 2};
  EXPECT_EQ(verdict_of(claim, {0.5, 0, false}), PairVerdict::Clear);
  EXPECT_EQ(verdict_of(claim, {1.0, 0, false}), std::nullopt) << "it may be exactly that";
  EXPECT_EQ(verdict_of(claim, {2.0, 0, false}), PairVerdict::Near);
}

}  // namespace
}  // namespace clearance
