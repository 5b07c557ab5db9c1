// Every scene on which some program once failed, with what is known of the true answer; and the scenes on which this
// one failed. Known distances are exact numbers rounded to 25 digits: they are compared as decimals, not as doubles.
#include <clearance/exact/dyadic.h>
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/lab/all_algorithms.h>
#include <clearance/proof/check_shapes.h>
#include <tests/judge.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace clearance {
using namespace detail;
namespace {

namespace fs = std::filesystem;

// digits × 10^exponent.
struct Decimal {
  Dyadic digits;
  int exponent = 0;
};

Decimal parse_decimal(const std::string& text) {
  Decimal decimal;
  const std::size_t e = std::min(text.find('e'), text.size()), point = std::min(text.find('.'), e);
  for (std::size_t i = 0; i < e; ++i)
    if (text[i] >= '0' && text[i] <= '9') decimal.digits = decimal.digits * Dyadic(10) + Dyadic(text[i] - '0');
  if (text[0] == '-') decimal.digits = -decimal.digits;
  const int written = e < text.size() ? std::stoi(text.substr(e + 1)) : 0;
  decimal.exponent = written - static_cast<int>(e > point ? e - point - 1 : 0);
  return decimal;
}

Dyadic power_of_ten(int exponent) {
  Dyadic power = 1;
  for (int i = 0; i < exponent; ++i) power = power * Dyadic(10);
  return power;
}

// Sign of x − (decimal + units in its last place), exactly.
int compare_decimal(double x, const Decimal& decimal, int units) {
  const Dyadic digits = decimal.digits + Dyadic(units);
  if (decimal.exponent >= 0) return compare(x, digits * power_of_ten(decimal.exponent));
  return compare(Dyadic(x) * power_of_ten(-decimal.exponent), digits);
}

// A decimal without a fraction is exact; a rounded one is within a unit of its last digit.
bool bracket_holds(double lower, double upper, const std::string& known) {
  const Decimal decimal = parse_decimal(known);
  const int units = decimal.exponent < 0 ? 1 : 0;
  return compare_decimal(lower, decimal, units) <= 0 && compare_decimal(upper, decimal, -units) >= 0;
}

TEST(Decimals, AreComparedExactly) {
  EXPECT_TRUE(bracket_holds(0.5, 0.5, "5.000000000000000000000000e-1"));
  EXPECT_TRUE(bracket_holds(0, 0, "0"));
  EXPECT_FALSE(bracket_holds(0, 0, "1.000000000000000000000000e-30"));
  EXPECT_TRUE(bracket_holds(12, 13, "1.250000000000000000000000e+1"));
  EXPECT_FALSE(bracket_holds(12, 12.25, "1.250000000000000000000000e+1"));
  EXPECT_TRUE(bracket_holds(-3, -2, "-2.500000000000000000000000e+0"));
  EXPECT_FALSE(bracket_holds(-2.25, 0, "-2.500000000000000000000000e+0"));
  // 0.1 in doubles is 1.000000000000000055511151231…e-1.
  EXPECT_FALSE(bracket_holds(0.1, 0.1, "1.000000000000000000000000e-1"));
  EXPECT_TRUE(bracket_holds(0.1, 0.1, "1.000000000000000055511151e-1"));
}

// Certificates are checked against the points of the scene itself, those inside the hull included.
CheckResult check_in_scene(const Claim& claim, const SceneObject& a, const SceneObject& b) {
  return check_claim(claim, PosedPoints{a.points(), a.pose}, PosedPoints{b.points(), b.pose});
}

struct Answers {
  Intersection meeting;
  Distance gap;
  Penetration depth;
  SignedDistance both;
};

Answers ask(const SceneObject& a, const SceneObject& b) {
  PenetrationOptions with_shell;
  with_shell.want_shell = true;
  return {intersects(a.polytope(), a.pose, b.polytope(), b.pose), distance(a.polytope(), a.pose, b.polytope(), b.pose),
          penetration(a.polytope(), a.pose, b.polytope(), b.pose, with_shell),
          signed_distance(a.polytope(), a.pose, b.polytope(), b.pose)};
}

void expect_sound(const Answers& answers, const SceneObject& a, const SceneObject& b) {
  for (const Claim& claim : {claim_of(answers.meeting), claim_of(answers.gap), claim_of(answers.depth)}) {
    const CheckResult check = check_in_scene(claim, a, b);
    EXPECT_TRUE(check) << check.reason;
  }
  Status status;
  EXPECT_EQ(test::about_queries({a.polytope(), a.pose, b.polytope(), b.pose}, status), "");
  EXPECT_EQ(status, answers.meeting.status);
}

// The method alone may leave the pair unresolved; cold or warm, it may not say anything else.
void expect_no_contradiction(const AlgorithmRow& row, Status status, const SceneObject& a, const SceneObject& b) {
  const PosedPair posed(a.polytope(), a.pose, b.polytope(), b.pose);
  ConvexCache cache;
  for (ConvexCache* kept : {static_cast<ConvexCache*>(nullptr), &cache, &cache}) {
    const Verdict verdict = row.run(posed, kept, nullptr).verdict;
    if (verdict == Verdict::Unresolved) continue;
    EXPECT_STREQ(to_string(verdict), to_string(status));
  }
}

void expect_same_by_every_algorithm(Status status, const SceneObject& a, const SceneObject& b) {
  for (const AlgorithmRow& row : all_algorithms()) {
    SCOPED_TRACE(row.name);
    expect_no_contradiction(row, status, a, b);
    QueryOptions first;
    first.first = row.id, first.methods = all_algorithms();
    const Intersection meeting = intersects(a.polytope(), a.pose, b.polytope(), b.pose, first);
    EXPECT_EQ(meeting.status, status);
    EXPECT_TRUE(check_in_scene(claim_of(meeting), a, b));
    DistanceOptions options;
    options.first = row.id, options.methods = all_algorithms();
    const Distance gap = distance(a.polytope(), a.pose, b.polytope(), b.pose, options);
    EXPECT_EQ(gap.status, status);
    EXPECT_TRUE(check_in_scene(claim_of(gap), a, b));
  }
}

// `known` is what is said about the one pair of a scene.
void expect_known(const Answers& answers, const Json& known) {
  if (const Json* status = known.find("status")) {
    EXPECT_EQ(to_string(answers.meeting.status), *status->string());
  }
  const auto expect_within = [&](const char* key, double lower, double upper) {
    const Json* value = known.find(key);
    if (value == nullptr) return;
    EXPECT_TRUE(bracket_holds(lower, upper, *value->string()))
        << key << " " << *value->string() << " is not in " << test::interval_text(lower, upper);
  };
  expect_within("distance", answers.gap.lower, answers.gap.upper);
  expect_within("penetration_depth", answers.depth.lower, answers.depth.upper);
  expect_within("signed_distance", answers.both.lower, answers.both.upper);
  // Written with at least four digits.
  if (const Json* about = known.find("approximate_separation")) {
    const double middle = 0.5 * (answers.both.lower + answers.both.upper), value = *about->number();
    EXPECT_NEAR(middle, value, 1e-3 * std::fabs(value));
  }
}

constexpr const char* kSceneEnding = ".scene.json";

std::vector<fs::path> scenes_in(const fs::path& folder) {
  std::vector<fs::path> scenes;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().ends_with(kSceneEnding)) scenes.push_back(entry.path());
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

Json read_expected(const fs::path& file) {
  const Result<std::string> text = read_file(file.string());
  EXPECT_TRUE(text) << text.error().text();
  Result<Json> json = parse_json(*text);
  EXPECT_TRUE(json) << json.error().text();
  return std::move(json).value();
}

// Every scene of the folder, against what its expected.json knows. The answer is how many there were.
int expect_all(const fs::path& folder) {
  const Json expected = read_expected(folder / "expected.json");
  int count = 0;
  for (const fs::path& path : scenes_in(folder)) {
    std::string name = path.filename().string();
    name.resize(name.size() - std::strlen(kSceneEnding));
    SCOPED_TRACE(name);
    const Result<Scene> scene = read_scene(path.string());
    EXPECT_TRUE(scene) << scene.error().text();
    const Json* known = expected.find(name);
    EXPECT_NE(known, nullptr) << "expected.json says nothing about it";
    if (!scene || known == nullptr) continue;
    for (const auto& [i, j] : scene->pairs) {
      const SceneObject &a = scene->objects[i], &b = scene->objects[j];
      const Answers answers = ask(a, b);
      expect_sound(answers, a, b);
      expect_same_by_every_algorithm(answers.meeting.status, a, b);
      if (scene->pairs.size() == 1) expect_known(answers, *known);
    }
    ++count;
  }
  return count;
}

TEST(Cases, Shared) {
  const char* set = std::getenv("CLEARANCE_SHARED");
  const fs::path cases = fs::path(set != nullptr ? set : CLEARANCE_SHARED_DEFAULT) / "cases";
  if (!fs::exists(cases)) GTEST_SKIP() << "no shared cases beside the repository: nothing to compare with";
  const int count = expect_all(cases);
  std::printf("%d shared scenes\n", count);
  EXPECT_GT(count, 100);
}

// Each with its story under "failure" in expected.json.
TEST(Cases, Regressions) {
  const fs::path folder = fs::path(CLEARANCE_TESTDATA) / "regressions";
  EXPECT_EQ(expect_all(folder), static_cast<int>(read_expected(folder / "expected.json").object()->size()));
}

}  // namespace
}  // namespace clearance
