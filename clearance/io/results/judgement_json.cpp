#include <clearance/io/results/judgement_json.h>

#include <clearance/io/results/certificate_text.h>
#include <clearance/io/text.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace clearance::detail {
namespace {

// Which of these words the text is.
Fault read_word(const Json& json, const std::string& place, std::initializer_list<std::string_view> words,
                std::size_t& out) {
  std::string text, known;
  if (Fault fault = read_text(json, place, text)) return fault;
  out = 0;
  for (const std::string_view word : words) {
    if (text == word) return std::nullopt;
    known += (out++ > 0 ? ", \"" : "\"") + std::string(word) + "\"";
  }
  return Error{place, "expected one of " + known + ", found \"" + printable(text) + "\""};
}

Fault read_flag(const Json& json, const std::string& place, bool& out) {
  if (!json.boolean()) return wrong_type(place, "true or false", json);
  out = *json.boolean();
  return std::nullopt;
}

Fault read_length(const Json& json, const std::string& place, double& out) {
  if (!json.number() || !(*json.number() >= 0)) return Error{place, "expected a number, zero or more"};
  out = *json.number();
  return std::nullopt;
}

Fault read_verdict(const Json& json, const std::string& place, PairVerdict& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  out = verdict_named(name);
  if (out == PairVerdict::NotAsked) return Error{place, "\"" + printable(name) + "\" is not a verdict"};
  return std::nullopt;
}

Fault read_points(const Json& json, const std::string& place, PairReport& out) {
  if (!json.array() || json.array()->size() != 2) return Error{place, "expected two points, of a and of b"};
  std::array<Vec3, 2>& points = out.points.emplace();
  for (std::size_t k = 0; k < 2; ++k) {
    double point[3];
    if (Fault fault = read_numbers((*json.array())[k], element(place, k), 3, point)) return fault;
    points[k] = {point[0], point[1], point[2]};
  }
  return std::nullopt;
}

Fault read_criteria(const Json& json, ResultFile& out) {
  const Json *tolerance = json.find("tolerance"), *within = json.find("within"), *allow = json.find("allow_touching");
  if (!tolerance) {
    if (within || allow) return Error{within ? "within" : "allow_touching", "stands beside a \"tolerance\""};
    return std::nullopt;
  }
  Criteria& criteria = out.criteria.emplace();
  if (Fault fault = read_length(*tolerance, "tolerance", criteria.tolerance)) return fault;
  if (within)
    if (Fault fault = read_length(*within, "within", criteria.within.emplace())) return fault;
  return allow ? read_flag(*allow, "allow_touching", criteria.allow_touching) : std::nullopt;
}

Fault read_ending(const Json& json, ResultFile& out) {
  const Json *ending = json.find("ending"), *left = json.find("not_looked_at");
  std::size_t word = 0;
  if (ending)
    if (Fault fault = read_word(*ending, "ending", {"complete", "interrupted"}, word)) return fault;
  if ((word == 1) != (left != nullptr))
    return Error{"not_looked_at", "is there exactly when \"ending\" is \"interrupted\""};
  if (!left) return std::nullopt;
  const double* count = left->number();
  if (!count || !(*count >= 0 && *count <= 0x1p53 && *count == std::floor(*count)))
    return Error{"not_looked_at", "expected a count"};
  out.not_looked_at = static_cast<std::uint64_t>(*count);
  return std::nullopt;
}

Fault read_hash(const Json& json, const std::string& place, std::string& out) {
  if (Fault fault = read_text(json, place, out)) return fault;
  const bool is_hash = out.size() == 32 && out.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash ? std::nullopt : Fault(Error{place, "expected 32 hexadecimal digits"});
}

Fault read_parts(const Json& json, ResultFile& out) {
  if (!json.array()) return wrong_type("parts", "a list", json);
  for (const Json& part : *json.array()) {
    const std::string place = element("parts", out.parts.size());
    PartRecord& record = out.parts.emplace_back();
    if (Fault fault = check_members(part, place, {"name", "content", "place"})) return fault;
    if (Fault fault = read_text(*part.find("name"), place + ".name", record.name)) return fault;
    if (Fault fault = read_hash(*part.find("content"), place + ".content", record.content)) return fault;
    if (Fault fault = read_hash(*part.find("place"), place + ".place", record.place)) return fault;
  }
  return std::nullopt;
}

Fault read_resolved(const Json& json, ResultFile& out) {
  if (!json.array()) return wrong_type("resolved", "a list", json);
  out.resolved.emplace();
  for (const Json& pair : *json.array()) {
    const std::string place = element("resolved", out.resolved->size());
    ResolvedPair& resolved = out.resolved->emplace_back();
    if (Fault fault = check_members(pair, place, {"a", "b", "was"}, {"gone"})) return fault;
    if (Fault fault = read_text(*pair.find("a"), place + ".a", resolved.a)) return fault;
    if (Fault fault = read_text(*pair.find("b"), place + ".b", resolved.b)) return fault;
    if (Fault fault = read_verdict(*pair.find("was"), place + ".was", resolved.was)) return fault;
    if (const Json* gone = pair.find("gone"))
      if (Fault fault = read_text(*gone, place + ".gone", resolved.gone.emplace())) return fault;
  }
  return std::nullopt;
}

std::string quoted(const char* key, const std::string& word) {
  return std::string(",\"") + key + "\":\"" + word + "\"";
}

}  // namespace

Fault read_judgement(const Json& json, const std::string& place, PairReport& out) {
  if (const Json* verdict = json.find("verdict"))
    if (Fault fault = read_verdict(*verdict, place + ".verdict", out.verdict)) return fault;
  if (const Json* duplicate = json.find("duplicate"))
    if (Fault fault = read_flag(*duplicate, place + ".duplicate", out.duplicate)) return fault;
  std::size_t word = 0;
  if (const Json* inside = json.find("inside")) {
    if (Fault fault = read_word(*inside, place + ".inside", {"a", "b"}, word)) return fault;
    out.inside = word == 0 ? Body::A : Body::B;
  }
  if (const Json* change = json.find("change")) {
    if (Fault fault = read_word(*change, place + ".change", {"new", "still"}, word)) return fault;
    out.change = word == 0 ? Change::New : Change::Still;
  }
  const Json* points = json.find("points");
  return points ? read_points(*points, place + ".points", out) : std::nullopt;
}

Fault read_run(const Json& json, ResultFile& out) {
  if (Fault fault = read_criteria(json, out)) return fault;
  if (Fault fault = read_ending(json, out)) return fault;
  if (const Json* parts = json.find("parts"))
    if (Fault fault = read_parts(*parts, out)) return fault;
  const Json* resolved = json.find("resolved");
  return resolved ? read_resolved(*resolved, out) : std::nullopt;
}

std::string judgement_text(const PairReport& report) {
  std::string out;
  if (report.verdict != PairVerdict::NotAsked) out += quoted("verdict", to_string(report.verdict));
  if (report.duplicate) out += ",\"duplicate\":true";
  if (report.inside) out += quoted("inside", *report.inside == Body::A ? "a" : "b");
  if (report.change != Change::None) out += quoted("change", report.change == Change::New ? "new" : "still");
  return out;
}

std::string nearest_points_text(const PairReport& report) {
  if (!report.points) return {};
  return ",\n      \"points\":[" + list_text((*report.points)[0]) + "," + list_text((*report.points)[1]) + "]";
}

std::string run_text(const ResultFile& result) {
  std::string out;
  if (result.not_looked_at)
    out += ",\n  \"ending\":\"interrupted\",\"not_looked_at\":" + std::to_string(*result.not_looked_at);
  else if (result.query == "clash")
    out += ",\n  \"ending\":\"complete\"";
  if (result.criteria) {
    out += ",\n  \"tolerance\":" + number_text(result.criteria->tolerance);
    if (result.criteria->within) out += ",\"within\":" + number_text(*result.criteria->within);
    if (result.criteria->allow_touching) out += ",\"allow_touching\":true";
  }
  if (result.parts.empty()) return out;
  out += ",\n  \"parts\":[";
  for (const PartRecord& part : result.parts)
    out += (&part == &result.parts.front() ? "\n" : ",\n") + ("    {\"name\":" + json_string(part.name)) +
           quoted("content", part.content) + quoted("place", part.place) + "}";
  return out + "]";
}

std::string resolved_text(const ResultFile& result) {
  if (!result.resolved) return {};
  std::string out = ",\n  \"resolved\":[";
  for (const ResolvedPair& pair : *result.resolved) {
    out += (&pair == &result.resolved->front() ? "\n" : ",\n") + ("    {\"a\":" + json_string(pair.a)) +
           ",\"b\":" + json_string(pair.b) + quoted("was", to_string(pair.was));
    if (pair.gone) out += ",\"gone\":" + json_string(*pair.gone);
    out += "}";
  }
  return out + "]";
}

}  // namespace clearance::detail
