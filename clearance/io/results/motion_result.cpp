#include <clearance/io/results/motion_result.h>

#include <clearance/io/file.h>
#include <clearance/io/results/certificate_json.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/results/motion_json.h>
#include <clearance/io/results/pair_json.h>
#include <clearance/io/results/range_check.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clearance {
using namespace detail;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- Reading --------------------------------------------------------------------------------------------------------

Fault read_status(const Json& json, const std::string& place, MotionStatus& out) {
  std::string name;
  if (Fault fault = read_text(json, place, name)) return fault;
  for (const MotionStatus status :
       {MotionStatus::Clear, MotionStatus::Contact, MotionStatus::Already, MotionStatus::Undecided}) {
    out = status;
    if (name == to_string(status)) return std::nullopt;
  }
  return Error{place, "\"" + printable(name) + "\" is not a status of a motion"};
}

bool is_null(const Json& json) { return std::holds_alternative<std::monostate>(json.value); }

// Each status has a form of its own: null, without an upper end, with both.
Fault read_contact(const Json& json, const std::string& place, MotionClaim& claim) {
  if (is_null(json) != claim.is_clear())
    return Error{place, claim.is_clear() ? "must be null: the pair is clear" : "is null, but the pair is not clear"};
  if (claim.is_clear()) {
    claim.lower = claim.upper = kInfinity;
    return std::nullopt;
  }
  if (Fault fault = check_members(json, place, {"lower", "upper"}, {"at"})) return fault;
  if (Fault fault = read_double_time(*json.find("lower"), place + ".lower", claim.lower)) return fault;
  const Json& upper = *json.find("upper");
  const bool is_open = claim.status == MotionStatus::Undecided;
  if (is_null(upper) != is_open)
    return Error{place + ".upper", is_open ? "must be null: the pair is undecided" : "is null, but not undecided"};
  if (is_open) {
    claim.upper = kInfinity;
    return json.find("at") ? Fault(Error{place + ".at", "the pair is undecided"}) : std::nullopt;
  }
  ReadTime time;
  if (Fault fault = read_time(upper, place + ".upper", time)) return fault;
  claim.upper = time.upper;
  claim.root = time.root;
  const Json* at = json.find("at");
  if (!at) return std::nullopt;
  if (time.root) return Error{place + ".at", "upper is a root already"};
  if (Fault fault = read_time(*at, place + ".at", time)) return fault;
  if (!time.root) return Error{place + ".at", "expected a root between two doubles"};
  claim.root = time.root;
  return std::nullopt;
}

Fault read_intervals(const Json& json, const std::string& place, std::vector<ContactInterval>& out) {
  if (!json.array()) return wrong_type(place, "a list", json);
  for (const Json& interval : *json.array()) {
    const std::string here = element(place, out.size());
    if (Fault fault = detail::read_interval(interval, here, out.emplace_back())) return fault;
  }
  return std::nullopt;
}

// One after each interval; null is one that is not shown.
Fault read_gaps(const Json& json, const std::string& place, MotionReport& out) {
  if (!json.array()) return wrong_type(place, "a list", json);
  const std::size_t expected = out.intervals ? out.intervals->size() : 0;
  if (json.array()->size() != expected)
    return Error{place, "expected " + std::to_string(expected) + ", one after each interval, found " +
                            std::to_string(json.array()->size())};
  for (const Json& gap : *json.array()) {
    const std::string here = element(place, out.gaps.size());
    Timeline& timeline = out.gaps.emplace_back();
    if (is_null(gap)) continue;
    if (Fault fault = read_timeline(gap, here, timeline)) return fault;
  }
  return std::nullopt;
}

Fault read_proofs(const Json& json, const std::string& place, MotionReport& out) {
  if (const Json* certificate = json.find("certificate")) {
    Claim claim;
    if (Fault fault = read_certificate(*certificate, place + ".certificate", claim)) return fault;
    using Kind = Certificate::Kind;
    const Kind kind = claim.certificate.kind;
    if (kind != Kind::Simplex && kind != Kind::Touch && kind != Kind::Near && kind != Kind::Triangles &&
        kind != Kind::Inside)
      return Error{place + ".certificate.kind",
                   "does not show contact; expected simplex, touch, near, triangles, inside"};
    out.claim.contact = claim.certificate;
  }
  if (const Json* timeline = json.find("timeline"))
    if (Fault fault = read_timeline(*timeline, place + ".timeline", out.claim.timeline)) return fault;
  const Json* gaps = json.find("gaps");
  return gaps ? read_gaps(*gaps, place + ".gaps", out) : std::nullopt;
}

Fault read_pair(const Json& json, const std::string& place, MotionReport& out) {
  if (Fault fault = check_members(json, place, {"a", "b", "status", "contact"},
                                  {"decided_by", "part", "excess", "intervals", "decided_until", "features", "place",
                                   "certificate", "timeline", "gaps"}))
    return fault;
  if (Fault fault = read_text(*json.find("a"), place + ".a", out.a)) return fault;
  if (Fault fault = read_text(*json.find("b"), place + ".b", out.b)) return fault;
  if (Fault fault = read_status(*json.find("status"), place + ".status", out.claim.status)) return fault;
  if (Fault fault = read_contact(*json.find("contact"), place + ".contact", out.claim)) return fault;
  if (const Json* decided_by = json.find("decided_by"))
    if (Fault fault = read_text(*decided_by, place + ".decided_by", out.decided_by)) return fault;
  if (const Json* part = json.find("part"))
    if (Fault fault = read_part(*part, place + ".part", out.claim.part_a, out.claim.part_b)) return fault;
  if (Fault fault = read_excesses(json.find("excess"), place + ".excess", out.excess)) return fault;
  if (const Json* intervals = json.find("intervals"))
    if (Fault fault = read_intervals(*intervals, place + ".intervals", out.intervals.emplace())) return fault;
  if (const Json* until = json.find("decided_until"))
    if (Fault fault = read_double_time(*until, place + ".decided_until", out.decided_until.emplace())) return fault;
  if (const Json* features = json.find("features"))
    if (Fault fault = read_features(*features, place + ".features", out.feature_a, out.feature_b)) return fault;
  if (const Json* where = json.find("place"))
    if (Fault fault = read_place(*where, place + ".place", out.place)) return fault;
  return read_proofs(json, place, out);
}

Fault read_motions(const Json& json, MotionResult& out) {
  if (Fault fault = check_members(json, "", {"format", "query", "pairs"}, {"interval", "margin"})) return fault;
  if (const Json* interval = json.find("interval"))
    if (Fault fault = read_numbers(*interval, "interval", 2, out.interval.emplace().data())) return fault;
  if (const Json* margin = json.find("margin")) {
    if (!margin->number() || !(*margin->number() >= 0)) return Error{"margin", "expected a number, zero or more"};
    out.margin = *margin->number();
  }
  const Json& pairs = *json.find("pairs");
  if (!pairs.array()) return wrong_type("pairs", "a list", pairs);
  for (const Json& pair : *pairs.array()) {
    const std::string place = element("pairs", out.pairs.size());
    if (Fault fault = read_pair(pair, place, out.pairs.emplace_back())) return fault;
  }
  return std::nullopt;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

std::string contact_text(const MotionClaim& claim) {
  if (claim.is_clear()) return "null";
  std::string upper = claim.status == MotionStatus::Undecided ? "null" : number_text(claim.upper);
  if (claim.root && claim.root->before == claim.upper)
    upper = root_text(*claim.root);
  else if (claim.root)
    upper += R"(,"at":)" + root_text(*claim.root);
  return R"({"lower":)" + number_text(claim.lower) + R"(,"upper":)" + upper + "}";
}

template <class List, class Text>
std::string list_of(const List& list, Text text) {
  std::string out = "[";
  for (const auto& item : list) out += (out.size() > 1 ? "," : "") + text(item);
  return out + "]";
}

std::string pair_text(const MotionReport& report, bool with_proofs) {
  const MotionClaim& claim = report.claim;
  const std::string next = ",\n      ";
  std::string out = R"(    {"a":)" + json_string(report.a) + R"(,"b":)" + json_string(report.b) + R"(,"status":")" +
                    to_string(claim.status) + R"(","decided_by":)" + json_string(report.decided_by);
  out += part_text(claim.part_a, claim.part_b) + excesses_text(report.excess);
  out += next + R"("contact":)" + contact_text(claim);
  if (report.intervals) out += next + R"("intervals":)" + list_of(*report.intervals, interval_text);
  if (report.decided_until) out += next + R"("decided_until":)" + number_text(*report.decided_until);
  out += features_text(report.feature_a, report.feature_b) + place_text(report.place);
  if (claim.contact.kind != Certificate::Kind::None) {
    Claim contact;
    contact.certificate = claim.contact;
    out += next + R"("certificate":)" + certificate_text(contact);
  }
  if (!with_proofs) return out + "}";
  if (!claim.timeline.spans.empty()) out += next + R"("timeline":)" + timeline_text(claim.timeline);
  const auto gap_text = [](const Timeline& gap) { return gap.spans.empty() ? "null" : timeline_text(gap); };
  if (!report.gaps.empty()) out += next + R"("gaps":)" + list_of(report.gaps, gap_text);
  return out + "}";
}

// ---- Numbers of the scene -------------------------------------------------------------------------------------------

Fault check_numbers(const MotionReport& report, const std::string& place, RangeCheck range) {
  range.parts(report.claim.part_a, report.claim.part_b, place);
  range.certificate(report.claim.contact, place + ".certificate");
  range.timeline(report.claim.timeline, place + ".timeline");
  if (report.claim.root) range.root(*report.claim.root, place + ".contact.upper.root");
  if (report.intervals)
    for (std::size_t i = 0; i < report.intervals->size(); ++i)
      if (const auto& graze = (*report.intervals)[i].graze)
        range.root(*graze, element(place + ".intervals", i) + ".begin.lower.root");
  for (std::size_t i = 0; i < report.gaps.size(); ++i) range.timeline(report.gaps[i], element(place + ".gaps", i));
  return range.fault();
}

}  // namespace

Result<AnyResult> parse_any_result(std::string_view text, const std::string& name) {
  const Result<Json> json = parse_json(text, kMaxResultDepth);
  if (!json) return in_file(json.error(), name);
  if (const Fault fault = check_result_format(*json)) return in_file(*fault, name);
  const Json* query = json->find("query");
  if (query && query->string() && *query->string() == "move") {
    MotionResult result;
    if (const Fault fault = read_motions(*json, result)) return in_file(*fault, name);
    return AnyResult(std::move(result));
  }
  ResultFile result;
  if (const Fault fault = read_check(*json, result)) return in_file(*fault, name);
  return AnyResult(std::move(result));
}

Result<AnyResult> read_any_result(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.error(), path);
  return parse_any_result(*text, path);
}

std::string result_text(const MotionResult& result, bool with_proofs) {
  std::string out = R"({"format":"clearance-result-1","query":"move")";
  if (result.interval) out += R"(,"interval":)" + list_text(*result.interval);
  if (result.margin > 0) out += R"(,"margin":)" + number_text(result.margin);
  out += ",\n  \"pairs\":[";
  for (std::size_t i = 0; i < result.pairs.size(); ++i)
    out += (i > 0 ? ",\n" : "\n") + pair_text(result.pairs[i], with_proofs);
  return out + "]}\n";
}

Result<std::string> write_result(const std::string& path, const MotionResult& result, bool with_proofs) {
  for (const MotionReport& report : result.pairs)
    if (report.claim.status == MotionStatus::NotAsked)
      return Error{printable(path), printable(report.a) + " and " + printable(report.b) +
                                        ": nobody asked about them; a result states what was answered"};
  return write_file(path, result_text(result, with_proofs));
}

Result<std::vector<ScenePair>> match(const MotionResult& result, const Scene& scene) {
  if (!scene.interval) return Error{"query", "\"move\", but the scene has no interval: a result of another scene?"};
  if (result.interval && *result.interval != *scene.interval)
    return Error{"interval", "not that of the scene: a result of another scene?"};
  const ObjectNumbers numbers(scene);
  std::vector<ScenePair> pairs;
  for (const MotionReport& report : result.pairs) {
    const std::string place = element("pairs", pairs.size());
    ScenePair pair{};
    if (const Fault fault = numbers.find(report.a, report.b, place, pair)) return *fault;
    RangeCheck range(scene.objects[pair.a], scene.objects[pair.b], report.claim.part_a, report.claim.part_b);
    if (const Fault fault = check_numbers(report, place, std::move(range))) return *fault;
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace clearance
