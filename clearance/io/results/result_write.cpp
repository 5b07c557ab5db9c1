// Method:   the JSON of CONTRACT §4, a pair on a few lines, in the order in which the contract lists the fields.
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/results/certificate_text.h>
#include <clearance/io/results/contacts_json.h>
#include <clearance/io/results/judgement_json.h>
#include <clearance/io/results/pair_json.h>
#include <clearance/io/results/result_file.h>

namespace clearance {
using namespace detail;
namespace {

std::string bracket_text(const Bracket& bracket) {
  return R"("lower":)" + number_text(bracket.lower) + R"(,"upper":)" + number_text(bracket.upper);
}

std::string shell_text(const Shell& shell) {
  std::string out = R"({"kind":"shell","pairs":[)";
  for (std::size_t i = 0; i < shell.pairs.size(); ++i)
    out += (i > 0 ? ",[" : "[") + number_text(shell.pairs[i].a) + "," + number_text(shell.pairs[i].b) + "]";
  out += R"(],"facets":[)";
  for (std::size_t i = 0; i < shell.facets.size(); ++i) out += (i > 0 ? "," : "") + list_text(shell.facets[i].pair);
  return out + "]}";
}

std::string pair_text(const PairReport& report, bool with_proofs) {
  const Claim& claim = report.claim;
  const std::string next = ",\n      ";
  std::string out = R"(    {"a":)" + json_string(report.a) + R"(,"b":)" + json_string(report.b) + R"(,"status":")" +
                    to_string(claim.status) + R"(","decided_by":)" + json_string(report.decided_by) +
                    judgement_text(report);
  out += part_text(claim.part_a, claim.part_b) + excesses_text(report.excess);
  if (claim.distance) out += next + R"("distance":{)" + bracket_text(*claim.distance) + "}";
  if (claim.depth)
    out += next + R"("depth":{)" + bracket_text(claim.depth->bracket) + R"(,"direction":)" +
           list_text(claim.depth->direction) + R"(,"translation":)" + list_text(claim.depth->translation) + "}";
  if (claim.witness) out += next + R"("witness":)" + witness_text(*claim.witness);
  out += features_text(report.feature_a, report.feature_b) + place_text(report.place);
  out += nearest_points_text(report);
  if (report.contacts) out += next + R"("contacts":)" + contacts_text(*report.contacts);
  // A cover takes the place of a plane between two parts, which proves less.
  const Certificate::Kind kind = claim.certificate.kind;
  if (claim.cover && !claim.cover->nodes.empty() && with_proofs)
    out += next + R"("certificate":)" + cover_text(*claim.cover);
  else if (kind != Certificate::Kind::None && kind != Certificate::Kind::Cover)
    out += next + R"("certificate":)" + certificate_text(claim);
  if (claim.direction) out += next + R"("direction":)" + plane_text(*claim.direction);
  if (claim.shell && with_proofs) out += next + R"("shell":)" + shell_text(*claim.shell);
  return out + "}";
}

std::string skipped_text(const SkippedFile& skipped) {
  return R"({"file":)" + json_string(skipped.file) + R"(,"error":)" + json_string(skipped.error) + "}";
}

}  // namespace

std::string result_text(const ResultFile& result, bool with_proofs) {
  std::string out = R"({"format":"clearance-result-1","query":)" + json_string(result.query);
  if (result.looked_at) {
    const std::optional<double> time = result.looked_at->time;
    out +=
        ",\n  \"looked_at\":{" + (time ? "\"time\":" + number_text(*time) + "," : "") + R"("motion":"not looked at"})";
  }
  out += run_text(result);
  if (result.unit) out += R"(,"unit":)" + json_string(to_string(*result.unit));
  for (std::size_t i = 0; i < result.skipped.size(); ++i)
    out += (i > 0 ? ",\n    " : ",\n  \"skipped\":[\n    ") + skipped_text(result.skipped[i]);
  if (!result.skipped.empty()) out += "]";
  out += ",\n  \"pairs\":[";
  for (std::size_t i = 0; i < result.pairs.size(); ++i)
    out += (i > 0 ? ",\n" : "\n") + pair_text(result.pairs[i], with_proofs);
  out += "]";
  if (result.unlisted) {
    out += ",\n  \"unlisted\":{\"pairs\":" + std::to_string(result.unlisted->pairs) + R"(,"status":"separated")";
    if (result.unlisted->beyond) out += R"(,"beyond":)" + number_text(*result.unlisted->beyond);
    out += "}";
  }
  out += resolved_text(result);
  return out + "}\n";
}

Result<std::string> write_result(const std::string& path, const ResultFile& result, bool with_proofs) {
  for (const PairReport& report : result.pairs)
    if (report.claim.status == Status::NotAsked)
      return Error{printable(path), printable(report.a) + " and " + printable(report.b) +
                                        ": nobody asked about them; a result states what was answered"};
  return write_file(path, result_text(result, with_proofs));
}

}  // namespace clearance
