#include <clearance/io/results/pair_json.h>

#include <clearance/io/results/certificate_json.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/text.h>

#include <utility>

namespace clearance::detail {
namespace {

constexpr const char* kFormat = "clearance-result-1";
constexpr const char* kNext = ",\n      ";

Fault read_feature(const Json& json, const std::string& place, std::optional<std::string>& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  if (name != "vertex" && name != "edge" && name != "face")
    return Error{place, "expected \"vertex\", \"edge\" or \"face\", found \"" + printable(name) + "\""};
  out = name;
  return std::nullopt;
}

}  // namespace

Fault check_result_format(const Json& json) {
  if (!json.object()) return wrong_type("", "an object", json);
  const Json* format = json.find("format");
  if (!format || !format->string() || *format->string() != kFormat)
    return Error{"format", std::string("a result starts with \"format\": \"") + kFormat + "\""};
  return std::nullopt;
}

Fault read_features(const Json& json, const std::string& place, std::optional<std::string>& a,
                    std::optional<std::string>& b) {
  if (Fault fault = check_members(json, place, {"a", "b"})) return fault;
  if (Fault fault = read_feature(*json.find("a"), place + ".a", a)) return fault;
  return read_feature(*json.find("b"), place + ".b", b);
}

Fault read_place(const Json& json, const std::string& place, std::optional<Vec3>& out) {
  if (Fault fault = check_members(json, place, {"point"})) return fault;
  double point[3];
  if (Fault fault = read_numbers(*json.find("point"), place + ".point", 3, point)) return fault;
  out = {point[0], point[1], point[2]};
  return std::nullopt;
}

Fault read_part(const Json& json, const std::string& place, std::optional<std::uint32_t>& a,
                std::optional<std::uint32_t>& b) {
  if (Fault fault = check_members(json, place, {}, {"a", "b"})) return fault;
  if (const Json* of_a = json.find("a"))
    if (Fault fault = read_index(*of_a, place + ".a", a.emplace(), "a part")) return fault;
  if (const Json* of_b = json.find("b")) return read_index(*of_b, place + ".b", b.emplace(), "a part");
  return std::nullopt;
}

Fault read_excesses(const Json* json, const std::string& place, Excesses& out) {
  // What is not there stands for itself (contract §4).
  out = {0, 0};
  if (!json) return std::nullopt;
  if (Fault fault = check_members(*json, place, {}, {"a", "b"})) return fault;
  for (const auto& [key, excess] : {std::pair("a", &*out.a), std::pair("b", &*out.b)}) {
    const Json* number = json->find(key);
    if (!number) continue;
    if (!number->number() || !(*number->number() >= 0))
      return Error{place + "." + key, "expected a number, zero or more"};
    *excess = *number->number();
  }
  return std::nullopt;
}

std::string features_text(const std::optional<std::string>& a, const std::optional<std::string>& b) {
  if (!a || !b) return {};
  return kNext + (R"("features":{"a":)" + json_string(*a)) + R"(,"b":)" + json_string(*b) + "}";
}

std::string place_text(const std::optional<Vec3>& place) {
  return place ? kNext + (R"("place":{"point":)" + list_text(*place)) + "}" : std::string();
}

std::string excesses_text(const Excesses& excess) {
  if (!excess.a || !excess.b) return kNext + std::string(R"("excess":null)");
  if (excess == Excesses{0, 0}) return {};
  std::string out = std::string(kNext) + R"("excess":{)";
  if (*excess.a > 0) out += R"("a":)" + number_text(*excess.a);
  if (*excess.b > 0) out += (*excess.a > 0 ? "," : "") + std::string(R"("b":)") + number_text(*excess.b);
  return out + "}";
}

std::string part_text(const std::optional<std::uint32_t>& a, const std::optional<std::uint32_t>& b) {
  if (!a && !b) return {};
  std::string out = std::string(kNext) + R"("part":{)";
  if (a) out += R"("a":)" + number_text(*a);
  if (b) out += (a ? "," : "") + std::string(R"("b":)") + number_text(*b);
  return out + "}";
}

}  // namespace clearance::detail
