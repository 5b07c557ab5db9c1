// An attack on what `verify` says of contacts: right ones of every kind of pair, with every field changed in turn.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "changed_json_test.h"
#include "judge.h"
#include "known_scenes_test.h"
#include "verify_claims.h"

namespace clearance::cli {
namespace {

std::string result_of(const Scene& scene) {
  JudgeOptions options;
  options.contacts = ContactQuestion{0.5, kAllPoints};
  const Result<Judged> judged = judge(scene, options);
  EXPECT_TRUE(judged);
  return result_text(judged->result, false);
}

// Fields whose change leaves contacts that are true: fewer or other points, wider brackets, larger errors, a part that
// is meant where none is named. Changes of the last place may be within the error.
const std::set<std::string> kHarmless = {
    "",              // fewer, none, twice, or in another order
    "[].points",     // the same
    "[].gap.lower",  // lower
    "[].gap.upper",  // higher
    "[].points[].gap.lower",
    "[].points[].gap.upper",
    "[].points[].error",
    "[].normal of solids touching",  // b − a is 0, whatever the normal
    "[].normal of surfaces",
    "[].part removed",
    "[].part.a removed",
    "[].part.b removed",
};

bool is_small(const std::string& path) { return path.ends_with("[]") || path.ends_with(".a") || path.ends_with(".b"); }

TEST(VerifyContacts, RightOnesHoldAndWrongOnesFail) {
  std::map<std::string, int> passed;
  std::size_t points = 0;
  int changes = 0, rejected = 0;
  for (const Known& known : known()) {
    const Scene scene = scene_of(known);
    const Result<ResultFile> honest = parse_result(result_of(scene), "r.json");
    ASSERT_TRUE(honest) << known.name << honest.error().text();
    const Result<VerifiedResult> verified = verify_result(scene, *honest);
    ASSERT_TRUE(verified) << known.name;
    ASSERT_TRUE(verified->contact_failures.empty()) << known.name << verified->contact_failures[0];
    ASSERT_TRUE(honest->pairs[0].contacts.has_value());
    EXPECT_GT(verified->contact_points, 0u) << known.name << ": all are within the margin";
    points += verified->contact_points;

    Json json = *parse_json(result_text(*honest, false), 1000);
    Json* contacts = nullptr;
    for (Json::Member& member : std::get<Json::Object>(json.value))
      if (member.key == "pairs")
        for (Json::Member& of_pair : std::get<Json::Object>(std::get<Json::Array>(member.value.value)[0].value))
          if (of_pair.key == "contacts") contacts = &of_pair.value;
    ASSERT_NE(contacts, nullptr);
    change_each(*contacts, "", [&](const std::string& path) {
      ++changes;
      const Result<ResultFile> read = parse_result(text_of(json), "r.json");
      const Result<VerifiedResult> again = read ? verify_result(scene, *read) : Result<VerifiedResult>(read.error());
      if (!again || !again->contact_failures.empty()) {
        ++rejected;
        return;
      }
      ++passed[path == "[].normal" ? path + " of " + known.name : path];
    });
  }
  EXPECT_GT(points, 60u);
  EXPECT_GT(rejected, changes / 2);
  // Numbers of places and normals are changed to the next double, too, which is no lie.
  for (const auto& [path, count] : passed)
    EXPECT_TRUE(kHarmless.count(path) > 0 || is_small(path)) << path << " " << count;
}

// Large changes of a place or a normal are noticed, whatever the pair.
TEST(VerifyContacts, MovedPlacesFail) {
  for (const Known& known : known()) {
    const Scene scene = scene_of(known);
    const ResultFile honest = *parse_result(result_of(scene), "r.json");
    for (std::size_t c = 0; c < honest.pairs[0].contacts->size(); ++c)
      for (std::size_t p = 0; p < (*honest.pairs[0].contacts)[c].points.size(); ++p)
        for (const double by : {1e-9, 0.125, 1e9}) {
          const auto fails = [&](const auto& forge) {
            ResultFile forged = honest;
            ContactPatchClaim& contact = (*forged.pairs[0].contacts)[c];
            forge(contact, contact.points[p]);
            const Result<VerifiedResult> verified = verify_result(scene, forged);
            return !verified || !verified->contact_failures.empty();
          };
          const Vec3 n = (*honest.pairs[0].contacts)[c].normal;
          EXPECT_TRUE(fails([&](auto&, auto& point) { point.a = point.a + by * n; })) << known.name;
          EXPECT_TRUE(fails([&](auto&, auto& point) { point.b = point.b + by * n; })) << known.name;
          EXPECT_TRUE(fails([&](auto&, auto& point) { point.a.x += by, point.a.y -= by; })) << known.name;
          EXPECT_TRUE(by < 0.1 || fails([&](auto& contact, auto&) { contact.normal.z += 2 * by; })) << known.name;
        }
  }
}

}  // namespace
}  // namespace clearance::cli
