// Method:   the JSON of CONTRACT §4, a pair on a few lines, in the order in which the contract lists the fields.
#include <clearance/exact/dyadic.h>
#include <clearance/io/file.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/results/fraction.h>
#include <clearance/io/results/result_file.h>

#include <cmath>
#include <span>
#include <vector>

namespace clearance {
using namespace detail;
namespace {

std::string text_of(std::uint32_t index) { return std::to_string(index); }
// JSON has no infinity: it is written as a string.
std::string text_of(double value) {
  return std::isfinite(value) ? double_text(value) : json_string(double_text(value));
}

template <class Number>
std::string list(std::span<const Number> numbers) {
  std::string out = "[";
  for (const Number number : numbers) out += (out.size() > 1 ? "," : "") + text_of(number);
  return out + "]";
}

std::string list(Vec3 v) {
  const double c[] = {v.x, v.y, v.z};
  return list<double>(c);
}

std::string indices(const std::uint32_t* first, int count) {
  return list<std::uint32_t>({first, static_cast<std::size_t>(count)});
}

const char* quoted(Body body) { return body == Body::A ? "\"a\"" : "\"b\""; }

// The plane before its sides, without the closing brace; `flip` belongs to the outermost level.
std::string base_text(const Plane& plane) {
  switch (plane.kind) {
    case Plane::Kind::Vector: {
      // Vectors carry no "flip": theirs is in the numbers.
      const bool turned = plane.flip && plane.side_count == 0;
      return R"({"kind":"vector","normal":)" + list(turned ? -plane.normal : plane.normal);
    }
    case Plane::Kind::Face:
      return R"({"kind":"face","of":)" + std::string(quoted(plane.of)) + R"(,"vertices":)" + indices(plane.vertices, 3);
    case Plane::Kind::Edges:
      return R"({"kind":"edges","a":)" + indices(plane.vertices, 2) + R"(,"b":)" + indices(plane.vertices + 2, 2);
    case Plane::Kind::Points:
      return R"({"kind":"points","a":)" + text_of(plane.vertices[0]) + R"(,"b":)" + text_of(plane.vertices[1]);
  }
  return "{";
}

std::string plane_text(const Plane& plane) {
  std::string out = base_text(plane);
  for (int i = 0; i < plane.side_count; ++i)
    out = R"({"kind":"side","plane":)" + out + R"(},"edge_of":)" + quoted(plane.sides[i].edge_of) + R"(,"edge":)" +
          indices(plane.sides[i].edge, 2);
  const bool plain_vector = plane.kind == Plane::Kind::Vector && plane.side_count == 0;
  return out + (plane.flip && !plain_vector ? R"(,"flip":true})" : "}");
}

std::string simplex_text(const Simplex& simplex) {
  return R"({"kind":"simplex","a":)" + indices(simplex.a, simplex.count) + R"(,"b":)" +
         indices(simplex.b, simplex.count) + "}";
}

std::string point_text(const WitnessPoint& point) {
  return R"({"vertices":)" + indices(point.vertices, point.count) + R"(,"weights":)" +
         list<double>({point.weights, static_cast<std::size_t>(point.count)}) + "}";
}

std::string witness_text(const Witness& witness) {
  return R"({"a":)" + point_text(witness.a) + R"(,"b":)" + point_text(witness.b) + "}";
}

// A number where one double is the sum of the terms, "p/q" elsewhere.
std::string coordinate_text(std::span<const double> terms) {
  Dyadic sum;
  for (const double term : terms) sum = sum + Dyadic(term);
  const double rounded = sum.to_double();
  if (std::isfinite(rounded) && compare(Dyadic(rounded), sum) == 0) return text_of(rounded);
  return json_string(fraction_text(terms));
}

std::string coordinate_text(const Rational& value) {
  const std::vector<double> one = terms_of(value, 1);
  return one.empty() ? json_string(fraction_text(value)) : text_of(one[0]);
}

std::string interior_text(const RationalPoint& point) {
  return R"({"kind":"interior","point":[)" + coordinate_text(point.x) + "," + coordinate_text(point.y) + "," +
         coordinate_text(point.z) + "]}";
}

std::string interior_text(const ExactPoint& point) {
  const auto count = static_cast<std::size_t>(point.count);
  return R"({"kind":"interior","point":[)" + coordinate_text({point.x, count}) + "," +
         coordinate_text({point.y, count}) + "," + coordinate_text({point.z, count}) + "]}";
}

std::string inside_text(const MeshContact& contact) {
  return R"({"kind":"inside","of":)" + std::string(quoted(contact.inside_of)) + R"(,"vertex":)" +
         text_of(contact.vertex) + "}";
}

// A node that waits to be written, or, without a node, the end of its parent.
struct Waiting {
  const Cover::Node* node;
  const char* before;
};

// Without recursion: a cover may be deeper than the stack.
std::string nodes_text(const Cover& cover) {
  std::string out;
  std::vector<Waiting> waiting{{&cover.nodes[0], ""}};
  while (!waiting.empty()) {
    const auto [node, before] = waiting.back();
    waiting.pop_back();
    out += before;
    if (!node) continue;
    if (!node->is_split) {
      out += R"({"plane":)" + plane_text(node->plane) + "}";
      continue;
    }
    out += R"({"split":)" + std::string(quoted(node->split)) + R"(,"first":)" +
           list<std::uint32_t>({cover.ids.data() + node->first, node->count});
    waiting.push_back({nullptr, "}"});
    waiting.push_back({&cover.nodes[node->of_rest], R"(,"of_rest":)"});
    waiting.push_back({&cover.nodes[node->of_first], R"(,"of_first":)"});
  }
  return out;
}

std::string cover_text(const Cover& cover) {
  return R"({"kind":"cover","root":)" + nodes_text(cover) + R"(,"outside":{"a":)" +
         list<std::uint32_t>(cover.outside_a) + R"(,"b":)" + list<std::uint32_t>(cover.outside_b) + "}}";
}

std::string certificate_text(const Claim& claim) {
  const Certificate& certificate = claim.certificate;
  switch (certificate.kind) {
    case Certificate::Kind::Plane:
      return plane_text(certificate.plane);
    case Certificate::Kind::Simplex:
      return simplex_text(certificate.simplex);
    case Certificate::Kind::Touch:
      return R"({"kind":"touch","simplex":)" + simplex_text(certificate.simplex) + R"(,"plane":)" +
             plane_text(certificate.plane) + "}";
    case Certificate::Kind::Near:
      return R"({"kind":"near","witness":)" + witness_text(certificate.witness) + "}";
    case Certificate::Kind::Triangles:
      return R"({"kind":"triangles","a":)" + text_of(certificate.mesh.triangle_a) + R"(,"b":)" +
             text_of(certificate.mesh.triangle_b) + "}";
    case Certificate::Kind::Interior:
      return claim.interior ? interior_text(*claim.interior) : interior_text(certificate.mesh.point);
    case Certificate::Kind::Inside:
      return inside_text(certificate.mesh);
    case Certificate::Kind::Cover:
    case Certificate::Kind::None:
      break;
  }
  return "null";
}

std::string bracket_text(const Bracket& bracket) {
  return R"("lower":)" + text_of(bracket.lower) + R"(,"upper":)" + text_of(bracket.upper);
}

std::string shell_text(const Shell& shell) {
  std::string out = R"({"kind":"shell","pairs":[)";
  for (std::size_t i = 0; i < shell.pairs.size(); ++i)
    out += (i > 0 ? ",[" : "[") + text_of(shell.pairs[i].a) + "," + text_of(shell.pairs[i].b) + "]";
  out += R"(],"facets":[)";
  for (std::size_t i = 0; i < shell.facets.size(); ++i) out += (i > 0 ? "," : "") + indices(shell.facets[i].pair, 3);
  return out + "]}";
}

std::string part_text(const Claim& claim) {
  std::string out = "{";
  if (claim.part_a) out += R"("a":)" + text_of(*claim.part_a);
  if (claim.part_b) out += (claim.part_a ? "," : "") + std::string(R"("b":)") + text_of(*claim.part_b);
  return out + "}";
}

std::string pair_text(const PairReport& report, bool with_proofs) {
  const Claim& claim = report.claim;
  const std::string next = ",\n      ";
  std::string out = R"(    {"a":)" + json_string(report.a) + R"(,"b":)" + json_string(report.b) + R"(,"status":")" +
                    to_string(claim.status) + R"(","decided_by":)" + json_string(report.decided_by);
  if (claim.part_a || claim.part_b) out += next + R"("part":)" + part_text(claim);
  if (claim.distance) out += next + R"("distance":{)" + bracket_text(*claim.distance) + "}";
  if (claim.depth)
    out += next + R"("depth":{)" + bracket_text(claim.depth->bracket) + R"(,"direction":)" +
           list(claim.depth->direction) + R"(,"translation":)" + list(claim.depth->translation) + "}";
  if (claim.witness) out += next + R"("witness":)" + witness_text(*claim.witness);
  if (report.feature_a && report.feature_b)
    out += next + R"("features":{"a":)" + json_string(*report.feature_a) + R"(,"b":)" + json_string(*report.feature_b) +
           "}";
  if (report.place) out += next + R"("place":{"point":)" + list(*report.place) + "}";
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

}  // namespace

std::string result_text(const ResultFile& result, bool with_proofs) {
  std::string out = R"({"format":"clearance-result-1","query":)" + json_string(result.query);
  if (result.looked_at) {
    const std::optional<double> time = result.looked_at->time;
    out += ",\n  \"looked_at\":{" + (time ? "\"time\":" + text_of(*time) + "," : "") + R"("motion":"not looked at"})";
  }
  out += ",\n  \"pairs\":[";
  for (std::size_t i = 0; i < result.pairs.size(); ++i)
    out += (i > 0 ? ",\n" : "\n") + pair_text(result.pairs[i], with_proofs);
  out += "]";
  if (result.unlisted) {
    out += ",\n  \"unlisted\":{\"pairs\":" + std::to_string(result.unlisted->pairs) + R"(,"status":"separated")";
    if (result.unlisted->beyond) out += R"(,"beyond":)" + text_of(*result.unlisted->beyond);
    out += "}";
  }
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
