// An attack on `verify`: true results of every kind of pair, with every field changed in turn. What states something
// false must not be called proved, nor pass as decided again.
#include "verify_claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "changed_json_test.h"
#include "judge.h"
#include "known_scenes_test.h"

namespace clearance::cli {
using namespace detail;
namespace {

std::string result_of(const Scene& scene) {
  JudgeOptions options;
  options.want_proofs = true;
  const Result<Judged> judged = judge(scene, options);
  EXPECT_TRUE(judged);
  return result_text(judged->result, true);
}

// ---- What is true ---------------------------------------------------------------------------------------------------

// Why the claim is false, by what is known; empty when it is true.
std::string falsehood(const Claim& claim, const Known& known, const SceneObject& a, const SceneObject& b) {
  if (claim.status != known.status) return "status";
  const bool apart = known.status == Status::Separated;
  if (claim.distance) {
    const double distance = apart ? known.measure : 0;
    if (!(claim.distance->lower <= distance && distance <= claim.distance->upper)) return "distance";
    if (!apart && (claim.distance->lower != 0 || claim.distance->upper != 0)) return "distance of what is in contact";
  }
  if (!claim.depth) return "";
  const auto& [bracket, direction, translation] = *claim.depth;
  const double depth = known.status == Status::Penetrating ? known.measure : 0;
  if (!(bracket.lower <= depth && depth <= bracket.upper)) return "depth";
  if (!(norm(translation) <= bracket.upper * (1 + 1e-15))) return "length of the translation";
  if (ends_penetration(a.shape, a.pose, b.shape, b.pose, translation) != true) return "translation";
  if (norm(translation) > 0 && !(norm(translation / norm(translation) - direction) < 1e-8)) return "direction";
  return "";
}

// The statuses in `standing` of a mutated text, or nothing where it was refused.
std::optional<Standing> stand(const std::string& text, const Scene& scene, ResultFile& read) {
  Result<ResultFile> result = parse_result(text, "r.json");
  if (!result) return std::nullopt;
  read = *std::move(result);
  const Result<VerifiedResult> verified = verify_result(scene, read);
  if (!verified) return std::nullopt;
  EXPECT_EQ(verified->claims.size(), read.pairs.size());
  Standing worst = Standing::Proved;
  for (const ClaimStanding& claim : verified->claims) worst = std::max(worst, claim.standing);
  return worst;
}

// Fields whose change leaves the claim true and its proof whole: remarks that are no part of a claim; ends of brackets
// that are moved outwards; certificates and weights that have more than one right value. Everything else is noticed.
const std::set<std::string> kHarmless = {
    ".pairs",                 // the same claim twice
    ".pairs[].part removed",  // where none is named, the first is meant
    ".pairs[].part.a removed",
    ".pairs[].decided_by",
    ".pairs[].decided_by removed",
    ".pairs[].features",
    ".pairs[].features.a",
    ".pairs[].features.b",
    ".pairs[].features removed",
    ".pairs[].place.point[]",
    ".pairs[].place.point",
    ".pairs[].place removed",
    ".pairs[].distance.lower",
    ".pairs[].distance.upper",
    ".pairs[].distance removed",
    ".pairs[].depth.lower",
    ".pairs[].depth.upper",
    ".pairs[].depth.direction[]",
    ".pairs[].depth.translation[]",
    ".pairs[].depth removed",
    ".pairs[].witness.a.vertices[]",
    ".pairs[].witness.a.vertices",
    ".pairs[].witness.a.weights[]",
    ".pairs[].witness.a.weights",
    ".pairs[].witness.b.vertices[]",
    ".pairs[].witness.b.vertices",
    ".pairs[].witness.b.weights[]",
    ".pairs[].witness.b.weights",
    ".pairs[].certificate",
};

TEST(VerifyClaims, NothingFalseIsProvedNorPasses) {
  std::map<std::string, int> proved;
  int changes = 0;
  for (const Known& known : known()) {
    const Scene scene = scene_of(known);
    const SceneObject &a = scene.objects[0], &b = scene.objects[1];
    const std::string text = result_of(scene);
    ResultFile read;
    const std::optional<Standing> honest = stand(text, scene, read);
    ASSERT_TRUE(honest) << known.name << text;
    EXPECT_LE(*honest, Standing::DecidedAgain) << known.name << text;
    ASSERT_EQ(falsehood(read.pairs[0].claim, known, a, b), "") << known.name << text;

    Json json = *parse_json(text, 1000);
    change_each(json, "", [&](const std::string& path) {
      ++changes;
      const std::string changed = text_of(json);
      const std::optional<Standing> standing = stand(changed, scene, read);
      if (!standing || *standing > Standing::DecidedAgain) return;
      for (const PairReport& report : read.pairs)
        EXPECT_EQ(falsehood(report.claim, known, a, b), "") << known.name << ": " << path << "\n" << changed;
      if (*standing == Standing::Proved) ++proved[path];
    });
  }
  EXPECT_GT(changes, 3000);
  for (const auto& [path, count] : proved) {
    const bool is_evidence = path.find(".certificate") != std::string::npos || path.find(".shell") != std::string::npos;
    EXPECT_TRUE(is_evidence || kHarmless.count(path) > 0) << path << " " << count;
  }
}

// ---- Each with its story --------------------------------------------------------------------------------------------

struct Changed {
  Scene scene;
  ResultFile result;

  explicit Changed(const Known& known) : scene(scene_of(known)) { result = *parse_result(result_of(scene), "r.json"); }
  Claim& claim() { return result.pairs[0].claim; }
  ClaimStanding standing() const {
    const Result<VerifiedResult> verified = verify_result(scene, result);
    EXPECT_TRUE(verified) << verified.error().text();
    return verified ? verified->claims[0] : ClaimStanding{};
  }
};

Known find(const std::string& name) {
  for (const Known& each : known())
    if (each.name == name) return each;
  return {};
}

// A depth of [3, 3] where 0.25 is true passed as "not checked: the lower end", and so did a result whose shell was cut
// out.
TEST(VerifyClaims, AConvexDepthWithoutAShellIsMeasuredAgain) {
  Changed deep(find("boxes deep"));
  EXPECT_EQ(deep.standing().standing, Standing::Proved);
  deep.claim().shell.reset();
  EXPECT_EQ(deep.standing().standing, Standing::DecidedAgain);
  deep.claim().depth = Claim::Depth{{3, 3}, {1, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(deep.standing().standing, Standing::Fails);
  EXPECT_NE(deep.standing().reason.find("measured again"), std::string::npos);
}

// Of solids any bracket that overlapped the one found again was accepted, with any direction.
TEST(VerifyClaims, ADepthOfSolidsIsCheckedAtBothEnds) {
  const Changed honest(find("solids deep"));
  EXPECT_EQ(honest.standing().standing, Standing::DecidedAgain);
  const auto standing_with = [&](const Claim::Depth& depth) {
    Changed deep = honest;
    deep.claim().depth = depth;
    return deep.standing().standing;
  };
  const Claim::Depth found = *honest.result.pairs[0].claim.depth;
  EXPECT_EQ(standing_with({{0.2, 0.22}, found.direction, 0.22 * found.direction}), Standing::Fails);  // too short
  EXPECT_EQ(standing_with({{0.2, 7}, -found.direction, found.translation}), Standing::Fails);
  EXPECT_EQ(standing_with({{0.2, 7}, -found.direction, -found.translation}), Standing::Fails);
  EXPECT_EQ(standing_with({{0.2, 7}, {0, 1, 0}, {0, 0.25, 0}}), Standing::Fails);
  EXPECT_EQ(standing_with({{0.5, 7}, found.direction, found.translation}), Standing::Fails);
  EXPECT_EQ(standing_with({{0.2, 7}, found.direction, 2 * found.translation}), Standing::DecidedAgain);
  EXPECT_EQ(standing_with({{0.0, found.bracket.upper}, found.direction, found.translation}), Standing::Proved);
  EXPECT_LE(standing_with({{0.25, 7}, found.direction, found.translation}), Standing::Undecided);
}

// The certificate of two rounded bodies came from the query of their distance, and its points were not near enough for
// the depth that stood beside it.
TEST(VerifyClaims, TheNearWitnessReachesTheLowerEnd) {
  for (const char* at : {"0.75,0,0", "0.3,0.4,0.5", "0.1,0.2,0.7"}) {
    Known balls = find("balls deep");
    balls.at = at;
    EXPECT_EQ(Changed(balls).standing().standing, Standing::Proved) << at;
    balls.a = R"({"rounded":{"core":{"box":[1,0.5,0.25]},"radius":0.25}})";
    balls.b = R"({"rounded":{"core":{"hull":[[0,0,0],[1,0.3,0.7],[0.2,0.9,0.1]]},"radius":0.5}})";
    balls.at = "0.9,0.4,0.3";
    EXPECT_EQ(Changed(balls).standing().standing, Standing::Proved);
  }
}

TEST(VerifyClaims, ACertificateThatDoesNotShowATrueStatusFails) {
  Changed deep(find("solids deep"));
  deep.claim().certificate.kind = Certificate::Kind::Triangles;
  deep.claim().certificate.mesh.triangle_a = deep.claim().certificate.mesh.triangle_b = 0;
  EXPECT_EQ(deep.standing().standing, Standing::Fails);
  deep.claim().certificate = {};
  EXPECT_EQ(deep.standing().standing, Standing::Fails);
  EXPECT_EQ(deep.standing().reason, "no certificate, though there is one that shows it");
  Changed balls(find("balls deep"));
  balls.claim().certificate = {};
  EXPECT_EQ(balls.standing().standing, Standing::Fails);
  Changed tangent(find("balls tangent"));
  EXPECT_EQ(tangent.standing().standing, Standing::DecidedAgain);
  Changed apart(find("solids apart"));
  EXPECT_EQ(apart.standing().standing, Standing::Proved);
  apart.claim().cover.reset();
  EXPECT_EQ(apart.standing().standing, Standing::DecidedAgain);
  apart.claim().certificate.kind = Certificate::Kind::Plane;
  apart.claim().certificate.plane.normal = {0, 0, 1};
  EXPECT_EQ(apart.standing().standing, Standing::Fails);
}

// Whatever `unlisted` said of a scene that lists all its pairs was passed over.
TEST(VerifyClaims, OnlyACrowdLeavesPairsOut) {
  Changed apart(find("boxes apart"));
  for (const std::uint64_t pairs : {0U, 1U, 7U}) {
    apart.result.unlisted = UnlistedPairs{pairs, {}};
    const Result<VerifiedResult> verified = verify_result(apart.scene, apart.result);
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().text().find("unlisted: every pair of s.json is listed"), std::string::npos);
  }
}

// The point may be any fraction, and a convex mesh's claims may speak of its triangles.
TEST(VerifyClaims, OtherProgramsCertificatesAreTaken) {
  Changed deep(find("convex meshes deep"));
  deep.claim().certificate = {};
  deep.claim().certificate.kind = Certificate::Kind::Interior;
  deep.claim().interior = RationalPoint{{5.0, 6.0}, {1.0, 3.0}, {4.0, 7.0}};
  EXPECT_EQ(deep.standing().standing, Standing::Proved) << deep.standing().reason;
  deep.claim().interior->x = {4.0, 6.0};
  EXPECT_EQ(deep.standing().standing, Standing::Fails);
}

TEST(VerifyClaims, TellsWhatIsProvedAndWhatWasDecidedAgain) {
  Changed deep(find("boxes deep"));
  const auto told = [&] { return verified_text(*verify_result(deep.scene, deep.result), deep.result); };
  EXPECT_EQ(told(), "1 claim proved\n");
  deep.claim().shell.reset();
  EXPECT_EQ(told(),
            "0 claims proved, 1 decided again\n"
            "decided again: the lower end of 1 depth without a shell (check --proof writes those of convex shapes)\n");
  deep.result.pairs.push_back(deep.result.pairs[0]);
  deep.claim().status = Status::Touching;
  EXPECT_EQ(told().substr(0, 31), "pairs[0]: a, b: touching: needs");
  EXPECT_NE(told().find("1 of 2 claims fails, 0 proved, 1 decided again\n"), std::string::npos);
}

}  // namespace
}  // namespace clearance::cli
