#include <clearance/io/results/certificate_text.h>

#include <clearance/exact/dyadic.h>
#include <clearance/io/json.h>
#include <clearance/io/number.h>
#include <clearance/io/results/fraction.h>

#include <cmath>
#include <vector>

namespace clearance::detail {
namespace {

template <class Number>
std::string list_of(std::span<const Number> numbers) {
  std::string out = "[";
  for (const Number number : numbers) out += (out.size() > 1 ? "," : "") + number_text(number);
  return out + "]";
}

std::string indices(const std::uint32_t* first, int count) {
  return list_text(std::span(first, static_cast<std::size_t>(count)));
}

const char* quoted(Body body) { return body == Body::A ? "\"a\"" : "\"b\""; }

// The plane before its sides, without the closing brace; `flip` belongs to the outermost level.
std::string base_text(const Plane& plane) {
  switch (plane.kind) {
    case Plane::Kind::Vector: {
      // Vectors carry no "flip": theirs is in the numbers.
      const bool turned = plane.flip && plane.side_count == 0;
      return R"({"kind":"vector","normal":)" + list_text(turned ? -plane.normal : plane.normal);
    }
    case Plane::Kind::Face:
      return R"({"kind":"face","of":)" + std::string(quoted(plane.of)) + R"(,"vertices":)" + indices(plane.vertices, 3);
    case Plane::Kind::Edges:
      return R"({"kind":"edges","a":)" + indices(plane.vertices, 2) + R"(,"b":)" + indices(plane.vertices + 2, 2);
    case Plane::Kind::Points:
      return R"({"kind":"points","a":)" + number_text(plane.vertices[0]) + R"(,"b":)" + number_text(plane.vertices[1]);
  }
  return "{";
}

std::string simplex_text(const Simplex& simplex) {
  return R"({"kind":"simplex","a":)" + indices(simplex.a, simplex.count) + R"(,"b":)" +
         indices(simplex.b, simplex.count) + "}";
}

std::string point_text(const WitnessPoint& point) {
  return R"({"vertices":)" + indices(point.vertices, point.count) + R"(,"weights":)" +
         list_text(std::span(point.weights, static_cast<std::size_t>(point.count))) + "}";
}

// A number where one double is the sum of the terms, "p/q" elsewhere.
std::string coordinate_text(std::span<const double> terms) {
  Dyadic sum;
  for (const double term : terms) sum = sum + Dyadic(term);
  const double rounded = sum.to_double();
  if (std::isfinite(rounded) && compare(Dyadic(rounded), sum) == 0) return number_text(rounded);
  return json_string(fraction_text(terms));
}

std::string coordinate_text(const Rational& value) {
  const std::vector<double> one = terms_of(value, 1);
  return one.empty() ? json_string(fraction_text(value)) : number_text(one[0]);
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
         number_text(contact.vertex) + "}";
}

// A node that waits to be written, or, without a node, the end of its parent.
struct Waiting {
  const Cover::Node* node;
  const char* before;
};

// Without recursion: a cover may be deeper than the stack. There is an offset a node, or none.
std::string nodes_text(const Cover& cover, std::span<const TimeSpan::Offset> offsets) {
  std::string out;
  std::vector<Waiting> waiting{{&cover.nodes[0], ""}};
  while (!waiting.empty()) {
    const auto [node, before] = waiting.back();
    waiting.pop_back();
    out += before;
    if (!node) continue;
    if (!node->is_split) {
      out += R"({"plane":)" + plane_text(node->plane);
      if (!offsets.empty())
        out += R"(,"offset":)" + offset_text(offsets[static_cast<std::size_t>(node - cover.nodes.data())]);
      out += "}";
      continue;
    }
    out += R"({"split":)" + std::string(quoted(node->split)) + R"(,"first":)" +
           list_text(std::span(cover.ids).subspan(node->first, node->count));
    waiting.push_back({nullptr, "}"});
    waiting.push_back({&cover.nodes[node->of_rest], R"(,"of_rest":)"});
    waiting.push_back({&cover.nodes[node->of_first], R"(,"of_first":)"});
  }
  return out;
}

std::string text_of(const Cover& cover, std::span<const TimeSpan::Offset> offsets) {
  return R"({"kind":"cover","root":)" + nodes_text(cover, offsets) + R"(,"outside":{"a":)" +
         list_text(cover.outside_a) + R"(,"b":)" + list_text(cover.outside_b) + "}}";
}

}  // namespace

std::string number_text(std::uint32_t index) { return std::to_string(index); }
std::string number_text(double value) {
  return std::isfinite(value) ? double_text(value) : json_string(double_text(value));
}

std::string list_text(std::span<const double> numbers) { return list_of(numbers); }
std::string list_text(std::span<const std::uint32_t> numbers) { return list_of(numbers); }
std::string list_text(Vec3 v) {
  const double c[] = {v.x, v.y, v.z};
  return list_of<double>(c);
}

std::string plane_text(const Plane& plane) {
  std::string out = base_text(plane);
  for (int i = 0; i < plane.side_count; ++i)
    out = R"({"kind":"side","plane":)" + out + R"(},"edge_of":)" + quoted(plane.sides[i].edge_of) + R"(,"edge":)" +
          indices(plane.sides[i].edge, 2);
  const bool plain_vector = plane.kind == Plane::Kind::Vector && plane.side_count == 0;
  return out + (plane.flip && !plain_vector ? R"(,"flip":true})" : "}");
}

std::string witness_text(const Witness& witness) {
  return R"({"a":)" + point_text(witness.a) + R"(,"b":)" + point_text(witness.b) + "}";
}

std::string offset_text(const TimeSpan::Offset& offset) {
  return "[" + number_text(offset.start) + "," + number_text(offset.rate) + "]";
}

std::string cover_text(const Cover& cover) { return text_of(cover, {}); }
std::string cover_text(const SpanCover& cover) { return text_of(cover, cover.offsets); }

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
      return R"({"kind":"triangles","a":)" + number_text(certificate.mesh.triangle_a) + R"(,"b":)" +
             number_text(certificate.mesh.triangle_b) + "}";
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

}  // namespace clearance::detail
