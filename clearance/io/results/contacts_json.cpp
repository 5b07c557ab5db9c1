#include <clearance/io/results/contacts_json.h>

#include <clearance/io/results/certificate_json.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/results/pair_json.h>
#include <clearance/io/text.h>

#include <utility>

namespace clearance::detail {
namespace {

Fault read_point(const Json& json, const std::string& place, Vec3& out) {
  double p[3];
  if (Fault fault = read_numbers(json, place, 3, p)) return fault;
  out = {p[0], p[1], p[2]};
  return std::nullopt;
}

// Numbers both, and in order.
Fault read_gap(const Json& json, const std::string& place, Bracket& out) {
  if (Fault fault = check_members(json, place, {"lower", "upper"})) return fault;
  for (const auto& [name, end] : {std::pair("lower", &out.lower), std::pair("upper", &out.upper)}) {
    const Json& number = *json.find(name);
    if (!number.number()) return wrong_type(place + "." + name, "a number", number);
    *end = *number.number();
  }
  return out.lower <= out.upper ? std::nullopt : Fault(Error{place, "lower is above upper"});
}

Fault read_numbers_of(const Json& json, const std::string& place, std::vector<std::uint32_t>& out) {
  for (const Json& number : *json.array()) {
    out.emplace_back();
    if (Fault fault = read_index(number, element(place, out.size() - 1), out.back())) return fault;
  }
  return std::nullopt;
}

Fault read_feature(const Json& json, const std::string& place, ContactFeatureClaim& out) {
  using Kind = ContactFeatureClaim::Kind;
  if (Fault fault = check_members(json, place, {}, {"vertex", "edge", "face"})) return fault;
  const Json *vertex = json.find("vertex"), *edge = json.find("edge"), *face = json.find("face");
  if ((vertex != nullptr) + (edge != nullptr) + (face != nullptr) != 1)
    return Error{place, R"(expected one of "vertex", "edge" and "face")"};
  if (vertex) {
    out.kind = Kind::Vertex;
    return read_index(*vertex, place + ".vertex", out.numbers.emplace_back());
  }
  if (edge) {
    out.kind = Kind::Edge;
    out.numbers.resize(2);
    return read_indices(*edge, place + ".edge", out.numbers);
  }
  out.kind = face->array() ? Kind::Polygon : Kind::Face;
  if (!face->array()) return read_index(*face, place + ".face", out.numbers.emplace_back(), "a triangle");
  if (face->array()->size() < 3) return Error{place + ".face", "a face has three vertices at least"};
  return read_numbers_of(*face, place + ".face", out.numbers);
}

Fault read_contact_point(const Json& json, const std::string& place, ContactPointClaim& out) {
  if (Fault fault = check_members(json, place, {"a", "b", "gap", "error", "features"})) return fault;
  if (Fault fault = read_point(*json.find("a"), place + ".a", out.a)) return fault;
  if (Fault fault = read_point(*json.find("b"), place + ".b", out.b)) return fault;
  if (Fault fault = read_gap(*json.find("gap"), place + ".gap", out.gap)) return fault;
  const Json& error = *json.find("error");
  if (!error.number()) return wrong_type(place + ".error", "a number", error);
  out.error = *error.number();
  if (!(out.error >= 0)) return Error{place + ".error", "expected zero or more"};
  const Json& features = *json.find("features");
  if (Fault fault = check_members(features, place + ".features", {"a", "b"})) return fault;
  if (Fault fault = read_feature(*features.find("a"), place + ".features.a", out.feature_a)) return fault;
  return read_feature(*features.find("b"), place + ".features.b", out.feature_b);
}

Fault read_patch(const Json& json, const std::string& place, ContactPatchClaim& out) {
  if (Fault fault = check_members(json, place, {"normal", "gap", "points"}, {"part"})) return fault;
  if (Fault fault = read_point(*json.find("normal"), place + ".normal", out.normal)) return fault;
  if (Fault fault = read_gap(*json.find("gap"), place + ".gap", out.gap)) return fault;
  if (const Json* part = json.find("part"))
    if (Fault fault = read_part(*part, place + ".part", out.part_a, out.part_b)) return fault;
  const Json& points = *json.find("points");
  if (!points.array()) return wrong_type(place + ".points", "a list", points);
  if (points.array()->empty()) return Error{place + ".points", "a contact has one point at least"};
  for (const Json& point : *points.array()) {
    const std::string here = element(place + ".points", out.points.size());
    if (Fault fault = read_contact_point(point, here, out.points.emplace_back())) return fault;
  }
  return std::nullopt;
}

std::string gap_text(const Bracket& gap) {
  return R"("gap":{"lower":)" + number_text(gap.lower) + R"(,"upper":)" + number_text(gap.upper) + "}";
}

std::string feature_text(const ContactFeatureClaim& feature) {
  using Kind = ContactFeatureClaim::Kind;
  switch (feature.kind) {
    case Kind::Vertex:
      return R"({"vertex":)" + number_text(feature.numbers[0]) + "}";
    case Kind::Edge:
      return R"({"edge":)" + list_text(feature.numbers) + "}";
    case Kind::Face:
      return R"({"face":)" + number_text(feature.numbers[0]) + "}";
    case Kind::Polygon:
      break;
  }
  return R"({"face":)" + list_text(feature.numbers) + "}";
}

std::string point_text(const ContactPointClaim& point) {
  return R"({"a":)" + list_text(point.a) + R"(,"b":)" + list_text(point.b) + "," + gap_text(point.gap) +
         R"(,"error":)" + number_text(point.error) + R"(,"features":{"a":)" + feature_text(point.feature_a) +
         R"(,"b":)" + feature_text(point.feature_b) + "}}";
}

std::string patch_text(const ContactPatchClaim& patch) {
  std::string out = R"({"normal":)" + list_text(patch.normal) + "," + gap_text(patch.gap);
  if (patch.part_a || patch.part_b) {
    out += R"(,"part":{)";
    if (patch.part_a) out += R"("a":)" + number_text(*patch.part_a);
    if (patch.part_b) out += (patch.part_a ? "," : "") + (R"("b":)" + number_text(*patch.part_b));
    out += "}";
  }
  out += R"(,"points":[)";
  for (std::size_t k = 0; k < patch.points.size(); ++k)
    out += (k > 0 ? ",\n          " : "") + point_text(patch.points[k]);
  return out + "]}";
}

}  // namespace

Fault read_contacts(const Json& json, const std::string& place, std::vector<ContactPatchClaim>& out) {
  if (!json.array()) return wrong_type(place, "a list", json);
  for (const Json& patch : *json.array()) {
    const std::string here = element(place, out.size());
    if (Fault fault = read_patch(patch, here, out.emplace_back())) return fault;
  }
  return std::nullopt;
}

std::string contacts_text(const std::vector<ContactPatchClaim>& contacts) {
  std::string out = "[";
  for (std::size_t k = 0; k < contacts.size(); ++k) out += (k > 0 ? ",\n        " : "") + patch_text(contacts[k]);
  return out + "]";
}

}  // namespace clearance::detail
