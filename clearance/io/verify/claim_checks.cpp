#include <clearance/io/verify/claim_checks.h>

#include <clearance/io/number.h>
#include <clearance/io/text.h>

#include <optional>
#include <string>

namespace clearance::detail {
namespace {

CheckResult check_excess(std::optional<double> stated, const SceneObject& object) {
  if (!stated || !object.excess)
    return {false, "excess: nothing says whether a hull stands in place of " + printable(object.name)};
  if (*stated >= *object.excess) return {true, {}};
  return {false, "excess: the hull in place of " + printable(object.name) + " exceeds it by up to " +
                     double_text(*object.excess) + ", not " + double_text(*stated)};
}

}  // namespace

ClaimChecks::ClaimChecks(const Scene& scene)
    : scene_(scene), checks_(scene.objects.size()), bodies_(scene.objects.size()) {}

CheckResult ClaimChecks::claim(const Claim& claim, ScenePair pair) {
  for (const std::uint32_t object : {pair.a, pair.b})
    if (const CheckResult& sound = check(object); !sound) return sound;
  return check_claim_of_checked_objects(claim, scene_.objects[pair.a], scene_.objects[pair.b]);
}

CheckResult ClaimChecks::contacts(const std::vector<ContactPatchClaim>& contacts, ScenePair pair) {
  for (const std::uint32_t object : {pair.a, pair.b})
    if (const CheckResult& sound = check(object); !sound) return sound;
  return check_contacts(contacts, body(pair.a), body(pair.b));
}

const CheckResult& ClaimChecks::check(std::uint32_t object) {
  std::optional<CheckResult>& known = checks_[object];
  if (!known) known = check_object(scene_.objects[object]);
  return *known;
}

ContactBody& ClaimChecks::body(std::uint32_t object) {
  std::optional<ContactBody>& known = bodies_[object];
  if (!known) known = contact_body(scene_.objects[object]);
  return *known;
}

CheckResult check_excess(const Excesses& stated, const SceneObject& a, const SceneObject& b) {
  const CheckResult of_a = check_excess(stated.a, a);
  return of_a ? check_excess(stated.b, b) : of_a;
}

CheckResult check_verdict(PairVerdict stated, PairVerdict by_claim) {
  if (stated == by_claim) return {true, {}};
  return {false, std::string("verdict: \"") + to_string(stated) + "\", but by the claim it is \"" +
                     to_string(by_claim) + "\""};
}

}  // namespace clearance::detail
