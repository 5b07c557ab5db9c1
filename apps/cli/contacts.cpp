#include "contacts.h"

#include <fmt/format.h>

#include "output.h"
#include "table.h"

namespace clearance::cli {
namespace {

// The convex body that a feature belongs to: the object, or one of its parts; null of a mesh or a half-space.
const Rounded* convex_part(const SceneObject& object, std::uint32_t part) {
  if (const Rounded* body = object.convex()) return body;
  const Parts* parts = object.parts();
  return parts && part < parts->count() ? std::get_if<Rounded>(&(*parts)[part]) : nullptr;
}

ContactFeatureClaim claim_of_feature(const ContactFeature& feature, const SceneObject& object, std::uint32_t part) {
  using Kind = ContactFeatureClaim::Kind;
  if (feature.kind == Feature::Vertex) return {Kind::Vertex, {feature.first}};
  if (feature.kind == Feature::Edge) return {Kind::Edge, {feature.first, feature.second}};
  const Rounded* body = convex_part(object, part);
  if (!body) return {Kind::Face, {feature.first}};
  ContactFeatureClaim claim{Kind::Polygon, {}};
  for (const std::uint32_t v : body->core().face(static_cast<int>(feature.first)))
    claim.numbers.push_back(body->core().id(static_cast<int>(v)));
  return claim;
}

std::optional<std::uint32_t> number_of(std::uint32_t part) {
  return part == kNoIndex ? std::nullopt : std::optional(part);
}

std::string feature_text(const ContactFeatureClaim& feature) {
  using Kind = ContactFeatureClaim::Kind;
  const auto first = feature.numbers.front();
  if (feature.kind == Kind::Vertex) return fmt::format("vertex {}", first);
  if (feature.kind == Kind::Edge) return fmt::format("edge {}-{}", first, feature.numbers.back());
  if (feature.kind == Kind::Face) return fmt::format("face {}", first);
  return fmt::format("face {}", fmt::join(feature.numbers, "-"));
}

std::string with_part(const std::string& name, const std::optional<std::uint32_t>& part) {
  return one_line(name) + (part ? fmt::format(" part {}", *part) : "");
}

// "-0.25" to six digits: the bracket is in the result file.
std::string gap_text(const Bracket& gap) { return fmt::format("{:.6g}", 0.5 * gap.lower + 0.5 * gap.upper + 0.0); }

}  // namespace

std::vector<ContactPatchClaim> contacts_of(const SceneObject& a, const SceneObject& b, const ContactQuestion& asked) {
  const Manifold found =
      manifold(a.shape, a.pose, b.shape, b.pose, {.margin = asked.margin, .points_per_patch = asked.points_per_patch});
  std::vector<ContactPatchClaim> claims;
  for (const ContactPatch& patch : found.patches) {
    ContactPatchClaim& claim = claims.emplace_back();
    claim.normal = patch.normal;
    claim.gap = {patch.lower, patch.upper};
    claim.part_a = number_of(patch.part_a), claim.part_b = number_of(patch.part_b);
    for (const ContactPoint& point : found.points_of(patch))
      claim.points.push_back({point.a,
                              point.b,
                              {point.lower, point.upper},
                              point.error,
                              claim_of_feature(point.feature_a, a, claim.part_a.value_or(0)),
                              claim_of_feature(point.feature_b, b, claim.part_b.value_or(0))});
  }
  return claims;
}

std::string contacts_table(const std::vector<PairReport>& reports) {
  std::vector<std::vector<std::string>> rows{{"a", "b", "place", "normal", "gap", "on a", "on b"}};
  for (const PairReport& report : reports) {
    if (!report.contacts) continue;
    for (const ContactPatchClaim& patch : *report.contacts)
      for (const ContactPointClaim& point : patch.points)
        rows.push_back({with_part(report.a, patch.part_a), with_part(report.b, patch.part_b),
                        place_text(0.5 * point.a + 0.5 * point.b), place_text(patch.normal), gap_text(point.gap),
                        feature_text(point.feature_a), feature_text(point.feature_b)});
  }
  return rows.size() == 1 ? std::string() : table(rows);
}

}  // namespace clearance::cli
