#include <clearance/io/results/result_file.h>

#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/results/certificate_json.h>
#include <clearance/io/results/contacts_json.h>
#include <clearance/io/results/judgement_json.h>
#include <clearance/io/results/pair_json.h>
#include <clearance/io/results/range_check.h>

#include <cmath>
#include <limits>

namespace clearance {
using namespace detail;
namespace {

Fault read_status(const Json& json, const std::string& place, Status& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  for (const Status status : {Status::Separated, Status::Touching, Status::Penetrating, Status::Intersecting}) {
    out = status;
    if (name == to_string(status)) return std::nullopt;
  }
  return Error{place, "\"" + printable(name) + "\" is not a status"};
}

// Both ends are numbers; the upper one may be "inf".
Fault read_bracket(const Json& json, const std::string& place, Bracket& out) {
  const Json &lower = *json.find("lower"), &upper = *json.find("upper");
  if (!lower.number()) return wrong_type(place + ".lower", "a number", lower);
  out.lower = *lower.number();
  const bool infinite = upper.string() && *upper.string() == "inf";
  if (!upper.number() && !infinite) return wrong_type(place + ".upper", "a number or \"inf\"", upper);
  out.upper = infinite ? std::numeric_limits<double>::infinity() : *upper.number();
  return std::nullopt;
}

Fault read_depth(const Json& json, const std::string& place, Claim::Depth& out) {
  if (Fault fault = check_members(json, place, {"lower", "upper", "direction", "translation"})) return fault;
  if (Fault fault = read_bracket(json, place, out.bracket)) return fault;
  double d[3];
  if (Fault fault = read_numbers(*json.find("direction"), place + ".direction", 3, d)) return fault;
  out.direction = {d[0], d[1], d[2]};
  if (Fault fault = read_numbers(*json.find("translation"), place + ".translation", 3, d)) return fault;
  out.translation = {d[0], d[1], d[2]};
  return std::nullopt;
}

Fault read_proofs(const Json& json, const std::string& place, Claim& claim) {
  if (const Json* certificate = json.find("certificate"); certificate && is_cover(*certificate)) {
    claim.certificate.kind = Certificate::Kind::Cover;
    if (Fault fault = read_cover(*certificate, place + ".certificate", claim.cover.emplace())) return fault;
  } else if (certificate) {
    if (Fault fault = read_certificate(*certificate, place + ".certificate", claim)) return fault;
  }
  if (const Json* direction = json.find("direction"))
    if (Fault fault = read_plane(*direction, place + ".direction", claim.direction.emplace())) return fault;
  if (const Json* shell = json.find("shell")) return read_shell(*shell, place + ".shell", claim.shell.emplace());
  return std::nullopt;
}

Fault read_figures(const Json& json, const std::string& place, PairReport& out) {
  if (const Json* distance = json.find("distance")) {
    const std::string here = place + ".distance";
    if (Fault fault = check_members(*distance, here, {"lower", "upper"})) return fault;
    if (Fault fault = read_bracket(*distance, here, out.claim.distance.emplace())) return fault;
  }
  if (const Json* depth = json.find("depth"))
    if (Fault fault = read_depth(*depth, place + ".depth", out.claim.depth.emplace())) return fault;
  if (const Json* witness = json.find("witness"))
    if (Fault fault = read_witness(*witness, place + ".witness", out.claim.witness.emplace())) return fault;
  if (const Json* where = json.find("place"))
    if (Fault fault = read_place(*where, place + ".place", out.place)) return fault;
  if (const Json* contacts = json.find("contacts"))
    if (Fault fault = read_contacts(*contacts, place + ".contacts", out.contacts.emplace())) return fault;
  if (const Json* features = json.find("features"))
    return read_features(*features, place + ".features", out.feature_a, out.feature_b);
  return std::nullopt;
}

Fault read_pair(const Json& json, const std::string& place, PairReport& out) {
  if (Fault fault = check_members(
          json, place, {"a", "b", "status"},
          {"decided_by", "part", "excess", "distance", "depth", "witness", "features", "place", "contacts",
           "certificate", "direction", "shell", "verdict", "duplicate", "inside", "change", "points"}))
    return fault;
  if (Fault fault = read_text(*json.find("a"), place + ".a", out.a)) return fault;
  if (Fault fault = read_text(*json.find("b"), place + ".b", out.b)) return fault;
  if (Fault fault = read_status(*json.find("status"), place + ".status", out.claim.status)) return fault;
  if (const Json* decided_by = json.find("decided_by"))
    if (Fault fault = read_text(*decided_by, place + ".decided_by", out.decided_by)) return fault;
  if (const Json* part = json.find("part"))
    if (Fault fault = read_part(*part, place + ".part", out.claim.part_a, out.claim.part_b)) return fault;
  if (Fault fault = read_excesses(json.find("excess"), place + ".excess", out.excess)) return fault;
  if (Fault fault = read_judgement(json, place, out)) return fault;
  if (Fault fault = read_figures(json, place, out)) return fault;
  return read_proofs(json, place, out.claim);
}

Fault read_unlisted(const Json& json, UnlistedPairs& out) {
  if (!json.object()) return wrong_type("unlisted", "an object", json);
  if (Fault fault = check_members(json, "unlisted", {"pairs", "status"}, {"beyond"})) return fault;
  const double* pairs = json.find("pairs")->number();
  if (!pairs || !(*pairs >= 0 && *pairs <= 0x1p53 && *pairs == std::floor(*pairs)))
    return Error{"unlisted.pairs", "expected a count"};
  out.pairs = static_cast<std::uint64_t>(*pairs);
  Status status = Status::NotAsked;
  if (Fault fault = read_status(*json.find("status"), "unlisted.status", status)) return fault;
  if (status != Status::Separated)
    return Error{"unlisted.status", std::string("pairs that are not listed are separated, not ") + to_string(status)};
  const Json* beyond = json.find("beyond");
  if (!beyond) return std::nullopt;
  if (!beyond->number() || !(*beyond->number() >= 0))
    return Error{"unlisted.beyond", "expected a number, zero or more"};
  out.beyond = *beyond->number();
  return std::nullopt;
}

Fault read_looked_at(const Json& json, LookedAt& out) {
  if (Fault fault = check_members(json, "looked_at", {"motion"}, {"time"})) return fault;
  std::string motion;
  if (Fault fault = read_text(*json.find("motion"), "looked_at.motion", motion)) return fault;
  if (motion != "not looked at")
    return Error{"looked_at.motion", "expected \"not looked at\", found \"" + printable(motion) + "\""};
  const Json* time = json.find("time");
  if (!time) return std::nullopt;
  if (!time->number()) return wrong_type("looked_at.time", "a number", *time);
  out.time = *time->number();
  return std::nullopt;
}

Fault read_unit(const Json& json, std::optional<LengthUnit>& out) {
  std::string name;
  if (Fault fault = read_text(json, "unit", name)) return fault;
  out = length_unit(name);
  if (!out) return Error{"unit", "\"" + printable(name) + "\" is no unit; there are um, mm, cm, m, in and ft"};
  return std::nullopt;
}

Fault read_skipped(const Json& json, std::vector<SkippedFile>& out) {
  if (!json.array()) return wrong_type("skipped", "a list", json);
  for (const Json& one : *json.array()) {
    const std::string here = element("skipped", out.size());
    SkippedFile skipped;
    if (Fault fault = check_members(one, here, {"file", "error"})) return fault;
    if (Fault fault = read_text(*one.find("file"), here + ".file", skipped.file)) return fault;
    if (Fault fault = read_text(*one.find("error"), here + ".error", skipped.error)) return fault;
    out.push_back(std::move(skipped));
  }
  return std::nullopt;
}

}  // namespace

Excesses excesses_of(const SceneObject& a, const SceneObject& b) { return {a.excess, b.excess}; }

Fault detail::read_check(const Json& json, ResultFile& out) {
  if (Fault fault = check_result_format(json)) return fault;
  if (Fault fault = check_members(json, "", {"format", "query", "pairs"},
                                  {"looked_at", "unit", "skipped", "unlisted", "ending", "not_looked_at", "tolerance",
                                   "within", "allow_touching", "parts", "resolved"}))
    return fault;
  if (Fault fault = read_text(*json.find("query"), "query", out.query)) return fault;
  if (out.query == "move") return Error{"query", "\"move\": a result about motions, where one of check is expected"};
  if (out.query != "check" && out.query != "clash")
    return Error{"query", "\"" + printable(out.query) + "\" is not known at this version"};
  if (const Json* instant = json.find("looked_at"))
    if (Fault fault = read_looked_at(*instant, out.looked_at.emplace())) return fault;
  if (const Json* unit = json.find("unit"))
    if (Fault fault = read_unit(*unit, out.unit)) return fault;
  if (const Json* skipped = json.find("skipped"))
    if (Fault fault = read_skipped(*skipped, out.skipped)) return fault;
  if (Fault fault = read_run(json, out)) return fault;
  if (out.query == "clash" && !out.criteria)
    return Error{"tolerance", "is missing: by which criteria are these the clashes?"};
  const Json& pairs = *json.find("pairs");
  if (!pairs.array()) return wrong_type("pairs", "a list", pairs);
  for (const Json& pair : *pairs.array()) {
    PairReport report;
    const std::string place = element("pairs", out.pairs.size());
    if (Fault fault = read_pair(pair, place, report)) return fault;
    if ((report.verdict != PairVerdict::NotAsked) != out.criteria.has_value())
      return Error{place + ".verdict", out.criteria ? "is missing, and the result has a \"tolerance\""
                                                    : "by which criteria? \"tolerance\" is missing"};
    out.pairs.push_back(std::move(report));
  }
  const Json* unlisted = json.find("unlisted");
  return unlisted ? read_unlisted(*unlisted, out.unlisted.emplace()) : std::nullopt;
}

Result<ResultFile> parse_result(std::string_view text, const std::string& name) {
  const Result<Json> json = parse_json(text, kMaxResultDepth);
  if (!json) return in_file(json.error(), name);
  ResultFile result;
  if (const Fault fault = read_check(*json, result)) return in_file(*fault, name);
  return result;
}

Result<ResultFile> read_result(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.error(), path);
  return parse_result(*text, path);
}

std::optional<LookedAt> looked_at(const Scene& scene) {
  if (!scene.moves()) return std::nullopt;
  return LookedAt{scene.interval ? std::optional((*scene.interval)[0]) : std::nullopt};
}

Result<std::vector<ScenePair>> match(const ResultFile& result, const Scene& scene) {
  const std::optional<LookedAt> instant = looked_at(scene);
  if (result.looked_at && !(instant && instant->time == result.looked_at->time))
    return Error{"looked_at", "not the instant at which the scene's motions begin: a result of another scene?"};
  const ObjectNumbers numbers(scene);
  std::vector<ScenePair> pairs;
  for (const PairReport& report : result.pairs) {
    const std::string place = element("pairs", pairs.size());
    ScenePair pair{};
    if (const Fault fault = numbers.find(report.a, report.b, place, pair)) return *fault;
    RangeCheck range(scene.objects[pair.a], scene.objects[pair.b], report.claim.part_a, report.claim.part_b);
    range.claim(report.claim, place);
    if (const Fault& fault = range.fault()) return *fault;
    if (report.contacts)
      for (std::size_t k = 0; k < report.contacts->size(); ++k) {
        const ContactPatchClaim& contact = (*report.contacts)[k];
        RangeCheck of_parts(scene.objects[pair.a], scene.objects[pair.b], contact.part_a, contact.part_b);
        of_parts.contact(contact, element(place + ".contacts", k));
        if (const Fault& fault = of_parts.fault()) return *fault;
      }
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace clearance
