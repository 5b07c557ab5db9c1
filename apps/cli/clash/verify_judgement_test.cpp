// An attack on what results of clash say besides their claims: every field is changed in turn, and what verify lets
// pass has to be true.
#include "verify_judgement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "../changed_json_test.h"
#include "../known_scenes_test.h"
#include "../verify_claims.h"
#include "find_clashes.h"

namespace clearance::cli {
using namespace detail;
namespace {

ResultFile result_of(const Scene& scene, const Criteria& criteria) {
  ClashQuestion question;
  question.criteria = criteria;
  const std::vector<PartHash> hashes = part_hashes(scene);
  Clashes clashes = find_clashes(scene, hashes, question);
  ResultFile result;
  result.query = "clash";
  result.criteria = criteria;
  for (std::size_t k = 0; k < hashes.size(); ++k)
    result.parts.push_back({scene.objects[k].name, hex_of(hashes[k].content), hex_of(hashes[k].place)});
  for (FoundClash& clash : clashes.found) result.pairs.push_back(clash.report);
  result.unlisted = UnlistedPairs{clashes.clear, criteria.within};
  return result;
}

bool may_be(PairVerdict verdict, const Known& known, const Criteria& criteria) {
  switch (known.status) {
    case Status::Separated:
      // Distances that are no doubles: either, at the limit itself.
      if (!criteria.within) return verdict == PairVerdict::Clear;
      if (std::fabs(known.measure - *criteria.within) < 1e-12)
        return verdict == PairVerdict::Clear || verdict == PairVerdict::Near;
      return verdict == (known.measure <= *criteria.within ? PairVerdict::Near : PairVerdict::Clear);
    case Status::Touching:
      return verdict == PairVerdict::Touching;
    case Status::Penetrating:
      if (verdict == PairVerdict::Undecided) return criteria.tolerance > 0;
      return std::fabs(known.measure - criteria.tolerance) < 1e-12 ||
             verdict == (known.measure > criteria.tolerance ? PairVerdict::Clash : PairVerdict::Touching);
    default:
      return verdict == PairVerdict::Clash;
  }
}

// Whether everything in it passes.
bool passes_verify(const std::string& text, const Scene& scene, ResultFile& read) {
  Result<ResultFile> result = parse_result(text, "r.json");
  if (!result) return false;
  read = *std::move(result);
  const Result<VerifiedResult> verified = verify_result(scene, read);
  return verified && verified->all_hold() && verified->count(Standing::Undecided) == 0;
}

void expect_truth(const ResultFile& read, const Known& known, const std::string& path) {
  for (const PairReport& report : read.pairs)
    EXPECT_TRUE(may_be(report.verdict, known, *read.criteria)) << known.name << " " << path;
  if (!read.pairs.empty() || read.is_interrupted()) return;
  Criteria of_unlisted;
  of_unlisted.within = read.unlisted ? read.unlisted->beyond : std::nullopt;
  EXPECT_TRUE(may_be(PairVerdict::Clear, known, of_unlisted)) << known.name << " left out: " << path;
}

TEST(VerifyJudgement, NothingFalsePasses) {
  std::set<std::string> passed;
  int changes = 0;
  for (const Known& known : known())
    for (const Criteria& criteria : {Criteria{}, Criteria{0.75, 0, false}, Criteria{{}, 0.3, true}}) {
      const Scene scene = scene_of(known);
      const std::string text = result_text(result_of(scene, criteria), false);
      ResultFile read;
      ASSERT_TRUE(passes_verify(text, scene, read)) << known.name << text;
      expect_truth(read, known, "honest");
      Json json = *parse_json(text, 1000);
      change_each(json, "", [&](const std::string& path) {
        // Claims have an attack of their own (verify_claims_test.cpp).
        if (path.find(".certificate") != std::string::npos || path.find(".witness") != std::string::npos) return;
        ++changes;
        if (!passes_verify(text_of(json), scene, read)) return;
        passed.insert(path);
        expect_truth(read, known, path);
      });
    }
  EXPECT_GT(changes, 3000);
  for (const char* const path : {".pairs[].verdict", ".parts[].name", ".parts[].content", ".parts[].place",
                                 ".unlisted.pairs", ".pairs[].verdict removed", ".tolerance removed",
                                 ".unlisted.beyond", ".unlisted.beyond removed", ".within removed"})
    EXPECT_FALSE(passed.contains(path)) << path;
}

TEST(VerifyJudgement, AClashThatIsLeftOutIsFoundUnlessNobodyLookedAtIt) {
  Known deep;
  for (const Known& known : known())
    if (known.name == std::string("boxes deep")) deep = known;
  const Scene scene = scene_of(deep);
  ResultFile result = result_of(scene, {});
  ASSERT_EQ(result.pairs.size(), 1u);
  result.pairs.clear();
  result.unlisted->pairs = 1;
  EXPECT_EQ(verify_result(scene, result).value().unlisted_failures.size(), 1u);
  result.not_looked_at = 1;
  EXPECT_FALSE(verify_result(scene, result)) << "more pairs than there are";
  result.unlisted->pairs = 0;
  EXPECT_TRUE(verify_result(scene, result).value().all_hold());
  EXPECT_FALSE(verify_result(scene, result).value().all_proved());
}

}  // namespace
}  // namespace clearance::cli
